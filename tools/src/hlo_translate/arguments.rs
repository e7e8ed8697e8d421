// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-translate`.
//!
//! Options that stablehlo-translate also has use its names.

use crate::plugins::Plugins;
use clap::{ArgGroup, Parser, ValueEnum};
use hloom_portable::Version;
use std::path::PathBuf;
use std::str::FromStr;

/// Convert a program between StableHLO, portable artifacts and XLA's HLO, or interpret it.
#[derive(Debug, Parser)]
#[command(name = "hlo-translate", version)]
#[command(group = ArgGroup::new("direction").required(true))]
pub struct Arguments {
    /// Program to convert; - for standard input
    #[arg(value_name = "PROGRAM", default_value = "-")]
    pub program: PathBuf,

    /// Convert a portable artifact to StableHLO
    #[arg(long, group = "direction")]
    pub deserialize: bool,

    /// Convert StableHLO to a portable artifact
    #[arg(long, group = "direction")]
    pub serialize: bool,

    /// Convert HLO, in any of its encodings, to StableHLO
    #[arg(long, group = "direction")]
    pub hlo_to_stablehlo: bool,

    /// Convert StableHLO to HLO
    #[arg(long, group = "direction")]
    pub stablehlo_to_hlo: bool,

    /// Run the program on the interpreter and print its results
    #[arg(long, group = "direction")]
    pub interpret: bool,

    /// Arguments for --interpret, in one array: '[dense<1> : tensor<2xi32>, ...]'
    #[arg(long, value_name = "ARRAY")]
    pub args: Option<String>,

    /// Print the results of --interpret as dense attributes
    #[arg(long)]
    pub interpreter_print_dense: bool,

    /// Write the values that `interpreter.probe` records to probe1.npy, probe2.npy, ... in this
    /// folder, and a line with the name, type and file of each value to index.csv
    #[arg(long, value_name = "DIR")]
    pub probe_output_dir: Option<PathBuf>,

    /// Remove all locations before --serialize writes the artifact
    #[arg(long)]
    pub strip_debuginfo: bool,

    /// Print the StableHLO version of the artifact before the program that --deserialize writes
    #[arg(long)]
    pub print_stablehlo_version: bool,

    /// Split the program at lines of '// -----' and treat each part as a program
    #[arg(long)]
    pub split_input_file: bool,

    /// Accept operations and attributes of unknown dialects
    #[arg(long)]
    pub allow_unregistered_dialect: bool,

    /// StableHLO version of the artifact that --serialize writes: x.y.z, current or minimum
    /// [default: current]
    #[arg(long, value_name = "VERSION")]
    pub target: Option<Target>,

    /// Encoding of the HLO that --stablehlo-to-hlo writes [default: text]
    #[arg(long, value_name = "ENCODING")]
    pub emit: Option<Emit>,

    /// Output file; - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,

    #[command(flatten)]
    pub plugins: Plugins,
}

/// StableHLO version of a portable artifact, on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Target(pub Version);

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(Self(match text {
            "current" => Version::CURRENT,
            "minimum" => Version::MINIMUM,
            _ => text.parse().map_err(|error: hloom_portable::Error| error.to_string())?,
        }))
    }
}

/// Encoding of an HLO program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// HLO text
    Text,
    /// An HloModuleProto
    Proto,
    /// An HloModuleProto in the text format of protocol buffers
    ProtoText,
}
