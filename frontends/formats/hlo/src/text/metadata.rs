// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the metadata of an instruction, which describes its origin:
//! `{op_name="jit(f)/add" stack_frame_id=2}`.

use super::cursor::{Cursor, Result};
use super::escape::quote;
use super::list;
use crate::proto::{OpMetadata, Payload, payload::PayloadSource};
use std::fmt::Write as _;

/// Reads the metadata of an instruction.
pub fn read(cursor: &mut Cursor) -> Result<OpMetadata> {
    let mut metadata = OpMetadata::default();
    cursor.expect("{")?;
    while !cursor.eat("}") {
        cursor.eat(",");
        let position = cursor.here();
        let Some(name) = cursor.attribute_name() else {
            return Err(cursor.expected("an attribute of metadata or `}`"));
        };
        match name {
            "op_type" => metadata.op_type = cursor.utf8()?,
            "op_name" => metadata.op_name = cursor.utf8()?,
            "source_file" => metadata.source_file = cursor.utf8()?,
            "source_line" => metadata.source_line = cursor.integer()?,
            "source_end_line" => metadata.source_end_line = cursor.integer()?,
            "source_column" => metadata.source_column = cursor.integer()?,
            "source_end_column" => metadata.source_end_column = cursor.integer()?,
            "profile_type" => metadata.profile_type = cursor.integers()?,
            "deduplicated_name" => metadata.deduplicated_name = cursor.utf8()?,
            "scheduling_name" => metadata.scheduling_name = cursor.utf8()?,
            "stack_frame_id" => metadata.stack_frame_id = cursor.integer()?,
            "metadata_payload" => {
                let value = PayloadSource::Value(cursor.string()?);
                metadata.metadata_payload = Some(Payload { payload_source: Some(value) });
            }
            // Older versions of XLA print these two fields, which describe the generated code.
            // Current ones refuse them in a text, but their protocol buffers have them.
            "size_of_generated_code_in_bytes" => {
                metadata.size_of_generated_code_in_bytes = cursor.integer()?;
            }
            "size_of_memory_working_set_in_bytes" => {
                metadata.size_of_memory_working_set_in_bytes = cursor.integer()?;
            }
            unknown => {
                let message = format!("`{unknown}` is not an attribute of metadata");
                return Err(cursor.error_at(position, message));
            }
        }
    }
    Ok(metadata)
}

/// Reads one metadata message, or a list of them in braces.
pub fn read_one_or_more(cursor: &mut Cursor) -> Result<Vec<OpMetadata>> {
    let mut ahead = cursor.clone();
    match ahead.eat("{") && ahead.is_at("{") {
        true => cursor.list(["{", "}"], read),
        false => Ok(vec![read(cursor)?]),
    }
}

/// Writes the metadata of an instruction.
pub fn write(out: &mut String, metadata: &OpMetadata) {
    let mut parts = Vec::new();
    let texts = [
        ("op_type", &metadata.op_type),
        ("op_name", &metadata.op_name),
        ("source_file", &metadata.source_file),
        ("deduplicated_name", &metadata.deduplicated_name),
        ("scheduling_name", &metadata.scheduling_name),
    ];
    let numbers = [
        ("source_line", metadata.source_line),
        ("source_end_line", metadata.source_end_line),
        ("source_column", metadata.source_column),
        ("source_end_column", metadata.source_end_column),
        ("stack_frame_id", metadata.stack_frame_id),
    ];
    let sizes = [
        ("size_of_generated_code_in_bytes", metadata.size_of_generated_code_in_bytes),
        ("size_of_memory_working_set_in_bytes", metadata.size_of_memory_working_set_in_bytes),
    ];
    for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        parts.push(quoted(name, text.as_bytes()));
    }
    for (name, number) in numbers.into_iter().filter(|(_, number)| *number != 0) {
        parts.push(format!("{name}={number}"));
    }
    for (name, size) in sizes.into_iter().filter(|(_, size)| *size != 0) {
        parts.push(format!("{name}={size}"));
    }
    if !metadata.profile_type.is_empty() {
        parts.push(format!("profile_type={}", list::braced(&metadata.profile_type)));
    }
    let payload = metadata.metadata_payload.as_ref();
    if let Some(PayloadSource::Value(value)) =
        payload.and_then(|payload| payload.payload_source.as_ref())
    {
        parts.push(quoted("metadata_payload", value));
    }
    let _ = write!(out, "{{{}}}", parts.join(" "));
}

/// Writes metadata messages: a single message without extra braces, and any other number of
/// messages as a list in braces.
pub fn write_one_or_more(out: &mut String, metadata: &[OpMetadata]) {
    match metadata {
        [one] => write(out, one),
        several => {
            out.push('{');
            list::join(out, several, ", ", write);
            out.push('}');
        }
    }
}

fn quoted(name: &str, value: &[u8]) -> String {
    let mut out = format!("{name}=");
    quote(&mut out, value);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metadata_comes_back() {
        let text = r#"{op_type="add" op_name="a\"b" source_file="x.py" source_line=3 stack_frame_id=7 profile_type={1,2}}"#;
        let mut out = String::new();
        write(&mut out, &read(&mut Cursor::new(text)).expect("metadata"));
        assert_eq!(out, text);
        let several = "{{op_name=\"a\"}, {op_name=\"b\"}}";
        let mut out = String::new();
        write_one_or_more(&mut out, &read_one_or_more(&mut Cursor::new(several)).expect("two"));
        assert_eq!(out, several);
    }

    #[test]
    fn sizes_of_generated_code_come_back() {
        let text = "{op_name=\"a\" size_of_generated_code_in_bytes=5000000000 \
                    size_of_memory_working_set_in_bytes=-1}";
        let mut out = String::new();
        write(&mut out, &read(&mut Cursor::new(text)).expect("metadata"));
        assert_eq!(out, text);
    }

    #[test]
    fn unknown_attributes_are_named() {
        let error = read(&mut Cursor::new("{op_size=1}")).expect_err("unknown");
        assert_eq!(error.message, "`op_size` is not an attribute of metadata");
    }
}
