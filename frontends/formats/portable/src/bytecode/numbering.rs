// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assignment of numbers to dialects, operation names, attributes, types and values.

use crate::error::{Error, Result};
use crate::model::{AttributeId, Context, EntryId, Module, Name, Operation, Region, Str, TypeId};
use std::collections::HashMap;

/// The contents of the tables of a file, each in the order of the assigned numbers.
#[derive(Default)]
pub(super) struct Numbering {
    pub(super) dialects: Vec<Str>,
    pub(super) operations: Vec<Name>,
    pub(super) attributes: Vec<AttributeId>,
    pub(super) types: Vec<TypeId>,
    dialect_numbers: HashMap<Str, usize>,
    operation_numbers: HashMap<Name, usize>,
    /// Numbers of attributes and types, indexed by [`EntryId::index`].
    entry_numbers: Vec<usize>,
}

impl Numbering {
    /// Numbers the dialects, operation names, attributes and types that the program uses.
    ///
    /// Attributes and types are grouped by dialect. Within a dialect, more frequent entries receive
    /// smaller numbers, which have shorter encodings. Equally frequent entries are in the order of
    /// discovery, so that the encoding of a program is deterministic.
    pub(super) fn new(module: &Module) -> Self {
        let mut numbering = Self::default();
        let mut found = Found::new(&module.context);
        module.walk(|operation| {
            numbering.add_operation(&operation.name);
            direct(module, operation).for_each(|id| found.add(id));
        });
        for group in module.resources.iter().filter(|group| group.of_dialect) {
            numbering.add_dialect(&group.owner);
        }
        numbering.operations.sort_by_key(|name| numbering.dialect_numbers[&name.dialect]);
        let names = numbering.operations.iter().cloned();
        numbering.operation_numbers = names.zip(0..).collect();
        found.add_children(&module.context);
        numbering.number_entries(&module.context, &found);
        numbering
    }

    pub(super) fn dialect(&self, name: &Str) -> usize {
        self.dialect_numbers.get(name).copied().unwrap_or_default()
    }

    pub(super) fn operation(&self, name: &Name) -> usize {
        self.operation_numbers.get(name).copied().unwrap_or_default()
    }

    pub(super) fn attribute(&self, id: AttributeId) -> usize {
        self.entry_numbers[id.0]
    }

    pub(super) fn r#type(&self, id: TypeId) -> usize {
        self.entry_numbers[id.0]
    }

    fn add_dialect(&mut self, name: &Str) -> usize {
        let next = self.dialects.len();
        *self.dialect_numbers.entry(name.clone()).or_insert_with(|| {
            self.dialects.push(name.clone());
            next
        })
    }

    fn add_operation(&mut self, name: &Name) {
        if !self.operation_numbers.contains_key(name) {
            self.add_dialect(&name.dialect);
            self.operation_numbers.insert(name.clone(), 0);
            self.operations.push(name.clone());
        }
    }

    fn number_entries(&mut self, context: &Context, found: &Found) {
        let mut order = Vec::new();
        for id in &found.order {
            let dialect = self.add_dialect(&context.entry(*id).dialect());
            order.push((dialect, usize::MAX - found.uses[id.index()], *id));
        }
        order.sort_by_key(|(dialect, unused, _)| (*dialect, *unused));
        self.entry_numbers = vec![0; context.len()];
        for (_, _, id) in order {
            self.entry_numbers[id.index()] = match id {
                EntryId::Attribute(id) => {
                    self.attributes.push(id);
                    self.attributes.len() - 1
                }
                EntryId::Type(id) => {
                    self.types.push(id);
                    self.types.len() - 1
                }
            };
        }
    }
}

/// Attributes and types of a program in the order of discovery, each with its number of uses.
struct Found {
    order: Vec<EntryId>,
    uses: Vec<usize>,
}

impl Found {
    fn new(context: &Context) -> Self {
        Self { order: Vec::new(), uses: vec![0; context.len()] }
    }

    fn add(&mut self, id: EntryId) {
        self.uses[id.index()] += 1;
        if self.uses[id.index()] == 1 {
            self.order.push(id);
        }
    }

    /// Adds the attributes and types to which the entries found so far refer, directly or
    /// indirectly.
    fn add_children(&mut self, context: &Context) {
        let mut next = 0;
        while let Some(id) = self.order.get(next) {
            context.children(*id).into_iter().for_each(|child| self.add(child));
            next += 1;
        }
    }
}

