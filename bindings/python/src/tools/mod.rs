// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command-line tools, run in the process of the Python interpreter or of the launcher `hloom`
//! (`bindings/launcher`).

mod ffi;

use crate::error::state;
use hloom_compiler::interface::Registry;
use hloom_tools::{
    bisect, fuzz, hlo_compile, hlo_lsp_server, hlo_opt, hlo_run, hlo_translate, reduce,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether `hlo-opt` has already run in this process.
static OPTIMIZED: AtomicBool = AtomicBool::new(false);

/// The main function of a tool.
type Main = fn(Vec<OsString>, &'static Registry) -> ExitCode;

/// Returns the main function of the tool called `name`. The tools are those of `hloom_launcher::TOOLS`.
fn main_of(name: &str) -> Option<Main> {
    Some(match name {
        "hlo-bisect" => |arguments, registry| bisect::main(arguments, registry),
        "hlo-compile" => |arguments, registry| hlo_compile::main(arguments, registry),
        "hlo-fuzz" => |arguments, registry| fuzz::main(arguments, registry),
        "hlo-lsp-server" => |arguments, _| hlo_lsp_server::main(arguments),
        "hlo-opt" => |arguments, _| hlo_opt::main(arguments),
        "hlo-reduce" => |arguments, _| reduce::main(arguments),
        "hlo-run" => |arguments, registry| hlo_run::main(arguments, registry),
        "hlo-translate" => |arguments, _| hlo_translate::main(arguments),
        _ => return None,
    })
}

/// Runs the tool called `name`, and returns true if it succeeds. The first of the arguments is the
/// name that messages give to the program. Some tools start themselves again as child processes.
/// `again` is the command that starts a tool, without further arguments.
#[pyfunction]
pub fn run_tool(
    py: Python<'_>,
    name: &str,
    arguments: Vec<OsString>,
    again: Vec<OsString>,
) -> PyResult<bool> {
    let main =
        main_of(name).ok_or_else(|| PyValueError::new_err(format!("unknown tool `{name}`")))?;
    if name == "hlo-opt" && OPTIMIZED.swap(true, Ordering::Relaxed) {
        return Err(state(
            "hlo-opt can run only once in a process, because LLVM keeps its options in global \
             variables; use `Module.opt`, or `python -m hloom.opt` in a new process",
        ));
    }
    Ok(py.detach(|| start(main, arguments, again)) == ExitCode::SUCCESS)
}

fn start(main: Main, arguments: Vec<OsString>, again: Vec<OsString>) -> ExitCode {
    hloom_tools::set_command(again);
    hloom_tools::start(|registry| main(arguments, registry))
}
