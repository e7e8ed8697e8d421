// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates machine code for the host, on several threads.

use hloom_compiler::Error;
use hloom_llvm::{LlvmModule, Target};
use std::panic::resume_unwind;
use std::thread;

/// The stack of a thread. LLVM's passes recurse deeply in large functions.
const STACK_BYTES: usize = 8 << 20;

/// The machine code of a module.
pub struct Native {
    /// The object files, which must be loaded together.
    pub objects: Vec<Vec<u8>>,
    /// The optimized LLVM IR, if it was wanted.
    pub ir: Option<String>,
}

/// Generates machine code for `target`, the host, on at most `threads` threads. `with_ir` also returns the optimized IR.
///
/// # Errors
/// Fails if LLVM cannot compile the module, or if the system cannot start a thread.
pub fn compile(
    module: LlvmModule,
    target: &Target,
    threads: usize,
    with_ir: bool,
) -> Result<Native, Error> {
    let mut parts = module.split(threads).map_err(crate::error)?;
    let first = parts.remove(0);
    let compiled = thread::scope(|scope| {
        let start = |part: LlvmModule| {
            let builder = thread::Builder::new().name("hloom-llvm".to_owned());
            // LLVM does not say that threads may share a code generator.
            let run = move || compile_part(part, &Target::host().map_err(crate::error)?, with_ir);
            builder.stack_size(STACK_BYTES).spawn_scoped(scope, run).map_err(|error| {
                Error::invalid(format!("cannot start a thread to compile: {error}"))
            })
        };
        let others = parts.into_iter().map(start).collect::<Result<Vec<_>, _>>()?;
        let mut compiled = vec![compile_part(first, target, with_ir)];
        // A panic of a thread is one of the caller, too.
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        compiled.extend(others.into_iter().map(join));
        compiled.into_iter().collect::<Result<Vec<_>, Error>>()
    })?;
    let (objects, irs): (Vec<_>, Vec<_>) = compiled.into_iter().unzip();
    let ir = with_ir.then(|| irs.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    Ok(Native { objects, ir })
}

fn compile_part(
    mut part: LlvmModule,
    target: &Target,
    with_ir: bool,
) -> Result<(Vec<u8>, Option<String>), Error> {
    part.optimize(target).map_err(crate::error)?;
    let ir = with_ir.then(|| part.ir());
    Ok((part.object(target).map_err(crate::error)?, ir))
}
