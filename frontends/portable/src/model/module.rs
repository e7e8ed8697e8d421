// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A whole program.

use crate::builtin;
use crate::model::{AttributeId, Context, Operation, ResourceGroup, TypeId, Value};
use std::convert::Infallible;

/// A program.
#[derive(Debug, Clone)]
pub struct Module {
    /// Its attributes and types.
    pub context: Context,
    /// The types of its values.
    pub values: Vec<TypeId>,
    /// The operation `builtin.module`.
    pub operation: Operation,
    /// Data that attributes refer to.
    pub resources: Vec<ResourceGroup>,
}

impl Module {
    /// An empty program, at an unknown place.
    pub fn new() -> Self {
        let mut context = Context::default();
        let unknown = context.add_attribute(builtin::Attribute::UnknownLoc);
        let mut operation = Operation::new("builtin.module", unknown);
        operation.is_isolated = true;
        operation.regions.push(crate::Region { blocks: vec![crate::Block::default()] });
        Self { context, values: Vec::new(), operation, resources: Vec::new() }
    }

    /// A value of a type, for one operation or block to define.
    pub fn add_value(&mut self, r#type: TypeId) -> Value {
        self.values.push(r#type);
        Value(self.values.len() - 1)
    }

    /// The type of a value.
    ///
    /// # Panics
    /// If it is of another program.
    pub fn type_of(&self, value: Value) -> TypeId {
        self.values[value.0]
    }

    /// What a location says, in one line.
    pub fn location(&self, id: AttributeId) -> String {
        super::location::describe(&self.context, id)
    }

    /// Every operation, outer ones and earlier ones first.
    pub fn walk<'m>(&'m self, mut visit: impl FnMut(&'m Operation)) {
        let walked: Result<(), Infallible> = self.try_walk(|operation| {
            visit(operation);
            Ok(())
        });
        let Ok(()) = walked;
    }

    /// Every operation, outer ones and earlier ones first, until the first error.
    ///
    /// # Errors
    /// That of `visit`.
    pub fn try_walk<'m, E>(
        &'m self,
        mut visit: impl FnMut(&'m Operation) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut stack = vec![&self.operation];
        while let Some(operation) = stack.pop() {
            visit(operation)?;
            let first = stack.len();
            stack.extend(operation.children());
            stack[first..].reverse();
        }
        Ok(())
    }
}

impl Default for Module {
    fn default() -> Self {
        Self::new()
    }
}
