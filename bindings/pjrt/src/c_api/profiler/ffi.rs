// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C interface of profilers (`xla/backends/profiler/plugin/profiler_c_api.h`, version 1), and
//! the PJRT extension that points to it (`pjrt_c_api_profiler_extension.h`, version 1).
//!
//! The header of the argument structs of profilers differs from the header of PJRT's argument
//! structs, and so do the error objects. This file therefore does not use `c_api::entry`. An error
//! is a boxed [`Failure`] that the caller destroys. Handlers use the argument structs in place.

use crate::c_api::entry::ExtensionBase;
use crate::failure::{Code, Failure};
use crate::profiler::Profiler;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

/// The arguments of a function on errors: the common fields, followed by the fields of the
/// individual function.
#[repr(C)]
struct ErrorArguments<T> {
    struct_size: usize,
    private: *mut c_void,
    error: *mut Failure,
    rest: T,
}

#[repr(C)]
struct Message {
    message: *const c_char,
    size: usize,
}

/// The arguments of the function that creates a profiler.
#[repr(C)]
struct CreateArguments {
    struct_size: usize,
    options: *const c_char,
    options_size: usize,
    profiler: *mut Profiler,
}

#[repr(C)]
struct ProfilerArguments {
    struct_size: usize,
    profiler: *mut Profiler,
}

#[repr(C)]
struct CollectArguments {
    struct_size: usize,
    profiler: *mut Profiler,
    buffer: *mut u8,
    size: usize,
}

/// A function on profilers that returns an error, or null on success.
type Function<T> = unsafe extern "C" fn(*mut T) -> *mut Failure;

/// The function table of profilers (`PLUGIN_Profiler_Api`).
#[repr(C)]
struct Api {
    struct_size: usize,
    private: *mut c_void,
    error_destroy: unsafe extern "C" fn(*mut ErrorArguments<()>),
    error_message: unsafe extern "C" fn(*mut ErrorArguments<Message>),
    error_get_code: Function<ErrorArguments<c_int>>,
    create: Function<CreateArguments>,
    destroy: Function<ProfilerArguments>,
    start: Function<ProfilerArguments>,
    stop: Function<ProfilerArguments>,
    collect_data: Function<CollectArguments>,
}

// SAFETY: the only value is the static `API`, which is never written.
unsafe impl Sync for Api {}

static API: Api = Api {
    struct_size: size_of::<Api>(),
    private: ptr::null_mut(),
    error_destroy,
    error_message,
    error_get_code,
    create,
    destroy,
    start,
    stop,
    collect_data,
};

/// The PJRT extension that points to the function table of profilers (`PJRT_Profiler_Extension`).
#[repr(C)]
pub struct ProfilerExtension {
    base: ExtensionBase,
    api: *const Api,
    context: i64,
}

// SAFETY: the only value is the static `PROFILER`, which is never written.
unsafe impl Sync for ProfilerExtension {}

pub static PROFILER: ProfilerExtension = ProfilerExtension {
    base: ExtensionBase { struct_size: size_of::<ProfilerExtension>(), kind: 1, next: ptr::null() },
    api: &raw const API,
    context: 0,
};

/// Calls a function with the argument struct of the caller. Returns null, or a failure that the
/// caller destroys with `error_destroy`.
///
/// # Safety
/// `arguments` is null, or points to a struct of type `T` that nobody else uses during the call.
unsafe fn call<T>(
    arguments: *mut T,
    body: impl FnOnce(&mut T) -> Result<(), Failure>,
) -> *mut Failure {
    // SAFETY: the caller of `call` guarantees that `arguments` is null or points to a `T` that
    // nobody else uses.
    let run = || unsafe { arguments.as_mut() }.map_or_else(missing, body);
    let outcome = Failure::catching("the profiler", run);
    outcome.map_or_else(|failure| Box::into_raw(Box::new(failure)), |()| ptr::null_mut())
}

fn missing() -> Result<(), Failure> {
    Err(Failure::invalid("the profiler: expected a pointer to an argument struct, found null"))
}

