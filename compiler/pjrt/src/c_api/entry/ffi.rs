// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! How functions are called from C: structs of arguments, and the table of functions.

use crate::c_api::objects::Error;
use crate::c_api::table::API;
use crate::failure::Failure;
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;

/// How every struct of arguments begins.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// As many bytes as the caller's version of the struct has.
    pub struct_size: usize,
    /// Extensions of the call, of which we know none.
    pub extension_start: *mut c_void,
}

/// A struct of arguments.
///
/// # Safety
/// It begins with a [`Header`], is laid out as C does it, and may be any bytes.
pub unsafe trait Arguments {
    /// The function it is for.
    const NAME: &str;
}

/// Declares structs of arguments.
macro_rules! arguments {
    ($($name:ident { $($field:ident: $type:ty),* $(,)? })*) => {$(
        #[repr(C)]
        #[allow(missing_docs, missing_debug_implementations, reason = "named as in the interface")]
        pub struct $name {
            pub header: Header,
            $(pub $field: $type,)*
        }

        // SAFETY: the fields are numbers, pointers and structs of these.
        unsafe impl $crate::c_api::entry::Arguments for $name {
            const NAME: &str = stringify!($name);
        }
    )*};
}
pub(crate) use arguments;

/// Calls a function of ours with the arguments of a caller, whose struct may be of another
/// version: what it lacks is zero, what we lack stays as it is.
///
/// # Safety
/// `arguments` is null or points to a struct that begins with a [`Header`] and is of its size.
/// What it points to is as the interface describes it.
pub unsafe fn call<A: Arguments>(
    arguments: *mut A,
    function: impl FnOnce(&mut A) -> Result<(), Failure>,
) -> *mut Error {
    let outcome = Failure::catching(A::NAME, || {
        if arguments.is_null() {
            return Err(Failure::invalid(format!("{} was called without arguments", A::NAME)));
        }
        // SAFETY: by the contract.
        let size = unsafe { (*arguments.cast::<Header>()).struct_size };
        if size < size_of::<Header>() {
            return Err(Failure::invalid(format!("the arguments of {} have no size", A::NAME)));
        }
        let size = size.min(size_of::<A>());
        let mut ours = MaybeUninit::<A>::zeroed();
        // SAFETY: both are as long, by the contract.
        unsafe {
            ptr::copy_nonoverlapping(arguments.cast::<u8>(), ours.as_mut_ptr().cast(), size);
        }
        // SAFETY: `Arguments` promises that zeros are valid, and so is whatever C has there.
        let mut ours = unsafe { ours.assume_init() };
        function(&mut ours)?;
        // SAFETY: as above.
        unsafe {
            ptr::copy_nonoverlapping(ptr::from_ref(&ours).cast(), arguments.cast::<u8>(), size);
        }
        Ok(())
    });
    outcome.map_or_else(|failure| failure.into_handle().into_raw(), |()| ptr::null_mut())
}

/// A function that C calls with the arguments of one of the interface's functions.
macro_rules! function {
    ($name:ident, $body:expr) => {{
        unsafe extern "C" fn function(
            arguments: *mut $crate::c_api::structs::$name,
        ) -> *mut $crate::c_api::objects::Error {
            // SAFETY: by the contract of the interface.
            unsafe { $crate::c_api::entry::call(arguments, $body) }
        }
        function
    }};
}
pub(crate) use function;

/// How every extension of the table begins (`PJRT_Extension_Base`).
#[repr(C)]
#[derive(Debug)]
pub struct ExtensionBase {
    pub struct_size: usize,
    pub kind: c_int,
    pub next: *const c_void,
}

/// Declares an extension, as [`table`] does, of some kind and with another after it.
macro_rules! extension {
    ($table:ident: $type:ident, $kind:literal, then $next:expr; $($name:ident => $body:expr;)*) => {
        #[repr(C)]
        #[allow(non_snake_case, reason = "named as in the interface")]
        pub struct $type {
            base: $crate::c_api::entry::ExtensionBase,
            $($name: unsafe extern "C" fn(
                *mut $crate::c_api::structs::$name,
            ) -> *mut $crate::c_api::objects::Error,)*
        }

        // SAFETY: it is constant.
        unsafe impl Sync for $type {}

        pub static $table: $type = $type {
            base: $crate::c_api::entry::ExtensionBase {
                struct_size: size_of::<$type>(),
                kind: $kind,
                next: $next,
            },
            $($name: $crate::c_api::entry::function!($name, $body),)*
        };
    };
}
pub(crate) use extension;

/// Declares the table: a function of ours for each of the interface's.
macro_rules! table {
    ($($name:ident => $body:expr;)*) => {
        /// `PJRT_Api`.
        #[repr(C)]
        #[allow(non_snake_case, reason = "named as in the interface")]
        pub struct Api {
            struct_size: usize,
            extension_start: *mut c_void,
            version: ApiVersion,
            $($name: unsafe extern "C" fn(*mut structs::$name) -> *mut Error,)*
        }

        // SAFETY: it is constant.
        unsafe impl Sync for Api {}

        pub static API: Api = Api {
            struct_size: size_of::<Api>(),
            extension_start: $crate::c_api::extensions::FIRST.cast_mut(),
            version: ApiVersion {
                header: Header {
                    struct_size: offset_of!(ApiVersion, minor) + size_of::<c_int>(),
                    extension_start: ptr::null_mut(),
                },
                major: MAJOR,
                minor: MINOR,
            },
            $($name: $crate::c_api::entry::function!($name, $body),)*
        };
    };
}
pub(crate) use table;

/// The table, by the name that frontends look for.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const c_void {
    (&raw const API).cast()
}
