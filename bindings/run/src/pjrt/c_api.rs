// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! PJRT's C interface as a caller of plugins sees it: the objects are opaque.

/// Declares types whose objects exist only in a plugin.
macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[doc = concat!("`PJRT_", stringify!($name), "`, an object of a plugin.")]
        #[repr(C)]
        #[derive(Debug)]
        #[allow(dead_code, reason = "only a plugin creates objects of these types")]
        pub struct $name([u8; 0]);
    )*};
}

opaque! {
    Buffer Client Device DeviceDescription Error Event Executable ExecuteContext LoadedExecutable
    Memory MemoryLayout TopologyDescription
}

hloom_pjrt_c_api::interface!();
