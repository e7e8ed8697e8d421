// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writes a program as the sections of a file.

use crate::bytecode::header::Header;
use crate::bytecode::ir_writer::IrWriter;
use crate::bytecode::numbering::{Numbering, ValueNumbers};
use crate::bytecode::output::Output;
use crate::bytecode::properties::PropertyBlobs;
use crate::bytecode::section_kind::Section;
use crate::bytecode::strings::Strings;
use crate::bytecode::{format, resources};
use crate::encoding::Sink;
use crate::error::Result;
use crate::model::{Attribute, AttributeId, Entry, Module, ResourceId, Str, Type, TypeId};
use crate::operations;
use crate::version::Version;

/// Writes a program as an artifact of the given version. The program must already be valid in this
/// version.
pub(crate) fn write(module: &Module, version: Version) -> Result<Vec<u8>> {
    let format = version.bytecode_format()?;
    let numbering = Numbering::new(module);
    let mut strings = Strings::default();
    let mut output = Output::default();
    Header::write(version, format, &mut output);
    output.section(Section::Dialects, &dialects(&numbering, format, &mut strings));
    let (entries, offsets) = entries(module, &numbering, &mut strings);
    output.section(Section::EntryOffsets, &offsets);
    output.section(Section::Entries, &entries);
    let mut ir = IrWriter {
        format,
        module,
        numbering: &numbering,
        properties: PropertyBlobs::default(),
        values: ValueNumbers::new(module),
    };
    output.section(Section::Ir, &ir.write()?);
    if !module.resources.is_empty() {
        let dialect = |name: &Str| numbering.dialect(name);
        let (data, offsets) = resources::write(&module.resources, &mut strings, dialect);
        output.section(Section::ResourceOffsets, &offsets);
        output.section(Section::Resources, &data);
    }
    output.section(Section::Strings, &strings.write());
    if format >= format::PROPERTIES {
        output.section(Section::Properties, &ir.properties.write());
    }
    Ok(output.into_bytes())
}

fn dialects(numbering: &Numbering, format: u64, strings: &mut Strings) -> Output {
    let mut output = Output::default();
    output.count(numbering.dialects.len());
    for dialect in &numbering.dialects {
        let number = strings.number(dialect);
        match format < format::DIALECT_VERSIONS {
            true => output.count(number),
            false => output.varint_with_flag(number, false),
        }
    }
    if format >= format::ELIDED_LOCATIONS {
        output.count(numbering.operations.len());
    }
    for group in numbering.operations.chunk_by(|a, b| a.dialect == b.dialect) {
        output.count(numbering.dialect(&group[0].dialect));
        output.count(group.len());
        for name in group {
            let number = strings.number(&name.name);
            match format < format::PROPERTIES {
                true => output.count(number),
                false => output.varint_with_flag(number, operations::definition(name).is_some()),
            }
        }
    }
    output
}

/// Writes the contents of the section of attributes and types, and of the section of offsets.
fn entries(module: &Module, numbering: &Numbering, strings: &mut Strings) -> (Output, Output) {
    let (mut data, mut offsets) = (Output::default(), Output::default());
    offsets.count(numbering.attributes.len());
    offsets.count(numbering.types.len());
    let attributes: Vec<_> = numbering
        .attributes
        .iter()
        .map(|id| Entry::Attribute(module.context.attribute(*id).clone()))
        .collect();
    let types: Vec<_> =
        numbering.types.iter().map(|id| Entry::Type(module.context.r#type(*id).clone())).collect();
    for entries in [attributes, types] {
        for group in entries.chunk_by(|a, b| a.dialect() == b.dialect()) {
            offsets.count(numbering.dialect(&group[0].dialect()));
            offsets.count(group.len());
            for entry in group {
                let start = data.len();
                let text = match entry {
                    Entry::Attribute(Attribute::Text { text, .. })
                    | Entry::Type(Type::Text { text, .. }) => Some(text),
                    Entry::Attribute(_) | Entry::Type(_) => None,
                };
                match text {
                    Some(text) => data.zero_terminated(text.bytes()),
                    None => entry.write(&mut EntryWriter { output: &mut data, numbering, strings }),
                }
                offsets.varint_with_flag(data.len() - start, text.is_none());
            }
        }
    }
    (data, offsets)
}

/// Writes the fields of attributes and types.
struct EntryWriter<'w> {
    output: &'w mut Output,
    numbering: &'w Numbering,
    strings: &'w mut Strings,
}

impl Sink for EntryWriter<'_> {
    fn attribute(&mut self, id: AttributeId) {
        self.output.count(self.numbering.attribute(id));
    }
    fn flagged_attribute(&mut self, id: AttributeId) {
        self.output.varint_with_flag(self.numbering.attribute(id), true);
    }
    fn r#type(&mut self, id: TypeId) {
        self.output.count(self.numbering.r#type(id));
    }
    fn resource(&mut self, id: ResourceId) {
        self.output.count(id.0);
    }
    fn string(&mut self, string: &Str) {
        let number = self.strings.number(string);
        self.output.count(number);
    }
    fn varint(&mut self, value: u64) {
        self.output.varint(value);
    }
    fn signed(&mut self, value: i64) {
        self.output.signed(value);
    }
    fn bytes(&mut self, bytes: &[u8]) {
        self.output.bytes(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytecode::{MAX_NESTING, read};
    use crate::model::{Block, Operation, Region};

    /// Creates a program of nested regions.
    fn nested(depth: usize) -> Module {
        let mut module = Module::new();
        let mut innermost = Operation::new("other.op", module.operation.location);
        for _ in 1..depth {
            let mut outer = Operation::new("other.op", module.operation.location);
            let (arguments, operations) = (Vec::new(), vec![innermost]);
            outer.regions.push(Region { blocks: vec![Block { arguments, operations }] });
            innermost = outer;
        }
        module.operation.regions[0].blocks[0].operations.push(innermost);
        module
    }

    #[test]
    fn regions_are_nested_as_deep_as_allowed() {
        let deepest = nested(MAX_NESTING);
        assert!(crate::verify(&deepest).is_ok());
        let back = read(&write(&deepest, Version::CURRENT).unwrap()).unwrap();
        assert_eq!(back.operation, deepest.operation);
        let deeper = nested(MAX_NESTING + 1);
        assert!(crate::verify(&deeper).is_err());
        let refused = read(&write(&deeper, Version::CURRENT).unwrap()).unwrap_err();
        assert!(refused.to_string().contains("nested 256 deep at most"), "{refused}");
    }
}
