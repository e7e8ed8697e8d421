// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The table of a driver's functions, with safe wrappers of the functions that read properties.
//!
//! The signatures in CUDA's `cuda.h` and in HIP's `hip_runtime_api.h` agree. Handles are pointers,
//! and enumerations have the size of an `int`. An address of device memory has 64 bits; it is an
//! integer in CUDA and a pointer in HIP.

use super::{Code, DeviceNumber};
use std::ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_void};

/// Declares the struct `Functions` of function pointers and the struct `Names` of the
/// functions' names.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: fn($($argument:ident: $type:ty),*),)*) => {
        /// The functions of a driver. Each returns 0 on success, or the number of an error.
        #[derive(Clone, Copy, Debug)]
        pub struct Functions {
            $($(#[$doc])* pub(crate) $name: unsafe extern "C" fn($($argument: $type),*) -> c_int,)*
        }

        /// The names of these functions in the library of a driver.
        #[derive(Clone, Copy, Debug)]
        pub struct Names {
            $($(#[$doc])* pub $name: &'static CStr,)*
        }

        impl Functions {
            /// Looks up the functions by their names in the library of a driver.
            ///
            /// # Errors
            /// Returns the name of the first function that the library lacks.
            ///
            /// # Safety
            /// `find` must return the addresses of functions, which must stay in memory, and behave as
            /// the driver's documentation says. Each must have the signature of its field.
            pub unsafe fn find(
                names: &Names,
                find: impl Fn(&CStr) -> Option<*const c_void>,
            ) -> Result<Self, &'static CStr> {
                let find = |name: &'static CStr| {
                    find(name).filter(|address| !address.is_null()).ok_or(name)
                };
                Ok(Self {
                    $($name: {
                        type Signature = unsafe extern "C" fn($($type),*) -> c_int;
                        let address = find(names.$name)?;
                        // SAFETY: this is the address of a function of this signature, by this
                        // function's contract.
                        unsafe { std::mem::transmute::<*const c_void, Signature>(address) }
                    },)*
                })
            }
        }
    };
}

functions! {
    /// Initializes the driver.
    initialize: fn(flags: c_uint),
    /// Writes the number of devices to `count`.
    count_devices: fn(count: *mut c_int),
    /// Writes the driver's number of the device with an ordinal to `device`.
    get_device: fn(device: *mut c_int, ordinal: c_int),
    /// Writes the vendor's name of a device to `name`, as a zero-terminated string.
    get_name: fn(name: *mut c_char, size: c_int, device: c_int),
    /// Writes the size in bytes of the memory of a device to `bytes`.
    get_total_memory: fn(bytes: *mut usize, device: c_int),
    /// Writes the value of an attribute of a device to `value`.
    get_attribute: fn(value: *mut c_int, attribute: c_int, device: c_int),
    /// Writes a pointer to the name of an error, such as `CUDA_ERROR_INVALID_VALUE`, to `name`.
    get_error_name: fn(code: c_int, name: *mut *const c_char),
    /// Writes a pointer to the description of an error, such as `invalid argument`, to `text`.
    get_error_text: fn(code: c_int, text: *mut *const c_char),

    /// Allocates memory on the current device.
    allocate: fn(address: *mut u64, bytes: usize),
    /// Frees device memory. The driver first waits for all work that uses the memory.
    free: fn(address: u64),

    /// Loads an image, which contains the code of kernels, on the current device.
    load_module: fn(module: *mut *mut c_void, image: *const c_void),
    /// Unloads an image from its device.
    unload_module: fn(module: *mut c_void),
    /// Finds the kernel with a name in a loaded image.
    get_function: fn(function: *mut *mut c_void, module: *mut c_void, name: *const c_char),

    /// Creates a stream on the current device.
    create_stream: fn(stream: *mut *mut c_void, flags: c_uint),
    /// Destroys a stream.
    destroy_stream: fn(stream: *mut c_void),
    /// Waits for all work of a stream.
    synchronize_stream: fn(stream: *mut c_void),
    /// Makes later work of a stream wait for the most recent recording of an event.
    wait_for_event: fn(stream: *mut c_void, event: *mut c_void, flags: c_uint),
    /// Enqueues a copy from host memory to device memory.
    copy_to_device: fn(to: u64, from: *const c_void, bytes: usize, stream: *mut c_void),
    /// Enqueues a copy from device memory to host memory.
    copy_to_host: fn(to: *mut c_void, from: u64, bytes: usize, stream: *mut c_void),
    /// Enqueues a copy from device memory to device memory.
    copy_on_device: fn(to: u64, from: u64, bytes: usize, stream: *mut c_void),
    /// Enqueues an operation that sets `bytes` bytes of device memory to a value.
    fill: fn(to: u64, value: c_uchar, bytes: usize, stream: *mut c_void),
    /// Enqueues a launch of a kernel.
    launch: fn(
        function: *mut c_void,
        groups_x: c_uint,
        groups_y: c_uint,
        groups_z: c_uint,
        threads_x: c_uint,
        threads_y: c_uint,
        threads_z: c_uint,
        shared_bytes: c_uint,
        stream: *mut c_void,
        arguments: *mut *mut c_void,
        extra: *mut *mut c_void
    ),
    /// Enqueues a call of a host function with an argument.
    call_host: fn(
        stream: *mut c_void,
        function: unsafe extern "C" fn(*mut c_void),
        argument: *mut c_void
    ),

    /// Creates an event on the current device.
    create_event: fn(event: *mut *mut c_void, flags: c_uint),
    /// Destroys an event. If it has not happened yet, the driver destroys it afterwards.
    destroy_event: fn(event: *mut c_void),
    /// Enqueues the recording of an event on a stream.
    record_event: fn(event: *mut c_void, stream: *mut c_void),
    /// Returns 0 if all work before the most recent recording of an event is done.
    query_event: fn(event: *mut c_void),
    /// Blocks the calling thread until all work before the most recent recording of an event is
    /// done.
    synchronize_event: fn(event: *mut c_void),
}

