// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler that all GPU platforms share.

use super::executable::{GpuExecutable, seal};
use super::host_code::{Constants, Host};
use super::host_report::refuse_calls;
use super::plan::plan;
use super::target::{CodeForm, GpuTarget, kernel_module};
use hloom_codegen::{blame, lower_program_with};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, AotFormat, Capabilities, CompileOptions, Compiler,
    Executable, Stage, StreamExecutor,
};
use hloom_compiler::runtime::{CallDescription, refuse_feeds};
use hloom_compiler::{Error, Program, serialized};
use hloom_gpu_runtime::{GpuProgram, fingerprint};
use std::sync::Arc;
use std::time::Instant;

/// A function that returns the device with an ordinal.
pub type FindDevice = dyn Fn(usize) -> Result<Arc<dyn StreamExecutor>, Error> + Send + Sync;

/// The compiler of a GPU platform.
pub struct GpuCompiler<T> {
    target: T,
    device: Box<FindDevice>,
}

impl<T: GpuTarget> GpuCompiler<T> {
    /// Creates the compiler for a target. `device` returns the platform's device with an ordinal.
    pub fn new(target: T, device: Box<FindDevice>) -> Self {
        Self { target, device }
    }

    /// Returns the fingerprint of serialized programs for a chip. It does not contain the version
    /// of LLVM, because loading a program does not require LLVM.
    fn format(&self, chip: &str) -> String {
        fingerprint(self.target.name(), &self.target.fingerprint(chip))
    }

    /// Lowers a program and generates the code of its kernels for a chip. If `for_host_code` is
    /// true, the code also contains a variable for the constants on the device.
    fn emit(
        &self,
        program: &Program,
        chip: &str,
        form: CodeForm,
        for_host_code: bool,
        options: &CompileOptions,
    ) -> Result<Emitted, Error> {
        if options.reproducible {
            return Err(Error::unsupported(self.target.name(), "reproducible results"));
        }
        let pipeline = self.target.pipeline(chip);
        let emitted =
            lower_program_with(program, &pipeline, options, |context, module, lowered| {
                // The devices of these platforms have no queues.
                refuse_feeds(self.target.name(), &lowered.calls)?;
                if options.device_only {
                    refuse_calls(self.target.name(), &lowered.calls)?;
                }
                let plan = plan(module, &lowered.calls)?;
                options.report("native");
                let start = Instant::now();
                let mut kernels = kernel_module(context, module, self.target.dialects())?;
                if for_host_code {
                    kernels = Constants::of(&plan).declare(context, kernels);
                }
                let code = match kernels {
                    Some(kernels) => {
                        self.target.generate(context, &kernels, chip, form, options)?
                    }
                    None if form == CodeForm::Loadable => Vec::new(),
                    None => {
                        let name = self.target.name();
                        return Err(Error::invalid(format!(
                            "platform `{name}`: the program has no kernels to emit"
                        )));
                    }
                };
                lowered.stages.push(Stage::new("native", start.elapsed()));
                Ok((plan, code))
            });
        let ((plan, code), lowered) = emitted?;
        let program = GpuProgram {
            signature: lowered.signature,
            values: lowered.values,
            calls: lowered.calls.iter().map(CallDescription::to_string).collect(),
            aliases: lowered.aliases,
            plan,
            code,
        };
        Ok(Emitted { program, calls: lowered.calls, stages: lowered.stages })
    }

    fn compile_program(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let device = (self.device)(options.device)?;
        let chip = self.target.chip_of(options.device)?;
        let Emitted { program, calls, stages } =
            self.emit(program, chip, CodeForm::Loadable, false, options)?;
        let executable = GpuExecutable::new(program, calls, self.format(chip), stages)?;
        executable.load_on(&*device)?;
        Ok(Box::new(executable))
    }

