// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expands reductions over participants: `all_reduce`, `collective_reduce`, `cross-replica-sum` and
//! `reduce_scatter`.
//!
//! Common reductions, such as sums, stay whole: the runtime combines the operands while it receives
//! them. For other computations, each participant first receives the operands of all participants
//! of its group, and then combines them in the order of the group. For `reduce_scatter`, it receives
//! one part of each operand. For `collective_reduce`, only the first participant receives operands. C
//! functions, which have no runtime, do so for all reductions except `collective_reduce`. All
//! participants use the same order, so `all_reduce` has the same result on all of them.

use super::collective::{Collective, Expanded};
use super::combination::combine;
use super::movement::{all_gather, all_to_all};
use super::participant::is_one_of;
use hloom_dialects::element::ElementType;
use hloom_evaluator::{IN_PARTS, Strategy, combine_of};
use hloom_hlo_passes::build::{Hlo, element_of};
use hloom_hlo_passes::legalize_deprecated_ops;
use hloom_ir::facts::needs_runtime;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Op, Type, Value};
use melior::ir::ValueLike;

/// Expands an `all_reduce` to an `all_gather` and a reduction of the gathered operands. A large operand is
/// reduced in parts: each participant reduces a part, and an `all_gather` collects the reduced parts.
///
/// # Errors
/// Fails if the groups are invalid or have unequal sizes, or if the computation has no arguments,
/// or an element type that differs from the result.
pub fn all_reduce<'a>(of: &Collective<'a>) -> Expanded<'a> {
    reduce_for_all(of, of.op)
}

/// Expands a `cross-replica-sum` as the `all_reduce` that computes the same sums.
///
/// # Errors
/// Fails for quantized tensors, and under the same conditions as [`all_reduce`].
pub fn cross_replica_sum<'a>(of: &Collective<'a>) -> Expanded<'a> {
    // An `all_reduce` of quantized tensors rounds after each addition. This operation rounds only the
    // sum of all operands.
    if ir::operands(of.op).into_iter().any(is_quantized) {
        let name = ir::op_name(of.op);
        let message = format!(
            "`{name}` of quantized tensors is not supported; use `stablehlo.all_reduce`, which rounds \
             after each addition"
        );
        return Err(Failure::at(of.op, message));
    }
    let sum = legalize_deprecated_ops::all_reduce(of.hlo, of.op);
    let expanded = reduce_for_all(of, sum);
    ir::erase(sum);
    expanded
}

/// Expands a collective that gives the reduction of the operands of a group to all participants of
/// the group. The region of `reduction` is the computation.
fn reduce_for_all<'a>(of: &Collective<'a>, reduction: Op<'a>) -> Expanded<'a> {
    let count = group_size(of)?;
    if let Some(name) = runtime_reduction(of, reduction) {
        let settings = [("reduction", name)];
        return of.each(|operand, result| of.group_call("all_reduce", operand, result, &settings));
    }
    of.each(|operand, result| {
        let elements = ir::shape_of(operand).into_iter().fold(1, i64::saturating_mul);
        let bytes = elements.saturating_mul(i64::from(ir::element_width(element_of(operand)))) / 8;
        if count > 1 && count <= elements && bytes >= IN_PARTS as i64 {
            return reduce_in_parts(of, reduction, operand, elements, count, result);
        }
        let row = row_of(of, operand);
        let mut shape = ir::shape_of(row);
        shape[0] = count;
        let all = ir::tensor(&shape, element_of(row));
        let all = all_gather(of, row, 0, all)?;
        combine(of, of.hlo, reduction, all, result)
    })
}

