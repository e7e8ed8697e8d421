// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The section of properties.
//!
//! It is a list of blobs to which operations refer by number. A blob contains one reference to an
//! attribute for each property in the operation's definition, sorted by name. The lowest bit of the
//! reference of an optional property is a flag. The operations' definitions determine this order,
//! so the properties of an unknown operation cannot be read.

use crate::bytecode::dialects::OperationName;
use crate::bytecode::input::Input;
use crate::bytecode::output::Output;
use crate::error::Result;
use crate::model::{AttributeId, Context, Operation, Property};
use crate::operations::{Definition, PropertyDefinition};
use std::collections::HashMap;
use std::sync::Arc;

/// The operation properties in a bytecode file.
#[derive(Default)]
pub(super) struct Properties<'a> {
    blobs: Vec<Input<'a>>,
    /// Cache of the properties read so far. Operations that refer to the same [`Source`] share
    /// them.
    read: HashMap<Source, Arc<[Property]>>,
}

/// The source from which the properties of an operation are read: a blob or a dictionary.
#[derive(PartialEq, Eq, Hash)]
enum Source {
    /// The number of a blob, and the dialect and name of the definition that describes it.
    Blob(usize, &'static str, &'static str),
    Dictionary(AttributeId),
}

impl<'a> Properties<'a> {
    /// Splits the properties section of a file into its blobs.
    pub(super) fn new(mut input: Input<'a>) -> Result<Self> {
        let mut blobs = Vec::new();
        if !input.is_empty() {
            for _ in 0..input.count("properties")? {
                let start = input;
                let size = input.varint()?;
                let size = start.check_index(size, input.remaining() + 1, "bytes")?;
                blobs.push(input.part(size)?);
            }
        }
        input.expect_end("the properties")?;
        Ok(Self { blobs, read: HashMap::new() })
    }

    /// Reads the properties that an operation refers to.
    pub(super) fn read(
        &mut self,
        input: &mut Input<'_>,
        name: &OperationName,
        attributes: &[AttributeId],
        context: &mut Context,
    ) -> Result<Arc<[Property]>> {
        let index = input.index(self.blobs.len(), "properties")?;
        let mut blob = self.blobs[index];
        let source = match name.definition {
            // The properties of an operation that is not registered are written as a dictionary.
            _ if !name.was_registered => {
                let dictionary = attributes[blob.index(attributes.len(), "attributes")?];
                blob.expect_end("properties")?;
                Source::Dictionary(dictionary)
            }
            Some(definition) => Source::Blob(index, definition.dialect, definition.name),
            None => {
                return Err(blob.error(format!(
                    "expected no properties of the unknown operation `{}`, found some",
                    name.name
                )));
            }
        };
        if let Some(shared) = self.read.get(&source) {
            return Ok(Arc::clone(shared));
        }
        let properties: Arc<[Property]> = match (&source, name.definition) {
            (Source::Dictionary(dictionary), _) => read_dictionary(*dictionary, context).into(),
            (Source::Blob(..), Some(definition)) => {
                read_defined(&mut blob, definition, attributes, context)?.into()
            }
            (Source::Blob(..), None) => [].into(),
        };
        self.read.insert(source, Arc::clone(&properties));
        Ok(properties)
    }
}

fn read_dictionary(dictionary: AttributeId, context: &Context) -> Vec<Property> {
    let named = context.dictionary(Some(dictionary)).iter();
    named
        .filter_map(|(name, value)| {
            Some(Property { name: context.as_string(*name)?.clone(), value: *value })
        })
        .collect()
}

fn read_defined(
    blob: &mut Input<'_>,
    definition: &Definition,
    attributes: &[AttributeId],
    context: &mut Context,
) -> Result<Vec<Property>> {
    let start = *blob;
    let mut references = Vec::new();
    while !blob.is_empty() && references.len() <= definition.properties.len() {
        references.push(blob.varint()?);
    }
    let Some(layout) = layout(definition, references.len()) else {
        return Err(start.error(format!(
            "expected {} properties of `{definition}`, found {}",
            definition.properties.len(),
            references.len()
        )));
    };
    let mut properties = Vec::new();
    for (property, reference) in layout.zip(references) {
        let reference = match property.is_optional {
            false => reference,
            true if reference & 1 == 0 => continue,
            true => reference >> 1,
        };
        let value = attributes[start.check_index(reference, attributes.len(), "attributes")?];
        properties.push(Property { name: context.string(property.name.as_bytes()), value });
    }
    Ok(properties)
}

/// Returns the properties in a blob of `count` references, or `None` if no generation of the
/// operation has this number of properties.
///
/// Older writers do not write the properties of later generations, so the count determines the
/// generation.
fn layout(
    definition: &Definition,
    count: usize,
) -> Option<impl Iterator<Item = &PropertyDefinition>> {
    let of = |generation: u8| {
        definition.properties.iter().filter(move |property| property.generation <= generation)
    };
    (0..=PropertyDefinition::LAST_GENERATION).map(of).find(|layout| layout.clone().count() == count)
}

/// The distinct blobs of a properties section.
#[derive(Default)]
pub(super) struct PropertyBlobs {
    numbers: HashMap<Vec<u8>, usize>,
    output: Output,
}

impl PropertyBlobs {
    /// Returns the index of the blob that contains an operation's properties. Adds the blob if it
    /// is new.
    pub(super) fn number(
        &mut self,
        operation: &Operation,
        definition: &Definition,
        attribute: impl Fn(AttributeId) -> usize,
    ) -> usize {
        let mut blob = Output::default();
        for property in definition.properties {
            match operation.property(property.name).map(&attribute) {
                Some(number) if property.is_optional => blob.varint_with_flag(number, true),
                Some(number) => blob.count(number),
                // This is an unset optional property: `verify` rejects missing required ones.
                None => blob.varint(0),
            }
        }
        let next = self.numbers.len();
        let blob = blob.into_bytes();
        if let Some(number) = self.numbers.get(&blob) {
            return *number;
        }
        self.output.count(blob.len());
        self.output.bytes(&blob);
        self.numbers.insert(blob, next);
        next
    }

    pub(super) fn write(self) -> Output {
        let mut output = Output::default();
        output.count(self.numbers.len());
        output.bytes(&self.output.into_bytes());
        output
    }
}
