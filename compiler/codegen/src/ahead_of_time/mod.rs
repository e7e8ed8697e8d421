// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Ahead-of-time compilation of programs to C functions for any target, with a header.
//!
//! The function takes its arguments, results and arena as pointers. It allocates no memory, keeps
//! no state, and runs on the calling thread. The function of a partitioned program exchanges data with
//! other ranks by a callback of its caller.

mod batch;
mod ranks;

use crate::changes::blame;
use crate::front::lower_module;
use crate::lower::dump;
use crate::pipeline::{MakePipeline, PipelineOptions};
use crate::session::Session;
use crate::{c_header, c_name};
use batch::Batch;
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, AotFormat, KnownArgument, RelocationModel,
    Signature,
};
use hloom_compiler::{Error, Program, mlir};
use hloom_llvm::{LlvmModule, Target, TargetSpec};
use object::{Object, ObjectSymbol};

/// Compiles a program with a backend's pipeline for a target.
///
/// The compiled function depends on no symbols except those in
/// [`AotCompilationResult::undefined_symbols`].
///
/// # Errors
/// Fails if the target or the function's name is rejected, or if the program is not valid, cannot
/// be lowered, or makes runtime calls.
pub fn compile(
    program: &Program,
    options: &AotCompilationOptions,
    pipeline: MakePipeline,
) -> Result<AotCompilationResult, Error> {
    compile_for_target(program, options, pipeline).map_err(|error| blame(&options.pipeline, error))
}

fn compile_for_target(
    program: &Program,
    options: &AotCompilationOptions,
    pipeline: MakePipeline,
) -> Result<AotCompilationResult, Error> {
    if matches!(options.format, AotFormat::Executable | AotFormat::Image) {
        return Err(Error::invalid(
            "this platform compiles ahead of time to object files, assembly and LLVM IR, not to \
             serialized executables and GPU images",
        ));
    }
    let target = target(options)?;
    let name = c_name::of(program, options, &target)?;
    let machine = target.machine().clone();
    let cpu = &target.spec().cpu;
    let (tuned, remark) = match options.reproducible {
        true => Default::default(),
        false => options.tuning.of_machine(cpu, machine.vector_bits, 1),
    };
    if let (Some(remark), Some(warnings)) = (remark, &options.warnings) {
        warnings.warn(&remark);
    }
    let reproducible = options.reproducible;
    let pipeline =
        pipeline(PipelineOptions { machine, threads: 1, c_function: true, reproducible });
    let mut front = options.compile_options();
    let session = Session::new();
    let is_changed = options.arguments.iter().any(Option::is_some) || !front.pipeline.is_empty();
    let mut module = mlir::parse(session.context(), program)?;
    let shards = ranks::partitioned(session.context(), &mut module, program, options)?;
    if shards.is_some() {
        // The arguments are shards of known sizes now.
        front.arguments.clear();
    }
    let is_batch = !is_changed && shards.is_none() && !ranks::communicates(&module);
    let batch = if is_batch { Batch::of(session.context(), &module, program)? } else { None };
    let (module, signature, arena_bytes) = match &batch {
        Some(batch) => {
            let lowered = batch.lower(&session, &*pipeline, &front, &tuned)?;
            (lowered.module, lowered.signature, lowered.arena_bytes)
        }
        None => {
            let (module, lowered) =
                lower_module(&session, module, program, &*pipeline, &front, &tuned, false)?;
            check_arguments(&front.arguments, &lowered.signature, &lowered.values)?;
            (module, lowered.signature, lowered.arena_bytes)
        }
    };
    let rows = batch.map(|batch| batch.arguments);
    let ranks = ranks::ranks_of(&module)?;
    if ranks.is_some() {
        c_name::check_of_ranks(&name)?;
    }
    let mut llvm = LlvmModule::from_mlir(module.as_operation()).map_err(crate::error)?;
    check_size(&signature, arena_bytes, target.machine().address_bits)?;
    if !llvm.rename(&signature.name, &name) {
        return Err(Error::invalid(format!(
            "entry name `{name}`: the generated code uses the name already; give another name"
        )));
    }

    llvm.optimize(&target).map_err(crate::error)?;
    if let Some(dir) = &options.dump_dir {
        dump(dir, "native.ll", &llvm.ir())?;
    }
    let refused = |error: hloom_llvm::Error| match error {
        hloom_llvm::Error::Llvm { reason, .. } => {
            let triple = &target.spec().triple;
            Error::invalid(format!(
                "LLVM cannot emit the requested format for `{triple}`: {reason}"
            ))
        }
        error => crate::error(error),
    };
    let (code, undefined_symbols) = if options.format == AotFormat::Object {
        let object = llvm.object(&target).map_err(refused)?;
        let symbols = undefined_symbols(&object)?;
        (object, Some(symbols))
    } else {
        let object = llvm.object_of_copy(&target).ok();
        let symbols = object.map(|object| undefined_symbols(&object)).transpose()?;
        let text = match options.format {
            AotFormat::Assembly => llvm.assembly(&target).map_err(refused)?,
            _ => llvm.ir(),
        };
        (text.into_bytes(), symbols)
    };
    let triple = target.spec().triple.clone();
    let header = c_header::Header {
        function: &name,
        program: program.name(),
        triple: &triple,
        signature: &signature,
        batch: rows.as_deref(),
        ranks: ranks.as_ref(),
        shards: shards.as_ref(),
        arena_bytes,
        undefined_symbols: undefined_symbols.as_deref(),
    };
    let header = header.to_string();
    Ok(AotCompilationResult {
        code,
        header,
        entry_name: name,
        triple,
        signature,
        batch: rows,
        arena_bytes,
        undefined_symbols,
        ranks: ranks.map(|ranks| ranks.count),
        on_device: false,
    })
}

