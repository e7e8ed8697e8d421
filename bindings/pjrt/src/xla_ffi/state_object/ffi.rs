// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C side of state objects: their addresses, types and destructors.

use hloom_pjrt_c_api::arguments::Header;
use std::ffi::c_void;

/// The address of a state object of a handler.
#[derive(Clone, Copy, Debug)]
pub struct Address(*mut c_void);

// SAFETY: this crate never dereferences the address. `c_api.h` requires handlers to synchronize
// access to an object that they share between threads.
unsafe impl Send for Address {}
// SAFETY: this crate never dereferences the address, see `Send`.
unsafe impl Sync for Address {}

impl Address {
    /// Wraps the pointer that a handler passed.
    pub fn of(pointer: *mut c_void) -> Self {
        Self(pointer)
    }

    /// Returns the pointer that the handler passed.
    pub fn pointer(self) -> *mut c_void {
        self.0
    }
}

/// The destructor of all state objects of a type.
#[derive(Clone, Copy, Debug)]
pub struct Destructor(unsafe extern "C" fn(*mut c_void));

impl Destructor {
    /// Destroys a state object, which must not be used again.
    pub fn destroy(self, object: Address) {
        // SAFETY: `States::set` stores an object only with the destructor that was registered for
        // its type, and `Object` calls it once, when dropped.
        unsafe { (self.0)(object.0) };
    }
}

/// The description of a state type (`XLA_FFI_TypeInfo`).
#[repr(C)]
pub struct TypeInfo {
    header: Header,
    destructor: Option<unsafe extern "C" fn(*mut c_void)>,
}

impl TypeInfo {
    /// Returns the destructor of the objects of the type, if they need one.
    pub fn destructor(&self) -> Option<Destructor> {
        self.destructor.map(Destructor)
    }
}
