// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of branches, loops, composites, custom calls and optimization
//! barriers.

use super::results::{check_results, no_rule};
use crate::{
    attributes::stablehlo::CustomCallApiVersion,
    ensure,
    op::Op,
    op_view::{InferView, OpView, RegionView, read_integers},
    shape::{TensorType, accepts, least_specific},
    violation,
    violation::Violation,
};
use melior::ir::{
    Attribute, AttributeLike, Type, TypeLike, ValueLike,
    attribute::TypeAttribute,
    operation::OperationLike,
    r#type::{FunctionType, TupleType},
};

/// Checks the constraints of a control flow op.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloCase => check_results(op, &infer(op)?, "c4"),
        Op::StablehloComposite => verify_composite(op),
        Op::StablehloCustomCall => verify_custom_call(op),
        Op::StablehloIf | Op::StablehloWhile => check_results(op, &infer(op)?, "c3"),
        Op::StablehloOptimizationBarrier => {
            for ty in op.operand_types() {
                ensure!(
                    TensorType::from_type(ty).is_none_or(|tensor| !tensor.is_per_axis_quantized()),
                    "optimization_barrier_i1",
                    "operands must not be quantized per axis, found {ty}"
                );
            }
            check_results(op, &infer(op)?, "c1")
        }
        _ => Ok(()),
    }
}

/// Infers the result types of a control flow op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloCase => {
            ensure!(op.region_count() > 0, "case_c1", "has no branches");
            infer_branches(op, ["c2", "c3"])
        }
        Op::StablehloIf => infer_branches(op, ["c1", "c2"]),
        Op::StablehloOptimizationBarrier => Ok(op.operand_types()),
        Op::StablehloReturn => Ok(Vec::new()),
        Op::StablehloWhile => {
            verify_while_regions(op)?;
            Ok(op.operand_types())
        }
        _ => Err(no_rule(op)),
    }
}

// --- branches ---------------------------------------------------------------

// Branches must have no arguments and must return compatible types. The inferred type is the least
// specific one, which covers every branch.
fn infer_branches<'c>(
    op: &InferView<'c, '_>,
    [no_arguments, same_outputs]: [&str; 2],
) -> Result<Vec<Type<'c>>, Violation> {
    let selector = op.operand(0)?.r#type();
    if let Some(selector) = TensorType::from_type(selector) {
        ensure!(
            selector.rank() == 0,
            op.constraint("i1"),
            "the operand must be a scalar, found {selector}"
        );
    }
    let mut results: Option<Vec<Type>> = None;
    for (index, branch) in op.regions().enumerate() {
        let arguments = branch.argument_types();
        ensure!(
            arguments.is_empty(),
            op.constraint(no_arguments),
            "branch {index} must have no arguments, found {}",
            list(&arguments)
        );
        let outputs = returned(op, &branch, &format!("branch {index}"), same_outputs)?;
        let Some(known) = &mut results else {
            results = Some(outputs);
            continue;
        };
        ensure!(
            known.len() == outputs.len()
                && known.iter().zip(&outputs).all(|(one, other)| accepts(*one, *other)),
            op.constraint(same_outputs),
            "branches must return the same types, found {} and {} in branch {index}",
            list(known),
            list(&outputs)
        );
        for (known, output) in known.iter_mut().zip(outputs) {
            *known = least_specific(*known, output);
        }
    }
    results.ok_or_else(|| violation!(op.constraint("regions"), "has no branches"))
}

/// Returns the types of the values that a region's terminator returns.
fn returned<'c>(
    op: &InferView<'c, '_>,
    region: &RegionView<'c, '_>,
    name: &str,
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    region.returned_types().ok_or_else(|| {
        violation!(op.constraint(constraint), "{name} must end by returning its results")
    })
}

fn list(types: &[Type]) -> String {
    let types: Vec<_> = types.iter().map(ToString::to_string).collect();
    format!("({})", types.join(", "))
}

// --- loops ------------------------------------------------------------------

