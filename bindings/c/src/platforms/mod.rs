// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The list of platforms.

mod ffi;

use crate::Failure;
use crate::pointers::ffi::without_zeros;
use hloom_compiler::interface::Registry;
use std::ffi::CString;

/// `hloom_platforms`.
pub struct Platforms(Vec<Platform>);

/// A platform, with its texts in the form that C needs.
struct Platform {
    name: CString,
    description: CString,
    device_count: usize,
}

impl Platforms {
    /// Lists the platforms of the library and of plugins.
    ///
    /// # Errors
    /// Fails if a plugin cannot be loaded.
    fn list() -> Result<Self, Failure> {
        hloom_backends::register_with_plugins()?;
        let platforms = Registry::global().platforms();
        let describe = platforms.iter().map(|platform| Platform {
            name: without_zeros(platform.name().to_owned()),
            description: without_zeros(platform.description().to_owned()),
            device_count: platform.device_count(),
        });
        Ok(Self(describe.collect()))
    }
}
