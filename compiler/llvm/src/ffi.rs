// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Everything here that talks to LLVM's C API.

use crate::near::near;
use crate::target::{refusal, usual};
use crate::triple::Triple;
use crate::{Error, Machine, RelocationModel, TargetSpec};
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMInlineAsmDialect, LLVMLinkage, LLVMOpcode, LLVMTypeKind};
use melior::ir::operation::OperationRef;
use std::ffi::{CStr, CString, c_char, c_void};
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

/// LLVM's version: `22.1.2`.
pub fn llvm_version() -> String {
    let mut parts = [0; 3];
    let [major, minor, patch] = &mut parts;
    // SAFETY: the three numbers are written.
    unsafe { LLVMGetVersion(major, minor, patch) }
    parts.map(|part| part.to_string()).join(".")
}

/// Makes LLVM's fatal errors, after which nothing can go on, end the process with a message
/// and exit code 1 instead of a signal. For tools; a library has no say in that.
pub fn exit_on_fatal_error() {
    extern "C" fn exit(reason: *const c_char) {
        // SAFETY: LLVM gives a text that ends with NUL.
        let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
        if reason.ends_with("Broken pipe") {
            // Whoever read the output has seen enough.
            std::process::exit(0);
        }
        eprintln!("error: internal error: LLVM: {reason}; please report it");
        std::process::exit(1);
    }
    // SAFETY: the handler does not return, as LLVM asks.
    unsafe {
        llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(exit));
    }
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

type Push = unsafe extern "C" fn(sink: *mut c_void, text: *const c_char, length: usize);

unsafe extern "C" {
    fn hloomProcessors(machine: LLVMTargetMachineRef, push: Push, sink: *mut c_void);
    fn hloomFeatures(machine: LLVMTargetMachineRef, push: Push, sink: *mut c_void);
    fn hloomHasFeature(machine: LLVMTargetMachineRef, name: *const c_char) -> bool;
    fn hloomTripleNames(part: u32, push: Push, sink: *mut c_void);
    fn hloomTripleParts(triple: *const c_char, push: Push, sink: *mut c_void);
    fn hloomIsLibraryFunction(triple: *const c_char, name: *const c_char) -> bool;
    fn hloomArchitecture(triple: *const c_char, push: Push, sink: *mut c_void);
}

/// The texts that `list` hands to a function with a sink.
fn texts(list: impl FnOnce(Push, *mut c_void)) -> Vec<String> {
    unsafe extern "C" fn push(sink: *mut c_void, text: *const c_char, length: usize) {
        // An empty text may be nowhere.
        let text = if length == 0 { "".as_ptr() } else { text.cast() };
        // SAFETY: the sink is the vector below; the text has that length.
        let (texts, text) =
            unsafe { (&mut *sink.cast::<Vec<String>>(), std::slice::from_raw_parts(text, length)) };
        texts.push(String::from_utf8_lossy(text).into_owned());
    }
    let mut texts: Vec<String> = Vec::new();
    list(push, (&raw mut texts).cast());
    texts
}

/// The architectures that LLVM makes object files for, by its names, sorted.
pub fn architectures() -> Vec<String> {
    initialize();
    let mut names = Vec::new();
    // SAFETY: targets are static, as are their names.
    unsafe {
        let mut target = LLVMGetFirstTarget();
        while !target.is_null() {
            if LLVMTargetHasAsmBackend(target) != 0 && LLVMTargetHasTargetMachine(target) != 0 {
                let name = CStr::from_ptr(LLVMGetTargetName(target));
                names.push(name.to_string_lossy().into_owned());
            }
            target = LLVMGetNextTarget(target);
        }
    }
    names.sort();
    names
}

/// Lets one of the floats that a `select` chooses from be of no known origin.
///
/// # Safety
/// The instruction is valid, and the builder of its context.
unsafe fn hide_choice(builder: LLVMBuilderRef, select: LLVMValueRef) {
    // SAFETY: by the contract; a `select` has three operands.
    unsafe {
        let ty = LLVMTypeOf(select);
        let is_float = matches!(
            LLVMGetTypeKind(ty),
            LLVMTypeKind::LLVMFloatTypeKind | LLVMTypeKind::LLVMDoubleTypeKind
        );
        if !is_float || LLVMGetInstructionOpcode(select) != LLVMOpcode::LLVMSelect {
            return;
        }
        let (mut parameter, constraints) = (ty, "=r,0");
        let signature = LLVMFunctionType(ty, &raw mut parameter, 1, 0);
        let nothing = LLVMGetInlineAsm(
            signature,
            c"".as_ptr(),
            0,
            constraints.as_ptr().cast(),
            constraints.len(),
            0,
            0,
            LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
            0,
        );
        LLVMPositionBuilderBefore(builder, select);
        let mut operand = LLVMGetOperand(select, 2);
        let hidden = LLVMBuildCall2(builder, signature, nothing, &raw mut operand, 1, c"".as_ptr());
        LLVMSetOperand(select, 2, hidden);
    }
}

