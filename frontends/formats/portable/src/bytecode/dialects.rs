// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reader of the dialect section: the names of the dialects and of their operations.

use crate::bytecode::format;
use crate::bytecode::input::Input;
use crate::bytecode::section_kind::Section;
use crate::error::Result;
use crate::model::{Name, Str};
use crate::operations::{self, Definition};

/// The dialects and operation names of a file, in the order of their numbers.
pub(super) struct Dialects {
    pub(super) names: Vec<Str>,
    pub(super) operations: Vec<OperationName>,
}

/// An entry of the table of operation names in a file.
pub(super) struct OperationName {
    pub(super) name: Name,
    /// The definition of the operation with this name, or `None` if the operation is unknown.
    pub(super) definition: Option<&'static Definition>,
    /// Whether the operation's dialect had registered the operation when the file was written.
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
            // The version is opaque outside its dialect, and no known dialect depends on it.
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
