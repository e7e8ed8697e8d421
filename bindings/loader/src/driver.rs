// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The drivers that run serialized executables. The fingerprint of an executable determines its
//! driver.

use hloom_gpu_runtime::device::GpuExecutor;
use hloom_gpu_runtime::fingerprint;
use hloom_stream_executor::{Error, StreamExecutor, serialized};

/// A function that returns the device with the given ordinal, for kernels in the given code format.
type FindDevice = fn(usize, &str) -> Result<Box<dyn StreamExecutor>, Error>;

/// The part of this crate that runs executables of one platform.
pub struct Driver {
    /// The name of the platform, such as `cuda`.
    pub platform: &'static str,
    /// The code formats of the kernels in executables for the platform: the names of chips, or of
    /// one portable format.
    codes: &'static [&'static str],
    device: FindDevice,
}

/// Returns the names of the chips in a table of the chips that a platform supports.
macro_rules! names {
    ($chips:expr) => {{
        const NAMES: [&str; $chips.len()] = {
            let mut names = [""; $chips.len()];
            let mut index = 0;
            while index < names.len() {
                names[index] = $chips[index].name;
                index += 1;
            }
            names
        };
        &NAMES
    }};
}

/// The drivers of this crate.
static DRIVERS: [Driver; 3] = [
    Driver { platform: hloom_cuda::NAME, codes: names!(hloom_cuda::CHIPS), device: cuda },
    Driver { platform: hloom_rocm::NAME, codes: names!(hloom_rocm::CHIPS), device: rocm },
    Driver { platform: hloom_vulkan::NAME, codes: &[hloom_vulkan::CODE], device: vulkan },
];

/// A serialized executable's driver, fingerprint and code format.
pub struct Match {
    pub driver: &'static Driver,
    /// The fingerprint with which the executable was serialized.
    pub fingerprint: String,
    /// The code format of the executable's kernels: the name of a chip, or of a portable format.
    code: &'static str,
}

impl Match {
    /// Finds the driver of a serialized executable.
    ///
    /// # Errors
    /// Fails if the bytes are not a serialized executable, are damaged, come from another build, or are
    /// for another platform or an unknown chip.
    pub fn find(bytes: &[u8]) -> Result<Self, Error> {
        let found = serialized::fingerprint(bytes)?;
        for driver in &DRIVERS {
            for code in driver.codes {
                let fingerprint = fingerprint(driver.platform, code);
                if fingerprint == found {
                    return Ok(Self { driver, fingerprint, code });
                }
            }
        }
        let expected = DRIVERS.iter().map(|driver| {
            let code = driver.codes.first().copied().unwrap_or_default();
            let more = if driver.codes.len() > 1 { " or another chip" } else { "" };
            format!("`{}`{more}", fingerprint(driver.platform, code))
        });
        let expected = expected.collect::<Vec<_>>().join(" or ");
        Err(Error::invalid(format!(
            "the serialized executable: expected fingerprint {expected}, found `{found}`"
        )))
    }

    /// Returns the device with the given ordinal on the driver's platform.
    ///
    /// # Errors
    /// Fails if the platform's driver is not installed, if there is no such device, or if the
    /// device cannot run the executable's kernels.
    pub fn device(&self, ordinal: usize) -> Result<Box<dyn StreamExecutor>, Error> {
        (self.driver.device)(ordinal, self.code)
    }
}

/// Returns a device of `cuda`, after checking that it can run code for the chip `code`. Code for
/// most chips also runs on later chips.
fn cuda(ordinal: usize, code: &str) -> Result<Box<dyn StreamExecutor>, Error> {
    let device = hloom_cuda::device(ordinal)?;
    let found = *device.properties();
    let chip = hloom_cuda::CHIPS.iter().find(|chip| chip.name == code);
    if let Some(chip) = chip.filter(|chip| !chip.runs_on(found)) {
        let (expected, name) = (chip.capability, device.name());
        let later = if chip.is_alone() { "" } else { " or later" };
        return Err(Error::invalid(format!(
            "an executable for {code}: expected a device of compute capability {}.{}{later}, \
             found {name} of {}.{}",
            expected.0, expected.1, found.0, found.1
        )));
    }
    Ok(Box::new(GpuExecutor::new(device, ordinal)))
}

/// Returns a device of `rocm`, after checking that it is the chip `code`. Code for a chip runs only
/// on this chip.
fn rocm(ordinal: usize, code: &str) -> Result<Box<dyn StreamExecutor>, Error> {
    let device = hloom_rocm::device(ordinal)?;
    let (found, name) = (device.chip_name(), device.name());
    if found != code {
        return Err(Error::invalid(format!(
            "an executable for {code}: expected a device with this chip, found {name} with {found}"
        )));
    }
    Ok(Box::new(GpuExecutor::new(device, ordinal)))
}

fn vulkan(ordinal: usize, _: &str) -> Result<Box<dyn StreamExecutor>, Error> {
    Ok(Box::new(GpuExecutor::new(hloom_vulkan::device(ordinal)?, ordinal)))
}
