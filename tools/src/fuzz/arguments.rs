// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-fuzz`.

use super::generate::FAMILIES;
use crate::plugins::Plugins;
use clap::Parser;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

/// Run random StableHLO programs on a platform and on the interpreter, and compare.
///
/// Programs on which the two disagree, or which break one of them, are made smaller and
/// written to a folder each. The exit status is 1 if there are any.
#[derive(Debug, Parser)]
#[command(name = "hlo-fuzz", version)]
pub(super) struct Arguments {
    /// The first program's number; others follow it
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// The platform to test
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    #[command(flatten)]
    pub plugins: Plugins,

    /// How many programs to run [default: 1000, or as many as the seconds allow]
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,

    /// How long to run
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,

    /// How many programs to run at once [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// Operations to make most of the programs of
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(FAMILIES.iter().map(|family| family.name)))]
    pub family: Option<String>,

    /// Seconds after which a program hangs
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub timeout: u64,

    /// Where to write the programs that fail
    #[arg(long, value_name = "DIR", default_value = "fuzz-findings")]
    pub output_dir: PathBuf,

    /// Write findings as they are
    #[arg(long)]
    pub no_shrink: bool,

    /// Print the program of the seed instead of running it
    #[arg(long)]
    pub print: bool,

    /// Run the programs that come from the standard input
    #[arg(long, hide = true)]
    pub worker: bool,
}
