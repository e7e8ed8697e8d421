// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of reductions, windowed reductions, maps and batch
//! normalization.

use super::{
    dimensions::{dimension, in_range, per_dimension, unique},
    reducers::{accumulators, accumulators_like, scalars},
    results::check_results,
    windows::{WindowConstraints, WindowNames, counts, windows},
};
use crate::{
    ensure,
    op::Op,
    op_view::{InferView, OpView},
    shape::{
        Dim, TensorType, compatible_dim, compatible_dims, format_dims, most_specific, same_baseline,
    },
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of a reduction, a map or a batch normalization.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    let constraint = match op.op() {
        Op::StablehloBatchNormGrad => "c3",
        Op::StablehloReduce | Op::StablehloBatchNormInference | Op::StablehloBatchNormTraining => {
            "c7"
        }
        Op::StablehloReduceWindow => "c15",
        Op::StablehloSelectAndScatter => "c11",
        _ => "c1",
    };
    check_results(op, &infer(op)?, constraint)
}

/// Infers the result types of a reduction, a map or a batch normalization.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloBatchNormGrad
        | Op::StablehloBatchNormInference
        | Op::StablehloBatchNormTraining => infer_batch_norm(op),
        Op::StablehloMap => infer_map(op),
        Op::StablehloReduceWindow => infer_reduce_window(op),
        Op::StablehloSelectAndScatter => infer_select_and_scatter(op),
        _ => infer_reduce(op),
    }
}

/// The types of a reduction's operands: inputs, followed by the same number of initial values.
struct Reduced<'c> {
    /// The types of the reduction's initial values.
    inits: Vec<TensorType<'c>>,
    /// The most specific type that the inputs imply, which all have compatible shapes.
    shape: TensorType<'c>,
}

fn reduced<'c>(
    op: &InferView<'c, '_>,
    [count, shapes, elements]: [&str; 3],
) -> Result<Reduced<'c>, Violation> {
    let mut inputs = op.tensors()?;
    let total = inputs.len();
    ensure!(
        total > 0 && total.is_multiple_of(2),
        op.constraint(count),
        "must have at least one input and one initial value for each input, found {total} operands"
    );
    let inits = inputs.split_off(total / 2);
    let shape = most_specific(&inputs).ok_or_else(|| {
        let types: Vec<_> = inputs.iter().map(ToString::to_string).collect();
        violation!(
            op.constraint(shapes),
            "inputs must have the same shape, found {}",
            types.join(" and ")
        )
    })?;
    for (input, init) in inputs.iter().zip(&inits) {
        ensure!(
            same_baseline(input.element(), init.element()),
            op.constraint(elements),
            "input and initial value must have the same element type, found {input} and {init}"
        );
    }
    Ok(Reduced { inits, shape })
}

/// Checks the initial values and the body of a reduction, and returns the types of its results.
///
/// The specification requires scalar initial values. Some existing programs have initial values of
/// higher rank, whose semantics are undefined. They are accepted if their dimensions occur in
/// `allowed`, in the same order.
fn results_of_body<'c>(
    op: &InferView<'c, '_>,
    inits: &[TensorType<'c>],
    allowed: &[Dim],
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    for init in inits {
        let mut allowed = allowed.iter();
        let fits = |dim: &Dim| allowed.any(|other| compatible_dim(*dim, *other));
        ensure!(
            init.dims().iter().all(fits),
            op.constraint("i2"),
            "initial values must be scalars, found {init}"
        );
    }
    accumulators_like(op, &op.region(0)?, "body", inits, constraint)
}

fn infer_reduce<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let Reduced { inits, shape } = reduced(op, ["c3", "c1", "c2"])?;
    let dimensions = in_range(op, "dimensions", &op.integers("dimensions")?, shape.rank(), "c4")?;
    unique(op, "dimensions", &[&dimensions], "c5")?;
    let kept = || (0..shape.rank()).filter(|index| !dimensions.contains(index));
    let dims: Vec<Dim> = kept().map(|index| shape.dim(index)).collect();
    let results = results_of_body(op, &inits, &dims, "c6")?;
    let bounds: Vec<Dim> = kept().map(|index| shape.bound(index)).collect();
    Ok(results
        .into_iter()
        .map(|element| TensorType::with_bounds(element, &dims, &bounds).ty())
        .collect())
}

fn infer_reduce_window<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let Reduced { inits, shape } = reduced(op, ["c1", "c2", "c3"])?;
    let sizes = window_dimensions(op, shape.rank(), ["c4", "c5"])?;
    let names =
        WindowNames { base_dilations: "base_dilations", window_dilations: "window_dilations" };
    let constraints = WindowConstraints {
        strides: ["c6", "c7"],
        padding: "c12",
        base_dilations: ["c8", "c9"],
        window_dilations: ["c10", "c11"],
    };
    let windows = windows(op, &sizes, &names, &constraints)?;
    let (dims, bounds) = counts(op, &shape, &windows, "c15")?;
    let results = results_of_body(op, &inits, &sizes, "c13")?;
    Ok(results
        .into_iter()
        .map(|element| TensorType::with_bounds(element, &dims, &bounds).ty())
        .collect())
}