/// Expands the reduction of an operand with a number of elements, at least `count`, in groups of
/// `count` participants, each of which reduces a part. The region of `reduction` is the
/// computation.
fn reduce_in_parts<'a>(
    of: &Collective<'a>,
    reduction: Op<'a>,
    operand: Value<'a>,
    elements: i64,
    count: i64,
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let (hlo, element) = (of.hlo, element_of(operand));
    let part = (elements + count - 1) / count;
    let mut flat = hlo.reshape(operand, &[elements]);
    if part * count != elements {
        // The first elements again, whose reduction is not used. A computation with a loop may
        // never end on zeros.
        let repeated = hlo.prefix(flat, &[part * count - elements]);
        flat = hlo.concatenate(&[flat, repeated], 0);
    }
    let row = hlo.reshape(flat, &[1, part * count]);
    let parts = all_to_all(of, row, [1, 0], ir::tensor(&[count, part], element))?;
    let element = ir::element_of(result);
    let own = combine(of, hlo, reduction, parts, ir::tensor(&[part], element))?;
    let all = ir::tensor(&[part * count], element);
    let all = all_gather(of, own, 0, all)?;
    let all = match part * count == elements {
        true => all,
        false => hlo.slice(all, &[0], &[elements], &[1]),
    };
    Ok(hlo.reshape(all, &ir::shape_of(operand)))
}

/// Expands a `reduce_scatter` to an `all_to_all` and a reduction of the received parts.
///
/// # Errors
/// Fails if the groups are invalid or have unequal sizes, or if the computation has no arguments,
/// or an element type that differs from the result.
pub fn reduce_scatter<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let count = group_size(of)?;
    if let Some(reduction) = runtime_reduction(of, of.op) {
        let dimension = ir::i64_attr(of.context(), of.number("scatter_dimension"));
        let settings = [("dimension", dimension), ("reduction", reduction)];
        let call = |operand, result| of.group_call("reduce_scatter", operand, result, &settings);
        return of.each(call);
    }
    let result = ir::results(of.op)[0].r#type();
    let row = row_of(of, ir::operands(of.op)[0]);
    let dimension = of.number("scatter_dimension") + 1;
    let mut shape = ir::shape_of(row);
    shape[0] = count;
    shape[dimension as usize] /= count.max(1);
    let parts = ir::tensor(&shape, element_of(row));
    let parts = all_to_all(of, row, [dimension, 0], parts)?;
    Ok(vec![combine(of, of.hlo, of.op, parts, result)?])
}

/// Expands a `collective_reduce`, whose result the first participant of each group receives. All
/// other participants receive zeros.
///
/// For a computation that the runtime lacks, the first participant of a group gathers and combines
/// the operands. The others gather zeros, which they do not combine: a computation with a loop may
/// never end on them.
///
/// # Errors
/// Fails for a dynamic root, for quantized tensors and in C functions. For a computation that the
/// runtime lacks, also fails if the groups have unequal sizes, or if the computation has no
/// arguments, or an element type that differs from the result.
pub fn collective_reduce<'a>(of: &Collective<'a>) -> Expanded<'a> {
    let name = ir::op_name(of.op);
    let refuse = |why: &str| Err(Failure::at(of.op, format!("`{name}` {why}")));
    if of.view.optional_boolean("has_dynamic_root").unwrap_or(false) {
        return refuse("with a dynamic root cannot be expanded");
    }
    if of.contiguous.is_some() {
        return Err(Failure::at(of.op, needs_runtime(name, |_| None)));
    }
    // The runtime fills results with bytes of zeros, which may represent another quantized number.
    if ir::operands(of.op).into_iter().chain(ir::results(of.op)).any(is_quantized) {
        return refuse("of quantized tensors is not supported");
    }
    if let Some(reduction) = runtime_reduction(of, of.op) {
        let settings = [("reduction", reduction)];
        let call = |operand, result| of.group_call("collective_reduce", operand, result, &settings);
        return of.each(call);
    }
    let count = group_size(of)?;
    let groups = of.groups()?;
    let roots: Vec<_> = groups.rows().iter().filter_map(|row| row.first().copied()).collect();
    let is_root = is_one_of(of, &roots)?;
    of.each(|operand, result| {
        let row = row_of(of, operand);
        let mut shape = ir::shape_of(row);
        shape[0] = count;
        let all = ir::tensor(&shape, element_of(row));
        let all = of.group_call("collective_gather", row, all, &[])?;
        let mut outcome = Ok(());
        let combined = of.hlo.at.region(&[], |at, _| {
            outcome = combine(of, Hlo { at }, of.op, all, result).map(|combined| {
                at.op("stablehlo.return").operands(&[combined]).build();
            });
        });
        outcome?;
        shape[0] = 1;
        let zeros = of.hlo.at.region(&[], |at, _| {
            let hlo = Hlo { at };
            let zeros = match element_of(operand) == ir::element_of(result) {
                // These participants have gathered zeros. Some types have no constant zero.
                true => hlo.reshape(hlo.prefix(all, &shape), &shape[1..]),
                false => hlo.zeros(result),
            };
            at.op("stablehlo.return").operands(&[zeros]).build();
        });
        let choice = of.hlo.at.op("stablehlo.if").operands(&[is_root]);
        Ok(choice.region(combined).region(zeros).result(result).value())
    })
}

