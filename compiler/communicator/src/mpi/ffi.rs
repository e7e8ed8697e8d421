// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions of MPI, by the standard binary interface of MPI 5.0, chapter 20.

use crate::engine::ffi::{Channel, Library};
use crate::engine::headers::Headers;
use crate::engine::pause::Pause;
use crate::ffi::functions;
use crate::lock::lock;
use hloom_evaluator::Error;
use std::ffi::{c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr::{null, null_mut};
use std::sync::{Mutex, OnceLock};

type Handle = *mut c_void;
type Count = i64;

const COMM_WORLD: usize = 0x101;
const BYTE: usize = 0x247;
const ERRORS_RETURN: usize = 0x143;
const REQUEST_NULL: usize = 0x180;
const ANY_SOURCE: c_int = -1;
const THREAD_SERIALIZED: c_int = 2048;
const THREAD_MULTIPLE: c_int = 4096;
const TAG_UB: c_int = 501;
const MAX_ERROR_STRING: usize = 512;

/// The smallest number of tags that is enough: parts with the same tag are 256 GiB apart.
const MIN_TAGS: u64 = 1 << 20;

/// The tag of messages with headers. The tags of payloads are larger.
const HEADERS: c_int = 0;

#[repr(C)]
#[derive(Default)]
struct Status {
    source: c_int,
    tag: c_int,
    error: c_int,
    internal: [c_int; 5],
}

functions! {
    "MPI"
    initialized = "MPI_Initialized": fn(*mut c_int) -> c_int;
    init_thread = "MPI_Init_thread": fn(*mut c_int, *mut *mut *mut c_char, c_int, *mut c_int) -> c_int;
    query_thread = "MPI_Query_thread": fn(*mut c_int) -> c_int;
    finalize = "MPI_Finalize": fn() -> c_int;
    finalized = "MPI_Finalized": fn(*mut c_int) -> c_int;
    comm_rank = "MPI_Comm_rank": fn(Handle, *mut c_int) -> c_int;
    comm_size = "MPI_Comm_size": fn(Handle, *mut c_int) -> c_int;
    comm_idup = "MPI_Comm_idup": fn(Handle, *mut Handle, *mut Handle) -> c_int;
    comm_set_errhandler = "MPI_Comm_set_errhandler": fn(Handle, Handle) -> c_int;
    comm_get_attr = "MPI_Comm_get_attr": fn(Handle, c_int, *mut c_void, *mut c_int) -> c_int;
    error_string = "MPI_Error_string": fn(c_int, *mut c_char, *mut c_int) -> c_int;
    isend = "MPI_Isend_c":
        fn(*const c_void, Count, Handle, c_int, c_int, Handle, *mut Handle) -> c_int;
    irecv = "MPI_Irecv_c": fn(*mut c_void, Count, Handle, c_int, c_int, Handle, *mut Handle) -> c_int;
    improbe = "MPI_Improbe":
        fn(c_int, c_int, Handle, *mut c_int, *mut Handle, *mut Status) -> c_int;
    imrecv = "MPI_Imrecv_c": fn(*mut c_void, Count, Handle, *mut Handle, *mut Handle) -> c_int;
    get_count = "MPI_Get_count_c": fn(*const Status, Handle, *mut Count) -> c_int;
    test = "MPI_Test": fn(*mut Handle, *mut c_int, *mut Status) -> c_int;
}

unsafe extern "C" {
    /// The function `atexit` of C's standard library.
    fn atexit(function: extern "C" fn()) -> c_int;
}

/// The MPI library that this process has loaded and initialized.
struct Mpi {
    functions: Functions,
    rank: usize,
    size: usize,
    /// The largest message tag that MPI supports.
    tags: u64,
}

impl Mpi {
    /// Calls MPI while no other thread of this library does.
    fn call(&self, call: impl FnOnce(&Functions) -> c_int) -> Result<(), String> {
        static CALLS: Mutex<()> = Mutex::new(());
        let _guard = lock(&CALLS);
        match call(&self.functions) {
            0 => Ok(()),
            code => Err(self.message(code)),
        }
    }

    /// Makes progress, and returns true if a request is complete.
    fn is_complete(&self, request: &mut Request) -> Result<bool, String> {
        let (mut is_complete, mut status) = (0, Status::default());
        let (tested, found) = (&raw mut request.handle, &raw mut status);
        // SAFETY: the request was returned by MPI, or is `REQUEST_NULL` after its completion. The other
        // pointers are to variables of the types in the standard.
        self.call(|mpi| unsafe { (mpi.test)(tested, &raw mut is_complete, found) })?;
        if let (true, Some(received)) = (is_complete != 0, &mut request.received) {
            *received = self.byte_count(&status)?;
        }
        Ok(is_complete != 0)
    }

    /// Returns the number of bytes of a message that MPI has found or received with a status.
    fn byte_count(&self, status: &Status) -> Result<usize, String> {
        let mut count: Count = 0;
        // SAFETY: MPI has set the status, and the other pointer is to a variable.
        self.call(|mpi| unsafe { (mpi.get_count)(status, handle(BYTE), &raw mut count) })?;
        usize::try_from(count).map_err(|_| format!("a message has {count} bytes"))
    }

    /// Returns the message of an error code.
    fn message(&self, code: c_int) -> String {
        let (mut text, mut length) = ([0_u8; MAX_ERROR_STRING + 1], 0);
        // SAFETY: `text` has the size that the standard requires.
        unsafe { (self.functions.error_string)(code, text.as_mut_ptr().cast(), &raw mut length) };
        let length = usize::try_from(length).unwrap_or(0).min(MAX_ERROR_STRING);
        String::from_utf8_lossy(&text[..length]).into_owned()
    }
}

/// The file name of the MPI library, as the standard binary interface specifies it.
const LIBRARY: &str = "libmpi_abi.so.1";

/// The number of communicators in use. MPI is finalized at the exit of the process only if there
/// are none.
static IN_USE: Mutex<usize> = Mutex::new(0);

fn handle(value: usize) -> Handle {
    std::ptr::without_provenance_mut(value)
}

/// Returns MPI, which is loaded and initialized by the first call.
fn mpi() -> Result<&'static Mpi, Error> {
    static MPI: OnceLock<Result<Mpi, Error>> = OnceLock::new();
    MPI.get_or_init(load).as_ref().map_err(Error::clone)
}

