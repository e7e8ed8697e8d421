// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Joins the functions that compute blocks of a batch in one module of the LLVM dialect.

use super::driver::Driver;
use crate::lower::run_passes;
use hloom_compiler::Error;
use hloom_dialects::Context;
use hloom_lowering::ir::{self, Op};
use melior::ir::Module;
use melior::ir::attribute::FlatSymbolRefAttribute;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// The attributes that refer to functions and globals.
const REFERENCES: [&str; 2] = ["callee", "global_name"];

/// The passes that lower the control flow of the batched function to the LLVM dialect.
const CONVERT: &str = "builtin.module(convert-scf-to-cf,convert-to-llvm,\
                       reconcile-unrealized-casts)";

/// Copies the functions and globals of a block to the end of `module` under new names. Returns the
/// new name of the function `entry`.
///
/// Globals that `module` already contains, such as weights, are not copied.
pub fn append<'c>(
    context: &'c Context,
    module: &Module<'c>,
    part: &Module<'c>,
    entry: &str,
    rows: i64,
) -> String {
    let renamed = |name: &str| format!("{name}_rows{rows}");
    let mut names = HashMap::new();
    let mut copies = Vec::new();
    for op in ir::ops(part.body()) {
        let Some(name) = ir::symbol_name(op) else { continue };
        let is_declaration = ir::op_name(op) == "llvm.func" && !has_body(op);
        let known = ir::ops(module.body()).into_iter();
        let mut known = known.filter(|other| match is_declaration {
            true => ir::symbol_name(*other).as_deref() == Some(&name),
            false => is_same_global(op, *other),
        });
        if let Some(same) = known.next().and_then(ir::symbol_name) {
            names.insert(name, same);
            continue;
        }
        let copy = ir::clone_at_end(op, module.body());
        copies.push(copy);
        if !is_declaration {
            let own = renamed(&name);
            ir::set_attribute(copy, "sym_name", ir::string_attr(context, &own));
            names.insert(name, own);
        }
    }
    for op in copies.iter().flat_map(|op| ir::walk(*op)) {
        for reference in REFERENCES {
            let name = op.attribute(reference).ok();
            let name = name.and_then(|name| FlatSymbolRefAttribute::try_from(name).ok());
            if let Some(new) = name.and_then(|name| names.get(name.value())) {
                ir::set_attribute(op, reference, ir::flat_symbol_attr(context, new));
            }
        }
    }
    let entry = renamed(entry);
    let is_entry = |op: &&Op| ir::symbol_name(**op).as_deref() == Some(&*entry);
    if let Some(function) = copies.iter().find(is_entry) {
        // Only the driver calls it, at several places.
        let internal = ir::parse_attribute(context, "#llvm.linkage<internal>");
        ir::set_attribute(*function, "linkage", internal);
        ir::set_attribute(*function, "no_inline", ir::unit_attr(context));
    }
    entry
}

/// Appends the function that `driver` describes to `module`.
///
/// # Errors
/// Fails if the text of the driver cannot be parsed or its control flow cannot be converted, which
/// would be a bug in this project.
pub fn append_driver<'c>(
    context: &'c Context,
    module: &Module<'c>,
    driver: &Driver,
) -> Result<(), Error> {
    let text = driver.text();
    let mut parsed = Module::parse(context, &text).ok_or_else(|| {
        Error::Internal(format!(
            "cannot parse the generated function that runs a batch block by block:\n{text}"
        ))
    })?;
    run_passes(context, &mut parsed, CONVERT)?;
    for op in ir::ops(parsed.body()).into_iter().filter(|op| has_body(*op)) {
        ir::clone_at_end(op, module.body());
    }
    Ok(())
}

fn has_body(op: Op) -> bool {
    ir::regions(op).into_iter().any(|region| !ir::blocks(region).is_empty())
}

/// Returns true if two operations are globals that differ only in their names.
fn is_same_global(op: Op, other: Op) -> bool {
    let is_global = |op| ir::op_name(op) == "llvm.mlir.global" && !has_body(op);
    if !is_global(op) || !is_global(other) {
        return false;
    }
    let same = ["global_type", "value", "constant", "linkage", "addr_space", "alignment"];
    same.iter().all(|name| op.attribute(name).ok() == other.attribute(name).ok())
}
