// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Machine code as text, with the operations of the user's program from which it comes.
//!
//! LLVM keeps only locations of the form file, line and column, and drops the fused locations of
//! operations that come from several sources. The line number of a debug location is therefore the
//! index of a set of source operations here. Debug information does not change the code that LLVM
//! generates. The listing is nevertheless made from a translation of its own, so that the code that
//! runs is always the same.

use crate::lower::run_passes;
use hloom_compiler::Error;
use hloom_compiler::interface::Listing;
use hloom_llvm::{LlvmModule, Target};
use hloom_lowering::ir::{self, Context, Location, sources::sources_of};
use melior::ir::Module;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// The pass that creates the scopes to which debug locations refer.
const SCOPES: &str =
    "builtin.module(ensure-debug-info-scope-on-llvm-func{emission-kind=LineTablesOnly})";

/// A translated module whose debug locations number sets of source operations.
#[derive(Debug)]
pub struct LocatedModule {
    llvm: LlvmModule,
    lines: Vec<Vec<usize>>,
}

/// Translates a module in the LLVM dialect to LLVM IR with debug locations. Replaces the locations
/// of the module.
///
/// # Errors
/// Fails if MLIR cannot translate the module.
pub fn locate<'c>(context: &'c Context, module: &mut Module<'c>) -> Result<LocatedModule, Error> {
    let mut lines = Vec::new();
    let mut numbers: HashMap<Vec<usize>, usize> = HashMap::new();
    for op in ir::walk(module.as_operation()) {
        let sources = sources_of(op.location());
        let number = *numbers.entry(sources).or_insert_with_key(|sources| {
            lines.push(sources.clone());
            lines.len()
        });
        ir::set_location(op, Location::new(context, "sources", number, 1));
    }
    run_passes(context, module, SCOPES)?;
    let llvm = LlvmModule::from_mlir(module.as_operation()).map_err(crate::error)?;
    Ok(LocatedModule { llvm, lines })
}

impl LocatedModule {
    /// Optimizes the module for a target, and returns it as text.
    ///
    /// # Errors
    /// Fails if LLVM cannot compile the module.
    pub fn listing(mut self, target: &Target) -> Result<Listing, Error> {
        self.llvm.optimize(target).map_err(crate::error)?;
        let ir = self.llvm.ir();
        let assembly = self.llvm.assembly(target).map_err(crate::error)?;
        let spec = target.spec();
        let target = format!("{} {}", spec.triple, spec.cpu).trim_end().to_owned();
        Ok(Listing { ir, assembly, lines: self.lines, target })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_dialects::Context;

    const PROGRAM: &str = "llvm.func internal @kernel(%p: !llvm.ptr {llvm.noalias}, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp \"slt\" %i, %n : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %place = llvm.getelementptr %p[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %value = llvm.load %place : !llvm.ptr -> f32 loc(\"hloom.source.4\"(unknown))
  %twice = llvm.fadd %value, %value : f32 loc(fused[\"hloom.source.4\"(unknown), \"hloom.source.7\"(unknown)])
  llvm.store %twice, %place : f32, !llvm.ptr loc(\"hloom.source.7\"(unknown))
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}
llvm.func @main(%p: !llvm.ptr, %n: i64) {
  llvm.call @kernel(%p, %n) : (!llvm.ptr, i64) -> ()
  llvm.return
}
";

    /// Returns the instructions of LLVM IR without metadata.
    fn instructions(ir: &str) -> Vec<String> {
        let lines = ir.lines().filter(|line| line.starts_with("  "));
        lines.map(|line| line.split(", !").next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn debug_locations_number_sources_and_do_not_change_the_code() -> Result<(), Error> {
        // The first access registers upstream's passes.
        hloom_lowering::registry();
        let context = Context::new();
        let parse = || {
            hloom_dialects::parse_module(&context, PROGRAM, "program.mlir")
                .unwrap_or_else(|error| panic!("{error}"))
        };
        let target = Target::host().map_err(crate::error)?;
        let plain = parse();
        let mut plain = LlvmModule::from_mlir(plain.as_operation()).map_err(crate::error)?;
        plain.optimize(&target).map_err(crate::error)?;
        let plain = plain.ir();
        let listing = locate(&context, &mut parse())?.listing(&target)?;
        assert_eq!(instructions(&listing.ir), instructions(&plain));
        for sources in [&[][..], &[4], &[7], &[4, 7]] {
            assert!(listing.lines.iter().any(|line| line == sources), "{:?}", listing.lines);
        }
        let number =
            |sources: &[usize]| 1 + listing.lines.iter().position(|it| it == sources).unwrap_or(0);
        let both = format!("!DILocation(line: {}, ", number(&[4, 7]));
        assert!(listing.ir.contains(&both), "{}", listing.ir);
        assert!(
            listing.assembly.contains(&format!(" {} 1", number(&[4, 7]))),
            "{}",
            listing.assembly
        );
        Ok(())
    }
}
