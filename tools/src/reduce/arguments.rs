// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-reduce`.

use crate::plugins::Plugins;
use clap::Parser;
use std::ffi::OsString;
use std::path::PathBuf;

/// Reduce a program that triggers a failure to a smaller one.
///
/// As in mlir-reduce, the test command runs with the name of a file. A program is interesting if
/// the test fails, that is, if the test crashes or exits with a status other than 0. Every tested
/// program is valid.
#[derive(Debug, Parser)]
#[command(name = "hlo-reduce", version)]
pub struct Arguments {
    /// Program to reduce: MLIR text or bytecode, a portable artifact or HLO; - for standard
    /// input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// Test command, which must fail for the program
    #[arg(long, value_name = "COMMAND")]
    pub test: PathBuf,

    /// Argument of the test command, placed before the file name; may be repeated
    #[arg(long = "test-arg", value_name = "ARGUMENT", allow_hyphen_values = true)]
    pub test_arguments: Vec<OsString>,

    /// Treat a test as successful if it runs for more than this many seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u32).range(1..))]
    pub test_timeout: u32,

    /// Write the reduced program to this file [default: standard output]
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub plugins: Plugins,
}
