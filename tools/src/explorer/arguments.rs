// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-opt --explore`.

use crate::byte_size;
use crate::pipeline::Changes;
use crate::plugins::Plugins;
use clap::Parser;
use std::path::PathBuf;

/// Lowers a program with the pipeline of a backend, and writes a page for a browser: the source
/// beside each level, the assembly, the changes of each pass and the memory. Runs nothing;
/// `hlo-run --explore` also shows times. `docs/explorer.md` describes the page.
#[derive(Debug, Parser)]
#[command(name = "hlo-opt --explore", version)]
pub struct Arguments {
    /// Program in any format that hlo-opt reads; - for standard input
    #[arg(value_name = "PROGRAM", default_value = "-")]
    pub program: PathBuf,

    /// Write the page to this HTML file
    #[arg(long, value_name = "FILE")]
    pub explore: PathBuf,

    /// Name of the pipeline to run; `hlo-opt --list-pipelines` lists the pipelines
    #[arg(long, value_name = "NAME")]
    pub pipeline: String,

    /// Entry function [default: main, otherwise the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Divide the work for this many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Recompute values instead of keeping them, so that temporaries need at most this much memory,
    /// as in hlo-run
    #[arg(long, value_name = "BYTES", value_parser = byte_size::parse)]
    pub memory_budget: Option<u64>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub plugins: Plugins,
}
