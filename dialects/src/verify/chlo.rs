// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The chlo ops that are not simple elementwise ops.
//!
//! The family contains broadcasts, constants, predicates, top-k, ragged products and scans. CHLO
//! has no specification with numbered constraints, so the constraint names are specific to this
//! project.

use super::results::{check_results, no_rule};
use crate::{
    attributes::chlo::RaggedDotDimensionNumbers,
    element::ElementType,
    ensure, ffi,
    op::Op,
    op_view::{InferView, OpView},
    shape::{Dim, TensorType, accepts, compatible_dim, compatible_dims, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::{Attribute, AttributeLike, Type, TypeLike, ValueLike, r#type::IntegerType};

/// Checks the constraints of a CHLO op that is not elementwise.
///
/// Type inference checks most of the constraints.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    if op.op() == Op::ChloScan {
        verify_scan(op)?;
    }
    if op.op() == Op::ChloConstantLike {
        verify_constant_like(op)?;
    }
    check_results(op, &infer(op)?, "results")
}

/// Checks that the attribute `value` is a number. Other attributes, such as typed strings, can also
/// have the type of a number.
fn verify_constant_like(op: &OpView) -> Result<(), Violation> {
    let value = op.required("value")?;
    let is_number = value.is_integer() || value.is_float() || is_complex_number(value);
    ensure!(
        is_number,
        op.constraint("value"),
        "value must be an integer, a float or a complex number, found {value}"
    );
    Ok(())
}

/// Returns true for an attribute of the form `#complex.number<:f32 1.0, 2.0>`.
fn is_complex_number(value: Attribute) -> bool {
    value.to_string().starts_with("#complex.number<")
}

/// Infers the result types of a CHLO op that is not elementwise.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::ChloBroadcastSelect => infer_broadcast_select(op),
        Op::ChloConstant => Ok(vec![op.required("value")?.r#type()]),
        Op::ChloConstantLike => {
            let element = op.required("value")?.r#type();
            let operand = op.operand(0)?.r#type();
            Ok(vec![match TensorType::from_type(operand) {
                Some(tensor) => tensor.with_element(element).ty(),
                None => ffi::unranked_tensor_type(element),
            }])
        }
        Op::ChloIsInf | Op::ChloIsNegInf | Op::ChloIsPosInf => {
            let operand = op.operand(0)?.r#type();
            let element = IntegerType::new(op.context(), 1).into();
            Ok(vec![match TensorType::from_type(operand) {
                Some(tensor) => tensor.with_element(element).ty(),
                None => ffi::unranked_tensor_type(element),
            }])
        }
        Op::ChloRaggedDot => infer_ragged_dot(op),
        Op::ChloScan => infer_scan(op),
        Op::ChloTopK => infer_top_k(op),
        other if other.mnemonic().starts_with("broadcast_") => infer_broadcast(op),
        _ => Err(no_rule(op)),
    }
}

// --- broadcasts -------------------------------------------------------------

fn infer_broadcast<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let types = [op.operand(0)?.r#type(), op.operand(1)?.r#type()];
    let elements = types.map(ffi::shaped_element);
    let [Some(lhs), Some(rhs)] = elements else {
        return Err(violation!(op.constraint("operands"), "operands must be tensors"));
    };
    ensure!(
        same_baseline(lhs, rhs),
        op.constraint("elements"),
        "operands must have the same element type, found {} and {}",
        types[0],
        types[1]
    );
    let element = match op.op() {
        Op::ChloBroadcastCompare => IntegerType::new(op.context(), 1).into(),
        Op::ChloBroadcastComplex => {
            ensure!(
                ElementType::from_type(lhs).is_float(),
                op.constraint("elements"),
                "operands must hold floats, found {}",
                types[0]
            );
            ffi::complex_type(lhs)
        }
        _ => lhs,
    };
    let [Some(lhs), Some(rhs)] = types.map(TensorType::from_type) else {
        return Ok(vec![ffi::unranked_tensor_type(element)]);
    };
    // `broadcast_dimensions` is ignored between tensors of the same rank.
    let dims = match op.optional_integers("broadcast_dimensions") {
        Some(dimensions) if lhs.rank() != rhs.rank() => {
            broadcast_along(op, &lhs, &rhs, &dimensions)?
        }
        _ => broadcast_numpy(op, &[&lhs, &rhs])?,
    };
    Ok(vec![TensorType::new(element, &dims).ty()])
}

/// Returns the result shape of a broadcast of tensors of different rank.
///
/// `dimensions` is the attribute `broadcast_dimensions`, which gives, for each dimension of the
/// tensor with smaller rank, the corresponding dimension of the other tensor.
fn broadcast_along(
    op: &InferView,
    lhs: &TensorType,
    rhs: &TensorType,
    dimensions: &[i64],
) -> Result<Vec<Dim>, Violation> {
    let (small, large) = if lhs.rank() <= rhs.rank() { (lhs, rhs) } else { (rhs, lhs) };
    let constraint = op.constraint("broadcast_dimensions");
    ensure!(
        dimensions.len() == small.rank(),
        constraint,
        "broadcast_dimensions must have one entry for each of {} dimensions of {small}, found {}",
        small.rank(),
        dimensions.len()
    );
    ensure!(
        dimensions.is_sorted_by(|one, other| one < other)
            && dimensions.iter().all(|dim| (0..large.rank() as i64).contains(dim)),
        constraint,
        "broadcast_dimensions must ascend within [0, {}), found {dimensions:?}",
        large.rank()
    );
    let mut spread = vec![Some(1); large.rank()];
    for (from, to) in dimensions.iter().enumerate() {
        spread[*to as usize] = small.dims()[from];
    }
    merge(op, &[&spread, large.dims()], &[small, large])
}

/// Returns the result shape of a NumPy broadcast, which aligns shapes at their last dimensions.
fn broadcast_numpy(op: &InferView, tensors: &[&TensorType]) -> Result<Vec<Dim>, Violation> {
    let rank = tensors.iter().map(|tensor| tensor.rank()).max().unwrap_or(0);
    let padded: Vec<Vec<Dim>> = tensors
        .iter()
        .map(|tensor| {
            let mut dims = vec![Some(1); rank - tensor.rank()];
            dims.extend(tensor.dims());
            dims
        })
        .collect();
    merge(op, &padded.iter().map(Vec::as_slice).collect::<Vec<_>>(), tensors)
}

/// Returns the result shape of a broadcast of `shapes`, which have equal rank. The error message
/// names the types of `tensors`.
fn merge(
    op: &InferView,
    shapes: &[&[Dim]],
    tensors: &[&TensorType],
) -> Result<Vec<Dim>, Violation> {
    let rank = shapes.first().map_or(0, |shape| shape.len());
    let mut result = vec![Some(1); rank];
    for shape in shapes {
        for (known, dim) in result.iter_mut().zip(*shape) {
            *known = match (*known, *dim) {
                (Some(1), other) | (other, Some(1)) => other,
                (None, other) | (other, None) => other,
                (Some(one), Some(other)) if one == other => Some(one),
                _ => {
                    let types: Vec<_> = tensors.iter().map(ToString::to_string).collect();
                    return Err(violation!(
                        op.constraint("shapes"),
                        "shapes do not broadcast: {}",
                        types.join(" and ")
                    ));
                }
            };
        }
    }
    Ok(result)
}

fn infer_broadcast_select<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let types = [op.operand(1)?.r#type(), op.operand(2)?.r#type()];
    let [Some(on_true), Some(on_false)] = types.map(ffi::shaped_element) else {
        return Err(violation!(op.constraint("operands"), "operands must be tensors"));
    };
    ensure!(
        same_baseline(on_true, on_false),
        op.constraint("elements"),
        "on_true and on_false must have the same element type, found {} and {}",
        types[0],
        types[1]
    );
    let all = [op.operand(0)?.r#type(), types[0], types[1]].map(TensorType::from_type);
    let [Some(pred), Some(one), Some(other)] = &all else {
        return Ok(vec![ffi::unranked_tensor_type(on_true)]);
    };
    let dims = broadcast_numpy(op, &[pred, one, other])?;
    Ok(vec![TensorType::new(on_true, &dims).ty()])
}

// --- top_k ------------------------------------------------------------------

fn infer_top_k<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let k = op.integer("k")?;
    let indices = IntegerType::new(op.context(), 32).into();
    let ty = op.operand(0)?.r#type();
    if ty.is_unranked_tensor() {
        return Ok(vec![ty, ffi::unranked_tensor_type(indices)]);
    }
    let operand = op.tensor(0)?;
    let Some((last, rows)) = operand.dims().split_last() else {
        return Err(violation!(
            "top_k_rank",
            "operand must have at least one dimension, found {operand}"
        ));
    };
    ensure!(
        k >= 0 && last.is_none_or(|last| k <= last),
        "top_k_k",
        "k must not be negative or exceed the last dimension of {operand}, found {k}"
    );
    let dims: Vec<Dim> = rows.iter().copied().chain([Some(k)]).collect();
    let bounds: Vec<Dim> =
        (0..rows.len()).map(|index| operand.bound(index)).chain([None]).collect();
    Ok(vec![
        TensorType::with_bounds(operand.element(), &dims, &bounds).ty(),
        TensorType::with_bounds(indices, &dims, &bounds).ty(),
    ])
}

// --- ragged_dot -------------------------------------------------------------

/// The role of the ragged dimension of `lhs` in a ragged dot product.
#[derive(Clone, Copy, PartialEq)]
enum Ragged {
    Free,
    Contracting,
    Batching,
}

fn infer_ragged_dot<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let (lhs, rhs, sizes) = (op.tensor(0)?, op.tensor(1)?, op.tensor(2)?);
    let numbers: RaggedDotDimensionNumbers = op.typed("ragged_dot_dimension_numbers")?;
    let named = |name: &str, values: &[i64], tensor: &TensorType| {
        dimensions(&format!("ragged_dot_{name}"), name, values, tensor)
    };
    let lhs_batching = named("lhs_batching_dimensions", &numbers.lhs_batching_dimensions, &lhs)?;
    let rhs_batching = named("rhs_batching_dimensions", &numbers.rhs_batching_dimensions, &rhs)?;
    let lhs_contracting =
        named("lhs_contracting_dimensions", &numbers.lhs_contracting_dimensions, &lhs)?;
    let rhs_contracting =
        named("rhs_contracting_dimensions", &numbers.rhs_contracting_dimensions, &rhs)?;
    let ragged = named("lhs_ragged_dimensions", &numbers.lhs_ragged_dimensions, &lhs)?;
    let group = named("rhs_group_dimensions", &numbers.rhs_group_dimensions, &rhs)?;

    for (kind, left, right) in [
        ("batching", &lhs_batching, &rhs_batching),
        ("contracting", &lhs_contracting, &rhs_contracting),
    ] {
        let constraint = format!("ragged_dot_{kind}");
        ensure!(
            left.len() == right.len(),
            constraint,
            "lhs and rhs must have the same number of {kind} dimensions, found {} and {}",
            left.len(),
            right.len()
        );
        for (one, other) in left.iter().zip(right) {
            ensure!(
                compatible_dim(lhs.dim(*one), rhs.dim(*other)),
                constraint,
                "{kind} dimensions {one} of {lhs} and {other} of {rhs} must have the same size"
            );
        }
    }
    distinct("lhs", &[&lhs_batching, &lhs_contracting])?;
    distinct("rhs", &[&rhs_batching, &rhs_contracting, &group])?;

    let &[ragged] = ragged.as_slice() else {
        return Err(violation!(
            "ragged_dot_lhs_ragged_dimensions",
            "lhs must have one ragged dimension, found {}",
            ragged.len()
        ));
    };
    let mode = if lhs_batching.contains(&ragged) {
        Ragged::Batching
    } else if lhs_contracting.contains(&ragged) {
        Ragged::Contracting
    } else {
        Ragged::Free
    };
    let groups = verify_group_sizes(&lhs, &sizes, ragged, mode, &lhs_batching, &lhs_contracting)?;
    let expected = usize::from(mode == Ragged::Free);
    ensure!(
        group.len() == expected,
        "ragged_dot_rhs_group_dimensions",
        "rhs must have {expected} group dimensions where the ragged dimension of lhs is {}, found {}",
        match mode {
            Ragged::Free => "neither batching nor contracting",
            Ragged::Contracting => "contracting",
            Ragged::Batching => "batching",
        },
        group.len()
    );
    if let Some(group) = group.first() {
        ensure!(
            compatible_dim(groups, rhs.dim(*group)),
            "ragged_dot_rhs_group_dimensions",
            "group dimension {group} of {rhs} must be the number of groups in {sizes}"
        );
    }

    let mut dims = Vec::new();
    if mode == Ragged::Contracting {
        dims.push(groups);
    }
    dims.extend(lhs_batching.iter().map(|dim| lhs.dims()[*dim]));
    let free = |tensor: &TensorType, taken: &[&Vec<usize>]| -> Vec<Dim> {
        (0..tensor.rank())
            .filter(|dim| !taken.iter().any(|taken| taken.contains(dim)))
            .map(|dim| tensor.dims()[dim])
            .collect()
    };
    dims.extend(free(&lhs, &[&lhs_batching, &lhs_contracting]));
    dims.extend(free(&rhs, &[&rhs_batching, &rhs_contracting, &group]));
    Ok(vec![TensorType::new(lhs.element(), &dims).ty()])
}

