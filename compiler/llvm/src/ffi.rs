// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything here that talks to LLVM's C API.

use crate::{Error, OptLevel, RelocationModel, TargetSpec};
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use melior::ir::operation::OperationRef;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;
use std::sync::Once;

/// The attribute index that stands for a function itself.
const FUNCTION_INDEX: u32 = u32::MAX;

fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: plain registration, done once.
        unsafe {
            LLVM_InitializeAllTargetInfos();
            LLVM_InitializeAllTargets();
            LLVM_InitializeAllTargetMCs();
            LLVM_InitializeAllAsmPrinters();
            LLVM_InitializeAllAsmParsers();
        }
    });
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}

/// Takes a message that LLVM allocated.
///
/// # Safety
/// `message` is null or a string to be freed with `LLVMDisposeMessage`.
unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: by the contract; it is not used after it is freed.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

fn check(action: &'static str, error: LLVMErrorRef) -> Result<(), Error> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: a non-null error is consumed by taking its message, which is freed.
    let reason = unsafe {
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        text
    };
    Err(Error::Llvm { action, reason })
}

/// A code generator for one target.
#[derive(Debug)]
pub struct Target {
    machine: LLVMTargetMachineRef,
    spec: TargetSpec,
}

// SAFETY: a target machine is only read after it is made.
unsafe impl Send for Target {}
// SAFETY: as above; code generation takes `&mut LlvmModule`, never shared state.
unsafe impl Sync for Target {}

impl Target {
    /// What the host is: its triple, CPU and features.
    pub fn host_spec() -> TargetSpec {
        initialize();
        // SAFETY: the three functions return strings that are ours to free.
        unsafe {
            TargetSpec {
                triple: take_message(LLVMGetDefaultTargetTriple()),
                cpu: take_message(LLVMGetHostCPUName()),
                features: take_message(LLVMGetHostCPUFeatures()),
                relocation: RelocationModel::Pic,
                opt_level: OptLevel::O3,
            }
        }
    }

    /// A code generator for `spec`.
    pub fn new(spec: TargetSpec) -> Result<Self, Error> {
        initialize();
        let triple = c_string(&spec.triple);
        let (cpu, features) = (c_string(&spec.cpu), c_string(&spec.features));
        let level = match spec.opt_level {
            OptLevel::O0 => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
            OptLevel::O1 => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
            OptLevel::O2 => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            OptLevel::O3 => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
        };
        let relocation = match spec.relocation {
            RelocationModel::Pic => LLVMRelocMode::LLVMRelocPIC,
            RelocationModel::Static => LLVMRelocMode::LLVMRelocStatic,
        };
        // SAFETY: all strings are NUL-terminated and outlive the calls.
        let machine = unsafe {
            let (mut target, mut message) = (null_mut(), null_mut());
            if LLVMGetTargetFromTriple(triple.as_ptr(), &raw mut target, &raw mut message) != 0 {
                let reason = take_message(message);
                return Err(Error::UnknownTarget { triple: spec.triple, reason });
            }
            LLVMCreateTargetMachine(
                target,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                level,
                relocation,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if machine.is_null() {
            let reason = "LLVM makes no target machine for it".to_owned();
            return Err(Error::UnknownTarget { triple: spec.triple, reason });
        }
        Ok(Self { machine, spec })
    }

    /// What it generates code for.
    pub fn spec(&self) -> &TargetSpec {
        &self.spec
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        // SAFETY: made by `new`, disposed of once.
        unsafe { LLVMDisposeTargetMachine(self.machine) }
    }
}

/// An LLVM module with the context it lives in.
#[derive(Debug)]
pub struct LlvmModule {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

impl LlvmModule {
    /// Translates a module that is all LLVM dialect.
    pub fn from_mlir(module: OperationRef) -> Result<Self, Error> {
        // SAFETY: the operation is valid; the LLVM context is ours and outlives the
        // module. The two crates' opaque pointers stand for the same C type.
        unsafe {
            let context = LLVMContextCreate();
            let translated = mlir_sys::mlirTranslateModuleToLLVMIR(module.to_raw(), context.cast());
            if translated.is_null() {
                LLVMContextDispose(context);
                return Err(Error::Translation);
            }
            Ok(Self { context, module: translated.cast() })
        }
    }

    /// Runs LLVM's default pipeline for `target`.
    pub fn optimize(&mut self, target: &Target) -> Result<(), Error> {
        let spec = target.spec();
        let passes = match spec.opt_level {
            OptLevel::O0 => c"default<O0>",
            OptLevel::O1 => c"default<O1>",
            OptLevel::O2 => c"default<O2>",
            OptLevel::O3 => c"default<O3>",
        };
        let triple = c_string(&spec.triple);
        // SAFETY: module, machine and strings are valid for the calls.
        unsafe {
            LLVMSetTarget(self.module, triple.as_ptr());
            let layout = LLVMCreateTargetDataLayout(target.machine);
            LLVMSetModuleDataLayout(self.module, layout);
            LLVMDisposeTargetData(layout);
            self.set_function_attributes(spec);
            let options = LLVMCreatePassBuilderOptions();
            // The vectorizer interleaves as the target likes; unrolling on top of
            // that multiplies code and compile time for nothing.
            LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
            let result = LLVMRunPasses(self.module, passes.as_ptr(), target.machine, options);
            LLVMDisposePassBuilderOptions(options);
            check("optimize", result)
        }
    }

    fn set_function_attributes(&mut self, spec: &TargetSpec) {
        let mut attributes =
            vec![("target-cpu", spec.cpu.clone()), ("target-features", spec.features.clone())];
        let (bits, _) = spec.vector_registers();
        // Some CPUs' tuning avoids the widest registers; kernels are made of them.
        attributes.push(("prefer-vector-width", bits.to_string()));
        attributes.retain(|(_, value)| !value.is_empty());
        // SAFETY: the attributes belong to the module's own context.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                if LLVMIsDeclaration(function) == 0 {
                    for (key, value) in &attributes {
                        let attribute = LLVMCreateStringAttribute(
                            self.context,
                            key.as_ptr().cast(),
                            key.len() as u32,
                            value.as_ptr().cast(),
                            value.len() as u32,
                        );
                        LLVMAddAttributeAtIndex(function, FUNCTION_INDEX, attribute);
                    }
                }
                function = LLVMGetNextFunction(function);
            }
        }
    }

