// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Data movement: broadcasts, reshapes, slices, concatenation and padding.

use super::check::{fits, in_range, index, per_dimension, same_elements, unique};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::value::{Operand, Value};
use hloom_values::{ElementType, Shape};

impl<'p> Value<'p> {
    /// Broadcasts to the dimensions `dims`: dimension `i` of the operand becomes dimension
    /// `broadcast_dimensions[i]` of the result. [`Value::broadcast_to`] chooses
    /// `broadcast_dimensions` as NumPy does.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `broadcast_in_dim`.
    #[track_caller]
    pub fn broadcast_in_dim(
        self,
        dims: impl AsRef<[usize]>,
        broadcast_dimensions: impl AsRef<[usize]>,
    ) -> Result<Self> {
        let (dims, to) = (dims.as_ref(), broadcast_dimensions.as_ref());
        let emit = Emit::new("stablehlo.broadcast_in_dim", &[self])?;
        let operand = emit.shape(0)?;
        let result = Shape::new(operand.element_type, dims);
        per_dimension(&emit, "broadcast_dimensions", to.len(), &operand, "c2")?;
        in_range(&emit, "broadcast_dimensions", to, result.rank(), "c3")?;
        unique(&emit, "broadcast_dimensions", &[to], "c4")?;
        for (from, to) in to.iter().enumerate() {
            let size = operand.dims[from];
            ensure!(
                emit,
                size == 1 || size == result.dims[*to],
                "c5",
                "dimension {from} of {operand} must have size 1 or the size of dimension {to} of \
                 {result}"
            );
        }
        emit.with(|attributes| attributes.sizes("broadcast_dimensions", to)).one(result)
    }

    /// Changes the dimensions to `dims`. The elements keep their row-major order.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `reshape`.
    #[track_caller]
    pub fn reshape(self, dims: impl AsRef<[usize]>) -> Result<Self> {
        let emit = Emit::new("stablehlo.reshape", &[self])?;
        let operand = emit.shape(0)?;
        let result = Shape::new(operand.element_type, dims.as_ref());
        ensure!(
            emit,
            operand.element_count() == result.element_count(),
            "c2",
            "operand and result must have the same number of elements, found {operand} and {result}"
        );
        emit.one(result)
    }

    /// Permutes the dimensions: dimension `i` of the result is dimension `permutation[i]` of the
    /// operand.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `transpose`.
    #[track_caller]
    pub fn transpose(self, permutation: impl AsRef<[usize]>) -> Result<Self> {
        let permutation = permutation.as_ref();
        let emit = Emit::new("stablehlo.transpose", &[self])?;
        let operand = emit.shape(0)?;
        let mut sorted = permutation.to_vec();
        sorted.sort_unstable();
        ensure!(
            emit,
            sorted.iter().copied().eq(0..operand.rank()),
            "c2",
            "permutation must list each of the {} dimensions of {operand} once, found \
             {permutation:?}",
            operand.rank()
        );
        let dims: Vec<_> = permutation.iter().map(|from| operand.dims[*from]).collect();
        let emit = emit.with(|attributes| attributes.sizes("permutation", permutation));
        emit.one(Shape::new(operand.element_type, dims))
    }

    /// Reverses the order of the elements along the given dimensions.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `reverse`.
    #[track_caller]
    pub fn reverse(self, dimensions: impl AsRef<[usize]>) -> Result<Self> {
        let dimensions = dimensions.as_ref();
        let emit = Emit::new("stablehlo.reverse", &[self])?;
        let operand = emit.shape(0)?;
        in_range(&emit, "dimensions", dimensions, operand.rank(), "c3")?;
        unique(&emit, "dimensions", &[dimensions], "c2")?;
        emit.with(|attributes| attributes.sizes("dimensions", dimensions)).one(operand)
    }

    /// Returns the elements from `start_indices`, inclusive, to `limit_indices`, exclusive, in
    /// steps of `strides`. Each list has one entry for each dimension.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `slice`.
    #[track_caller]
    pub fn slice(
        self,
        start_indices: impl AsRef<[usize]>,
        limit_indices: impl AsRef<[usize]>,
        strides: impl AsRef<[usize]>,
    ) -> Result<Self> {
        let (starts, limits) = (start_indices.as_ref(), limit_indices.as_ref());
        let strides = strides.as_ref();
        let emit = Emit::new("stablehlo.slice", &[self])?;
        let operand = emit.shape(0)?;
        for (name, list) in
            [("start_indices", starts), ("limit_indices", limits), ("strides", strides)]
        {
            per_dimension(&emit, name, list.len(), &operand, "c2")?;
        }
        fits(&emit, "strides", strides, "c4")?;
        let mut dims = Vec::new();
        for (index, ((start, limit), stride)) in starts.iter().zip(limits).zip(strides).enumerate()
        {
            ensure!(
                emit,
                *stride > 0,
                "c4",
                "stride must be positive, found {stride} in dimension {index}"
            );
            ensure!(
                emit,
                start <= limit && *limit <= operand.dims[index],
                "c3",
                "[{start}:{limit}] must lie within dimension {index} of {operand}"
            );
            dims.push((limit - start).div_ceil(*stride));
        }
        let emit = emit.with(|attributes| {
            attributes.sizes("start_indices", starts);
            attributes.sizes("limit_indices", limits);
            attributes.sizes("strides", strides);
        });
        emit.one(Shape::new(operand.element_type, dims))
    }

