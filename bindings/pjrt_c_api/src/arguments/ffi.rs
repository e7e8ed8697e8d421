// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The beginning of argument structs, and the macros that declare structs and tables.
//!
//! Each argument struct begins with its size, and later versions of the interface append fields.
//! Each side can thus determine which fields the other side knows.

use std::ffi::{c_int, c_void};
use std::mem::{offset_of, size_of};
use std::ptr;

/// The beginning of every argument struct: its size and its extensions.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// The size of the struct in bytes, in the version of the interface that the caller uses.
    pub struct_size: usize,
    /// The list of extensions of the call. It is ignored, because no such extension is supported.
    pub extension_start: *mut c_void,
}

impl Header {
    /// Returns the header of an argument struct of type `T` without extensions.
    pub const fn of<T>() -> Self {
        Self { struct_size: size_of::<T>(), extension_start: ptr::null_mut() }
    }
}

/// The version of PJRT's C interface (`PJRT_Api_Version`).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the C header has the docs")]
pub struct ApiVersion {
    pub header: Header,
    pub major: c_int,
    pub minor: c_int,
}

impl ApiVersion {
    /// Returns the version of the interface that declares the structs of this crate.
    pub const fn current() -> Self {
        let struct_size = offset_of!(Self, minor) + size_of::<c_int>();
        let header = Header { struct_size, extension_start: ptr::null_mut() };
        Self { header, major: crate::MAJOR, minor: crate::MINOR }
    }
}

/// An argument struct.
///
/// # Safety
/// The type begins with a [`Header`], is `repr(C)`, and every bit pattern is a valid value.
pub unsafe trait Arguments: Sized {
    /// The name of the function that takes this struct.
    const NAME: &str;

    /// Returns a struct whose fields, except for the header, are zero: null pointers, empty lists
    /// and the number 0.
    fn empty() -> Self {
        let mut arguments = std::mem::MaybeUninit::<Self>::zeroed();
        // SAFETY: the type begins with a header, see `Arguments`.
        unsafe { arguments.as_mut_ptr().cast::<Header>().write(Header::of::<Self>()) };
        // SAFETY: all bytes are initialized, and every bit pattern is valid, see `Arguments`.
        unsafe { arguments.assume_init() }
    }
}

/// Declares argument structs from their names and fields.
#[macro_export]
#[doc(hidden)]
macro_rules! __arguments {
    ($($name:ident { $($field:ident: $type:ty),* $(,)? })*) => {$(
        #[repr(C)]
        #[allow(missing_docs, missing_debug_implementations, reason = "the C header has the docs")]
        pub struct $name {
            pub header: $crate::arguments::Header,
            $(pub $field: $type,)*
        }

        // SAFETY: the struct is `repr(C)` and begins with a header. Its fields are numbers,
        // pointers and `repr(C)` or `repr(transparent)` structs of these, for which every bit
        // pattern is valid.
        unsafe impl $crate::arguments::Arguments for $name {
            const NAME: &str = stringify!($name);
        }
    )*};
}
pub use crate::__arguments as arguments;

/// Declares the function table from the names of the functions, in the order of the C header.
#[macro_export]
#[doc(hidden)]
macro_rules! __function_table {
    ($($name:ident),* $(,)?) => {
        /// The function table (`PJRT_Api`). A field is `None` if the plugin does not implement the
        /// function.
        #[repr(C)]
        #[allow(non_snake_case, missing_docs, missing_debug_implementations, reason = "the C header has the docs")]
        pub struct Api {
            pub struct_size: usize,
            pub extension_start: *mut std::ffi::c_void,
            pub version: $crate::arguments::ApiVersion,
            $(pub $name: Option<unsafe extern "C" fn(*mut $name) -> *mut Error>,)*
        }

        // SAFETY: the pointer to the extensions is the only field that is not `Sync`. A plugin
        // never changes its table and its extensions.
        unsafe impl Sync for Api {}
        // SAFETY: the table belongs to no thread.
        unsafe impl Send for Api {}
    };
}
pub use crate::__function_table as function_table;
