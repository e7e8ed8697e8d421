// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Convolutions.

use super::check::{fits, in_range, same_elements, unique};
use super::window::{Window, WindowConstraints};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::value::Value;
use hloom_portable::vhlo::PrecisionV1 as Precision;
use hloom_values::Shape;

/// The roles of the dimensions of a [`convolution`](Value::convolution).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConvolutionDimensionNumbers {
    /// The batch dimension of the input.
    pub input_batch_dimension: usize,
    /// The feature dimension of the input.
    pub input_feature_dimension: usize,
    /// The dimensions of the input over which the kernel slides.
    pub input_spatial_dimensions: Vec<usize>,
    /// The dimension of the kernel that contains the input features.
    pub kernel_input_feature_dimension: usize,
    /// The dimension of the kernel that contains the output features.
    pub kernel_output_feature_dimension: usize,
    /// The spatial dimensions of the kernel, in the order of the input's spatial dimensions.
    pub kernel_spatial_dimensions: Vec<usize>,
    /// The batch dimension of the output.
    pub output_batch_dimension: usize,
    /// The feature dimension of the output.
    pub output_feature_dimension: usize,
    /// The spatial dimensions of the output, in the order of the input's spatial dimensions.
    pub output_spatial_dimensions: Vec<usize>,
}

impl ConvolutionDimensionNumbers {
    /// Returns the dimension numbers of TensorFlow and Flax for `spatial` spatial dimensions: NHWC
    /// and HWIO if there are two. In the input and the output, the batch is first and the features
    /// are last. In the kernel, the input features and then the output features are last.
    pub fn features_last(spatial: usize) -> Self {
        let outer: Vec<_> = (1..=spatial).collect();
        Self {
            input_batch_dimension: 0,
            input_feature_dimension: spatial + 1,
            input_spatial_dimensions: outer.clone(),
            kernel_input_feature_dimension: spatial,
            kernel_output_feature_dimension: spatial + 1,
            kernel_spatial_dimensions: (0..spatial).collect(),
            output_batch_dimension: 0,
            output_feature_dimension: spatial + 1,
            output_spatial_dimensions: outer,
        }
    }

    /// Returns the dimension numbers of PyTorch for `spatial` spatial dimensions: NCHW and OIHW if
    /// there are two.
    pub fn features_first(spatial: usize) -> Self {
        let inner: Vec<_> = (2..spatial + 2).collect();
        Self {
            input_batch_dimension: 0,
            input_feature_dimension: 1,
            input_spatial_dimensions: inner.clone(),
            kernel_input_feature_dimension: 1,
            kernel_output_feature_dimension: 0,
            kernel_spatial_dimensions: inner.clone(),
            output_batch_dimension: 0,
            output_feature_dimension: 1,
            output_spatial_dimensions: inner,
        }
    }
}

/// The attributes of a [`convolution`](Value::convolution).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// The roles of the dimensions of the input, the kernel and the output.
    pub dimension_numbers: ConvolutionDimensionNumbers,
    /// The strides, padding and dilations. The sizes of this window are ignored; the kernel
    /// determines the sizes.
    pub window: Window,
    /// For each spatial dimension, whether the kernel is reversed; empty if no dimension is
    /// reversed.
    pub window_reversal: Vec<bool>,
    /// The number of groups into which the features are divided.
    pub feature_group_count: usize,
    /// The number of groups into which the batch is divided.
    pub batch_group_count: usize,
    /// The precision of the input and of the kernel.
    pub precision: [Precision; 2],
}

impl Convolution {
    /// Returns the attributes of a convolution with one group, strides and dilations of one, and no
    /// padding.
    pub fn new(dimension_numbers: ConvolutionDimensionNumbers) -> Self {
        Self {
            dimension_numbers,
            window: Window::default(),
            window_reversal: Vec::new(),
            feature_group_count: 1,
            batch_group_count: 1,
            precision: [Precision::Default; 2],
        }
    }

    /// Sets the strides, padding and dilations of the window.
    #[must_use]
    pub fn window(mut self, window: Window) -> Self {
        self.window = window;
        self
    }

    /// Sets the number of groups into which the features are divided.
    #[must_use]
    pub fn feature_groups(mut self, count: usize) -> Self {
        self.feature_group_count = count;
        self
    }
}

