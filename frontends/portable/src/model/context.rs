// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Where attributes and types live, each once.

use crate::builtin;
use crate::encoding::Sink;
use crate::model::{Attribute, ResourceId, Str, Type};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// An attribute of a [`Context`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttributeId(pub(crate) usize);

/// A type of a [`Context`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) usize);

/// An attribute or a type of a [`Context`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryId {
    /// An attribute.
    Attribute(AttributeId),
    /// A type.
    Type(TypeId),
}

impl EntryId {
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Attribute(AttributeId(index)) | Self::Type(TypeId(index)) => index,
        }
    }
}

/// An attribute or a type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Entry {
    /// An attribute.
    Attribute(Attribute),
    /// A type.
    Type(Type),
}

/// The attributes and types of a program, like MLIR's context.
///
/// What refers to others can only be made after them, so that [`entries`](Self::entries) has
/// them in an order in which they can be converted one after the other.
#[derive(Debug, Clone, Default)]
pub struct Context {
    entries: Vec<Arc<Entry>>,
    ids: HashMap<Arc<Entry>, usize>,
    /// For each entry, how long the longest chain of references from it is.
    depths: Vec<usize>,
    strings: HashSet<Str>,
}

impl Context {
    /// The id of an attribute, which is added if there is none like it.
    pub fn add_attribute(&mut self, attribute: impl Into<Attribute>) -> AttributeId {
        AttributeId(self.add(Entry::Attribute(attribute.into())))
    }

    /// The id of a type, which is added if there is none like it.
    pub fn add_type(&mut self, r#type: impl Into<Type>) -> TypeId {
        TypeId(self.add(Entry::Type(r#type.into())))
    }

    /// An attribute.
    ///
    /// # Panics
    /// If the id is of another context.
    pub fn attribute(&self, id: AttributeId) -> &Attribute {
        match &*self.entries[id.0] {
            Entry::Attribute(attribute) => attribute,
            Entry::Type(_) => panic!("an id of another context"),
        }
    }

    /// A type.
    ///
    /// # Panics
    /// If the id is of another context.
    pub fn r#type(&self, id: TypeId) -> &Type {
        match &*self.entries[id.0] {
            Entry::Type(r#type) => r#type,
            Entry::Attribute(_) => panic!("an id of another context"),
        }
    }

    /// All attributes and types, each after those it refers to.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = (EntryId, &Entry)> {
        self.entries.iter().enumerate().map(|(index, entry)| match &**entry {
            Entry::Attribute(_) => (EntryId::Attribute(AttributeId(index)), &**entry),
            Entry::Type(_) => (EntryId::Type(TypeId(index)), &**entry),
        })
    }

    /// A string that shares its memory with others of the same bytes.
    pub fn string(&mut self, bytes: &[u8]) -> Str {
        let string = Str::from(bytes);
        if let Some(shared) = self.strings.get(&string) {
            return shared.clone();
        }
        self.strings.insert(string.clone());
        string
    }

    /// The string of a builtin string attribute.
    pub fn as_string(&self, id: AttributeId) -> Option<&Str> {
        match self.attribute(id) {
            Attribute::Builtin(builtin::Attribute::String { value, .. }) => Some(value),
            _ => None,
        }
    }

    /// The names and values of a builtin dictionary, none for none.
    pub fn dictionary(&self, id: Option<AttributeId>) -> &[(AttributeId, AttributeId)] {
        match id.map(|id| self.attribute(id)) {
            Some(Attribute::Builtin(builtin::Attribute::Dictionary { value })) => value,
            _ => &[],
        }
    }

    /// What an attribute or a type refers to itself.
    pub fn children(&self, id: EntryId) -> Vec<EntryId> {
        self.entry(id).children()
    }

    /// How long the longest chain of references from an attribute or a type is.
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
    /// The name of its dialect.
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

    /// Encodes it, unless it is text.
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

/// Of all that an entry writes, what it refers to.
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
