// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C side of XLA's foreign function interface, version 0.3 (`xla/ffi/api/c_api.h`).
//!
//! [`instantiate`] and [`call`] build a call frame for each stage: pointers to operands, results
//! and attributes, and a table of functions that the handler may use. The `Table` types own the
//! memory that a frame points to. Handlers are the user's C functions; the `SAFETY` comments rely
//! on the promise that they follow `c_api.h`.

use super::attributes::{Attributes, Value};
use super::buffers;
use super::running_device::device_number;
use super::state_object::{Address, TypeInfo};
use super::states::{Object, States, register_type};
use crate::c_api::values::{self, Handle, Text};
use hloom_pjrt_c_api::arguments::{Header, arguments};
use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::mem::{offset_of, size_of};
use std::ptr;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The stages of a custom call (`XLA_FFI_ExecutionStage`). The stage instantiate runs once for each
/// custom call in a program, and the other stages run in every run.
const INSTANTIATE: c_int = 0;
const PREPARE: c_int = 1;
const INITIALIZE: c_int = 2;
const EXECUTE: c_int = 3;
const BUFFER: c_int = 1;
const ARRAY: c_int = 1;
const DICTIONARY: c_int = 2;
const SCALAR: c_int = 3;
const STRING: c_int = 4;

/// A handler: a C function that takes a pointer to a call frame.
#[derive(Clone, Copy)]
pub struct Handler(HandlerFunction);

type HandlerFunction = unsafe extern "C" fn(*mut CallFrame) -> *mut Error;

impl Handler {
    /// Returns the handler at an address, or `None` if the address is null.
    ///
    /// # Safety
    /// The address is null, or the address of a handler that stays loaded as long as the process
    /// lives.
    pub unsafe fn at(address: *mut c_void) -> Option<Self> {
        // SAFETY: the address is not null, so the caller of `at` guarantees that it is that of a
        // function of this type.
        (!address.is_null())
            .then(|| Self(unsafe { std::mem::transmute::<*mut c_void, HandlerFunction>(address) }))
    }
}

/// The handlers of a custom call, one for each stage. The instantiate handler runs once for each
/// custom call in a program, and the other handlers run in every run.
pub struct Handlers {
    pub instantiate: Option<Handler>,
    pub prepare: Option<Handler>,
    pub initialize: Option<Handler>,
    pub execute: Handler,
}

#[repr(C)]
struct ByteSpan {
    data: *const c_char,
    size: usize,
}

impl ByteSpan {
    fn of(text: &str) -> Self {
        Self { data: text.as_ptr().cast(), size: text.len() }
    }
}

#[repr(C)]
struct Buffer {
    header: Header,
    element_type: c_int,
    data: *mut c_void,
    rank: i64,
    dims: *const i64,
}

#[repr(C)]
struct Array {
    element_type: c_int,
    size: usize,
    data: *const c_void,
}

#[repr(C)]
struct Scalar {
    element_type: c_int,
    value: *const c_void,
}

/// The operands (`XLA_FFI_Args`) or results (`XLA_FFI_Rets`) of a call.
#[repr(C)]
struct Buffers {
    header: Header,
    count: i64,
    types: *const c_int,
    values: *const *mut Buffer,
}

#[repr(C)]
struct AttributeList {
    header: Header,
    count: i64,
    types: *const c_int,
    names: *const *const ByteSpan,
    values: *const *const c_void,
}

/// The argument of a handler (`XLA_FFI_CallFrame`).
#[repr(C)]
struct CallFrame {
    header: Header,
    api: *const Api,
    context: *mut States,
    stage: c_int,
    arguments: Buffers,
    results: Buffers,
    attributes: AttributeList,
    future: *mut Future,
}

/// The error that a handler or a function of the interface returns (`XLA_FFI_Error`).
pub struct Error(CString);

impl values::Object for Error {}

impl values::Object for Future {}

impl Error {
    fn give(message: &str) -> *mut Self {
        let message = message.replace('\0', " ");
        Handle::give(Self(CString::new(message).unwrap_or_default())).into_raw()
    }
}

/// The completion of the asynchronous work of a handler (`XLA_FFI_Future`), which any thread may
/// signal. Clones refer to the same completion.
#[derive(Clone, Default)]
pub struct Future(Arc<End>);

#[derive(Default)]
struct End {
    outcome: Mutex<Option<Result<(), String>>>,
    settled: Condvar,
}

