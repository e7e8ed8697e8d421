// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Branches, loops and calls (specification, sections "case", "composite", "if",
//! "optimization_barrier", "while").

use crate::program::{Decoder, Frame, Operation, Region};
use crate::{Error, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar};

/// Decodes a control flow operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloIf => {
            let yes = decoder.region(&op.region(0)?)?;
            Box::new(If { yes, no: decoder.region(&op.region(1)?)? })
        }
        Op::StablehloCase => {
            let branches = op.regions().map(|region| decoder.region(&region));
            Box::new(Case { branches: branches.collect::<Result<_, _>>()? })
        }
        Op::StablehloWhile => {
            let condition = decoder.region(&op.region(0)?)?;
            Box::new(While { condition, body: decoder.region(&op.region(1)?)? })
        }
        Op::StablehloOptimizationBarrier => Box::new(Identity),
        Op::StablehloComposite => {
            let decomposition = op.optional_symbol("decomposition").unwrap_or_default();
            Box::new(Call { function: decomposition.to_owned() })
        }
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of control flow operations"
            )));
        }
    })
}

/// Creates an operation that calls a function of the program.
pub fn call(function: &str) -> Box<dyn Operation> {
    Box::new(Call { function: function.to_owned() })
}

#[derive(Debug)]
struct Call {
    function: String,
}

impl Operation for Call {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        frame.call(&self.function, operands)
    }
}

/// An operation that returns its operands as its results.
#[derive(Debug)]
pub struct Identity;

impl Operation for Identity {
    fn evaluate(&self, operands: Vec<Value>, _: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(operands)
    }
}

#[derive(Debug)]
struct If {
    yes: Region,
    no: Region,
}

impl Operation for If {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let taken = if is_true(operands[0].tensor()?) { &self.yes } else { &self.no };
        frame.run(taken, Vec::new())
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.yes, &self.no]
    }
}

#[derive(Debug)]
struct Case {
    branches: Vec<Region>,
}

impl Operation for Case {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let index = operands[0].tensor()?.get(0).map_or(0, Scalar::to_integer);
        let last = self.branches.len().saturating_sub(1);
        let index = usize::try_from(index).unwrap_or(last).min(last);
        let branch = self.branches.get(index);
        frame.run(
            branch.ok_or_else(|| {
                Error::invalid("expected an `if` or `case` with at least one branch")
            })?,
            Vec::new(),
        )
    }

    fn regions(&self) -> Vec<&Region> {
        self.branches.iter().collect()
    }
}

#[derive(Debug)]
struct While {
    condition: Region,
    body: Region,
}

impl Operation for While {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let mut carried = operands;
        loop {
            let condition = frame.run(&self.condition, carried.clone())?;
            let goes_on = condition.first().map(Value::tensor).transpose()?.is_some_and(is_true);
            if !goes_on {
                return Ok(carried);
            }
            carried = frame.run(&self.body, carried)?;
        }
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.condition, &self.body]
    }
}

/// Returns the value of a tensor that contains one boolean.
fn is_true(tensor: &Literal) -> bool {
    tensor.get(0) == Some(Scalar::Bool(true))
}
