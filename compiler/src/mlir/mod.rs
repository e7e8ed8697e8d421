// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs as MLIR modules: parsing, finding the entry function, and its signature.
//!
//! All backends that use MLIR share these functions. This is the only module of the crate whose
//! signatures mention MLIR.

pub use hloom_evaluator::attribute::{attribute_of_literal, literal_of_attribute, parse_literal};

use crate::interface::{KnownArgument, Signature};
use crate::{Error, Program, ffi};
use hloom_dialects::Context;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::read_text;
use hloom_dialects::shape::TensorType;
use hloom_ir::facts::{ARENA_BYTES, INPUTS};
use hloom_ir::verify_level::verify_facts;
use hloom_values::{ParseShapeError, Shape};
use melior::ir::attribute::{IntegerAttribute, StringAttribute, TypeAttribute};
use melior::ir::operation::{OperationLike, OperationMutLike, OperationRef};
use melior::ir::r#type::FunctionType;
use melior::ir::{BlockLike, BlockRef, Location, Module, RegionLike, RegionRef, Type, TypeLike};
use melior::pass::{PassManager, transform};

/// Parses and verifies a program of any format.
///
/// # Errors
/// Returns [`Error::Program`] with all diagnostics if the program is not valid, or if it has an
/// attribute `hloom.*` that is not one of [`FACTS`](hloom_ir::facts::FACTS).
pub fn parse<'c>(context: &'c Context, program: &Program) -> Result<Module<'c>, Error> {
    let module = hloom_frontends::parse(context, program.source(), program.name())
        .map_err(|error| Error::Program(error.to_string()))?;
    verify_facts(module.as_operation(), None)
        .map_err(|failure| Error::Program(failure.to_string()))?;
    Ok(module)
}

/// Returns the entry function: the function that the program names, otherwise `main`, otherwise the
/// only public function.
///
/// # Errors
/// Fails if there is no such function; the error lists all functions with a body.
pub fn entry<'c, 'a>(
    module: &'a Module<'c>,
    program: &Program,
) -> Result<OperationRef<'c, 'a>, Error> {
    let functions = functions(module);
    let wanted = program.entry().unwrap_or("main");
    let named = functions.iter().find(|function| symbol(function) == wanted);
    if let Some(function) = named {
        return Ok(*function);
    }
    let public: Vec<_> = functions.iter().filter(|function| is_public(function)).collect();
    match &public[..] {
        [only] if program.entry().is_none() => return Ok(**only),
        _ => {}
    }
    let known: Vec<_> = functions.iter().map(|function| format!("@{}", symbol(function))).collect();
    let known = match known.len() {
        0 => "the program has no function with a body".to_owned(),
        _ => format!("functions: {}", known.join(", ")),
    };
    Err(Error::invalid(format!("{}: no entry function `@{wanted}`; {known}", program.name())))
}

/// Makes the entry function the only public function. Erases the functions and private symbols that
/// are unreachable from it, so that they are not compiled.
///
/// Returns the name of the entry function.
///
/// # Errors
/// Fails if there is no entry function.
pub fn keep_entry(
    context: &Context,
    module: &mut Module,
    program: &Program,
) -> Result<String, Error> {
    let entry = entry(module, program)?;
    let name = symbol(&entry);
    let private = StringAttribute::new(context, "private").into();
    for function in functions(module) {
        let mut mutable = ffi::mutable(function);
        if function == entry {
            // A function without the attribute is public.
            let _ = mutable.remove_attribute("sym_visibility");
        } else {
            mutable.set_attribute("sym_visibility", private);
        }
    }
    // Shardings name meshes in text, which MLIR does not see as a use: meshes must stay public.
    for mesh in operations(module.body()).filter(|op| is(op, "sdy.mesh")) {
        let _ = ffi::mutable(mesh).remove_attribute("sym_visibility");
    }
    let passes = PassManager::new(context);
    passes.add_pass(transform::create_symbol_dce());
    passes.run(module).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(name)
}

/// Returns all functions with a body, in module order.
pub fn functions<'c, 'a>(module: &'a Module<'c>) -> Vec<OperationRef<'c, 'a>> {
    operations(module.body())
        .filter(|op| is(op, "func.func"))
        .filter(|op| body(op).is_some())
        .collect()
}

fn is(op: &OperationRef, name: &str) -> bool {
    op.name().as_string_ref().as_str() == Ok(name)
}

/// Returns the symbol name of a function, or an empty string if it has none.
pub fn symbol(function: &OperationRef) -> String {
    let name = function.attribute("sym_name").ok();
    name.and_then(read_text).unwrap_or_default().to_owned()
}

