// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Convolutions: `convolution`, whose padding is an attribute, and `dynamic_conv`, whose padding is
//! an operand.

use super::{
    dimensions::{in_range, per_dimension, unique},
    product::{QuantizationConstraints, check_shape, verify_precision, verify_quantization},
    windows::{Window, WindowConstraints, WindowNames, windows},
};
use crate::{
    attributes::stablehlo::ConvDimensionNumbers,
    ensure,
    op::Op,
    op_view::{OpView, constant_integers},
    shape::{Dim, TensorType, compatible_dim, same_baseline},
    violation,
    violation::Violation,
};

const QUANTIZATION: QuantizationConstraints = QuantizationConstraints {
    kinds: "c28",
    storage: "c31",
    expressed: "c32",
    granularity: "c33",
    hybrid: "c34",
};

/// Checks the constraints of a convolution.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    let (lhs, rhs, result) = (op.tensor(0)?, op.tensor(1)?, op.result_tensor(0)?);
    let rank = lhs.rank();
    ensure!(
        rank == rhs.rank(),
        op.constraint("c1"),
        "lhs and rhs must have the same rank, found {lhs} and {rhs}"
    );
    ensure!(
        rank >= 2,
        op.constraint("c1"),
        "lhs must have a batch and a feature dimension, found {lhs}"
    );
    ensure!(
        result.rank() == rank,
        op.constraint("c26"),
        "the result must have the rank of lhs, found {result} and {lhs}"
    );
    let roles = Roles::of(op, rank)?;
    let groups = Groups::of(op)?;
    verify_features(op, &lhs, &rhs, &roles, &groups)?;
    verify_precision(op, "c24")?;
    if lhs.quantized().is_none() && rhs.quantized().is_none() {
        ensure!(
            same_baseline(lhs.element(), rhs.element()),
            op.constraint("c27"),
            "lhs and rhs must have the same element type, found {lhs} and {rhs}"
        );
    }

    let (dims, bounds) = shape(op)?;
    check_shape(op, &dims, &bounds, &result, "c25")?;
    verify_quantization(op, &lhs, &rhs, &result, &QUANTIZATION)?;
    for (tensor, feature, constraint, name) in [
        (&rhs, roles.kernel.feature, "c29", "kernel_output_feature_dimension"),
        (&result, roles.output.feature, "c30", "output_feature_dimension"),
    ] {
        let axis = tensor.quantized().and_then(|quantized| quantized.axis);
        ensure!(
            axis.is_none_or(|axis| usize::try_from(axis) == Ok(feature)),
            op.constraint(constraint),
            "the quantization dimension must be {name}, found {tensor}"
        );
    }
    Ok(())
}

/// Infers the result shape of a convolution: the dimensions, and the bounds of dynamic dimensions.
///
/// # Errors
/// Returns the first violated constraint.
pub fn shape(op: &OpView) -> Result<(Vec<Dim>, Vec<Dim>), Violation> {
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    let rank = lhs.rank();
    let (roles, groups) = (Roles::of(op, rank)?, Groups::of(op)?);
    let windows = spatial_windows(op, &rhs, &roles)?;
    let mut dims = vec![None; rank];
    let mut bounds = vec![None; rank];
    let divide = |size: Dim| size.map(|size| size / groups.batch);
    dims[roles.output.batch] = divide(lhs.dim(roles.input.batch));
    bounds[roles.output.batch] = divide(lhs.bound(roles.input.batch));
    dims[roles.output.feature] = rhs.dim(roles.kernel.feature);
    bounds[roles.output.feature] = rhs.bound(roles.kernel.feature);
    for (index, window) in windows.iter().enumerate() {
        let Some(window) = window else { continue };
        let input = roles.input.spatial[index];
        let count = |size: Dim| {
            window.count(size).map_err(|message| {
                violation!(op.constraint("c25"), "dimension {input} of {lhs}: {message}")
            })
        };
        dims[roles.output.spatial[index]] = count(lhs.dim(input))?;
        bounds[roles.output.spatial[index]] = count(lhs.bound(input))?;
    }
    Ok((dims, bounds))
}

/// The roles of the dimensions of one tensor of a convolution: input, kernel or output.
struct Side {
    /// The batch dimension, or the input feature dimension of the kernel.
    batch: usize,
    /// The feature dimension, or the output feature dimension of the kernel.
    feature: usize,
    spatial: Vec<usize>,
}

/// The roles of the dimensions of the three tensors of a convolution.
struct Roles {
    input: Side,
    kernel: Side,
    output: Side,
}

