// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The CUDA driver's library, which the crate `cudarc` loads.

use crate::NAME;
use cudarc::driver::sys;
use hloom_gpu_driver::{Binding, Code, DeviceNumber, Functions, Names};
use std::ffi::{CStr, c_int, c_void};
use std::ptr::null_mut;

/// The names of the functions in the driver's library. Functions whose names end with `_v2` have
/// sizes and addresses of 64 bits.
const NAMES: Names = Names {
    initialize: c"cuInit",
    count_devices: c"cuDeviceGetCount",
    get_device: c"cuDeviceGet",
    get_name: c"cuDeviceGetName",
    get_total_memory: c"cuDeviceTotalMem_v2",
    get_attribute: c"cuDeviceGetAttribute",
    get_error_name: c"cuGetErrorName",
    get_error_text: c"cuGetErrorString",
    allocate: c"cuMemAlloc_v2",
    free: c"cuMemFree_v2",
    load_module: c"cuModuleLoadData",
    unload_module: c"cuModuleUnload",
    get_function: c"cuModuleGetFunction",
    create_stream: c"cuStreamCreate",
    destroy_stream: c"cuStreamDestroy_v2",
    synchronize_stream: c"cuStreamSynchronize",
    wait_for_event: c"cuStreamWaitEvent",
    copy_to_device: c"cuMemcpyHtoDAsync_v2",
    copy_to_host: c"cuMemcpyDtoHAsync_v2",
    copy_on_device: c"cuMemcpyDtoDAsync_v2",
    fill: c"cuMemsetD8Async",
    launch: c"cuLaunchKernel",
    call_host: c"cuLaunchHostFunc",
    create_event: c"cuEventCreate",
    destroy_event: c"cuEventDestroy_v2",
    record_event: c"cuEventRecord",
    query_event: c"cuEventQuery",
    synchronize_event: c"cuEventSynchronize",
};

type Retain = unsafe extern "C" fn(context: *mut *mut c_void, device: c_int) -> c_int;
type SetCurrent = unsafe extern "C" fn(context: *mut c_void) -> c_int;

/// The loaded CUDA driver.
#[derive(Debug)]
pub struct Cuda {
    functions: Functions,
    retain: Retain,
    set_current: SetCurrent,
}

/// A device's primary context. It is never released, because devices live as long as the process.
#[derive(Clone, Copy, Debug)]
pub struct Context(*mut c_void);

// SAFETY: the driver allows any thread to make a context current.
unsafe impl Send for Context {}
// SAFETY: as above; the driver synchronizes concurrent calls.
unsafe impl Sync for Context {}

// SAFETY: the functions are those of the driver's library, as are the others of this implementation.
// The driver reads an image up to its first zero byte, which is in the image.
unsafe impl Binding for Cuda {
    const PLATFORM: &'static str = NAME;
    const DRIVER: &'static str = "CUDA driver";
    const MULTIPROCESSORS: c_int =
        sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT as c_int;
    const KEEPS_IMAGE: bool = false;

    type Context = Context;
    type Properties = (u32, u32);

    fn load() -> Result<Self, String> {
        // SAFETY: loading the driver's library runs its initializers, which the driver's maker
        // intends for any program.
        if !unsafe { sys::is_culib_present() } {
            return Err("there is no CUDA driver on this machine (`libcuda.so`)".to_owned());
        }
        let lacks = |name: &CStr| {
            let name = name.to_string_lossy();
            format!("the CUDA driver lacks `{name}`; update the driver of this machine")
        };
        // SAFETY: the library is present, so that loading it does not panic, and stays in memory. The
        // driver's documentation gives the functions these signatures.
        unsafe {
            let library = sys::culib();
            let (retain, set_current) = (c"cuDevicePrimaryCtxRetain", c"cuCtxSetCurrent");
            let find = |name: &CStr| library.get::<*const c_void>(name).ok().map(|it| *it);
            Ok(Self {
                functions: Functions::find(&NAMES, find).map_err(lacks)?,
                retain: *library.get::<Retain>(retain).map_err(|_| lacks(retain))?,
                set_current: *library
                    .get::<SetCurrent>(set_current)
                    .map_err(|_| lacks(set_current))?,
            })
        }
    }

    fn functions(&self) -> &Functions {
        &self.functions
    }

    fn context(&self, device: DeviceNumber) -> Result<Context, Code> {
        let mut context = null_mut();
        // SAFETY: the pointer outlives the call.
        Code::check(unsafe { (self.retain)(&raw mut context, device.0) })?;
        Ok(Context(context))
    }

    fn make_current(&self, context: Context) -> Result<(), Code> {
        // SAFETY: the context is retained as long as the process lives.
        Code::check(unsafe { (self.set_current)(context.0) })
    }

    fn properties(&self, device: DeviceNumber) -> Result<(u32, u32), Code> {
        use sys::CUdevice_attribute as Attribute;
        let attribute = |which: Attribute| self.functions.attribute(which as c_int, device);
        let major = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?;
        let minor = attribute(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?;
        Ok((major, minor))
    }

    fn chip_name((major, minor): &(u32, u32)) -> String {
        format!("sm_{major}{minor}")
    }

    fn check_image(image: &[u8]) -> Result<(), String> {
        if image.ends_with(&[0]) {
            Ok(())
        } else {
            Err("kernel image: expected code that ends with a zero byte".to_owned())
        }
    }
}