    /// Inserts `padding_value` before, after and between the elements along each dimension. A
    /// negative padding before or after the elements removes elements.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `pad`.
    #[track_caller]
    pub fn pad(
        self,
        padding_value: impl Into<Operand<'p>>,
        edge_padding_low: impl AsRef<[i64]>,
        edge_padding_high: impl AsRef<[i64]>,
        interior_padding: impl AsRef<[i64]>,
    ) -> Result<Self> {
        let (low, high) = (edge_padding_low.as_ref(), edge_padding_high.as_ref());
        let interior = interior_padding.as_ref();
        let value = self.scalar_like(padding_value.into())?;
        let emit = Emit::new("stablehlo.pad", &[self, value])?;
        let (operand, padding) = (emit.shape(0)?, emit.shape(1)?);
        ensure!(emit, padding.rank() == 0, "i2", "padding_value must be a scalar, found {padding}");
        same_elements(&emit, "operand and padding_value", &operand, &padding, "c1")?;
        for (name, list) in
            [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)]
        {
            per_dimension(&emit, name, list.len(), &operand, "c2")?;
        }
        let mut dims = Vec::new();
        for (index, size) in operand.dims.iter().enumerate() {
            let interior = interior[index];
            ensure!(
                emit,
                interior >= 0,
                "c3",
                "interior_padding must not be negative, found {interior}"
            );
            let size = *size as i128;
            let between = i128::from(interior) * (size - 1).max(0);
            let padded = size + between + i128::from(low[index]) + i128::from(high[index]);
            let Ok(padded) = usize::try_from(padded) else {
                let message = format!(
                    "padding gives dimension {index} of {operand} a negative or too large size"
                );
                return Err(emit.violation("c4", message));
            };
            dims.push(padded);
        }
        let emit = emit.with(|attributes| {
            attributes.integers("edge_padding_low", low);
            attributes.integers("edge_padding_high", high);
            attributes.integers("interior_padding", interior);
        });
        emit.one(Shape::new(operand.element_type, dims))
    }

    /// Returns the size of a dimension as an `i32` scalar.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `get_dimension_size`.
    #[track_caller]
    pub fn get_dimension_size(self, dimension: usize) -> Result<Self> {
        let emit = Emit::new("stablehlo.get_dimension_size", &[self])?;
        index(&emit, "dimension", dimension, emit.shape(0)?.rank(), "c1")?;
        let emit = emit.with(|attributes| attributes.integer("dimension", dimension as i64));
        emit.one(Shape::scalar(ElementType::S32))
    }

    /// Converts an operand to a value. A number becomes a scalar of the element type of `self`.
    #[track_caller]
    pub(super) fn scalar_like(self, operand: Operand<'p>) -> Result<Self> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Number(number) => {
                let emit = Emit::new("stablehlo.constant", &[self])?;
                let ty = emit.shape(0)?.element_type;
                self.program.full(number, Shape::scalar(ty))
            }
        }
    }
}

impl Program {
    /// Concatenates tensors along a dimension.
    ///
    /// # Errors
    /// Fails if the inputs violate a constraint of `concatenate`.
    #[track_caller]
    pub fn concatenate<'p>(&'p self, inputs: &[Value<'p>], dimension: usize) -> Result<Value<'p>> {
        let emit = Emit::start(self, "stablehlo.concatenate").operands(inputs)?;
        let shapes = emit.shapes()?;
        let Some((first, rest)) = shapes.split_first() else {
            return Err(emit.violation("c3", "has no inputs".to_owned()));
        };
        index(&emit, "dimension", dimension, first.rank(), "c4")?;
        let mut result = first.clone();
        for input in rest {
            same_elements(&emit, "inputs", first, input, "c1")?;
            let mut expected = input.dims.clone();
            if let Some(size) = expected.get_mut(dimension) {
                *size = first.dims[dimension];
            }
            ensure!(
                emit,
                expected == first.dims,
                "c2",
                "inputs must have the same shape except in dimension {dimension}, found {first} \
                 and {input}"
            );
            result.dims[dimension] = result.dims[dimension].saturating_add(input.dims[dimension]);
        }
        emit.with(|attributes| attributes.integer("dimension", dimension as i64)).one(result)
    }
}
