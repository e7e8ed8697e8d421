// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions of UCX's protocol layer (UCP), from version 1.10 on.

use crate::engine::ffi::{Channel, Library};
use crate::engine::headers::Headers;
use crate::engine::pause::Pause;
use crate::ffi::functions;
use hloom_evaluator::Error;
use libloading::Symbol;
use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;
use std::ptr::null_mut;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, Ordering};
use std::time::{Duration, Instant};

/// The version of UCP's interface that this file uses: major and minor number.
const API: (c_uint, c_uint) = (1, 10);

/// The file name of the UCP library.
const LIBRARY: &str = "libucp.so.0";

const FIELD_FEATURES: u64 = 1;
const FEATURE_TAG: u64 = 1;
const FIELD_THREAD_MODE: u64 = 1;
const THREAD_MODE_SERIALIZED: c_int = 1;
const FIELD_REMOTE_ADDRESS: u64 = 1;
const FIELD_ERROR_HANDLER: u64 = 1 << 2;
const NO_IMMEDIATE_COMPLETION: u32 = 1 << 16;
const IN_PROGRESS: i8 = 1;
const MESSAGE_TRUNCATED: i8 = -9;

/// The highest bit of a tag, which is set for parts of payloads. The lower bits of a tag contain
/// the number of the sender, from bit 32 on, and the number of the part.
const PAYLOAD: u64 = 1 << 63;
const SENDER_SHIFT: u32 = 32;

/// The structure `ucp_params_t` of UCX: the parameters of a context.
#[repr(C)]
struct Parameters {
    field_mask: u64,
    features: u64,
    /// Space for the fields that `field_mask` does not select, also of later versions of UCX.
    rest: [u64; 30],
}

/// The structure `ucp_worker_params_t` of UCX: the parameters of a worker.
#[repr(C)]
struct WorkerParameters {
    field_mask: u64,
    thread_mode: c_int,
    /// Space for the fields that `field_mask` does not select, also of later versions of UCX.
    rest: [u64; 62],
}

/// The structure `ucp_ep_params_t` of UCX: the parameters of an endpoint.
#[repr(C)]
struct EndpointParameters {
    field_mask: u64,
    address: *const c_void,
    /// The error handling mode, which `field_mask` does not select.
    error_mode: c_int,
    error_handler: ErrorHandler,
    error_argument: *mut c_void,
    /// Space for the fields that `field_mask` does not select, also of later versions of UCX.
    rest: [u64; 27],
}

/// The type `ucp_err_handler_cb_t` of UCX: a function that UCX calls if an endpoint fails.
type ErrorHandler = unsafe extern "C" fn(*mut c_void, Pointer, i8);

/// The structure `ucp_request_param_t` of UCX: the parameters of a send or receive. If no attribute
/// is set, buffers are contiguous bytes.
#[repr(C)]
struct RequestParameters {
    attributes: u32,
    flags: u32,
    /// Space for the fields that `attributes` does not select, including fields of later versions
    /// of UCX.
    rest: [u64; 30],
}

const NO_ATTRIBUTES: RequestParameters =
    RequestParameters { attributes: 0, flags: 0, rest: [0; 30] };

/// The parameters of a receive that always returns a request, which contains the size of the message.
const WITH_REQUEST: RequestParameters =
    RequestParameters { attributes: NO_IMMEDIATE_COMPLETION, ..NO_ATTRIBUTES };

/// The structure `ucp_tag_recv_info_t` of UCX: the tag and the length of a received message.
#[repr(C)]
#[derive(Default)]
struct Info {
    tag: u64,
    length: usize,
}

type Pointer = *mut c_void;

functions! {
    "UCP"
    init = "ucp_init_version":
        fn(c_uint, c_uint, *const Parameters, *const c_void, *mut Pointer) -> i8;
    cleanup = "ucp_cleanup": fn(Pointer) -> ();
    worker_create = "ucp_worker_create": fn(Pointer, *const WorkerParameters, *mut Pointer) -> i8;
    worker_destroy = "ucp_worker_destroy": fn(Pointer) -> ();
    worker_get_address = "ucp_worker_get_address": fn(Pointer, *mut Pointer, *mut usize) -> i8;
    worker_release_address = "ucp_worker_release_address": fn(Pointer, Pointer) -> ();
    worker_progress = "ucp_worker_progress": fn(Pointer) -> c_uint;
    ep_create = "ucp_ep_create": fn(Pointer, *const EndpointParameters, *mut Pointer) -> i8;
    ep_close = "ucp_ep_close_nbx": fn(Pointer, *const RequestParameters) -> Pointer;
    tag_send = "ucp_tag_send_nbx":
        fn(Pointer, *const c_void, usize, u64, *const RequestParameters) -> Pointer;
    tag_recv = "ucp_tag_recv_nbx":
        fn(Pointer, Pointer, usize, u64, u64, *const RequestParameters) -> Pointer;
    tag_recv_request_test = "ucp_tag_recv_request_test": fn(Pointer, *mut Info) -> i8;
    tag_probe = "ucp_tag_probe_nb": fn(Pointer, u64, u64, c_int, *mut Info) -> Pointer;
    tag_msg_recv = "ucp_tag_msg_recv_nbx":
        fn(Pointer, Pointer, usize, Pointer, *const RequestParameters) -> Pointer;
    request_check_status = "ucp_request_check_status": fn(Pointer) -> i8;
    request_free = "ucp_request_free": fn(Pointer) -> ();
}

