// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-opt --report=communication`.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// The kinds of reports that `hlo-opt` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Report {
    /// The collectives of a program, with the bytes that they move
    Communication,
}

/// Lists the collectives of a program for several devices, with the bytes and messages that one
/// device sends and the predicted time. Runs nothing. `docs/distributed.md` describes the model.
#[derive(Debug, Parser)]
#[command(name = "hlo-opt --report=communication", version)]
pub struct Arguments {
    /// Program in any format that hlo-opt reads; - for standard input
    #[arg(value_name = "PROGRAM", default_value = "-")]
    pub program: PathBuf,

    /// The report to print
    #[arg(long, value_enum, value_name = "REPORT")]
    pub report: Report,

    /// Partition the program for this many devices [default: the number that the program specifies]
    #[arg(long, value_name = "N", conflicts_with = "partitioned",
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub partitions: Option<u32>,

    /// The given program is already the program of one partition, such as XLA's optimized HLO
    #[arg(long)]
    pub partitioned: bool,

    /// Time until an empty message arrives, in microseconds (the alpha of the model)
    #[arg(long, value_name = "MICROSECONDS", default_value_t = 10.0, value_parser = positive)]
    pub latency: f64,

    /// Bytes that one device sends in a second, in 10^9 (the inverse of the beta of the model)
    #[arg(long, value_name = "GB_PER_SECOND", default_value_t = 12.5, value_parser = positive)]
    pub bandwidth: f64,

    /// Write the report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Parses a finite number greater than 0 on the command line.
fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("expected a number, found `{text}`"))?;
    if number.is_finite() && number > 0.0 {
        Ok(number)
    } else {
        Err(format!("expected a number greater than 0, found `{text}`"))
    }
}
