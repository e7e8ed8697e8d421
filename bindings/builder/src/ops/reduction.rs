// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reductions, windowed reductions and maps.

use super::check::{in_range, list, same_dims, same_elements, unique};
use super::region::{is_predicate, reducer, results_of, scalars};
use super::window::{Window, WindowConstraints};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::Type;
use crate::value::{Operand, Value, Values};
use hloom_values::{ElementType, Shape};

impl<'p> Value<'p> {
    /// Combines the elements along `dimensions` with `body`, starting with `init`. `body` combines
    /// two scalars and must be associative.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if the operands violate a constraint of `reduce`.
    #[track_caller]
    pub fn reduce(
        self,
        init: impl Into<Operand<'p>>,
        dimensions: impl AsRef<[usize]>,
        body: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let init = self.scalar_like(init.into())?;
        let body = |one: &[Value<'p>], other: &[Value<'p>]| body(one[0], other[0]);
        first(self.program.reduce(&[self], &[init], dimensions, body)?)
    }

    /// Combines the elements in each position of a sliding window with `body`, starting with
    /// `init`. `body` combines two scalars and must be associative.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if the operands violate a constraint of
    /// `reduce_window`.
    #[track_caller]
    pub fn reduce_window(
        self,
        init: impl Into<Operand<'p>>,
        window: &Window,
        body: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let init = self.scalar_like(init.into())?;
        let body = |one: &[Value<'p>], other: &[Value<'p>]| body(one[0], other[0]);
        first(self.program.reduce_window(&[self], &[init], window, body)?)
    }

    /// Selects one element of `self` in each position of a sliding window with `select`. The result
    /// has the shape of `self`: each element combines, with `scatter`, `init_value` and the
    /// elements of `source` for the positions in which it was selected.
    ///
    /// # Errors
    /// Returns the errors of the closures. Also fails if the operands violate a constraint of
    /// `select_and_scatter`.
    #[track_caller]
    pub fn select_and_scatter(
        self,
        source: Value<'p>,
        init_value: impl Into<Operand<'p>>,
        window: &Window,
        select: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
        scatter: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let init = self.scalar_like(init_value.into())?;
        let mut emit = Emit::new("stablehlo.select_and_scatter", &[self, source, init])?;
        let (operand, source, init) = (emit.shape(0)?, emit.shape(1)?, emit.shape(2)?);
        same_elements(&emit, "operand and source", &operand, &source, "c1")?;
        ensure!(emit, init.rank() == 0, "i3", "init_value must be a scalar, found {init}");
        same_elements(&emit, "operand and init_value", &operand, &init, "c3")?;
        ensure!(
            emit,
            window.base_dilations.iter().chain(&window.window_dilations).all(|it| *it == 1),
            "c8",
            "window dilations must be 1, found base_dilations {:?} and window_dilations {:?}",
            window.base_dilations,
            window.window_dilations
        );
        let window = window.checked(&emit, operand.rank(), &SELECT_AND_SCATTER)?;
        let all: Vec<_> = (0..operand.rank()).collect();
        let counts = window.counts(&emit, &operand, &all, SELECT_AND_SCATTER.result)?;
        ensure!(
            emit,
            counts == source.dims,
            "c2",
            "source must have one element for each window, the shape {}, found {source}",
            list(&counts)
        );
        let arguments = scalars(&[operand.element_type; 2]);
        let returned = emit.region(&arguments, |values| Ok(vec![select(values[0], values[1])?]))?;
        ensure!(
            emit,
            is_predicate(&returned),
            "c9",
            "select must take two tensor<{}> and return a tensor<i1>",
            operand.element_type
        );
        let combine = |one: &[Value<'p>], other: &[Value<'p>]| Ok(vec![scatter(one[0], other[0])?]);
        reducer(&mut emit, "scatter", &[operand.element_type], "c10", combine)?;
        let emit = emit.with(|attributes| {
            attributes.sizes("window_dimensions", &window.dimensions);
            attributes.sizes("window_strides", &window.strides);
            attributes.pairs("padding", &window.padding);
        });
        emit.one(operand)
    }
}

