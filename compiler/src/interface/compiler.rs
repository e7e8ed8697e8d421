// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler of a platform, and its options.

use super::{Executable, LoweringTrace, Signature, Tuning, WarningHandler};
use crate::{Error, Program};
use hloom_ir::pipeline::Level;
use std::fmt::{self, Debug, Display};
use std::path::PathBuf;
use std::sync::Arc;

/// Compiles programs for the devices of one platform.
///
/// A compiler may be called from several threads at once.
pub trait Compiler: Send + Sync {
    /// Compiles a program to run on a device of this machine.
    ///
    /// # Errors
    /// Returns [`Error::Program`] with located diagnostics if the program is not valid, or if it
    /// has operations that the platform cannot lower. All such operations are reported at once.
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error>;

    /// Compiles a program to an object file, assembly or LLVM IR for a machine that may differ from
    /// this one.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Compiler::compile`]. A platform that compiles only for
    /// devices of this machine returns [`Error::Unsupported`].
    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error>;

    /// Returns the targets of the compiler, and the operations that it always rejects.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    /// Returns a string that identifies everything on which executables depend apart from the
    /// program and the options, that is, the compiler's build and the machine.
    ///
    /// A compiler can load the executables of any compiler with the same fingerprint. `None` means
    /// that a compilation cache cannot keep the executables.
    fn fingerprint(&self) -> Option<String> {
        None
    }

    /// Loads an executable that [`Executable::serialize`] returned on a machine of the same kind.
    ///
    /// # Errors
    /// Fails if the bytes are damaged, or come from another version or machine. A platform that
    /// does not serialize returns [`Error::Unsupported`].
    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error>;
}

/// Static information about a compiler, available before it compiles anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// The architectures, or the GPU chips, for which the compiler compiles ahead of time, by
    /// LLVM's names if LLVM supports them. Empty if there is no choice of targets, or if the
    /// compiler does not compile ahead of time.
    pub targets: Vec<String>,
    /// The operations that the compiler rejects wherever they have an effect, such as
    /// `stablehlo.trace`. It may accept operations that earlier passes erase: unused operations, and
    /// custom calls that only annotate. It may also reject some uses of other operations, with a
    /// reason.
    pub refused: Vec<String>,
}

/// A callback that receives the name of each compilation stage when the stage begins.
pub type Progress = Arc<dyn Fn(&str) + Send + Sync>;

/// Options for compiling a program for this machine.
#[derive(Clone, Default)]
pub struct CompileOptions {
    /// The ordinal of the device on which the program will run.
    pub device: usize,
    /// The maximum number of threads of a run; `None` for the number that the device has.
    ///
    /// The generated code depends on this number, because the work is divided into tasks for this
    /// number of threads.
    pub threads: Option<usize>,
    /// Known sizes and values of the arguments, in the order of the entry's parameters.
    ///
    /// Sizes must be possible for the types in the program ([`KnownArgument::check`]). They are
    /// used only if the entry has dynamic shapes. The executable then accepts only these sizes and
    /// values. For an argument whose element is `None` or missing, the type in the program is used.
    pub arguments: Vec<Option<KnownArgument>>,
    /// The maximum size in bytes of the temporaries of a run; `None` for no limit. To meet the
    /// limit, the compiler rematerializes values instead of keeping them. A program that does not
    /// fit is rejected, and the message gives the smallest sufficient budget that was found. A
    /// platform that does not assign buffers rejects this option.
    pub memory_budget: Option<u64>,
    /// Whether results must be bitwise equal on every processor and with any number of threads.
    ///
    /// The bits of a NaN may differ. Tuned schedules are not used. If the platform cannot guarantee
    /// equal results for a program, it rejects the program. A platform that can never guarantee
    /// them rejects this option.
    pub reproducible: bool,
    /// Whether to reject a program if the host would execute some of its operations instead of the
    /// device. Control flow on the host is not rejected.
    pub device_only: bool,
    /// Changes to the platform's lowering pipeline.
    pub pipeline: PipelineChanges,
    /// Tuned schedules. A platform without a pipeline ignores them.
    pub tuning: Tuning,
    /// The folder to which the program is dumped at every level, if any. A platform without levels
    /// writes only `input.mlir`.
    pub dump_dir: Option<PathBuf>,
    /// Whether the executable records its runs, see [`Executable::profile`]. A platform without
    /// profiles ignores this option.
    pub profile: bool,
    /// Whether the executable keeps its memory plan, see [`Executable::memory_plan`]. A platform
    /// without memory plans ignores this option.
    pub memory_plan: bool,
    /// A record of the program after each step, and of the machine code. A platform without a
    /// pipeline leaves it empty. Recording prints the program after each step, which takes longer
    /// than the passes.
    pub trace: Option<Arc<LoweringTrace>>,
    /// A callback that reports the progress of the compilation.
    pub progress: Option<Progress>,
    /// A callback for warnings; `None` discards them.
    pub warnings: Option<WarningHandler>,
}

