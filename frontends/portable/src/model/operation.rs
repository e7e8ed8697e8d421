// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations, and what they consist of.

use crate::model::{AttributeId, Str};
use std::fmt;
use std::sync::Arc;

/// A result of an operation or an argument of a block: an index into the types of
/// [`Module::values`](crate::Module::values).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub usize);

/// An attribute that is part of an operation's definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// As the operation's definition calls it.
    pub name: Str,
    /// What it is set to; one that is not set is not in the list.
    pub value: AttributeId,
}

/// What an operation is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The dialect it belongs to.
    pub dialect: Str,
    /// Its name there.
    pub name: Str,
}

impl Name {
    /// Whether it is a name, given with the dialect in front.
    pub fn is(&self, full: &str) -> bool {
        full.split_once('.')
            .is_some_and(|(dialect, name)| self.dialect == *dialect && self.name == *name)
    }
}

impl From<&str> for Name {
    fn from(full: &str) -> Self {
        let (dialect, name) = full.split_once('.').unwrap_or((full, ""));
        Self { dialect: dialect.into(), name: name.into() }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.bytes() {
            [] => write!(f, "{}", self.dialect),
            _ => write!(f, "{}.{}", self.dialect, self.name),
        }
    }
}

/// An operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// What it is: `vhlo.add_v1`.
    pub name: Name,
    /// Where it comes from.
    pub location: AttributeId,
    /// Attributes that its definition does not know: a builtin dictionary.
    pub attributes: Option<AttributeId>,
    /// Attributes of its definition, sorted by name.
    pub properties: Arc<[Property]>,
    /// What it uses.
    pub operands: Vec<Value>,
    /// What it defines.
    pub results: Vec<Value>,
    /// Blocks of its own region, by index.
    pub successors: Vec<usize>,
    /// Whether its regions use no value from outside of it, by definition.
    pub is_isolated: bool,
    /// Its regions.
    pub regions: Vec<Region>,
}

/// Blocks, the first of which is the entry.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    /// None if the operation has no body.
    pub blocks: Vec<Block>,
}

/// Operations that run one after the other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// What it takes.
    pub arguments: Vec<BlockArgument>,
    /// The last one ends it.
    pub operations: Vec<Operation>,
}

/// What a block takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockArgument {
    /// How operations refer to it.
    pub value: Value,
    /// Where it comes from.
    pub location: AttributeId,
}

impl Operation {
    /// An operation of a name, at a place, and nothing else.
    pub fn new(name: impl Into<Name>, location: AttributeId) -> Self {
        Self {
            name: name.into(),
            location,
            attributes: None,
            properties: Arc::new([]),
            operands: Vec::new(),
            results: Vec::new(),
            successors: Vec::new(),
            is_isolated: false,
            regions: Vec::new(),
        }
    }

    /// An attribute of its definition.
    pub fn property(&self, name: &str) -> Option<AttributeId> {
        self.properties.iter().find(|property| property.name == *name).map(|found| found.value)
    }

    /// The operations in its regions, those in their regions excepted.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let blocks = self.regions.iter().flat_map(|region| &region.blocks);
        blocks.flat_map(|block| &block.operations)
    }

    pub(crate) fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let blocks = self.regions.iter_mut().flat_map(|region| &mut region.blocks);
        blocks.flat_map(|block| &mut block.operations)
    }
}
