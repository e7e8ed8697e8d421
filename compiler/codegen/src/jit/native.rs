// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates machine code for the host, on several threads.

use super::targets::Targets;
use hloom_compiler::Error;
use hloom_compiler::interface::Stage;
use hloom_llvm::{LlvmModule, ObjectEmitter};
use std::panic::resume_unwind;
use std::thread;
use std::time::{Duration, Instant};

/// The stack size of a thread in bytes. LLVM's passes recurse deeply in large functions.
const STACK_BYTES: usize = 8 << 20;

/// The machine code of a module.
pub struct Native {
    /// The object files, which must be loaded together.
    pub objects: Vec<Vec<u8>>,
    /// The optimized LLVM IR, if it was requested.
    pub ir: Option<String>,
    /// The stages `optimize` (LLVM's passes on LLVM IR) and `codegen` (instruction selection and
    /// all later steps).
    pub stages: Vec<Stage>,
}

/// The machine code of a part of a module.
struct Part {
    object: Vec<u8>,
    ir: Option<String>,
    optimize: Duration,
    codegen: Duration,
}

/// Generates machine code for the host on at most `threads` threads. If `with_ir` is true, also
/// returns the optimized IR.
///
/// # Errors
/// Fails if LLVM cannot compile the module, or if the system cannot start a thread.
pub fn compile(
    module: LlvmModule,
    targets: &Targets,
    threads: usize,
    with_ir: bool,
) -> Result<Native, Error> {
    let start = Instant::now();
    let mut parts = module.split(threads).map_err(crate::error)?;
    let first = parts.remove(0);
    let compiled = thread::scope(|scope| {
        let start = |part: LlvmModule| {
            let builder = thread::Builder::new().name("hloom-llvm".to_owned());
            // LLVM does not say that threads may share a code generator.
            let run = move || targets.with(|emitter| compile_part(part, emitter, with_ir));
            builder.stack_size(STACK_BYTES).spawn_scoped(scope, run).map_err(|error| {
                Error::invalid(format!("cannot start a thread to compile: {error}"))
            })
        };
        let others = parts.into_iter().map(start).collect::<Result<Vec<_>, _>>()?;
        let mut compiled = vec![targets.with(|emitter| compile_part(first, emitter, with_ir))];
        // A panic of a thread is one of the caller, too.
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        compiled.extend(others.into_iter().map(join));
        compiled.into_iter().collect::<Result<Vec<_>, Error>>()
    })?;
    let total = start.elapsed();
    // The parts are compiled at the same time. Each stage gets its share of the total time.
    let optimize: Duration = compiled.iter().map(|part| part.optimize).sum();
    let codegen: Duration = compiled.iter().map(|part| part.codegen).sum();
    let share = optimize.as_secs_f64() / (optimize + codegen).as_secs_f64().max(f64::MIN_POSITIVE);
    let optimize = total.mul_f64(share.min(1.0));
    let stages = vec![
        Stage::new("optimize", optimize),
        Stage::new("codegen", total.saturating_sub(optimize)),
    ];
    let (objects, irs): (Vec<_>, Vec<_>) =
        compiled.into_iter().map(|part| (part.object, part.ir)).unzip();
    let ir = with_ir.then(|| irs.into_iter().flatten().collect::<Vec<_>>().join("\n"));
    Ok(Native { objects, ir, stages })
}

fn compile_part(
    mut part: LlvmModule,
    emitter: &mut ObjectEmitter,
    with_ir: bool,
) -> Result<Part, Error> {
    let start = Instant::now();
    part.optimize(emitter.target()).map_err(crate::error)?;
    let optimize = start.elapsed();
    let ir = with_ir.then(|| part.ir());
    let start = Instant::now();
    let object = emitter.object(&mut part).map_err(crate::error)?;
    Ok(Part { object, ir, optimize, codegen: start.elapsed() })
}