    /// The object file for `target`.
    pub fn object(&mut self, target: &Target) -> Result<Vec<u8>, Error> {
        self.emit(target, LLVMCodeGenFileType::LLVMObjectFile)
    }

    /// The assembly for `target`.
    pub fn assembly(&mut self, target: &Target) -> Result<String, Error> {
        let bytes = self.emit(target, LLVMCodeGenFileType::LLVMAssemblyFile)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// LLVM IR as text.
    pub fn ir(&self) -> String {
        // SAFETY: the module is valid; the string is ours to free.
        unsafe { take_message(LLVMPrintModuleToString(self.module)) }
    }

    fn emit(&mut self, target: &Target, kind: LLVMCodeGenFileType) -> Result<Vec<u8>, Error> {
        // SAFETY: module and machine are valid; the buffer is copied and freed.
        unsafe {
            let (mut message, mut buffer) = (null_mut(), null_mut());
            let failed = LLVMTargetMachineEmitToMemoryBuffer(
                target.machine,
                self.module,
                kind,
                &raw mut message,
                &raw mut buffer,
            );
            if failed != 0 {
                let reason = take_message(message);
                return Err(Error::Llvm { action: "generate code", reason });
            }
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            Ok(bytes)
        }
    }
}

impl Drop for LlvmModule {
    fn drop(&mut self) {
        // SAFETY: both are ours; the module goes before its context.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// An object file in executable memory of this process, through ORC.
#[derive(Debug)]
pub struct LoadedObject {
    jit: LLVMOrcLLJITRef,
}

// SAFETY: LLJIT is thread-safe, and lookups are the only calls after loading.
unsafe impl Send for LoadedObject {}
// SAFETY: as above.
unsafe impl Sync for LoadedObject {}

impl LoadedObject {
    /// Loads `object`, made for the host. Undefined symbols are looked for in
    /// the process.
    pub fn load(object: &[u8]) -> Result<Self, Error> {
        initialize();
        // SAFETY: every created object is handed on or freed on each path; the
        // object's bytes are copied by the buffer.
        unsafe {
            let mut jit = null_mut();
            check("make a JIT", LLVMOrcCreateLLJIT(&raw mut jit, null_mut()))?;
            let loaded = Self { jit };
            let library = LLVMOrcLLJITGetMainJITDylib(jit);
            let mut generator = null_mut();
            check(
                "search the process for symbols",
                LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(
                    &raw mut generator,
                    LLVMOrcLLJITGetGlobalPrefix(jit),
                    None,
                    null_mut(),
                ),
            )?;
            LLVMOrcJITDylibAddGenerator(library, generator);
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                object.as_ptr().cast(),
                object.len(),
                c"object".as_ptr(),
            );
            check("load an object", LLVMOrcLLJITAddObjectFile(jit, library, buffer))?;
            Ok(loaded)
        }
    }

    /// The address of a symbol. What it points to lives as long as `self`.
    pub fn symbol(&self, name: &str) -> Result<*const (), Error> {
        let c_name = c_string(name);
        let mut address = 0;
        // SAFETY: the JIT is alive and the name NUL-terminated.
        let error = unsafe { LLVMOrcLLJITLookup(self.jit, &raw mut address, c_name.as_ptr()) };
        check("link the object", error)?;
        if address == 0 {
            return Err(Error::MissingSymbol(name.to_owned()));
        }
        Ok(std::ptr::without_provenance(address as usize))
    }
}

impl Drop for LoadedObject {
    fn drop(&mut self) {
        // SAFETY: made by `load`, disposed of once; an error on the way out has
        // nobody to go to, and is consumed.
        unsafe {
            let error = LLVMOrcDisposeLLJIT(self.jit);
            let _ = check("dispose of the JIT", error);
        }
    }
}
