// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Specializes programs with dynamic shapes for the sizes of their arguments.
//!
//! The known sizes and values of the arguments replace the dynamic types of the entry function.
//! Shape refinement then propagates them. All types of the entry must become static, because
//! buffers are assigned at compile time.

use crate::lower::run_passes;
use hloom_compiler::interface::{CompileOptions, KnownArgument};
use hloom_compiler::{Error, mlir};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::read_text;
use hloom_dialects::shape::TensorType;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, Module, RegionLike, Type, ValueLike};

/// The passes before the refinement of arguments. They inline all calls, so that shapes propagate
/// into the callees.
pub const INLINE: &str = "hlo-verify-sizes,hlo-legalize-composites,inline,symbol-dce,cse";
/// The passes that propagate static shapes from the arguments.
const AFTER: &str = "func.func(hlo-refine-shapes,hlo-canonicalize-dynamism)";

/// Makes the types of an entry function static.
///
/// Returns the values that its arguments must have in each run; `None` stands for any value. The
/// list is empty if the entry has no dynamic types.
///
/// # Errors
/// Fails if the known sizes do not match the types of the arguments, also of static ones, or if the
/// type of a result remains dynamic.
pub fn specialize<'c>(
    context: &'c melior::Context,
    module: &mut Module<'c>,
    entry: &str,
    options: &CompileOptions,
) -> Result<Vec<Option<i64>>, Error> {
    let Some(entry_function) = function(module, entry) else { return Ok(Vec::new()) };
    mlir::check_known_arguments(&entry_function, &options.arguments)?;
    let Some(ty) = function_type(&entry_function) else { return Ok(Vec::new()) };
    let arguments: Vec<_> = (0..ty.input_count()).filter_map(|it| ty.input(it).ok()).collect();
    let results = (0..ty.result_count()).filter_map(|it| ty.result(it).ok());
    if !arguments.iter().copied().chain(results).any(is_dynamic) {
        return Ok(Vec::new());
    }
    let known = |index: usize| options.arguments.get(index).and_then(Option::as_ref);
    let types: Vec<_> = arguments
        .iter()
        .enumerate()
        .map(|(index, ty)| known(index).map(|it| with_dims(*ty, it)).unwrap_or_default())
        .collect();
    let values: Vec<_> =
        (0..arguments.len()).map(|index| known(index).and_then(|it| it.value)).collect();
    let texts: Vec<_> =
        values.iter().map(|value| value.map(|it| it.to_string()).unwrap_or_default()).collect();
    let (types, texts) = (types.join(";"), texts.join(";"));
    let refine = format!("hlo-refine-arguments{{types='{types}' values='{texts}'}}");
    run_passes(context, module, &format!("builtin.module({INLINE},{refine},{AFTER})"))?;
    match function(module, entry).and_then(still_dynamic) {
        Some(refusal) => Err(Error::Program(refusal)),
        None => Ok(values),
    }
}

/// Returns an error message if a result of the entry function is still dynamic because an operation
/// computes a result of unknown size from static operands.
///
/// The message names the first such operation.
fn still_dynamic(function: OperationRef) -> Option<String> {
    let ty = function_type(&function)?;
    let mut results = (0..ty.result_count()).filter_map(|it| ty.result(it).ok());
    results.find(|ty| is_dynamic(*ty))?;
    let first = function.region(0).ok()?.first_block()?.first_operation();
    let mut operations = std::iter::successors(first, |op| op.next_in_block());
    let op = operations.find(|op| {
        op.operands().all(|operand| !is_dynamic(operand.r#type()))
            && op.results().any(|result| is_dynamic(result.r#type()))
    })?;
    let name = op.name().as_string_ref().as_str().unwrap_or_default().to_owned();
    let target = op.attribute("call_target_name").ok().and_then(read_text);
    let name = target.map_or_else(|| format!("`{name}`"), |target| format!("`{target}`"));
    let ty = op.results().map(|result| result.r#type()).find(|ty| is_dynamic(*ty))?;
    let location = render_location(op.location());
    Some(format!(
        "{location}: error: {name}: expected a static result shape, found `{ty}`; \
         its size is known only at run time"
    ))
}

fn function<'c, 'a>(module: &'a Module<'c>, name: &str) -> Option<OperationRef<'c, 'a>> {
    let functions = mlir::functions(module);
    functions.into_iter().find(|function| mlir::symbol(function) == name)
}

/// Returns the type of a function.
pub fn function_type<'c>(function: &OperationRef<'c, '_>) -> Option<FunctionType<'c>> {
    let ty = TypeAttribute::try_from(function.attribute("function_type").ok()?).ok()?;
    FunctionType::try_from(ty.value()).ok()
}

/// Returns true for a tensor type with a dimension whose size is not known.
pub fn is_dynamic(ty: Type) -> bool {
    TensorType::from_type(ty).is_some_and(|tensor| !tensor.is_static())
}

/// Returns the textual form of an argument type with the known sizes.
fn with_dims(ty: Type, known: &KnownArgument) -> String {
    let dims: String = known.dims.iter().map(|dim| format!("{dim}x")).collect();
    match TensorType::from_type(ty) {
        Some(tensor) => format!("tensor<{dims}{}>", tensor.element()),
        None => ty.to_string(),
    }
}
