// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The uses of LLVM's C API and of the C++ glue in this crate.

use crate::passes::{Passes, passes};
use crate::suggestions::suggestions;
use crate::target::{default_cpu_and_features, is_cpu, refusal};
use crate::triple::Triple;
use crate::{Error, Machine, RelocationModel, TargetSpec};
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::prelude::*;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMInlineAsmDialect, LLVMLinkage, LLVMOpcode, LLVMTypeKind};
use melior::ir::operation::OperationRef;
use std::collections::HashSet;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::null_mut;
use std::sync::Once;

/// The attribute index of a function itself, `LLVMAttributeFunctionIndex` in LLVM's C API.
pub(crate) const FUNCTION_INDEX: u32 = u32::MAX;

pub(crate) fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the registration functions have no preconditions, except that no other thread
        // may run them at the same time; `ONCE` guarantees that.
        unsafe {
            LLVM_InitializeAllTargetInfos();
            LLVM_InitializeAllTargets();
            LLVM_InitializeAllTargetMCs();
            LLVM_InitializeAllAsmPrinters();
            LLVM_InitializeAllAsmParsers();
        }
    });
}

/// Returns LLVM's version, such as `22.1.2`.
pub fn llvm_version() -> String {
    let mut parts = [0; 3];
    let [major, minor, patch] = &mut parts;
    // SAFETY: the function only writes the three integers, which are valid references.
    unsafe { LLVMGetVersion(major, minor, patch) }
    parts.map(|part| part.to_string()).join(".")
}

/// Makes LLVM's fatal errors end the process with a message and exit code 1, instead of a signal.
///
/// If the reader of the output has closed its pipe, the exit code is 0. LLVM cannot continue after
/// a fatal error. Only tools should call this function, because it changes the behavior of the
/// whole process.
pub fn exit_on_fatal_error() {
    unsafe extern "C" {
        /// Ends the process without running the exit handlers. LLVM's handlers flush its output,
        /// which may be the cause of the fatal error, and `exit` must not be called from an exit
        /// handler.
        safe fn _exit(code: c_int) -> !;
    }
    extern "C" fn exit(reason: *const c_char) {
        // SAFETY: LLVM's contract for fatal error handlers is that `reason` is NUL-terminated.
        let reason = unsafe { CStr::from_ptr(reason) }.to_string_lossy();
        if reason.ends_with("Broken pipe") {
            // The reader of the output closed the pipe, which is not an error.
            _exit(0);
        }
        eprintln!("error: internal error: LLVM: {reason}; please report it");
        _exit(1);
    }
    // SAFETY: a fatal error handler must not return, and `_exit` always ends the process.
    unsafe {
        llvm_sys::error_handling::LLVMInstallFatalErrorHandler(Some(exit));
    }
}

pub(crate) fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}

/// Copies and frees a message that LLVM allocated. Returns an empty string for null.
///
/// # Safety
/// `message` must be null or a string that the caller owns and that `LLVMDisposeMessage` frees.
unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: `message` is not null, so this function's contract says that it is a string that the
    // caller owns. It is copied before it is freed, and not used afterwards.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeMessage(message);
        text
    }
}

/// Converts an error of LLVM, and frees it. Returns `Ok` for null.
///
/// # Safety
/// `error` must be null or an error that the caller owns.
pub(crate) unsafe fn check(action: &'static str, error: LLVMErrorRef) -> Result<(), Error> {
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: `error` is not null, so the caller owns it. `LLVMGetErrorMessage` consumes it and returns a string that is
    // copied and freed here.
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
    fn hloomOptimize(
        module: LLVMModuleRef,
        machine: LLVMTargetMachineRef,
        first: *const c_char,
        straight: *const c_char,
        vectorized: *const c_char,
        loops: *const c_char,
        last: *const c_char,
    ) -> LLVMErrorRef;
    fn hloomArchitecture(triple: *const c_char, push: Push, sink: *mut c_void);
}

