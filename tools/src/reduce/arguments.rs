// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-reduce`.

use crate::plugins::Plugins;
use clap::Parser;
use std::ffi::OsString;
use std::path::PathBuf;

/// Make a program smaller that something is wrong with.
///
/// As in mlir-reduce, the test is run with the name of a file, and what it finds
/// interesting it refuses: any exit status but 0, or a crash. Every program it is
/// given is valid.
#[derive(Debug, Parser)]
#[command(name = "hlo-reduce", version)]
pub(super) struct Arguments {
    /// The program: MLIR text or bytecode, a portable artifact or HLO; - for the standard input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// The command that fails for the program, and is to fail for a smaller one
    #[arg(long, value_name = "COMMAND")]
    pub test: PathBuf,

    /// An argument of the command, before the name of the file
    #[arg(long = "test-arg", value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub test_arguments: Vec<OsString>,

    /// Take a test that is not done after so many seconds for one that does not fail
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u32).range(1..))]
    pub test_timeout: u32,

    /// Write the smaller program to this file [default: the standard output]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub plugins: Plugins,
}