impl Functions {
    /// Initializes the driver.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    pub fn initialize(&self) -> Result<(), Code> {
        // SAFETY: the function takes no pointers, and may be called at any time.
        Code::check(unsafe { (self.initialize)(0) })
    }

    /// Returns the number of devices that the driver finds.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    pub fn count_devices(&self) -> Result<usize, Code> {
        let mut count = 0;
        // SAFETY: the number outlives the call.
        Code::check(unsafe { (self.count_devices)(&raw mut count) })?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Returns the driver's number of the device with an ordinal.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    pub fn device(&self, ordinal: usize) -> Result<DeviceNumber, Code> {
        let (mut device, ordinal) = (0, c_int::try_from(ordinal).unwrap_or(c_int::MAX));
        // SAFETY: the number outlives the call.
        Code::check(unsafe { (self.get_device)(&raw mut device, ordinal) })?;
        Ok(DeviceNumber(device))
    }

    /// Returns the vendor's name of a device.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    pub fn name(&self, device: DeviceNumber) -> Result<String, Code> {
        let mut name = [0_u8; 256];
        let (start, size) = (name.as_mut_ptr().cast(), name.len() as c_int);
        // SAFETY: the array has `size` bytes, and outlives the call.
        Code::check(unsafe { (self.get_name)(start, size, device.0) })?;
        let length = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
        Ok(String::from_utf8_lossy(&name[..length]).into_owned())
    }

    /// Returns the size in bytes of the memory of a device.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    pub fn total_memory(&self, device: DeviceNumber) -> Result<usize, Code> {
        let mut bytes = 0;
        // SAFETY: the number outlives the call.
        Code::check(unsafe { (self.get_total_memory)(&raw mut bytes, device.0) })?;
        Ok(bytes)
    }

    /// Returns the value of the attribute of a device with the number `attribute`. All values are
    /// nonnegative.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    pub fn attribute(&self, attribute: c_int, device: DeviceNumber) -> Result<u32, Code> {
        let mut value = 0;
        // SAFETY: the number outlives the call.
        Code::check(unsafe { (self.get_attribute)(&raw mut value, attribute, device.0) })?;
        Ok(value.unsigned_abs())
    }

    /// Returns the driver's description and name of an error. If the driver does not know the
    /// error, the text contains the error's number.
    pub fn error_text(&self, code: Code) -> String {
        let read = |function: unsafe extern "C" fn(c_int, *mut *const c_char) -> c_int| {
            let mut text = std::ptr::null();
            // SAFETY: the pointer outlives the call.
            let found = unsafe { function(code.0, &raw mut text) };
            if found != 0 || text.is_null() {
                return None;
            }
            // SAFETY: the driver has found a text, which ends with a zero, and which it never frees.
            Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
        };
        match (read(self.get_error_text), read(self.get_error_name)) {
            (Some(text), Some(name)) => format!("{text} ({name})"),
            (Some(one), None) | (None, Some(one)) => format!("{one} (error {})", code.0),
            (None, None) => format!("error {}", code.0),
        }
    }
}