impl Future {
    fn settle(&self, outcome: Result<(), String>) {
        *self.0.outcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome);
        self.0.settled.notify_all();
    }

    /// Waits until the asynchronous work of the handler ends, and returns its outcome.
    fn wait(&self) -> Result<(), String> {
        let outcome = self.0.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let settled = self.0.settled.wait_while(outcome, |outcome| outcome.is_none());
        settled.unwrap_or_else(PoisonError::into_inner).clone().unwrap_or(Ok(()))
    }
}

fn header<T>() -> Header {
    Header { struct_size: size_of::<T>(), extension_start: ptr::null_mut() }
}

/// The owner of the memory that a list of buffers in a call frame points to.
struct BufferTable {
    _buffers: Vec<Buffer>,
    types: Vec<c_int>,
    pointers: Vec<*mut Buffer>,
}

impl BufferTable {
    fn of(all: &mut [buffers::Buffer]) -> Result<Self, String> {
        let buffer = |one: &mut buffers::Buffer| -> Result<Buffer, String> {
            Ok(Buffer {
                header: header::<Buffer>(),
                element_type: one.element_type()?,
                data: one.bytes.as_mut_ptr().cast(),
                rank: one.dims.len() as i64,
                dims: one.dims.as_ptr(),
            })
        };
        let mut buffers = all.iter_mut().map(buffer).collect::<Result<Vec<_>, _>>()?;
        let pointers = buffers.iter_mut().map(ptr::from_mut).collect();
        Ok(Self { types: vec![BUFFER; buffers.len()], pointers, _buffers: buffers })
    }

    fn list(&self) -> Buffers {
        Buffers {
            header: header::<Buffers>(),
            count: self.types.len() as i64,
            types: self.types.as_ptr(),
            values: self.pointers.as_ptr(),
        }
    }
}

/// The owner of the memory that a list of attributes in a call frame points to.
struct AttributeTable {
    types: Vec<c_int>,
    _names: Vec<ByteSpan>,
    name_pointers: Vec<*const ByteSpan>,
    values: Vec<*const c_void>,
    _boxes: Vec<Boxed>,
}

/// An attribute value on the heap, whose address does not change.
enum Boxed {
    Array(Box<Array>),
    Dictionary(Box<(AttributeList, AttributeTable)>),
    Scalar(Box<Scalar>),
    Text(Box<ByteSpan>),
}

impl AttributeTable {
    fn of(attributes: &Attributes) -> Self {
        let names: Vec<_> = attributes.names.iter().map(|name| ByteSpan::of(name)).collect();
        let boxed = |value: &Value| match value {
            Value::Array { element_type, count, bytes } => Boxed::Array(Box::new(Array {
                element_type: *element_type,
                size: *count,
                data: bytes.as_ptr().cast(),
            })),
            Value::Dictionary(inner) => {
                let table = Self::of(inner);
                Boxed::Dictionary(Box::new((table.list(), table)))
            }
            Value::Scalar { element_type, bytes } => Boxed::Scalar(Box::new(Scalar {
                element_type: *element_type,
                value: bytes.as_ptr().cast(),
            })),
            Value::Text(text) => Boxed::Text(Box::new(ByteSpan::of(text))),
        };
        let boxes: Vec<Boxed> = attributes.values.iter().map(boxed).collect();
        let of = |boxed: &Boxed| -> (c_int, *const c_void) {
            match boxed {
                Boxed::Array(array) => (ARRAY, ptr::from_ref(&**array).cast()),
                Boxed::Dictionary(inner) => (DICTIONARY, ptr::from_ref(&inner.0).cast()),
                Boxed::Scalar(scalar) => (SCALAR, ptr::from_ref(&**scalar).cast()),
                Boxed::Text(text) => (STRING, ptr::from_ref(&**text).cast()),
            }
        };
        let (types, values) = boxes.iter().map(of).unzip();
        let name_pointers = names.iter().map(ptr::from_ref).collect();
        Self { types, _names: names, name_pointers, values, _boxes: boxes }
    }

    fn list(&self) -> AttributeList {
        AttributeList {
            header: header::<AttributeList>(),
            count: self.types.len() as i64,
            types: self.types.as_ptr(),
            names: self.name_pointers.as_ptr(),
            values: self.values.as_ptr(),
        }
    }
}

