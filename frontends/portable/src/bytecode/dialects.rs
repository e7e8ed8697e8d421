// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The section of dialects and names of operations.

use crate::bytecode::format;
use crate::bytecode::input::Input;
use crate::bytecode::sections::Section;
use crate::error::Result;
use crate::model::{Name, Str};
use crate::operations::{self, Definition};

/// The dialects of a file.
pub(super) struct Dialects {
    pub(super) names: Vec<Str>,
    pub(super) operations: Vec<OperationName>,
}

/// A name that operations of a file have.
pub(super) struct OperationName {
    pub(super) name: Name,
    /// What is known of such operations.
    pub(super) definition: Option<&'static Definition>,
    /// Whether the writer knew such operations.
    pub(super) was_registered: bool,
}

pub(super) fn read(mut input: Input<'_>, format: u64, strings: &[Str]) -> Result<Dialects> {
    let count = input.count("dialects")?;
    let mut names = Vec::with_capacity(count);
    for _ in 0..count {
        if format < format::DIALECT_VERSIONS {
            names.push(strings[input.index(strings.len(), "strings")?].clone());
            continue;
        }
        let (name, has_version) = string_with_flag(&mut input, strings)?;
        names.push(name);
        if has_version {
            // What it means is the dialect's secret; none needs it to be understood.
            input.expect_section(Section::DialectVersions)?;
        }
    }
    let mut operations = Vec::new();
    if format >= format::ELIDED_LOCATIONS {
        operations.reserve(input.count("names of operations")?);
    }
    while !input.is_empty() {
        let dialect = input.index(names.len(), "dialects")?;
        for _ in 0..input.count("names of operations")? {
            let (name, was_registered) = if format < format::PROPERTIES {
                (strings[input.index(strings.len(), "strings")?].clone(), true)
            } else {
                string_with_flag(&mut input, strings)?
            };
            let name = Name { dialect: names[dialect].clone(), name };
            let definition = operations::definition(&name);
            operations.push(OperationName { name, definition, was_registered });
        }
    }
    Ok(Dialects { names, operations })
}

fn string_with_flag(input: &mut Input<'_>, strings: &[Str]) -> Result<(Str, bool)> {
    let start = *input;
    let (number, flag) = input.varint_with_flag()?;
    Ok((strings[start.check_index(number, strings.len(), "strings")?].clone(), flag))
}