/// The functions of UCP, and a function of UCX's service layer.
struct Ucp {
    functions: Functions,
    status_string: unsafe extern "C" fn(i8) -> *const c_char,
}

/// Returns the functions of UCP. The first call loads the library.
fn ucp() -> Result<&'static Ucp, Error> {
    static UCP: OnceLock<Result<Ucp, Error>> = OnceLock::new();
    UCP.get_or_init(load).as_ref().map_err(Error::clone)
}

fn load() -> Result<Ucp, Error> {
    let given = std::env::var_os("HLOOM_UCX_LIBRARY").filter(|given| !given.is_empty());
    let file = given.map_or_else(|| PathBuf::from(LIBRARY), PathBuf::from);
    let unusable = |error: libloading::Error| {
        Error::invalid(format!(
            "HLOOM_COLLECTIVES=ucx: cannot load UCX: {error}; install it with \
             `apt-get install libucx0` or `pip install libucx-cu12`, or set HLOOM_UCX_LIBRARY to \
             its file {LIBRARY}"
        ))
    };
    // SAFETY: loading UCX runs its initializers, which have no preconditions.
    let library = unsafe { libloading::Library::new(file) }.map_err(unusable)?;
    // UCX is never unloaded: its threads and handlers may remain.
    let library = Box::leak(Box::new(library));
    // SAFETY: the library is UCP, or the user says so.
    let functions = unsafe { Functions::find(library) }.map_err(unusable)?;
    // SAFETY: UCP depends on UCX's service layer, which defines this function.
    let status_string: Symbol<unsafe extern "C" fn(i8) -> *const c_char> =
        unsafe { library.get(b"ucs_status_string") }.map_err(unusable)?;
    Ok(Ucp { functions, status_string: *status_string })
}

impl Ucp {
    fn check(&self, status: i8) -> Result<(), String> {
        if status == 0 { Ok(()) } else { Err(self.text(status)) }
    }

    /// Returns the description of a status.
    fn text(&self, status: i8) -> String {
        // SAFETY: UCX returns a constant text for every status.
        let text = unsafe { CStr::from_ptr((self.status_string)(status)) };
        text.to_string_lossy().into_owned()
    }

    /// Returns the status of a request that has not ended. Stores the size of a part of a payload that
    /// has arrived.
    fn status(&self, request: &mut Request) -> i8 {
        let Task::ReceivePart { byte_count } = &mut request.task else {
            // SAFETY: UCX has returned the request, which is freed only when it has ended.
            return unsafe { (self.functions.request_check_status)(request.pointer) };
        };
        let mut info = Info::default();
        // SAFETY: as above. The request receives a message with a tag, and `info` is a variable.
        let status =
            unsafe { (self.functions.tag_recv_request_test)(request.pointer, &raw mut info) };
        *byte_count = info.length;
        status
    }
}

/// Returns the status in a pointer that UCP returned if it is an error code, and otherwise the
/// pointer: null for a complete operation, or a request.
fn started(pointer: Pointer) -> Result<Pointer, i8> {
    // Errors are the last addresses, as negative numbers.
    let error = pointer.addr() as isize;
    if (-100..0).contains(&error) { Err(error as i8) } else { Ok(pointer) }
}

/// The connection with another process.
///
/// The endpoint has an error handler, but not UCX's error handling mode for peers. In that mode, UCX
/// only uses transports that detect the failure of a peer, which shared memory does not. Without a
/// handler, UCX ends this process if a peer is lost while UCX copies from the peer's memory.
struct Connection {
    endpoint: Pointer,
    /// The status with which the connection failed, or zero. It is never freed, because UCX keeps a
    /// pointer to it.
    failure: &'static AtomicI8,
    /// Whether [`Library::failures`] has returned the failure.
    is_reported: bool,
}

