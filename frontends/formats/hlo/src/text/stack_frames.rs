// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the stack frame tables: file names, function names, file locations and stack
//! frames. Metadata and the tables themselves refer to rows by numbers that start at 1.

use super::cursor::{Cursor, Result};
use super::escape::quote;
use crate::proto::StackFrameIndexProto;
use crate::proto::stack_frame_index_proto::{FileLocation, StackFrame};
use std::fmt::Write as _;

/// Reads the stack frame tables if they are next in the text. Otherwise, returns `None`.
pub fn read_if_next(cursor: &mut Cursor) -> Result<Option<StackFrameIndexProto>> {
    if !cursor.eat_word("FileNames") {
        return Ok(None);
    }
    let mut index = StackFrameIndexProto {
        file_names: read_table(cursor, Cursor::utf8)?,
        ..StackFrameIndexProto::default()
    };
    expect_word(cursor, "FunctionNames")?;
    index.function_names = read_table(cursor, Cursor::utf8)?;
    expect_word(cursor, "FileLocations")?;
    index.file_locations = read_table(cursor, |cursor| {
        let names =
            ["file_name_id", "function_name_id", "line", "end_line", "column", "end_column"];
        let [file_name_id, function_name_id, line, end_line, column, end_column] =
            read_numbers(cursor, names)?;
        Ok(FileLocation { file_name_id, function_name_id, line, end_line, column, end_column })
    })?;
    expect_word(cursor, "StackFrames")?;
    index.stack_frames = read_table(cursor, |cursor| {
        let [file_location_id, parent] =
            read_numbers(cursor, ["file_location_id", "parent_frame_id"])?;
        // The parent in the text is one more than in the message.
        Ok(StackFrame { file_location_id, parent_frame_id: parent.saturating_sub(1) })
    })?;
    Ok(Some(index))
}

fn expect_word(cursor: &mut Cursor, word: &str) -> Result<()> {
    match cursor.eat_word(word) {
        true => Ok(()),
        false => Err(cursor.expected(&format!("`{word}`"))),
    }
}

/// Reads the rows of a stack frame table, each preceded by its number.
fn read_table<'t, T>(
    cursor: &mut Cursor<'t>,
    row: impl Fn(&mut Cursor<'t>) -> Result<T>,
) -> Result<Vec<T>> {
    let mut rows = Vec::new();
    while cursor.rest().starts_with(|char: char| char.is_ascii_digit()) {
        cursor.integer::<u64>()?;
        rows.push(row(cursor)?);
    }
    Ok(rows)
}

/// Reads named numbers in braces, in any order, and returns them in the order of `names`. Missing
/// numbers are 0.
fn read_numbers<const COUNT: usize>(
    cursor: &mut Cursor,
    names: [&str; COUNT],
) -> Result<[i32; COUNT]> {
    let mut numbers = [0; COUNT];
    cursor.expect("{")?;
    while !cursor.eat("}") {
        cursor.eat(",");
        let position = cursor.here();
        let place =
            cursor.attribute_name().and_then(|name| names.iter().position(|known| *known == name));
        let Some(place) = place else {
            let message = format!(
                "expected a field of a table of stack frames (`{}=`) or `}}`",
                names.join("=`, `")
            );
            return Err(cursor.error_at(position, message));
        };
        numbers[place] = cursor.integer()?;
    }
    Ok(numbers)
}

/// Writes the stack frame tables.
pub fn write(out: &mut String, index: &StackFrameIndexProto) {
    for (title, names) in
        [("FileNames", &index.file_names), ("FunctionNames", &index.function_names)]
    {
        let _ = write!(out, "\n{title}\n");
        for (position, name) in names.iter().enumerate() {
            let _ = write!(out, "{} ", position + 1);
            quote(out, name.as_bytes());
            out.push('\n');
        }
    }
    out.push_str("\nFileLocations\n");
    for (position, location) in index.file_locations.iter().enumerate() {
        let FileLocation { file_name_id, function_name_id, line, end_line, column, end_column } =
            location;
        let _ = writeln!(
            out,
            "{} {{file_name_id={file_name_id} function_name_id={function_name_id} line={line} \
             end_line={end_line} column={column} end_column={end_column}}}",
            position + 1
        );
    }
    out.push_str("\nStackFrames\n");
    for (position, frame) in index.stack_frames.iter().enumerate() {
        let (number, location) = (position + 1, frame.file_location_id);
        let parent = frame.parent_frame_id.saturating_add(1);
        let _ = writeln!(out, "{number} {{file_location_id={location} parent_frame_id={parent}}}");
    }
}
