// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The trait that describes a driver's library.

use crate::functions::{Code, DeviceNumber, Functions};
use std::ffi::c_int;
use std::fmt::Debug;

/// The loaded library of a driver. The items of this trait are the differences between drivers.
///
/// # Safety
/// [`Binding::functions`] must return the functions of the driver that `make_current` refers to.
/// [`Binding::check_image`] must accept an image only if the driver reads no byte outside of it.
pub unsafe trait Binding: Debug + Send + Sync + Sized + 'static {
    /// The name of the platform.
    const PLATFORM: &'static str;
    /// The name of the driver in messages, such as `CUDA driver`.
    const DRIVER: &'static str;
    /// The number of the device attribute that contains the number of multiprocessors.
    const MULTIPROCESSORS: c_int;
    /// Whether the driver reads the image of a loaded module until the module is unloaded.
    const KEEPS_IMAGE: bool;

    /// The handle that makes a device current on a thread, such as a CUDA context.
    type Context: Clone + Copy + Debug + Send + Sync;
    /// The properties of a device that only this driver's devices have.
    type Properties: Debug + Send + Sync;

    /// Loads the driver's library and finds its functions.
    ///
    /// # Errors
    /// Returns the reason why the library cannot be used. It becomes the message of an error.
    fn load() -> Result<Self, String>;

    /// Returns the table of the driver's functions.
    fn functions(&self) -> &Functions;

    /// Returns the handle that makes a device current. It is valid until the process ends.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    fn context(&self, device: DeviceNumber) -> Result<Self::Context, Code>;

    /// Makes a device current on the calling thread. Functions of the driver without a stream
    /// parameter refer to the current device.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    fn make_current(&self, context: Self::Context) -> Result<(), Code>;

    /// Reads the properties of a device that only this driver's devices have.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    fn properties(&self, device: DeviceNumber) -> Result<Self::Properties, Code>;

    /// Returns LLVM's name of the chip of a device with these properties.
    fn chip_name(properties: &Self::Properties) -> String;

    /// Checks that an image has a format that the driver accepts, and that it is complete. The
    /// driver does not know the size of the image. If [`Binding::KEEPS_IMAGE`] is true, the image
    /// is aligned to 8 bytes.
    ///
    /// # Errors
    /// Returns a message with the expected format.
    fn check_image(image: &[u8]) -> Result<(), String>;
}
