// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads the machine code of simulated kernels and calls it.

use super::super::NAME;
use super::accesses::{self, Checker};
use super::fibres::{self, Threads};
use super::matrix_units;
use hloom_compiler::Error;
use hloom_compiler::interface::{DeviceBuffer, Kernel, LaunchDimensions};
use hloom_llvm::LoadedObject;
use hloom_lowering::gpu::check_accesses::ACCESS;
use hloom_lowering::gpu::gpu_to_host::{BARRIER, MULTIPLY, MULTIPLY_SHARED};
use hloom_lowering::gpu::shared_memory;
use hloom_values::AlignedBytes;
use std::any::Any;
use std::sync::Arc;

/// The signature of a kernel's entry function, which the pass `hloom-emit-kernel-entries`
/// generates.
type EntryFn =
    unsafe extern "C" fn(arguments: *const *mut u8, block: i64, thread: i64, shared: *mut u8);

/// A simulated kernel as machine code in executable memory.
#[derive(Clone, Debug)]
pub struct HostKernel {
    name: Arc<str>,
    entry: EntryFn,
    /// Whether the threads of a thread block synchronize at barriers.
    is_cooperative: bool,
    /// The object file to which the machine code belongs. It keeps the code of `entry` in memory.
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
        let runtime = [
            (BARRIER, fibres::barrier as *const u8),
            (ACCESS, accesses::access as *const u8),
            (MULTIPLY, matrix_units::multiply as *const u8),
            (MULTIPLY_SHARED, matrix_units::multiply_shared as *const u8),
        ];
        // SAFETY: the object refers to no data of others. It calls the functions of `runtime`, which live
        // as long as the process, with the arguments that they take.
        let object = unsafe { LoadedObject::load([object], runtime) };
        let object = Arc::new(object.map_err(hloom_codegen::error)?);
        let load = |name: &&str| -> Result<Arc<dyn Kernel>, Error> {
            let cooperative = object.symbol(&format!("{name}_cooperative_entry"));
            let is_cooperative = cooperative.is_ok();
            let address = cooperative.or_else(|_| object.symbol(&format!("{name}_entry")));
            let address = address.map_err(hloom_codegen::error)?;
            // SAFETY: `hloom-emit-kernel-entries` gives the symbol this signature. The code stays in
            // memory as long as the object, which the kernel keeps.
            let entry = unsafe { std::mem::transmute::<*const (), EntryFn>(address) };
            let name = (*name).into();
            Ok(Arc::new(Self { name, entry, is_cooperative, _object: Arc::clone(&object) }))
        };
        names.iter().map(load).collect()
    }

    /// Runs the thread blocks of a launch one after the other. Blocks and threads have one
    /// dimension; the other dimensions of the launch must be 1.
    ///
    /// # Errors
    /// Fails at a faulty access, if a thread ends while other threads of its block wait for it, or
    /// if there is no memory for the stacks of threads.
    pub fn launch(
        &self,
        dimensions: LaunchDimensions,
        buffers: &[DeviceBuffer],
    ) -> Result<(), Error> {
        let address =
            |it: &DeviceBuffer| std::ptr::with_exposed_provenance_mut(it.address() as usize);
        let arguments: Vec<*mut u8> = buffers.iter().map(address).collect();
        let alignment = shared_memory::LARGE_ALIGNMENT as usize;
        let memory = AlignedBytes::try_zeroed(shared_memory::BYTES as usize + alignment);
        let mut memory = memory.ok_or_else(|| {
            refuse("too little host memory for the shared memory of a thread block")
        })?;
        let start = memory.as_mut_ptr();
        let shared = start.wrapping_add(start.align_offset(alignment));
        let (entry, given) = (self.entry, arguments.as_ptr());
        let run = move |block: i64, thread: i64| {
            // SAFETY: `SimtStream::launch` has checked that the buffers belong to the host, and
            // keeps them alive during the call. The compiler has generated the code for buffers
            // of these sizes, and the plan checks them. It has checked that the shared memory of the
            // kernel is not larger than that.
            unsafe { entry(given, block, thread, shared) }
        };
        let range =
            |it: &DeviceBuffer| it.address() as usize..it.address() as usize + it.byte_size();
        let block_memory = shared.addr()..shared.addr() + shared_memory::BYTES as usize;
        let buffers = buffers.iter().map(range).collect();
        accesses::install(Some(Checker::new(buffers, block_memory.clone())));
        let mut stacks = Vec::new();
        let outcome = (0..i64::from(dimensions.groups[0])).try_for_each(|block| {
            let count = i64::from(dimensions.threads[0]);
            matrix_units::reset(block_memory.clone());
            let threads = Threads { block, count, is_cooperative: self.is_cooperative };
            let run = move |thread| run(block, thread);
            fibres::run(&threads, run, accesses::take_fault, &mut stacks)
        });
        accesses::install(None);
        outcome.map_err(|message| refuse(&format!("kernel `{}`: {message}", self.name)))
    }
}

fn refuse(message: &str) -> Error {
    Error::Device { platform: NAME.to_owned(), message: message.to_owned() }
}

impl Kernel for HostKernel {
    fn name(&self) -> &str {
        &self.name
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