impl Roles {
    fn of(op: &OpView, rank: usize) -> Result<Self, Violation> {
        let numbers: ConvDimensionNumbers = op.typed("dimension_numbers")?;
        let side = |name: &str, batch, feature, spatial: &[i64], [count, valid]: [&str; 2]| {
            per_dimension(op, &format!("{name}_spatial_dimensions"), spatial, rank - 2, count)?;
            let name = format!("{name} dimensions");
            let ends = in_range(op, &name, &[batch, feature], rank, valid)?;
            let spatial = in_range(op, &name, spatial, rank, valid)?;
            unique(op, &name, &[&ends, &spatial], valid)?;
            Ok(Side { batch: ends[0], feature: ends[1], spatial })
        };
        Ok(Self {
            input: side(
                "input",
                numbers.input_batch_dimension,
                numbers.input_feature_dimension,
                &numbers.input_spatial_dimensions,
                ["c12", "c13"],
            )?,
            kernel: side(
                "kernel",
                numbers.kernel_input_feature_dimension,
                numbers.kernel_output_feature_dimension,
                &numbers.kernel_spatial_dimensions,
                ["c17", "c18"],
            )?,
            output: side(
                "output",
                numbers.output_batch_dimension,
                numbers.output_feature_dimension,
                &numbers.output_spatial_dimensions,
                ["c19", "c20"],
            )?,
        })
    }
}

/// The numbers of feature groups and of batch groups of a convolution.
struct Groups {
    feature: i64,
    batch: i64,
}

impl Groups {
    fn of(op: &OpView) -> Result<Self, Violation> {
        let feature = op.integer("feature_group_count")?;
        ensure!(
            feature > 0,
            op.constraint("c21"),
            "feature_group_count must be positive, found {feature}"
        );
        let batch = op.integer("batch_group_count")?;
        ensure!(
            batch > 0,
            op.constraint("c22"),
            "batch_group_count must be positive, found {batch}"
        );
        ensure!(
            feature == 1 || batch == 1,
            op.constraint("c23"),
            "feature_group_count or batch_group_count must be 1, found {feature} and {batch}"
        );
        Ok(Self { feature, batch })
    }
}

fn verify_features(
    op: &OpView,
    lhs: &TensorType,
    rhs: &TensorType,
    roles: &Roles,
    groups: &Groups,
) -> Result<(), Violation> {
    let divisible = [
        (lhs, roles.input.batch, "batch_group_count", groups.batch, "c10"),
        (lhs, roles.input.feature, "feature_group_count", groups.feature, "c11"),
        (rhs, roles.kernel.feature, "batch_group_count", groups.batch, "c15"),
        (rhs, roles.kernel.feature, "feature_group_count", groups.feature, "c16"),
    ];
    for (tensor, dim, name, count, constraint) in divisible {
        ensure!(
            tensor.dim(dim).is_none_or(|size| size % count == 0),
            op.constraint(constraint),
            "dimension {dim} of {tensor} must be a multiple of {name} {count}"
        );
    }
    let features = lhs.dim(roles.input.feature).map(|size| size / groups.feature);
    ensure!(
        compatible_dim(rhs.dim(roles.kernel.batch), features),
        op.constraint("c14"),
        "dimension {} of {rhs} must be the number of features in a group of {lhs}, {}",
        roles.kernel.batch,
        features.unwrap_or_default()
    );
    Ok(())
}

/// Returns the window along each spatial dimension. The entries are `None` for a `dynamic_conv`
/// whose padding is not a constant.
fn spatial_windows(
    op: &OpView,
    rhs: &TensorType,
    roles: &Roles,
) -> Result<Vec<Option<Window>>, Violation> {
    let sizes: Vec<Dim> = roles.kernel.spatial.iter().map(|dim| rhs.dim(*dim)).collect();
    let names = WindowNames { base_dilations: "lhs_dilation", window_dilations: "rhs_dilation" };
    let constraints = WindowConstraints {
        strides: ["c2", "c3"],
        padding: "c4",
        base_dilations: ["c5", "c6"],
        window_dilations: ["c7", "c8"],
    };
    let rank = sizes.len();
    let mut windows = windows(op, &sizes, &names, &constraints)?;
    if let Some(reversal) = op.optional_booleans("window_reversal") {
        ensure!(
            reversal.is_empty() || reversal.len() == rank,
            op.constraint("c9"),
            "window_reversal must have {rank} entries, found {}",
            reversal.len()
        );
    }
    if op.op() != Op::StablehloDynamicConv {
        return Ok(windows.into_iter().map(Some).collect());
    }
    let padding = op.tensor(2)?;
    ensure!(
        padding.rank() == 2
            && compatible_dim(padding.dim(0), Some(rank as i64))
            && compatible_dim(padding.dim(1), Some(2)),
        "dynamic_conv_c4",
        "padding must have the shape [{rank}, 2], found {padding}"
    );
    let Some(values) = constant_integers(op.operand(2)?).filter(|values| values.len() == 2 * rank)
    else {
        return Ok(vec![None; rank]);
    };
    for (window, pair) in windows.iter_mut().zip(values.chunks_exact(2)) {
        window.padding = (pair[0], pair[1]);
    }
    Ok(windows.into_iter().map(Some).collect())
}