/// A code generator for one target.
#[derive(Debug)]
pub struct Target {
    machine: LLVMTargetMachineRef,
    facts: Machine,
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
                ..TargetSpec::default()
            }
        }
    }

    /// A code generator for the host.
    ///
    /// # Errors
    /// If LLVM has none.
    pub fn host() -> Result<Self, Error> {
        Self::unchecked(Self::host_spec())
    }

    /// A code generator for `spec`. An empty triple is the host's; what is named by CPU
    /// and features is checked, as LLVM would ignore what it does not know.
    ///
    /// # Errors
    /// If LLVM does not know the triple, the CPU or a feature, with the names that are
    /// like it; if floats are not what programs mean by them there.
    pub fn new(mut spec: TargetSpec) -> Result<Self, Error> {
        initialize();
        let host = Self::host_spec();
        spec.triple = if spec.triple.is_empty() {
            host.triple.clone()
        } else {
            // SAFETY: the text is NUL-terminated, and the result ours to free.
            unsafe { take_message(LLVMNormalizeTargetTriple(c_string(&spec.triple).as_ptr())) }
        };
        triple(&spec.triple).check()?;
        let architecture = architecture(&spec.triple);
        if spec.cpu == "native" {
            if architecture != self::architecture(&host.triple) {
                let reason = "the CPU `native` is this machine's, which is of another architecture";
                return Err(Error::Unsupported { triple: spec.triple, reason });
            }
            spec.features = [&*host.features, &*spec.features].join(",");
            spec.features = spec.features.trim_matches(',').to_owned();
            spec.cpu = host.cpu;
        }
        if spec.cpu.is_empty() {
            let (cpu, features) = usual(&architecture, &spec.triple);
            cpu.clone_into(&mut spec.cpu);
            spec.features = [features, &*spec.features].join(",").trim_matches(',').to_owned();
        }
        let plain = TargetSpec { cpu: String::new(), features: String::new(), ..spec.clone() };
        Self::unchecked(plain)?.check_names(&spec)?;
        let target = Self::unchecked(spec)?;
        let has = |name: &str| target.has_feature(name);
        if let Some(reason) = refusal(&architecture, &target.spec.triple, has) {
            let triple = target.spec.triple.clone();
            return Err(Error::Unsupported { triple, reason });
        }
        Ok(target)
    }

    fn unchecked(spec: TargetSpec) -> Result<Self, Error> {
        let triple = c_string(&spec.triple);
        let (cpu, features) = (c_string(&spec.cpu), c_string(&spec.features));
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
                LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
                relocation,
                LLVMCodeModel::LLVMCodeModelDefault,
            )
        };
        if machine.is_null() {
            let reason = "LLVM makes no target machine for it".to_owned();
            return Err(Error::UnknownTarget { triple: spec.triple, reason });
        }
        // SAFETY: the machine is valid; the layout is ours to dispose of.
        let address_bits = unsafe {
            let layout = LLVMCreateTargetDataLayout(machine);
            let bytes = LLVMPointerSize(layout);
            LLVMDisposeTargetData(layout);
            bytes * 8
        };
        let facts = Machine::new(&architecture(&spec.triple), address_bits, |name| {
            has_feature(machine, name)
        });
        Ok(Self { machine, facts, spec })
    }

    /// Refuses a CPU or features that LLVM does not know for this target.
    fn check_names(&self, spec: &TargetSpec) -> Result<(), Error> {
        let unknown = |what, name: &str, known: &[String]| Error::UnknownName {
            what,
            name: name.to_owned(),
            triple: spec.triple.clone(),
            near: near(name, known),
        };
        // SAFETY: the machine is alive.
        let cpus = texts(|push, sink| unsafe { hloomProcessors(self.machine, push, sink) });
        if !spec.cpu.is_empty() && !cpus.contains(&spec.cpu) {
            return Err(unknown("CPU", &spec.cpu, &cpus));
        }
        // SAFETY: as above.
        let known = texts(|push, sink| unsafe { hloomFeatures(self.machine, push, sink) });
        for feature in spec.features.split(',').filter(|feature| !feature.is_empty()) {
            match feature.strip_prefix(['+', '-']) {
                Some(name) if known.iter().any(|known| known == name) => {}
                Some(name) => return Err(unknown("feature", name, &known)),
                None => return Err(unknown("feature (features begin with + or -)", feature, &[])),
            }
        }
        Ok(())
    }

    /// Whether LLVM takes a function of that name for one of C's libraries.
    pub fn is_library_function(&self, name: &str) -> bool {
        let (triple, name) = (c_string(&self.spec.triple), c_string(name));
        // SAFETY: both texts are NUL-terminated.
        unsafe { hloomIsLibraryFunction(triple.as_ptr(), name.as_ptr()) }
    }

    /// What it generates code for.
    pub fn spec(&self) -> &TargetSpec {
        &self.spec
    }

    /// What the target has.
    pub fn machine(&self) -> &Machine {
        &self.facts
    }

    /// Whether a feature that LLVM knows for the target is switched on.
    pub fn has_feature(&self, name: &str) -> bool {
        has_feature(self.machine, name)
    }
}

