// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Host code: a function that runs a GPU program and can be called from C.
//!
//! The function executes the launch plan of the program with the functions of the driver, as the
//! loader of executables does. The object file contains the code of the kernels and the constants.
//! The code loads the driver by its file name at run time, so that linking does not need the
//! driver. It needs two functions of the C library to load the driver, and one to wait for other
//! threads. The host must have ELF files, 64-bit addresses and little-endian numbers. Device memory
//! is little-endian, too.

mod constants;
mod driver;
mod entry;
mod header;
mod module;
mod steps;

pub use constants::Constants;
pub use driver::{HostContext, HostDriver, HostLoad, HostStatus};

use hloom_codegen::ahead_of_time::{check_arguments, target, undefined_symbols};
use hloom_codegen::c_name;
use hloom_codegen::lower::{dump, run_passes};
use hloom_compiler::interface::{AotCompilationOptions, AotCompilationResult};
use hloom_compiler::{Error, Program};
use hloom_gpu_runtime::GpuProgram;
use hloom_llvm::{LlvmModule, Target};
use melior::ir::{Location, Module};
use module::{DECLARED, module};
use object::{BinaryFormat, Object};

/// The passes that lower host code from the scf dialect to the LLVM dialect.
const PASSES: &str =
    "builtin.module(convert-scf-to-cf,convert-cf-to-llvm,reconcile-unrealized-casts)";

/// The host for which an object file is compiled, and the C name of the function that runs the
/// program.
pub struct Host {
    target: Target,
    name: String,
}

impl Host {
    /// Returns the host that the options describe. The option for the CPU names the GPU's chip, so
    /// it does not apply to the host.
    ///
    /// # Errors
    /// Fails if LLVM does not support the host, if the host does not support host code, or if the
    /// name of the function is not permitted.
    pub fn new(program: &Program, options: &AotCompilationOptions) -> Result<Self, Error> {
        let host = AotCompilationOptions { cpu: String::new(), ..options.clone() };
        let target = target(&host)?;
        check_host(&target)?;
        let name = c_name::of(program, options, &target)?;
        if DECLARED.contains(&&*name) {
            return Err(Error::invalid(format!(
                "entry name `{name}`: the generated code uses the name already; give another name"
            )));
        }
        Ok(Self { target, name })
    }

    /// Generates an object file with the host code of a program, whose kernels are already compiled
    /// for a chip, and the header of the object file.
    ///
    /// # Errors
    /// Fails if sizes of the program depend on values of arguments, if the host cannot run the code, or
    /// if a dump cannot be written.
    pub fn compile(
        self,
        program: &Program,
        compiled: GpuProgram,
        driver: &HostDriver,
        chip: &str,
        options: &AotCompilationOptions,
    ) -> Result<AotCompilationResult, Error> {
        let Self { target, name } = self;
        check_arguments(&options.arguments, &compiled.signature, &compiled.values)?;
        let constants = Constants::of(&compiled.plan);
        let context = hloom_dialects::Context::new();
        let mut module = module(&context, &compiled, driver, &constants, &name)?;
        run_passes(&context, &mut module, PASSES)?;
        let mut llvm =
            LlvmModule::from_mlir(module.as_operation()).map_err(hloom_codegen::error)?;
        llvm.optimize(&target).map_err(hloom_codegen::error)?;
        if let Some(dir) = &options.dump_dir {
            dump(dir, "host.ll", &llvm.ir())?;
        }
        let code = llvm.object(&target).map_err(hloom_codegen::error)?;
        let triple = target.spec().triple.clone();
        let undefined_symbols = undefined_symbols(&code)?;
        let header = header::Header {
            function: &name,
            program: program.name(),
            chip,
            triple: &triple,
            signature: &compiled.signature,
            aliases: &compiled.aliases,
            arena_bytes: compiled.plan.arena_bytes,
            constant_bytes: constants.bytes(),
            waits: steps::waits(&compiled.plan.steps),
            undefined_symbols: &undefined_symbols,
            driver,
        };
        let header = header.to_string();
        Ok(AotCompilationResult {
            code,
            header,
            entry_name: name,
            triple,
            signature: compiled.signature,
            batch: None,
            arena_bytes: compiled.plan.arena_bytes as usize,
            undefined_symbols: Some(undefined_symbols),
            ranks: None,
            on_device: true,
        })
    }
}

