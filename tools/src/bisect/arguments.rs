// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-bisect`.

use crate::hlo_run::input::Input;
use crate::pipeline::Changes;
use crate::plugins::Plugins;
use clap::Parser;
use std::path::PathBuf;

/// Find the pass that miscompiles a program.
///
/// Runs the passes of a platform one by one. Reports the first pass that fails, crashes, produces
/// an invalid program, or changes the interpreter's results. If only the results of the compiled
/// program are wrong, compiles the program with subsets of the passes to find the pass that causes
/// the error.
#[derive(Debug, Parser)]
#[command(name = "hlo-bisect", version)]
pub struct Arguments {
    /// Program to bisect: MLIR text or bytecode, a portable artifact or HLO; - for standard
    /// input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// Platform whose passes are run
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    /// Function to run [default: main, otherwise the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Input of the program, in the syntax of hlo-run; repeat for each parameter
    #[arg(long = "input", value_name = "INPUT", allow_hyphen_values = true)]
    pub inputs: Vec<Input>,

    /// Expected result, for a program with operations that the interpreter does not support; repeat
    /// for each result [default: the interpreter's results]
    #[arg(long = "expect", value_name = "FILE.npy")]
    pub expected: Vec<PathBuf>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub plugins: Plugins,

    /// Write the programs before and after the reported pass to this folder
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,

    /// Treat a pass or a run as hanging after this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = clap::value_parser!(u32).range(1..))]
    pub timeout: u32,
}
