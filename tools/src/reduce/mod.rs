// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-reduce`: reduces a failing program to a small one.
//!
//! MLIR's reducer (`mlirReduceMain` in libMLIR) only removes operations for which a dialect
//! provides reduction patterns. If MLIR's reducer erases an operation that has users, the remaining
//! program does not verify. `hlo-reduce` replaces the uses with operands or zeros instead.

mod arguments;
mod edit;
mod predicate;
mod search;

use crate::command::{self, Failure};
use arguments::Arguments;
use hloom_compiler::{Error, mlir};
use hloom_lowering::registry;
use predicate::Predicate;
use search::Search;
use std::ffi::OsString;
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::Duration;

/// Runs `hlo-reduce`.
///
/// The reduced program goes to standard output or to a file, and everything else to standard error.
/// Returns failure if the program cannot be reduced.
pub fn main(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> ExitCode {
    command::main(arguments, run)
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    // The first access to the global registry registers the passes with MLIR.
    registry();
    arguments.plugins.load()?;
    let program = command::read_program(&arguments.program)?;
    let timeout = Duration::from_secs(arguments.test_timeout.into());
    let predicate = Predicate::new(&arguments.test, &arguments.test_arguments, timeout)?;
    let context = hloom_dialects::Context::new();
    let module = mlir::parse(&context, &program)?;
    let mut search = Search::new(&context, &predicate, &module)?;
    let before = search.size;
    search.run()?;
    let (Search { best, size, asked, .. }, name) = (search, program.name());
    match &arguments.output {
        Some(path) => std::fs::write(path, best).map_err(|error| Error::file(path, error))?,
        None => stdout().write_all(best.as_bytes())?,
    }
    let operations = |size: [usize; 4]| size[0] + size[1];
    let (before, after) = (operations(before), operations(size));
    writeln!(stderr(), "{name}: {before} operations, now {after}; {asked} tests")?;
    Ok(())
}