/// Calls the instantiate handler of a custom call, if it has one. Returns the state that the
/// handler set, which all runs share.
///
/// # Errors
/// Fails if the handler fails.
pub fn instantiate(
    handlers: &Handlers,
    attributes: &Attributes,
) -> Result<Option<Arc<Object>>, String> {
    let mut states = States::default();
    if let Some(handler) = &handlers.instantiate {
        let nothing = BufferTable::of(&mut [])?;
        let attributes = AttributeTable::of(attributes);
        call_stage(handler, INSTANTIATE, &mut states, [&nothing, &nothing], &attributes)?;
    }
    Ok(states.into_first())
}

/// Calls the handlers of a custom call in a run: prepare, initialize and execute.
///
/// # Errors
/// Fails if a handler fails.
pub fn call(
    handlers: &Handlers,
    kept: Option<Arc<Object>>,
    operands: &mut [buffers::Buffer],
    results: &mut [buffers::Buffer],
    attributes: &Attributes,
) -> Result<(), String> {
    let (operands, results) = (BufferTable::of(operands)?, BufferTable::of(results)?);
    let attributes = AttributeTable::of(attributes);
    let mut states = States::of_run(kept);
    let stages = [
        (PREPARE, handlers.prepare.as_ref()),
        (INITIALIZE, handlers.initialize.as_ref()),
        (EXECUTE, Some(&handlers.execute)),
    ];
    for (stage, handler) in stages {
        let Some(handler) = handler else { continue };
        call_stage(handler, stage, &mut states, [&operands, &results], &attributes)?;
    }
    Ok(())
}

fn call_stage(
    handler: &Handler,
    stage: c_int,
    states: &mut States,
    [operands, results]: [&BufferTable; 2],
    attributes: &AttributeTable,
) -> Result<(), String> {
    let mut frame = CallFrame {
        // The struct size of the interface excludes `future`, which is an output.
        header: Header {
            struct_size: offset_of!(CallFrame, future),
            extension_start: ptr::null_mut(),
        },
        api: &raw const API,
        context: ptr::from_mut(states),
        stage,
        arguments: operands.list(),
        results: results.list(),
        attributes: attributes.list(),
        future: ptr::null_mut(),
    };
    // SAFETY: the frame is a valid `XLA_FFI_CallFrame` and lives until the handler returns. The
    // tables of the caller own the memory it points to. Operands and results also live until the
    // future of the handler is settled, since this function waits for it.
    let error = unsafe { (handler.0)(&raw mut frame) };
    if let Some(error) = Handle::from_raw(error).take() {
        return Err(error.0.to_string_lossy().into_owned());
    }
    let future = Handle::from_raw(frame.future);
    let outcome = future.get_if_any().map_or(Ok(()), Future::wait);
    // This is the last use of the future: the functions that settle it work on a clone.
    drop(future.take());
    outcome
}

arguments! {
    ErrorCreate { message: *const c_char, code: c_int }
    ErrorGetMessage { error: Handle<Error>, message: *const c_char }
    ErrorDestroy { error: Handle<Error> }
    TypeRegister { name: Text, type_id: *mut i64, type_info: *const TypeInfo }
    StateAccess {
        context: *mut States,
        stage: c_int,
        type_id: *const i64,
        state: *mut c_void,
    }
    DeviceMemory { context: *mut c_void, size: usize, alignment: usize, data: *mut c_void }
    DeviceMemoryFree { context: *mut c_void, size: usize, data: *mut c_void }
    Schedule {
        context: *mut c_void,
        task: Option<unsafe extern "C" fn(*mut c_void)>,
        data: *mut c_void,
    }
    NumThreads { context: *mut c_void, count: *mut i64 }
    FutureCreate { future: *mut c_void }
    FutureSetAvailable { future: Handle<Future> }
    FutureSetError { future: Handle<Future>, error: Handle<Error> }
    RunId { context: *mut c_void, run_id: i64 }
    DeviceOrdinal { context: *mut c_void, ordinal: i32 }
}

type Lacking = unsafe extern "C" fn(*mut c_void) -> *mut Error;

