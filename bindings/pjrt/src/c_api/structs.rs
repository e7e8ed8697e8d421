// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The argument structs and the function table, with pointers to the objects of this crate.

use crate::buffer::Buffer;
use crate::c_api::error::Error;
use crate::client::Client;
use crate::device::{Device, Memory};
use crate::device_description::DeviceDescription;
use crate::event::Event;
use crate::executable::{Executable, ExecuteContext, LoadedExecutable};
use crate::memory_layout::MemoryLayout;
use crate::topology::TopologyDescription;

hloom_pjrt_c_api::interface!();

/// Implements `Object` for the types of this crate to which PJRT handles may point.
macro_rules! objects {
    ($($name:ident)*) => {
        $(impl Object for $name {})*
    };
}

objects! {
    Buffer Client Device DeviceDescription Error Event Executable ExecuteContext LoadedExecutable
    Memory MemoryLayout TopologyDescription
}