/// Returns the code generator for the target triple, the CPU and the features in the options.
///
/// # Errors
/// Fails if LLVM does not support the target, or if the target cannot run C functions.
pub fn target(options: &AotCompilationOptions) -> Result<Target, Error> {
    let spec = TargetSpec {
        triple: options.triple.clone(),
        cpu: options.cpu.clone(),
        features: options.features.clone(),
        relocation: match options.relocation_model {
            // A WebAssembly module has its memory to itself, so its addresses are static.
            _ if options.triple.starts_with("wasm") => hloom_llvm::RelocationModel::Static,
            RelocationModel::Static => hloom_llvm::RelocationModel::Static,
            RelocationModel::Pic => hloom_llvm::RelocationModel::Pic,
        },
    };
    Target::new(spec).map_err(crate::error)
}

/// Checks the number of arguments whose sizes are given. `values` are the argument values for which
/// the code was specialized.
///
/// # Errors
/// Fails if sizes are given for more arguments than the signature has. Also rejects programs whose
/// sizes were computed from an argument's value, because a C function does not check that the
/// argument has this value.
pub fn check_arguments(
    known: &[Option<KnownArgument>],
    signature: &Signature,
    values: &[Option<i64>],
) -> Result<(), Error> {
    let (given, takes) = (known.len(), signature.arguments.len());
    if given > takes {
        return Err(Error::invalid(format!(
            "`{}`: expected sizes for at most {takes} arguments, found sizes for {given}",
            signature.name
        )));
    }
    match values.iter().position(Option::is_some) {
        None => Ok(()),
        Some(index) => Err(Error::invalid(format!(
            "tensor sizes depend on the value of argument {index}; make it a constant of the \
             program"
        ))),
    }
}

/// Rejects arguments, results and arenas whose size in bytes exceeds the range of the target's
/// signed offsets.
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

/// Symbols that linkers define.
const LINKERS: [&str; 4] = [".TOC.", "_GLOBAL_OFFSET_TABLE_", "__linear_memory", "__stack_pointer"];

/// Returns the sorted names of the symbols that an object file references but does not define,
/// without the symbols that linkers define.
///
/// # Errors
/// Fails if the object file cannot be read.
pub fn undefined_symbols(object: &[u8]) -> Result<Vec<String>, Error> {
    let file = object::File::parse(object).map_err(|error| {
        Error::invalid(format!("cannot read the symbols of the generated object file: {error}"))
    })?;
    let undefined = file.symbols().filter(ObjectSymbol::is_undefined);
    let names = undefined.filter_map(|symbol| symbol.name().ok());
    let is_code = |name: &&str| !name.is_empty() && !LINKERS.contains(name);
    let mut names: Vec<_> = names.filter(is_code).map(ToOwned::to_owned).collect();
    names.sort();
    names.dedup();
    Ok(names)
}