impl Connection {
    /// Returns the status with which the connection failed, or zero.
    fn failure(&self) -> i8 {
        self.failure.load(Ordering::Relaxed)
    }
}

/// Records the first status with which a connection failed.
fn record(failure: &AtomicI8, status: i8) {
    // The failure is recorded already if the exchange fails.
    let _ = failure.compare_exchange(0, status, Ordering::Relaxed, Ordering::Relaxed);
}

/// Records that a connection failed. UCX calls this function during calls of its other functions.
///
/// # Safety
/// `argument` must point to an `AtomicI8` that is never freed.
unsafe extern "C" fn on_failure(argument: *mut c_void, _: Pointer, status: i8) {
    // SAFETY: the contract of this function says so.
    record(unsafe { &*argument.cast::<AtomicI8>() }, status);
}

/// A UCX worker, which sends and receives the messages of this process.
pub struct Worker {
    ucp: &'static Ucp,
    context: Pointer,
    worker: Pointer,
    own: usize,
    /// The connections with the other processes; `None` for this process.
    connections: Vec<Option<Connection>>,
    /// The messages with headers that are being received.
    headers: Headers<Request>,
}

// SAFETY: the worker was created for calls from any thread, one at a time. `Worker` has no interior
// mutability except in atomic numbers, so that each call has exclusive access.
unsafe impl Send for Worker {}

/// A UCP request, which sends or receives a message.
pub struct Request {
    /// The request; null if it has ended.
    pointer: Pointer,
    /// The number of the other process.
    process: usize,
    task: Task,
}

/// The task of a request.
enum Task {
    Send,
    ReceiveHeader,
    /// Receives a part of a payload. `byte_count` is the number of bytes that were received.
    ReceivePart {
        byte_count: usize,
    },
    /// The request was to receive a message, and the connection failed.
    Failed,
}

// SAFETY: as for `Worker`: requests are used in calls of its functions only.
unsafe impl Send for Request {}

/// The maximum time for which a worker that is dropped waits until its connections are closed.
const CLOSING: Duration = Duration::from_secs(1);

impl Worker {
    /// Creates a worker that has no connections yet.
    ///
    /// # Errors
    /// Fails if UCX cannot be loaded, or with the error of UCX.
    pub fn new() -> Result<Self, Error> {
        let ucp = ucp()?;
        let failed = |error: String| Error::Unavailable(format!("UCX: {error}"));
        let functions = &ucp.functions;
        let (mut context, mut worker) = (null_mut(), null_mut());
        let parameters =
            Parameters { field_mask: FIELD_FEATURES, features: FEATURE_TAG, rest: [0; 30] };
        // SAFETY: the parameters have the fields in the mask. A null configuration is the default.
        let status = unsafe {
            (functions.init)(API.0, API.1, &raw const parameters, null_mut(), &raw mut context)
        };
        ucp.check(status).map_err(failed)?;
        let parameters = WorkerParameters {
            field_mask: FIELD_THREAD_MODE,
            thread_mode: THREAD_MODE_SERIALIZED,
            rest: [0; 62],
        };
        // SAFETY: UCX has returned the context. The parameters have the fields in the mask.
        let status =
            unsafe { (functions.worker_create)(context, &raw const parameters, &raw mut worker) };
        if let Err(error) = ucp.check(status) {
            // SAFETY: nothing uses the context.
            unsafe { (functions.cleanup)(context) };
            return Err(failed(error));
        }
        let (connections, headers) = (Vec::new(), Headers::default());
        Ok(Self { ucp, context, worker, own: 0, connections, headers })
    }

    /// Returns the address at which other processes reach this worker.
    ///
    /// # Errors
    /// Fails with the error of UCX.
    pub fn address(&self) -> Result<Vec<u8>, Error> {
        let (mut address, mut length) = (null_mut(), 0);
        let functions = &self.ucp.functions;
        // SAFETY: the worker is alive, and the pointers are to variables.
        let status = unsafe {
            (functions.worker_get_address)(self.worker, &raw mut address, &raw mut length)
        };
        self.ucp.check(status).map_err(|error| Error::Unavailable(format!("UCX: {error}")))?;
        // SAFETY: UCX has returned an address of this length, which is valid until it is released.
        let bytes = unsafe { std::slice::from_raw_parts(address.cast::<u8>(), length) }.to_vec();
        // SAFETY: the address was returned for this worker.
        unsafe { (functions.worker_release_address)(self.worker, address) };
        Ok(bytes)
    }

