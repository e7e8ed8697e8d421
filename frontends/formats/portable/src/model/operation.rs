// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations with their regions, blocks, values and properties.

use crate::model::{AttributeId, Str};
use std::fmt;
use std::sync::Arc;

/// A result of an operation or an argument of a block: an index into the types of
/// [`Module::values`](crate::Module::values).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub usize);

/// An inherent attribute, which the operation's definition declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The name of the property in the operation's definition.
    pub name: Str,
    /// The value of the property. The list of an operation's properties does not contain unset
    /// properties.
    pub value: AttributeId,
}

/// The name of an operation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The dialect of the operation, such as `vhlo`.
    pub dialect: Str,
    /// The name of the operation without the dialect.
    pub name: Str,
}

impl Name {
    /// Returns true if this is the given full name, such as `vhlo.add_v1`.
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

/// An operation with its operands, results, attributes and regions.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The name of the operation, such as `vhlo.add_v1`.
    pub name: Name,
    /// The location of the operation in the source program.
    pub location: AttributeId,
    /// The discardable attributes of the operation, which its definition does not declare, as a
    /// builtin dictionary.
    pub attributes: Option<AttributeId>,
    /// The inherent attributes of the operation, sorted by name.
    pub properties: Arc<[Property]>,
    /// The operands of the operation.
    pub operands: Vec<Value>,
    /// The results of the operation.
    pub results: Vec<Value>,
    /// The successor blocks of the operation, as indices into the region that contains it.
    pub successors: Vec<usize>,
    /// Whether the operation is isolated from above, so that its regions use no values from
    /// outside.
    pub is_isolated: bool,
    /// The regions of the operation; empty for most operations.
    pub regions: Vec<Region>,
}

/// A list of blocks. The first block is the entry.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Region {
    /// The blocks of the region; the list is empty if the operation has no body.
    pub blocks: Vec<Block>,
}

/// A list of operations that run in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// The arguments of the block.
    pub arguments: Vec<BlockArgument>,
    /// The operations of the block. The last one is the terminator, except in a `builtin.module`.
    pub operations: Vec<Operation>,
}

/// An argument of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockArgument {
    /// The value by which operations refer to the argument.
    pub value: Value,
    /// The location of the argument in the source program.
    pub location: AttributeId,
}

impl Region {
    /// Returns the values that the region itself defines, without the values of nested regions.
    pub(crate) fn values(&self) -> impl Iterator<Item = Value> {
        self.blocks.iter().flat_map(|block| {
            let arguments = block.arguments.iter().map(|argument| argument.value);
            let results = block.operations.iter().flat_map(|operation| &operation.results);
            arguments.chain(results.copied())
        })
    }
}

impl Operation {
    /// Creates an operation without attributes, operands, results or regions.
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

    /// Returns the value of a property, or `None` if it is unset.
    pub fn property(&self, name: &str) -> Option<AttributeId> {
        self.properties.iter().find(|property| property.name == *name).map(|found| found.value)
    }

    /// Returns the operations directly in the regions, without operations in nested regions.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        let blocks = self.regions.iter().flat_map(|region| &region.blocks);
        blocks.flat_map(|block| &block.operations)
    }

    pub(crate) fn children_mut(&mut self) -> impl Iterator<Item = &mut Self> {
        let blocks = self.regions.iter_mut().flat_map(|region| &mut region.blocks);
        blocks.flat_map(|block| &mut block.operations)
    }
}