/// Returns the attributes and types to which an operation refers directly.
fn direct<'m>(module: &'m Module, operation: &'m Operation) -> impl Iterator<Item = EntryId> + 'm {
    let arguments = operation
        .regions
        .iter()
        .flat_map(|region| &region.blocks)
        .flat_map(|block| &block.arguments)
        .flat_map(|argument| {
            [EntryId::Attribute(argument.location), EntryId::Type(module.type_of(argument.value))]
        });
    let properties = operation.properties.iter().map(|property| property.value);
    let attributes = operation.attributes.into_iter().chain([operation.location]).chain(properties);
    let results = operation.results.iter().map(|value| module.type_of(*value));
    attributes.map(EntryId::Attribute).chain(results.map(EntryId::Type)).chain(arguments)
}

/// The numbers of the values in scope, which restart at 0 in operations that are isolated from
/// above.
///
/// After the end of a region, and inside an isolated operation, the same number refers to another
/// value. Therefore, only the values in scope have numbers.
pub(super) struct ValueNumbers {
    /// For each value, its number and the number of isolated operations that enclose its
    /// definition.
    numbers: Vec<Option<(usize, usize)>>,
    /// Number of isolated operations that enclose the current region.
    isolation: usize,
}

impl ValueNumbers {
    pub(super) fn new(module: &Module) -> Self {
        Self { numbers: vec![None; module.values.len()], isolation: 0 }
    }

    /// Enters the regions of an isolated operation, in which no value is in scope yet.
    pub(super) fn enter_isolated(&mut self) {
        self.isolation += 1;
    }

    /// Leaves the regions of an isolated operation.
    pub(super) fn leave_isolated(&mut self) {
        self.isolation -= 1;
    }

    /// Numbers the values that a region itself defines, excluding nested regions, starting at
    /// `first`. Returns the next free number.
    pub(super) fn enter(&mut self, region: &Region, first: usize) -> usize {
        let mut next = first;
        for value in region.values() {
            if let Some(number) = self.numbers.get_mut(value.0) {
                *number = Some((next, self.isolation));
            }
            next += 1;
        }
        next
    }

    /// Removes the numbers of the values that a region defines.
    pub(super) fn leave(&mut self, region: &Region) {
        for value in region.values() {
            if let Some(number) = self.numbers.get_mut(value.0) {
                *number = None;
            }
        }
    }

    /// Returns the number of a value that an operation uses.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] if the value is not in scope.
    pub(super) fn get(
        &self,
        module: &Module,
        operation: &Operation,
        value: usize,
    ) -> Result<usize> {
        match self.numbers.get(value) {
            Some(Some((number, isolation))) if *isolation == self.isolation => Ok(*number),
            _ => Err(Error::Invalid {
                location: module.location(operation.location),
                message: format!("`{}` uses a value that is not defined in scope", operation.name),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin;
    use crate::model::Block;

    /// Creates a region with an operation that defines a value.
    fn region(module: &mut Module) -> Region {
        let r#type = module.context.add_type(builtin::Type::Index);
        let mut operation = Operation::new("other.define", module.operation.location);
        operation.results = vec![module.add_value(r#type)];
        Region { blocks: vec![Block { arguments: Vec::new(), operations: vec![operation] }] }
    }

    #[test]
    fn only_values_in_scope_have_numbers() {
        let mut module = Module::new();
        let (outer, inner) = (region(&mut module), region(&mut module));
        let user = Operation::new("other.use", module.operation.location);
        let mut values = ValueNumbers::new(&module);
        let numbers = |values: &ValueNumbers| [0, 1].map(|it| values.get(&module, &user, it).ok());
        assert_eq!(values.enter(&outer, 0), 1);
        assert_eq!(values.enter(&inner, 1), 2);
        assert_eq!(numbers(&values), [Some(0), Some(1)]);
        values.leave(&inner);
        assert_eq!(numbers(&values), [Some(0), None]);
        values.enter_isolated();
        assert_eq!(numbers(&values), [None, None]);
        assert_eq!(values.enter(&inner, 0), 1);
        assert_eq!(numbers(&values), [None, Some(0)]);
        values.leave(&inner);
        values.leave_isolated();
        assert_eq!(numbers(&values), [Some(0), None]);
    }
}
