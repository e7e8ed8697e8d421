// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-bisect`: which pass makes a program wrong.

mod arguments;
mod judge;
mod leave_out;
mod run;
mod workshop;

use crate::{command, hlo_run};
use arguments::Arguments;
use hloom_compiler::interface::Registry;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

/// Runs the tool with the platforms of a registry. What is found goes to the standard
/// output, everything else to the standard error.
///
/// It starts itself as `hlo-opt` and `hlo-run`, which the first argument says then.
///
/// Returns failure if a pass makes the program wrong, as for a wrong command line.
pub fn main(arguments: impl IntoIterator<Item = OsString>, registry: &Registry) -> ExitCode {
    let mut arguments: Vec<_> = arguments.into_iter().collect();
    let mode = arguments.get(1).and_then(|mode| mode.to_str()).map(str::to_owned);
    match mode.as_deref() {
        Some(workshop::OPT) => {
            arguments.remove(1);
            hloom_lowering::registry::Registry::global();
            let arguments: Vec<_> =
                arguments.iter().map(|it| it.to_string_lossy().into_owned()).collect();
            let code = hloom_lowering::opt_main(&arguments, &hloom_dialects::registry());
            if code == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Some(workshop::RUN) => {
            arguments.remove(1);
            hlo_run::main(arguments, registry)
        }
        _ => command::main(arguments, |arguments: &Arguments| {
            run::run(arguments, registry, &mut io::stdout())
        }),
    }
}
