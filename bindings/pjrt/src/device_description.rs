// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device descriptions (`PJRT_DeviceDescription`), which exist even without the device itself.

/// The properties of a device that are known even if this machine does not have the device
/// (`PJRT_DeviceDescription`).
pub struct DeviceDescription {
    pub id: usize,
    /// The number of the process to which the device belongs.
    pub process: usize,
    /// The number of the device among the devices of its process.
    pub local_id: usize,
    pub kind: String,
    pub text: String,
    pub debug_text: String,
}

impl DeviceDescription {
    /// Describes a device of a platform. `id` is the number of the device among all devices,
    /// `process` is the number of its process, and `local_id` is its number among the devices of
    /// that process.
    pub fn new(id: usize, platform: &str, process: usize, local_id: usize) -> Self {
        let text = format!("HloomDevice(id={id})");
        let debug_text = format!("HLOOM_{id}({platform})");
        Self { id, process, local_id, kind: platform.to_owned(), text, debug_text }
    }
}
