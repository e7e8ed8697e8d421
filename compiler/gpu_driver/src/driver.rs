// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The driver of a platform, which is loaded when it is first used.

use crate::binding::Binding;
use crate::device::{Device, failed};
use crate::functions::Code;
use hloom_stream_executor::Error;
use std::sync::{Arc, OnceLock};

/// The driver of a platform. It is loaded on first use, for the whole process.
#[derive(Debug)]
pub struct Driver<B: Binding> {
    loaded: OnceLock<Result<Loaded<B>, Error>>,
}

/// The device that was created on the first use of an ordinal, or the reason why the device cannot
/// be used. Empty before the first use.
type Slot<B> = OnceLock<Result<Arc<Device<B>>, Error>>;

/// A loaded driver, with a slot for each device. A device gets a context, which takes memory on it,
/// only when it is used.
#[derive(Debug)]
struct Loaded<B: Binding> {
    binding: B,
    slots: Vec<Slot<B>>,
}

impl<B: Binding> Loaded<B> {
    fn new() -> Result<Self, Error> {
        let binding = B::load().map_err(failed::<B>)?;
        let functions = binding.functions();
        let error = |action: &str, code| {
            failed::<B>(format!("cannot {action}: {}", functions.error_text(code)))
        };
        let initialized = functions.initialize().map_err(|code| (code, "initialize the driver"));
        let count = initialized
            .and_then(|()| functions.count_devices().map_err(|code| (code, "count devices")));
        let count = match count {
            Ok(count) => count,
            Err((Code::NO_DEVICE, _)) => 0,
            Err((code, action)) => return Err(error(action, code)),
        };
        Ok(Self { binding, slots: (0..count).map(|_| Slot::new()).collect() })
    }
}

impl<B: Binding> Driver<B> {
    /// Creates a driver without loading its library.
    pub const fn new() -> Self {
        Self { loaded: OnceLock::new() }
    }

    fn loaded(&self) -> Result<&Loaded<B>, Error> {
        self.loaded.get_or_init(Loaded::new).as_ref().map_err(Clone::clone)
    }

    /// Returns the number of devices that the driver finds.
    ///
    /// # Errors
    /// Fails if there is no driver, or if it cannot be used.
    pub fn device_count(&'static self) -> Result<usize, Error> {
        self.loaded().map(|loaded| loaded.slots.len())
    }

    /// Returns the device with an ordinal.
    ///
    /// # Errors
    /// Fails if there is no such device, or if it cannot be used.
    pub fn device(&'static self, ordinal: usize) -> Result<Arc<Device<B>>, Error> {
        let Loaded { binding, slots } = self.loaded()?;
        let slot = slots.get(ordinal).ok_or_else(|| match slots.len() {
            0 => failed::<B>(format!("the {} finds no device", B::DRIVER)),
            count => Error::invalid(format!(
                "platform `{}`: expected device 0 to {}, found {ordinal}",
                B::PLATFORM,
                count - 1
            )),
        })?;
        slot.get_or_init(|| Device::new(binding, ordinal).map(Arc::new)).clone()
    }
}

impl<B: Binding> Default for Driver<B> {
    fn default() -> Self {
        Self::new()
    }
}
