// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compiler, which compiles a program to an executable.

mod divide;
mod segment;

use crate::NAME;
use crate::device::{NpuExecutor, with_ordinal};
use crate::executable::{NpuExecutable, Plan, fingerprint};
use divide::{divide, whole_on_host};
use hloom_compiler::interface::{
    AotCompilationOptions, AotCompilationResult, Capabilities, CompileOptions, Compiler,
    Executable, Platform, Stage,
};
use hloom_compiler::{Error, ErrorKind, Program, serialized};
use std::sync::Arc;
use std::time::Instant;

/// The compiler of the platform `npu`.
pub struct NpuCompiler {
    devices: Arc<[NpuExecutor]>,
    host: Option<Arc<dyn Platform>>,
}

impl NpuCompiler {
    /// Creates a compiler for the given devices. Operations that the devices do not support are
    /// compiled for the platform `host`, if it is given.
    pub fn new(devices: Arc<[NpuExecutor]>, host: Option<Arc<dyn Platform>>) -> NpuCompiler {
        NpuCompiler { devices, host }
    }

    /// Divides a program into segments for the device and the host, and compiles the segments.
    ///
    /// # Errors
    /// Fails under the same conditions as [`Compiler::compile`].
    pub fn plan(
        &self,
        program: &Program,
        options: &CompileOptions,
        stages: &mut Vec<Stage>,
    ) -> Result<Plan, Error> {
        if !options.pipeline.is_empty() {
            return Err(Error::unsupported(NAME, "changes to its pass pipeline"));
        }
        if options.memory_budget.is_some() {
            return Err(Error::unsupported(NAME, "memory budgets"));
        }
        if options.reproducible {
            return Err(Error::unsupported(NAME, "reproducible results"));
        }
        if options.device_only {
            return Err(Error::unsupported(
                NAME,
                "the option `device_only`, which refuses operations that the host executes",
            ));
        }
        let divided = divide(program, options, self.host.as_ref(), stages);
        match (divided, &self.host) {
            (Ok(plan), _) => Ok(plan),
            (Err(error), None) => Err(error),
            // The host either compiles the whole program or reports the error in it.
            (Err(error), Some(host)) => {
                let whole = whole_on_host(program, options, host, &error);
                whole.map_err(
                    |hosts| if error.kind() == ErrorKind::Internal { error } else { hosts },
                )
            }
        }
    }
}

impl Compiler for NpuCompiler {
    fn compile(
        &self,
        program: &Program,
        options: &CompileOptions,
    ) -> Result<Box<dyn Executable>, Error> {
        let device = with_ordinal(&self.devices, options.device)?.clone();
        let mut stages = Vec::new();
        let plan = self.plan(program, options, &mut stages)?;
        let start = Instant::now();
        options.report("load");
        let mut executable = NpuExecutable::new(plan, device, self.host.as_ref(), Vec::new())?;
        stages.push(Stage::new("load", start.elapsed()));
        executable.set_stages(stages);
        Ok(Box::new(executable))
    }

    fn compile_ahead_of_time(
        &self,
        _program: &Program,
        _options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        Err(Error::unsupported(NAME, "compiling ahead of time"))
    }

    fn capabilities(&self) -> Capabilities {
        let host = self.host.as_ref().map(|host| host.compiler().capabilities());
        Capabilities { targets: Vec::new(), ..host.unwrap_or_default() }
    }

    fn fingerprint(&self) -> Option<String> {
        Some(fingerprint())
    }

    fn load(&self, serialized: &[u8]) -> Result<Box<dyn Executable>, Error> {
        let start = Instant::now();
        let plan: Plan = serialized::open(&fingerprint(), serialized)?;
        let device = with_ordinal(&self.devices, plan.device)?.clone();
        let mut executable = NpuExecutable::new(plan, device, self.host.as_ref(), Vec::new())?;
        executable.set_stages(vec![Stage::new("load", start.elapsed())]);
        Ok(Box::new(executable))
    }
}
