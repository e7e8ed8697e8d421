// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions by which tests control the driver.

use libloading::Library;
use std::ffi::{CString, c_char, c_long};
use std::path::Path;

/// The driver's library, whose settings and counters are those of the process.
pub struct Fake {
    library: Library,
}

impl Fake {
    /// Opens the library with a path.
    pub fn open(path: &Path) -> Self {
        // SAFETY: the initializer of the library reads an environment variable.
        let library = unsafe { Library::new(path) };
        Self { library: library.expect("the library is there") }
    }

    /// Returns the value of a setting or counter.
    pub fn get(&self, name: &str) -> i64 {
        let name = CString::new(name).expect("a name without a zero");
        // SAFETY: the function has this signature, and reads the name only during the call.
        unsafe {
            let get =
                self.library.get::<unsafe extern "C" fn(*const c_char) -> c_long>(b"fake_get\0");
            get.expect("the function is there")(name.as_ptr())
        }
    }

    /// Changes a setting.
    pub fn set(&self, name: &str, value: i64) {
        let name = CString::new(name).expect("a name without a zero");
        // SAFETY: as above.
        unsafe {
            let set =
                self.library.get::<unsafe extern "C" fn(*const c_char, c_long)>(b"fake_set\0");
            set.expect("the function is there")(name.as_ptr(), value);
        }
    }
}
