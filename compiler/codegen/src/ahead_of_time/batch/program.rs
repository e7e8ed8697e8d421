// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A program for batches, and the same program for a batch of a given size.

use crate::lower::run_passes;
use crate::memory_budget::copy;
use crate::specialize::{function_type, specialize};
use hloom_compiler::interface::{CompileOptions, KnownArgument};
use hloom_compiler::{Error, Program, mlir};
use hloom_dialects::Context;
use hloom_dialects::op::{Family, Op as Kind};
use hloom_lowering::ir::{self, Op, Shaped};
use melior::ir::operation::OperationLike;
use melior::ir::{Module, Type};

/// The passes that check assertions about the sizes. They fold only scalars: a folded broadcast of
/// a weight would be a constant whose shape depends on the number of rows.
const ASSERTIONS: &str = "builtin.module(hlo-fold-constants{budget=1},hlo-fold-shape-assertions)";

/// A program for batches of any size.
pub struct Batch<'c> {
    pub program: Program,
    /// The parsed program. Its entry is the only public function.
    pub module: Module<'c>,
    /// For each argument, whether it has a row for each element of the batch. All results have
    /// rows.
    pub arguments: Vec<bool>,
}

impl<'c> Batch<'c> {
    /// Returns the sizes of the arguments for a batch of `rows` rows.
    pub fn known(&self, rows: i64) -> Result<Vec<Option<KnownArgument>>, Error> {
        let (types, _) = types(mlir::entry(&self.module, &self.program)?)?;
        let known = |ty: Type| {
            let shape = Shaped::of(ty)?.shape;
            let size = |dim: i64| if dim == Shaped::DYNAMIC { rows } else { dim };
            let dims = shape.into_iter().map(|dim| usize::try_from(size(dim)));
            Some(KnownArgument { dims: dims.collect::<Result<_, _>>().ok()?, value: None })
        };
        Ok(types.into_iter().map(known).collect())
    }

    /// Returns the program for a batch of `rows` rows.
    pub fn static_program(&self, context: &'c Context, rows: i64) -> Result<Module<'c>, Error> {
        let mut module = copy(&self.module)?;
        let arguments = self.known(rows)?;
        let options = CompileOptions { arguments, ..CompileOptions::default() };
        let entry = self.program.entry().unwrap_or_default();
        specialize(context, &mut module, entry, &options)?;
        run_passes(context, &mut module, ASSERTIONS)?;
        Ok(module)
    }
}

/// Returns the types of the arguments and of the results of a function.
pub fn types(function: Op<'_>) -> Result<(Vec<Type<'_>>, Vec<Type<'_>>), Error> {
    let ty = function_type(&function)
        .ok_or_else(|| Error::Internal("the entry function has no function type".to_owned()))?;
    let arguments = (0..ty.input_count()).filter_map(|index| ty.input(index).ok()).collect();
    let results = (0..ty.result_count()).filter_map(|index| ty.result(index).ok()).collect();
    Ok((arguments, results))
}

/// Returns an error at an operation, which states that the program cannot be compiled for batches
/// of any size. `why` completes a sentence whose subject is the operation.
pub fn refusal(op: Op, why: &str) -> Error {
    // A collective has the location of the operation that needs other rows.
    let name = match is_collective(op) {
        true => "the operation".to_owned(),
        false => format!("`{}`", ir::op_name(op)),
    };
    let message = format!(
        "{name} {why}, so the program cannot be compiled ahead of time for batches of any size; \
         give sizes with `--sizes`"
    );
    Error::Program(mlir::located(op.location(), &message))
}

/// Returns true if an operation communicates between devices or returns the number of a device.
pub fn is_collective(op: Op) -> bool {
    ir::hlo_op(op).map(Kind::family) == Some(Family::Collective)
}
