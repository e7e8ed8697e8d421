// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A client of PJRT's C interface: the objects of a plugin, one type for each.
//!
//! The `ffi.rs` files call the plugin. [`Library`] loads the plugin and reads its function table.
//! [`Client`], [`Buffer`] and [`LoadedExecutable`] own objects of the plugin and destroy each
//! object exactly once, the client last.

mod buffer {
    mod ffi;
    pub use ffi::*;
}
mod c_api;
mod client {
    mod ffi;
    pub use ffi::*;
}
mod compile_options;
mod executable {
    mod ffi;
    pub use ffi::*;
}
mod failure;
mod library {
    mod ffi;
    pub use ffi::*;
}

pub use buffer::Buffer;
pub use client::{Client, ClientDevice};
pub use compile_options::for_device;
pub use executable::LoadedExecutable;
pub use failure::Failure;
pub use hloom_pjrt_c_api::values::Value;
pub use library::{Library, LoadError};
