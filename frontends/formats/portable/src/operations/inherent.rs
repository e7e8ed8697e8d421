// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between properties and a dictionary of all attributes.
//!
//! Bytecode formats before 5 store inherent attributes in the same dictionary as discardable
//! attributes. The reader moves them into properties, and the writer merges them back for an old
//! format. Both convert a shared dictionary only once.

use crate::builtin;
use crate::model::{AttributeId, Context, Module, Operation, Property};
use crate::operations::{self, Definition};
use std::collections::HashMap;
use std::sync::Arc;

/// Separates the inherent attributes of operations from their dictionaries of attributes.
/// Operations that share a dictionary also share the result.
#[derive(Default)]
pub(crate) struct InherentAttributes {
    separated: HashMap<(AttributeId, &'static str, &'static str), Separated>,
}

#[derive(Clone)]
struct Separated {
    properties: Arc<[Property]>,
    rest: Option<AttributeId>,
}

impl InherentAttributes {
    /// Moves the inherent attributes of an operation into its properties, unless the operation has
    /// properties already.
    pub(crate) fn separate(
        &mut self,
        operation: &mut Operation,
        definition: &'static Definition,
        context: &mut Context,
    ) {
        let Some(dictionary) = operation.attributes else { return };
        if !operation.properties.is_empty() {
            return;
        }
        let key = (dictionary, definition.dialect, definition.name);
        let separated = self
            .separated
            .entry(key)
            .or_insert_with(|| separate(dictionary, definition, context))
            .clone();
        operation.properties = separated.properties;
        operation.attributes = separated.rest;
    }
}

fn separate(dictionary: AttributeId, definition: &Definition, context: &mut Context) -> Separated {
    let (mut properties, mut rest) = (Vec::new(), Vec::new());
    for (name, value) in context.dictionary(Some(dictionary)) {
        match context.as_string(*name) {
            Some(text) if definition.property(text.bytes()).is_some() => {
                properties.push(Property { name: text.clone(), value: *value });
            }
            _ => rest.push((*name, *value)),
        }
    }
    properties.sort_by(|a, b| a.name.cmp(&b.name));
    let rest = match (properties.is_empty(), rest.is_empty()) {
        (true, _) => Some(dictionary),
        (false, true) => None,
        (false, false) => {
            Some(context.add_attribute(builtin::Attribute::Dictionary { value: rest }))
        }
    };
    Separated { properties: properties.into(), rest }
}

/// Moves properties into the dictionaries of attributes, for all operations if `of_all` is true,
/// otherwise only for operations without a known definition.
pub(crate) fn merge_properties(module: &mut Module, of_all: bool) {
    let Module { context, operation, .. } = module;
    let mut merged = HashMap::new();
    let mut stack = vec![operation];
    while let Some(operation) = stack.pop() {
        if !operation.properties.is_empty()
            && (of_all || operations::definition(&operation.name).is_none())
        {
            let properties = std::mem::replace(&mut operation.properties, Arc::new([]));
            let key = (operation.attributes, Arc::as_ptr(&properties).cast::<Property>());
            let dictionary = match merged.get(&key) {
                Some((dictionary, _)) => *dictionary,
                None => {
                    let dictionary = merge(operation.attributes, &properties, context);
                    // The map keeps the properties alive, so that no other allocation can get
                    // their address, which is part of the key.
                    merged.insert(key, (dictionary, properties));
                    dictionary
                }
            };
            operation.attributes = Some(dictionary);
        }
        stack.extend(operation.children_mut());
    }
}

fn merge(
    attributes: Option<AttributeId>,
    properties: &[Property],
    context: &mut Context,
) -> AttributeId {
    let mut named: Vec<_> = context
        .dictionary(attributes)
        .iter()
        .filter_map(|(name, value)| Some((context.as_string(*name)?.clone(), *value)))
        .filter(|(name, _)| properties.iter().all(|property| property.name != *name))
        .chain(properties.iter().map(|property| (property.name.clone(), property.value)))
        .collect();
    named.sort_by(|(a, _), (b, _)| a.cmp(b));
    let names = named.into_iter().map(|(name, value)| {
        let name = builtin::Attribute::String { value: name, r#type: None };
        (context.add_attribute(name), value)
    });
    let value = names.collect();
    context.add_attribute(builtin::Attribute::Dictionary { value })
}
