// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Emits object files with the C++ glue.

use crate::{Error, LlvmModule, Target};
use llvm_sys::prelude::LLVMModuleRef;
use llvm_sys::target_machine::LLVMTargetMachineRef;
use std::ffi::{c_char, c_void};
use std::ptr::{NonNull, null_mut};

unsafe extern "C" {
    fn hloomCreateEmitter(machine: LLVMTargetMachineRef) -> *mut c_void;
    fn hloomEmitObject(
        emitter: *mut c_void,
        machine: LLVMTargetMachineRef,
        module: LLVMModuleRef,
        size: *mut usize,
    ) -> *const c_char;
    fn hloomDisposeEmitter(emitter: *mut c_void);
}

/// A code generator for one target, with the passes that emit object files.
#[derive(Debug)]
pub struct ObjectEmitter {
    /// The passes; `None` until they are needed.
    passes: Option<NonNull<c_void>>,
    /// The code generator of the target; `drop` disposes of it after the passes, which refer to it.
    target: Target,
}

// SAFETY: `ObjectEmitter` owns the passes and the machine, and LLVM ties them to no thread.
unsafe impl Send for ObjectEmitter {}

impl ObjectEmitter {
    /// Creates an emitter for the target.
    pub fn new(target: Target) -> Self {
        Self { passes: None, target }
    }

    /// Returns the target of the emitter.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// Emits an object file. Changes the module.
    ///
    /// # Errors
    /// Fails if LLVM cannot generate code for the module, or emits no object files for the target.
    pub fn object(&mut self, module: &mut LlvmModule) -> Result<Vec<u8>, Error> {
        let machine = self.target.machine_ref();
        // SAFETY: `self` owns the live machine, and disposes of it after the passes. `module` is
        // alive. The bytes are copied before anything can change them; they may be null if there
        // are none.
        let bytes = unsafe {
            let passes = match self.passes {
                Some(passes) => passes.as_ptr(),
                None => hloomCreateEmitter(machine),
            };
            self.passes = NonNull::new(passes);
            if passes.is_null() {
                let reason = "LLVM emits no object files for the target".to_owned();
                return Err(Error::Llvm { action: "generate code", reason });
            }
            let mut size = 0;
            let bytes = hloomEmitObject(passes, machine, module.module, &raw mut size);
            if size == 0 {
                Vec::new()
            } else {
                std::slice::from_raw_parts(bytes.cast::<u8>(), size).to_vec()
            }
        };
        // LLVM does not promise that passes can run again after an error.
        module.check_reported("generate code").inspect_err(|_| self.dispose())?;
        Ok(bytes)
    }

    fn dispose(&mut self) {
        let passes = self.passes.take().map_or(null_mut(), NonNull::as_ptr);
        // SAFETY: `object` created the passes, `self` owned them, and they are no longer used.
        // C++'s `delete` accepts null.
        unsafe { hloomDisposeEmitter(passes) }
    }
}

impl Drop for ObjectEmitter {
    fn drop(&mut self) {
        self.dispose();
    }
}
