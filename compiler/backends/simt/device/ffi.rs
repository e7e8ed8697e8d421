// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls into the machine code of simulated kernels.

use hloom_compiler::Error;
use hloom_compiler::interface::{DeviceBuffer, Kernel, LaunchDimensions};
use hloom_llvm::LoadedObject;
use std::any::Any;
use std::sync::Arc;

/// The signature of a kernel's entry, which the pass `hloom-emit-kernel-entries` generates.
type EntryFn = unsafe extern "C" fn(arguments: *const *mut u8, block: i64, thread: i64);

/// A kernel in executable memory.
#[derive(Clone, Debug)]
pub struct HostKernel {
    name: Arc<str>,
    entry: EntryFn,
    /// Keeps the code of `entry` in memory.
    _object: Arc<LoadedObject>,
}

impl HostKernel {
    /// Loads kernels from an object file that `SimtTarget` generated.
    ///
    /// # Errors
    /// Fails if the object cannot be linked, or if it lacks a kernel.
    pub fn load_all(object: &[u8], names: &[&str]) -> Result<Vec<Arc<dyn Kernel>>, Error> {
        if names.is_empty() {
            return Ok(Vec::new());
        }
        // SAFETY: the object refers to no data.
        let object = unsafe { LoadedObject::load([object], []) };
        let object = Arc::new(object.map_err(hloom_codegen::error)?);
        let load = |name: &&str| -> Result<Arc<dyn Kernel>, Error> {
            let address = object.symbol(&format!("{name}_entry")).map_err(hloom_codegen::error)?;
            // SAFETY: `hloom-emit-kernel-entries` gives the symbol this signature. The code stays in
            // memory as long as the object, which the kernel keeps.
            let entry = unsafe { std::mem::transmute::<*const (), EntryFn>(address) };
            Ok(Arc::new(Self { name: (*name).into(), entry, _object: Arc::clone(&object) }))
        };
        names.iter().map(load).collect()
    }

    /// Runs the threads of a launch in the first dimension, one after the other. The other
    /// dimensions must be 1.
    pub fn launch(&self, dimensions: LaunchDimensions, buffers: &[DeviceBuffer]) {
        let address =
            |it: &DeviceBuffer| std::ptr::with_exposed_provenance_mut(it.address() as usize);
        let arguments: Vec<*mut u8> = buffers.iter().map(address).collect();
        for block in 0..i64::from(dimensions.groups[0]) {
            for thread in 0..i64::from(dimensions.threads[0]) {
                // SAFETY: `SimtStream::launch` has checked that the buffers belong to the host, and
                // keeps them alive during the call. The compiler has generated the code for buffers
                // of these sizes, and the plan checks them.
                unsafe { (self.entry)(arguments.as_ptr(), block, thread) }
            }
        }
    }
}

impl Kernel for HostKernel {
    fn name(&self) -> &str {
        &self.name
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
