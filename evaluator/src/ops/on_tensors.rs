// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations that are functions of tensors.

use crate::program::{Frame, Operation};
use crate::{Error, Value};
use hloom_values::Literal;
use std::fmt::{self, Debug};

/// Creates an operation that computes `function` and whose operands and results are all tensors.
pub fn on_tensors<F>(function: F) -> Box<dyn Operation>
where
    F: Fn(&[&Literal]) -> Result<Vec<Literal>, Error> + Send + Sync + 'static,
{
    Box::new(OnTensors(function))
}

struct OnTensors<F>(F);

impl<F> Debug for OnTensors<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("OnTensors")
    }
}

impl<F> Operation for OnTensors<F>
where
    F: Fn(&[&Literal]) -> Result<Vec<Literal>, Error> + Send + Sync,
{
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let tensors = operands.iter().map(Value::tensor).collect::<Result<Vec<_>, _>>()?;
        Ok((self.0)(&tensors)?.into_iter().map(Value::from).collect())
    }
}

/// Wraps `result`, the only result of an operation, in a list.
///
/// # Errors
/// Fails if `result` is an error.
pub fn one(result: Result<Literal, Error>) -> Result<Vec<Literal>, Error> {
    result.map(|literal| vec![literal])
}