impl<'p> Value<'p> {
    /// Convolves `self` with a kernel.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `convolution`.
    #[track_caller]
    pub fn convolution(self, kernel: Value<'p>, attributes: &Convolution) -> Result<Self> {
        let emit = Emit::new("stablehlo.convolution", &[self, kernel])?;
        let (lhs, rhs) = (emit.shape(0)?, emit.shape(1)?);
        let rank = lhs.rank();
        ensure!(
            emit,
            rank == rhs.rank(),
            "c1",
            "lhs and rhs must have the same rank, found {lhs} and {rhs}"
        );
        ensure!(
            emit,
            rank >= 2,
            "c1",
            "lhs must have a batch and a feature dimension, found {lhs}"
        );
        let numbers = &attributes.dimension_numbers;
        verify_numbers(&emit, numbers, rank)?;
        verify_groups(&emit, attributes, &lhs, &rhs)?;
        same_elements(&emit, "lhs and rhs", &lhs, &rhs, "c27")?;
        let spatial = numbers.kernel_spatial_dimensions.iter().map(|dim| rhs.dims[*dim]);
        let window = Window { dimensions: spatial.collect(), ..attributes.window.clone() };
        let window = window.checked(&emit, rank - 2, &CONSTRAINTS)?;
        let reversal = match &attributes.window_reversal[..] {
            [] => vec![false; rank - 2],
            given => given.to_vec(),
        };
        ensure!(
            emit,
            reversal.len() == rank - 2,
            "c9",
            "window_reversal must have {} entries, found {}",
            rank - 2,
            reversal.len()
        );
        let counts =
            window.counts(&emit, &lhs, &numbers.input_spatial_dimensions, CONSTRAINTS.result)?;
        let mut dims = vec![0; rank];
        dims[numbers.output_batch_dimension] =
            lhs.dims[numbers.input_batch_dimension] / attributes.batch_group_count;
        dims[numbers.output_feature_dimension] = rhs.dims[numbers.kernel_output_feature_dimension];
        for (dim, count) in numbers.output_spatial_dimensions.iter().zip(counts) {
            dims[*dim] = count;
        }
        let result = Shape::new(lhs.element_type, dims);
        let emit = emit.with(move |to| {
            let single = [
                ("batch_group_count", attributes.batch_group_count),
                ("feature_group_count", attributes.feature_group_count),
                ("input_batch_dimension", numbers.input_batch_dimension),
                ("input_feature_dimension", numbers.input_feature_dimension),
                ("kernel_input_feature_dimension", numbers.kernel_input_feature_dimension),
                ("kernel_output_feature_dimension", numbers.kernel_output_feature_dimension),
                ("output_batch_dimension", numbers.output_batch_dimension),
                ("output_feature_dimension", numbers.output_feature_dimension),
            ];
            single.into_iter().for_each(|(name, value)| to.integer(name, value as i64));
            let lists = [
                ("input_spatial_dimensions", &numbers.input_spatial_dimensions),
                ("kernel_spatial_dimensions", &numbers.kernel_spatial_dimensions),
                ("output_spatial_dimensions", &numbers.output_spatial_dimensions),
                ("window_strides", &window.strides),
                ("lhs_dilation", &window.base_dilations),
                ("rhs_dilation", &window.window_dilations),
            ];
            lists.into_iter().for_each(|(name, values)| to.sizes(name, values));
            to.pairs("padding", &window.padding);
            to.booleans("window_reversal", &reversal);
            to.precisions(attributes.precision);
        });
        emit.one(result)
    }
}

const CONSTRAINTS: WindowConstraints = WindowConstraints {
    // The verifier of the dimension numbers checks the length, and an empty kernel is valid.
    dimensions: ["c17", ""],
    strides: ["c2", "c3"],
    base_dilations: ("lhs_dilation", ["c5", "c6"]),
    window_dilations: ("rhs_dilation", ["c7", "c8"]),
    padding: "c4",
    result: "c25",
};

fn verify_numbers(
    emit: &Emit<'_, '_>,
    numbers: &ConvolutionDimensionNumbers,
    rank: usize,
) -> Result<()> {
    let side = |name: &str, ends: [usize; 2], spatial: &[usize], [count, valid]: [&str; 2]| {
        ensure!(
            emit,
            spatial.len() == rank - 2,
            count,
            "{name}_spatial_dimensions must have {} entries, found {}",
            rank - 2,
            spatial.len()
        );
        let name = format!("{name} dimensions");
        in_range(emit, &name, &ends, rank, valid)?;
        in_range(emit, &name, spatial, rank, valid)?;
        unique(emit, &name, &[&ends, spatial], valid)
    };
    side(
        "input",
        [numbers.input_batch_dimension, numbers.input_feature_dimension],
        &numbers.input_spatial_dimensions,
        ["c12", "c13"],
    )?;
    side(
        "kernel",
        [numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension],
        &numbers.kernel_spatial_dimensions,
        ["c17", "c18"],
    )?;
    side(
        "output",
        [numbers.output_batch_dimension, numbers.output_feature_dimension],
        &numbers.output_spatial_dimensions,
        ["c19", "c20"],
    )
}

fn verify_groups(
    emit: &Emit<'_, '_>,
    attributes: &Convolution,
    lhs: &Shape,
    rhs: &Shape,
) -> Result<()> {
    let (feature, batch) = (attributes.feature_group_count, attributes.batch_group_count);
    ensure!(emit, feature > 0, "c21", "feature_group_count must be positive, found 0");
    ensure!(emit, batch > 0, "c22", "batch_group_count must be positive, found 0");
    fits(emit, "feature_group_count", &[feature], "c21")?;
    fits(emit, "batch_group_count", &[batch], "c22")?;
    ensure!(
        emit,
        feature == 1 || batch == 1,
        "c23",
        "feature_group_count or batch_group_count must be 1, found {feature} and {batch}"
    );
    let numbers = &attributes.dimension_numbers;
    for (shape, dim, name, count, constraint) in [
        (lhs, numbers.input_batch_dimension, "batch_group_count", batch, "c10"),
        (lhs, numbers.input_feature_dimension, "feature_group_count", feature, "c11"),
        (rhs, numbers.kernel_output_feature_dimension, "batch_group_count", batch, "c15"),
        (rhs, numbers.kernel_output_feature_dimension, "feature_group_count", feature, "c16"),
    ] {
        ensure!(
            emit,
            shape.dims[dim].is_multiple_of(count),
            constraint,
            "dimension {dim} of {shape} must be a multiple of {name} {count}"
        );
    }
    let features = lhs.dims[numbers.input_feature_dimension] / feature;
    let dim = numbers.kernel_input_feature_dimension;
    ensure!(
        emit,
        rhs.dims[dim] == features,
        "c14",
        "dimension {dim} of {rhs} must be the number of features in a group of {lhs}, {features}"
    );
    Ok(())
}
