// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `--tune`: searches for schedules that are faster on this machine, and stores them in a tuning
//! file.

mod build;
mod search;
mod times;

use crate::command::Failure;
use hloom_compiler::interface::{CompileOptions, Platform, Schedule, TunedSchedule, TuningFile};
use hloom_compiler::{Error, Literal, Program};
use hloom_llvm::Target;
use search::{Found, Request};
use std::io::{ErrorKind, Write, stderr};
use std::path::Path;

/// Tunes the operations of a program, and adds the faster schedules to a tuning file. `options`
/// must request a profile.
///
/// # Errors
/// Fails if the file exists and is not a tuning file, if the file cannot be written, if the
/// platform does not support tuning, or if the program cannot be compiled or run.
pub fn tune(
    path: &Path,
    platform: &dyn Platform,
    program: &Program,
    options: &CompileOptions,
    inputs: &[Literal],
    output: &mut impl Write,
) -> Result<(), Failure> {
    let path = &TuningFile::path_of(path)?;
    // The folder of the default file may be missing.
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Error::file(folder, error))?;
    }
    // A wrong file is an error before the search, which takes minutes.
    let mut file = match std::fs::read_to_string(path) {
        Ok(text) => TuningFile::parse(path.to_owned(), &text)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            TuningFile { path: path.to_owned(), ..TuningFile::default() }
        }
        Err(error) => return Err(Error::file(path, error).into()),
    };
    file.write()?;
    let host = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.unwrap_or_else(host);
    let target = Target::host().map_err(hloom_codegen::error)?;
    let machine = TunedSchedule {
        cpu: target.spec().cpu.clone(),
        vector_bits: target.machine().vector_bits,
        threads,
        op: String::new(),
        schedule: Schedule::default(),
        speedup: None,
    };
    let name = program.name();
    let request = Request { platform, program, options, inputs, machine };
    let Found { schedules, operations, before, after } = search::search(&request, &mut |line| {
        // A failure to write to standard error cannot be reported anywhere.
        let _ = writeln!(stderr(), "tuning {name}: {line}");
    })?;
    let faster = schedules.len();
    for tuned in schedules {
        let speed = tuned.speedup.unwrap_or(1.0);
        writeln!(output, "{speed:5.2}x  {}: {}", tuned.op, describe(&tuned.schedule))?;
        file.insert(tuned);
    }
    file.write()?;
    let [before, after] = [before, after].map(|seconds| seconds * 1e3);
    writeln!(
        output,
        "{name}: tuned {faster} of {operations} operations; kernels take {after:.3} ms instead of \
         {before:.3} ms"
    )?;
    Ok(())
}

/// Describes a schedule in the format of the tuning file.
fn describe(schedule: &Schedule) -> String {
    let Schedule { tile, fuse, kernel, depth } = schedule;
    let fields = [
        tile.as_ref().map(|tile| format!("tile = {tile:?}")),
        fuse.map(|fuse| format!("fuse = {fuse}")),
        kernel.map(|kernel| format!("kernel = {kernel:?}")),
        depth.map(|depth| format!("depth = {depth}")),
    ];
    fields.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
