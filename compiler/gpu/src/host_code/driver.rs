// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The driver that host code loads at run time.

/// A driver of GPUs, with the names of its functions. Host code finds them by these names when it runs.
///
/// Every function returns an `int`, 0 for success. Device memory is addressed by 64-bit integers.
#[derive(Clone, Copy, Debug)]
pub struct HostDriver {
    /// The file name of the shared library.
    pub library: &'static str,
    /// The name of the driver in comments, with the versions that have all functions.
    pub description: &'static str,
    /// The type of a stream in comments.
    pub stream: &'static str,
    /// The type of an error in comments.
    pub error: &'static str,
    /// `init(unsigned flags)` initializes the driver. The flags are 0.
    pub init: &'static str,
    /// `device_count(int *count)` counts the devices.
    pub device_count: &'static str,
    /// The function that loads an image.
    pub load: HostLoad,
    /// `unload(image)` unloads an image.
    pub unload: &'static str,
    /// `kernel(void **kernel, image, const char *name)` finds a kernel of an image.
    pub kernel: &'static str,
    /// `global(address, size_t *bytes, image, const char *name)` finds a variable of an image in the
    /// current context.
    pub global: &'static str,
    /// The functions that tell contexts apart.
    pub context: HostContext,
    /// `launch(kernel, unsigned blocks_x, blocks_y, blocks_z, threads_x, threads_y, threads_z,
    /// shared_bytes, stream, void **arguments, void **extra)` enqueues a launch. Elements of
    /// `arguments` point to the arguments, and `extra` is null.
    pub launch: &'static str,
    /// `copy(destination, source, size_t bytes, stream)` enqueues a copy on the device.
    pub copy: &'static str,
    /// `upload(destination, const void *source, size_t bytes, stream)` enqueues a copy to the device.
    pub upload: &'static str,
    /// `read(void *destination, source, size_t bytes, stream)` enqueues a copy to the host.
    pub read: &'static str,
    /// `wait(stream)` waits for the work of a stream.
    pub wait: &'static str,
    /// The driver's errors that have a status of their own.
    pub errors: &'static [(i32, HostStatus)],
}

/// A function of a driver that loads an image, by its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostLoad {
    /// `load(void **image, const void *code)` loads for the current device.
    Module(&'static str),
    /// `load(void **image, const void *code, options, option_values, unsigned count, options,
    /// option_values, unsigned count)` loads for all devices. There are no options.
    Library(&'static str),
}

/// The functions of a driver that tell contexts apart. Each context has variables of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostContext {
    /// `current(int *device)` returns the current device, whose context is used.
    Device(&'static str),
    /// `current(context *)` returns the current context or null, and `number(context, uint64_t *)` its
    /// number, which no other context ever has.
    Numbered {
        /// The name of `current`.
        current: &'static str,
        /// The name of `number`.
        number: &'static str,
    },
}

/// The status that functions of host code return: the first error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostStatus {
    /// There was no error.
    Ok,
    /// The library of the driver cannot be loaded.
    NoDriver,
    /// The driver lacks a function.
    MissingFunction,
    /// The driver finds no device.
    NoDevice,
    /// The calling thread has no current context of a device.
    NoContext,
    /// The driver rejects the image: it is too old for it, or the device has another chip.
    ImageRefused,
    /// The device or the host has too little memory.
    OutOfMemory,
    /// Another error of the driver, whose number is added to the status.
    DriverError,
}

impl HostStatus {
    /// All statuses.
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

    /// Returns the number that stands for the status in C.
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

    /// Returns the name of the status in C, without the prefix of the function.
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

    /// Returns the meaning of the status, for a comment.
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
