// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reduction of the operands of several participants (specification, sections "all_reduce",
//! "collective_reduce", "reduce_scatter").

use crate::ops::arithmetic::try_with_capacity;
use crate::ops::elementwise::binary;
use crate::ops::quantized::to_destination_type;
use crate::ops::reduction::element;
use crate::program::{Decoder, Frame, Region};
use crate::{Element, Error, Type, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::Literal;

/// The reduction body: a function of two elements.
#[derive(Debug)]
pub struct Computation {
    /// The region that computes the reduction function.
    pub region: Region,
    /// The element type of the arguments of the reduction region.
    takes: Element,
    /// The element type of each operand of the collective.
    operands: Vec<Element>,
}

impl Computation {
    /// Decodes the computation in the first region of an operation.
    ///
    /// # Errors
    /// Fails if the evaluator does not support a type or an operation.
    pub fn read(op: &OpView, decoder: &mut dyn Decoder) -> Result<Self, Error> {
        let region = op.region(0)?;
        let takes = region.argument_types().first().copied().map(Type::read);
        let name = op.op();
        let message = || format!("`{name}`: expected a body with arguments, found one without");
        let takes = takes.ok_or_else(|| Error::invalid(message()))??;
        let operands = op.operand_types().into_iter().map(Type::read);
        let operands = operands.map(|ty| Ok(ty?.tensor()?.element.clone()));
        Ok(Self {
            takes: takes.tensor()?.element.clone(),
            operands: operands.collect::<Result<_, Error>>()?,
            region: decoder.region(&region)?,
        })
    }

    /// Combines the tensors that the participants pass as an operand, in the order of `tensors`.
    ///
    /// # Errors
    /// Fails if the shapes differ, or if the computation fails.
    pub fn fold(
        &self,
        operand: usize,
        tensors: &[&Literal],
        frame: &mut dyn Frame,
    ) -> Result<Literal, Error> {
        same_dims(tensors)?;
        let from = self.operands.get(operand).unwrap_or(&self.takes);
        let mut converted =
            tensors.iter().map(|it| to_destination_type((*it).clone(), from, &self.takes));
        let first = converted.next().ok_or_else(no_participant)??;
        converted.try_fold(first, |sum, other| self.combine(&sum, &other?, frame))
    }

    fn combine(
        &self,
        one: &Literal,
        other: &Literal,
        frame: &mut dyn Frame,
    ) -> Result<Literal, Error> {
        let mut bytes = try_with_capacity(one.bytes().len(), "the combination of tensors")?;
        for position in 0..one.element_count() {
            let arguments = vec![element(one, position)?, element(other, position)?];
            let results = frame.run(&self.region, arguments)?;
            let result = results.first().map(Value::tensor).transpose()?;
            bytes.extend_from_slice(result.map(Literal::bytes).unwrap_or_default());
        }
        Ok(Literal::from_bytes(one.shape().clone(), &bytes)?)
    }
}

/// Returns the sum of tensors.
///
/// # Errors
/// Fails if there are no tensors or if their shapes differ.
pub fn sum(tensors: &[&Literal]) -> Result<Literal, Error> {
    let (first, others) = tensors.split_first().ok_or_else(no_participant)?;
    others.iter().try_fold((*first).clone(), |sum, other| binary(Op::StablehloAdd, &sum, other))
}

fn no_participant() -> Error {
    Error::invalid("expected at least one participant in a group")
}

fn same_dims(tensors: &[&Literal]) -> Result<(), Error> {
    match tensors.windows(2).find(|pair| pair[0].shape() != pair[1].shape()) {
        Some(pair) => {
            let (one, other) = (pair[0].shape(), pair[1].shape());
            let message = format!(
                "expected tensors of the same shape from all participants, found {one} and {other}"
            );
            Err(Error::invalid(message))
        }
        None => Ok(()),
    }
}