/// Checks the shape of the `group_sizes` of a ragged dot product, and returns the number of groups,
/// which is its last dimension.
///
/// `group_sizes` is a vector, or has the outer dimensions of `lhs` as leading dimensions. The outer
/// dimensions are the batching dimensions and the dimensions with the role of the ragged dimension;
/// of the latter, only those that precede the ragged dimension.
fn verify_group_sizes(
    lhs: &TensorType,
    sizes: &TensorType,
    ragged: usize,
    mode: Ragged,
    batching: &[usize],
    contracting: &[usize],
) -> Result<Dim, Violation> {
    let Some((groups, prefix)) = sizes.dims().split_last() else {
        return Err(violation!(
            "ragged_dot_group_sizes",
            "group_sizes must have a dimension, found {sizes}"
        ));
    };
    if prefix.is_empty() {
        return Ok(*groups);
    }
    let before = |dims: &[usize]| -> Vec<usize> {
        dims.iter().copied().take_while(|dim| *dim != ragged).collect()
    };
    let mut outer: Vec<usize> = before(batching);
    match mode {
        Ragged::Batching => {}
        Ragged::Contracting => outer.extend(before(contracting)),
        Ragged::Free => outer.extend(
            (0..ragged).filter(|dim| !batching.contains(dim) && !contracting.contains(dim)),
        ),
    }
    let expected: Vec<Dim> = outer.iter().map(|dim| lhs.dims()[*dim]).collect();
    ensure!(
        compatible_dims(&expected, prefix),
        "ragged_dot_group_sizes",
        "group_sizes must have the shape {} followed by the number of groups, found {sizes}",
        crate::shape::format_dims(&expected)
    );
    Ok(*groups)
}

