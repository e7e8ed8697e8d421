// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Detects the encoding of a module from its bytes, and reads a module in any encoding.

use crate::binary::{self, Container};
use crate::error::Error;
use crate::module::HloModule;
use crate::{text, text_format};
use prost::Message as _;
use prost::bytes::Buf;
use prost::encoding::{WireType, decode_key, decode_varint};

/// Encodings of HLO modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The encoding as HLO text.
    Text,
    /// The encoding as a binary protocol buffer.
    Binary(Container),
    /// The encoding in the text format of protocol buffers.
    TextFormat(Container),
}

/// Returns true if the bytes are HLO text: the first word after comments is `HloModule`, or
/// `ENTRY` for a module without a header.
pub fn is_hlo_text(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    loop {
        rest = rest.trim_ascii_start();
        let end = match rest {
            [b'/', b'/', ..] => rest.iter().position(|byte| *byte == b'\n'),
            [b'/', b'*', ..] => rest.windows(2).position(|pair| pair == b"*/").map(|end| end + 1),
            _ => {
                let words = [&b"HloModule"[..], b"ENTRY"];
                return words.iter().any(|word| rest.strip_prefix(*word).is_some_and(ends_word));
            }
        };
        let Some(end) = end else { return false };
        rest = &rest[end + 1..];
    }
}

fn ends_word(rest: &[u8]) -> bool {
    !rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

/// Returns true if the bytes are a protocol buffer that contains a module.
pub fn is_hlo_proto(bytes: &[u8]) -> bool {
    container(bytes).is_some()
}

/// Returns the encoding of some bytes, or `None` if they are not a module.
///
/// Protocol buffers have no magic number, so the messages that contain a module are distinguished
/// by their fields. Field 1 of an `HloModuleProto` is its name; field 1 of the other messages is a
/// message. If the bytes can be decoded as several messages, the message whose module contains
/// computations is chosen.
pub fn encoding(bytes: &[u8]) -> Option<Encoding> {
    if is_hlo_text(bytes) {
        return Some(Encoding::Text);
    }
    if let Some(container) = container(bytes) {
        return Some(Encoding::Binary(container));
    }
    let text = std::str::from_utf8(bytes).ok()?;
    match text_format_container(text) {
        Some(container) => Some(Encoding::TextFormat(container)),
        // A module without a header may begin with a computation other than the entry.
        None => {
            let has_root = text.contains("ROOT ") || text.contains("ENTRY ");
            (has_root && text::begins_computation(text)).then_some(Encoding::Text)
        }
    }
}

/// Returns the kind of message that a binary protocol buffer encodes, or `None` if the message
/// contains no module.
fn container(bytes: &[u8]) -> Option<Container> {
    if has_computations(bytes) {
        return Some(Container::Module);
    }
    let inner = field(bytes, 1)?;
    if let Some(module) = field(inner, 1)
        && !has_computations(inner)
    {
        return has_computations(module).then_some(Container::Snapshot);
    }
    if !has_computations(inner) {
        return None;
    }
    // The second field distinguishes the remaining messages. The partitions of an
    // `HloUnoptimizedSnapshot` and the configuration are both messages, so the configuration is
    // decoded to tell them apart.
    match field(bytes, 2) {
        None if field(bytes, 3).is_some() || !has_field(bytes, 2) => Some(Container::Hlo),
        _ if is_config(bytes) => Some(Container::ModuleWithConfig),
        _ => Some(Container::UnoptimizedSnapshot),
    }
}

fn has_field(bytes: &[u8], number: u32) -> bool {
    field(bytes, number).is_some()
}

/// Returns true if the second field of a protocol buffer message is a module configuration, rather
/// than the arguments of partitions.
fn is_config(bytes: &[u8]) -> bool {
    use crate::proto::HloModuleProtoWithConfig;
    let message = HloModuleProtoWithConfig::decode(bytes);
    message.is_ok_and(|message| message.config.is_some_and(|config| config.replica_count > 0))
}

/// Returns true if the bytes look like an `HloModuleProto` with computations.
fn has_computations(bytes: &[u8]) -> bool {
    let Some(first) = field(bytes, 3) else { return false };
    // Looking for instructions in the first computation is cheaper than decoding the module.
    field(first, 2).is_some()
        && field(bytes, 1).is_none_or(|name| std::str::from_utf8(name).is_ok())
}

/// Returns the content of the first length-delimited field with the given number. Returns `None` if
/// there is no such field, or if any part of the message is malformed.
fn field(mut bytes: &[u8], number: u32) -> Option<&[u8]> {
    let mut found = None;
    while bytes.has_remaining() {
        let (tag, wire_type) = decode_key(&mut bytes).ok()?;
        let length = match wire_type {
            WireType::Varint => {
                decode_varint(&mut bytes).ok()?;
                0
            }
            WireType::SixtyFourBit => 8,
            WireType::ThirtyTwoBit => 4,
            WireType::LengthDelimited => usize::try_from(decode_varint(&mut bytes).ok()?).ok()?,
            WireType::StartGroup | WireType::EndGroup => return None,
        };
        let (content, rest) = bytes.split_at_checked(length)?;
        if tag == number && wire_type == WireType::LengthDelimited && found.is_none() {
            found = Some(content);
        }
        bytes = rest;
    }
    found
}

/// Returns the kind of message that protocol buffer text format encodes, according to the name of
/// its first field. Returns `None` for other texts.
fn text_format_container(text: &str) -> Option<Container> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.find(|line| !line.starts_with('#'))?;
    let name: String =
        first.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '_').collect();
    let after = first[name.len()..].trim_start();
    if !after.starts_with([':', '{', '<']) {
        return None;
    }
    match name.as_str() {
        "hlo" => Some(Container::Snapshot),
        "hlo_module" if text.contains("\nconfig") => Some(Container::ModuleWithConfig),
        "hlo_module" if text.contains("\npartitions") => Some(Container::UnoptimizedSnapshot),
        "hlo_module" => Some(Container::Hlo),
        "name" | "id" | "entry_computation_name" | "entry_computation_id" | "computations" => {
            Some(Container::Module)
        }
        _ => None,
    }
}

/// Reads a module in any encoding and verifies it.
///
/// # Errors
/// Fails if the encoding of the bytes is unknown, if the bytes are malformed, or if the module
/// fails verification.
pub fn read(bytes: &[u8]) -> Result<HloModule, Error> {
    match encoding(bytes).ok_or(Error::Unknown)? {
        Encoding::Text => {
            let text = String::from_utf8_lossy(bytes);
            binary::with_config(text::parse(&text)?)
        }
        Encoding::Binary(container) => binary::decode(bytes, container),
        Encoding::TextFormat(container) => {
            text_format::parse(&String::from_utf8_lossy(bytes), container)
        }
    }
}
