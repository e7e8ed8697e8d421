// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Combining the operands of several processes (specification, sections "all_reduce",
//! "collective_reduce", "reduce_scatter").

use crate::literal::{ElementClass, Literal, Scalar, Shape};
use crate::ops::quantized::to_destination_type;
use crate::program::{Decoder, Region};
use crate::run::Frame;
use crate::{Element, Error, Type, Value};
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
        let mut converted = tensors.iter().map(|it| to_destination_type(it, from, &self.takes));
        let first = converted.next().ok_or_else(|| Error::invalid("a group of no process"))??;
        converted.try_fold(first, |sum, other| self.combine(&sum, &other?, frame))
    }

    fn combine(&self, one: &Literal, other: &Literal, frame: &mut Frame) -> Result<Literal, Error> {
        let scalar = |tensor: &Literal, position: usize| -> Result<Value, Error> {
            let width = tensor.shape().element_type.byte_width();
            let bytes = &tensor.bytes()[position * width..][..width];
            let shape = Shape::scalar(tensor.shape().element_type);
            Literal::from_bytes(shape, bytes).map(Value::from)
        };
        let mut bytes = Vec::with_capacity(one.bytes().len());
        for position in 0..one.element_count() {
            let arguments = vec![scalar(one, position)?, scalar(other, position)?];
            let results = frame.run(&self.region, arguments)?;
            let result = results.first().map(Value::tensor).transpose()?;
            bytes.extend_from_slice(result.map(Literal::bytes).unwrap_or_default());
        }
        Literal::from_bytes(one.shape().clone(), &bytes)
    }
}

/// The sum of tensors: of integers modulo two to the number of their bits, of booleans
/// whether any is true.
pub fn sum(tensors: &[&Literal]) -> Result<Literal, Error> {
    same_dims(tensors)?;
    let (first, others) = tensors.split_first().ok_or_else(|| Error::invalid("no process"))?;
    let mut sum = (*first).clone();
    let element_type = sum.shape().element_type;
    for other in others {
        for (position, two) in other.iter().enumerate() {
            let one = sum.get(position).unwrap_or(two);
            let ((real, imaginary), (real_2, imaginary_2)) = (one.parts(), two.parts());
            let added = match element_type.class() {
                ElementClass::Boolean => Scalar::Bool(one.is_nonzero() || two.is_nonzero()),
                ElementClass::Signed | ElementClass::Unsigned => {
                    let wide = one.to_integer() + two.to_integer();
                    Scalar::Unsigned(wide as u64).wrapped(element_type)
                }
                ElementClass::Float => Scalar::Float(real + real_2),
                ElementClass::Complex => Scalar::Complex(real + real_2, imaginary + imaginary_2),
            };
            sum.set(position, added);
        }
    }
    Ok(sum)
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
