// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix products, convolutions and einsums.
//!
//! The user chooses the element type of the result, so result types are verified but not inferred.

use super::{
    convolution,
    dimensions::{in_range, unique},
    product::{QuantizationConstraints, check_shape, verify_precision, verify_quantization},
    results::no_rule,
};
use crate::{
    attributes::stablehlo::{DotAlgorithm, DotDimensionNumbers, Precision},
    element::ElementType,
    ensure,
    op::Op,
    op_view::{InferView, OpView},
    quantized::Quantized,
    shape::{Dim, TensorType, compatible_dim, compatible_dims, format_dims},
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// The dimensions of a result shape, and the bounds of its dynamic dimensions.
type Sizes = (Vec<Dim>, Vec<Dim>);

/// Checks the constraints of a matrix product, a convolution or an einsum.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloConvolution | Op::StablehloDynamicConv => convolution::verify(op),
        Op::StablehloDot => verify_dot(op),
        Op::StablehloEinsum | Op::StablehloUnaryEinsum => verify_einsum(op),
        _ => verify_dot_general(op),
    }
}

/// Returns a violation, because the user chooses the result types of matrix products, convolutions
/// and einsums.
///
/// # Errors
/// Always returns a violation, because the result types of these ops cannot be inferred.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    Err(no_rule(op))
}

// --- dot and dot_general ----------------------------------------------------

/// Infers the shape of the result of a product or a convolution.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn shape(op: &OpView) -> Result<Sizes, Violation> {
    match op.op() {
        Op::StablehloDotGeneral => dot_general_shape(op),
        Op::StablehloDot => dot_shape(op),
        Op::StablehloConvolution => convolution::shape(op),
        _ => Err(no_rule(op)),
    }
}

fn verify_dot_general(op: &OpView) -> Result<(), Violation> {
    let (lhs, rhs, result) = (op.tensor(0)?, op.tensor(1)?, op.result_tensor(0)?);
    let (dims, bounds) = dot_general_shape(op)?;
    verify_precision(op, "c11")?;
    check_shape(op, &dims, &bounds, &result, "c12")?;
    verify_quantization(op, &lhs, &rhs, &result, &DOT_GENERAL)?;
    let numbers: DotDimensionNumbers = op.typed("dot_dimension_numbers")?;
    let contracting = &numbers.rhs_contracting_dimensions;
    verify_rhs_quantization(&rhs, &in_range(op, "", contracting, rhs.rank(), "c8")?)?;
    verify_algorithm(op)
}

fn dot_general_shape(op: &OpView) -> Result<Sizes, Violation> {
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    let numbers: DotDimensionNumbers = op.typed("dot_dimension_numbers")?;
    let list = |name: &str, values: &[i64], tensor: &TensorType, constraint: &str| {
        in_range(op, name, values, tensor.rank(), constraint)
    };
    for (kind, left, right, constraint) in [
        ("batching", &numbers.lhs_batching_dimensions, &numbers.rhs_batching_dimensions, "c1"),
        (
            "contracting",
            &numbers.lhs_contracting_dimensions,
            &numbers.rhs_contracting_dimensions,
            "c2",
        ),
    ] {
        ensure!(
            left.len() == right.len(),
            op.constraint(constraint),
            "lhs and rhs must have the same number of {kind} dimensions, found {} and {}",
            left.len(),
            right.len()
        );
    }
    let lhs_batching =
        list("lhs_batching_dimensions", &numbers.lhs_batching_dimensions, &lhs, "c5")?;
    let lhs_contracting =
        list("lhs_contracting_dimensions", &numbers.lhs_contracting_dimensions, &lhs, "c6")?;
    let rhs_batching =
        list("rhs_batching_dimensions", &numbers.rhs_batching_dimensions, &rhs, "c7")?;
    let rhs_contracting =
        list("rhs_contracting_dimensions", &numbers.rhs_contracting_dimensions, &rhs, "c8")?;
    unique(op, "dimensions of lhs", &[&lhs_batching, &lhs_contracting], "c3")?;
    unique(op, "dimensions of rhs", &[&rhs_batching, &rhs_contracting], "c4")?;
    for (kind, left, right, constraint) in [
        ("batching", &lhs_batching, &rhs_batching, "c9"),
        ("contracting", &lhs_contracting, &rhs_contracting, "c10"),
    ] {
        for (one, other) in left.iter().zip(right) {
            ensure!(
                compatible_dim(lhs.dim(*one), rhs.dim(*other)),
                op.constraint(constraint),
                "{kind} dimensions {one} of {lhs} and {other} of {rhs} must have the same size"
            );
        }
    }

    let mut dims = Vec::new();
    let mut bounds = Vec::new();
    let mut add = |tensor: &TensorType, dim: usize| {
        dims.push(tensor.dim(dim));
        bounds.push(tensor.bound(dim));
    };
    for (one, other) in lhs_batching.iter().zip(&rhs_batching) {
        match lhs.dim(*one) {
            Some(_) => add(&lhs, *one),
            None => add(&rhs, *other),
        }
    }
    for (tensor, batching, contracting) in
        [(&lhs, &lhs_batching, &lhs_contracting), (&rhs, &rhs_batching, &rhs_contracting)]
    {
        (0..tensor.rank())
            .filter(|dim| !batching.contains(dim) && !contracting.contains(dim))
            .for_each(|dim| add(tensor, dim));
    }
    Ok((dims, bounds))
}