    /// Creates the connections with the other processes. `own` is the number of this process, which has
    /// no address in `addresses`.
    ///
    /// # Errors
    /// Fails with the error of UCX.
    pub fn connect(&mut self, own: usize, addresses: &[Option<Vec<u8>>]) -> Result<(), Error> {
        self.own = own;
        for (process, address) in addresses.iter().enumerate() {
            let Some(address) = address else {
                self.connections.push(None);
                continue;
            };
            let failure: &'static AtomicI8 = Box::leak(Box::new(AtomicI8::new(0)));
            let parameters = EndpointParameters {
                field_mask: FIELD_REMOTE_ADDRESS | FIELD_ERROR_HANDLER,
                address: address.as_ptr().cast(),
                error_mode: 0,
                error_handler: on_failure,
                error_argument: std::ptr::from_ref(failure).cast_mut().cast(),
                rest: [0; 27],
            };
            let (create, mut endpoint) = (self.ucp.functions.ep_create, null_mut());
            // SAFETY: the address was made by UCX in a process with the same version of hloom, and is
            // alive during the call. The error handler gets a pointer to `failure`.
            let status = unsafe { create(self.worker, &raw const parameters, &raw mut endpoint) };
            self.ucp.check(status).map_err(|error| {
                Error::Unavailable(format!("UCX: cannot reach process {process}: {error}"))
            })?;
            self.connections.push(Some(Connection { endpoint, failure, is_reported: false }));
        }
        Ok(())
    }

    /// Records that the connection with a process failed.
    fn fail(&self, process: usize, status: i8) {
        if let Some(Some(connection)) = self.connections.get(process) {
            record(connection.failure, status);
        }
    }

    fn progress(&mut self) {
        // SAFETY: the worker is alive, and no other thread uses it.
        while unsafe { (self.ucp.functions.worker_progress)(self.worker) } != 0 {}
    }
}

/// Returns the UCP tag of a message that process `from` sends.
fn tag_of(from: usize, channel: Channel) -> u64 {
    let from = (from as u64) << SENDER_SHIFT;
    match channel {
        Channel::Headers => from,
        // The numbers of parts that are in progress at the same time differ by less than 2^32.
        Channel::Payload(number) => PAYLOAD | from | u64::from(number as u32),
    }
}

impl Library for Worker {
    type Request = Request;

    const NAME: &'static str = "UCX";

    unsafe fn send(
        &mut self,
        to: usize,
        channel: Channel,
        bytes: *const u8,
        count: usize,
    ) -> Result<Request, String> {
        let Some(connection) = &self.connections[to] else {
            return Err(format!("there is no connection with process {to}"));
        };
        let (send, tag) = (self.ucp.functions.tag_send, tag_of(self.own, channel));
        let mut pointer = null_mut();
        // After a failure, the message counts as sent: `failures` reports the process.
        if connection.failure() == 0 {
            let endpoint = connection.endpoint;
            // SAFETY: the endpoint is alive, and the contract of `Library::send` says that the bytes stay
            // valid.
            let sent = unsafe { send(endpoint, bytes.cast(), count, tag, &NO_ATTRIBUTES) };
            match started(sent) {
                Ok(request) => pointer = request,
                Err(status) => record(connection.failure, status),
            }
        }
        Ok(Request { pointer, process: to, task: Task::Send })
    }

    unsafe fn receive(
        &mut self,
        from: usize,
        number: u64,
        memory: *mut u8,
        count: usize,
    ) -> Result<Request, String> {
        let tag = tag_of(from, Channel::Payload(number));
        let (worker, receive) = (self.worker, self.ucp.functions.tag_recv);
        // SAFETY: the worker is alive, and the contract of `Library::receive` says that the memory stays
        // valid.
        let pointer = unsafe { receive(worker, memory.cast(), count, tag, !0, &WITH_REQUEST) };
        let pointer = started(pointer).map_err(|status| self.ucp.text(status))?;
        Ok(Request { pointer, process: from, task: Task::ReceivePart { byte_count: 0 } })
    }

    fn is_complete(&mut self, request: &mut Request) -> Result<bool, String> {
        if request.pointer.is_null() {
            return Ok(!matches!(request.task, Task::Failed));
        }
        let mut status = self.ucp.status(request);
        if status == IN_PROGRESS {
            self.progress();
            status = self.ucp.status(request);
        }
        if status == IN_PROGRESS {
            return Ok(false);
        }
        // SAFETY: the request has ended, and is not used again.
        unsafe { (self.ucp.functions.request_free)(request.pointer) };
        request.pointer = null_mut();
        match status {
            0 => Ok(true),
            MESSAGE_TRUNCATED => Err(self.ucp.text(status)),
            _ => {
                self.fail(request.process, status);
                let is_sent = matches!(request.task, Task::Send);
                if !is_sent {
                    request.task = Task::Failed;
                }
                Ok(is_sent)
            }
        }
    }

