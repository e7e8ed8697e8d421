// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Devices of a driver.
//!
//! A function of the driver that takes no stream refers to the device that is current on the calling
//! thread. Each method therefore makes its device current first.

use crate::binding::Binding;
use crate::functions::{Code, Functions};
use crate::pool::Pool;
use hloom_stream_executor::{DeviceDescription, Error};

/// Returns an error of the driver's platform with a message.
pub fn failed<B: Binding>(message: impl Into<String>) -> Error {
    Error::Device { platform: B::PLATFORM.to_owned(), message: message.into() }
}

/// A device of a driver.
#[derive(Debug)]
pub struct Device<B: Binding> {
    binding: &'static B,
    context: B::Context,
    name: String,
    bytes: usize,
    multiprocessors: usize,
    properties: B::Properties,
    pub(crate) pool: Pool,
}

impl<B: Binding> Device<B> {
    pub(crate) fn new(binding: &'static B, ordinal: usize) -> Result<Self, Error> {
        let functions = binding.functions();
        let device = || {
            let device = functions.device(ordinal)?;
            Ok(Self {
                binding,
                name: functions.name(device)?,
                bytes: functions.total_memory(device)?,
                multiprocessors: functions.attribute(B::MULTIPROCESSORS, device)? as usize,
                properties: binding.properties(device)?,
                context: binding.context(device)?,
                pool: Pool::default(),
            })
        };
        device().map_err(|code| {
            failed::<B>(format!("cannot use device {ordinal}: {}", functions.error_text(code)))
        })
    }

    /// Returns the name that the vendor gives the device.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns LLVM's name of the device's chip, even if the compiler does not support the chip.
    pub fn chip_name(&self) -> String {
        B::chip_name(&self.properties)
    }

    /// Returns the properties of the device that only this driver's devices have.
    pub fn properties(&self) -> &B::Properties {
        &self.properties
    }

    /// Returns the properties of the device that the devices of all drivers have.
    pub(crate) fn describe(&self) -> DeviceDescription {
        DeviceDescription {
            name: self.name.clone(),
            memory_bytes: Some(self.bytes as u64),
            cores: self.multiprocessors,
            has_host_memory: false,
        }
    }

    /// Returns the error for a failed call of the driver. `action` is a verb phrase for the call,
    /// such as `allocate memory`.
    pub(crate) fn error(&self, action: &str, code: Code) -> Error {
        failed::<B>(format!("cannot {action}: {}", self.binding.functions().error_text(code)))
    }

    /// Makes the device current on this thread and calls `run`. Returns the driver's error number
    /// if either fails.
    pub(crate) fn current<R>(
        &self,
        run: impl FnOnce(&Functions) -> Result<R, Code>,
    ) -> Result<R, Code> {
        self.binding.make_current(self.context)?;
        run(self.binding.functions())
    }

    /// Makes the device current on this thread and calls `run`. `action` is a verb phrase for
    /// `run`, such as `allocate memory`, with which errors begin.
    pub(crate) fn with<R>(
        &self,
        action: &str,
        run: impl FnOnce(&Functions) -> Result<R, Code>,
    ) -> Result<R, Error> {
        self.current(run).map_err(|code| self.error(action, code))
    }
}