/// Returns the profiler that a pointer from the caller refers to.
///
/// # Errors
/// Fails if the pointer is null.
///
/// # Safety
/// The pointer is null, or [`create`] returned it, [`destroy`] has not freed it, and nobody else
/// uses the profiler during `'a`.
unsafe fn profiler<'a>(profiler: *mut Profiler) -> Result<&'a mut Profiler, Failure> {
    // SAFETY: the caller of `profiler` guarantees that the pointer is null or points to a live
    // profiler that nobody else uses.
    unsafe { profiler.as_mut() }
        .ok_or_else(|| Failure::invalid("expected a pointer to a profiler, found null"))
}

unsafe extern "C" fn error_destroy(arguments: *mut ErrorArguments<()>) {
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or valid, and `error` to be null
    // or an error that `call` boxed and that is destroyed once.
    unsafe {
        if let Some(arguments) = arguments.as_mut().filter(|it| !it.error.is_null()) {
            drop(Box::from_raw(arguments.error));
        }
    }
}

unsafe extern "C" fn error_message(arguments: *mut ErrorArguments<Message>) {
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or valid, and `error` to be null
    // or an error from `call` that is not destroyed yet.
    unsafe {
        if let Some(arguments) = arguments.as_mut() {
            let message = arguments.error.as_ref().map_or("", |failure| failure.message.as_str());
            arguments.rest = Message { message: message.as_ptr().cast(), size: message.len() };
        }
    }
}

unsafe extern "C" fn error_get_code(arguments: *mut ErrorArguments<c_int>) -> *mut Failure {
    let body = |arguments: &mut ErrorArguments<c_int>| {
        // SAFETY: `profiler_c_api.h` requires `error` to be null or an error from `call` that is
        // not destroyed yet.
        let failure = unsafe { arguments.error.as_ref() };
        arguments.rest = failure.map_or(Code::Internal as c_int, |failure| failure.code);
        Ok(())
    };
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or a valid struct of the function.
    unsafe { call(arguments, body) }
}

unsafe extern "C" fn create(arguments: *mut CreateArguments) -> *mut Failure {
    let body = |arguments: &mut CreateArguments| {
        arguments.profiler = Box::into_raw(Box::default());
        Ok(())
    };
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or a valid struct of the function.
    unsafe { call(arguments, body) }
}

unsafe extern "C" fn destroy(arguments: *mut ProfilerArguments) -> *mut Failure {
    let body = |arguments: &mut ProfilerArguments| {
        if !arguments.profiler.is_null() {
            // SAFETY: `profiler_c_api.h` requires that `create` made the profiler, which it boxed,
            // and that it is destroyed once.
            drop(unsafe { Box::from_raw(arguments.profiler) });
        }
        Ok(())
    };
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or a valid struct of the function.
    unsafe { call(arguments, body) }
}

unsafe extern "C" fn start(arguments: *mut ProfilerArguments) -> *mut Failure {
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or a valid struct of the function.
    // The profiler in it must be null or from `create`, and used by one thread at a time.
    unsafe { call(arguments, |arguments| profiler(arguments.profiler).map(Profiler::start)) }
}

unsafe extern "C" fn stop(arguments: *mut ProfilerArguments) -> *mut Failure {
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or a valid struct of the function.
    // The profiler in it must be null or from `create`, and used by one thread at a time.
    unsafe { call(arguments, |arguments| profiler(arguments.profiler).map(Profiler::stop)) }
}

/// Returns the address and size of the recorded data, or copies the data if the caller passes a
/// buffer. The C header describes only the copy, but JAX reads the address.
unsafe extern "C" fn collect_data(arguments: *mut CollectArguments) -> *mut Failure {
    let body = |arguments: &mut CollectArguments| {
        // SAFETY: `profiler_c_api.h` requires the profiler to be null or from `create`, and to be
        // used by one thread at a time.
        let data = unsafe { profiler(arguments.profiler) }?.data();
        if arguments.buffer.is_null() {
            arguments.buffer = data.as_ptr().cast_mut();
            arguments.size = data.len();
        } else {
            // SAFETY: the caller got the size from a call with a null buffer, and passes a buffer
            // of at least that size.
            unsafe { ptr::copy_nonoverlapping(data.as_ptr(), arguments.buffer, data.len()) };
        }
        Ok(())
    };
    // SAFETY: `profiler_c_api.h` requires `arguments` to be null or a valid struct of the function.
    unsafe { call(arguments, body) }
}
