// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device descriptions (`PJRT_DeviceDescription`), which do not need a device.

/// The properties of a device that are known without the device (`PJRT_DeviceDescription`).
pub struct DeviceDescription {
    pub id: usize,
    pub kind: String,
    pub text: String,
    pub debug_text: String,
}

impl DeviceDescription {
    /// Describes the device with the given id on a platform.
    pub fn new(id: usize, platform: &str) -> Self {
        let text = format!("HloomDevice(id={id})");
        let debug_text = format!("HLOOM_{id}({platform})");
        Self { id, kind: platform.to_owned(), text, debug_text }
    }
}