    fn received(&self, request: &Request) -> usize {
        match request.task {
            Task::ReceivePart { byte_count } => byte_count,
            _ => 0,
        }
    }

    fn next_header(&mut self) -> Result<Option<(usize, Vec<u8>)>, String> {
        self.progress();
        let mut info = Info::default();
        let probe = self.ucp.functions.tag_probe;
        // SAFETY: the worker is alive, and `info` is a variable. The message is removed from those that
        // have arrived, and received below.
        let message = unsafe { probe(self.worker, 0, PAYLOAD, 1, &raw mut info) };
        if !message.is_null() {
            let mut memory = vec![0_u8; info.length];
            let (address, receive) = (memory.as_mut_ptr(), self.ucp.functions.tag_msg_recv);
            // SAFETY: the memory has the size of the message, and stays in `headers` until the request is
            // complete. Moving a vector does not move its bytes.
            let pointer = unsafe {
                receive(self.worker, address.cast(), info.length, message, &NO_ATTRIBUTES)
            };
            let pointer = started(pointer).map_err(|status| self.ucp.text(status))?;
            let from = (info.tag >> SENDER_SHIFT) as usize;
            let request = Request { pointer, process: from, task: Task::ReceiveHeader };
            self.headers.push(from, request, memory);
        }
        let mut headers = std::mem::take(&mut self.headers);
        let next = headers.next(|request| self.is_complete(request));
        self.headers = headers;
        next
    }

    fn failures(&mut self) -> Vec<(usize, String)> {
        let (ucp, mut found) = (self.ucp, Vec::new());
        for (process, connection) in self.connections.iter_mut().enumerate() {
            let Some(connection) = connection else { continue };
            let status = connection.failure();
            if status != 0 && !connection.is_reported {
                connection.is_reported = true;
                found.push((process, ucp.text(status)));
            }
        }
        found
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let connections = std::mem::take(&mut self.connections);
        let mut has_failed = false;
        let mut closing = Vec::new();
        for (process, connection) in connections.into_iter().enumerate() {
            let Some(connection) = connection else { continue };
            if connection.failure() != 0 {
                has_failed = true;
                continue;
            }
            // SAFETY: UCX has returned the endpoint, which is not used again.
            let closed =
                unsafe { (self.ucp.functions.ep_close)(connection.endpoint, &NO_ATTRIBUTES) };
            if let Ok(pointer) = started(closed) {
                closing.push(Request { pointer, process, task: Task::Send });
            }
        }
        let (since, mut pause) = (Instant::now(), Pause::default());
        while !closing.is_empty() && since.elapsed() < CLOSING {
            closing.retain_mut(|request| matches!(self.is_complete(request), Ok(false)));
            pause.pause();
        }
        // Endpoints that failed are left as they are, and so is the worker with them.
        if closing.is_empty() && self.headers.is_empty() && !has_failed {
            // SAFETY: all requests are complete, and nothing uses the worker or the context.
            unsafe {
                (self.ucp.functions.worker_destroy)(self.worker);
                (self.ucp.functions.cleanup)(self.context);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn endpoint_parameters_have_the_layout_of_ucx() {
        assert_eq!(offset_of!(EndpointParameters, address), 8);
        assert_eq!(offset_of!(EndpointParameters, error_handler), 24);
        assert_eq!(offset_of!(EndpointParameters, error_argument), 32);
        assert_eq!(size_of::<EndpointParameters>(), 256);
    }

    #[test]
    fn the_first_failure_of_a_connection_is_kept() {
        let failure = AtomicI8::new(0);
        for status in [-25, -3] {
            let argument = std::ptr::from_ref(&failure).cast_mut().cast();
            // SAFETY: `failure` exists during the call.
            unsafe { on_failure(argument, null_mut(), status) };
        }
        assert_eq!(failure.load(Ordering::Relaxed), -25);
    }

    #[test]
    fn pointers_may_be_error_codes() {
        let pointer = |address: usize| -> Pointer { std::ptr::without_provenance_mut(address) };
        assert_eq!(started(pointer(usize::MAX - 24)), Err(-25));
        assert_eq!(started(pointer(0)), Ok(null_mut()));
        assert_eq!(started(pointer(4096)), Ok(pointer(4096)));
    }
}
