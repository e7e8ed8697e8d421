// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The trait of a driver's library.

use crate::functions::{Code, DeviceNumber, Functions};
use std::ffi::c_int;
use std::fmt::Debug;

/// The loaded library of a driver. The trait has the differences between drivers.
///
/// # Safety
/// [`Binding::functions`] must return the functions of the driver that `make_current` refers to.
/// [`Binding::check_image`] must accept an image only if the driver reads no byte outside of it.
pub unsafe trait Binding: Debug + Send + Sync + Sized + 'static {
    /// The platform's name.
    const PLATFORM: &'static str;
    /// The driver in messages, such as `CUDA driver`.
    const DRIVER: &'static str;
    /// The number of the attribute with the number of multiprocessors of a device.
    const MULTIPROCESSORS: c_int;
    /// Whether the driver reads the image of a loaded module until the module is unloaded.
    const KEEPS_IMAGE: bool;

    /// The handle by which a device is made current.
    type Context: Clone + Copy + Debug + Send + Sync;
    /// The properties of a device that other drivers do not have.
    type Properties: Debug + Send + Sync;

    /// Loads the library, and finds its functions.
    ///
    /// # Errors
    /// Returns the reason why the library cannot be used, as the rest of a message.
    fn load() -> Result<Self, String>;

    /// Returns the functions.
    fn functions(&self) -> &Functions;

    /// Returns the handle by which a device is made current. It stays valid as long as the process.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    fn context(&self, device: DeviceNumber) -> Result<Self::Context, Code>;

    /// Makes a device current on this thread: functions without a stream refer to it.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    fn make_current(&self, context: Self::Context) -> Result<(), Code>;

    /// Reads the properties of a device that other drivers do not have.
    ///
    /// # Errors
    /// Fails with the error of the driver.
    fn properties(&self, device: DeviceNumber) -> Result<Self::Properties, Code>;

    /// Returns LLVM's name of a device's chip.
    fn chip_name(properties: &Self::Properties) -> String;

    /// Checks that an image has a form that the driver accepts, and is complete: the driver does not
    /// know its size. If [`Binding::KEEPS_IMAGE`] is true, the image is aligned to 8 bytes.
    ///
    /// # Errors
    /// Returns a message that says what the driver expects.
    fn check_image(image: &[u8]) -> Result<(), String>;
}
