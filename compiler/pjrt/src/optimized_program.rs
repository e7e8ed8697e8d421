// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The program that a backend was given, as `compiled.as_text()` of JAX shows it: that of one
//! device, after the optimization that all backends have in common.

use crate::c_api::structs::ExecutableOptimizedProgram;
use crate::c_api::values::Text;
use crate::failure::{Code, Failure};
use hloom_codegen::lower::run_passes;
use hloom_compiler::{Program, mlir};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::sync::OnceLock;

/// What is done to it that leaves it a program of StableHLO.
const PASSES: &str = "builtin.module(inline,symbol-dce,hlo-simplify,hlo-fold-constants)";

/// What it is written in.
const FORMAT: &str = "mlir";

/// A program, and what became of it once somebody has asked.
#[derive(Debug)]
pub struct OptimizedProgram {
    source: Program,
    optimized: OnceLock<String>,
}

impl OptimizedProgram {
    /// The program that was compiled.
    pub fn of(source: Program) -> Self {
        Self { source, optimized: OnceLock::new() }
    }

    /// What was compiled.
    pub fn source(&self) -> &[u8] {
        self.source.source()
    }

    /// What became of it, as text of MLIR.
    fn optimized(&self) -> Result<&str, Failure> {
        if let Some(optimized) = self.optimized.get() {
            return Ok(optimized);
        }
        let context = hloom_dialects::Context::new();
        let mut module = mlir::parse(&context, &self.source)?;
        mlir::keep_entry(&context, &mut module, &self.source)?;
        run_passes(&context, &mut module, PASSES)?;
        let flags = OperationPrintingFlags::new().enable_debug_info(true, false);
        let text = module.as_operation().to_string_with_flags(flags);
        let text = text.map_err(|error| Failure::new(Code::Internal, error))?;
        Ok(self.optimized.get_or_init(|| text))
    }
}

/// Says how long the program is, or writes it where there is room for it.
pub fn get(arguments: &mut ExecutableOptimizedProgram) -> Result<(), Failure> {
    let text = arguments.executable.get()?.optimized_program.optimized()?;
    let program = arguments.program.get()?;
    program.format = Text::of(FORMAT);
    program.code.fill(text.as_bytes())
}
