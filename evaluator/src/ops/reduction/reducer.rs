// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Bodies that combine elements, and the operands of reductions.

use super::elements::same_dims;
use crate::ops::quantized::to_destination_type;
use crate::ops::types::{operand_element, result_tensor};
use crate::program::{Decoder, Frame, Region};
use crate::{Element, Error, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::Literal;

/// A body that combines two elements for each input.
#[derive(Debug)]
pub struct Reducer {
    /// The region of the reduction body.
    pub body: Region,
    /// The element types of the arguments and results of the reduction body.
    pub takes: Vec<Element>,
    /// The element types of the operands: of the inputs, and of the same number of initial values
    /// or updates.
    pub operands: Vec<Element>,
}

impl Reducer {
    /// Decodes the reducer in the first region of an operation. The numbers of the operation's
    /// inputs, other operands and results are equal. The indices of a scatter, which are between
    /// the inputs and the other operands, are skipped.
    ///
    /// # Errors
    /// Fails if the evaluator does not support the body or a type of the operation.
    pub fn read(op: &OpView, decoder: &mut dyn Decoder) -> Result<Self, Error> {
        Self::of(op, decoder.region(&op.region(0)?)?)
    }

    /// Creates a reducer from a body whose arguments and results have the element types of the
    /// operation's results.
    ///
    /// # Errors
    /// Fails if the evaluator does not support a type of the operation.
    pub fn of(op: &OpView, body: Region) -> Result<Self, Error> {
        let count = op.result_count();
        let takes = (0..count).map(|index| Ok(result_tensor(op, index)?.element));
        let indices = usize::from(op.op() == Op::StablehloScatter);
        let operands = (0..count).chain(count + indices..2 * count + indices);
        let operands = operands.map(|index| operand_element(op, index));
        Ok(Self {
            body,
            takes: takes.collect::<Result<_, Error>>()?,
            operands: operands.collect::<Result<_, _>>()?,
        })
    }

    /// Splits operands into two halves: inputs of the same shape, and other operands. Promotes all
    /// of them to the types that the body takes.
    ///
    /// # Errors
    /// Fails if the inputs differ in shape, or if an operand cannot be promoted.
    pub fn halves(&self, operands: Vec<Value>) -> Result<[Vec<Literal>; 2], Error> {
        let count = self.takes.len();
        let types = self.operands.iter().zip(self.takes.iter().cycle());
        let mut inputs = operands
            .into_iter()
            .zip(types)
            .map(|(operand, (from, to))| to_destination_type(operand.into_tensor()?, from, to))
            .collect::<Result<Vec<_>, _>>()?;
        if inputs.len() != 2 * count || count == 0 {
            let operands = inputs.len();
            return Err(Error::Internal(format!(
                "the evaluator passed {operands} operands to a reduction with {count} results"
            )));
        }
        let others = inputs.split_off(count);
        same_dims(&inputs)?;
        Ok([inputs, others])
    }

    /// Splits operands into inputs of the same shape and scalar initial values. Promotes all of
    /// them to the types that the body takes.
    ///
    /// # Errors
    /// Fails under the same conditions as [`halves`](Self::halves), and if an initial value is not
    /// a scalar.
    pub fn inputs_and_inits(
        &self,
        operands: Vec<Value>,
    ) -> Result<(Vec<Literal>, Vec<Value>), Error> {
        let [inputs, inits] = self.halves(operands)?;
        if let Some(init) = inits.iter().find(|init| init.shape().rank() != 0) {
            let shape = init.shape();
            return Err(Error::invalid(format!(
                "expected a scalar initial value, found a {shape}"
            )));
        }
        Ok((inputs, inits.into_iter().map(Value::from).collect()))
    }

    /// Combines the results so far with elements.
    ///
    /// # Errors
    /// Fails if the body fails.
    pub fn combine(
        &self,
        frame: &mut dyn Frame,
        so_far: Vec<Value>,
        elements: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Value>, Error> {
        let mut arguments = so_far;
        arguments.extend(elements);
        frame.run(&self.body, arguments)
    }
}
