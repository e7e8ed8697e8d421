// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Storage of attributes and types.
//!
//! A [`Context`] stores each attribute and type once and identifies it by its index. Contents that
//! are shared in a file remain shared in memory, and IDs are equal exactly if the contents are
//! equal.

use crate::builtin;
use crate::encoding::Sink;
use crate::model::{Attribute, AttributeId, EntryId, ResourceId, Str, Type, TypeId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// An entry of a context: an attribute or a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Entry {
    /// An attribute.
    Attribute(Attribute),
    /// A type.
    Type(Type),
}

/// The attributes and types of a program, like MLIR's context.
///
/// An entry is added after all entries to which it refers. Thus, [`entries`](Self::entries) visits
/// entries in an order in which they can be converted one by one.
#[derive(Debug, Clone, Default)]
pub struct Context {
    entries: Vec<Arc<Entry>>,
    ids: HashMap<Arc<Entry>, usize>,
    /// For each entry, the number of entries in the longest chain of references that starts with
    /// it.
    depths: Vec<usize>,
    strings: HashSet<Str>,
}

impl Context {
    /// Returns the ID of an attribute. Adds the attribute if it is new.
    pub fn add_attribute(&mut self, attribute: impl Into<Attribute>) -> AttributeId {
        AttributeId(self.add(Entry::Attribute(attribute.into())))
    }

    /// Returns the ID of a type. Adds the type if it is new.
    pub fn add_type(&mut self, r#type: impl Into<Type>) -> TypeId {
        TypeId(self.add(Entry::Type(r#type.into())))
    }

    /// Returns the attribute with the given ID.
    ///
    /// # Panics
    /// May panic if the ID belongs to another context.
    pub fn attribute(&self, id: AttributeId) -> &Attribute {
        match &*self.entries[id.0] {
            Entry::Attribute(attribute) => attribute,
            Entry::Type(_) => panic!("attribute id belongs to another context"),
        }
    }

    /// Returns the type with the given ID.
    ///
    /// # Panics
    /// May panic if the ID belongs to another context.
    pub fn r#type(&self, id: TypeId) -> &Type {
        match &*self.entries[id.0] {
            Entry::Type(r#type) => r#type,
            Entry::Attribute(_) => panic!("type id belongs to another context"),
        }
    }

    /// Returns all attributes and types, each after the attributes and types to which it refers.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (EntryId, &Entry)> {
        self.entries.iter().enumerate().map(|(index, entry)| match &**entry {
            Entry::Attribute(_) => (EntryId::Attribute(AttributeId(index)), &**entry),
            Entry::Type(_) => (EntryId::Type(TypeId(index)), &**entry),
        })
    }

    /// Returns a string that shares its memory with equal strings of this context.
    pub fn string(&mut self, bytes: &[u8]) -> Str {
        let string = Str::from(bytes);
        if let Some(shared) = self.strings.get(&string) {
            return shared.clone();
        }
        self.strings.insert(string.clone());
        string
    }

    /// Returns the string of a builtin string attribute, or `None` for other attributes.
    ///
    /// # Panics
    /// May panic if the ID belongs to another context.
    pub fn as_string(&self, id: AttributeId) -> Option<&Str> {
        match self.attribute(id) {
            Attribute::Builtin(builtin::Attribute::String { value, .. }) => Some(value),
            _ => None,
        }
    }

    /// Returns the names and values of a builtin dictionary, or an empty slice for `None` and for
    /// other attributes.
    ///
    /// # Panics
    /// May panic if the ID belongs to another context.
    pub fn dictionary(&self, id: Option<AttributeId>) -> &[(AttributeId, AttributeId)] {
        match id.map(|id| self.attribute(id)) {
            Some(Attribute::Builtin(builtin::Attribute::Dictionary { value })) => value,
            _ => &[],
        }
    }

    /// Returns the attributes and types to which an attribute or a type refers directly.
    ///
    /// # Panics
    /// Panics if the ID is out of range. An ID of another context may be out of range.
    pub fn children(&self, id: EntryId) -> Vec<EntryId> {
        self.entry(id).children()
    }

    /// Returns the number of entries in the longest chain of references that starts with an entry;
    /// 1 for an entry without references.
    pub(crate) fn depth(&self, id: EntryId) -> usize {
        self.depths[id.index()]
    }

    pub(crate) fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    fn add(&mut self, entry: Entry) -> usize {
        if let Some(id) = self.ids.get(&entry) {
            return *id;
        }
        let depths = entry.children().into_iter().map(|child| self.depth(child));
        let depth = 1 + depths.max().unwrap_or(0);
        let id = self.entries.len();
        let entry = Arc::new(entry);
        self.entries.push(Arc::clone(&entry));
        self.depths.push(depth);
        self.ids.insert(entry, id);
        id
    }
}

impl Entry {
    /// Returns the name of the dialect of the attribute or type.
    pub(crate) fn dialect(&self) -> Str {
        match self {
            Self::Attribute(Attribute::Builtin(_)) | Self::Type(Type::Builtin(_)) => {
                "builtin".into()
            }
            Self::Attribute(Attribute::Vhlo(_)) | Self::Type(Type::Vhlo(_)) => "vhlo".into(),
            Self::Attribute(Attribute::Sdy(_)) => "sdy".into(),
            Self::Attribute(Attribute::Stablehlo(_)) | Self::Type(Type::Stablehlo(_)) => {
                "stablehlo".into()
            }
            Self::Attribute(Attribute::Text { dialect, .. })
            | Self::Type(Type::Text { dialect, .. }) => dialect.clone(),
        }
    }

    /// Writes the encoding of the attribute or type. Writes nothing if it is in textual form.
    pub(crate) fn write(&self, to: &mut dyn Sink) {
        match self {
            Self::Attribute(Attribute::Builtin(attribute)) => attribute.write(to),
            Self::Attribute(Attribute::Vhlo(attribute)) => attribute.write(to),
            Self::Attribute(Attribute::Sdy(attribute)) => attribute.write(to),
            Self::Attribute(Attribute::Stablehlo(attribute)) => attribute.write(to),
            Self::Type(Type::Stablehlo(r#type)) => r#type.write(to),
            Self::Type(Type::Builtin(r#type)) => r#type.write(to),
            Self::Type(Type::Vhlo(r#type)) => r#type.write(to),
            Self::Attribute(Attribute::Text { .. }) | Self::Type(Type::Text { .. }) => {}
        }
    }

    fn children(&self) -> Vec<EntryId> {
        let mut children = Children(Vec::new());
        self.write(&mut children);
        children.0
    }
}

/// A sink that collects the attributes and types to which an attribute or type refers.
struct Children(Vec<EntryId>);

impl Sink for Children {
    fn attribute(&mut self, id: AttributeId) {
        self.0.push(EntryId::Attribute(id));
    }
    fn flagged_attribute(&mut self, id: AttributeId) {
        self.attribute(id);
    }
    fn r#type(&mut self, id: TypeId) {
        self.0.push(EntryId::Type(id));
    }
    fn resource(&mut self, _: ResourceId) {}
    fn string(&mut self, _: &Str) {}
    fn varint(&mut self, _: u64) {}
    fn signed(&mut self, _: i64) {}
    fn bytes(&mut self, _: &[u8]) {}
}
