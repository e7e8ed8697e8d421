// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-run`.
//!
//! If XLA's `run_hlo_module` has the same option, its name for the option is accepted, too.

use super::comparison::ComparisonOptions;
use super::input::Input;
use super::random_inputs::RandomOptions;
use super::sharded::DeviceOptions;
use crate::byte_size;
use crate::host_fallback::HostFallback;
use crate::pipeline::Changes;
use crate::plugins::Plugins;
use crate::tuning::TuningOption;
use clap::Parser;
use std::path::PathBuf;

/// Compile StableHLO programs and run them.
///
/// Prints the results, abridged if they are long, unless --output-dir is given.
#[derive(Debug, Parser)]
#[command(name = "hlo-run", version)]
pub struct Arguments {
    /// Programs to run: MLIR text or bytecode, portable artifacts or HLO; - for standard input
    #[arg(value_name = "PROGRAM", required = true)]
    pub programs: Vec<PathBuf>,

    /// Platform to run on
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    /// Function to run [default: main, otherwise the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Input of the program; repeat for each parameter in order: FILE.npy, random[:SEED],
    /// random:LOW..HIGH, random:TYPE for a parameter with dynamic shape,
    /// 'dense<...> : tensor<...>', or x-{device}.npy for a file for each device (--partitions)
    #[arg(long = "input", value_name = "INPUT", allow_hyphen_values = true)]
    pub inputs: Vec<Input>,

    /// All inputs in one array, as in stablehlo-translate: '[dense<1> : tensor<2xi32>, ...]'
    #[arg(long, value_name = "ARRAY", conflicts_with = "inputs")]
    pub args: Option<String>,

    #[command(flatten)]
    pub random: RandomOptions,

    #[command(flatten)]
    pub devices: DeviceOptions,

    /// Write the results to out0.npy, out1.npy, ... in this folder
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,

    /// Run once to warm up, then this many times, and print the run times
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub benchmark: Option<u32>,

    /// Run once, print the measurements as a line of JSON, then read a number of runs from each
    /// line of standard input, and print the times of these runs as a line of JSON
    #[arg(long, conflicts_with_all = ["benchmark", "check", "compare_with", "split_input_file", "iterations"])]
    pub serve: bool,

    /// Run once to warm up, then 5 times or the number of times that --benchmark specifies, print
    /// the time of each kernel and source line, and write a trace for Perfetto to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["serve", "check", "compare_with", "split_input_file", "iterations"])]
    pub profile: Option<PathBuf>,

    /// Run as for --profile, and write a page for a browser to this file: the source beside each
    /// level, the assembly, the changes of each pass, the memory and the times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["serve", "check", "compare_with", "split_input_file", "iterations", "cache_dir"])]
    pub explore: Option<PathBuf>,

    /// Print the buffers that are live when temporaries need most memory, and why donated arguments
    /// are not used; without --benchmark, --profile or --output-dir, the program does not run
    #[arg(long, conflicts_with_all = ["serve", "check", "compare_with", "iterations"])]
    pub memory_report: bool,

    /// Print the steps of the host in a run on a device: launches, copies, loops and branches, and
    /// operations that the host executes instead of the device; without --benchmark or
    /// --output-dir, the program does not run
    #[arg(long, conflicts_with_all = ["serve", "check", "compare_with", "iterations"])]
    pub host_report: bool,

    #[command(flatten)]
    pub host_fallback: HostFallback,

    /// Recompute values instead of keeping them, so that temporaries need at most this much memory:
    /// a number of bytes, optionally with a unit as in 64MiB; if this is not possible, fail with a
    /// sufficient number
    #[arg(long, value_name = "BYTES", value_parser = byte_size::parse)]
    pub memory_budget: Option<u64>,

    /// Compute bitwise equal results on every processor and with any number of threads, except for
    /// the bits of NaNs; tuned schedules are not used
    #[arg(long)]
    pub reproducible: bool,

    /// Try schedules on this machine with --threads threads, and add the faster schedules to this
    /// tuning file, which later runs use with --tuning. `default` is
    /// $XDG_CACHE_HOME/hloom/tuning.toml
    #[arg(long, value_name = "FILE", conflicts_with_all = ["serve", "check", "compare_with", "split_input_file", "iterations", "profile", "explore", "host_report", "memory_report", "benchmark", "output_dir", "json", "tuning", "reproducible", "schedule", "pipeline_file", "pass_pipeline"])]
    pub tune: Option<PathBuf>,

    /// Compile this many times, but stop after 2 seconds, and report the median time
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..))]
    pub compilations: u32,

    /// Write compilation and run times and memory sizes to this JSON file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub tuning: TuningOption,

    #[command(flatten)]
    pub plugins: Plugins,

    /// Cache compiled programs in this folder and reuse them
    #[arg(long, value_name = "DIR")]
    pub cache_dir: Option<PathBuf>,

    /// Write the program at every level to this folder
    #[arg(long, value_name = "DIR", alias = "xla_dump_to")]
    pub dump_dir: Option<PathBuf>,

    /// Use at most this many threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub threads: Option<u16>,

    /// Evaluate `check` operations and custom calls @check.*; print one line for each check that
    /// fails
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub comparison: ComparisonOptions,

    /// Run each operation of the program alone, on the operands that the interpreter computes for
    /// it, and report the operations whose results differ; with --output-dir, write these
    /// operations as programs with their inputs
    #[arg(long, alias = "isolate_instructions", conflicts_with_all = ["serve", "check", "compare_with", "benchmark", "profile", "explore", "host_report", "memory_report", "tune", "cache_dir", "dump_dir"])]
    pub isolate: bool,

    /// Instead of running the program, evaluate it on this platform before and after each pass at
    /// level hlo, and name the first pass that changes a result; without --input, inputs are random
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "interpreter", conflicts_with_all = ["iterations", "isolate", "serve", "check", "compare_with", "profile", "explore", "host_report", "memory_report", "benchmark", "output_dir", "json", "tune"])]
    pub check_each: Option<String>,

    /// Exit with an error after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    pub timeout: Option<u32>,

    /// Split the file at lines of '// -----' and treat each part as a program
    #[arg(long)]
    pub split_input_file: bool,
}

impl Arguments {
    /// Returns true if the command line requests the times of kernels.
    pub fn profiles(&self) -> bool {
        self.profile.is_some() || self.explore.is_some()
    }

    /// Returns true if the command line requests a report that needs no run.
    pub fn reports(&self) -> bool {
        self.host_report || self.memory_report
    }
}