    /// Returns the chip for which a program is compiled ahead of time: the chip that the options
    /// name or, if they name none, the chip of the first device.
    fn chip(&self, options: &AotCompilationOptions) -> Result<&'static str, Error> {
        let (name, chips) = (self.target.name(), self.target.chips());
        let has_host = options.format == AotFormat::Object;
        if !(options.triple.is_empty() || has_host) || !options.features.is_empty() {
            return Err(Error::unsupported(
                name,
                "a target triple (except with `--emit object`) or CPU features",
            ));
        }
        match &*options.cpu {
            "" | "native" => self.target.chip_of(0).map_err(|error| {
                if chips.is_empty() {
                    return error;
                }
                let known = chips.join(", ");
                Error::invalid(format!("{error}; choose one of these chips with `--cpu`: {known}"))
            }),
            _ if chips.is_empty() => Err(Error::unsupported(
                name,
                "the choice of a CPU, because its code does not depend on the chip",
            )),
            chip => chips.iter().find(|known| **known == chip).copied().ok_or_else(|| {
                let known = chips.join(", ");
                Error::invalid(format!(
                    "platform `{name}`: expected one of the chips {known}, found {chip}"
                ))
            }),
        }
    }

    fn emit_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        if options.partitions.or(options.replicas).is_some() {
            let what = "ahead-of-time compilation of programs for several devices";
            return Err(Error::unsupported(self.target.name(), what));
        }
        let form = match options.format {
            AotFormat::Executable => CodeForm::Loadable,
            AotFormat::Image => CodeForm::Image,
            AotFormat::Assembly => CodeForm::Assembly,
            AotFormat::Object => return self.emit_object(program, options),
            AotFormat::LlvmIr => {
                let what = "the output format LLVM IR; use assembly (`--emit asm`)";
                return Err(Error::unsupported(self.target.name(), what));
            }
        };
        let chip = self.chip(options)?;
        let Emitted { program: emitted, calls, .. } =
            self.emit(program, chip, form, false, &options.compile_options())?;
        let code = match form {
            CodeForm::Loadable => seal(&self.format(chip), &emitted, &calls)?,
            CodeForm::Image | CodeForm::Assembly => emitted.code,
        };
        let entry_name = match &options.entry_name {
            name if name.is_empty() => emitted.signature.name.clone(),
            name => name.clone(),
        };
        Ok(AotCompilationResult {
            code,
            entry_name,
            arena_bytes: emitted.plan.arena_bytes as usize,
            signature: emitted.signature,
            header: String::new(),
            triple: String::new(),
            batch: None,
            undefined_symbols: None,
            ranks: None,
            on_device: true,
        })
    }

    /// Compiles a program to an object file for a host. The file contains host code and the code of
    /// the kernels.
    fn emit_object(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        let name = self.target.name();
        let driver = self.target.host_driver().ok_or_else(|| {
            Error::unsupported(
                name,
                "object files; use serialized executables (`--emit executable`)",
            )
        })?;
        let chip = self.chip(options)?;
        let host = Host::new(program, options)?;
        let Emitted { program: emitted, calls, .. } =
            self.emit(program, chip, CodeForm::Loadable, true, &options.compile_options())?;
        refuse_calls(name, &calls)?;
        host.compile(program, emitted, driver, chip, options)
    }
}

/// A compiled program with the code of its kernels, and the descriptions of the operations that the
/// host executes.
struct Emitted {
    program: GpuProgram,
    calls: Vec<CallDescription>,
    stages: Vec<Stage>,
}

impl<T: GpuTarget> Compiler for GpuCompiler<T> {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        self.compile_program(program, options).map_err(|error| blame(&options.pipeline, error))
    }

    fn compile_ahead_of_time(
        &self,
        program: &Program,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        let compiled = self.emit_ahead_of_time(program, options);
        compiled.map_err(|error| blame(&options.pipeline, error))
    }

    fn capabilities(&self) -> Capabilities {
        let targets = self.target.chips().into_iter().map(str::to_owned).collect();
        let mut refused = hloom_codegen::capabilities().refused;
        // The devices of these platforms have no queues.
        refused.extend(["stablehlo.infeed", "stablehlo.outfeed"].map(str::to_owned));
        refused.sort_unstable();
        Capabilities { targets, refused }
    }

    fn fingerprint(&self) -> Option<String> {
        let (name, build) = (self.target.name(), hloom_codegen::build());
        let chip = self.target.chip_of(0).unwrap_or("no device");
        Some(format!("{name} of {build} for {}", self.target.fingerprint(chip)))
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let formats = self.target.chips_on(0)?.into_iter().map(|chip| self.format(chip));
        let found = serialized::fingerprint(serialized)?;
        let known = formats.into_iter().find(|format| *format == found);
        // Otherwise the error names the fingerprint that was expected.
        let format =
            known.map_or_else(|| self.target.chip_of(0).map(|chip| self.format(chip)), Ok)?;
        Ok(Box::new(GpuExecutable::open(serialized, format)?))
    }
}
