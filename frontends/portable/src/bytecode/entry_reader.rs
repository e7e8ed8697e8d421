// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What encodings read the fields of an attribute or a type from.

use crate::bytecode::entries::{Slot, State, Tables};
use crate::bytecode::input::Input;
use crate::encoding::{known_width, number_of_elements};
use crate::error::{Error, Result};
use crate::model::{
    Attribute, AttributeId, Context, Entry, EntryId, ResourceId, Str, Type, TypeId,
};
use crate::{builtin, sdy, stablehlo, vhlo};

/// Reads the fields of one attribute or type.
///
/// What it refers to may not have been read yet. Then the ids are of no use, and neither is
/// what is made of them.
pub(crate) struct EntryReader<'a, 'c> {
    /// The bytes.
    pub(crate) input: Input<'a>,
    /// Whether the code says that a field is there.
    pub(crate) present: bool,
    /// What has been read.
    pub(crate) context: &'c Context,
    /// Attributes, then types.
    pub(super) slots: &'c [Slot<'a>],
    /// How many of them are attributes.
    pub(super) attributes: usize,
    pub(super) tables: &'c Tables<'a>,
    /// Slots that have not been read.
    pub(super) missing: Vec<usize>,
    pub(super) last_type: Option<TypeId>,
    /// How many numbers of instances there were so far.
    pub(super) instances: u64,
}

/// An id of what has not been read.
const MISSING: usize = usize::MAX;

impl EntryReader<'_, '_> {
    /// The attribute or type of a slot.
    pub(super) fn read(&mut self, slot: usize) -> Result<Entry> {
        let is_attribute = slot < self.attributes;
        let Slot { dialect, is_text, .. } = self.slots[slot];
        let entry = if is_text {
            let text = self.input.zero_terminated()?.into();
            let dialect = dialect.clone();
            match is_attribute {
                true => Entry::Attribute(Attribute::Text { dialect, text }),
                false => Entry::Type(Type::Text { dialect, text }),
            }
        } else {
            match (dialect.bytes(), is_attribute) {
                (b"builtin", true) => Entry::Attribute(builtin::Attribute::read(self)?.into()),
                (b"vhlo", true) => Entry::Attribute(vhlo::Attribute::read(self)?.into()),
                (b"sdy", true) => Entry::Attribute(sdy::Attribute::read(self)?.into()),
                (b"stablehlo", true) => Entry::Attribute(stablehlo::Attribute::read(self)?.into()),
                (b"stablehlo", false) => Entry::Type(stablehlo::Type::read(self)?.into()),
                (b"builtin", false) => Entry::Type(builtin::read_type(self)?),
                (b"vhlo", false) => Entry::Type(vhlo::Type::read(self)?.into()),
                _ => {
                    return Err(self.input.error(format!(
                        "expected an attribute or type of builtin, vhlo, sdy or stablehlo, found \
                         one of `{dialect}` in its own encoding"
                    )));
                }
            }
        };
        self.input.expect_end("an attribute or type")?;
        Ok(entry)
    }

    /// A reference to an attribute.
    pub(crate) fn attribute(&mut self) -> Result<AttributeId> {
        let index = self.input.index(self.attributes, "attributes")?;
        self.attribute_at(index)
    }

    /// A reference to an attribute, if the flag says so.
    pub(crate) fn flagged_attribute(&mut self) -> Result<Option<AttributeId>> {
        let start = self.input;
        let (index, is_there) = self.input.varint_with_flag()?;
        if !is_there {
            return Ok(None);
        }
        let index = start.check_index(index, self.attributes, "attributes")?;
        self.attribute_at(index).map(Some)
    }

    fn attribute_at(&mut self, index: usize) -> Result<AttributeId> {
        match self.entry(index)? {
            Some(EntryId::Attribute(id)) => Ok(id),
            _ => Ok(AttributeId(MISSING)),
        }
    }

    /// A reference to an attribute that is what is expected.
    pub(crate) fn attribute_that(
        &mut self,
        expected: &str,
        accepts: impl Fn(&Attribute) -> bool,
    ) -> Result<AttributeId> {
        let start = self.input;
        let id = self.attribute()?;
        if id.0 == MISSING || accepts(self.context.attribute(id)) {
            return Ok(id);
        }
        Err(start.error(format!("expected {expected}, found another attribute")))
    }

    /// A reference to a type.
    pub(crate) fn r#type(&mut self) -> Result<TypeId> {
        let types = self.slots.len() - self.attributes;
        let index = self.input.index(types, "types")?;
        let id = match self.entry(self.attributes + index)? {
            Some(EntryId::Type(id)) => id,
            _ => TypeId(MISSING),
        };
        self.last_type = Some(id);
        Ok(id)
    }

    fn entry(&mut self, slot: usize) -> Result<Option<EntryId>> {
        match self.slots[slot].state {
            State::Read(id) => Ok(Some(id)),
            State::Unread => {
                self.missing.push(slot);
                Ok(None)
            }
            State::Waiting => {
                self.missing.clear();
                Err(self.input.error("expected no attribute or type that contains itself"))
            }
        }
    }

    /// The type that was read last. An error if it cannot be asked yet.
    pub(crate) fn last_type(&self) -> Result<TypeId> {
        match self.last_type {
            Some(id) if id.0 != MISSING => Ok(id),
            _ => Err(self.unknown_type()),
        }
    }

    /// How wide numbers of the type that was read last are.
    pub(crate) fn width_of_last_type(&self) -> Result<u32> {
        let width = known_width(self.context, self.last_type()?);
        width.ok_or_else(|| self.input.error("expected a number, found another type in front"))
    }

    /// How many elements the type has that was read last, if that is known.
    pub(crate) fn elements_of_last_type(&self) -> Result<Option<usize>> {
        let Type::Builtin(r#type) = self.context.r#type(self.last_type()?) else { return Ok(None) };
        Ok(r#type.shape().and_then(number_of_elements))
    }

    fn unknown_type(&self) -> Error {
        self.input.error("expected a type in front")
    }

    /// A reference to a resource.
    pub(crate) fn resource(&mut self) -> Result<ResourceId> {
        self.input.index(self.tables.resources, "resources").map(ResourceId)
    }

    /// A reference to a string.
    pub(crate) fn string(&mut self) -> Result<Str> {
        let index = self.input.index(self.tables.strings.len(), "strings")?;
        Ok(self.tables.strings[index].clone())
    }

    /// A list with its length in front.
    pub(crate) fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.input.count("elements")?;
        (0..count).map(|_| element(self)).collect()
    }

    /// A number that no other attribute of the file gets.
    pub(crate) fn instance(&mut self) -> u64 {
        self.instances += 1;
        self.instances
    }
}
