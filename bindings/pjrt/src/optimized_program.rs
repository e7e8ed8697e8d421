// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The optimized program of an executable, which JAX's `compiled.as_text()` prints.
//!
//! The text shows the program of one device after the StableHLO passes that all backends share. A
//! backend compiles the source program itself and does not keep the optimized StableHLO. This
//! module therefore runs the passes again when a caller requests the text, and caches the text.

use crate::failure::{Code, Failure};
use hloom_codegen::lower::run_passes;
use hloom_compiler::{Program, mlir};
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use std::sync::OnceLock;

/// The pass pipeline whose result is the optimized program: passes on StableHLO that all backends
/// share.
const PASSES: &str = "builtin.module(inline,symbol-dce,hlo-simplify,hlo-fold-constants)";

/// The source of a program, and the cached text of the optimized program.
#[derive(Debug)]
pub struct OptimizedProgram {
    source: Program,
    optimized: OnceLock<String>,
}

impl OptimizedProgram {
    /// Wraps the source of a program that was compiled.
    pub fn of(source: Program) -> Self {
        Self { source, optimized: OnceLock::new() }
    }

    /// Returns the bytes of the source program, before any optimization.
    pub fn source(&self) -> &[u8] {
        self.source.source()
    }

    /// Returns the optimized program as MLIR text.
    ///
    /// # Errors
    /// Fails if a pass fails.
    pub fn optimized(&self) -> Result<&str, Failure> {
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
