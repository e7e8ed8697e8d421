// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Combining the operands of several processes (specification, sections "all_reduce",
//! "collective_reduce", "reduce_scatter").

use crate::literal::Literal;
use crate::ops::arithmetic::room;
use crate::ops::elementwise::binary;
use crate::ops::quantized::to_destination_type;
use crate::ops::reduction::element;
use crate::program::{Decoder, Region};
use crate::run::Frame;
use crate::{Element, Error, Type, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

/// A function of two elements.
#[derive(Debug)]
pub struct Computation {
    /// What it does.
    pub region: Region,
    /// The elements it takes.
    takes: Element,
    /// The elements of each operand.
    operands: Vec<Element>,
}

impl Computation {
    /// The computation in the first region.
    ///
    /// # Errors
    /// If its types or operations cannot be evaluated.
    pub fn read(op: &OpView, decoder: &mut Decoder) -> Result<Self, Error> {
        let region = op.region(0)?;
        let takes = region.argument_types().first().copied().map(Type::read);
        let takes = takes.ok_or_else(|| Error::invalid("a computation without arguments"))??;
        let operands = op.operand_types().into_iter().map(Type::read);
        let operands = operands.map(|ty| Ok(ty?.tensor()?.element.clone()));
        Ok(Self {
            takes: takes.tensor()?.element.clone(),
            operands: operands.collect::<Result<_, Error>>()?,
            region: decoder.region(&region)?,
        })
    }

    /// Combines the tensors that processes have for an operand, from the first on.
    ///
    /// # Errors
    /// If they are not all of one shape; what the computation says.
    pub fn fold(
        &self,
        operand: usize,
        tensors: &[&Literal],
        frame: &mut Frame,
    ) -> Result<Literal, Error> {
        same_dims(tensors)?;
        let from = self.operands.get(operand).unwrap_or(&self.takes);
        let mut converted =
            tensors.iter().map(|it| to_destination_type((*it).clone(), from, &self.takes));
        let first = converted.next().ok_or_else(|| Error::invalid("a group of no process"))??;
        converted.try_fold(first, |sum, other| self.combine(&sum, &other?, frame))
    }

    fn combine(&self, one: &Literal, other: &Literal, frame: &mut Frame) -> Result<Literal, Error> {
        let mut bytes = room(one.bytes().len(), "the combination of tensors")?;
        for position in 0..one.element_count() {
            let arguments = vec![element(one, position)?, element(other, position)?];
            let results = frame.run(&self.region, arguments)?;
            let result = results.first().map(Value::tensor).transpose()?;
            bytes.extend_from_slice(result.map(Literal::bytes).unwrap_or_default());
        }
        Literal::from_bytes(one.shape().clone(), &bytes)
    }
}

/// The sum of tensors.
pub fn sum(tensors: &[&Literal]) -> Result<Literal, Error> {
    let (first, others) = tensors.split_first().ok_or_else(|| Error::invalid("no process"))?;
    others.iter().try_fold((*first).clone(), |sum, other| binary(Op::StablehloAdd, &sum, other))
}

fn same_dims(tensors: &[&Literal]) -> Result<(), Error> {
    match tensors.windows(2).find(|pair| pair[0].shape() != pair[1].shape()) {
        Some(pair) => {
            let (one, other) = (pair[0].shape(), pair[1].shape());
            Err(Error::invalid(format!("a {one} and a {other} cannot be combined")))
        }
        None => Ok(()),
    }
}
