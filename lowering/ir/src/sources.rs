// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Numbers of source operations and of loop nests, stored in locations.
//!
//! The profile and the memory report name operations of the user's program. A pass gives a new
//! operation the location of the replaced operation, or a fused location of several operations, so
//! a number in the location is preserved until the last level. An attribute would be lost.
//! [`number_sources`] wraps the location of each operation in a name with its number, which
//! diagnostics do not show:
//!
//! ```mlir
//! loc("hloom.source.3"("model.mlir":7:10))
//! ```
//!
//! Programs are numbered only if a report was requested.

use crate::{self as ir, Context, Location, Op};
use hloom_dialects::strings::identifier_text;
use melior::ir::operation::OperationLike;
use std::collections::BTreeSet;

/// Prefix of the name of a numbered source operation.
pub const SOURCE: &str = "hloom.source.";
/// Prefix of the name of a numbered loop nest.
const NEST: &str = "hloom.nest.";

/// Numbers the operations of a program from 0 in their locations. Returns each operation with its
/// former location, in the order of the numbers.
///
/// The operations in the body of a reduction, sort or scatter have the number of the enclosing
/// operation. The operations in a loop or conditional have their own numbers.
pub fn number_sources<'a>(context: &'a Context, module: Op<'a>) -> Vec<(Op<'a>, Location<'a>)> {
    let mut sources = Vec::new();
    number_regions(context, module, &mut sources);
    sources
}

fn number_regions<'a>(context: &'a Context, op: Op<'a>, sources: &mut Vec<(Op<'a>, Location<'a>)>) {
    for inner in ir::regions(op).into_iter().flat_map(ir::blocks).flat_map(ir::ops) {
        let name = ir::op_name(inner);
        if matches!(name, "builtin.module" | "func.func") {
            number_regions(context, inner, sources);
            continue;
        }
        let number = sources.len();
        sources.push((inner, inner.location()));
        let is_control_flow = name.starts_with("scf.")
            || matches!(name, "stablehlo.while" | "stablehlo.if" | "stablehlo.case");
        if is_control_flow {
            set_number(context, inner, number);
            number_regions(context, inner, sources);
        } else {
            ir::walk(inner).into_iter().for_each(|op| set_number(context, op, number));
        }
    }
}

fn set_number<'a>(context: &'a Context, op: Op<'a>, number: usize) {
    ir::set_location(op, Location::name(context, &format!("{SOURCE}{number}"), op.location()));
}

/// Returns the numbers of the source operations of a location, in ascending order.
pub fn sources_of(location: Location) -> Vec<usize> {
    let mut found = BTreeSet::new();
    collect(location, SOURCE, &mut found);
    found.into_iter().collect()
}

/// Returns a location with the number of a loop nest.
pub fn nest_location<'a>(
    context: &'a Context,
    number: usize,
    location: Location<'a>,
) -> Location<'a> {
    Location::name(context, &format!("{NEST}{number}"), location)
}

/// Returns the number of the loop nest of a location, if it has one.
pub fn nest_of(location: Location) -> Option<usize> {
    let mut found = BTreeSet::new();
    collect(location, NEST, &mut found);
    found.first().copied()
}

/// Adds to `found` the numbers that follow `prefix` in the names of a location. Does not search for
/// further names inside a name with the prefix.
fn collect(location: Location, prefix: &str, found: &mut BTreeSet<usize>) {
    if location.is_name() {
        let name = identifier_text(location.name_value());
        match name.strip_prefix(prefix).and_then(|number| number.parse().ok()) {
            Some(number) => drop(found.insert(number)),
            None => collect(location.name_child_location(), prefix, found),
        }
    } else if location.is_call_site() {
        collect(location.call_site_callee(), prefix, found);
    } else if location.is_fused() {
        (0..location.fused_num_locations())
            .for_each(|index| collect(location.fused_location(index), prefix, found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_through_calls_and_fusion() {
        let context = Context::new();
        let place = Location::new(&context, "a.mlir", 3, 7);
        let named = |name: &str, child| Location::name(&context, name, child);
        let one = named("hloom.source.4", named("jit(f)/add", place));
        let other = Location::call_site(named("hloom.source.12", place), one);
        let none = melior::ir::Attribute::unit(&context);
        let fused = Location::fused(&context, &[other, place, one], none);
        assert_eq!(sources_of(fused), [4, 12]);
        assert_eq!(sources_of(place), [0usize; 0]);
        let nest = nest_location(&context, 2, fused);
        assert_eq!((nest_of(nest), nest_of(fused)), (Some(2), None));
        assert_eq!(sources_of(nest), [4, 12]);
    }
}