/// Returns the name of the operation with which the runtime combines the operands, as a string
/// attribute. Returns `None` if the program itself must combine them. The region of `reduction` is
/// the computation.
fn runtime_reduction<'a>(of: &Collective<'a>, reduction: Op<'a>) -> Option<Attribute<'a>> {
    if of.contiguous.is_some() {
        return None;
    }
    combined_by(reduction).map(|name| ir::string_attr(of.context(), name))
}

/// Returns the name of the operation with which the computation of a collective combines its
/// arguments, if the runtime has a function for this operation and for all operands.
pub fn combined_by(op: Op<'_>) -> Option<&str> {
    let (combined, is_reversed) = ir::reducer(op)?;
    let name = ir::op_name(combined).strip_prefix("stablehlo.")?;
    let is_known = ir::operands(op).into_iter().zip(ir::results(op)).all(|(operand, result)| {
        let element = element_of(operand);
        ir::element_of(result.r#type()) == element
            && ir::operands(combined).iter().all(|argument| element_of(*argument) == element)
            && ElementType::from_type(element)
                .value_type()
                .is_some_and(|element| combine_of(name, element).is_some())
    });
    (is_known && !is_reversed).then_some(name)
}

/// Returns true if the elements of a tensor are quantized.
fn is_quantized(tensor: Value) -> bool {
    ElementType::from_type(element_of(tensor)).is_quantized()
}

/// Reshapes an operand to have a leading dimension of size one.
fn row_of<'a>(of: &Collective<'a>, operand: Value<'a>) -> Value<'a> {
    let mut shape = vec![1];
    shape.extend(ir::shape_of(operand));
    of.hlo.reshape(operand, &shape)
}

/// Returns the number of participants in each group.
pub fn group_size<'a>(of: &Collective<'a>) -> Result<i64, Failure<'a>> {
    let groups = of.groups()?;
    let module = ir::enclosing(of.op, "builtin.module");
    let count_of = |name| module.and_then(|module| ir::integer(module, name)).unwrap_or(1).max(1);
    let (replicas, partitions) = (count_of("mhlo.num_replicas"), count_of("mhlo.num_partitions"));
    let mut sizes: Vec<_> = groups.rows().iter().map(|row| row.len() as i64).collect();
    sizes.retain(|size| *size > 0);
    sizes.dedup();
    match (&sizes[..], groups.strategy()) {
        ([size], Strategy::CrossReplicaAndPartition) => Ok(size * partitions),
        ([size], _) => Ok(*size),
        ([], Strategy::CrossReplica) => Ok(replicas),
        ([], Strategy::CrossPartition) => Ok(partitions),
        ([], _) => Ok(replicas * partitions),
        _ => {
            let name = ir::op_name(of.op);
            let message = format!("`{name}`: expected groups of equal size, found sizes {sizes:?}");
            Err(Failure::at(of.op, message))
        }
    }
}
