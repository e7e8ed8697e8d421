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

use super::{result_tensor, sizes};
use crate::literal::{ElementType, Literal, Shape};
use crate::program::{Decoder, Operation, Region};
use crate::run::Frame;
use crate::{Error, Value};
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
            result: result_tensor(op, 0)?.element.storage,
        }),
        _ => return batch_norm::decode(op),
    })
}

/// What combines two elements, or as many pairs as there are inputs.
#[derive(Debug)]
pub struct Reducer {
    /// The combination.
    pub body: Region,
    /// The types of elements that it takes and returns.
    pub types: Vec<ElementType>,
}

impl Reducer {
    /// The first region of an operation; its results are of the operation's types.
    pub fn read(op: &OpView, decoder: &mut Decoder) -> Result<Self, Error> {
        let types = (0..op.result_count())
            .map(|index| Ok(result_tensor(op, index)?.element.storage))
            .collect::<Result<_, Error>>()?;
        Ok(Self { body: decoder.region(&op.region(0)?)?, types })
    }

    /// Operands in two halves, inputs of one shape and as many others, all of the types
    /// that the body takes.
    pub fn halves(&self, operands: Vec<Value>) -> Result<[Vec<Literal>; 2], Error> {
        let count = self.types.len();
        let types = self.types.iter().cycle();
        let mut inputs = operands
            .into_iter()
            .zip(types)
            .map(|(operand, element_type)| promoted(operand.into_tensor()?, *element_type))
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

/// The tensor with elements of a wider type of their kind.
pub fn promoted(tensor: Literal, element_type: ElementType) -> Result<Literal, Error> {
    if tensor.shape().element_type == element_type {
        return Ok(tensor);
    }
    let mut elements = tensor.iter();
    let shape = Shape::new(element_type, tensor.shape().dims.clone());
    Literal::generate(shape, |_| elements.next().ok_or_else(missing))
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
        let types = self.reducer.types.iter();
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