fn window_dimensions(
    op: &InferView,
    rank: usize,
    [size, sign]: [&str; 2],
) -> Result<Vec<Dim>, Violation> {
    let sizes = op.integers("window_dimensions")?;
    per_dimension(op, "window_dimensions", &sizes, rank, size)?;
    if let Some(size) = sizes.iter().find(|size| **size <= 0) {
        return Err(violation!(
            op.constraint(sign),
            "window_dimensions must be positive, found {size}"
        ));
    }
    Ok(sizes.into_iter().map(Some).collect())
}

// select_and_scatter(operand, source, init_value)
fn infer_select_and_scatter<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let (operand, source, init) = (op.tensor(0)?, op.tensor(1)?, op.tensor(2)?);
    ensure!(
        same_baseline(operand.element(), source.element()),
        "select_and_scatter_c1",
        "operand and source must have the same element type, found {operand} and {source}"
    );
    ensure!(init.rank() == 0, "select_and_scatter_i3", "init_value must be a scalar, found {init}");
    ensure!(
        same_baseline(operand.element(), init.element()),
        "select_and_scatter_c3",
        "operand and init_value must have the same element type, found {operand} and {init}"
    );
    let sizes = window_dimensions(op, operand.rank(), ["c4", "c5"])?;
    let names =
        WindowNames { base_dilations: "base_dilations", window_dilations: "window_dilations" };
    let constraints = WindowConstraints {
        strides: ["c6", "c7"],
        padding: "c8",
        base_dilations: ["c8", "c8"],
        window_dilations: ["c8", "c8"],
    };
    let windows = windows(op, &sizes, &names, &constraints)?;
    let (expected, _) = counts(op, &operand, &windows, "c2")?;
    ensure!(
        compatible_dims(&expected, source.dims()),
        "select_and_scatter_c2",
        "source must have one element for each window, the shape {}, found {source}",
        format_dims(&expected)
    );
    let select = op.region(0)?;
    let arguments = scalars(op, &select.argument_types(), "select", "argument", "c9")?;
    let takes_elements = arguments.len() == 2
        && arguments.iter().all(|argument| same_baseline(*argument, operand.element()));
    let returned = select.returned_types().unwrap_or_default();
    let returns_one = returned.len() == 1
        && TensorType::from_type(returned[0])
            .is_some_and(|tensor| tensor.rank() == 0 && tensor.element_type().is_boolean());
    ensure!(
        takes_elements && returns_one,
        "select_and_scatter_c9",
        "select must take two tensor<{}> and return a tensor<i1>",
        operand.element()
    );
    let results = accumulators(op, &op.region(1)?, "scatter", &[operand.element()], "c10")?;
    Ok(vec![operand.with_element(results[0]).ty()])
}

fn infer_map<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let inputs = op.tensors()?;
    ensure!(!inputs.is_empty(), "map_c2", "has no inputs");
    let shape = most_specific(&inputs).ok_or_else(|| {
        let types: Vec<_> = inputs.iter().map(ToString::to_string).collect();
        violation!("map_c1", "inputs must have the same shape, found {}", types.join(" and "))
    })?;
    let dimensions = op.integers("dimensions")?;
    ensure!(
        dimensions.iter().copied().eq(0..shape.rank() as i64),
        "map_c3",
        "dimensions must list all {} dimensions of {shape} in order, found {dimensions:?}",
        shape.rank()
    );
    let computation = op.region(0)?;
    let arguments = scalars(op, &computation.argument_types(), "computation", "argument", "c4")?;
    ensure!(
        arguments.len() == inputs.len()
            && arguments
                .iter()
                .zip(&inputs)
                .all(|(one, input)| same_baseline(*one, input.element())),
        "map_c4",
        "computation must take a scalar for each input, of its element type"
    );
    let returned = computation.returned_types().unwrap_or_default();
    let results = scalars(op, &returned, "computation", "result", "c4")?;
    let &[result] = results.as_slice() else {
        return Err(violation!(
            "map_c4",
            "computation must return one value, found {}",
            results.len()
        ));
    };
    Ok(vec![shape.with_element(result).ty()])
}

// The operands are the tensor to normalize and vectors with an element for each feature.
// `batch_norm_grad` also has the gradient of the output, which has the shape of the tensor.
fn infer_batch_norm<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let operand = op.tensor(0)?;
    let feature = dimension(op, "feature_index", operand.rank(), "c1")?;
    let features = operand.dim(feature);
    let is_gradient = op.op() == Op::StablehloBatchNormGrad;
    for (index, tensor) in op.tensors()?.iter().enumerate().skip(1) {
        ensure!(
            same_baseline(operand.element(), tensor.element()),
            op.constraint("c2"),
            "operands must have the same element type, found {operand} and {tensor}"
        );
        let name = op.op().facts().operands.get(index).copied().unwrap_or("operand");
        if is_gradient && index == 4 {
            ensure!(
                compatible_dims(operand.dims(), tensor.dims()),
                "batch_norm_grad_c3",
                "operand and {name} must have the same shape, found {operand} and {tensor}"
            );
            continue;
        }
        let constraint = if is_gradient { "c5".to_owned() } else { format!("c{}", index + 2) };
        ensure!(
            tensor.rank() == 1 && compatible_dim(tensor.dim(0), features),
            op.constraint(&constraint),
            "{name} must have one element for each of dimension {feature} of {operand}, found {tensor}"
        );
    }
    let bound = operand.bound(feature);
    let vector = TensorType::with_bounds(operand.element(), &[features], &[bound]).ty();
    Ok(match op.op() {
        Op::StablehloBatchNormInference => vec![operand.ty()],
        _ => vec![operand.ty(), vector, vector],
    })
}
