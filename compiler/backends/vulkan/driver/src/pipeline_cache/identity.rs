// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The device and the driver to which the data of a pipeline cache belong.
//!
//! A driver should ignore data of another device or driver, but a faulty driver may crash on them.
//! This module therefore checks the header of the data before they are passed to a driver (Vulkan's
//! specification, section "Pipeline Cache Header").

use std::env::consts::ARCH;

/// The size in bytes of the header of pipeline cache data (`VkPipelineCacheHeaderVersionOne`).
const HEADER_BYTES: u32 = 32;

/// The version number of the header of pipeline cache data
/// (`VK_PIPELINE_CACHE_HEADER_VERSION_ONE`).
const VERSION_ONE: u32 = 1;

/// The properties that distinguish devices and drivers with different pipelines.
#[derive(Clone, Debug)]
pub struct DriverIdentity {
    /// The vendor id of the device.
    pub vendor: u32,
    /// The device id, which the vendor assigns.
    pub device: u32,
    /// The `pipelineCacheUUID` of the driver.
    pub uuid: [u8; 16],
    /// The name of the device and the version of the driver. Different versions should have
    /// different UUIDs, but in Debian 12's build of Mesa's lavapipe, the UUID is the string
    /// `val-%s`.
    pub driver: String,
}

impl DriverIdentity {
    /// Returns the part of a file name that identifies the device and the driver.
    pub fn name(&self) -> String {
        let uuid: String = self.uuid.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{:x}-{:x}-{uuid}", self.vendor, self.device)
    }

    /// Returns the fingerprint of the cache files for this device and driver. It includes the
    /// architecture of the process, because a driver may use the same UUID for several
    /// architectures.
    pub fn fingerprint(&self) -> String {
        format!("pipelines of Vulkan for {} ({}) on {ARCH}", self.driver, self.name())
    }

    /// Returns true if pipeline cache data begin with the header of this device and driver.
    pub fn fits(&self, data: &[u8]) -> bool {
        // The specification stores the least significant byte first on all machines.
        let numbers = [HEADER_BYTES, VERSION_ONE, self.vendor, self.device].map(u32::to_le_bytes);
        let rest = data.strip_prefix(numbers.as_flattened());
        rest.is_some_and(|rest| rest.starts_with(&self.uuid))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Data with only a header, as Mesa's lavapipe returns them.
    const LAVAPIPE: &[u8; 32] =
        b"\x20\0\0\0\x01\0\0\0\x05\0\x01\0\0\0\0\0val-%s\0\0\0\0\0\0\0\0\0\0";

    fn lavapipe() -> DriverIdentity {
        let uuid = *b"val-%s\0\0\0\0\0\0\0\0\0\0";
        let driver = "llvmpipe (LLVM 15.0.6, 256 bits)".to_owned();
        DriverIdentity { vendor: 0x1_0005, device: 0, uuid, driver }
    }

    #[test]
    fn every_byte_of_the_header_is_compared() {
        assert!(lavapipe().fits(LAVAPIPE));
        assert!(lavapipe().fits(&[&LAVAPIPE[..], b"pipelines"].concat()));
        for index in 0..LAVAPIPE.len() {
            let mut wrong = *LAVAPIPE;
            wrong[index] ^= 1;
            assert!(!lavapipe().fits(&wrong), "byte {index}");
            assert!(!lavapipe().fits(&LAVAPIPE[..index]), "{index} bytes");
        }
    }

    #[test]
    fn versions_of_a_driver_share_a_file_name() {
        let other = DriverIdentity { driver: "version 2".to_owned(), ..lavapipe() };
        assert_eq!(other.name(), "10005-0-76616c2d257300000000000000000000");
        assert_eq!(other.name(), lavapipe().name());
        assert_ne!(other.fingerprint(), lavapipe().fingerprint());
    }
}
