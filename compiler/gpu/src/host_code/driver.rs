// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Describes the driver libraries that generated host code loads at run time.

/// A GPU driver library and the names of its functions. Host code finds the functions by these
/// names at run time.
///
/// Every function returns an `int`, which is 0 on success. Addresses of device memory are 64-bit
/// integers.
#[derive(Clone, Copy, Debug)]
pub struct HostDriver {
    /// The file name of the driver's shared library.
    pub library: &'static str,
    /// The driver and its required version, as described in the comments of the generated header.
    pub description: &'static str,
    /// The driver's C type of a stream, for the comments of the generated header.
    pub stream: &'static str,
    /// The driver's C type of an error, for the comments of the generated header.
    pub error: &'static str,
    /// The name of the function `init(unsigned flags)`, which initializes the driver. Host code
    /// passes 0 as flags.
    pub init: &'static str,
    /// The name of the function `device_count(int *count)`, which returns the number of devices.
    pub device_count: &'static str,
    /// The function that loads an image, which contains the code of the kernels.
    pub load: HostLoad,
    /// The name of the function `unload(image)`, which unloads an image.
    pub unload: &'static str,
    /// The name of the function `kernel(void **kernel, image, const char *name)`, which finds a
    /// kernel of an image.
    pub kernel: &'static str,
    /// The name of the function `global(address, size_t *bytes, image, const char *name)`. It finds
    /// the address and the size of a variable of an image in the current context.
    pub global: &'static str,
    /// The functions that identify the current context.
    pub context: HostContext,
    /// The name of the function `launch(kernel, unsigned blocks_x, blocks_y, blocks_z, threads_x,
    /// threads_y, threads_z, shared_bytes, stream, void **arguments, void **extra)`, which enqueues
    /// a launch. Elements of `arguments` point to the arguments, and `extra` is null.
    pub launch: &'static str,
    /// The name of the function `copy(destination, source, size_t bytes, stream)`, which enqueues a
    /// copy from device memory to device memory.
    pub copy: &'static str,
    /// The name of the function `upload(destination, const void *source, size_t bytes, stream)`,
    /// which enqueues a copy from the host to the device.
    pub upload: &'static str,
    /// The name of the function `read(void *destination, source, size_t bytes, stream)`, which
    /// enqueues a copy from the device to the host.
    pub read: &'static str,
    /// The name of the function `wait(stream)`, which waits for all work of a stream.
    pub wait: &'static str,
    /// The driver's error numbers that have a status of their own, each with this status. All other
    /// errors have the status [`HostStatus::DriverError`].
    pub errors: &'static [(i32, HostStatus)],
}

/// The function of a driver that loads an image: its parameters and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostLoad {
    /// The name of a function `load(void **image, const void *code)`, which loads code for the
    /// current device.
    Module(&'static str),
    /// The name of a function that loads code for all devices: `load(void **image, const void
    /// *code, options, option_values, unsigned count, options, option_values, unsigned count)`.
    /// Host code passes no options.
    Library(&'static str),
}

/// The functions of a driver that identify the current context. Each context has its own copies of
/// an image's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostContext {
    /// The name of a function `current(int *device)`, which returns the current device. Host code
    /// uses the context of this device.
    Device(&'static str),
    /// The names of two functions. `current(context *)` returns the current context or null, and
    /// `number(context, uint64_t *)` returns the number of a context. The driver never uses the
    /// number of a context for another one.
    Numbered {
        /// The name of the function `current`, which returns the current context.
        current: &'static str,
        /// The name of the function `number`, which returns the number of a context.
        number: &'static str,
    },
}

/// The status that the functions of generated host code return: success, or the first error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostStatus {
    /// There was no error.
    Ok,
    /// The shared library of the driver cannot be loaded.
    NoDriver,
    /// The driver's library lacks a function that host code needs.
    MissingFunction,
    /// The driver finds no device.
    NoDevice,
    /// No context of a device is current on the calling thread.
    NoContext,
    /// The driver rejects the image, because the driver is too old for the image, or because the
    /// image is for another chip.
    ImageRefused,
    /// The device or the host has too little memory.
    OutOfMemory,
    /// Another error of the driver. The value returned in C is the number of this status plus the
    /// number of the driver's error.
    DriverError,
}

impl HostStatus {
    /// All statuses, by rising number in C.
    pub const ALL: [Self; 8] = [
        Self::Ok,
        Self::NoDriver,
        Self::MissingFunction,
        Self::NoDevice,
        Self::NoContext,
        Self::ImageRefused,
        Self::OutOfMemory,
        Self::DriverError,
    ];

    /// Returns the number of the status in C.
    pub fn code(self) -> i32 {
        match self {
            Self::Ok => 0,
            Self::NoDriver => 1,
            Self::MissingFunction => 2,
            Self::NoDevice => 3,
            Self::NoContext => 4,
            Self::ImageRefused => 5,
            Self::OutOfMemory => 6,
            Self::DriverError => 1000,
        }
    }

    /// Returns the name of the status in C without its prefix, which is derived from the name of
    /// the entry function.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "OK",
            Self::NoDriver => "NO_DRIVER",
            Self::MissingFunction => "MISSING_FUNCTION",
            Self::NoDevice => "NO_DEVICE",
            Self::NoContext => "NO_CONTEXT",
            Self::ImageRefused => "IMAGE_REFUSED",
            Self::OutOfMemory => "OUT_OF_MEMORY",
            Self::DriverError => "DRIVER_ERROR",
        }
    }

    /// Returns the meaning of the status, for a comment in the generated header.
    pub fn meaning(self, driver: &HostDriver, chip: &str) -> String {
        let HostDriver { library, description, error, .. } = driver;
        match self {
            Self::Ok => "Success.".to_owned(),
            Self::NoDriver => format!("{library} cannot be loaded."),
            Self::MissingFunction => {
                format!("{library} lacks a function: {description} is needed.")
            }
            Self::NoDevice => "The driver finds no device.".to_owned(),
            Self::NoContext => "No context of a device is current on this thread.".to_owned(),
            Self::ImageRefused if chip.is_empty() => {
                "The driver is too old for the code, or the device cannot run it.".to_owned()
            }
            Self::ImageRefused => {
                format!("The driver is too old, or the device cannot run code for {chip}.")
            }
            Self::OutOfMemory => "The device or the host has too little memory.".to_owned(),
            Self::DriverError => format!("Plus n: the driver returned its error n, a {error}."),
        }
    }
}
