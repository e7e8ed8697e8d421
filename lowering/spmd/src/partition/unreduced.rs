// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Values of which several devices have summands: the `unreduced` axes of Shardy's shardings.
//!
//! Outside of manual computations, such a sharding only delays the sum. The partitioner adds early,
//! which gives the same value. Operands and results of a manual computation really are summands. Of
//! an operand, the first device of each group gets the value, and the others get zeros.

use super::collectives::Collectives;
use super::combination::{Combination, Stage};
use super::last_channel;
use super::sharding::Sharding;
use hloom_hlo_passes::build::Hlo;
use hloom_ir::{self as ir, Builder, Op, Value, integer_type};
use melior::ir::ValueLike;
use std::collections::HashSet;

/// Builds the summand of each device of a value that all devices of a group have: the value itself
/// on the first device of each group, and zeros on the other devices of the group.
pub fn summand<'a>(
    at: Builder<'a>,
    value: Value<'a>,
    groups: &[Vec<usize>],
    devices: usize,
) -> Value<'a> {
    if groups.is_empty() {
        return value;
    }
    let hlo = Hlo { at };
    let context = at.context();
    let partition = ir::tensor(&[], integer_type(context, 32, false));
    let partition = at.simple("stablehlo.partition_id", &[], partition);
    let bit = ir::int(context, 1);
    let table = ir::tensor(&[devices as i64], bit);
    let others: HashSet<usize> = groups.iter().flat_map(|group| &group[1..]).copied().collect();
    let bits = (0..devices).map(|it| ir::int_attr(bit, i64::from(!others.contains(&it))));
    let bits = ir::dense_elements(table, &bits.collect::<Vec<_>>());
    let entry = hlo.dynamic_slice(hlo.constant(bits, table), &[partition], &[1]);
    let is_first = hlo.reshape(entry, &[]);
    hlo.select(is_first, value, hlo.zeros(value.r#type()))
}

/// Builds the sum of the values that the devices of each group have. `module` is the program, which
/// has `devices` partitions.
pub fn sum<'a>(
    at: Builder<'a>,
    value: Value<'a>,
    groups: &[Vec<usize>],
    (module, devices): (Op<'a>, usize),
) -> Value<'a> {
    if groups.is_empty() {
        return value;
    }
    let mut collectives = collectives(at, (module, devices));
    let stages = vec![Stage { groups: groups.to_vec(), scattered: None }];
    let result = Sharding::replicated(ir::shape_of(value).len(), devices);
    let combination = Combination { operation: "stablehlo.add", stages, result };
    collectives.combine(at, value, &combination)
}

/// Returns a builder of collectives on channels that the program does not use yet.
pub fn collectives<'a>(at: Builder<'a>, (module, devices): (Op<'a>, usize)) -> Collectives<'a> {
    let replicas = ir::integer(module, "mhlo.num_replicas").unwrap_or(1).max(1);
    let counts = [usize::try_from(replicas).unwrap_or(1), devices];
    Collectives::new(at.context(), counts, last_channel(module))
}