/// Calls `list` with a callback and its context, and returns the strings that `list` passes to the
/// callback.
fn texts(list: impl FnOnce(Push, *mut c_void)) -> Vec<String> {
    unsafe extern "C" fn push(sink: *mut c_void, text: *const c_char, length: usize) {
        // An empty `StringRef` may have a null pointer, which slices do not allow.
        let text = if length == 0 { "".as_ptr() } else { text.cast() };
        // SAFETY: `sink` is the vector `texts` below, which only `list` uses during its call. The
        // glue passes pointer and length of a `StringRef`, so the text has `length` bytes.
        let (texts, text) =
            unsafe { (&mut *sink.cast::<Vec<String>>(), std::slice::from_raw_parts(text, length)) };
        texts.push(String::from_utf8_lossy(text).into_owned());
    }
    let mut texts: Vec<String> = Vec::new();
    list(push, (&raw mut texts).cast());
    texts
}

/// Returns the sorted names of the CPU architectures for which LLVM emits object files.
pub fn architectures() -> Vec<String> {
    initialize();
    let mut names = Vec::new();
    // SAFETY: `initialize` has registered the targets. They and their names live until the process
    // ends, and a null pointer ends the list.
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
    names.retain(|name| is_cpu(name));
    names.sort();
    names
}

