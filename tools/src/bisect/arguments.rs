// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-bisect`.

use crate::hlo_run::input::Input;
use crate::pipeline::Changes;
use crate::plugins::Plugins;
use clap::Parser;
use std::path::PathBuf;

/// Find the pass after which a program is wrong.
///
/// The passes of a platform are run one by one. The first is named that fails, crashes,
/// leaves a program that does not verify, or one for which the interpreter has another
/// answer. If only the compiled program's answer is another, passes are left out to find
/// the one that it takes.
#[derive(Debug, Parser)]
#[command(name = "hlo-bisect", version)]
pub(super) struct Arguments {
    /// The program: MLIR text or bytecode, a portable artifact or HLO; - for the standard input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// The platform whose passes are run
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    /// The function to run [default: main, else the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// An input, as for hlo-run
    #[arg(long = "input", value_name = "INPUT", allow_hyphen_values = true)]
    pub inputs: Vec<Input>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub plugins: Plugins,

    /// Write the program before and after the pass that is found to this folder
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,

    /// Take a pass or a run that is not done after so many seconds for one that hangs
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = clap::value_parser!(u32).range(1..))]
    pub timeout: u32,
}
