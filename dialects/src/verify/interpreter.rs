// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ops of the interpreter dialect, which control the evaluator.
//!
//! The dialect has no specification with numbered constraints, so the constraint names are specific
//! to this project.

use crate::{
    ensure,
    op::Op,
    op_view::{InferView, OpView, read_array},
    shape::accepts,
    violation,
    violation::Violation,
};
use melior::ir::{
    Attribute, Type, TypeLike,
    attribute::{FlatSymbolRefAttribute, TypeAttribute},
    operation::OperationLike,
    r#type::FunctionType,
};

/// Checks the constraints of an op of the interpreter dialect.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::InterpreterRunParallel => {
            rows(op)?;
            let infeed = op.optional_array("infeed");
            ensure!(
                infeed.is_none_or(|infeed| !infeed.is_empty()),
                "run_parallel_infeed",
                "infeed must name functions, or be absent"
            );
            Ok(())
        }
        // The trait `AllTypesMatch` of `probe` checks its types.
        _ => Ok(()),
    }
}

/// Checks the constraints of `run_parallel` on the functions that it names.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify_functions(op: &OpView) -> Result<(), Violation> {
    let mut inputs = Vec::new();
    let mut outputs = Vec::new();
    for program in rows(op)?.into_iter().flatten() {
        let ty = function(op, program, "run_parallel_programs")?.1;
        inputs.extend((0..ty.input_count()).filter_map(|index| ty.input(index).ok()));
        outputs.extend((0..ty.result_count()).filter_map(|index| ty.result(index).ok()));
    }
    agree("inputs", &op.operand_types(), &inputs, "run_parallel_inputs")?;
    agree("results", &op.result_types(), &outputs, "run_parallel_results")?;
    for source in op.optional_array("infeed").unwrap_or_default() {
        let (name, ty) = function(op, source, "run_parallel_infeed")?;
        let (takes, gives) = (ty.input_count(), ty.result_count());
        ensure!(
            takes == 0 && gives == 1,
            "run_parallel_infeed",
            "@{name} in infeed must return 1 tensor and take no arguments, but returns {gives} and \
             takes {takes}"
        );
        let result = ty.result(0).map_err(|_| violation!("run_parallel_infeed", "no result"))?;
        ensure!(
            result.is_ranked_tensor(),
            "run_parallel_infeed",
            "@{name} in infeed must return a tensor, but returns {result}"
        );
    }
    Ok(())
}

/// Returns the rows of the attribute `programs`, which are the functions of each replica. All
/// replicas must have the same number of functions, at least one.
fn rows<'c>(op: &InferView<'c, '_>) -> Result<Vec<Vec<Attribute<'c>>>, Violation> {
    let rows = op.optional_array("programs").unwrap_or_default();
    let rows: Vec<_> = rows.into_iter().map(|row| read_array(row).unwrap_or_default()).collect();
    let columns = rows.first().map_or(0, Vec::len);
    ensure!(columns > 0, "run_parallel_programs", "programs must not be empty");
    for row in &rows {
        ensure!(
            row.len() == columns,
            "run_parallel_programs",
            "rows of programs must all have {columns} functions, found {}",
            row.len()
        );
    }
    Ok(rows)
}

/// Returns the name and the type of the function that a symbol refers to.
fn function<'c>(
    op: &OpView<'c, '_>,
    symbol: Attribute<'c>,
    constraint: &'static str,
) -> Result<(&'c str, FunctionType<'c>), Violation> {
    let name = FlatSymbolRefAttribute::try_from(symbol)
        .map_err(|_| violation!(constraint, "{symbol} must be the name of a function"))?
        .value();
    op.lookup_symbol(name)
        .and_then(|function| function.attribute("function_type").ok())
        .and_then(|attribute| TypeAttribute::try_from(attribute).ok())
        .and_then(|attribute| FunctionType::try_from(attribute.value()).ok())
        .map(|ty| (name, ty))
        .ok_or_else(|| violation!(constraint, "@{name} must be a function of this module"))
}

fn agree(
    what: &str,
    ours: &[Type],
    theirs: &[Type],
    constraint: &'static str,
) -> Result<(), Violation> {
    ensure!(
        ours.len() == theirs.len(),
        constraint,
        "must have as many {what} as all programs together, {}, found {}",
        theirs.len(),
        ours.len()
    );
    for (index, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        ensure!(
            accepts(*theirs, *ours),
            constraint,
            "{what} must have the types of the programs' {what}, {theirs} at {index}, found {ours}"
        );
    }
    Ok(())
}