/// Changes to the lowering pipeline of a platform. A platform without a pipeline rejects them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PipelineChanges {
    /// The passes to run instead of the platform's own, in the textual form of its compiler.
    pub passes: Option<String>,
    /// A pipeline file, which inserts, replaces and removes passes.
    pub file: Option<PipelineFile>,
    /// Schedule files, whose schedules are applied before the platform's own schedule.
    pub schedules: Vec<PathBuf>,
    /// The first level whose passes run; `None` to choose the level by the types of the entry
    /// function. Programs on memrefs then begin at level `buffers`, or at level `target` if their
    /// buffers are assigned; all others begin at level `hlo`.
    pub start_at: Option<Level>,
}

impl PipelineChanges {
    /// Returns true if there are no changes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The content of a pipeline file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PipelineFile {
    /// The path of the file, for messages.
    pub path: PathBuf,
    /// The text of the file.
    pub text: String,
}

impl PipelineFile {
    /// Reads a pipeline file.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn read(path: impl Into<PathBuf>) -> Result<Self, Error> {
        let path = path.into();
        let text = std::fs::read_to_string(&path).map_err(|error| Error::file(&path, error))?;
        Ok(Self { path, text })
    }
}

/// The known sizes and the known value of an argument, for compiling a program with dynamic shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownArgument {
    /// The sizes of the argument's dimensions.
    pub dims: Vec<usize>,
    /// The value of a scalar integer argument, from which the program may compute sizes.
    pub value: Option<i64>,
}

impl KnownArgument {
    /// Checks that an argument can have the known sizes. `index` is the position of the argument,
    /// and `dims` are the sizes of its type `ty`, where `None` stands for any size.
    ///
    /// # Errors
    /// Fails if the type has another rank, or another size in a dimension.
    pub fn check(
        &self,
        index: usize,
        dims: &[Option<usize>],
        ty: &dyn Display,
    ) -> Result<(), Error> {
        let mut sizes = dims.iter().zip(&self.dims);
        if dims.len() == self.dims.len()
            && sizes.all(|(size, known)| size.is_none_or(|size| size == *known))
        {
            return Ok(());
        }
        let found = match &self.dims[..] {
            [] => "a scalar".to_owned(),
            dims => {
                let dims: Vec<_> = dims.iter().map(ToString::to_string).collect();
                format!("sizes {}", dims.join("x"))
            }
        };
        Err(Error::invalid(format!("argument {index}: expected {ty}, found {found}")))
    }
}

impl CompileOptions {
    /// Notifies the progress callback, if there is one, that a stage begins.
    pub fn report(&self, stage: &str) {
        if let Some(progress) = &self.progress {
            progress(stage);
        }
    }

    /// Passes a warning to the callback for warnings, if there is one.
    pub fn warn(&self, message: &str) {
        if let Some(warnings) = &self.warnings {
            warnings.warn(message);
        }
    }
}

impl Debug for CompileOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter
            .debug_struct("CompileOptions")
            .field("device", &self.device)
            .field("threads", &self.threads)
            .field("memory_budget", &self.memory_budget)
            .field("reproducible", &self.reproducible)
            .field("dump_dir", &self.dump_dir)
            .finish_non_exhaustive()
    }
}