// `dot` contracts the last dimension of lhs with the first of rhs; each is a vector or a matrix.
fn verify_dot(op: &OpView) -> Result<(), Violation> {
    let (dims, bounds) = dot_shape(op)?;
    verify_precision(op, "precision_config")?;
    check_shape(op, &dims, &bounds, &op.result_tensor(0)?, "results")
}

fn dot_shape(op: &OpView) -> Result<Sizes, Violation> {
    let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
    for tensor in [&lhs, &rhs] {
        ensure!(
            (1..=2).contains(&tensor.rank()),
            op.constraint("rank"),
            "operands must be vectors or matrices, found {tensor}"
        );
    }
    let contracted = [lhs.dim(lhs.rank() - 1), rhs.dim(0)];
    ensure!(
        compatible_dim(contracted[0], contracted[1]),
        op.constraint("contracting"),
        "the last dimension of lhs and the first of rhs must have the same size, found {lhs} and {rhs}"
    );
    let sides = [(&lhs, 0..lhs.rank() - 1), (&rhs, 1..rhs.rank())];
    let (mut dims, mut bounds) = (Vec::new(), Vec::new());
    for (tensor, range) in sides {
        for dim in range {
            dims.push(tensor.dim(dim));
            bounds.push(tensor.bound(dim));
        }
    }
    Ok((dims, bounds))
}

// --- quantization -----------------------------------------------------------

const DOT_GENERAL: QuantizationConstraints = QuantizationConstraints {
    kinds: "c14",
    storage: "c17",
    expressed: "c18",
    granularity: "c19",
    hybrid: "c20",
};

fn verify_rhs_quantization(rhs: &TensorType, contracting: &[usize]) -> Result<(), Violation> {
    let Some(Quantized { zero_points, axis, .. }) = rhs.quantized() else { return Ok(()) };
    ensure!(
        zero_points.iter().all(|zero| *zero == 0),
        "dot_general_c15",
        "zero points of rhs must be 0, found {rhs}"
    );
    let axis = axis.and_then(|axis| usize::try_from(axis).ok());
    ensure!(
        axis.is_none_or(|axis| !contracting.contains(&axis)),
        "dot_general_c16",
        "the quantization dimension of rhs must not be contracting, found {rhs}"
    );
    Ok(())
}

// --- algorithms -------------------------------------------------------------

fn verify_algorithm(op: &OpView) -> Result<(), Violation> {
    let Some(attribute) = op.attribute("algorithm") else { return Ok(()) };
    let algorithm: DotAlgorithm = op.typed("algorithm")?;
    let precise = op
        .optional_array("precision_config")
        .unwrap_or_default()
        .into_iter()
        .find(|precision| Precision::from_attribute(*precision) != Some(Precision::Default));
    if let Some(precision) = precise {
        return Err(violation!(
            "dot_general_c21",
            "precision_config must be DEFAULT where an algorithm is given, found {precision}"
        ));
    }
    for (name, count, constraint) in [
        ("lhs_component_count", algorithm.lhs_component_count, "dot_general_c22"),
        ("rhs_component_count", algorithm.rhs_component_count, "dot_general_c23"),
        ("num_primitive_operations", algorithm.num_primitive_operations, "dot_general_c24"),
    ] {
        ensure!(count > 0, constraint, "{name} must be positive, found {count}");
    }
    ensure!(
        is_known(&algorithm),
        "dot_general_i7",
        "no hardware is known to support the algorithm {attribute}"
    );
    Ok(())
}

