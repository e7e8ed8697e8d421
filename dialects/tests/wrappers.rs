// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The typed views and builders of the feature `wrappers`.

use hloom_dialects::wrappers::stablehlo;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, Location, RegionLike};

/// A builder infers the type of the result, and the view finds operands by their names.
#[test]
fn a_wrapper_builds_and_views_an_operation() {
    let context = hloom_dialects::Context::new();
    let module = hloom_dialects::parse_module(
        &context,
        "func.func @f(%x: tensor<4xf32>) {\n  return\n}",
        "wrappers.mlir",
    )
    .unwrap();
    let function: OperationRef = module.body().first_operation().unwrap();
    let block = function.region(0).unwrap().first_block().unwrap();
    let argument = block.argument(0).unwrap().into();
    let add = stablehlo::add(&context, argument, argument, Location::unknown(&context));
    assert_eq!(add.lhs().unwrap(), argument);
    assert_eq!(add.rhs().unwrap(), argument);
    block.insert_operation(0, add.into());
    assert!(module.as_operation().verify());
    assert!(
        module.as_operation().to_string().contains("stablehlo.add %arg0, %arg0 : tensor<4xf32>")
    );
}