fn verify_while_regions(op: &InferView) -> Result<(), Violation> {
    let operands = op.operand_types();
    let (cond, body) = (op.region(0)?, op.region(1)?);
    let matches = |types: &[Type]| {
        types.len() == operands.len()
            && types.iter().zip(&operands).all(|(one, other)| accepts(*one, *other))
    };
    for (region, name, constraint) in [(&cond, "cond", "while_c1"), (&body, "body", "while_c2")] {
        let arguments = region.argument_types();
        ensure!(
            matches(&arguments),
            constraint,
            "arguments of {name} must have the types of the operands {}, found {}",
            list(&operands),
            list(&arguments)
        );
    }
    let condition = returned(op, &cond, "cond", "c1")?;
    let is_condition = condition.len() == 1
        && TensorType::from_type(condition[0])
            .is_some_and(|tensor| tensor.rank() == 0 && tensor.element_type().is_boolean());
    ensure!(
        is_condition,
        "while_c1",
        "cond must return one tensor<i1>, found {}",
        list(&condition)
    );
    let next = returned(op, &body, "body", "c2")?;
    ensure!(
        matches(&next),
        "while_c2",
        "body must return the types of the operands {}, found {}",
        list(&operands),
        list(&next)
    );
    Ok(())
}

// --- calls ------------------------------------------------------------------

// Constraints C2 to C4 are about the decomposition; `verify_decomposition` checks them.
fn verify_composite(op: &OpView) -> Result<(), Violation> {
    let name = op.string("name")?;
    let mut parts = name.split('.');
    let is_identifier = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic())
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let is_word = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$'))
    };
    let namespaced =
        name.contains('.') && parts.next().is_some_and(is_identifier) && parts.all(is_word);
    ensure!(
        namespaced,
        "composite_c1",
        "name must be that of an op with its namespace, found \"{name}\""
    );
    Ok(())
}

/// Checks that the decomposition of a composite is a function with compatible types.
///
/// Its arguments must match the operands of the composite, and its results must match the results
/// of the composite.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify_decomposition(op: &OpView) -> Result<(), Violation> {
    let name = op.optional_symbol("decomposition").unwrap_or_default();
    let function = op
        .lookup_symbol(name)
        .and_then(|function| function.attribute("function_type").ok())
        .and_then(|attribute| TypeAttribute::try_from(attribute).ok())
        .and_then(|attribute| FunctionType::try_from(attribute.value()).ok())
        .ok_or_else(|| {
            violation!("composite_c2", "decomposition @{name} must be a function of this module")
        })?;
    let inputs =
        (0..function.input_count()).filter_map(|index| function.input(index).ok()).collect();
    let outputs =
        (0..function.result_count()).filter_map(|index| function.result(index).ok()).collect();
    let sides: [(&str, Vec<Type>, Vec<Type>, &str); 2] = [
        ("operands", op.operand_types(), inputs, "composite_c3"),
        ("results", op.result_types(), outputs, "composite_c4"),
    ];
    for (what, ours, theirs, constraint) in sides {
        ensure!(
            ours.len() == theirs.len()
                && ours.iter().zip(&theirs).all(|(one, other)| accepts(*one, *other)),
            constraint,
            "{what} must have the types of those of @{name}, {}, found {}",
            list(&theirs),
            list(&ours)
        );
    }
    Ok(())
}

fn verify_custom_call(op: &OpView) -> Result<(), Violation> {
    verify_layouts(op)?;
    verify_aliases(op)?;
    let Some(config) = op.attribute("backend_config") else { return Ok(()) };
    let version = op.optional_typed::<CustomCallApiVersion>("api_version");
    let typed = version.is_some_and(|version| version.as_str() == "API_VERSION_TYPED_FFI");
    ensure!(
        if typed { config.is_dictionary() } else { config.is_string() },
        "custom_call_i4",
        "backend_config must be a {} for api_version {}, found {config}",
        if typed { "dictionary" } else { "string" },
        version.map_or("0", |version| version.as_str())
    );
    Ok(())
}

