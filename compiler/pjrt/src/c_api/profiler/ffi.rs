// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The interface of profilers (`xla/backends/profiler/plugin/profiler_c_api.h`, version 1), and
//! the extension that names it (`pjrt_c_api_profiler_extension.h`, version 1).

use crate::c_api::entry::ExtensionBase;
use crate::failure::{Code, Failure};
use crate::profiler::Profiler;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

/// How arguments begin that are of an error.
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

/// How all other arguments are: what follows the size differs.
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

/// A function that may fail.
type Function<T> = unsafe extern "C" fn(*mut T) -> *mut Failure;

/// `PLUGIN_Profiler_Api`.
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

// SAFETY: it is constant.
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

/// `PJRT_Profiler_Extension`.
#[repr(C)]
pub struct ProfilerExtension {
    base: ExtensionBase,
    api: *const Api,
    context: i64,
}

// SAFETY: it is constant.
unsafe impl Sync for ProfilerExtension {}

pub static PROFILER: ProfilerExtension = ProfilerExtension {
    base: ExtensionBase { struct_size: size_of::<ProfilerExtension>(), kind: 1, next: ptr::null() },
    api: &raw const API,
    context: 0,
};

/// Does something with the arguments; a failure is the caller's to destroy.
///
/// # Safety
/// `arguments` points to arguments of the type, by the contract of the interface.
unsafe fn call<T>(
    arguments: *mut T,
    body: impl FnOnce(&mut T) -> Result<(), Failure>,
) -> *mut Failure {
    // SAFETY: by the contract.
    let run = || unsafe { arguments.as_mut() }.map_or_else(missing, body);
    let outcome = Failure::catching("the profiler", run);
    outcome.map_or_else(|failure| Box::into_raw(Box::new(failure)), |()| ptr::null_mut())
}

fn missing() -> Result<(), Failure> {
    Err(Failure::invalid("the profiler was called without arguments"))
}

/// The profiler that arguments name.
///
/// # Safety
/// It is null or one that [`create`] made, which nobody else uses now.
unsafe fn profiler<'a>(profiler: *mut Profiler) -> Result<&'a mut Profiler, Failure> {
    // SAFETY: by the contract.
    unsafe { profiler.as_mut() }.ok_or_else(|| Failure::invalid("there is no profiler"))
}

unsafe extern "C" fn error_destroy(arguments: *mut ErrorArguments<()>) {
    // SAFETY: the interface gives back what `call` has given, once.
    unsafe {
        if let Some(arguments) = arguments.as_mut().filter(|it| !it.error.is_null()) {
            drop(Box::from_raw(arguments.error));
        }
    }
}

unsafe extern "C" fn error_message(arguments: *mut ErrorArguments<Message>) {
    // SAFETY: by the contract of the interface, both are there.
    unsafe {
        if let Some(arguments) = arguments.as_mut() {
            let message = arguments.error.as_ref().map_or("", |failure| failure.message.as_str());
            arguments.rest = Message { message: message.as_ptr().cast(), size: message.len() };
        }
    }
}

unsafe extern "C" fn error_get_code(arguments: *mut ErrorArguments<c_int>) -> *mut Failure {
    let body = |arguments: &mut ErrorArguments<c_int>| {
        // SAFETY: by the contract of the interface.
        let failure = unsafe { arguments.error.as_ref() };
        arguments.rest = failure.map_or(Code::Internal as c_int, |failure| failure.code);
        Ok(())
    };
    // SAFETY: by the contract of the interface.
    unsafe { call(arguments, body) }
}

unsafe extern "C" fn create(arguments: *mut CreateArguments) -> *mut Failure {
    let body = |arguments: &mut CreateArguments| {
        arguments.profiler = Box::into_raw(Box::default());
        Ok(())
    };
    // SAFETY: by the contract of the interface.
    unsafe { call(arguments, body) }
}

unsafe extern "C" fn destroy(arguments: *mut ProfilerArguments) -> *mut Failure {
    let body = |arguments: &mut ProfilerArguments| {
        if !arguments.profiler.is_null() {
            // SAFETY: it is what `create` made, given back once.
            drop(unsafe { Box::from_raw(arguments.profiler) });
        }
        Ok(())
    };
    // SAFETY: by the contract of the interface.
    unsafe { call(arguments, body) }
}

unsafe extern "C" fn start(arguments: *mut ProfilerArguments) -> *mut Failure {
    // SAFETY: by the contract of the interface.
    unsafe { call(arguments, |arguments| profiler(arguments.profiler).map(Profiler::start)) }
}

unsafe extern "C" fn stop(arguments: *mut ProfilerArguments) -> *mut Failure {
    // SAFETY: by the contract of the interface.
    unsafe { call(arguments, |arguments| profiler(arguments.profiler).map(Profiler::stop)) }
}

/// Says how large the data is and where, or copies it. The interface's text knows only of the
/// copy; JAX reads where it is.
unsafe extern "C" fn collect_data(arguments: *mut CollectArguments) -> *mut Failure {
    let body = |arguments: &mut CollectArguments| {
        // SAFETY: by the contract of the interface.
        let data = unsafe { profiler(arguments.profiler) }?.data();
        if arguments.buffer.is_null() {
            arguments.buffer = data.as_ptr().cast_mut();
            arguments.size = data.len();
        } else {
            // SAFETY: the caller has been told how large it is to be.
            unsafe { ptr::copy_nonoverlapping(data.as_ptr(), arguments.buffer, data.len()) };
        }
        Ok(())
    };
    // SAFETY: by the contract of the interface.
    unsafe { call(arguments, body) }
}
