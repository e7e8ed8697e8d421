// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads a program from the sections of a file.

use crate::bytecode::entry_slots::Tables;
use crate::bytecode::header::Header;
use crate::bytecode::ir_reader::IrReader;
use crate::bytecode::properties::Properties;
use crate::bytecode::section_kind::Section;
use crate::bytecode::sections::Sections;
use crate::bytecode::values::Values;
use crate::bytecode::{dialects, entries, resources, strings};
use crate::error::Result;
use crate::model::{Context, Module};
use crate::operations::InherentAttributes;

/// Returns true if the dialect section of a bytecode file contains the dialect `name`.
///
/// For damaged bytecode, returns true if the file contains the name as a zero-terminated string.
pub(crate) fn names_dialect(file: &[u8], name: &str) -> bool {
    let names = |file| -> Result<_> {
        let (Header { format, .. }, input) = Header::read_from(file)?;
        let sections = Sections::read(input, format)?;
        let strings = strings::read(sections.contents(Section::Strings), &mut Context::default())?;
        dialects::read(sections.contents(Section::Dialects), format, &strings)
    };
    match names(file) {
        Ok(dialects) => dialects.names.iter().any(|dialect| dialect.bytes() == name.as_bytes()),
        Err(_) => {
            let string = [name.as_bytes(), &[0]].concat();
            Header::is_there(file) && file.windows(string.len()).any(|part| part == string)
        }
    }
}

/// Reads the program of a file without verifying or upgrading it.
pub(crate) fn read(file: &[u8]) -> Result<Module> {
    let (Header { format, .. }, input) = Header::read_from(file)?;
    let sections = Sections::read(input, format)?;
    let mut context = Context::default();
    let strings = strings::read(sections.contents(Section::Strings), &mut context)?;
    let dialects = dialects::read(sections.contents(Section::Dialects), format, &strings)?;
    let resources = resources::read(
        sections.contents(Section::Resources),
        sections.contents(Section::ResourceOffsets),
        &strings,
        &dialects.names,
    )?;
    let of_dialects = resources.iter().filter(|group| group.of_dialect);
    let tables = Tables {
        dialects: &dialects.names,
        strings: &strings,
        resources: of_dialects.map(|group| group.resources.len()).sum(),
    };
    let entries = entries::read(
        sections.contents(Section::Entries),
        sections.contents(Section::EntryOffsets),
        &tables,
        &mut context,
    )?;
    let reader = IrReader {
        format,
        names: &dialects.operations,
        entries: &entries,
        properties: Properties::new(sections.contents(Section::Properties))?,
        inherent: InherentAttributes::default(),
        context: &mut context,
        values: Values::default(),
    };
    let ir = sections.contents(Section::Ir);
    let (operations, values) = reader.read(ir)?;
    match <[_; 1]>::try_from(operations) {
        Ok([operation]) if operation.name.is("builtin.module") => {
            Ok(Module { context, values, operation, resources })
        }
        _ => Err(ir.error("expected a `builtin.module` as only top-level operation, found others")),
    }
}
