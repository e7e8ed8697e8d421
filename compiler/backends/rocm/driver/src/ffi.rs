// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The library of the HIP runtime. The names, signatures and numbers come from `hip_runtime_api.h`
//! of the repository ROCm/HIP, version 6.2. Version 7 does not change them.

use crate::chips::chip_of_target;
use crate::{NAME, code_object};
use hloom_gpu_driver::{Binding, Code, DeviceNumber, Functions, Names};
use libloading::Library;
use std::ffi::{CStr, c_int, c_void};
use std::path::{Path, PathBuf};

/// The names of the functions in the runtime's library. If several functions have the same purpose,
/// the table contains the one with the signature of the CUDA driver's function, such as
/// `hipDrvGetErrorName`.
const NAMES: Names = Names {
    initialize: c"hipInit",
    count_devices: c"hipGetDeviceCount",
    get_device: c"hipDeviceGet",
    get_name: c"hipDeviceGetName",
    get_total_memory: c"hipDeviceTotalMem",
    get_attribute: c"hipDeviceGetAttribute",
    get_error_name: c"hipDrvGetErrorName",
    get_error_text: c"hipDrvGetErrorString",
    allocate: c"hipMalloc",
    free: c"hipFree",
    load_module: c"hipModuleLoadData",
    unload_module: c"hipModuleUnload",
    get_function: c"hipModuleGetFunction",
    create_stream: c"hipStreamCreateWithFlags",
    destroy_stream: c"hipStreamDestroy",
    synchronize_stream: c"hipStreamSynchronize",
    wait_for_event: c"hipStreamWaitEvent",
    copy_to_device: c"hipMemcpyHtoDAsync",
    copy_to_host: c"hipMemcpyDtoHAsync",
    copy_on_device: c"hipMemcpyDtoDAsync",
    fill: c"hipMemsetD8Async",
    launch: c"hipModuleLaunchKernel",
    call_host: c"hipLaunchHostFunc",
    create_event: c"hipEventCreateWithFlags",
    destroy_event: c"hipEventDestroy",
    record_event: c"hipEventRecord",
    query_event: c"hipEventQuery",
    synchronize_event: c"hipEventSynchronize",
};

/// The file names of the library, in the order in which they are tried. ROCm 10 also has version 7.
/// Version 5 lacks functions; the error message names the first missing one.
const LIBRARIES: [&str; 4] =
    ["libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so", "libamdhip64.so.5"];

/// The environment variable that names the folder of ROCm. The library is loaded from this folder
/// if the system's loader does not find it.
const FOLDER: &str = "ROCM_PATH";

/// Loads the library of the HIP runtime, or returns `None` if it is not found.
fn library() -> Option<Library> {
    let named = LIBRARIES.iter().map(PathBuf::from);
    let folder = std::env::var_os(FOLDER).map(|it| Path::new(&it).join("lib/libamdhip64.so"));
    // SAFETY: loading the runtime's library runs its initializers, which the runtime's maker intends
    // for any program.
    named.chain(folder).find_map(|file| unsafe { Library::new(file) }.ok())
}

/// The struct `hipDeviceProp_tR0600`, the properties of a device. The size of the struct and the
/// offset of the only field that is read apply to 64-bit Linux. The number in the name changes if
/// the layout changes.
#[repr(C, align(8))]
struct Properties([u8; Self::BYTES]);

impl Properties {
    const BYTES: usize = 1472;
    /// The byte range of the field `gcnArchName`, a zero-terminated string in an array of 256
    /// bytes.
    const TARGET: std::ops::Range<usize> = 1160..1160 + 256;
}

type SetDevice = unsafe extern "C" fn(device: c_int) -> c_int;
type GetProperties = unsafe extern "C" fn(properties: *mut Properties, device: c_int) -> c_int;

/// The loaded HIP runtime.
#[derive(Debug)]
pub struct Hip {
    functions: Functions,
    set_device: SetDevice,
    get_properties: GetProperties,
    /// The library that contains the functions, which must stay loaded.
    _library: Library,
}

// SAFETY: the functions are those of the runtime's library, as are the others of this implementation.
// The runtime reads those parts of an image to which its headers refer, and these have been checked.
unsafe impl Binding for Hip {
    const PLATFORM: &'static str = NAME;
    const DRIVER: &'static str = "HIP runtime";
    /// The number of the attribute `hipDeviceAttributeMultiprocessorCount`.
    const MULTIPROCESSORS: c_int = 63;
    /// True, because `hipModuleLoadData` does not copy the image. Source:
    /// `FatBinaryInfo::AddDevProgram` in `hip_fatbin.cpp` of the repository ROCm/clr.
    const KEEPS_IMAGE: bool = true;

    type Context = DeviceNumber;
    type Properties = String;

    fn load() -> Result<Self, String> {
        let library = library().ok_or_else(|| {
            "there is no HIP runtime on this machine (`libamdhip64.so`)".to_owned()
        })?;
        let lacks = |name: &CStr| {
            let name = name.to_string_lossy();
            format!("the HIP runtime lacks `{name}`; expected ROCm 6.0 or later")
        };
        // SAFETY: the runtime's documentation gives the functions these signatures. The library stays
        // in memory as long as the addresses are used.
        unsafe {
            let (set_device, get_properties) = (c"hipSetDevice", c"hipGetDevicePropertiesR0600");
            let find = |name: &CStr| {
                library.get::<*const c_void>(name.to_bytes_with_nul()).ok().map(|it| *it)
            };
            Ok(Self {
                functions: Functions::find(&NAMES, find).map_err(lacks)?,
                set_device: *library
                    .get::<SetDevice>(set_device.to_bytes_with_nul())
                    .map_err(|_| lacks(set_device))?,
                get_properties: *library
                    .get::<GetProperties>(get_properties.to_bytes_with_nul())
                    .map_err(|_| lacks(get_properties))?,
                _library: library,
            })
        }
    }

    fn functions(&self) -> &Functions {
        &self.functions
    }

    fn context(&self, device: DeviceNumber) -> Result<DeviceNumber, Code> {
        Ok(device)
    }

    fn make_current(&self, device: DeviceNumber) -> Result<(), Code> {
        // SAFETY: the function takes no pointers, and may be called at any time.
        Code::check(unsafe { (self.set_device)(device.0) })
    }

    fn properties(&self, device: DeviceNumber) -> Result<String, Code> {
        let mut properties = Properties([0; Properties::BYTES]);
        // SAFETY: the structure has the runtime's size, and outlives the call.
        Code::check(unsafe { (self.get_properties)(&raw mut properties, device.0) })?;
        let target = &properties.0[Properties::TARGET];
        let length = target.iter().position(|byte| *byte == 0).unwrap_or(target.len());
        Ok(String::from_utf8_lossy(&target[..length]).into_owned())
    }

    fn chip_name(target: &String) -> String {
        chip_of_target(target).to_owned()
    }

    fn check_image(image: &[u8]) -> Result<(), String> {
        code_object::check(image)
    }
}
