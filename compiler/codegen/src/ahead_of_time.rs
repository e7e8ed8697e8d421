// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs as functions for C: object code of any target, and its header.

use crate::c_header;
use crate::front::{Lowered, lower_program};
use crate::lower::dump;
use crate::pipeline::LlvmPipeline;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, AotFormat, CompileOptions, RelocationModel,
};
use hloom_compiler::mlir::Signature;
use hloom_compiler::{Error, Program};
use hloom_llvm::{Target, TargetSpec};
use object::{Object, ObjectSymbol};
use std::path::Path;

/// Compiles a program with the pipeline that a backend has for a target.
///
/// The function does not allocate, has no state, and needs nothing but the symbols that the
/// result names.
///
/// # Errors
/// If the target, the function's name or the program is refused, the program because it is
/// not valid, cannot be lowered, or calls functions of the runtime.
pub fn compile(
    program: &Program,
    options: &AotCompilationOptions,
    pipeline: impl FnOnce(&Target) -> LlvmPipeline,
) -> Result<AotCompilationResult, Error> {
    let spec = TargetSpec {
        triple: options.triple.clone(),
        cpu: options.cpu.clone(),
        features: options.features.clone(),
        relocation: match options.relocation_model {
            // A module of WebAssembly is alone in its memory.
            _ if options.triple.starts_with("wasm") => hloom_llvm::RelocationModel::Static,
            RelocationModel::Static => hloom_llvm::RelocationModel::Static,
            RelocationModel::BigPic | RelocationModel::SmallPic | RelocationModel::Pie => {
                hloom_llvm::RelocationModel::Pic
            }
        },
        ..TargetSpec::default()
    };
    let target = Target::new(spec).map_err(crate::error)?;
    let name = function_name(program, options)?;
    let pipeline = pipeline(&target).of_function(&name);
    let front = CompileOptions {
        arguments: options.arguments.clone(),
        dump_dir: options.dump_dir.clone(),
        ..CompileOptions::default()
    };
    let lowered = lower_program(program, &pipeline, &front)?;
    let Lowered { mut llvm, signature, values, arena_bytes, .. } = lowered;
    refuse_values(&values)?;
    check_size(&signature, arena_bytes, target.machine().address_bits)?;

    llvm.optimize(&target).map_err(crate::error)?;
    if let Some(dir) = &options.dump_dir {
        dump(dir, "native.ll", &llvm.ir())?;
    }
    let refused = |error: hloom_llvm::Error| match error {
        hloom_llvm::Error::Llvm { reason, .. } => {
            let triple = &target.spec().triple;
            Error::invalid(format!("LLVM makes no such file for `{triple}`: {reason}"))
        }
        error => crate::error(error),
    };
    let text = |text: String| (text.into_bytes(), Vec::new());
    let (code, undefined_symbols) = match options.format {
        AotFormat::LlvmIr => text(llvm.ir()),
        AotFormat::Assembly => text(llvm.assembly(&target).map_err(refused)?),
        AotFormat::Object => {
            let object = llvm.object(&target).map_err(refused)?;
            let undefined = undefined_symbols(&object)?;
            (object, undefined)
        }
    };
    let triple = target.spec().triple.clone();
    let header = c_header::Header {
        function: &name,
        program: program.name(),
        triple: &triple,
        signature: &signature,
        arena_bytes,
        undefined_symbols: &undefined_symbols,
    };
    let header = header.to_string();
    Ok(AotCompilationResult { code, header, entry_name: name, triple, undefined_symbols })
}

/// The name of the function: the one asked for, or the program's.
fn function_name(program: &Program, options: &AotCompilationOptions) -> Result<String, Error> {
    if options.entry_name.is_empty() {
        let stem = Path::new(program.name()).file_stem().unwrap_or_default().to_string_lossy();
        let name = stem.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        let first = name.chars().next();
        let digit = first.is_none_or(|c| c.is_ascii_digit());
        let name = if digit { format!("program_{name}") } else { name };
        let refused = || format!("`{name}` cannot be the function's name, give another one");
        return if is_free(&name) { Ok(name) } else { Err(Error::invalid(refused())) };
    }
    let name = options.entry_name.clone();
    let identifier = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if !identifier {
        return Err(Error::invalid(format!("`{name}` is not the name of a function in C")));
    }
    if !is_free(&name) {
        let why = "C and C++ have another use for it";
        return Err(Error::invalid(format!("`{name}` cannot be the function's name: {why}")));
    }
    Ok(name)
}

/// Whether a name means nothing in C and C++ that a program would notice.
fn is_free(name: &str) -> bool {
    const TAKEN: &str = "alignas alignof and asm auto bool break case catch char class compl \
        concept const continue decltype default delete do double else enum explicit export \
        extern false float for friend goto if inline int long main mutable namespace new \
        noexcept not nullptr operator or private protected public register requires restrict \
        return short signed sizeof static struct switch template this thread_local throw true \
        try typedef typeid typename typeof union unsigned using virtual void volatile while xor \
        memcpy memmove memset fma fmaf fmod fmodf";
    !TAKEN.split_whitespace().any(|taken| taken == name)
}

/// Nobody would check the values that sizes were computed from.
fn refuse_values(values: &[Option<i64>]) -> Result<(), Error> {
    match values.iter().position(Option::is_some) {
        None => Ok(()),
        Some(index) => Err(Error::invalid(format!(
            "sizes depend on the value of argument {index}; make it a constant of the program"
        ))),
    }
}

/// Refuses buffers that are larger than signed offsets in the target's memory.
fn check_size(signature: &Signature, arena: usize, address_bits: u32) -> Result<(), Error> {
    let limit = 1_u128 << (address_bits - 1);
    let shapes = signature.arguments.iter().chain(&signature.results);
    for (what, bytes) in shapes
        .map(|shape| (shape.to_string(), shape.byte_size()))
        .chain([("the arena".to_owned(), Some(arena))])
    {
        if bytes.is_none_or(|bytes| bytes as u128 >= limit) {
            return Err(Error::invalid(format!(
                "{what} is larger than {address_bits}-bit addresses allow"
            )));
        }
    }
    Ok(())
}

/// What linkers define.
const LINKERS: [&str; 4] = [".TOC.", "_GLOBAL_OFFSET_TABLE_", "__linear_memory", "__stack_pointer"];

fn undefined_symbols(object: &[u8]) -> Result<Vec<String>, Error> {
    let file = object::File::parse(object)
        .map_err(|error| Error::Internal(format!("the object file: {error}")))?;
    let undefined = file.symbols().filter(ObjectSymbol::is_undefined);
    let names = undefined.filter_map(|symbol| symbol.name().ok());
    let is_code = |name: &&str| !name.is_empty() && !LINKERS.contains(name);
    let mut names: Vec<_> = names.filter(is_code).map(ToOwned::to_owned).collect();
    names.sort();
    names.dedup();
    Ok(names)
}
