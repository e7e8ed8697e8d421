// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! From programs to executables.

use super::Executable;
use crate::{Error, Program, Shape};
use std::fmt::{self, Debug};
use std::path::PathBuf;
use std::sync::Arc;

/// Compiles programs for the devices of one platform.
///
/// A compiler may be called from several threads at once.
pub trait Compiler: Send + Sync {
    /// Compiles a program to run on a device of this machine.
    ///
    /// # Errors
    /// [`Error::Program`] with located diagnostics if the program is not valid
    /// or has operations the platform cannot lower, all of them at once.
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error>;

    /// Compiles a program to a file for a machine that need not be this one.
    ///
    /// # Errors
    /// As for [`Compiler::compile`]; [`Error::Unsupported`] from a platform
    /// that only compiles for devices present.
    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error>;

    /// What it compiles for, and what it never compiles.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// What executables depend on besides the program and the options: the compiler's
    /// build, the machine. Those of one fingerprint may be loaded by each other; nothing
    /// if executables are not serialized.
    fn fingerprint(&self) -> Option<String> {
        None
    }

    /// Loads what [`Executable::serialize`] made, on a machine of the same kind.
    ///
    /// # Errors
    /// If the bytes are damaged or made by another version or for another
    /// machine; [`Error::Unsupported`] from a platform that does not serialize.
    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error>;
}

/// What a compiler says of itself before it compiles anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// The architectures that it compiles for ahead of time, by LLVM's names where they
    /// have one.
    pub targets: Vec<String>,
    /// The operations, `stablehlo.send`, that it refuses wherever they stand. Of others it
    /// may refuse some, with a reason.
    pub refused: Vec<String>,
}

/// Told the name of each stage of a compilation as it begins.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// How to compile a program for this machine.
#[derive(Clone, Default)]
pub struct CompileOptions {
    /// The device it will run on.
    pub device: usize,
    /// The most threads that a run may use; nothing for as many as the device
    /// has. The number shapes the code: work is split for so many.
    pub threads: Option<usize>,
    /// What is known of the arguments, in the order of the entry's parameters; of
    /// those that are not listed what the program says. It matters only where the
    /// entry has dynamic shapes: then the executable is for these sizes and values
    /// alone, and refuses others.
    pub arguments: Vec<Option<KnownArgument>>,
    /// What is to be other in the platform's lowering pipeline.
    pub pipeline: PipelineChanges,
    /// Where to write the program at every level, if anywhere.
    pub dump_dir: Option<PathBuf>,
    /// Whom to tell how far the compilation is.
    pub progress: Option<Progress>,
}

/// Changes to the lowering pipeline of a platform; one that has no pipeline refuses them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PipelineChanges {
    /// The passes to run instead of the platform's own, in the textual form of its compiler.
    pub passes: Option<String>,
    /// A file that says what passes are to stand where.
    pub file: Option<PipelineFile>,
    /// Files that schedule some operations before the platform schedules the others.
    pub schedules: Vec<PathBuf>,
}

impl PipelineChanges {
    /// Whether nothing is to be other.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A pipeline file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineFile {
    /// Its name, for messages.
    pub path: PathBuf,
    /// What is in it.
    pub text: String,
}

impl PipelineFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, error))?;
        Ok(Self { path, text })
    }
}

/// What is known of an argument before a program of dynamic shapes is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownArgument {
    /// The sizes of its dimensions.
    pub dims: Vec<usize>,
    /// The value of a scalar integer, from which sizes may be computed.
    pub value: Option<i64>,
}

impl CompileOptions {
    /// Tells the listener, if there is one, that a stage begins.
    pub fn report(&self, stage: &str) {
        if let Some(progress) = &self.progress {
            progress(stage);
        }
    }
}

impl Debug for CompileOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("CompileOptions")
            .field("device", &self.device)
            .field("threads", &self.threads)
            .field("dump_dir", &self.dump_dir)
            .finish_non_exhaustive()
    }
}

/// How to compile a program for another machine. The names are XLA's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AotCompilationOptions {
    /// The LLVM triple of the machine, `aarch64-unknown-linux-gnu`; empty for
    /// this one.
    pub triple: String,
    /// LLVM's name of the processor, empty for the triple's least.
    pub cpu: String,
    /// LLVM's target features, as `+avx2,-fma`.
    pub features: String,
    /// How code refers to addresses.
    pub relocation_model: RelocationModel,
    /// The name of the function to export; empty for the name of the program's file.
    pub entry_name: String,
    /// What to make.
    pub format: AotFormat,
    /// What is known of the arguments, as for [`CompileOptions::arguments`].
    pub arguments: Vec<Option<KnownArgument>>,
    /// What is to be other in the platform's lowering pipeline.
    pub pipeline: PipelineChanges,
    /// Where to write the program at every level, if anywhere.
    pub dump_dir: Option<PathBuf>,
}

/// The form of a program that was compiled ahead of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AotFormat {
    /// An object file.
    #[default]
    Object,
    /// Assembly text.
    Assembly,
    /// LLVM IR as text, optimized.
    LlvmIr,
}

/// How compiled code refers to the addresses of code and data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelocationModel {
    /// Fixed when linked.
    Static,
    /// Independent of the position in memory.
    #[default]
    Pic,
}

/// What compiling ahead of time makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AotCompilationResult {
    /// The program in the format asked for; an object file is in the format of the
    /// triple's system.
    pub code: Vec<u8>,
    /// A C and C++ header that declares the entry point, the sizes of its
    /// buffers and the shapes of arguments and results.
    pub header: String,
    /// The name of the function.
    pub entry_name: String,
    /// The triple, in LLVM's normal form.
    pub triple: String,
    /// The types of the arguments.
    pub arguments: Vec<Shape>,
    /// The types of the results.
    pub results: Vec<Shape>,
    /// The bytes of working memory that a call needs.
    pub arena_bytes: usize,
    /// The symbols that the code needs from elsewhere, sorted; nothing if that cannot be
    /// told, as of text for a target that no object file is made for.
    pub undefined_symbols: Option<Vec<String>>,
}