/// Returns the first value: the only result of a reduction of a single tensor.
fn first(values: Vec<Value<'_>>) -> Result<Value<'_>> {
    Ok(values[0])
}

/// Checks the operands of a reduction: `count` inputs and as many initial values. Returns the shape
/// of the first input and the element types of all inputs.
fn reduced(
    emit: &Emit<'_, '_>,
    count: usize,
    [counts, dims, elements]: [&str; 3],
) -> Result<(Shape, Vec<ElementType>)> {
    let shapes = emit.shapes()?;
    let total = shapes.len();
    ensure!(
        emit,
        count > 0 && total == 2 * count,
        counts,
        "must have at least one input and one initial value for each input, found {count} inputs \
         and {} initial values",
        total - count
    );
    let (inputs, inits) = shapes.split_at(count);
    same_dims(emit, "inputs", inputs, dims)?;
    for (input, init) in inputs.iter().zip(inits) {
        same_elements(emit, "input and initial value", input, init, elements)?;
        ensure!(emit, init.rank() == 0, "i2", "initial values must be scalars, found {init}");
    }
    Ok((inputs[0].clone(), inputs.iter().map(|input| input.element_type).collect()))
}

impl Program {
    /// Combines elements of several tensors of the same shape along `dimensions` with `body`.
    ///
    /// `body` receives one accumulator for each input, followed by one element of each input, all
    /// scalars. It returns the new accumulators.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if the operands violate a constraint of `reduce`.
    #[track_caller]
    pub fn reduce<'p, V: Values<'p>>(
        &'p self,
        inputs: &[Value<'p>],
        init_values: &[Value<'p>],
        dimensions: impl AsRef<[usize]>,
        body: impl FnOnce(&[Value<'p>], &[Value<'p>]) -> Result<V>,
    ) -> Result<Vec<Value<'p>>> {
        let dimensions = dimensions.as_ref();
        let emit = Emit::start(self, "stablehlo.reduce");
        let mut emit = emit.operands(inputs)?.operands(init_values)?;
        let (shape, elements) = reduced(&emit, inputs.len(), ["c3", "c1", "c2"])?;
        in_range(&emit, "dimensions", dimensions, shape.rank(), "c4")?;
        unique(&emit, "dimensions", &[dimensions], "c5")?;
        let body = |one: &[Value<'p>], other: &[Value<'p>]| Ok(body(one, other)?.into_vec());
        let results = reducer(&mut emit, "body", &elements, "c6", body)?;
        let kept = (0..shape.rank()).filter(|index| !dimensions.contains(index));
        let dims: Vec<_> = kept.map(|index| shape.dims[index]).collect();
        let types: Vec<Type> =
            results.into_iter().map(|ty| Shape::new(ty, dims.clone()).into()).collect();
        emit.with(|attributes| attributes.sizes("dimensions", dimensions)).finish(&types)
    }

    /// Combines elements of several tensors of the same shape in each position of a sliding window
    /// with `body`.
    ///
    /// `body` receives one accumulator for each input, followed by one element of each input, all
    /// scalars. It returns the new accumulators.
    ///
    /// # Errors
    /// Returns the error of `body`. Also fails if the operands violate a constraint of
    /// `reduce_window`.
    #[track_caller]
    pub fn reduce_window<'p, V: Values<'p>>(
        &'p self,
        inputs: &[Value<'p>],
        init_values: &[Value<'p>],
        window: &Window,
        body: impl FnOnce(&[Value<'p>], &[Value<'p>]) -> Result<V>,
    ) -> Result<Vec<Value<'p>>> {
        let emit = Emit::start(self, "stablehlo.reduce_window");
        let mut emit = emit.operands(inputs)?.operands(init_values)?;
        let (shape, elements) = reduced(&emit, inputs.len(), ["c1", "c2", "c3"])?;
        let window = window.checked(&emit, shape.rank(), &REDUCE_WINDOW)?;
        let all: Vec<_> = (0..shape.rank()).collect();
        let dims = window.counts(&emit, &shape, &all, REDUCE_WINDOW.result)?;
        let body = |one: &[Value<'p>], other: &[Value<'p>]| Ok(body(one, other)?.into_vec());
        let results = reducer(&mut emit, "body", &elements, "c13", body)?;
        let types: Vec<Type> =
            results.into_iter().map(|ty| Shape::new(ty, dims.clone()).into()).collect();
        let emit = emit.with(|attributes| {
            attributes.sizes("window_dimensions", &window.dimensions);
            attributes.sizes("window_strides", &window.strides);
            attributes.sizes("base_dilations", &window.base_dilations);
            attributes.sizes("window_dilations", &window.window_dilations);
            attributes.pairs("padding", &window.padding);
        });
        emit.finish(&types)
    }

    /// Applies `computation`, a function of scalars, to the corresponding elements of tensors of
    /// the same shape.
    ///
    /// # Errors
    /// Returns the error of `computation`. Also fails if the inputs violate a constraint of `map`.
    #[track_caller]
    pub fn map<'p>(
        &'p self,
        inputs: &[Value<'p>],
        computation: impl FnOnce(&[Value<'p>]) -> Result<Value<'p>>,
    ) -> Result<Value<'p>> {
        let mut emit = Emit::start(self, "stablehlo.map").operands(inputs)?;
        let shapes = emit.shapes()?;
        let Some(shape) = shapes.first().cloned() else {
            return Err(emit.violation("c2", "has no inputs".to_owned()));
        };
        same_dims(&emit, "inputs", &shapes, "c1")?;
        let elements: Vec<_> = shapes.iter().map(|shape| shape.element_type).collect();
        let arguments = scalars(&elements);
        let types = emit.region(&arguments, |values| Ok(vec![computation(values)?]))?;
        let results = results_of(&emit, "computation", &types, "c4")?;
        let dimensions: Vec<_> = (0..shape.rank()).collect();
        let emit = emit.with(move |attributes| attributes.sizes("dimensions", &dimensions));
        emit.one(Shape::new(results[0], shape.dims))
    }
}

const REDUCE_WINDOW: WindowConstraints = WindowConstraints {
    dimensions: ["c4", "c5"],
    strides: ["c6", "c7"],
    base_dilations: ("base_dilations", ["c8", "c9"]),
    window_dilations: ("window_dilations", ["c10", "c11"]),
    padding: "c12",
    result: "c15",
};

const SELECT_AND_SCATTER: WindowConstraints = WindowConstraints {
    dimensions: ["c4", "c5"],
    strides: ["c6", "c7"],
    base_dilations: ("base_dilations", ["c8", "c8"]),
    window_dilations: ("window_dilations", ["c8", "c8"]),
    padding: "c8",
    result: "c2",
};
