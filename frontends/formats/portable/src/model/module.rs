// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The top level of a program.

use crate::builtin;
use crate::model::{AttributeId, Context, Operation, ResourceGroup, TypeId, Value};
use std::convert::Infallible;

/// A program: the module operation with the attributes, types and resources to which it refers.
#[derive(Debug, Clone)]
pub struct Module {
    /// The attributes and types of the program.
    pub context: Context,
    /// The type of each value, indexed by [`Value`].
    pub values: Vec<TypeId>,
    /// The operation `builtin.module`.
    pub operation: Operation,
    /// The resources, to whose data attributes refer.
    pub resources: Vec<ResourceGroup>,
}

impl Module {
    /// Creates an empty program with an unknown location.
    pub fn new() -> Self {
        let mut context = Context::default();
        let unknown = context.add_attribute(builtin::Attribute::UnknownLoc);
        let mut operation = Operation::new("builtin.module", unknown);
        operation.is_isolated = true;
        operation.regions.push(crate::Region { blocks: vec![crate::Block::default()] });
        Self { context, values: Vec::new(), operation, resources: Vec::new() }
    }

    /// Adds a value of a type. Exactly one operation or block must define the value.
    pub fn add_value(&mut self, r#type: TypeId) -> Value {
        self.values.push(r#type);
        Value(self.values.len() - 1)
    }

    /// Returns the type of a value.
    ///
    /// # Panics
    /// Panics if the value is out of range. A value of another program may be out of range.
    pub fn type_of(&self, value: Value) -> TypeId {
        self.values[value.0]
    }

    /// Renders a location in one line.
    ///
    /// # Panics
    /// May panic if the ID belongs to another context.
    pub fn location(&self, id: AttributeId) -> String {
        super::location::describe(&self.context, id)
    }

    /// Visits every operation in pre-order.
    pub fn walk<'m>(&'m self, mut visit: impl FnMut(&'m Operation)) {
        let walked: Result<(), Infallible> = self.try_walk(|operation| {
            visit(operation);
            Ok(())
        });
        let Ok(()) = walked;
    }

    /// Visits every operation in pre-order until the first error.
    ///
    /// # Errors
    /// Fails if `visit` fails.
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