/// Returns the files to load as the MPI library: the file that `HLOOM_MPI_LIBRARY` names, if it is
/// set; otherwise the library in the loader's search path, and then the one in the folder `../lib`
/// relative to the `mpiexec` in `PATH`.
fn candidates() -> Vec<PathBuf> {
    if let Some(given) = std::env::var_os("HLOOM_MPI_LIBRARY").filter(|given| !given.is_empty()) {
        return vec![given.into()];
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let launcher = std::env::split_paths(&path).find(|folder| folder.join("mpiexec").is_file());
    let beside = launcher.map(|folder| folder.join("../lib").join(LIBRARY));
    [PathBuf::from(LIBRARY)].into_iter().chain(beside.filter(|file| file.is_file())).collect()
}

fn load() -> Result<Mpi, Error> {
    let mut refusal = String::new();
    for file in candidates() {
        // SAFETY: loading MPI runs its initializers, which have no preconditions.
        match unsafe { libloading::Library::new(&file) } {
            Ok(library) => return initialize(&file, library),
            Err(error) => refusal = error.to_string(),
        }
    }
    Err(Error::invalid(format!(
        "HLOOM_COLLECTIVES=mpi: cannot load an MPI with the standard binary interface of MPI 5: {refusal}; \
         install one with `pip install mpich`, or set HLOOM_MPI_LIBRARY to its file {LIBRARY}"
    )))
}

fn initialize(file: &Path, library: libloading::Library) -> Result<Mpi, Error> {
    let unusable = |why: String| Error::invalid(format!("{}: {why}", file.display()));
    // MPI cannot be unloaded: it may have started threads.
    let library = Box::leak(Box::new(library));
    // SAFETY: the library is `libmpi_abi`, or the user says so. It is never unloaded.
    let functions = unsafe { Functions::find(library) };
    let functions = functions.map_err(|error| unusable(error.to_string()))?;
    let (mut is_initialized, mut is_finalized) = (0, 0);
    // SAFETY: MPI allows these calls at any time, and the pointers are to integers.
    unsafe {
        (functions.initialized)(&raw mut is_initialized);
        (functions.finalized)(&raw mut is_finalized);
    }
    if is_finalized != 0 {
        return Err(unusable("this process has finalized MPI".to_owned()));
    }
    let is_own = is_initialized == 0;
    // Others that have initialized MPI call it while this library does.
    let (needed, name) = match is_own {
        true => (THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"),
        false => (THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE"),
    };
    let mut level = 0;
    // SAFETY: MPI allows null arguments of `MPI_Init_thread`, which nobody has called; the other pointers
    // are to integers.
    let code = unsafe {
        match is_own {
            true => (functions.init_thread)(null_mut(), null_mut(), needed, &raw mut level),
            false => (functions.query_thread)(&raw mut level),
        }
    };
    if code != 0 {
        return Err(unusable(format!("MPI cannot be initialized: error {code}")));
    }
    if level < needed {
        return Err(unusable(format!(
            "expected the thread level {name} ({needed}) of MPI, found {level}"
        )));
    }
    let (mut rank, mut size, mut has_tags) = (0, 0, 0);
    let mut largest: *const c_int = null();
    // SAFETY: MPI is initialized, `COMM_WORLD` is a communicator, and the pointers are to variables of
    // the types in the standard. For `TAG_UB`, the value is a pointer to an integer.
    unsafe {
        if is_own {
            (functions.comm_set_errhandler)(handle(COMM_WORLD), handle(ERRORS_RETURN));
        }
        (functions.comm_rank)(handle(COMM_WORLD), &raw mut rank);
        (functions.comm_size)(handle(COMM_WORLD), &raw mut size);
        let value = (&raw mut largest).cast();
        (functions.comm_get_attr)(handle(COMM_WORLD), TAG_UB, value, &raw mut has_tags);
    }
    let tags = if has_tags == 0 || largest.is_null() {
        0
    } else {
        // SAFETY: MPI says that the attribute is set, so that the pointer is to an integer.
        u64::try_from(unsafe { *largest }).unwrap_or(0)
    };
    if tags < MIN_TAGS {
        return Err(unusable(format!("expected at least {MIN_TAGS} tags, found {tags}")));
    }
    if is_own {
        // SAFETY: `finalize_at_exit` may be called when the process ends.
        unsafe { atexit(finalize_at_exit) };
    }
    Ok(Mpi { functions, rank: rank as usize, size: size as usize, tags })
}

/// Finalizes MPI, unless a communicator is in use.
extern "C" fn finalize_at_exit() {
    let in_use = lock(&IN_USE);
    if let (0, Ok(mpi)) = (*in_use, mpi()) {
        let mut is_finalized = 0;
        // SAFETY: MPI is initialized, and no request is in progress: no communicator is in use.
        unsafe {
            (mpi.functions.finalized)(&raw mut is_finalized);
            if is_finalized == 0 {
                (mpi.functions.finalize)();
            }
        }
    }
}

/// Returns the rank of this process and the number of processes.
///
/// # Errors
/// Fails if MPI cannot be loaded or initialized.
pub fn rank_and_size() -> Result<(usize, usize), Error> {
    let mpi = mpi()?;
    Ok((mpi.rank, mpi.size))
}

/// An MPI communicator that contains all processes.
pub struct World {
    mpi: &'static Mpi,
    communicator: Handle,
    /// The messages with headers that are being received.
    headers: Headers<Request>,
}

// SAFETY: MPI was initialized for calls from any thread, one at a time. `World` has no interior
// mutability, so that each call has exclusive access. Other objects of this type are used by other
// threads, which is excluded by the lock of `Mpi::call`.
unsafe impl Send for World {}

/// An MPI request, which sends or receives a message.
pub struct Request {
    handle: Handle,
    /// The number of bytes that were received, for a request that receives a part of a payload; zero
    /// until it is complete. `None` for other requests.
    received: Option<usize>,
}

impl Request {
    /// Describes a request that does not receive a part of a payload.
    fn other(handle: Handle) -> Self {
        Self { handle, received: None }
    }
}

// SAFETY: a request may be tested by any thread, if calls are not concurrent (see `World`).
unsafe impl Send for Request {}

impl World {
    /// Creates a communicator. All processes create their communicators in the same order, and wait for
    /// each other.
    ///
    /// # Errors
    /// Fails with the error of MPI.
    pub fn new() -> Result<Self, Error> {
        let mpi = mpi()?;
        let failed = |error| Error::Unavailable(format!("MPI: {error}"));
        let (mut communicator, mut request) = (null_mut(), Request::other(handle(REQUEST_NULL)));
        let (made, duplicate) = (&raw mut communicator, &raw mut request.handle);
        // SAFETY: MPI is initialized, and the variables exist until the request is complete.
        mpi.call(|mpi| unsafe { (mpi.comm_idup)(handle(COMM_WORLD), made, duplicate) })
            .map_err(failed)?;
        // Other threads can call MPI while this one waits for the other processes.
        let mut pause = Pause::default();
        while !mpi.is_complete(&mut request).map_err(failed)? {
            pause.pause();
        }
        // SAFETY: MPI returned the communicator.
        mpi.call(|mpi| unsafe { (mpi.comm_set_errhandler)(communicator, handle(ERRORS_RETURN)) })
            .map_err(failed)?;
        *lock(&IN_USE) += 1;
        Ok(Self { mpi, communicator, headers: Headers::default() })
    }

    /// Returns the MPI tag of a message. Parts of payloads that are in progress at the same time
    /// get different tags, because their numbers differ by less than the number of tags.
    fn tag(&self, channel: Channel) -> c_int {
        match channel {
            Channel::Headers => HEADERS,
            Channel::Payload(number) => (1 + number % self.mpi.tags) as c_int,
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // The communicator is not freed, because all processes would have to free it together.
        *lock(&IN_USE) -= 1;
    }
}

impl Library for World {
    type Request = Request;

    const NAME: &'static str = "MPI";

    unsafe fn send(
        &mut self,
        to: usize,
        channel: Channel,
        bytes: *const u8,
        count: usize,
    ) -> Result<Request, String> {
        let mut request = handle(REQUEST_NULL);
        let (tag, comm) = (self.tag(channel), self.communicator);
        self.mpi.call(|mpi| {
            // SAFETY: the contract of `Library::send` says that the bytes stay valid.
            unsafe {
                let bytes = bytes.cast();
                let count = count as Count;
                (mpi.isend)(bytes, count, handle(BYTE), to as c_int, tag, comm, &raw mut request)
            }
        })?;
        Ok(Request::other(request))
    }

    unsafe fn receive(
        &mut self,
        from: usize,
        number: u64,
        memory: *mut u8,
        count: usize,
    ) -> Result<Request, String> {
        let mut request = handle(REQUEST_NULL);
        let (tag, comm) = (self.tag(Channel::Payload(number)), self.communicator);
        self.mpi.call(|mpi| {
            // SAFETY: the contract of `Library::receive` says that the memory stays valid.
            unsafe {
                let memory = memory.cast();
                let count = count as Count;
                (mpi.irecv)(memory, count, handle(BYTE), from as c_int, tag, comm, &raw mut request)
            }
        })?;
        Ok(Request { handle: request, received: Some(0) })
    }

    fn is_complete(&mut self, request: &mut Request) -> Result<bool, String> {
        self.mpi.is_complete(request)
    }

    fn received(&self, request: &Request) -> usize {
        request.received.unwrap_or_default()
    }

    fn next_header(&mut self) -> Result<Option<(usize, Vec<u8>)>, String> {
        let (mut found, mut message, mut status) = (0, null_mut(), Status::default());
        let comm = self.communicator;
        self.mpi.call(|mpi| {
            let (found, message) = (&raw mut found, &raw mut message);
            // SAFETY: the pointers are to variables of the types in the standard.
            unsafe { (mpi.improbe)(ANY_SOURCE, HEADERS, comm, found, message, &raw mut status) }
        })?;
        if found != 0 {
            let count = self.mpi.byte_count(&status)?;
            let mut memory = vec![0; count];
            let mut request = handle(REQUEST_NULL);
            let address = memory.as_mut_ptr().cast();
            self.mpi.call(|mpi| {
                let (message, request) = (&raw mut message, &raw mut request);
                // SAFETY: the memory has the size of the message, and stays in `headers` until the request is
                // complete. Moving a vector does not move its bytes.
                unsafe { (mpi.imrecv)(address, count as Count, handle(BYTE), message, request) }
            })?;
            self.headers.push(status.source as usize, Request::other(request), memory);
        }
        let mut headers = std::mem::take(&mut self.headers);
        let next = headers.next(|request| self.is_complete(request));
        self.headers = headers;
        next
    }
}