/// The table of functions that a handler may call (`XLA_FFI_Api`).
#[repr(C)]
struct Api {
    header: Header,
    version: Header,
    major: c_int,
    minor: c_int,
    internal: *const c_void,
    error_create: unsafe extern "C" fn(*mut ErrorCreate) -> *mut Error,
    error_get_message: unsafe extern "C" fn(*mut ErrorGetMessage),
    error_destroy: unsafe extern "C" fn(*mut ErrorDestroy),
    handler_register: Lacking,
    stream_get: Lacking,
    type_register: unsafe extern "C" fn(*mut TypeRegister) -> *mut Error,
    execution_context_get: Lacking,
    state_set: unsafe extern "C" fn(*mut StateAccess) -> *mut Error,
    state_get: unsafe extern "C" fn(*mut StateAccess) -> *mut Error,
    allocate: unsafe extern "C" fn(*mut DeviceMemory) -> *mut Error,
    free: unsafe extern "C" fn(*mut DeviceMemoryFree) -> *mut Error,
    schedule: unsafe extern "C" fn(*mut Schedule) -> *mut Error,
    num_threads: unsafe extern "C" fn(*mut NumThreads) -> *mut Error,
    future_create: unsafe extern "C" fn(*mut FutureCreate) -> *mut Error,
    future_set_available: unsafe extern "C" fn(*mut FutureSetAvailable) -> *mut Error,
    future_set_error: unsafe extern "C" fn(*mut FutureSetError) -> *mut Error,
    run_id: unsafe extern "C" fn(*mut RunId) -> *mut Error,
    device_ordinal: unsafe extern "C" fn(*mut DeviceOrdinal) -> *mut Error,
}

// SAFETY: the only value is the static `API`, which is never written.
unsafe impl Sync for Api {}

static API: Api = Api {
    header: Header { struct_size: size_of::<Api>(), extension_start: ptr::null_mut() },
    version: Header { struct_size: 24, extension_start: ptr::null_mut() },
    major: 0,
    minor: 3,
    internal: ptr::null(),
    error_create,
    error_get_message,
    error_destroy,
    handler_register: lacking,
    stream_get: lacking,
    type_register,
    execution_context_get: lacking,
    state_set,
    state_get,
    allocate,
    free,
    schedule,
    num_threads,
    future_create,
    future_set_available,
    future_set_error,
    run_id,
    device_ordinal,
};

unsafe extern "C" fn lacking(_: *mut c_void) -> *mut Error {
    Error::give(
        "hloom does not support streams, execution contexts or registration for XLA FFI handlers",
    )
}

unsafe extern "C" fn error_create(arguments: *mut ErrorCreate) -> *mut Error {
    // SAFETY: `c_api.h` requires valid arguments and a message with a terminating zero.
    let message = unsafe { CStr::from_ptr((*arguments).message) };
    Error::give(&message.to_string_lossy())
}

unsafe extern "C" fn error_get_message(arguments: *mut ErrorGetMessage) {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    let arguments = unsafe { &mut *arguments };
    let error = arguments.error.get_if_any();
    arguments.message = error.map_or(ptr::null(), |error| error.0.as_ptr());
}

unsafe extern "C" fn error_destroy(arguments: *mut ErrorDestroy) {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments, and to destroy an error once.
    unsafe { (*arguments).error }.take();
}

/// Registers a state type, and writes the number of the type to `number`.
///
/// # Errors
/// Fails if `number` is null, or the type is already registered with another number.
///
/// # Safety
/// `number` is null or points to the number of the type, which is 0 if the type is not registered
/// yet. `info` is null or points to the description of the type.
pub unsafe fn register_type_info(
    name: &str,
    number: *mut i64,
    info: *const TypeInfo,
) -> Result<(), String> {
    // SAFETY: the caller of `register_type_info` guarantees that both pointers are null or valid.
    let (number, info) = unsafe { (number.as_mut(), info.as_ref()) };
    let missing = || format!("type `{name}`: expected a pointer to the type's number, found null");
    let number = number.ok_or_else(missing)?;
    let destructor = info.and_then(TypeInfo::destructor);
    *number = register_type(name, *number, destructor)?;
    Ok(())
}

unsafe extern "C" fn type_register(arguments: *mut TypeRegister) -> *mut Error {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments, in which `type_id` points to
    // the number of the type and `type_info` is null or valid.
    let outcome = unsafe {
        let TypeRegister { name, type_id, type_info, .. } = &*arguments;
        register_type_info(&String::from_utf8_lossy(name.bytes()), *type_id, *type_info)
    };
    outcome.map_or_else(|message| Error::give(&message), |()| ptr::null_mut())
}

unsafe extern "C" fn state_set(arguments: *mut StateAccess) -> *mut Error {
    // SAFETY: `c_api.h` requires valid arguments whose context is that of the call frame; the
    // frames of `call_stage` have a context that points to the `States` of the call.
    let outcome = unsafe {
        let StateAccess { context, stage, type_id, state, .. } = *arguments;
        (*context).set(stage, *type_id, Address::of(state))
    };
    outcome.map_or_else(|message| Error::give(&message), |()| ptr::null_mut())
}

