// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What test programs say to the evaluator: the interpreter dialect.

use crate::Error;
use crate::program::Operation;
use hloom_dialects::op_view::OpView;

pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Err(Error::invalid(format!("`{}` cannot be evaluated", op.op())))
}
