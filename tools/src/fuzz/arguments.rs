// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-fuzz`.

use super::generate::FAMILIES;
use crate::plugins::Plugins;
use clap::Parser;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Run random StableHLO programs on a platform and on the interpreter, and compare the results.
///
/// A program on which the results differ, or on which a platform fails, is a finding. Each finding
/// is reduced and written to its own folder. The exit status is 1 if there are findings.
#[derive(Debug, Parser)]
#[command(name = "hlo-fuzz", version)]
pub struct Arguments {
    /// Seed of the first program; later programs use the numbers that follow
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// Platform to test
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    #[command(flatten)]
    pub plugins: Plugins,

    /// Number of programs to run [default: 1000, or unlimited with --seconds]
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,

    /// Number of programs to run in parallel [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// Generate operations of this family more often
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)))]
    pub family: Option<String>,

    /// Treat a program as a hang after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,

    /// Write findings to subfolders of this folder
    #[arg(long, value_name = "DIR", default_value = "fuzz-findings")]
    pub output_dir: PathBuf,

    /// Do not reduce findings
    #[arg(long)]
    pub no_shrink: bool,

    /// Print, for each operation and each element type, the number of programs with it and how many
    /// of them pass
    #[arg(long)]
    pub rates: bool,

    /// Print the program of the seed instead of running it
    #[arg(long)]
    pub print: bool,

    /// Run the programs that arrive on standard input
    #[arg(long, hide = true)]
    pub worker: bool,
}
