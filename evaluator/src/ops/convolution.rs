// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Convolutions (specification, sections "convolution", "dynamic_conv").
//!
//! Each element of the result is a sum over window positions and over the input features of its
//! group. Window positions in padding or between dilated elements contribute nothing.

use super::arithmetic::{Bilinear, Ring, in_ring, strides, try_with_capacity};
use super::attributes::{pairs, size, to_size, to_sizes};
use super::dynamic::integers;
use super::on_tensors::{on_tensors, one};
use super::types::computed_type;
use crate::Error;
use crate::program::Operation;
use hloom_dialects::attributes::stablehlo::ConvDimensionNumbers;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::{InferView, OpView};
use hloom_values::{ElementType, Literal, Shape};

/// Decodes the convolutions.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let convolution = Convolution::read(op)?;
    if op.op() == Op::StablehloDynamicConv {
        return Ok(on_tensors(move |operands| {
            let padding = pairs(&integers(operands[2])?);
            one(convolution.evaluate(operands[0], operands[1], &padding))
        }));
    }
    let padding = pairs(&op.optional_integers("padding").unwrap_or_default());
    Ok(on_tensors(move |operands| one(convolution.evaluate(operands[0], operands[1], &padding))))
}

/// The roles of the dimensions of the input, the kernel or the result of a convolution.
#[derive(Clone, Debug)]
pub struct Roles {
    /// The batch dimension; for the kernel, the input feature dimension.
    pub batch: usize,
    /// The feature dimension; for the kernel, the output feature dimension.
    pub feature: usize,
    /// The spatial dimensions, in the order of the convolution's windows.
    pub spatial: Vec<usize>,
}

/// The attributes of a convolution, without the padding.
#[derive(Clone, Debug)]
pub struct Convolution {
    /// The batch, feature and spatial dimensions of the input.
    pub input: Roles,
    /// The input feature, output feature and spatial dimensions of the kernel (the filter).
    pub kernel: Roles,
    /// The batch, feature and spatial dimensions of the result.
    pub output: Roles,
    /// The window strides. An empty list means that all strides are 1, and likewise for the
    /// dilations.
    pub strides: Vec<usize>,
    /// The dilation of the input.
    pub input_dilation: Vec<usize>,
    /// The dilation of the kernel.
    pub kernel_dilation: Vec<usize>,
    /// Whether the kernel is reversed in each spatial dimension. An empty list means that it is not
    /// reversed.
    pub reversal: Vec<bool>,
    /// The number of groups into which the input features are divided.
    pub feature_groups: usize,
    /// The number of groups into which the batch is divided.
    pub batch_groups: usize,
    /// The element type of the convolution's result.
    pub element_type: ElementType,
}

impl Convolution {
    fn read(op: &OpView) -> Result<Self, Error> {
        let numbers: ConvDimensionNumbers = op.typed("dimension_numbers")?;
        let roles = |batch, feature, spatial: &[i64]| -> Result<Roles, Error> {
            let (batch, feature) = (to_size(batch)?, to_size(feature)?);
            Ok(Roles { batch, feature, spatial: to_sizes(spatial)? })
        };
        let list =
            |op: &InferView, name: &str| to_sizes(&op.optional_integers(name).unwrap_or_default());
        Ok(Self {
            input: roles(
                numbers.input_batch_dimension,
                numbers.input_feature_dimension,
                &numbers.input_spatial_dimensions,
            )?,
            kernel: roles(
                numbers.kernel_input_feature_dimension,
                numbers.kernel_output_feature_dimension,
                &numbers.kernel_spatial_dimensions,
            )?,
            output: roles(
                numbers.output_batch_dimension,
                numbers.output_feature_dimension,
                &numbers.output_spatial_dimensions,
            )?,
            strides: list(op, "window_strides")?,
            input_dilation: list(op, "lhs_dilation")?,
            kernel_dilation: list(op, "rhs_dilation")?,
            reversal: op.optional_booleans("window_reversal").unwrap_or_default(),
            feature_groups: size(op, "feature_group_count")?,
            batch_groups: size(op, "batch_group_count")?,
            element_type: computed_type(op)?,
        })
    }