/// Returns true if a function can be called from outside its module.
pub fn is_public(function: &OperationRef) -> bool {
    let visibility = function.attribute("sym_visibility").ok();
    visibility.and_then(read_text).is_none_or(|visibility| visibility == "public")
}

/// Returns the first block of a function, or `None` if it has no body.
pub(crate) fn body<'c, 'a>(function: &OperationRef<'c, 'a>) -> Option<BlockRef<'c, 'a>> {
    let region: RegionRef<'c, 'a> = function.region(0).ok()?;
    region.first_block()
}

/// Returns an iterator over the operations of a block.
pub(crate) fn operations<'c, 'a>(
    block: BlockRef<'c, 'a>,
) -> impl Iterator<Item = OperationRef<'c, 'a>>
where
    'c: 'a,
{
    std::iter::successors(block.first_operation(), |op| op.next_in_block())
}

/// Returns all operations nested in an operation, in program order.
pub(crate) fn operations_below<'c, 'a>(op: &OperationRef<'c, 'a>) -> Vec<OperationRef<'c, 'a>> {
    let mut found = Vec::new();
    for region in op.regions() {
        let blocks = std::iter::successors(region.first_block(), |block| block.next_in_region());
        for inner in blocks.flat_map(operations) {
            found.push(inner);
            found.extend(operations_below(&inner));
        }
    }
    found
}

/// The end of the error about an argument whose sizes must be known when the program is compiled.
const NEEDS_SIZES: &str = "the compiler needs the sizes of the argument";

/// Adds a note to each diagnostic about an argument whose sizes must be known. The note says how
/// the caller of the compiler gives sizes, which differs between tools, Python and C. Returns other
/// errors unchanged.
#[must_use]
pub fn noting_sizes(error: Error, remedy: &str) -> Error {
    match error {
        Error::Program(messages) if messages.contains(NEEDS_SIZES) => {
            let noted = messages.lines().map(|line| match line.contains(NEEDS_SIZES) {
                true => format!("{line}\nnote: {remedy}"),
                false => line.to_owned(),
            });
            Error::Program(noted.collect::<Vec<_>>().join("\n"))
        }
        error => error,
    }
}

/// Returns the name and the types of an entry function. The results of a function with
/// [`hloom.inputs`](INPUTS) are memrefs among its arguments.
///
/// # Errors
/// Returns [`Error::Program`] at the function's location if a type is not a static tensor type.
pub fn signature(function: &OperationRef) -> Result<Signature, Error> {
    let name = symbol(function);
    let ty = function_type(function)
        .ok_or_else(|| Error::Internal(format!("the function `@{name}` has no function type")))?;
    let inputs = function.attribute(INPUTS).ok();
    let inputs = inputs.and_then(|count| IntegerAttribute::try_from(count).ok());
    let inputs = inputs.and_then(|count| usize::try_from(count.value()).ok());
    let mut refusals = Vec::new();
    // The sizes of the arguments determine those of the results.
    let remedy = |what: &str, ty: Type| match TensorType::from_type(ty) {
        Some(tensor) if what == "argument" && !tensor.is_static() => {
            format!("; {NEEDS_SIZES}")
        }
        _ => String::new(),
    };
    let mut shape_of = |what: &str, index: usize, ty: Result<Type, melior::Error>| {
        let shape = ty
            .map_err(|error| error.to_string())
            .map(|ty| if inputs.is_some() { tensor_of(ty) } else { ty })
            .and_then(|ty| shape(ty).map_err(|error| format!("{error}{}", remedy(what, ty))));
        shape.map_err(|reason| refusals.push(format!("{what} {index} of the entry: {reason}"))).ok()
    };
    let mut arguments: Vec<_> = (0..ty.input_count())
        .filter_map(|index| shape_of("argument", index, ty.input(index)))
        .collect();
    let mut results: Vec<_> = (0..ty.result_count())
        .filter_map(|index| shape_of("result", index, ty.result(index)))
        .collect();
    if let Some(inputs) = inputs {
        results = arguments.split_off(inputs.min(arguments.len()));
        if function.attribute(ARENA_BYTES).is_ok() {
            results.pop();
        }
    }
    if refusals.is_empty() {
        return Ok(Signature { name, arguments, results });
    }
    let refusals: Vec<_> =
        refusals.iter().map(|refusal| located(function.location(), refusal)).collect();
    Err(Error::Program(refusals.join("\n")))
}