// Returns true for the algorithms that some hardware supports. An algorithm with several primitive
// operations splits each operand into two or three components. A component count of 1 is accepted
// too: it leaves the number of components open.
fn is_known(algorithm: &DotAlgorithm) -> bool {
    use ElementType::{Float, Tf32};
    use hloom_values::ElementType::{Bf16, F8E8M0FNU, F16, F32, F64};
    let format = |ty: &Option<Type>| {
        let ty = ty.map(ElementType::from_type);
        ty.filter(|ty| ty.is_float())
    };
    let types = [
        format(&algorithm.lhs_precision_type),
        format(&algorithm.rhs_precision_type),
        format(&algorithm.accumulation_type),
    ];
    let [Some(lhs), Some(rhs), Some(accumulation)] = types else { return false };
    let steps = algorithm.num_primitive_operations;
    let components = (algorithm.lhs_component_count, algorithm.rhs_component_count);
    let is_8_bit = |ty: ElementType| ty.width() == Some(8) && ty != Float(F8E8M0FNU);
    if is_8_bit(lhs) && is_8_bit(rhs) {
        return accumulation == Float(F32) && steps == 1 && components == (1, 1);
    }
    if algorithm.allow_imprecise_accumulation || lhs != rhs {
        return false;
    }
    match (lhs, accumulation, steps) {
        (Float(F16), Float(F16 | F32), 1)
        | (Float(Bf16), Float(Bf16 | F32), 1)
        | (Tf32 | Float(F32), Float(F32), 1)
        | (Float(F64), Float(F64), 1) => components == (1, 1),
        (Tf32 | Float(Bf16), Float(F32), 3) => components == (1, 1) || components == (2, 2),
        (Float(Bf16), Float(F32), 6 | 9) => components == (1, 1) || components == (3, 3),
        _ => false,
    }
}

// --- einsum -----------------------------------------------------------------

// Checks a config such as `ab,bc->ac`. A letter stands for one dimension, and `...` for any number
// of dimensions; a term with `...` is not checked.
fn verify_einsum(op: &OpView) -> Result<(), Violation> {
    let config = op.string("einsum_config")?;
    let wrong = |what: &str| {
        violation!(op.constraint("einsum_config"), "einsum_config {what}, found \"{config}\"")
    };
    let (inputs, output) =
        config.split_once("->").ok_or_else(|| wrong("must have the form `inputs->output`"))?;
    let inputs: Vec<&str> = inputs.split(',').collect();
    if inputs.len() != op.operand_count() {
        return Err(wrong("must have a term for each operand"));
    }
    let mut sizes: Vec<(char, Dim)> = Vec::new();
    for (index, term) in inputs.iter().enumerate() {
        let tensor = op.tensor(index)?;
        let Some(letters) = letters(term) else {
            return Err(wrong("must have terms of letters"));
        };
        let Some(letters) = letters else { continue };
        if letters.len() != tensor.rank() {
            return Err(wrong("must have a letter for each dimension of an operand"));
        }
        for (letter, dim) in letters.into_iter().zip(tensor.dims()) {
            let known = sizes.iter_mut().find(|(known, _)| *known == letter);
            match known {
                Some((_, size)) if compatible_dim(*size, *dim) => *size = size.or(*dim),
                Some(_) => {
                    return Err(wrong(&format!("must give `{letter}` to dimensions of one size")));
                }
                None => sizes.push((letter, *dim)),
            }
        }
    }
    let Some(letters) = letters(output) else {
        return Err(wrong("must have terms of letters"));
    };
    let Some(letters) = letters else { return Ok(()) };
    let mut dims = Vec::new();
    for letter in letters {
        match sizes.iter().find(|(known, _)| *known == letter) {
            Some((_, size)) => dims.push(*size),
            None => return Err(wrong(&format!("must have `{letter}` in an operand"))),
        }
    }
    let result = op.result_tensor(0)?;
    ensure!(
        compatible_dims(&dims, result.dims()),
        op.constraint("results"),
        "result has type {result}, expected the shape {}",
        format_dims(&dims)
    );
    Ok(())
}

/// Returns the letters of a term of an einsum equation, or `Some(None)` for a term with an
/// ellipsis.
///
/// Returns `None` if the term contains other characters.
fn letters(term: &str) -> Option<Option<Vec<char>>> {
    let plain = term.replacen("...", "", 1);
    let letters: Vec<char> = plain.chars().filter(|letter| !letter.is_whitespace()).collect();
    let valid = letters.iter().all(char::is_ascii_alphabetic);
    valid.then(|| (plain.len() == term.len()).then_some(letters))
}
