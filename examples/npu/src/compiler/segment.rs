// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compilation of one segment of a divided program, for the device or for the host.

use crate::codegen::generate;
use crate::device::KernelBinary;
use crate::executable::Code;
use crate::pipeline::{NpuPipeline, OUTLINE};
use hloom_codegen::lower::run_passes;
use hloom_compiler::interface::{CompileOptions, Executable, Platform};
use hloom_compiler::{Error, Program};
use hloom_lowering::ir::Context;
use hloom_lowering::pipeline::{Level, text};
use melior::ir::Module;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::path::Path;

/// Generates the kernel of a segment for the device. Writes its text to the dump folder if `dump`
/// is given.
///
/// # Errors
/// Fails if the device has no instruction for an operation of the segment.
pub fn on_device<'c>(
    context: &'c Context,
    mut module: Module<'c>,
    dump: Option<(&Path, usize)>,
) -> Result<Code, Error> {
    run_passes(context, &mut module, &format!("builtin.module({OUTLINE})"))?;
    run_passes(context, &mut module, &text(&NpuPipeline, Level::Linalg, Level::Buffers))?;
    if let Some((dir, number)) = dump {
        let text = module.as_operation().to_string();
        hloom_codegen::lower::dump(dir, &format!("part{number}.buffers.mlir"), &text)?;
    }
    let generated = generate(&module)?;
    if let Some((dir, number)) = dump {
        let lines = generated.code.iter().enumerate();
        let text: String = lines.map(|(at, code)| format!("{at:>6}  {code}\n")).collect();
        hloom_codegen::lower::dump(dir, &format!("part{number}.npu"), &text)?;
    }
    let binary =
        KernelBinary::of_one(crate::executable::KERNEL, generated.in_block, generated.code);
    Ok(Code::Device {
        binary: binary.to_bytes(),
        arena_bytes: generated.arena_bytes,
        constants: generated.constants,
    })
}

/// Compiles a segment with the host platform.
///
/// # Errors
/// Fails if the host platform cannot compile or serialize the segment.
pub fn on_host(
    module: &Module,
    name: &str,
    host: &dyn Platform,
    options: &CompileOptions,
) -> Result<Code, Error> {
    let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
    let text = module.as_operation().to_string_with_flags(flags);
    let text = text.map_err(|error| Error::Internal(error.to_string()))?;
    let program = Program::from_text(name, text)?;
    let options = CompileOptions { threads: options.threads, ..CompileOptions::default() };
    let executable = host.compiler().compile(&program, &options)?;
    serialized(&*executable)
}

/// Serializes an executable of the host platform as the code of a segment.
///
/// # Errors
/// Fails if the executable cannot be serialized.
pub fn serialized(executable: &dyn Executable) -> Result<Code, Error> {
    Ok(Code::Host { serialized: executable.serialize()? })
}