unsafe extern "C" fn state_get(arguments: *mut StateAccess) -> *mut Error {
    // SAFETY: `c_api.h` requires valid arguments whose context is that of the call frame; the
    // frames of `call_stage` have a context that points to the `States` of the call.
    unsafe {
        let arguments = &mut *arguments;
        match (*arguments.context).get(arguments.stage, *arguments.type_id) {
            Ok(address) => arguments.state = address.pointer(),
            Err(message) => return Error::give(&message),
        }
    }
    ptr::null_mut()
}

unsafe extern "C" fn allocate(arguments: *mut DeviceMemory) -> *mut Error {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    let arguments = unsafe { &mut *arguments };
    let Some(layout) = layout(arguments.size) else {
        return Error::give(&format!(
            "cannot allocate {} bytes for an XLA FFI handler",
            arguments.size
        ));
    };
    if arguments.alignment > ALIGNMENT {
        let alignment = arguments.alignment;
        return Error::give(&format!(
            "expected memory aligned to at most {ALIGNMENT} bytes, found alignment {alignment}"
        ));
    }
    // SAFETY: the size of the layout is at least 1, see `layout`.
    arguments.data = unsafe { alloc(layout) }.cast();
    if arguments.data.is_null() { Error::give("out of memory") } else { ptr::null_mut() }
}

unsafe extern "C" fn free(arguments: *mut DeviceMemoryFree) -> *mut Error {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    let arguments = unsafe { &mut *arguments };
    if let Some(layout) = layout(arguments.size).filter(|_| !arguments.data.is_null()) {
        // SAFETY: `c_api.h` requires memory from `allocate` with the size of the allocation, so
        // that the layout is the same.
        unsafe { dealloc(arguments.data.cast(), layout) };
    }
    ptr::null_mut()
}

/// Alignment in bytes of all memory from [`allocate`].
const ALIGNMENT: usize = 64;

/// Returns the memory layout of an allocation of `size` bytes and at least one byte, or `None` if
/// the size is too large.
fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.max(1), ALIGNMENT).ok()
}

/// Runs a task of a handler immediately on the calling thread.
unsafe extern "C" fn schedule(arguments: *mut Schedule) -> *mut Error {
    // SAFETY: `c_api.h` requires valid arguments, and that the task accepts its data.
    unsafe {
        if let Some(task) = (*arguments).task {
            task((*arguments).data);
        }
    }
    ptr::null_mut()
}

unsafe extern "C" fn num_threads(arguments: *mut NumThreads) -> *mut Error {
    // SAFETY: `c_api.h` requires valid arguments, in which `count` points to a number.
    unsafe { *(*arguments).count = 1 };
    ptr::null_mut()
}

unsafe extern "C" fn future_create(arguments: *mut FutureCreate) -> *mut Error {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    unsafe { (*arguments).future = Handle::give(Future::default()).into_raw().cast() };
    ptr::null_mut()
}

fn settle(future: Handle<Future>, outcome: Result<(), String>) -> *mut Error {
    // Settle a clone: `call_stage` may drop the original as soon as it is settled.
    if let Some(future) = future.get_if_any().cloned() {
        future.settle(outcome);
    }
    ptr::null_mut()
}

unsafe extern "C" fn future_set_available(arguments: *mut FutureSetAvailable) -> *mut Error {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    settle(unsafe { (*arguments).future }, Ok(()))
}

unsafe extern "C" fn future_set_error(arguments: *mut FutureSetError) -> *mut Error {
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    let (future, error) = unsafe { ((*arguments).future, (*arguments).error) };
    let message = error.take().map(|error| error.0.to_string_lossy().into_owned());
    settle(future, Err(message.unwrap_or_default()))
}

unsafe extern "C" fn run_id(arguments: *mut RunId) -> *mut Error {
    static NEXT: AtomicI64 = AtomicI64::new(1);
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    unsafe { (*arguments).run_id = NEXT.fetch_add(1, Ordering::Relaxed) };
    ptr::null_mut()
}

unsafe extern "C" fn device_ordinal(arguments: *mut DeviceOrdinal) -> *mut Error {
    let device = device_number();
    // SAFETY: `c_api.h` requires the handler to pass valid arguments.
    unsafe { (*arguments).ordinal = i32::try_from(device).unwrap_or(i32::MAX) };
    ptr::null_mut()
}