    /// Computes the convolution. `padding` lists the padding before and after each spatial
    /// dimension. An empty list means no padding.
    ///
    /// # Errors
    /// Fails if the sizes do not match, or if there is no memory for the result.
    pub fn evaluate(
        &self,
        lhs: &Literal,
        rhs: &Literal,
        padding: &[(i64, i64)],
    ) -> Result<Literal, Error> {
        let (input, kernel) = (&lhs.shape().dims, &rhs.shape().dims);
        let (batch, features) = (input[self.input.batch], input[self.input.feature]);
        let outputs = kernel[self.kernel.feature];
        let depth = kernel[self.kernel.batch];
        let fits = self.feature_groups > 0
            && self.batch_groups > 0
            && batch % self.batch_groups == 0
            && outputs % self.batch_groups == 0
            && outputs % self.feature_groups == 0
            && depth.checked_mul(self.feature_groups) == Some(features);
        if !fits {
            let (lhs, rhs) = (lhs.shape(), rhs.shape());
            let Self { feature_groups, batch_groups, .. } = self;
            return Err(Error::invalid(format!(
                "expected batch and feature sizes that match {feature_groups} feature groups and \
                 {batch_groups} batch groups, found {lhs} and kernel {rhs}"
            )));
        }
        let mut dims = vec![0; input.len()];
        dims[self.output.batch] = batch / self.batch_groups;
        dims[self.output.feature] = outputs;
        let mut taps = Vec::new();
        for (index, dimension) in self.output.spatial.iter().enumerate() {
            let padding = padding.get(index).copied().unwrap_or_default();
            let axis = self.taps(index, input, kernel, padding)?;
            dims[*dimension] = axis.len();
            taps.push(axis);
        }
        let shape = Shape::new(self.element_type, dims);
        if [lhs, rhs].iter().any(|operand| operand.element_count() == 0) {
            return Ok(Literal::zeros(shape)?);
        }
        let strides = [strides(input), strides(kernel)];
        let sums = Sums { convolution: self, shape, taps, strides, batch, outputs, depth };
        in_ring(lhs, rhs, self.element_type, &sums)
    }

    /// Returns the pairs of input and kernel positions that are multiplied, for each position of
    /// the window along a spatial dimension.
    fn taps(
        &self,
        index: usize,
        input: &[usize],
        kernel: &[usize],
        (low, high): (i64, i64),
    ) -> Result<Vec<Vec<(usize, usize)>>, Error> {
        let get = |list: &[usize]| list.get(index).copied().unwrap_or(1).max(1) as i128;
        let (stride, dilation) = (get(&self.strides), get(&self.input_dilation));
        let window_dilation = get(&self.kernel_dilation);
        let size = input[self.input.spatial[index]];
        let window = kernel[self.kernel.spatial[index]];
        let dilate = |size: usize, dilation: i128| {
            (size as i128 - 1).max(-1) * dilation + 1.min(size as i128)
        };
        let dilated = if size == 0 { 0 } else { dilate(size, dilation) };
        let padded = dilated + i128::from(low) + i128::from(high);
        let reach = if window == 0 { 0 } else { dilate(window, window_dilation) };
        let places = if padded <= 0 || reach > padded { 0 } else { (padded - reach) / stride + 1 };
        let places = usize::try_from(places).map_err(|_| {
            Error::invalid(format!("expected fewer than 2^64 window positions, found {places}"))
        })?;
        let reversed = self.reversal.get(index).copied().unwrap_or(false);
        let mut taps = try_with_capacity(places, "places of a window")?;
        for place in 0..places {
            let tap = |element: usize| {
                let at =
                    place as i128 * stride + element as i128 * window_dilation - i128::from(low);
                let from = usize::try_from(at / dilation).ok().filter(|from| *from < size)?;
                let element = if reversed { window - 1 - element } else { element };
                (at >= 0 && at % dilation == 0).then_some((from, element))
            };
            taps.push((0..window).filter_map(tap).collect());
        }
        Ok(taps)
    }
}

/// A convolution, with the result shape and the pairs of multiplied positions computed.
struct Sums<'a> {
    convolution: &'a Convolution,
    shape: Shape,
    /// The pairs of input and kernel positions that are multiplied, for each spatial dimension and
    /// window position.
    taps: Vec<Vec<Vec<(usize, usize)>>>,
    /// The row-major strides of the dimensions of the input and of the kernel, in elements.
    strides: [Vec<usize>; 2],
    batch: usize,
    outputs: usize,
    /// The number of input features in a feature group.
    depth: usize,
}

impl Sums<'_> {
    /// Returns, for each pair of factors of the result element at `index`, the parts of their
    /// offsets in the input and in the kernel that the spatial dimensions contribute.
    fn offsets(&self, index: &[usize]) -> Vec<(usize, usize)> {
        let Convolution { input, kernel, output, .. } = self.convolution;
        let mut offsets = vec![(0, 0)];
        for (axis, taps) in self.taps.iter().enumerate() {
            let place = index[output.spatial[axis]];
            let input_stride = self.strides[0][input.spatial[axis]];
            let kernel_stride = self.strides[1][kernel.spatial[axis]];
            let add = |(one, other): &(usize, usize)| {
                let (one, other) = (*one, *other);
                taps[place].iter().map(move |(from, element)| {
                    (one + from * input_stride, other + element * kernel_stride)
                })
            };
            offsets = offsets.iter().flat_map(add).collect();
        }
        offsets
    }
}