/// Checks that the arguments of an entry function can have the known sizes.
///
/// # Errors
/// Returns the error of [`KnownArgument::check`] for the first argument that cannot.
pub fn check_known_arguments(
    function: &OperationRef,
    known: &[Option<KnownArgument>],
) -> Result<(), Error> {
    let Some(types) = function_type(function) else { return Ok(()) };
    for (index, known) in known.iter().enumerate().take(types.input_count()) {
        let (Some(known), Ok(ty)) = (known, types.input(index)) else { continue };
        // Values of other types have no sizes.
        let Some(tensor) = TensorType::from_type(tensor_of(ty)) else { continue };
        let size = |dim: &Option<i64>| dim.and_then(|dim| usize::try_from(dim).ok());
        let dims: Vec<_> = tensor.dims().iter().map(size).collect();
        known.check(index, &dims, &ty)?;
    }
    Ok(())
}

fn function_type<'c>(function: &OperationRef<'c, '_>) -> Option<FunctionType<'c>> {
    let ty = TypeAttribute::try_from(function.attribute("function_type").ok()?).ok()?;
    FunctionType::try_from(ty.value()).ok()
}

/// Returns the tensor type with the shape and element type of a memref. Returns other types
/// unchanged.
fn tensor_of(ty: Type<'_>) -> Type<'_> {
    match hloom_ir::Shaped::of(ty).filter(|_| ty.is_mem_ref()) {
        Some(shaped) => hloom_ir::tensor(&shaped.shape, shaped.element),
        None => ty,
    }
}

/// Returns the shape of a literal of a type. A quantized tensor is represented by its storage
/// integers, and a tensor of `index` by 64-bit integers.
///
/// # Errors
/// Fails if the type is not a static tensor type.
pub fn shape(ty: Type) -> Result<Shape, ParseShapeError> {
    let known = hloom_evaluator::Type::read(ty).ok();
    let known = known.and_then(|ty| ty.tensor().ok()?.static_shape().ok());
    let text = || match hloom_ir::Shaped::of(ty) {
        Some(shaped) if hloom_ir::is_index(shaped.element) => {
            ty.to_string().replace("index>", "i64>")
        }
        _ => ty.to_string(),
    };
    known.map_or_else(|| text().parse(), Ok)
}

/// Formats an error at a location in the user's program, in the form of MLIR's diagnostics.
pub fn located(location: Location, message: &str) -> String {
    match render_location(location).as_str() {
        "" => format!("error: {message}"),
        place => format!("{place}: error: {message}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> Program {
        Program::from_text("test.mlir", text).expect("text")
    }

    fn entry_of(program: &Program) -> Result<Signature, Error> {
        let context = Context::new();
        let module = parse(&context, program)?;
        let entry = entry(&module, program)?;
        signature(&entry)
    }

    const TWO: &str = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }\n\
                       func.func private @g() { return }\n";

    #[test]
    fn the_entry_is_found() {
        let signature = entry_of(&program(TWO)).expect("only one is public");
        assert_eq!(signature.name, "f");
        assert_eq!(signature.arguments, ["tensor<2xf32>".parse().expect("a type")]);
        assert_eq!(signature.results, signature.arguments);
        assert_eq!(entry_of(&program(TWO).with_entry("g")).map(|entry| entry.name), Ok("g".into()));
        let refusal = entry_of(&program(TWO).with_entry("h")).expect_err("no such function");
        let expected = "test.mlir: no entry function `@h`; functions: @f, @g";
        assert_eq!(refusal.to_string(), expected);
        let refusal = entry_of(&program("")).expect_err("no function at all").to_string();
        assert!(refusal.ends_with("the program has no function with a body"), "{refusal}");
    }

    #[test]
    fn other_types_are_refused_where_they_are() {
        let text = "\nfunc.func @main(%x: tensor<?xf32>, %y: f32) { return }";
        let refusal = entry_of(&program(text)).expect_err("dynamic").to_string();
        let mut lines = refusal.lines();
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with("test.mlir:2:1: error: argument 0 of the entry: "), "{first}");
        let reason = "a dimension is dynamic; the compiler needs the sizes of the argument";
        assert!(first.ends_with(reason), "{first}");
        let second = lines.next().unwrap_or_default();
        assert!(second.contains("argument 1") && !second.contains(NEEDS_SIZES), "{second}");
        let noted = noting_sizes(Error::Program(refusal.clone()), "say how large it is");
        assert_eq!(noted.to_string(), format!("{first}\nnote: say how large it is\n{second}"));
        let other = Error::Program("a.mlir:1:1: error: no".to_owned());
        assert_eq!(noting_sizes(other.clone(), "say how large it is"), other);
    }

    #[test]
    fn parse_errors_are_located() {
        let refusal = entry_of(&program("func.func @main() {\n  oops\n}")).expect_err("invalid");
        assert!(matches!(refusal, Error::Program(_)));
        assert!(refusal.to_string().starts_with("test.mlir:2:3: error: "), "{refusal}");
    }
}
