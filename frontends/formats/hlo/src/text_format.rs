// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes modules in the text format of protocol buffers (`.hlo.pbtxt`).
//! `prost-reflect` converts between this format and messages; this module bounds the nesting
//! first.

use crate::binary::Container;
use crate::error::Error;
use crate::module::HloModule;
use crate::proto::DESCRIPTORS;
use prost::Message as _;
use prost_reflect::text_format::FormatOptions;
use prost_reflect::{DescriptorPool, DynamicMessage, MessageDescriptor};
use std::sync::OnceLock;

/// Maximum nesting depth of messages, which equals the maximum depth of their binary form.
/// `prost-reflect` has no bound, so deeper nesting in text would overflow the stack.
const MOST_NESTED: usize = 100;

fn descriptor(container: Container) -> Result<MessageDescriptor, Error> {
    static POOL: OnceLock<Option<DescriptorPool>> = OnceLock::new();
    let pool = POOL.get_or_init(|| DescriptorPool::decode(DESCRIPTORS).ok());
    let name = match container {
        Container::Module => "xla.HloModuleProto",
        Container::Hlo => "xla.HloProto",
        Container::ModuleWithConfig => "xla.HloModuleProtoWithConfig",
        Container::Snapshot => "xla.HloSnapshot",
        Container::UnoptimizedSnapshot => "xla.HloUnoptimizedSnapshot",
    };
    let descriptor = pool.as_ref().and_then(|pool| pool.get_message_by_name(name));
    descriptor.ok_or_else(|| {
        Error::TextFormat(format!(
            "internal error: the descriptors of protocol buffers lack message type `{name}`"
        ))
    })
}

/// Reads the module of a message in text format and verifies it.
///
/// # Errors
/// Fails if the text is not a message of type `container` or nests too deeply, if the message
/// contains no module, or if the module fails verification.
pub fn parse(text: &str, container: Container) -> Result<HloModule, Error> {
    if nests_deeper(text.as_bytes(), MOST_NESTED) {
        return Err(Error::TextFormat(format!(
            "expected at most {MOST_NESTED} nesting levels of protocol buffer messages, found more"
        )));
    }
    let message = DynamicMessage::parse_text_format(descriptor(container)?, text)
        .map_err(|error| Error::TextFormat(error.to_string()))?;
    crate::binary::decode(&message.encode_to_vec(), container)
}

/// Returns true if brackets nest deeper than `bound`. Ignores brackets in strings and comments.
fn nests_deeper(text: &[u8], bound: usize) -> bool {
    let mut depth = 0_usize;
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'{' | b'<' | b'[' => depth += 1,
            b'}' | b'>' | b']' => depth = depth.saturating_sub(1),
            b'#' => {
                bytes.find(|byte| **byte == b'\n');
            }
            quote @ (b'"' | b'\'') => loop {
                match bytes.next() {
                    Some(b'\\') => drop(bytes.next()),
                    Some(byte) if byte != quote => {}
                    _ => break,
                }
            },
            _ => {}
        }
        if depth > bound {
            return true;
        }
    }
    false
}

/// Writes a module as the text format of an `HloModuleProto`.
///
/// # Errors
/// Fails if the nesting of the module exceeds the maximum nesting of protocol buffers.
pub fn print(module: &HloModule) -> Result<String, Error> {
    let bytes = crate::binary::encode(module);
    let message = DynamicMessage::decode(descriptor(Container::Module)?, &bytes[..])?;
    Ok(message.to_text_format_with_options(&FormatOptions::new().pretty(true)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting() {
        assert!(nests_deeper(b"a { b < c [", 2));
        assert!(!nests_deeper(b"a { b < c [", 3));
        assert!(!nests_deeper(b"a: \"{{{\\\"{{{\" # {{{\n b: '{{{'", 0));
        assert!(nests_deeper(b"# a\n{", 0));
        assert!(!nests_deeper(b"{} {} {}", 1));
    }
}
