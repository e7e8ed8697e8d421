// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Drivers and their devices.

use crate::fake::Fake;
use crate::platforms::Platform;
use hloom_stream_executor::{DeviceDescription, Error};

pub fn devices_are_described(platform: &Platform, _: &Fake) {
    assert_eq!((platform.device_count)(), Ok(2));
    for ordinal in 0..2 {
        let device = (platform.device)(ordinal).expect("there are two devices");
        let expected = DeviceDescription {
            name: format!("{} {ordinal}", platform.device_name),
            memory_bytes: Some(64 << 20),
            cores: platform.cores + ordinal,
            has_host_memory: false,
        };
        assert_eq!(device.description(), expected);
        assert_eq!(device.ordinal(), ordinal);
        assert_eq!((platform.chip_name)(ordinal).as_deref(), Ok(platform.chips[ordinal]));
    }
    let name = platform.name;
    let message = format!("platform `{name}`: expected device 0 to 1, found 2");
    assert_eq!((platform.device)(2).err(), Some(Error::invalid(message)));
}

/// Checks that the platform has no device, and that both functions say why.
fn is_unusable(platform: &Platform, message: impl Into<String>) {
    let expected = platform.error(message);
    assert_eq!((platform.device)(0).err(), Some(expected.clone()));
    assert_eq!((platform.device_count)().err(), Some(expected));
}

pub fn a_machine_without_a_driver(platform: &Platform, _: &Fake) {
    // A machine with devices has a driver that this process finds.
    if (platform.device_count)().is_err() {
        is_unusable(platform, platform.messages.no_driver);
    }
}

pub fn a_driver_without_a_function(platform: &Platform, _: &Fake) {
    is_unusable(platform, platform.messages.no_function);
}

fn has_no_device(platform: &Platform) {
    assert_eq!((platform.device_count)(), Ok(0));
    let expected = platform.error(format!("the {} finds no device", platform.driver));
    assert_eq!((platform.device)(0).err(), Some(expected));
}

pub fn a_driver_without_a_device(platform: &Platform, _: &Fake) {
    has_no_device(platform);
}

pub fn a_driver_that_counts_no_device(platform: &Platform, _: &Fake) {
    has_no_device(platform);
}

pub fn a_driver_that_does_not_start(platform: &Platform, fake: &Fake) {
    let message = format!("cannot initialize the driver: {}", platform.messages.unknown);
    is_unusable(platform, &*message);
    // The outcome is that of the process.
    fake.set("fail_initialize", 0);
    is_unusable(platform, message);
}

pub fn a_driver_that_does_not_count(platform: &Platform, _: &Fake) {
    is_unusable(platform, "cannot count devices: error 54321");
}

pub fn devices_that_cannot_be_used(platform: &Platform, _: &Fake) {
    assert_eq!((platform.device_count)(), Ok(2));
    let expected = format!("cannot use device 0: {}", platform.messages.invalid);
    assert_eq!((platform.device)(0).err(), Some(platform.error(expected)));
}

pub fn the_least_error_text(platform: &Platform, _: &Fake) {
    let expected = platform.error("cannot use device 1: error 54321");
    assert_eq!((platform.device)(1).err(), Some(expected));
}
