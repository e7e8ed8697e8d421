// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Loads images on a device and finds the kernels in them.

use crate::binding::Binding;
use crate::device::{Device, failed};
use crate::functions::Code;
use hloom_stream_executor::Error;
use hloom_values::AlignedBytes;
use std::ffi::{CString, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

/// An image with kernels of a program that is loaded on a device.
#[derive(Debug)]
struct Module<B: Binding> {
    device: Arc<Device<B>>,
    module: *mut c_void,
    /// The bytes of the image, if the driver reads them until the module is unloaded.
    _image: Option<AlignedBytes>,
}

// SAFETY: the driver allows any thread to use a module.
unsafe impl<B: Binding> Send for Module<B> {}
// SAFETY: as above.
unsafe impl<B: Binding> Sync for Module<B> {}

impl<B: Binding> Drop for Module<B> {
    fn drop(&mut self) {
        let module = self.module;
        let _ = self.device.current(|functions| {
            // SAFETY: the module is loaded, and unloaded only here. No launch is pending: streams keep
            // the kernels of their launches until they have waited for them.
            Code::check(unsafe { (functions.unload_module)(module) })
        });
    }
}

/// A kernel that is loaded on a device.
#[derive(Debug)]
pub struct Function<B: Binding> {
    module: Arc<Module<B>>,
    function: *mut c_void,
}

impl<B: Binding> Clone for Function<B> {
    fn clone(&self) -> Self {
        Self { module: Arc::clone(&self.module), function: self.function }
    }
}

// SAFETY: the driver allows any thread to launch a function.
unsafe impl<B: Binding> Send for Function<B> {}
// SAFETY: as above.
unsafe impl<B: Binding> Sync for Function<B> {}

impl<B: Binding> Function<B> {
    /// Returns true if the kernel is loaded on `device`.
    pub(crate) fn is_of(&self, device: &Arc<Device<B>>) -> bool {
        Arc::ptr_eq(&self.module.device, device)
    }

    /// Returns the driver's handle of the kernel, which is valid as long as the kernel is loaded.
    pub(crate) fn handle(&self) -> *mut c_void {
        self.function
    }
}

/// Loads an image on a device and returns the kernels with the given names.
///
/// # Errors
/// Fails if the driver rejects the image, or if the image lacks a kernel.
pub fn load<B: Binding>(
    device: &Arc<Device<B>>,
    image: &[u8],
    names: &[&str],
) -> Result<Vec<Function<B>>, Error> {
    // The copy is aligned, too, as the structures of an image have to be.
    let kept = B::KEEPS_IMAGE.then(|| {
        AlignedBytes::try_copy_of(image).ok_or_else(|| Error::OutOfMemory {
            bytes: image.len(),
            what: "a copy of the kernel image".to_owned(),
        })
    });
    let kept = kept.transpose()?;
    let image = kept.as_deref().map_or(image, |kept| kept);
    B::check_image(image).map_err(failed::<B>)?;
    let module = device.with("load kernels", |functions| {
        let mut module = null_mut();
        // SAFETY: the driver reads no byte outside of the image, as checked above, and none after the
        // call, unless the module keeps the image. The pointer outlives the call.
        let loaded = unsafe { (functions.load_module)(&raw mut module, image.as_ptr().cast()) };
        Code::check(loaded).map(|()| module)
    })?;
    let module = Arc::new(Module { device: Arc::clone(device), module, _image: kept });
    let function = |name: &&str| {
        let text = CString::new(*name).map_err(|_| {
            failed::<B>("expected a kernel name without a zero byte, found one with a zero byte")
        })?;
        let function = device.with(&format!("find kernel `{name}`"), |functions| {
            let mut function = null_mut();
            // SAFETY: the module is loaded. The text ends with a zero, and outlives the call.
            let found = unsafe {
                (functions.get_function)(&raw mut function, module.module, text.as_ptr())
            };
            Code::check(found).map(|()| function)
        })?;
        Ok(Function { module: Arc::clone(&module), function })
    };
    names.iter().map(function).collect()
}
