// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowers `while`, `if` and `case` to scf (StableHLO specification, sections "while", "if" and
//! "case").
//!
//! Rank-0 tensors cross region boundaries as scalars, so that counters and predicates stay in
//! registers.

use super::{Emitter, carried, loops, scalars};
use hloom_hlo_passes::unroll_loops::trip_count;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Block, Builder, Op, Shaped, Type, Value};
use melior::ir::{Region, ValueLike};

type Emitted<'a> = Result<Vec<Value<'a>>, Failure<'a>>;

/// Lowers `while` to `scf.while`. On GPUs, lowers it to `scf.for` if the number of iterations is
/// known, so that the host does not read a predicate.
///
/// The loop carries rank-0 tensors as scalars. Every other new value is written to the buffer of
/// the value that it replaces (`bufferization.materialize_in_destination`), so that no iteration
/// allocates memory.
///
/// # Errors
/// Fails if a region has no body or contains an operation that cannot be lowered.
pub fn emit_while<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let (condition, body) = (scalars::block(op, 0)?, scalars::block(op, 1)?);
    let inits: Vec<_> = operands.iter().map(|value| carry(builder, *value)).collect();
    let types: Vec<_> = inits.iter().map(|value| value.r#type()).collect();
    let body_of = |emitter: &mut Emitter<'a>, builder: Builder<'a>, arguments: &[Value<'a>]| {
        let tensors: Vec<_> = arguments.iter().map(|value| uncarry(builder, *value)).collect();
        let results = emitter.block(builder, body, &tensors)?;
        let new: Vec<_> = results.iter().map(|value| carry(builder, *value)).collect();
        Ok(carried::write_back(builder, &new, arguments))
    };
    if let Some(count) = trip_count(op).filter(|_| emitter.for_gpus) {
        let results = loops::counted(builder, count, &inits, |builder, _, arguments| {
            body_of(emitter, builder, arguments)
        })?;
        return Ok(results.into_iter().map(|value| uncarry(builder, value)).collect());
    }
    let mut failure = None;
    let before = builder.region(&types, |builder, arguments| {
        let tensors: Vec<_> = arguments.iter().map(|value| uncarry(builder, *value)).collect();
        match emitter.block(builder, condition, &tensors) {
            Ok(results) => {
                let predicate = scalars::element(builder, results[0]);
                let op = builder.op("scf.condition").operands(&[predicate]);
                op.operands(arguments).build();
            }
            Err(error) => failure = Some(error),
        }
    });
    let after =
        builder.region(&types, |builder, arguments| match body_of(emitter, builder, arguments) {
            Ok(new) => {
                builder.op("scf.yield").operands(&new).build();
            }
            Err(error) => failure = Some(error),
        });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let op = builder.op("scf.while").operands(&inits).results(&types);
    let results = ir::results(op.region(before).region(after).build());
    Ok(results.into_iter().map(|value| uncarry(builder, value)).collect())
}

/// Returns the value that a loop carries for a tensor: the element of a rank-0 tensor, or otherwise
/// the tensor itself.
fn carry<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    let rank_zero = Shaped::of(value.r#type()).is_some_and(|shaped| shaped.rank() == 0);
    if rank_zero { scalars::element(builder, value) } else { value }
}

/// Returns the tensor that a carried value represents. This is the inverse of [`carry`].
fn uncarry<'a>(builder: Builder<'a>, value: Value<'a>) -> Value<'a> {
    if Shaped::of(value.r#type()).is_some() { value } else { scalars::rank_zero(builder, value) }
}

/// Lowers `if` to `scf.if`.
///
/// # Errors
/// Fails if a branch has no body or contains an operation that cannot be lowered.
pub fn emit_if<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    let types = result_types(emitter, op);
    let condition = scalars::element(builder, operands[0]);
    let then = branch(emitter, builder, scalars::block(op, 0)?)?;
    let otherwise = branch(emitter, builder, scalars::block(op, 1)?)?;
    let new = builder.op("scf.if").operands(&[condition]).results(&types);
    Ok(uncarry_results(builder, new.region(then).region(otherwise).build()))
}

/// Lowers `case` to a chain of `scf.if`. The last branch is also taken for an index out of range.
///
/// The lowering does not use `scf.index_switch`, because upstream's bufferization ignores that its
/// results may alias the values that its branches yield, and would overwrite values that are read
/// later. For GPUs, `hloom-scalars-to-memory` converts the chain on memrefs to a switch.
///
/// # Errors
/// Fails if there is no branch, or if a branch has no body or contains an operation that cannot be
/// lowered.
pub fn emit_case<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    operands: &[Value<'a>],
) -> Emitted<'a> {
    if ir::regions(op).is_empty() {
        return Err(Failure::at(op, "`stablehlo.case`: expected at least one branch, found none"));
    }
    let index = scalars::element(builder, operands[0]);
    let results = case_from(emitter, builder, op, index, 0)?;
    Ok(results.into_iter().map(|value| uncarry(builder, value)).collect())
}

/// Emits the branches of a `case`, starting at branch `first`, and returns the carried values that
/// they yield.
fn case_from<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    op: Op<'a>,
    index: Value<'a>,
    first: usize,
) -> Emitted<'a> {
    let block = scalars::block(op, first)?;
    if first + 1 == ir::regions(op).len() {
        let results = emitter.block(builder, block, &[])?;
        return Ok(results.into_iter().map(|value| carry(builder, value)).collect());
    }
    let types = result_types(emitter, op);
    let condition = builder.cmpi("eq", index, builder.int(first as i64, index.r#type()));
    let then = branch(emitter, builder, block)?;
    let mut failure = None;
    let otherwise =
        builder.region(&[], |builder, _| match case_from(emitter, builder, op, index, first + 1) {
            Ok(results) => {
                builder.op("scf.yield").operands(&results).build();
            }
            Err(error) => failure = Some(error),
        });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let new = builder.op("scf.if").operands(&[condition]).results(&types);
    Ok(ir::results(new.region(then).region(otherwise).build()))
}

fn branch<'a>(
    emitter: &mut Emitter<'a>,
    builder: Builder<'a>,
    block: Block<'a>,
) -> Result<Region<'a>, Failure<'a>> {
    let mut failure = None;
    let region = builder.region(&[], |builder, _| match emitter.block(builder, block, &[]) {
        Ok(results) => {
            let results: Vec<_> = results.iter().map(|value| carry(builder, *value)).collect();
            builder.op("scf.yield").operands(&results).build();
        }
        Err(error) => failure = Some(error),
    });
    failure.map_or(Ok(region), Err)
}

/// Returns the types that the branches of `op` yield: a scalar type for each result that is a
/// rank-0 tensor, and the signless type of each other result.
fn result_types<'a>(emitter: &Emitter<'a>, op: Op<'a>) -> Vec<Type<'a>> {
    let types = ir::results(op).into_iter().map(|result| result.r#type());
    types
        .map(|ty| ir::tensor_type(emitter.context(), ty))
        .map(|ty| {
            Shaped::of(ty).filter(|shaped| shaped.rank() == 0).map_or(ty, |shaped| shaped.element)
        })
        .collect()
}

fn uncarry_results<'a>(builder: Builder<'a>, op: Op<'a>) -> Vec<Value<'a>> {
    ir::results(op).into_iter().map(|value| uncarry(builder, value)).collect()
}
