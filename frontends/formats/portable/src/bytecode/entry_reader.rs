// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The source from which encodings read the fields of an attribute or a type.

use crate::bytecode::entry_slots::{Slot, State, Tables};
use crate::bytecode::input::Input;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::model::{AttributeId, EntryId, ResourceId, Str, TypeId};

/// The properties of previously read attributes and types on which encodings depend.
///
/// The trait abstracts the context that stores all attributes and types. The definitions of
/// attributes and types use the reader, so the reader must not depend on the context.
pub(crate) trait KnownEntries {
    /// Returns true if the attribute is a string attribute of the builtin dialect.
    fn is_string(&self, id: AttributeId) -> bool;
    /// Returns true if the attribute is a location.
    fn is_location(&self, id: AttributeId) -> bool;
    /// Returns the width in bits of a numeric type, or `None` for other types.
    fn width(&self, id: TypeId) -> Option<u32>;
    /// Returns the number of elements of a type of the builtin dialect with a static shape, or
    /// `None` for other types.
    fn elements(&self, id: TypeId) -> Option<usize>;
    /// Returns the layout of the constants of a type, or `None` if that layout is unknown.
    fn layout(&self, id: TypeId) -> Option<Layout>;
}

/// Reads the fields of one attribute or type.
///
/// A referenced entry may still be unread. In this case, its index is added to `missing`, the field
/// receives a placeholder ID, and the caller must discard the result.
pub(crate) struct EntryReader<'a, 'c> {
    /// The encoded bytes of the attribute or type.
    pub(crate) input: Input<'a>,
    /// Whether the code of the attribute or type states that its optional field is present.
    pub(crate) present: bool,
    /// The attributes and types read so far.
    pub(super) known: &'c dyn KnownEntries,
    /// The slots of all attributes of the file, followed by the slots of all types.
    pub(super) slots: &'c [Slot<'a>],
    /// Number of attributes in `slots`.
    pub(super) attributes: usize,
    pub(super) tables: &'c Tables<'a>,
    /// Indices in `slots` of referenced attributes and types that are still unread.
    pub(super) missing: Vec<usize>,
    pub(super) last_type: Option<TypeId>,
    /// Number of `Distinct` attributes numbered so far; see [`Self::instance`].
    pub(super) instances: u64,
}

/// The value that stands for the index of any attribute or type that is still unread. An entry that
/// refers to it is discarded, and read again later.
const MISSING: usize = usize::MAX;

impl EntryReader<'_, '_> {
    /// Reads a reference to an attribute.
    pub(crate) fn attribute(&mut self) -> Result<AttributeId> {
        let index = self.input.index(self.attributes, "attributes")?;
        self.attribute_at(index)
    }

    /// Reads a reference to an optional attribute. Returns `None` if the lowest bit of the
    /// reference states that the attribute is absent.
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

    /// Reads a reference to a string attribute of the builtin dialect.
    pub(crate) fn string_attribute(&mut self) -> Result<AttributeId> {
        self.attribute_that("a string attribute", |known, id| known.is_string(id))
    }

    /// Reads a reference to a location.
    pub(crate) fn location(&mut self) -> Result<AttributeId> {
        self.attribute_that("a location", |known, id| known.is_location(id))
    }

    /// Reads a reference to an attribute, and fails if `accepts` returns false for the attribute.
    /// An attribute that is still unread is not checked.
    ///
    /// `expected` describes the attribute in the error message.
    fn attribute_that(
        &mut self,
        expected: &str,
        accepts: impl Fn(&dyn KnownEntries, AttributeId) -> bool,
    ) -> Result<AttributeId> {
        let start = self.input;
        let id = self.attribute()?;
        if id.0 == MISSING || accepts(self.known, id) {
            return Ok(id);
        }
        Err(start.error(format!("expected {expected}, found another attribute")))
    }

    /// Reads a reference to a type.
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
                Err(self
                    .input
                    .error("expected no attribute or type that contains itself, found one"))
            }
        }
    }

    /// Returns the type field that was read last, or an error if there is none or the type is still
    /// unread.
    fn last_type(&self) -> Result<TypeId> {
        match self.last_type {
            Some(id) if id.0 != MISSING => Ok(id),
            _ => Err(self.unknown_type()),
        }
    }

    /// Returns the width in bits of the type that was read last, which must be a numeric type.
    pub(crate) fn width_of_last_type(&self) -> Result<u32> {
        let width = self.known.width(self.last_type()?);
        width.ok_or_else(|| self.input.error("expected a numeric type before a number"))
    }

    /// Returns the number of elements of the type that was read last, or `None` if its shape is not
    /// static.
    pub(crate) fn elements_of_last_type(&self) -> Result<Option<usize>> {
        Ok(self.known.elements(self.last_type()?))
    }

    /// Returns the layout of the constants of the type that was read last, or `None` if that layout
    /// is unknown.
    pub(crate) fn layout_of_last_type(&self) -> Result<Option<Layout>> {
        Ok(self.known.layout(self.last_type()?))
    }

    fn unknown_type(&self) -> Error {
        self.input.error("expected the type of an attribute to precede its value or elements")
    }

    /// Reads a reference to a dialect resource.
    pub(crate) fn resource(&mut self) -> Result<ResourceId> {
        self.input.index(self.tables.resources, "resources").map(ResourceId)
    }

    /// Reads a reference to an entry of the string section.
    pub(crate) fn string(&mut self) -> Result<Str> {
        let index = self.input.index(self.tables.strings.len(), "strings")?;
        Ok(self.tables.strings[index].clone())
    }

    /// Reads a list that starts with its length.
    pub(crate) fn list<T>(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let count = self.input.count("elements")?;
        (0..count).map(|_| element(self)).collect()
    }

    /// Returns the next instance number of a distinct attribute. Instance numbers are unique in a
    /// file.
    pub(crate) fn instance(&mut self) -> u64 {
        self.instances += 1;
        self.instances
    }
}