fn dimensions(
    constraint: &str,
    name: &str,
    values: &[i64],
    tensor: &TensorType,
) -> Result<Vec<usize>, Violation> {
    values
        .iter()
        .map(|value| {
            usize::try_from(*value).ok().filter(|dim| *dim < tensor.rank()).ok_or_else(|| {
                violation!(
                    constraint.to_owned(),
                    "{name} must be in [0, {}), found {value}",
                    tensor.rank()
                )
            })
        })
        .collect()
}

fn distinct(side: &str, lists: &[&Vec<usize>]) -> Result<(), Violation> {
    let mut all: Vec<usize> = lists.iter().flat_map(|list| list.iter().copied()).collect();
    all.sort_unstable();
    if let Some(twice) = all.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(violation!(
            "ragged_dot_dimensions",
            "dimension {} of {side} must have only one role",
            twice[0]
        ));
    }
    Ok(())
}

// --- scan -------------------------------------------------------------------

// The arguments of the body are a slice of each input and the carried values. It returns a slice of
// each output and the next carried values.
fn infer_scan<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let (dim, size, carries) = scan_dimension(op)?;
    let returned = op
        .region(0)?
        .returned_types()
        .ok_or_else(|| violation!("scan_body", "body must end by returning its results"))?;
    let Some(outputs) = returned.len().checked_sub(carries) else {
        return Err(violation!(
            "scan_body",
            "body must return at least {carries} values, the next carried values, found {}",
            returned.len()
        ));
    };
    returned
        .into_iter()
        .enumerate()
        .map(|(index, ty)| {
            if index >= outputs {
                return Ok(ty);
            }
            let slice = TensorType::from_type(ty).filter(|slice| dim <= slice.rank());
            let slice = slice.ok_or_else(|| {
                violation!(
                    "scan_body",
                    "output {index} must be a ranked tensor with at least {dim} dimensions, found {ty}"
                )
            })?;
            let mut dims = slice.dims().to_vec();
            dims.insert(dim, size);
            Ok(TensorType::new(slice.element(), &dims).ty())
        })
        .collect()
}

