// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The function that compiled kernels call before each access.

use super::{Access, Checker};
use crate::simt::device::fibres;
use std::cell::RefCell;
use std::ffi::{CStr, c_char};

/// The checker of the kernel launch that runs on this host thread, and the last fault of one of its
/// simulated threads.
#[derive(Default)]
struct State {
    checker: Option<Checker>,
    fault: Option<String>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Sets the checker of later memory accesses on this host thread. `None` disables the checks.
pub fn install(checker: Option<Checker>) {
    STATE.with_borrow_mut(|state| *state = State { checker, fault: None });
}

/// Removes and returns the message of the fault that ended a simulated thread, if there is one.
pub fn take_fault() -> Option<String> {
    STATE.with_borrow_mut(|state| state.fault.take())
}

/// Records that the running simulated thread has failed. `fault` is the predicate of the error
/// message, whose subject is the thread.
pub fn fail(fault: String) {
    let now = fibres::now();
    let fault = format!("thread {} of block {} {fault}", now.thread, now.block);
    STATE.with_borrow_mut(|state| state.fault = Some(fault));
}

/// Checks a memory access of the running simulated thread, which ends at a faulty access.
///
/// # Safety
/// `place` points to a string that ends with a NUL byte.
pub unsafe extern "C" fn access(
    address: *const u8,
    bytes: u64,
    alignment: u64,
    is_write: u64,
    place: *const c_char,
) {
    let access = Access {
        address: address.addr(),
        bytes: bytes as usize,
        alignment: alignment as usize,
        is_write: is_write != 0,
    };
    // SAFETY: the caller passes a string that ends with a NUL byte.
    check(access, || unsafe { CStr::from_ptr(place) }.to_string_lossy().into_owned());
}

/// Checks a memory access of the running simulated thread. Returns true if the access is faulty,
/// and the thread must then end. `place` returns the location of the access in the program.
pub fn check(access: Access, place: impl FnOnce() -> String) -> bool {
    let now = fibres::now();
    let is_fault = STATE.with_borrow_mut(|state| {
        let fault = state.checker.as_mut().and_then(|checker| checker.check(access, now));
        let name =
            |fault| format!("thread {} of block {} {fault} ({})", now.thread, now.block, place());
        state.fault = fault.map(name);
        state.fault.is_some()
    });
    if is_fault {
        fibres::barrier();
    }
    is_fault
}