// Layouts must be given for all operands and results or for none. The layout of a tensor is a
// permutation of its dimensions; other values have an empty layout.
fn verify_layouts(op: &OpView) -> Result<(), Violation> {
    let constraint = "custom_call_layouts";
    let layouts = [op.optional_array("operand_layouts"), op.optional_array("result_layouts")];
    let [Some(operands), Some(results)] = layouts else {
        ensure!(
            layouts.iter().all(Option::is_none),
            constraint,
            "layouts must be given for both operands and results or for neither"
        );
        return Ok(());
    };
    let mut result_types = op.result_types();
    if let [one] = result_types.as_slice()
        && let Ok(tuple) = TupleType::try_from(*one)
    {
        result_types =
            (0..tuple.type_count()).filter_map(|index| tuple.r#type(index).ok()).collect();
    }
    for (name, types, layouts) in
        [("operand", op.operand_types(), operands), ("result", result_types, results)]
    {
        ensure!(
            types.len() == layouts.len(),
            constraint,
            "there must be as many {name} layouts as {name}s, found {} and {}",
            layouts.len(),
            types.len()
        );
        for (index, (ty, layout)) in types.iter().zip(layouts).enumerate() {
            verify_layout(*ty, layout).map_err(|expected| {
                violation!(
                    constraint,
                    "layout of {name} {index} of type {ty} must be {expected}, found {layout}"
                )
            })?;
        }
    }
    Ok(())
}

fn verify_layout(ty: Type, layout: Attribute) -> Result<(), String> {
    let Some(mut values) = read_integers(layout) else {
        return Err("a list of dimensions".to_owned());
    };
    if ty.is_tuple() {
        return Err("omitted, because the layouts of a tuple's elements are unknown".to_owned());
    }
    let Some(tensor) = TensorType::from_type(ty) else {
        return if values.is_empty() { Ok(()) } else { Err("empty".to_owned()) };
    };
    values.sort_unstable();
    if values.iter().copied().eq(0..tensor.rank() as i64) {
        Ok(())
    } else {
        Err(format!("a permutation of [0, {})", tensor.rank()))
    }
}

// An alias says that a part of the outputs uses the memory of a part of an operand. Both parts must
// have the same type.
fn verify_aliases(op: &OpView) -> Result<(), Violation> {
    let constraint = "custom_call_i7";
    let results = op.result_types();
    for attribute in op.optional_array("output_operand_aliases").unwrap_or_default() {
        let alias = crate::attributes::stablehlo::OutputOperandAlias::from_attribute(attribute)
            .ok_or_else(|| violation!(constraint, "expected an alias, found {attribute}"))?;
        let operand = usize::try_from(alias.operand_index)
            .ok()
            .and_then(|index| op.operands().get(index))
            .ok_or_else(|| {
                violation!(
                    constraint,
                    "operand_index must be in [0, {}), found {}",
                    op.operand_count(),
                    alias.operand_index
                )
            })?
            .r#type();
        // With several results the first index selects the result.
        let outputs = match results.as_slice() {
            [one] => part(*one, &alias.output_tuple_indices),
            many => alias
                .output_tuple_indices
                .split_first()
                .and_then(|(first, rest)| part(*many.get(usize::try_from(*first).ok()?)?, rest)),
        };
        let output = outputs.ok_or_else(|| {
            violation!(
                constraint,
                "output_tuple_indices {:?} are out of bounds",
                alias.output_tuple_indices
            )
        })?;
        let input = part(operand, &alias.operand_tuple_indices).ok_or_else(|| {
            violation!(
                constraint,
                "operand_tuple_indices {:?} are out of bounds",
                alias.operand_tuple_indices
            )
        })?;
        ensure!(
            accepts(input, output),
            constraint,
            "aliased parts must have the same type, found {input} and {output}"
        );
    }
    Ok(())
}

/// Returns the type at a path of element indices into nested tuple types, or `None` if the path is
/// invalid.
fn part<'c>(ty: Type<'c>, indices: &[i64]) -> Option<Type<'c>> {
    indices.iter().try_fold(ty, |ty, index| {
        TupleType::try_from(ty).ok()?.r#type(usize::try_from(*index).ok()?).ok()
    })
}
