// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions (specification, sections "map", "reduce", and those named in the files of
//! this folder).
//!
//! Every reduction begins with the initial values and goes through elements in row-major
//! order: `body(result so far..., elements...)`.

mod batch_norm;
mod scatter;
mod window;

pub use window::{Window, reduce_window};

use super::quantized::to_destination_type;
use super::{result_tensor, sizes};
use crate::literal::{ElementType, Literal, Shape};
use crate::program::{Decoder, Operation, Region};
use crate::run::Frame;
use crate::{Element, Error, TensorSpec, Value};
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;

pub fn decode(op: &OpView, decoder: &mut Decoder) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloMap => {
            let body = decoder.region(&op.region(0)?)?;
            Box::new(Map { body, result: result_tensor(op, 0)?.element.storage })
        }
        Op::StablehloReduce => {
            let dimensions = sizes(op, "dimensions")?;
            Box::new(Reduce { dimensions, reducer: Reducer::read(op, decoder)? })
        }
        Op::StablehloReduceWindow => {
            let window = Window::read(op)?;
            Box::new(window::ReduceWindow { window, reducer: Reducer::read(op, decoder)? })
        }
        Op::StablehloSelectAndScatter => Box::new(scatter::SelectAndScatter {
            window: Window::read(op)?,
            select: decoder.region(&op.region(0)?)?,
            scatter: decoder.region(&op.region(1)?)?,
            source: operand_element(op, 1)?,
            init: operand_element(op, 2)?,
            result: result_tensor(op, 0)?.element,
        }),
        _ => return batch_norm::decode(op),
    })
}

/// What combines two elements, or as many pairs as there are inputs.
#[derive(Debug)]
pub struct Reducer {
    /// The combination.
    pub body: Region,
    /// The elements that it takes and returns.
    pub takes: Vec<Element>,
    /// The elements of the operands: inputs, and as many others.
    pub operands: Vec<Element>,
}

impl Reducer {
    /// The first region of an operation with as many inputs and as many others as it has
    /// results, indices between them left out.
    pub fn read(op: &OpView, decoder: &mut Decoder) -> Result<Self, Error> {
        Self::of(op, decoder.region(&op.region(0)?)?)
    }

    /// A body that takes and returns elements of the operation's results.
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

    /// Operands in two halves, inputs of one shape and as many others, all of the types
    /// that the body takes.
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
            return Err(Error::Internal(format!("{operands} operands for {count} results")));
        }
        let others = inputs.split_off(count);
        same_dims(&inputs)?;
        Ok([inputs, others])
    }

    /// Inputs of one shape and the scalars to begin with, all of the types that the body
    /// takes.
    pub fn inputs_and_inits(
        &self,
        operands: Vec<Value>,
    ) -> Result<(Vec<Literal>, Vec<Value>), Error> {
        let [inputs, inits] = self.halves(operands)?;
        if let Some(init) = inits.iter().find(|init| init.shape().rank() != 0) {
            let shape = init.shape();
            return Err(Error::invalid(format!("an initial value is a {shape}, no scalar")));
        }
        Ok((inputs, inits.into_iter().map(Value::from).collect()))
    }

    /// Combines what there is so far with elements.
    pub fn combine(
        &self,
        frame: &mut Frame,
        so_far: Vec<Value>,
        elements: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Value>, Error> {
        let mut arguments = so_far;
        arguments.extend(elements);
        frame.run(&self.body, arguments)
    }
}

/// Checks that tensors have the same sizes.
pub fn same_dims(tensors: &[Literal]) -> Result<(), Error> {
    for pair in tensors.windows(2) {
        let (one, other) = (pair[0].shape(), pair[1].shape());
        if one.dims != other.dims {
            return Err(Error::invalid(format!("a {one} goes together with a {other}")));
        }
    }
    Ok(())
}

/// The elements of an operand.
fn operand_element(op: &OpView, index: usize) -> Result<Element, Error> {
    Ok(TensorSpec::of(&op.tensor(index)?)?.element)
}

