// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The function table of the plugin. It is a copy of the table of the library that
//! `HLOOM_PJRT_LIBRARY` names, except for the functions that a frontend calls at each run.
//!
//! The library executes the first run of an executable. Each later run returns the buffers of the
//! first run, and events that are complete. No buffer is ever destroyed.

use libloading::Library;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A function of the table. It takes a pointer to an argument struct, and returns null or an error.
type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

/// The number of words in the table before the first function: its size, its extensions, and the
/// version, which is a struct of three words.
const FIRST: usize = 5;
/// The indices of functions in the function table (`PJRT_Api`).
const EVENT_DESTROY: usize = 5;
const EVENT_IS_READY: usize = 6;
const EVENT_ERROR: usize = 7;
const EVENT_AWAIT: usize = 8;
const EVENT_ON_READY: usize = 9;
const EXECUTABLE_DESTROY: usize = 40;
const EXECUTABLE_NUM_OUTPUTS: usize = 44;
const LOADED_EXECUTABLE_DESTROY: usize = 50;
const LOADED_EXECUTABLE_GET_EXECUTABLE: usize = 51;
const LOADED_EXECUTABLE_EXECUTE: usize = 55;
const BUFFER_DESTROY: usize = 58;
const BUFFER_READY_EVENT: usize = 72;

/// The beginning of every argument struct. The fields of the individual function follow it.
#[repr(C)]
struct Header {
    struct_size: usize,
    extension_start: *mut c_void,
}

#[repr(C)]
struct EventArguments {
    header: Header,
    event: *const u8,
    /// The field after the event: the boolean that `PJRT_Event_IsReady` writes, or the callback of
    /// `PJRT_Event_OnReady`.
    is_ready_or_callback: *mut c_void,
    callback_argument: *mut c_void,
}

#[repr(C)]
struct ReadyEventArguments {
    header: Header,
    buffer: *mut c_void,
    event: *const u8,
}

#[repr(C)]
struct ExecuteArguments {
    header: Header,
    executable: *mut c_void,
    options: *mut c_void,
    argument_lists: *mut c_void,
    num_devices: usize,
    num_args: usize,
    output_lists: *const *mut *mut c_void,
    device_complete_events: *mut *const u8,
    execute_device: *mut c_void,
}

/// The argument struct of PJRT functions that have a handle as input and one word as output.
#[repr(C)]
struct WordArguments {
    header: Header,
    handle: *mut c_void,
    word: *mut c_void,
}

/// The complete event that this plugin returns for every run of an executable after the first.
static HAPPENED: u8 = 0;

struct Plugin {
    table: Vec<usize>,
    original: Vec<usize>,
    /// The result buffers of the first run of each executable, by the address of the executable.
    results: Mutex<HashMap<usize, Vec<usize>>>,
}

static PLUGIN: OnceLock<Plugin> = OnceLock::new();

/// Returns the function table of this plugin: the table of the wrapped plugin, with some functions
/// replaced.
///
/// # Panics
/// Panics if `HLOOM_PJRT_LIBRARY` does not name a PJRT plugin.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const c_void {
    PLUGIN.get_or_init(load).table.as_ptr().cast()
}

fn load() -> Plugin {
    let path = std::env::var_os("HLOOM_PJRT_LIBRARY").expect("HLOOM_PJRT_LIBRARY is set");
    // SAFETY: the initializers of the library have no requirements.
    let library = unsafe { Library::new(path) }.expect("HLOOM_PJRT_LIBRARY names a library");
    // The functions are needed until the process ends.
    let library = Box::leak(Box::new(library));
    // SAFETY: PJRT plugins export a function of this name and type.
    let api = unsafe { library.get::<extern "C" fn() -> *const usize>(b"GetPjrtApi") };
    let api = api.expect("the library is a PJRT plugin")();
    // SAFETY: the table begins with its size in bytes, and consists of words.
    let original = unsafe { std::slice::from_raw_parts(api, *api / size_of::<usize>()) }.to_vec();
    let mut table = original.clone();
    let replaced: [(usize, Function); 9] = [
        (EVENT_DESTROY, event_destroy),
        (EVENT_IS_READY, event_is_ready),
        (EVENT_ERROR, event_error),
        (EVENT_AWAIT, event_await),
        (EVENT_ON_READY, event_on_ready),
        (LOADED_EXECUTABLE_DESTROY, executable_destroy),
        (LOADED_EXECUTABLE_EXECUTE, execute),
        (BUFFER_DESTROY, buffer_destroy),
        (BUFFER_READY_EVENT, buffer_ready_event),
    ];
    for (position, function) in replaced {
        table[FIRST + position] = function as usize;
    }
    Plugin { table, original, results: Mutex::default() }
}

/// Calls the function at a position of the wrapped plugin's table.
///
/// # Safety
/// `arguments` points to an argument struct of the called function.
unsafe fn original(position: usize, arguments: *mut c_void) -> *mut c_void {
    let word = PLUGIN.get_or_init(load).original[FIRST + position];
    // SAFETY: the word at this position of the table is a function of this type.
    let function = unsafe { std::mem::transmute::<usize, Function>(word) };
    // SAFETY: by the requirement of this function.
    unsafe { function(arguments) }
}