fn has_feature(machine: LLVMTargetMachineRef, name: &str) -> bool {
    // SAFETY: the machine is alive, and the name NUL-terminated.
    unsafe { hloomHasFeature(machine, c_string(name).as_ptr()) }
}

/// LLVM's name of a triple's architecture.
fn architecture(triple: &str) -> String {
    let triple = c_string(triple);
    // SAFETY: the triple is NUL-terminated.
    let names = texts(|push, sink| unsafe { hloomArchitecture(triple.as_ptr(), push, sink) });
    names.concat()
}

/// What LLVM knows and takes a triple for.
fn triple(text: &str) -> Triple {
    let c_text = c_string(text);
    // SAFETY: the triple is NUL-terminated; the other function has no conditions.
    unsafe {
        Triple {
            text: text.to_owned(),
            architecture: architecture(text),
            parts: texts(|push, sink| hloomTripleParts(c_text.as_ptr(), push, sink)),
            known: (0..4)
                .map(|part| texts(|push, sink| hloomTripleNames(part, push, sink)))
                .collect(),
        }
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
    /// Boxed, as LLVM has its address.
    reported: Box<Reported>,
}

/// The errors that LLVM reports in passing, for which it would end the process.
#[derive(Debug, Default)]
struct Reported(Vec<String>);

/// Keeps an error that LLVM reports; warnings and remarks are for those who write LLVM IR.
extern "C" fn report(diagnostic: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: the diagnostic is valid for the call; the sink is that of the module
    // that is worked on, by this thread alone.
    unsafe {
        let severity = LLVMGetDiagInfoSeverity(diagnostic);
        if matches!(severity, llvm_sys::LLVMDiagnosticSeverity::LLVMDSError) {
            let text = take_message(LLVMGetDiagInfoDescription(diagnostic));
            (*sink.cast::<Reported>()).0.push(text.trim_end().to_owned());
        }
    }
}

impl LlvmModule {
    /// Translates a module that is all LLVM dialect.
    pub fn from_mlir(module: OperationRef) -> Result<Self, Error> {
        // SAFETY: the operation is valid; the LLVM context is ours and outlives the
        // module. The two crates' opaque pointers stand for the same C type.
        unsafe {
            let context = LLVMContextCreate();
            let mut reported = Box::<Reported>::default();
            let sink: *mut Reported = &raw mut *reported;
            LLVMContextSetDiagnosticHandler(context, Some(report), sink.cast());
            let translated = mlir_sys::mlirTranslateModuleToLLVMIR(module.to_raw(), context.cast());
            if translated.is_null() {
                LLVMContextDispose(context);
                return Err(Error::Translation);
            }
            let mut module = Self { context, module: translated.cast(), reported };
            module.set_internal_functions_apart();
            Ok(module)
        }
    }

    /// Runs LLVM's default pipeline for `target`.
    pub fn optimize(&mut self, target: &Target) -> Result<(), Error> {
        let spec = target.spec();
        let triple = c_string(&spec.triple);
        // SAFETY: module, machine and strings are valid for the calls.
        unsafe {
            LLVMSetTarget(self.module, triple.as_ptr());
            let layout = LLVMCreateTargetDataLayout(target.machine);
            LLVMSetModuleDataLayout(self.module, layout);
            LLVMDisposeTargetData(layout);
            self.set_function_attributes(target);
            let options = LLVMCreatePassBuilderOptions();
            // The vectorizer interleaves as the target likes; unrolling on top of
            // that multiplies code and compile time for nothing.
            LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
            let result =
                LLVMRunPasses(self.module, c"default<O3>".as_ptr(), target.machine, options);
            LLVMDisposePassBuilderOptions(options);
            check("optimize", result)
        }?;
        if architecture(&spec.triple) == "hexagon" {
            self.hide_choices();
        }
        self.check_reported("optimize")
    }

    /// Hides from LLVM's instruction selection that a choice is between the two floats that
    /// were compared. For Hexagon it takes instructions for minimum and maximum then, which
    /// give the other operand for NaN (llvm-project#210132).
    fn hide_choices(&mut self) {
        // SAFETY: instructions are walked in order, and what is added is before the one that
        // is looked at; all values are of this module.
        unsafe {
            let builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(self.module));
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                let mut block = LLVMGetFirstBasicBlock(function);
                while !block.is_null() {
                    let mut instruction = LLVMGetFirstInstruction(block);
                    while !instruction.is_null() {
                        hide_choice(builder, instruction);
                        instruction = LLVMGetNextInstruction(instruction);
                    }
                    block = LLVMGetNextBasicBlock(block);
                }
                function = LLVMGetNextFunction(function);
            }
            LLVMDisposeBuilder(builder);
        }
    }

    fn check_reported(&mut self, action: &'static str) -> Result<(), Error> {
        if self.reported.0.is_empty() {
            return Ok(());
        }
        let reported = std::mem::take(&mut self.reported.0);
        // Where there is one there are many, of the same kind.
        let first = reported.iter().take(1).map(|text| text.trim_start_matches("<unknown>:0:0: "));
        Err(Error::Llvm { action, reason: first.collect() })
    }

    fn set_function_attributes(&mut self, target: &Target) {
        let spec = target.spec();
        let mut attributes =
            vec![("target-cpu", spec.cpu.clone()), ("target-features", spec.features.clone())];
        // Some CPUs' tuning avoids the widest registers; kernels are made of them.
        let bits = target.machine().vector_bits;
        if bits > 0 {
            attributes.push(("prefer-vector-width", bits.to_string()));
        }
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

    /// Gives a function another name; whether there is such a function and the name is free.
    pub fn rename(&mut self, function: &str, name: &str) -> bool {
        let (from, to) = (c_string(function), c_string(name));
        // SAFETY: the module and the texts are valid for the calls.
        unsafe {
            let function = LLVMGetNamedFunction(self.module, from.as_ptr());
            let other = LLVMGetNamedFunction(self.module, to.as_ptr());
            if function.is_null() || (!other.is_null() && other != function) {
                return false;
            }
            LLVMSetValueName2(function, to.as_ptr(), name.len());
            true
        }
    }

    /// Gives functions that nobody else calls names that C's functions cannot have: the code
    /// generator calls some of those, by their names.
    fn set_internal_functions_apart(&mut self) {
        // SAFETY: the module is valid, and names are copied before they are replaced.
        unsafe {
            let mut function = LLVMGetFirstFunction(self.module);
            while !function.is_null() {
                let is_internal =
                    matches!(LLVMGetLinkage(function), LLVMLinkage::LLVMInternalLinkage);
                if is_internal && LLVMIsDeclaration(function) == 0 {
                    let mut length = 0;
                    let name = LLVMGetValueName2(function, &raw mut length);
                    let name = std::slice::from_raw_parts(name.cast::<u8>(), length);
                    let apart = [b"hloom.", name].concat();
                    LLVMSetValueName2(function, apart.as_ptr().cast(), apart.len());
                }
                function = LLVMGetNextFunction(function);
            }
        }
    }

    /// The object file for `target`, of a copy: generating code changes a module.
    ///
    /// # Errors
    /// If LLVM makes no object files for the target.
    pub fn object_of_copy(&self, target: &Target) -> Result<Vec<u8>, Error> {
        // SAFETY: the module is valid; the copy is disposed of here.
        unsafe {
            let copy = LLVMCloneModule(self.module);
            let bytes = emit(copy, target, LLVMCodeGenFileType::LLVMObjectFile);
            LLVMDisposeModule(copy);
            bytes
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
        // SAFETY: the module is valid.
        let bytes = unsafe { emit(self.module, target, kind) };
        self.check_reported("generate code")?;
        bytes
    }
}

/// Generates code for a module.
///
/// # Safety
/// The module is valid.
unsafe fn emit(
    module: LLVMModuleRef,
    target: &Target,
    kind: LLVMCodeGenFileType,
) -> Result<Vec<u8>, Error> {
    // SAFETY: module and machine are valid; the buffer is copied and freed.
    unsafe {
        let (mut message, mut buffer) = (null_mut(), null_mut());
        let failed = LLVMTargetMachineEmitToMemoryBuffer(
            target.machine,
            module,
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
