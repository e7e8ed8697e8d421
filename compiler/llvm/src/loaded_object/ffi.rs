// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Links object files with LLVM's C API and the C++ glue.

use crate::Error;
use crate::ffi::{c_string, check, initialize};
use llvm_sys::core::LLVMCreateMemoryBufferWithMemoryRangeCopy;
use llvm_sys::error::LLVMErrorRef;
use llvm_sys::orc2::lljit::*;
use llvm_sys::orc2::*;
use std::ffi::c_char;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

unsafe extern "C" {
    fn hloomCreateLibrary(jit: LLVMOrcLLJITRef, name: *const c_char) -> LLVMOrcJITDylibRef;
    fn hloomLookUp(
        jit: LLVMOrcLLJITRef,
        library: LLVMOrcJITDylibRef,
        name: *const c_char,
        address: *mut u64,
    ) -> LLVMErrorRef;
    fn hloomRemoveLibrary(jit: LLVMOrcLLJITRef, library: LLVMOrcJITDylibRef) -> LLVMErrorRef;
}

/// The JIT of the process, which is never disposed of.
#[derive(Clone, Copy, Debug)]
struct Jit(LLVMOrcLLJITRef);

// SAFETY: LLJIT locks its session in all functions that this module calls.
unsafe impl Send for Jit {}
// SAFETY: as above.
unsafe impl Sync for Jit {}

impl Jit {
    /// Returns the JIT, which the first successful call creates.
    fn of_process() -> Result<Self, Error> {
        static JIT: Mutex<Option<Jit>> = Mutex::new(None);
        // A poisoned lock only means that another thread panicked; the JIT is there or not.
        let mut jit = JIT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(jit) = *jit {
            return Ok(jit);
        }
        initialize();
        let mut created = null_mut();
        // SAFETY: a null builder stands for LLVM's defaults, which link the symbols of the process.
        unsafe { check("create a JIT", LLVMOrcCreateLLJIT(&raw mut created, null_mut()))? };
        Ok(*jit.insert(Self(created)))
    }

    /// Creates an empty JIT library, to which object files are added.
    fn library(self) -> LoadedObject {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = c_string(&format!("program{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        // SAFETY: the JIT is alive. The name is NUL-terminated, outlives the call, and is used once.
        let library = unsafe { hloomCreateLibrary(self.0, name.as_ptr()) };
        LoadedObject { jit: self, library }
    }
}

/// Object files linked into executable memory of this process.
#[derive(Debug)]
pub struct LoadedObject {
    jit: Jit,
    library: LLVMOrcJITDylibRef,
}

// SAFETY: `LoadedObject` owns its library, and LLVM ties it to no thread.
unsafe impl Send for LoadedObject {}
// SAFETY: LLJIT's lookup is thread-safe, and `LoadedObject::symbol` calls nothing else.
unsafe impl Sync for LoadedObject {}

impl LoadedObject {
    /// Loads object files for the host. The JIT resolves undefined symbols in the other objects, in
    /// `data` (pairs of a symbol and its address), and in this process.
    ///
    /// # Errors
    /// Returns [`Error::Llvm`] if LLVM cannot create the JIT or read an object file.
    ///
    /// # Safety
    /// The data must outlive the execution of the code, and must have the types that the objects
    /// expect.
    pub unsafe fn load<'o>(
        objects: impl IntoIterator<Item = &'o [u8]>,
        data: impl IntoIterator<Item = (&'o str, *const u8)>,
    ) -> Result<Self, Error> {
        let loaded = Jit::of_process()?.library();
        let (jit, library) = (loaded.jit.0, loaded.library);
        // SAFETY: the JIT is alive, and `loaded` owns the library, of which `drop` disposes on every
        // path. `AddObjectFile` takes each buffer, which has a copy of the object's bytes.
        unsafe {
            let symbol = |(name, address): (&str, *const u8)| LLVMOrcCSymbolMapPair {
                Name: LLVMOrcLLJITMangleAndIntern(jit, c_string(name).as_ptr()),
                Sym: LLVMJITEvaluatedSymbol {
                    Address: address.expose_provenance() as u64,
                    Flags: LLVMJITSymbolFlags {
                        GenericFlags: LLVMJITSymbolGenericFlags::LLVMJITSymbolGenericFlagsExported
                            as u8,
                        TargetFlags: 0,
                    },
                },
            };
            let mut symbols: Vec<_> = data.into_iter().map(symbol).collect();
            if !symbols.is_empty() {
                let defined = LLVMOrcAbsoluteSymbols(symbols.as_mut_ptr(), symbols.len());
                check("define constants", LLVMOrcJITDylibDefine(library, defined))?;
            }
            for object in objects {
                let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                    object.as_ptr().cast(),
                    object.len(),
                    c"object".as_ptr(),
                );
                check("load an object", LLVMOrcLLJITAddObjectFile(jit, library, buffer))?;
            }
        }
        Ok(loaded)
    }

    /// Returns the address of a symbol. The code or data there lives as long as `self`.
    ///
    /// # Errors
    /// Fails if the object cannot be linked, or if it has no such symbol.
    pub fn symbol(&self, name: &str) -> Result<*const (), Error> {
        let c_name = c_string(name);
        let mut address = 0;
        // SAFETY: JIT and library are alive. `c_string` returns a NUL-terminated name, which
        // outlives the call, and the address is a valid reference. `check` takes the error.
        unsafe {
            let error = hloomLookUp(self.jit.0, self.library, c_name.as_ptr(), &raw mut address);
            check("link the object", error)
        }?;
        if address == 0 {
            return Err(Error::MissingSymbol(name.to_owned()));
        }
        Ok(std::ptr::without_provenance(address as usize))
    }
}

impl Drop for LoadedObject {
    fn drop(&mut self) {
        // SAFETY: `Jit::library` created the library, `self` owns it, and `drop` runs once. `check`
        // consumes the error, which cannot be returned from here.
        unsafe {
            let error = hloomRemoveLibrary(self.jit.0, self.library);
            let _ = check("free a library", error);
        }
    }
}

/// Loads an object that needs no data.
#[cfg(test)]
pub(super) fn load_without_data(object: &[u8]) -> Result<LoadedObject, Error> {
    // SAFETY: there are no data.
    unsafe { LoadedObject::load([object], []) }
}
