// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests every operation on every element type that its declaration allows.
//!
//! All platforms must give the same results. There is one test for each operation, and types
//! that a platform rejects are listed next to the operation.

mod affine_loops;
mod capabilities;
mod chlo;
mod collectives;
mod contraction;
mod control_flow;
mod donated_arguments;
mod dynamic;
mod elementwise;
mod functions;
mod indexing;
mod linear_algebra;
mod mixed_dialects;
mod operation;
mod quantized;
mod reduction;
mod run;
mod shape;
mod transfers;
mod types;

use libtest_mimic::{Arguments, Trial};
use operation::Operation;

fn main() {
    let arguments = Arguments::from_args();
    let families = [
        elementwise::operations(),
        functions::operations(),
        shape::operations(),
        indexing::operations(),
        reduction::operations(),
        contraction::operations(),
        linear_algebra::operations(),
        control_flow::operations(),
        dynamic::operations(),
        quantized::operations(),
        chlo::operations(),
    ];
    let trial = |operation: Operation| {
        Trial::test(operation.title(), move || run::check(&operation).map_err(Into::into))
    };
    let operations = families.concat();
    let capabilities = capabilities::trials(operations.clone());
    let trials = operations.into_iter().map(trial).chain(capabilities);
    let trials = trials.chain(collectives::trials()).chain(transfers::trials());
    let trials = trials.chain(donated_arguments::trials());
    let trials = trials.chain(mixed_dialects::trials()).chain(affine_loops::trials()).collect();
    libtest_mimic::run(&arguments, trials).exit();
}
