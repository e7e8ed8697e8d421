// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the runtime calls that are collectives.

use hloom_ir::facts::{EXCHANGE, RUNTIME_CALL, is_runtime_call};
use hloom_ir::{self as ir, Attribute, Op};
use melior::ir::attribute::{DictionaryAttribute, StringAttribute};
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// The declarations of the runtime calls of a module, with their descriptions.
pub struct RuntimeCalls<'a>(HashMap<String, (Op<'a>, Attribute<'a>)>);

impl<'a> RuntimeCalls<'a> {
    /// Returns the declarations of the runtime calls of a module.
    pub fn of(module: Op<'a>) -> Self {
        let functions = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let declaration = |function: Op<'a>| {
            let description = function.attribute(RUNTIME_CALL).ok()?;
            Some((ir::symbol_name(function)?, (function, description)))
        };
        Self(functions.filter_map(declaration).collect())
    }

    /// Returns the number of declared runtime calls.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the name, the declaration and the description of the runtime call that `call` makes,
    /// if it is a collective in which participants exchange data. Returns `None` for other
    /// operations.
    pub fn collective(&self, call: Op<'a>) -> Option<(&str, Op<'a>, Attribute<'a>)> {
        let name = call.attribute("callee").ok().filter(|_| is_runtime_call(call))?.to_string();
        let (name, (declaration, description)) =
            self.0.get_key_value(name.trim_start_matches('@'))?;
        is_collective(*description).then_some((name, *declaration, *description))
    }
}

/// Returns true if a runtime call is a collective in which participants exchange data. Returns
/// false for the exchanges of C functions: no thread runs them in the background, so they must not
/// be moved.
fn is_collective(description: Attribute) -> bool {
    let dictionary = DictionaryAttribute::try_from(description).ok();
    let attributes = dictionary.and_then(|it| it.element_by_name("attributes"));
    let attributes = attributes.and_then(|it| DictionaryAttribute::try_from(it).ok());
    let text = |name: &str| {
        let value = attributes.as_ref()?.element_by_name(name)?;
        Some(StringAttribute::try_from(value).ok()?.value().to_owned())
    };
    let target = text("call_target_name").unwrap_or_default();
    target.starts_with("hloom.")
        && target != EXCHANGE
        && attributes.is_some_and(|it| it.element_by_name("groups").is_some())
}
