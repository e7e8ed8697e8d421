// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The calling convention of the C interface: argument structs, the function table and extensions.
//!
//! Each argument struct begins with its size, and later versions of the interface append fields.
//! [`call`] therefore supports callers with an older or newer struct. It copies the fields that
//! both versions have into a zeroed struct of this version, and copies these fields back after a
//! successful call.

use crate::c_api::error::Error;
use crate::failure::Failure;
use hloom_pjrt_c_api::arguments::{Arguments, Header};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;
use std::ptr;

/// Calls a handler with the arguments of a caller, whose argument struct may have another version.
/// In the handler's struct, fields that the caller's struct lacks are zero. In the caller's struct,
/// fields that this version lacks are left unchanged. Returns null, or an error that the caller
/// destroys.
///
/// # Safety
/// `arguments` is null, or points to a struct that begins with a [`Header`] and has the size that
/// the header states. The pointers in the struct are null or valid, as the module documentation of
/// [`c_api`](crate::c_api) says.
pub unsafe fn call<A: Arguments>(
    arguments: *mut A,
    function: impl FnOnce(&mut A) -> Result<(), Failure>,
) -> *mut Error {
    let outcome = Failure::catching(A::NAME, || {
        if arguments.is_null() {
            let message = "expected a pointer to an argument struct, found null";
            return Err(Failure::invalid(format!("{}: {message}", A::NAME)));
        }
        // SAFETY: `arguments` is not null, so the caller of `call` guarantees that it points to a
        // struct that begins with a header.
        let size = unsafe { (*arguments.cast::<Header>()).struct_size };
        if size < size_of::<Header>() {
            let least = size_of::<Header>();
            return Err(Failure::invalid(format!(
                "{}: expected an argument struct of at least {least} bytes, found {size}",
                A::NAME
            )));
        }
        let size = size.min(size_of::<A>());
        let mut ours = MaybeUninit::<A>::zeroed();
        // SAFETY: `size` is at most the size of `ours`. The caller of `call` guarantees that the
        // struct at `arguments` has at least `size` bytes. The structs do not overlap.
        unsafe {
            ptr::copy_nonoverlapping(arguments.cast::<u8>(), ours.as_mut_ptr().cast(), size);
        }
        // SAFETY: all bytes are initialized, to zeros or to the bytes of the caller, and every bit
        // pattern is valid, see `Arguments`.
        let mut ours = unsafe { ours.assume_init() };
        function(&mut ours)?;
        // SAFETY: both structs have at least `size` bytes, as in the first copy.
        unsafe {
            ptr::copy_nonoverlapping(ptr::from_ref(&ours).cast(), arguments.cast::<u8>(), size);
        }
        Ok(())
    });
    outcome.map_or_else(|failure| Error::give(failure).into_raw(), |()| ptr::null_mut())
}

/// Creates a C function that takes a pointer to an argument struct and calls a handler.
macro_rules! function {
    ($arguments:ty, $body:expr) => {{
        unsafe extern "C" fn function(
            arguments: *mut $arguments,
        ) -> *mut $crate::c_api::error::Error {
            // SAFETY: `pjrt_c_api.h` requires `arguments` to point to a struct of this function,
            // with its size in the header and with valid pointers.
            unsafe { $crate::c_api::entry::call(arguments, $body) }
        }
        function
    }};
}
pub(crate) use function;

/// The beginning of every extension of the function table (`PJRT_Extension_Base`).
#[repr(C)]
#[derive(Debug)]
pub struct ExtensionBase {
    pub struct_size: usize,
    pub kind: c_int,
    pub next: *const c_void,
}

/// Declares an extension: its kind (`PJRT_Extension_Type`), the next extension in the list, the
/// module of its argument structs, and the handler of each function.
macro_rules! extension {
    (
        $table:ident: $type:ident, $kind:literal, then $next:expr, arguments from $structs:ident;
        $($name:ident => $body:expr;)*
    ) => {
        #[repr(C)]
        #[allow(non_snake_case, reason = "the fields have the names of the C header")]
        pub struct $type {
            base: $crate::c_api::entry::ExtensionBase,
            $($name: unsafe extern "C" fn(
                *mut $structs::$name,
            ) -> *mut $crate::c_api::error::Error,)*
        }

        // SAFETY: the only value is the static below, which is never written.
        unsafe impl Sync for $type {}

        pub static $table: $type = $type {
            base: $crate::c_api::entry::ExtensionBase {
                struct_size: size_of::<$type>(),
                kind: $kind,
                next: $next,
            },
            $($name: $crate::c_api::entry::function!($structs::$name, $body),)*
        };
    };
}
pub(crate) use extension;

/// Declares the function table: the first extension, the module of the argument structs, and the
/// handler of each function of the interface.
macro_rules! table {
    (then $first:expr, arguments from $structs:ident; $($name:ident => $body:expr;)*) => {
        pub static API: $structs::Api = $structs::Api {
            struct_size: size_of::<$structs::Api>(),
            extension_start: $first.cast_mut(),
            version: ApiVersion::current(),
            $($name: Some($crate::c_api::entry::function!($structs::$name, $body)),)*
        };
    };
}
pub(crate) use table;