/// Returns the dimension along which a scan op scans, the size of this dimension and the number of
/// carried values.
fn scan_dimension(op: &InferView) -> Result<(usize, Dim, usize), Violation> {
    let groups = op.operand_groups()?;
    let [inputs, inits] = groups.as_slice() else {
        return Err(violation!("scan_operands", "operands must be inputs and inits"));
    };
    let dimension = op.integer("dimension")?;
    let dim = usize::try_from(dimension).map_err(|_| {
        violation!("scan_dimension", "dimension must not be negative, found {dimension}")
    })?;
    let mut size = op.optional_integer("scan_dim_size");
    for index in 0..inputs.len() {
        let input = op.tensor(index)?;
        ensure!(
            dim < input.rank(),
            "scan_dimension",
            "dimension must be in [0, {}) for {input}, found {dim}",
            input.rank()
        );
        ensure!(
            compatible_dim(size, input.dim(dim)),
            "scan_dimension",
            "dimension {dim} of {input} must have size {}",
            size.unwrap_or_default()
        );
        size = size.or(input.dim(dim));
    }
    Ok((dim, size, inits.len()))
}

fn verify_scan(op: &OpView) -> Result<(), Violation> {
    let (dim, _, carries) = scan_dimension(op)?;
    let inputs = op.operand_count() - carries;
    ensure!(
        inputs > 0 || op.result_count() > carries,
        "scan_operands",
        "must have an input or an output"
    );
    let arguments = op.region(0)?.argument_types();
    ensure!(
        arguments.len() == op.operand_count(),
        "scan_body",
        "body must have {} arguments, found {}",
        op.operand_count(),
        arguments.len()
    );
    for (index, argument) in arguments.iter().enumerate() {
        let operand = op.tensor(index)?;
        let expected = if index < inputs {
            let mut dims = operand.dims().to_vec();
            dims.remove(dim);
            TensorType::new(operand.element(), &dims).ty()
        } else {
            operand.ty()
        };
        ensure!(
            accepts(expected, *argument),
            "scan_body",
            "argument {index} of body must have type {expected}, found {argument}"
        );
    }
    Ok(())
}
