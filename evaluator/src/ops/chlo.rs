// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! CHLO.

use crate::Error;
use crate::program::{Decoder, Operation};
use hloom_dialects::op_view::OpView;

pub fn decode(op: &OpView, _decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    Err(Error::invalid(format!("`{}` cannot be evaluated", op.op())))
}
