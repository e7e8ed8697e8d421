// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Implementation of the command-line tools. The `main` functions are in `src/bin`.

pub mod bisect;
pub mod explorer;
pub mod fuzz;
pub mod hlo_compile;
pub mod hlo_lsp_server;
pub mod hlo_opt;
pub mod hlo_run;
pub mod hlo_translate;
pub mod reduce;

mod array_argument;
mod byte_size;
mod child;
mod command;
mod communication;
mod ffi;
mod host_fallback;
mod pipeline;
mod plugins;
mod source_names;
mod table;
mod this_tool;
mod tuning;

pub use this_tool::set_command;

use hloom_compiler::interface::Registry;
use std::ffi::c_int;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// The exit status of a tool that panics, as of any Rust program.
const PANICKED: c_int = 101;

/// Registers this project's backends and runs `tool`.
///
/// If the registration fails, prints the error and returns failure.
pub fn start(tool: impl FnOnce(&'static Registry) -> ExitCode) -> ExitCode {
    hloom_llvm::exit_on_fatal_error();
    match hloom_backends::register() {
        Ok(()) => tool(Registry::global()),
        Err(error) => {
            command::report(&error);
            ExitCode::FAILURE
        }
    }
}

/// Calls `run` for a caller in C, into which a panic must not unwind. Returns the exit status that
/// `run` returns, or 101 if it panics. The panic's message is on standard error.
///
/// The caller must end the process after a panic, so that nothing sees a broken state.
pub fn status_or_panicked(run: impl FnOnce() -> c_int) -> c_int {
    // The panic hook prints the message.
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(PANICKED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process::{self, Command};

    /// Runs itself in a child process, whose standard error the test reads.
    #[test]
    fn panics_of_tools_are_reported_and_have_their_own_status() {
        const CHILD: &str = "HLOOM_TEST_OF_PANICS";
        if env::var_os(CHILD).is_some() {
            let status = status_or_panicked(|| panic!("a tool is lost"));
            // The test harness has status 101, too.
            process::exit(if status == 101 { 7 } else { 8 });
        }
        let name = "tests::panics_of_tools_are_reported_and_have_their_own_status";
        let child = Command::new(env::current_exe().expect("this runs"))
            .args([name, "--exact", "--nocapture"])
            .env(CHILD, "1")
            .output()
            .expect("the test starts");
        let reported = String::from_utf8_lossy(&child.stderr);
        assert_eq!(child.status.code(), Some(7), "{reported}");
        assert!(reported.contains("a tool is lost"), "{reported}");
        assert_eq!(status_or_panicked(|| 1), 1);
    }
}