/// Passes the last operand of a `select` of f32 or f64 values through an empty inline assembly, so
/// that LLVM does not see its definition.
///
/// Does nothing for other instructions.
///
/// # Safety
/// `select` must be a valid instruction, and `builder` a valid builder of its context.
unsafe fn hide_choice(builder: LLVMBuilderRef, select: LLVMValueRef) {
    // SAFETY: this function's contract says that instruction and builder are valid and of the same
    // context. Operand 2 exists, since the opcode was checked to be `select`, which has three.
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

// SAFETY: `Target` owns its target machine, and LLVM ties the machine to no thread.
unsafe impl Send for Target {}
// SAFETY: the methods of `Target` only read the target machine. During `LlvmModule::optimize` and
// `emit`, however, LLVM caches subtargets in it. Callers therefore use a target on one thread:
// `ahead_of_time::compile` and `JitCompiler` create one for each compilation.
unsafe impl Sync for Target {}

impl Target {
    /// Returns the specification of the host with all features that LLVM lists.
    pub(crate) fn listed_host_spec() -> TargetSpec {
        initialize();
        // SAFETY: the three functions return strings that the caller owns; `take_message` frees
        // them.
        unsafe {
            TargetSpec {
                triple: take_message(LLVMGetDefaultTargetTriple()),
                cpu: take_message(LLVMGetHostCPUName()),
                features: take_message(LLVMGetHostCPUFeatures()),
                ..TargetSpec::default()
            }
        }
    }

    /// Creates a code generator for `spec`. An empty triple stands for the triple of the host.
    ///
    /// This function checks the CPU and the features, because LLVM ignores unknown names.
    ///
    /// # Errors
    /// Fails if LLVM does not know the triple, the CPU or a feature; the error lists similar names.
    /// Also fails if the target cannot run C functions, or if its arithmetic does not conform to
    /// the semantics of programs.
    pub fn new(mut spec: TargetSpec) -> Result<Self, Error> {
        initialize();
        let host = Self::host_spec();
        spec.triple = if spec.triple.is_empty() {
            host.triple.clone()
        } else {
            // SAFETY: `c_string` returns a NUL-terminated text that lives until the call returns.
            // The caller owns the result; `take_message` frees it.
            unsafe { take_message(LLVMNormalizeTargetTriple(c_string(&spec.triple).as_ptr())) }
        };
        triple(&spec.triple).check()?;
        let architecture = architecture(&spec.triple);
        if spec.cpu == "native" {
            if architecture != self::architecture(&host.triple) {
                let reason =
                    "the CPU `native` stands for the host's, which has another architecture";
                return Err(Error::Unsupported { triple: spec.triple, reason });
            }
            spec.features = [&*host.features, &*spec.features].join(",");
            spec.features = spec.features.trim_matches(',').to_owned();
            spec.cpu = host.cpu;
        }
        if spec.cpu.is_empty() {
            let (cpu, features) = default_cpu_and_features(&architecture, &spec.triple);
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

    /// Creates a code generator for GPU kernels. The target does not have to support C functions.
    ///
    /// # Errors
    /// Fails if LLVM does not know the triple, the CPU or a feature; the error lists similar names.
    pub fn for_kernels(spec: TargetSpec) -> Result<Self, Error> {
        initialize();
        let plain = TargetSpec { cpu: String::new(), features: String::new(), ..spec.clone() };
        Self::unchecked(plain)?.check_names(&spec)?;
        Self::unchecked(spec)
    }

    /// Creates a code generator without checking CPU and features.
    ///
    /// # Errors
    /// Fails if LLVM has no backend for the triple.
    pub(crate) fn unchecked(spec: TargetSpec) -> Result<Self, Error> {
        let triple = c_string(&spec.triple);
        let (cpu, features) = (c_string(&spec.cpu), c_string(&spec.features));
        let relocation = match spec.relocation {
            RelocationModel::Pic => LLVMRelocMode::LLVMRelocPIC,
            RelocationModel::Static => LLVMRelocMode::LLVMRelocStatic,
        };
        // SAFETY: `c_string` returns NUL-terminated strings, which live until the end of this
        // function. `target` is valid where it is used: the first call returned success.
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
            let reason = "LLVM cannot create a target machine".to_owned();
            return Err(Error::UnknownTarget { triple: spec.triple, reason });
        }
        // SAFETY: `machine` is not null and was just created. The caller owns the data layout,
        // which is disposed of once.
        let address_bits = unsafe {
            let layout = LLVMCreateTargetDataLayout(machine);
            let bytes = LLVMPointerSize(layout);
            LLVMDisposeTargetData(layout);
            bytes * 8
        };
        let facts = Machine::new(&architecture(&spec.triple), address_bits, |name| {
            // SAFETY: `machine` is not null, and `Target` will own it.
            unsafe { has_feature(machine, name) }
        });
        Ok(Self { machine, facts, spec })
    }

    /// Checks that LLVM knows the CPU and the features for this target.
    fn check_names(&self, spec: &TargetSpec) -> Result<(), Error> {
        let unknown = |what, name: &str, known: &[String]| Error::UnknownName {
            what,
            name: name.to_owned(),
            triple: spec.triple.clone(),
            suggestions: suggestions(name, known),
        };
        // SAFETY: `self` owns the machine, which is alive; `texts` provides function and sink.
        let cpus = texts(|push, sink| unsafe { hloomProcessors(self.machine, push, sink) });
        if !spec.cpu.is_empty() && !cpus.contains(&spec.cpu) {
            return Err(unknown("CPU", &spec.cpu, &cpus));
        }
        let known = self.features();
        for feature in spec.features.split(',').filter(|feature| !feature.is_empty()) {
            match feature.strip_prefix(['+', '-']) {
                Some(name) if known.iter().any(|known| known == name) => {}
                Some(name) => return Err(unknown("feature", name, &known)),
                None => return Err(unknown("feature (features begin with + or -)", feature, &[])),
            }
        }
        Ok(())
    }

    /// Returns the names of all features that LLVM knows for the target.
    pub(crate) fn features(&self) -> Vec<String> {
        // SAFETY: `self` owns the machine, which is alive; `texts` provides function and sink.
        texts(|push, sink| unsafe { hloomFeatures(self.machine, push, sink) })
    }

    /// Returns true if LLVM recognizes `name` as a function of the target's C library.
    pub fn is_library_function(&self, name: &str) -> bool {
        let (triple, name) = (c_string(&self.spec.triple), c_string(name));
        // SAFETY: `c_string` returns NUL-terminated texts, which live until the call returns.
        unsafe { hloomIsLibraryFunction(triple.as_ptr(), name.as_ptr()) }
    }

    /// Returns the specification of the target.
    pub fn spec(&self) -> &TargetSpec {
        &self.spec
    }

    /// Returns LLVM's code generator, which lives as long as `self`.
    pub(crate) fn machine_ref(&self) -> LLVMTargetMachineRef {
        self.machine
    }

    /// Returns the properties of the target that affect the lowering.
    pub fn machine(&self) -> &Machine {
        &self.facts
    }

    /// Returns true if the feature `name` is enabled for the target. LLVM must know the feature.
    pub fn has_feature(&self, name: &str) -> bool {
        // SAFETY: `self` owns the machine, which is alive.
        unsafe { has_feature(self.machine, name) }
    }
}

/// Returns true if the feature `name` is enabled for the target of `machine`.
///
/// # Safety
/// `machine` must be a live target machine.
unsafe fn has_feature(machine: LLVMTargetMachineRef, name: &str) -> bool {
    // SAFETY: this function's contract says that the machine is alive. The name from `c_string` is
    // NUL-terminated and lives until the call returns.
    unsafe { hloomHasFeature(machine, c_string(name).as_ptr()) }
}

/// Returns LLVM's canonical name of a triple's architecture.
fn architecture(triple: &str) -> String {
    let triple = c_string(triple);
    // SAFETY: `triple` is a NUL-terminated `CString`; `texts` provides function and sink.
    let names = texts(|push, sink| unsafe { hloomArchitecture(triple.as_ptr(), push, sink) });
    names.concat()
}

/// Returns the parts of a triple as LLVM interprets them, and all names that LLVM knows.
fn triple(text: &str) -> Triple {
    let c_text = c_string(text);
    // SAFETY: `c_text` is a NUL-terminated `CString` that outlives the calls. `hloomTripleNames`
    // accepts every part number. `texts` provides functions and sinks.
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
        // SAFETY: `Target::unchecked` created the machine, `self` owns it, and `drop` runs once.
        unsafe { LLVMDisposeTargetMachine(self.machine) }
    }
}

/// Returns the name of a function.
///
/// # Safety
/// `function` must be a live function.
pub(crate) unsafe fn name(function: LLVMValueRef) -> Vec<u8> {
    // SAFETY: this function's contract says that the function is alive. The name is copied before
    // anything changes it.
    unsafe {
        let mut length = 0;
        let name = LLVMGetValueName2(function, &raw mut length);
        std::slice::from_raw_parts(name.cast::<u8>(), length).to_vec()
    }
}

/// An LLVM module with the context that owns it.
#[derive(Debug)]
pub struct LlvmModule {
    context: LLVMContextRef,
    pub(crate) module: LLVMModuleRef,
    /// Errors that LLVM reported. Boxed, because LLVM's diagnostic handler keeps the address.
    reported: Box<Reported>,
}

/// Errors that LLVM reports to the diagnostic handler. LLVM's default handler ends the process.
#[derive(Debug, Default)]
struct Reported(Vec<String>);

/// The diagnostic handler: collects errors. Warnings and remarks concern only authors of LLVM IR.
extern "C" fn report(diagnostic: LLVMDiagnosticInfoRef, sink: *mut c_void) {
    // SAFETY: LLVM passes a diagnostic that is valid during this call. `sink` is the address of the
    // `Reported` that `LlvmModule::from_mlir` registered; `LlvmModule` keeps it boxed and alive
    // until after the context. Only the thread that uses the module calls LLVM with this context.
    unsafe {
        let severity = LLVMGetDiagInfoSeverity(diagnostic);
        if matches!(severity, llvm_sys::LLVMDiagnosticSeverity::LLVMDSError) {
            let text = take_message(LLVMGetDiagInfoDescription(diagnostic));
            (*sink.cast::<Reported>()).0.push(text.trim_end().to_owned());
        }
    }
}

impl LlvmModule {
    /// Translates a module that consists of operations of the LLVM dialect.
    ///
    /// # Errors
    /// Returns [`Error::Translation`] if MLIR cannot translate the module.
    pub fn from_mlir(module: OperationRef) -> Result<Self, Error> {
        let translate = |context: LLVMContextRef| {
            // SAFETY: `OperationRef` guarantees a live operation, and `in_new_context` a live
            // context. The opaque pointers of `mlir_sys` and `llvm_sys` are the same C type.
            unsafe { mlir_sys::mlirTranslateModuleToLLVMIR(module.to_raw(), context.cast()).cast() }
        };
        let mut module = Self::in_new_context(translate).ok_or(Error::Translation)?;
        module.set_internal_functions_apart();
        Ok(module)
    }

    /// Creates a module in a new context. Returns `None` if `create` returns null.
    pub(crate) fn in_new_context(
        create: impl FnOnce(LLVMContextRef) -> LLVMModuleRef,
    ) -> Option<Self> {
        // SAFETY: the new context belongs to the returned `LlvmModule`, whose `drop` disposes of
        // the module first. The boxed sink outlives the context.
        unsafe {
            let context = LLVMContextCreate();
            let mut reported = Box::<Reported>::default();
            let sink: *mut Reported = &raw mut *reported;
            LLVMContextSetDiagnosticHandler(context, Some(report), sink.cast());
            let module = create(context);
            if module.is_null() {
                LLVMContextDispose(context);
                return None;
            }
            Some(Self { context, module, reported })
        }
    }

    /// Parses LLVM IR.
    ///
    /// # Errors
    /// Returns [`Error::Llvm`] if the text is not valid.
    #[cfg(test)]
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let mut message = null_mut();
        let module = Self::in_new_context(|context| {
            let mut module = null_mut();
            // SAFETY: `in_new_context` passes a live context. The buffer copies the text, outlives
            // its use and is disposed of once. The call sets the module or the message.
            unsafe {
                let name = c"text".as_ptr();
                let start = text.as_ptr().cast();
                let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(start, text.len(), name);
                let parse = llvm_sys::ir_reader::LLVMParseIRInContext2;
                parse(context, buffer, &raw mut module, &raw mut message);
                LLVMDisposeMemoryBuffer(buffer);
            }
            module
        });
        // SAFETY: the message is null, or LLVM has allocated it for the caller.
        let reason = unsafe { take_message(message) };
        module.ok_or(Error::Llvm { action: "parse", reason })
    }

    /// Optimizes the module for `target` with the passes of [`passes`].
    ///
    /// # Errors
    /// Returns [`Error::Llvm`] if a pass fails.
    pub fn optimize(&mut self, target: &Target) -> Result<(), Error> {
        let spec = target.spec();
        let triple = c_string(&spec.triple);
        let architecture = architecture(&spec.triple);
        // WebAssembly has no addresses with a scaled index: frozen ones take more instructions.
        let freezes = !architecture.starts_with("wasm");
        // The lowering has vectorized these. LLVM would unroll and vectorize other loops.
        let on_vectors = if freezes { self.functions_on_vectors() } else { HashSet::new() };
        // SAFETY: `self` owns the live module, `target` the live machine, and the strings are
        // NUL-terminated and outlive the calls. Layout and options are disposed of once.
        unsafe {
            LLVMSetTarget(self.module, triple.as_ptr());
            let layout = LLVMCreateTargetDataLayout(target.machine);
            LLVMSetModuleDataLayout(self.module, layout);
            LLVMDisposeTargetData(layout);
            self.set_function_attributes(target);
            let result = match passes(&architecture) {
                Some(Passes { first, straight, vectorized, loops, last }) => {
                    let [first, straight, vectorized, loops, last] =
                        [&*first, &straight, &vectorized, &loops, last].map(c_string);
                    hloomOptimize(
                        self.module,
                        target.machine,
                        first.as_ptr(),
                        straight.as_ptr(),
                        vectorized.as_ptr(),
                        loops.as_ptr(),
                        last.as_ptr(),
                    )
                }
                None => {
                    let options = LLVMCreatePassBuilderOptions();
                    // The vectorizer already interleaves as suits the target. Further unrolling
                    // multiplies code size and compile time without a gain.
                    LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
                    let passes = c"default<O3>".as_ptr();
                    let result = LLVMRunPasses(self.module, passes, target.machine, options);
                    LLVMDisposePassBuilderOptions(options);
                    result
                }
            };
            check("optimize", result)
        }?;
        if architecture == "hexagon" {
            self.hide_choices();
        }
        if freezes {
            self.freeze_invariants(&on_vectors);
        }
        self.check_reported("optimize")
    }

    /// Prevents LLVM from selecting minimum and maximum instructions for `select`s of floats.
    ///
    /// For Hexagon, LLVM replaces a comparison and a `select` of the compared floats by these
    /// instructions. If one operand is NaN, these instructions return the other one, which is wrong
    /// (llvm-project#210132). This function therefore hides that the operands are the compared
    /// floats.
    fn hide_choices(&mut self) {
        // SAFETY: `self` owns the live module, and a null pointer ends each list. `hide_choice`
        // only inserts instructions before the current one, so the walk stays valid. The builder
        // is of the module's context and disposed of once.
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

    pub(crate) fn check_reported(&mut self, action: &'static str) -> Result<(), Error> {
        if self.reported.0.is_empty() {
            return Ok(());
        }
        let reported = std::mem::take(&mut self.reported.0);
        // Further errors are usually of the same kind, so report only the first.
        let first = reported.iter().take(1).map(|text| text.trim_start_matches("<unknown>:0:0: "));
        Err(Error::Llvm { action, reason: first.collect() })
    }

    fn set_function_attributes(&mut self, target: &Target) {
        let spec = target.spec();
        let mut attributes =
            vec![("target-cpu", spec.cpu.clone()), ("target-features", spec.features.clone())];
        // LLVM's tuning for some CPUs avoids the widest registers, which our kernels use.
        let bits = target.machine().vector_bits;
        if bits > 0 {
            attributes.push(("prefer-vector-width", bits.to_string()));
        }
        attributes.retain(|(_, value)| !value.is_empty());
        // SAFETY: `self` owns the live module, and a null pointer ends the list of functions. The
        // attributes are created in the module's own context; keys and values have their lengths.
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

    /// Renames a function. Returns false if there is no such function, or if the new name is taken.
    pub fn rename(&mut self, function: &str, name: &str) -> bool {
        let (from, to) = (c_string(function), c_string(name));
        // SAFETY: `self` owns the live module. `c_string` returns NUL-terminated texts, which
        // outlive the calls. `function` was checked not to be null.
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

    /// Adds a prefix to the names of internal functions, so that they cannot coincide with names of
    /// C functions.
    ///
    /// LLVM's code generator calls some C functions by name, and would otherwise call an internal
    /// function of the same name.
    fn set_internal_functions_apart(&mut self) {
        // SAFETY: `self` owns the live module, and a null pointer ends the list of functions. Each
        // name is copied to `apart` before it is replaced.
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

    /// Emits an object file for `target` from a copy of the module, because code generation changes
    /// a module.
    ///
    /// # Errors
    /// Fails if LLVM cannot generate code for the module or emits no object files for the target.
    pub fn object_of_copy(&self, target: &Target) -> Result<Vec<u8>, Error> {
        // SAFETY: `self` owns the live module. The copy is valid until it is disposed of here.
        unsafe {
            let copy = LLVMCloneModule(self.module);
            let bytes = emit(copy, target, LLVMCodeGenFileType::LLVMObjectFile);
            LLVMDisposeModule(copy);
            bytes
        }
    }

    /// Emits an object file for `target`. Changes the module.
    ///
    /// # Errors
    /// Fails if LLVM cannot generate code for the module, or emits no object files for the target.
    pub fn object(&mut self, target: &Target) -> Result<Vec<u8>, Error> {
        self.emit(target, LLVMCodeGenFileType::LLVMObjectFile)
    }

    /// Emits assembly text for `target`. Changes the module.
    ///
    /// # Errors
    /// Fails if LLVM cannot generate code for the module.
    pub fn assembly(&mut self, target: &Target) -> Result<String, Error> {
        let bytes = self.emit(target, LLVMCodeGenFileType::LLVMAssemblyFile)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// Returns the LLVM IR as text.
    pub fn ir(&self) -> String {
        // SAFETY: `self` owns the live module. The caller owns the string; `take_message` frees it.
        unsafe { take_message(LLVMPrintModuleToString(self.module)) }
    }

    fn emit(&mut self, target: &Target, kind: LLVMCodeGenFileType) -> Result<Vec<u8>, Error> {
        // SAFETY: `self` owns the live module.
        let bytes = unsafe { emit(self.module, target, kind) };
        self.check_reported("generate code")?;
        bytes
    }
}

/// Generates code for a module.
///
/// # Safety
/// `module` must be a live module that no other thread uses.
unsafe fn emit(
    module: LLVMModuleRef,
    target: &Target,
    kind: LLVMCodeGenFileType,
) -> Result<Vec<u8>, Error> {
    // SAFETY: this function's contract says that the module is alive, and `target` owns the live
    // machine. After success the caller owns the buffer, which is copied and then disposed of.
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
        // SAFETY: `LlvmModule::from_mlir` created both, `self` owns them, and `drop` runs once. The
        // module is disposed of before its context, as LLVM requires.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

// SAFETY: `LlvmModule` owns its context, and everything in it; LLVM ties them to no thread.
unsafe impl Send for LlvmModule {}
