// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-compile`.

use crate::byte_size;
use crate::host_fallback::HostFallback;
use crate::pipeline::Changes;
use crate::plugins::Plugins;
use crate::tuning::TuningOption;
use clap::{Parser, ValueEnum};
use hloom_compiler::interface::{AotFormat, RelocationModel};
use std::path::PathBuf;

/// Compile a StableHLO program ahead of time to an object file and a header for C and C++.
///
/// Supports every CPU that LLVM supports, and GPUs by --platform. The generated code depends only on
/// the functions that the header lists: functions of libc and libm and, on targets that lack the
/// instructions, functions of the compiler's runtime library. Code for a GPU (--platform cuda) loads the
/// driver by its name when it runs, and depends on libc and libdl; its buffers are in the memory of the
/// device, and its function takes a stream.
///
/// A program with collectives, or with shardings and --partitions, becomes one function for all ranks. The
/// function takes a callback that moves bytes between ranks, by MPI, sockets or any other transport, and
/// returns a status; the header lists the collectives.
#[derive(Debug, Parser)]
#[command(name = "hlo-compile", version)]
pub struct Arguments {
    /// Program to compile: MLIR text or bytecode, a portable artifact or HLO; - for standard
    /// input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// LLVM triple of the target, e.g. aarch64-linux-gnu; with --platform cuda that of the host
    /// [default: this machine's; with --emit wasm: wasm32-unknown-unknown]
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,

    /// CPU by its LLVM name, e.g. cortex-a72, native for this machine's, or sm_90 with --platform cuda
    /// [default: the target's baseline, or the chip of the first GPU]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub cpu: String,

    /// LLVM features to enable and disable, e.g. +v,-c
    #[arg(
        long,
        value_name = "FEATURES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub features: String,

    /// Relocation model of the code
    #[arg(long, value_name = "MODEL", default_value = "pic")]
    pub relocation_model: Relocation,

    /// Kind of file to write
    #[arg(long, value_name = "KIND", default_value = "object")]
    pub emit: Emit,

    /// Output file; - for standard output, except for kinds that need a linker [default: named
    /// after the function, in the current folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also write a header for C and C++ to this file
    #[arg(long, value_name = "FILE")]
    pub header: Option<PathBuf>,

    /// Also write a Rust module that calls the function to this file; not for GPUs
    #[arg(long, value_name = "FILE")]
    pub rust: Option<PathBuf>,

    /// Name of the C function [default: the stem of the program's file name]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub name: String,

    /// Function to compile [default: main, else the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// Sizes of a parameter with dynamic shape, e.g. 8x128; repeat for each parameter in order;
    /// - for a parameter with static shape
    #[arg(long = "sizes", value_name = "SIZES", allow_hyphen_values = true)]
    pub sizes: Vec<Sizes>,

    /// Number of partitions: partition the program by its shardings, unless it has collectives and is
    /// thus already the program of one partition [default: mhlo.num_partitions, without partitioning]
    #[arg(long, value_name = "N", alias = "num_partitions", value_parser = clap::value_parser!(u32).range(1..))]
    pub partitions: Option<u32>,

    /// Number of replicas; the ranks of a replica follow each other [default: mhlo.num_replicas]
    #[arg(long, value_name = "N", alias = "num_replicas", value_parser = clap::value_parser!(u32).range(1..))]
    pub replicas: Option<u32>,

    /// Compute values again instead of keeping them, so that the working memory of a call has at
    /// most this size: a number of bytes, or one with a unit as in 64KiB; if it does not fit, fail
    /// with a number that is enough
    #[arg(long, value_name = "BYTES", value_parser = byte_size::parse)]
    pub memory_budget: Option<u64>,

    /// Compute the same bits on every processor and with any number of threads, except for those of
    /// a NaN; tuned schedules are not used
    #[arg(long)]
    pub reproducible: bool,

    #[command(flatten)]
    pub host_fallback: HostFallback,

    /// Platform whose compiler to use
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    #[command(flatten)]
    pub plugins: Plugins,

    #[command(flatten)]
    pub changes: Changes,

    #[command(flatten)]
    pub tuning: TuningOption,

    /// Write the program at every level to this folder
    #[arg(long, value_name = "DIR")]
    pub dump_dir: Option<PathBuf>,
}

/// Kind of output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// An object file; for a GPU it has the code of the kernels and a host function that launches them
    Object,
    /// Assembly; PTX with --platform cuda
    #[value(alias = "ptx")]
    Asm,
    /// LLVM IR, optimized; not for GPUs
    LlvmIr,
    /// An archive with the object file
    StaticLib,
    /// A shared library; needs LLVM's linker
    SharedLib,
    /// A WebAssembly module; needs LLVM's linker
    Wasm,
    /// A serialized executable of a GPU, which hlo-load runs
    Executable,
    /// The code of a GPU's kernels: a code object with --platform rocm; with --platform cuda a CUDA
    /// binary, which needs NVIDIA's ptxas
    #[value(alias = "cubin")]
    Image,
}

impl Emit {
    /// Returns the format that the compiler must produce for this kind of file. Libraries and
    /// WebAssembly modules are built from an object file.
    pub fn format(self) -> AotFormat {
        match self {
            Self::Asm => AotFormat::Assembly,
            Self::LlvmIr => AotFormat::LlvmIr,
            Self::Executable => AotFormat::Executable,
            Self::Image => AotFormat::Image,
            Self::Object | Self::StaticLib | Self::SharedLib | Self::Wasm => AotFormat::Object,
        }
    }

    /// Returns the default name of the output file for a compiled function.
    pub fn file(self, function: &str) -> String {
        match self {
            Self::Object => format!("{function}.o"),
            Self::Asm => format!("{function}.s"),
            Self::LlvmIr => format!("{function}.ll"),
            Self::StaticLib => format!("lib{function}.a"),
            Self::SharedLib => format!("lib{function}.so"),
            Self::Wasm => format!("{function}.wasm"),
            Self::Executable => format!("{function}.hloom"),
            Self::Image => format!("{function}.bin"),
        }
    }
}

/// Relocation model of the generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Relocation {
    /// Position-independent code
    Pic,
    /// Addresses are fixed at link time
    Static,
}

impl From<Relocation> for RelocationModel {
    fn from(relocation: Relocation) -> Self {
        match relocation {
            Relocation::Pic => Self::Pic,
            Relocation::Static => Self::Static,
        }
    }
}

/// Sizes of a parameter on the command line, or `None` for a parameter with static shape.
#[derive(Clone, Debug)]
pub struct Sizes(pub Option<Vec<usize>>);

impl std::str::FromStr for Sizes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "-" {
            return Ok(Self(None));
        }
        let sizes = text.split('x').map(str::parse);
        let sizes: Result<_, _> = sizes.collect();
        sizes.map(|sizes| Self(Some(sizes))).map_err(|_| "expected sizes as in 8x128".to_owned())
    }
}
