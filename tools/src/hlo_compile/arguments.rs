// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The command line of `hlo-compile`.

use crate::pipeline::Changes;
use crate::plugins::Plugins;
use clap::{Parser, ValueEnum};
use hloom_compiler::interface::{AotFormat, RelocationModel};
use std::path::PathBuf;

/// Compile a StableHLO program ahead of time: to an object file and a header for C
/// and C++, for any CPU that LLVM has.
///
/// The code needs nothing but the functions that the header names: of libc and libm, and
/// on targets that lack instructions of their compiler's own library.
#[derive(Debug, Parser)]
#[command(name = "hlo-compile", version)]
pub(super) struct Arguments {
    /// The program: MLIR text or bytecode, a portable artifact or HLO; - for the standard input
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,

    /// The LLVM triple to compile for, e.g. aarch64-linux-gnu
    /// [default: this machine's, for wasm wasm32-unknown-unknown]
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,

    /// LLVM's name of the CPU, e.g. cortex-a72; native for this machine's
    /// [default: the least the target has]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub cpu: String,

    /// LLVM's features to add and leave out, e.g. +v,-c
    #[arg(
        long,
        value_name = "FEATURES",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub features: String,

    /// How code refers to addresses
    #[arg(long, value_name = "MODEL", default_value = "pic")]
    pub relocation_model: Relocation,

    /// What to write
    #[arg(long, value_name = "KIND", default_value = "object")]
    pub emit: Emit,

    /// Where to write it; - for the standard output, but for what a linker makes
    /// [default: the function's name, in this folder]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Where to write the header for C and C++, if anywhere
    #[arg(long, value_name = "FILE")]
    pub header: Option<PathBuf>,

    /// Where to write a module of Rust that calls the function, if anywhere
    #[arg(long, value_name = "FILE")]
    pub rust: Option<PathBuf>,

    /// The name of the C function [default: that of the program's file]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub name: String,

    /// The function of the program [default: main, else the only public function]
    #[arg(long, value_name = "FUNCTION")]
    pub entry: Option<String>,

    /// The sizes of a parameter of dynamic shape, e.g. 8x128, in the order of the
    /// parameters; - for one whose shape is known
    #[arg(long = "sizes", value_name = "SIZES", allow_hyphen_values = true)]
    pub sizes: Vec<Sizes>,

    /// The platform whose compiler to use
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    pub platform: String,

    #[command(flatten)]
    pub plugins: Plugins,

    #[command(flatten)]
    pub changes: Changes,

    /// Write the program at every level to this folder
    #[arg(long, value_name = "DIR")]
    pub dump_dir: Option<PathBuf>,
}

/// What to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Emit {
    /// An object file
    Object,
    /// Assembly
    Asm,
    /// LLVM IR, optimized
    LlvmIr,
    /// An archive with the object file
    StaticLib,
    /// A shared library; needs LLVM's linker
    SharedLib,
    /// A WebAssembly module; needs LLVM's linker
    Wasm,
}

impl Emit {
    /// What the compiler has to make for it.
    pub fn format(self) -> AotFormat {
        match self {
            Self::Asm => AotFormat::Assembly,
            Self::LlvmIr => AotFormat::LlvmIr,
            Self::Object | Self::StaticLib | Self::SharedLib | Self::Wasm => AotFormat::Object,
        }
    }

    /// The name of a file of a function.
    pub fn file(self, function: &str) -> String {
        match self {
            Self::Object => format!("{function}.o"),
            Self::Asm => format!("{function}.s"),
            Self::LlvmIr => format!("{function}.ll"),
            Self::StaticLib => format!("lib{function}.a"),
            Self::SharedLib => format!("lib{function}.so"),
            Self::Wasm => format!("{function}.wasm"),
        }
    }
}

/// How code refers to addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Relocation {
    /// Independent of its position
    Pic,
    /// Fixed when linked
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

/// The sizes of a parameter, or nothing.
#[derive(Clone, Debug)]
pub(super) struct Sizes(pub Option<Vec<usize>>);

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
