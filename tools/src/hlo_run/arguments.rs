// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-run`.

use super::input::Input;
use crate::pipeline::Changes;
use crate::plugins::Plugins;
use clap::Parser;
use std::path::PathBuf;

/// Compile a StableHLO program and run it.
///
/// Results are printed, long ones abridged, unless --output-dir says where to
/// write them.
#[derive(Debug, Parser)]
#[command(name = "hlo-run", version)]
pub(super) struct Arguments {
    /// The program: MLIR text or bytecode, a portable artifact or HLO; - for the standard input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// The platform to run on
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    /// The function to run [default: main, else the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// An input, in the order of the entry's parameters: FILE.npy, or
    /// random[:SEED], or random:TYPE where the parameter's shape is dynamic, or
    /// 'dense<...> : tensor<...>'
    #[arg(long = "input", value_name = "INPUT", allow_hyphen_values = true)]
    pub inputs: Vec<Input>,

    /// Write the results to out0.npy, out1.npy, ... in this folder
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,

    /// Run once to warm up, then this many times, and print how long a run takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub benchmark: Option<u32>,

    /// Compile this many times, and tell the median of how long it takes
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub compilations: u32,

    /// Write what compiling and running took to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub plugins: Plugins,

    /// Keep compiled programs in this folder, and do not compile them again
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,

    /// Write the program at every level to this folder
    #[arg(long, value_name = "DIR")]
    pub dump_dir: Option<PathBuf>,

    /// Use at most this many threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Check what the program states by `check` operations and custom calls
    /// @check.*; print one line for each check that does not hold
    #[arg(long)]
    pub check: bool,

    /// Run on this platform, too, and compare: integers exactly, floats as near as
    /// sums in another order are
    #[arg(long, value_name = "NAME")]
    pub compare_with: Option<String>,

    /// Give up, with an error, after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub timeout: Option<u32>,

    /// Treat the parts of the file between lines of '// -----' as programs
    #[arg(long)]
    pub split_input_file: bool,
}
