// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The section of strings, to which the other sections refer by number.

use crate::bytecode::input::Input;
use crate::bytecode::output::Output;
use crate::error::Result;
use crate::model::{Context, Str};
use std::collections::HashMap;

/// Reads the strings of a file. The section starts with the sizes of the strings in reverse order.
/// Each size includes the zero byte at the end of the string.
pub(super) fn read(mut input: Input<'_>, context: &mut Context) -> Result<Vec<Str>> {
    let count = input.count("strings")?;
    let mut sizes = Vec::with_capacity(count);
    for _ in 0..count {
        sizes.push(input.varint()?);
    }
    let mut strings = Vec::with_capacity(count);
    for size in sizes.into_iter().rev() {
        let start = input;
        let size = start.check_index(size, input.remaining() + 1, "bytes")?;
        match input.bytes(size)?.split_last() {
            Some((0, text)) => strings.push(context.string(text)),
            _ => {
                return Err(start.error(
                    "expected a string that ends with a zero byte, found another last byte",
                ));
            }
        }
    }
    input.expect_end("the strings")?;
    Ok(strings)
}

/// The distinct strings to write to a file.
#[derive(Debug, Default)]
pub(super) struct Strings {
    numbers: HashMap<Str, usize>,
    strings: Vec<Str>,
}

impl Strings {
    /// Returns the number of a string. Adds the string if it is new.
    pub(super) fn number(&mut self, string: &Str) -> usize {
        if let Some(number) = self.numbers.get(string) {
            return *number;
        }
        let number = self.strings.len();
        self.numbers.insert(string.clone(), number);
        self.strings.push(string.clone());
        number
    }

    pub(super) fn write(&self) -> Output {
        let mut output = Output::default();
        output.count(self.strings.len());
        for string in self.strings.iter().rev() {
            output.count(string.bytes().len() + 1);
        }
        for string in &self.strings {
            output.zero_terminated(string.bytes());
        }
        output
    }
}