impl Bilinear for Sums<'_> {
    fn compute<R: Ring>(&self, lhs: &[R], rhs: &[R]) -> Result<Literal, Error> {
        let Convolution { input, kernel, output, feature_groups, batch_groups, .. } =
            self.convolution;
        let [input_strides, kernel_strides] = &self.strides;
        Literal::generate(self.shape.clone(), |index| {
            let feature = index[output.feature];
            let feature_group = feature / (self.outputs / feature_groups);
            let batch_group = feature / (self.outputs / batch_groups);
            let batch = index[output.batch] + batch_group * (self.batch / batch_groups);
            let first = batch * input_strides[input.batch]
                + feature_group * self.depth * input_strides[input.feature];
            let second = feature * kernel_strides[kernel.feature];
            let offsets = self.offsets(index);
            let mut sum = R::ZERO;
            for channel in 0..self.depth {
                let one = first + channel * input_strides[input.feature];
                let other = second + channel * kernel_strides[kernel.batch];
                for (left, right) in &offsets {
                    sum = sum.plus(lhs[one + left], rhs[other + right]);
                }
            }
            Ok(sum.element(self.shape.element_type))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(batch: usize, feature: usize, spatial: &[usize]) -> Roles {
        Roles { batch, feature, spatial: spatial.to_vec() }
    }

    fn line() -> Convolution {
        Convolution {
            input: roles(0, 1, &[2]),
            kernel: roles(1, 0, &[2]),
            output: roles(0, 1, &[2]),
            strides: Vec::new(),
            input_dilation: Vec::new(),
            kernel_dilation: Vec::new(),
            reversal: Vec::new(),
            feature_groups: 1,
            batch_groups: 1,
            element_type: ElementType::S32,
        }
    }

    fn tensor(elements: &[i32], dims: &[usize]) -> Literal {
        Literal::from_slice(elements, dims).expect("as many")
    }

    fn run(
        convolution: &Convolution,
        input: &[i32],
        kernel: &[i32],
        low: i64,
        high: i64,
    ) -> Vec<i32> {
        let (input, kernel) =
            (tensor(input, &[1, 1, input.len()]), tensor(kernel, &[1, 1, kernel.len()]));
        let result = convolution.evaluate(&input, &kernel, &[(low, high)]).expect("fits");
        result.as_slice().expect("i32").to_vec()
    }

    #[test]
    fn windows() {
        // Expected values computed by hand.
        let input = [1, 2, 3, 4];
        assert_eq!(run(&line(), &input, &[1, 10], 0, 0), [21, 32, 43]);
        assert_eq!(run(&line(), &input, &[1, 10], 1, 1), [10, 21, 32, 43, 4]);
        assert_eq!(run(&line(), &input, &[1, 10], -1, 0), [32, 43]);
        let reversed = Convolution { reversal: vec![true], ..line() };
        assert_eq!(run(&reversed, &input, &[1, 10], 0, 0), [12, 23, 34]);
        let strided = Convolution { strides: vec![2], ..line() };
        assert_eq!(run(&strided, &input, &[1, 10], 0, 0), [21, 43]);
        let spread = Convolution { input_dilation: vec![2], ..line() };
        assert_eq!(run(&spread, &input, &[1, 10], 0, 0), [1, 20, 2, 30, 3, 40]);
        let wide = Convolution { kernel_dilation: vec![3], ..line() };
        assert_eq!(run(&wide, &input, &[1, 10], 0, 0), [41]);
        assert_eq!(run(&wide, &input, &[1, 10], -1, 0), []);
        assert_eq!(run(&line(), &[], &[1, 10], 1, 1), [0]);
        assert_eq!(run(&line(), &[], &[1], 0, 0), []);
        assert_eq!(run(&line(), &input, &[], 0, 0), [0; 5]);
    }

    #[test]
    fn groups() {
        // Two groups of one feature each: every output feature sees its own input.
        let features = Convolution { feature_groups: 2, ..line() };
        let (input, kernel) = (tensor(&[1, 2, 3, 4], &[1, 2, 2]), tensor(&[10, 100], &[2, 1, 1]));
        let result = features.evaluate(&input, &kernel, &[]).expect("fits");
        assert_eq!(result, tensor(&[10, 20, 300, 400], &[1, 2, 2]));
        let batches = Convolution { batch_groups: 2, ..line() };
        let input = tensor(&[1, 2, 3, 4], &[2, 1, 2]);
        let result = batches.evaluate(&input, &kernel, &[]).expect("fits");
        assert_eq!(result, tensor(&[10, 20, 300, 400], &[1, 2, 2]));
        assert!(features.evaluate(&input, &kernel, &[]).is_err());
    }
}