/// Checks that host code can be generated for a host, by compiling an empty module and reading the
/// format of the object file.
fn check_host(target: &Target) -> Result<(), Error> {
    let context = hloom_dialects::Context::new();
    let empty = Module::new(Location::unknown(&context));
    let mut llvm = LlvmModule::from_mlir(empty.as_operation()).map_err(hloom_codegen::error)?;
    let object = llvm.optimize(target).and_then(|()| llvm.object(target));
    let object = object.map_err(hloom_codegen::error)?;
    let is_known = object::File::parse(&*object).is_ok_and(|file| {
        file.format() == BinaryFormat::Elf && file.is_64() && file.is_little_endian()
    });
    if is_known {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "target `{}`: expected a host with ELF files, 64-bit addresses and little-endian numbers",
        target.spec().triple
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_compiler::Shape;
    use hloom_compiler::interface::Signature;
    use hloom_launch_plan::{Base, Kernel, Place, Plan, Step};
    use hloom_values::{AlignedBytes, ElementType};
    use object::ObjectSymbol;

    const DRIVER: HostDriver = HostDriver {
        library: "libexample.so.2",
        description: "an example",
        stream: "exStream",
        error: "exError",
        init: "exInit",
        device_count: "exDeviceCount",
        load: HostLoad::Library("exLibraryLoad"),
        unload: "exUnload",
        kernel: "exKernel",
        global: "exGlobal",
        context: HostContext::Numbered { current: "exContext", number: "exContextNumber" },
        launch: "exLaunch",
        copy: "exCopy",
        upload: "exUpload",
        read: "exRead",
        wait: "exWait",
        errors: &[(7, HostStatus::NoDevice)],
    };

    /// A program with one kernel, which reads a constant.
    fn program() -> GpuProgram {
        let shape = Shape::new(ElementType::F32, [4]);
        let place = |base| Place { base, offset: 0, bytes: 16 };
        let arguments = vec![place(Base::Constant(0)), place(Base::Result(0))];
        let kernel = Kernel {
            name: "kernel".to_owned(),
            blocks: [1, 1, 1],
            threads: [4, 1, 1],
            shared_bytes: 0,
        };
        GpuProgram {
            signature: Signature {
                name: "main".to_owned(),
                arguments: Vec::new(),
                results: vec![shape],
            },
            values: Vec::new(),
            calls: Vec::new(),
            aliases: Vec::new(),
            plan: Plan {
                kernels: vec![kernel],
                constants: vec![AlignedBytes::try_copy_of(&[3; 16]).expect("a few bytes")],
                steps: vec![Step::Launch { kernel: 0, arguments }],
                ..Plan::default()
            },
            code: b"code".to_vec(),
        }
    }

    /// Compiles a program to the function `name`.
    fn compile(
        driver: &HostDriver,
        compiled: GpuProgram,
        name: &str,
    ) -> Result<AotCompilationResult, Error> {
        // Lowering a program registers the passes.
        hloom_lowering::registry();
        let program = Program::from_text("model.mlir", "").expect("a text");
        let options = AotCompilationOptions {
            entry_name: name.to_owned(),
            ..AotCompilationOptions::default()
        };
        Host::new(&program, &options)?.compile(&program, compiled, driver, "chip", &options)
    }

    /// Returns the symbols that an object file defines for others, sorted.
    fn exported(code: &[u8]) -> Vec<String> {
        let object = object::File::parse(code).expect("an object file");
        let exported = object.symbols().filter(|it| it.is_global() && !it.is_undefined());
        let mut exported: Vec<_> =
            exported.filter_map(|it| it.name().ok().map(str::to_owned)).collect();
        exported.sort_unstable();
        exported
    }

    #[test]
    fn functions_may_be_named_like_statuses() -> Result<(), Error> {
        let result = compile(&DRIVER, program(), "STATUS_OK")?;
        let names = ["STATUS_OK", "STATUS_OK_load", "STATUS_OK_unload"];
        assert_eq!(exported(&result.code), names);
        assert!(result.header.contains("int STATUS_OK(float *result0"), "{}", result.header);
        Ok(())
    }

    #[test]
    fn drivers_of_all_kinds_are_found_by_name() -> Result<(), Error> {
        let device = HostContext::Device("exDevice");
        let module = HostLoad::Module("exModuleLoad");
        let other = HostDriver { load: module, context: device, ..DRIVER };
        for (driver, names) in [
            (DRIVER, ["exLibraryLoad", "exContext", "exContextNumber"]),
            (other, ["exModuleLoad", "exDevice", "exGlobal"]),
        ] {
            let result = compile(&driver, program(), "")?;
            for name in names.into_iter().chain(["libexample.so.2", "exLaunch", "exWait"]) {
                let text = format!("{name}\0");
                let found = result.code.windows(text.len()).any(|it| it == text.as_bytes());
                assert!(found, "{name}");
            }
            let symbols = result.undefined_symbols.expect("an object file");
            assert_eq!(symbols, ["dlopen", "dlsym", "sched_yield"]);
            assert!(result.header.contains("#define MODEL_CONSTANT_BYTES 16\n"));
            assert!(result.header.contains("libexample.so.2 lacks a function: an example is"));
            assert_eq!(exported(&result.code), ["model", "model_load", "model_unload"]);
        }
        Ok(())
    }

    #[test]
    fn plans_that_exceed_a_buffer_are_internal_errors() {
        let mut compiled = program();
        let place = Place { base: Base::Result(0), offset: 4, bytes: 16 };
        compiled.plan.steps = vec![Step::Launch { kernel: 0, arguments: vec![place] }];
        let error = compile(&DRIVER, compiled, "").expect_err("a wrong plan").to_string();
        assert!(error.contains("it uses 16 bytes at offset 4 of a buffer of 16"), "{error}");
    }
}