/// Calls `happened` if the event is the complete event of this plugin. Otherwise, calls the wrapped
/// plugin's function at `position`.
///
/// # Safety
/// `arguments` points to the argument struct of a function on events.
unsafe fn on_event(
    position: usize,
    arguments: *mut c_void,
    happened: impl FnOnce(*mut EventArguments),
) -> *mut c_void {
    let event = arguments.cast::<EventArguments>();
    // SAFETY: the structs of all functions on events begin with a header and the event.
    if unsafe { (*event).event } != &raw const HAPPENED {
        // SAFETY: by the requirement of this function.
        return unsafe { original(position, arguments) };
    }
    happened(event);
    ptr::null_mut()
}

unsafe extern "C" fn event_destroy(arguments: *mut c_void) -> *mut c_void {
    // SAFETY: the caller passes a struct of this function.
    unsafe { on_event(EVENT_DESTROY, arguments, |_| ()) }
}

unsafe extern "C" fn event_error(arguments: *mut c_void) -> *mut c_void {
    // SAFETY: the caller passes a struct of this function.
    unsafe { on_event(EVENT_ERROR, arguments, |_| ()) }
}

unsafe extern "C" fn event_await(arguments: *mut c_void) -> *mut c_void {
    // SAFETY: the caller passes a struct of this function.
    unsafe { on_event(EVENT_AWAIT, arguments, |_| ()) }
}

unsafe extern "C" fn event_is_ready(arguments: *mut c_void) -> *mut c_void {
    let answer = |event: *mut EventArguments| {
        // SAFETY: in the struct of this function, a bool follows the event.
        unsafe { (&raw mut (*event).is_ready_or_callback).cast::<bool>().write(true) };
    };
    // SAFETY: the caller passes a struct of this function.
    unsafe { on_event(EVENT_IS_READY, arguments, answer) }
}

unsafe extern "C" fn event_on_ready(arguments: *mut c_void) -> *mut c_void {
    type Callback = unsafe extern "C" fn(*mut c_void, *mut c_void);
    let call = |event: *mut EventArguments| {
        // SAFETY: in the struct of this function, a callback and its argument follow the event.
        // The callback takes a null error.
        unsafe {
            let callback = (*event).is_ready_or_callback;
            let callback = std::mem::transmute::<*mut c_void, Callback>(callback);
            callback(ptr::null_mut(), (*event).callback_argument);
        }
    };
    // SAFETY: the caller passes a struct of this function.
    unsafe { on_event(EVENT_ON_READY, arguments, call) }
}

/// Drops the stored results of an executable that is destroyed, because another executable may be
/// allocated at its address.
unsafe extern "C" fn executable_destroy(arguments: *mut c_void) -> *mut c_void {
    let results = &PLUGIN.get_or_init(load).results;
    // SAFETY: the caller passes a struct of this function: a header and the executable.
    let executable = unsafe { (*arguments.cast::<WordArguments>()).handle };
    results.lock().unwrap_or_else(PoisonError::into_inner).remove(&(executable as usize));
    // SAFETY: as before.
    unsafe { original(LOADED_EXECUTABLE_DESTROY, arguments) }
}

unsafe extern "C" fn buffer_destroy(_: *mut c_void) -> *mut c_void {
    ptr::null_mut()
}

unsafe extern "C" fn buffer_ready_event(arguments: *mut c_void) -> *mut c_void {
    // SAFETY: the caller passes a struct of this function.
    unsafe { (*arguments.cast::<ReadyEventArguments>()).event = &raw const HAPPENED };
    ptr::null_mut()
}

unsafe extern "C" fn execute(arguments: *mut c_void) -> *mut c_void {
    let run = arguments.cast::<ExecuteArguments>();
    let results = &PLUGIN.get_or_init(load).results;
    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
    // SAFETY: the caller passes a struct of this function, with one list of outputs.
    unsafe {
        let (executable, outputs) = ((*run).executable, *(*run).output_lists);
        if let Some(buffers) = results.get(&(executable as usize)) {
            for (index, buffer) in buffers.iter().enumerate() {
                *outputs.add(index) = *buffer as *mut c_void;
            }
            if !(*run).device_complete_events.is_null() {
                *(*run).device_complete_events = &raw const HAPPENED;
            }
            return ptr::null_mut();
        }
        let error = original(LOADED_EXECUTABLE_EXECUTE, arguments);
        if error.is_null() {
            let count = number_of_outputs(executable);
            let buffers = (0..count).map(|index| *outputs.add(index) as usize).collect();
            results.insert(executable as usize, buffers);
        }
        error
    }
}

/// Returns the number of outputs of a loaded executable.
///
/// # Safety
/// `loaded` is a loaded executable of the wrapped plugin.
unsafe fn number_of_outputs(loaded: *mut c_void) -> usize {
    let word = |position: usize, handle: *mut c_void| {
        let header =
            Header { struct_size: size_of::<WordArguments>(), extension_start: ptr::null_mut() };
        let mut arguments = WordArguments { header, handle, word: ptr::null_mut() };
        // SAFETY: the struct has the fields of these functions.
        unsafe { original(position, (&raw mut arguments).cast()) };
        arguments.word
    };
    let executable = word(LOADED_EXECUTABLE_GET_EXECUTABLE, loaded);
    let count = word(EXECUTABLE_NUM_OUTPUTS, executable) as usize;
    word(EXECUTABLE_DESTROY, executable);
    count
}