/// Options for compiling a program for another machine. The names are XLA's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AotCompilationOptions {
    /// The LLVM triple of the machine, or of the host of a GPU, such as
    /// `aarch64-unknown-linux-gnu`; empty for this machine.
    pub triple: String,
    /// LLVM's name of the processor or GPU; empty for the baseline processor of the triple, or the
    /// first GPU of this machine.
    pub cpu: String,
    /// LLVM's target features, such as `+avx2,-fma`.
    pub features: String,
    /// The relocation model of the code.
    pub relocation_model: RelocationModel,
    /// The name of the function to export; empty for the name of the program's file.
    pub entry_name: String,
    /// The format of the output.
    pub format: AotFormat,
    /// Known sizes and values of the arguments, as for [`CompileOptions::arguments`].
    pub arguments: Vec<Option<KnownArgument>>,
    /// The number of partitions; `None` for the number that the program specifies. A program with
    /// shardings is partitioned first. A program with collectives is the program of one partition.
    pub partitions: Option<usize>,
    /// The number of replicas; `None` for the number that the program specifies.
    pub replicas: Option<usize>,
    /// The maximum size in bytes of the working memory of a call, as for
    /// [`CompileOptions::memory_budget`].
    pub memory_budget: Option<u64>,
    /// Whether results must be bitwise equal on all processors, as for
    /// [`CompileOptions::reproducible`].
    pub reproducible: bool,
    /// Whether to reject operations that the host would execute, as for
    /// [`CompileOptions::device_only`].
    pub device_only: bool,
    /// Changes to the platform's lowering pipeline.
    pub pipeline: PipelineChanges,
    /// Tuned schedules, of which only the schedules for one thread of the processor are used.
    pub tuning: Tuning,
    /// The folder to which the program is dumped at every level, if any.
    pub dump_dir: Option<PathBuf>,
    /// A callback for warnings; `None` discards them.
    pub warnings: Option<WarningHandler>,
}

impl AotCompilationOptions {
    /// Returns the target-independent options of the lowering, without tuned schedules.
    pub fn compile_options(&self) -> CompileOptions {
        CompileOptions {
            arguments: self.arguments.clone(),
            memory_budget: self.memory_budget,
            reproducible: self.reproducible,
            device_only: self.device_only,
            dump_dir: self.dump_dir.clone(),
            pipeline: self.pipeline.clone(),
            warnings: self.warnings.clone(),
            ..CompileOptions::default()
        }
    }
}

/// The output format of compiling ahead of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AotFormat {
    /// An object file.
    #[default]
    Object,
    /// Assembly text.
    Assembly,
    /// Optimized LLVM IR as text.
    LlvmIr,
    /// A serialized executable for [`Compiler::load`]. On some platforms, programs without MLIR and
    /// LLVM can run it.
    Executable,
    /// The code of a GPU's kernels, such as an AMD code object.
    Image,
}

/// The way in which compiled code refers to the addresses of code and data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RelocationModel {
    /// The static relocation model: absolute addresses, fixed by the linker.
    Static,
    /// Position-independent code.
    #[default]
    Pic,
}

/// The result of compiling ahead of time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AotCompilationResult {
    /// The program in the requested format. An object file is in the format of the triple's
    /// operating system.
    pub code: Vec<u8>,
    /// A C and C++ header that declares the entry point, the sizes of its buffers, and the
    /// shapes of arguments and results; empty if the code has no entry point in C.
    pub header: String,
    /// The name of the exported function.
    pub entry_name: String,
    /// The triple in LLVM's normal form: that of the host, if the program runs on a GPU; empty if the
    /// code has no entry point in C.
    pub triple: String,
    /// The name of the entry function, and the types of its arguments and results.
    pub signature: Signature,
    /// For each argument, whether it has rows, one for each element of a batch; `None` unless the
    /// program is compiled for batches of any size. For such a program, the first parameter of the
    /// exported function is the size of the batch. All results have rows, and the shapes in the
    /// signature describe a batch of one row.
    pub batch: Option<Vec<bool>>,
    /// The size in bytes of the working memory that a call needs.
    pub arena_bytes: usize,
    /// The sorted names of the symbols that the code references but does not define.
    ///
    /// `None` if they are unknown: LLVM emits text but no object files for some targets.
    pub undefined_symbols: Option<Vec<String>>,
    /// The number of ranks that exchange data by a callback of the caller; `None` if the program does
    /// not communicate.
    pub ranks: Option<usize>,
    /// Whether the buffers are in the memory of a device, and the entry point takes a stream.
    pub on_device: bool,
}
