// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Splits a module with LLVM's C API and the C++ glue.

use super::distribute;
use crate::ffi::{FUNCTION_INDEX, name};
use crate::{Error, LlvmModule};
use llvm_sys::LLVMLinkage;
use llvm_sys::bit_reader::LLVMParseBitcodeInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::collections::HashMap;
use std::ptr::null_mut;

unsafe extern "C" {
    fn hloomInstructionCount(function: LLVMValueRef) -> usize;
    fn hloomDeleteBody(function: LLVMValueRef);
    fn hloomExport(value: LLVMValueRef);
}

impl LlvmModule {
    /// Splits the module into at most `parts` modules, each with its own context, that one process
    /// must load together. Does not split a small module, or a module with a variable that its
    /// parts would have to share.
    ///
    /// # Errors
    /// Returns [`Error::Llvm`] if LLVM cannot copy the module.
    pub fn split(self, parts: usize) -> Result<Vec<Self>, Error> {
        // SAFETY: `self` owns the live module, and only this thread uses it. All functions and
        // variables below are those of this module, and live as long as it does.
        unsafe {
            let kernels: Vec<_> = functions(self.module)
                .into_iter()
                .filter(|function| is_kernel(*function))
                .collect();
            let sizes: Vec<_> =
                kernels.iter().map(|kernel| hloomInstructionCount(*kernel)).collect();
            let assigned = distribute(&sizes, parts);
            let count = assigned.iter().max().map_or(1, |last| last + 1);
            if count == 1 || has_mutable_variables(self.module) {
                return Ok(vec![self]);
            }
            kernels.iter().for_each(|kernel| hloomExport(*kernel));
            let names = kernels.iter().map(|kernel| name(*kernel));
            let part_of: HashMap<_, _> = names.zip(assigned.iter().copied()).collect();
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.module);
            let mut modules = vec![self];
            for part in 1..count {
                let copy = LlvmModule::in_new_context(|context| {
                    let mut module = null_mut();
                    let failed = LLVMParseBitcodeInContext2(context, buffer, &raw mut module);
                    if failed == 0 { module } else { null_mut() }
                });
                if let Some(copy) = &copy {
                    for function in functions(copy.module) {
                        if is_exported(function) && part_of.get(&name(function)) != Some(&part) {
                            hloomDeleteBody(function);
                        }
                    }
                }
                modules.extend(copy);
            }
            LLVMDisposeMemoryBuffer(buffer);
            if modules.len() < count {
                let reason = "LLVM cannot read the bitcode that it wrote".to_owned();
                return Err(Error::Llvm { action: "split the module", reason });
            }
            for (kernel, part) in kernels.iter().zip(assigned) {
                if part > 0 {
                    hloomDeleteBody(*kernel);
                }
            }
            Ok(modules)
        }
    }
}

/// Returns the functions of a module.
///
/// # Safety
/// The module must be alive.
unsafe fn functions(module: LLVMModuleRef) -> Vec<LLVMValueRef> {
    // SAFETY: this function's contract says that the module is alive, and a null pointer ends the
    // list of its functions.
    unsafe {
        let mut functions = Vec::new();
        let mut function = LLVMGetFirstFunction(module);
        while !function.is_null() {
            functions.push(function);
            function = LLVMGetNextFunction(function);
        }
        functions
    }
}

/// Returns true for a function definition with internal linkage and the attribute `noinline`.
///
/// # Safety
/// `function` must be a live function.
unsafe fn is_kernel(function: LLVMValueRef) -> bool {
    let attribute = "noinline";
    // SAFETY: this function's contract says that the function is alive. The name of the attribute
    // has its length.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(attribute.as_ptr().cast(), attribute.len());
        let never_inlined = !LLVMGetEnumAttributeAtIndex(function, FUNCTION_INDEX, kind).is_null();
        never_inlined
            && LLVMIsDeclaration(function) == 0
            && matches!(LLVMGetLinkage(function), LLVMLinkage::LLVMInternalLinkage)
    }
}

/// Returns true for a function definition with external linkage, which other modules can use.
///
/// # Safety
/// `function` must be a live function.
unsafe fn is_exported(function: LLVMValueRef) -> bool {
    // SAFETY: this function's contract says that the function is alive.
    unsafe {
        LLVMIsDeclaration(function) == 0
            && matches!(LLVMGetLinkage(function), LLVMLinkage::LLVMExternalLinkage)
    }
}

/// Returns true if a module has a variable that code may write.
///
/// # Safety
/// The module must be alive.
unsafe fn has_mutable_variables(module: LLVMModuleRef) -> bool {
    // SAFETY: this function's contract says that the module is alive, and a null pointer ends the
    // list of its variables.
    unsafe {
        let mut variable = LLVMGetFirstGlobal(module);
        while !variable.is_null() && LLVMIsGlobalConstant(variable) != 0 {
            variable = LLVMGetNextGlobal(variable);
        }
        !variable.is_null()
    }
}
