// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The numbers of all that operations refer to.

use crate::error::{Error, Result};
use crate::model::{AttributeId, Context, EntryId, Module, Name, Operation, Str, TypeId};
use std::collections::HashMap;

/// What a file consists of, each kind in the order of its numbers.
#[derive(Default)]
pub(super) struct Numbering {
    pub(super) dialects: Vec<Str>,
    pub(super) operations: Vec<Name>,
    pub(super) attributes: Vec<AttributeId>,
    pub(super) types: Vec<TypeId>,
    dialect_numbers: HashMap<Str, usize>,
    operation_numbers: HashMap<Name, usize>,
    /// By the index of an entry.
    entry_numbers: Vec<usize>,
}

impl Numbering {
    /// Numbers all that is used. What is used most gets small numbers, and what is used as
    /// often is in the order in which it is found, so that a program has one form.
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

/// Attributes and types in the order in which they are found, and how often each is.
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

    /// Finds all that those found so far refer to.
    fn add_children(&mut self, context: &Context) {
        let mut next = 0;
        while let Some(id) = self.order.get(next) {
            context.children(*id).into_iter().for_each(|child| self.add(child));
            next += 1;
        }
    }
}

/// The attributes and types that an operation refers to itself.
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

/// The numbers of values, which begin anew in isolated operations.
pub(super) struct ValueNumbers(Vec<Option<usize>>);

impl ValueNumbers {
    pub(super) fn new(module: &Module) -> Self {
        Self(vec![None; module.values.len()])
    }

    /// Numbers the values of a region, the operations in it excepted, from one on.
    pub(super) fn enter(&mut self, region: &crate::model::Region, first: usize) -> usize {
        let mut next = first;
        let values = region.blocks.iter().flat_map(|block| {
            let arguments = block.arguments.iter().map(|argument| argument.value);
            arguments.chain(block.operations.iter().flat_map(|it| it.results.iter().copied()))
        });
        for value in values {
            if let Some(number) = self.0.get_mut(value.0) {
                *number = Some(next);
            }
            next += 1;
        }
        next
    }

    pub(super) fn get(
        &self,
        module: &Module,
        operation: &Operation,
        value: usize,
    ) -> Result<usize> {
        self.0.get(value).copied().flatten().ok_or_else(|| Error::Invalid {
            location: module.location(operation.location),
            message: format!("`{}` uses a value that is not defined before", operation.name),
        })
    }
}