/// An element as a tensor without dimensions.
pub fn element(tensor: &Literal, linear: usize) -> Result<Value, Error> {
    let element_type = tensor.shape().element_type;
    let width = element_type.byte_width();
    let bytes = tensor.bytes().get(linear * width..(linear + 1) * width).ok_or_else(missing)?;
    Ok(Value::from(Literal::from_bytes(Shape::scalar(element_type), bytes)?))
}

/// Sets an element to a tensor without dimensions.
pub fn set_element(tensor: &mut Literal, linear: usize, value: &Value) -> Result<(), Error> {
    let scalar = value.tensor()?;
    let width = tensor.shape().element_type.byte_width();
    let same = scalar.shape().element_type == tensor.shape().element_type;
    let place = tensor.bytes_mut().get_mut(linear * width..(linear + 1) * width);
    match place {
        Some(place) if same && scalar.bytes().len() == width => {
            place.copy_from_slice(scalar.bytes());
            Ok(())
        }
        _ => Err(missing()),
    }
}

/// The index that an element is missing at is wrong.
pub fn missing() -> Error {
    Error::Internal("no such element".to_owned())
}

#[derive(Debug)]
struct Map {
    body: Region,
    result: ElementType,
}

impl Operation for Map {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut Frame) -> Result<Vec<Value>, Error> {
        let inputs = operands.into_iter().map(Value::into_tensor).collect::<Result<Vec<_>, _>>()?;
        same_dims(&inputs)?;
        let first = inputs.first().ok_or_else(missing)?;
        let mut result = Literal::zeros(Shape::new(self.result, first.shape().dims.clone()))?;
        for linear in 0..first.element_count() {
            let arguments = inputs.iter().map(|input| element(input, linear));
            let values = frame.run(&self.body, arguments.collect::<Result<_, _>>()?)?;
            set_element(&mut result, linear, values.first().ok_or_else(missing)?)?;
        }
        Ok(vec![Value::from(result)])
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.body]
    }
}

#[derive(Debug)]
struct Reduce {
    dimensions: Vec<usize>,
    reducer: Reducer,
}

impl Operation for Reduce {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut Frame) -> Result<Vec<Value>, Error> {
        let (inputs, inits) = self.reducer.inputs_and_inits(operands)?;
        let shape = inputs[0].shape();
        let kept: Vec<_> =
            (0..shape.rank()).filter(|index| !self.dimensions.contains(index)).collect();
        let dims: Vec<_> = kept.iter().map(|index| shape.dims[*index]).collect();
        let types = self.reducer.takes.iter().map(|element| &element.storage);
        let mut results = types
            .map(|element_type| Literal::zeros(Shape::new(*element_type, dims.clone())))
            .collect::<Result<Vec<_>, _>>()?;
        let of = |dimensions: &[usize]| {
            Shape::new(
                ElementType::Pred,
                dimensions.iter().map(|it| shape.dims[*it]).collect::<Vec<_>>(),
            )
        };
        // In the order of the operand, not in that of the attribute.
        let mut dimensions = self.dimensions.clone();
        dimensions.sort_unstable();
        let (outer, inner) = (of(&kept), of(&dimensions));
        let mut place = vec![0; shape.rank()];
        let mut target = 0;
        outer.try_for_each_index(|index| {
            for (dimension, position) in kept.iter().zip(index) {
                place[*dimension] = *position;
            }
            let mut so_far = inits.clone();
            inner.try_for_each_index(|index| {
                for (dimension, position) in dimensions.iter().zip(index) {
                    place[*dimension] = *position;
                }
                let linear = shape.linear(&place).ok_or_else(missing)?;
                let elements = inputs.iter().map(|input| element(input, linear));
                let elements = elements.collect::<Result<Vec<_>, _>>()?;
                so_far = self.reducer.combine(frame, std::mem::take(&mut so_far), elements)?;
                Ok(())
            })?;
            for (result, value) in results.iter_mut().zip(&so_far) {
                set_element(result, target, value)?;
            }
            target += 1;
            Ok(())
        })?;
        Ok(results.into_iter().map(Value::from).collect())
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.reducer.body]
    }
}
