// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-merge-elementwise`: merges connected elementwise operations into one operation with
//! several results.
//!
//! Before: `%a = f(%x)`, `%b = g(%a, %x)`, `%c = h(%a, %b)`; `%b` and `%c` are returned
//! After:  `%b, %c = linalg.generic ins(%x)`, whose body computes `%a` once
//!
//! `hloom-fuse-elementwise` fuses along trees: a value with several uses is recomputed or stored in
//! memory. This pass fuses along graphs. The merged operation loads each input once, stores only
//! the results that other operations read, and runs as one parallel loop. The update of an
//! optimizer's state, the body of a loop over arrays, or the rounds of a random number generator
//! then need only one pass over memory.
//!
//! `cluster.rs` chooses the operations to merge.

mod cluster;

use cluster::{Cluster, Clusters};
use hloom_ir::facts::unscheduled_blocks;
use hloom_ir::linalg::generic::{Generic, empty, identity_map};
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Value};
use melior::ir::{AffineMap, ValueLike};

/// The pass `hloom-merge-elementwise`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-merge-elementwise",
    description: "merge elementwise linalg.generic operations that share values into one operation \
    with several results",
    anchor: "",
    level: Level::Linalg,
    options: &[],
    dialects: &["linalg", "tensor"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for block in unscheduled_blocks(root) {
        let ops = ir::ops(block);
        let mut clusters = Clusters::of(context, &ops);
        for op in ops.into_iter().rev() {
            if let Some(cluster) = clusters.grow(op) {
                clusters.forget(&cluster);
                merge(context, &cluster);
            }
        }
    }
    Ok(())
}

/// Replaces the members of a cluster by one operation, whose results are the values of members that
/// operations outside the cluster read.
fn merge<'a>(context: &'a Context, cluster: &Cluster<'a>) {
    let members = cluster.in_order();
    let last = members[members.len() - 1].op;
    let results: Vec<_> = members
        .iter()
        .flat_map(|member| ir::results(member.op))
        .filter(|result| cluster.is_read_outside(*result))
        .collect();
    let builder = Builder::before(context, last);
    let inputs = inputs(cluster);
    let rank = members[0].parallel.len();
    let mut generic = Generic::new(builder, &vec![true; rank]);
    for (value, map) in &inputs {
        generic = generic.input(*value, *map);
    }
    for result in &results {
        let destination = empty(builder, result.r#type());
        generic = generic.output(destination, identity_map(context, rank));
    }
    let merged = generic.build(|builder, arguments| {
        let mut elements: Vec<(Value<'a>, Value<'a>)> = Vec::new();
        let element = |elements: &[(Value<'a>, Value<'a>)], value: Value<'a>| {
            elements.iter().find(|(from, _)| *from == value).map(|(_, element)| *element)
        };
        for member in &members {
            let operands = ir::operands(member.op);
            let body = member.body().map(ir::args).unwrap_or_default();
            let mut own: Vec<_> = operands[..member.inputs]
                .iter()
                .enumerate()
                .map(|(index, value)| {
                    element(&elements, *value).unwrap_or_else(|| {
                        let is_it = |(other, map): &(Value<'a>, AffineMap<'a>)| {
                            other == value && *map == member.maps[index]
                        };
                        let position = inputs.iter().position(is_it);
                        position.map_or(body[index], |position| arguments[position])
                    })
                })
                .collect();
            // Old values of the outputs, which the body does not read.
            own.extend(&body[member.inputs..]);
            let computed = member.clone_body(builder, &own);
            elements.extend(ir::results(member.op).into_iter().zip(computed));
        }
        results.iter().filter_map(|result| element(&elements, *result)).collect()
    });
    for (old, new) in results.iter().zip(&merged) {
        ir::replace_all_uses(*old, *new);
    }
    cluster.dependents().iter().for_each(|op| ir::move_before(*op, last));
    let members: Vec<_> = members.into_iter().map(|member| member.op).collect();
    members.into_iter().rev().for_each(ir::erase);
}

/// Returns the distinct pairs of an input of a cluster and an indexing map with which a member
/// reads it.
fn inputs<'a>(cluster: &Cluster<'a>) -> Vec<(Value<'a>, AffineMap<'a>)> {
    let mut inputs = Vec::new();
    for member in cluster.in_order() {
        for (value, map) in ir::operands(member.op)[..member.inputs].iter().zip(&member.maps) {
            if !cluster.computes(*value) && !inputs.contains(&(*value, *map)) {
                inputs.push((*value, *map));
            }
        }
    }
    inputs
}
