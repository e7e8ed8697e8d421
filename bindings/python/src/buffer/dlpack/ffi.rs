// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The structs of DLPack and their capsules.

use super::{CPU, code};
use hloom_values::Shape;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{CStr, c_void};
use std::ptr;

#[repr(C)]
struct Tensor {
    data: *mut c_void,
    device: [i32; 2],
    rank: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    shape: *mut i64,
    strides: *mut i64,
    byte_offset: u64,
}

/// `DLManagedTensor`, of version 0.
#[repr(C)]
struct Managed {
    tensor: Tensor,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// `DLManagedTensorVersioned`, of version 1.
#[repr(C)]
struct Versioned {
    version: [u32; 2],
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Versioned)>,
    flags: u64,
    tensor: Tensor,
}

/// The data that a tensor refers to.
struct Manager {
    /// The sizes, then the strides.
    dims: Vec<i64>,
    _owner: Py<PyAny>,
}

/// Frees a tensor's data. Takes the interpreter lock to release the owner of the memory.
///
/// # Safety
/// `manager` is a pointer of `Box::into_raw` that was not freed yet.
unsafe fn free(manager: *mut c_void) {
    Python::attach(|_| {
        // SAFETY: by the contract above.
        drop(unsafe { Box::from_raw(manager.cast::<Manager>()) });
    });
}

unsafe extern "C" fn delete(managed: *mut Managed) {
    // SAFETY: the consumer calls the deleter once, with the pointer from the capsule, which `export`
    // made by `Box::into_raw`.
    unsafe {
        let managed = Box::from_raw(managed);
        free(managed.manager);
    }
}

unsafe extern "C" fn delete_versioned(managed: *mut Versioned) {
    // SAFETY: as in `delete`.
    unsafe {
        let managed = Box::from_raw(managed);
        free(managed.manager);
    }
}

const NAME: &CStr = c"dltensor";
const VERSIONED_NAME: &CStr = c"dltensor_versioned";

/// Frees the tensor of a capsule that no consumer took.
unsafe extern "C" fn destroy(capsule: *mut ffi::PyObject) {
    // SAFETY: Python calls the destructor with a valid capsule. Consumers rename the capsules that
    // they take, so a capsule with one of these names still owns its tensor.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) == 1 {
            delete(ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast());
        } else if ffi::PyCapsule_IsValid(capsule, VERSIONED_NAME.as_ptr()) == 1 {
            delete_versioned(ffi::PyCapsule_GetPointer(capsule, VERSIONED_NAME.as_ptr()).cast());
        }
    }
}

/// Returns a capsule with a tensor on the CPU, of version 1 if the consumer supports it.
///
/// `owner` keeps the memory at `data` alive, which has the size of `shape`.
///
/// # Errors
/// Fails if DLPack has no such element type.
pub fn export<'py>(
    py: Python<'py>,
    data: *mut c_void,
    shape: &Shape,
    owner: Py<PyAny>,
    max_version: Option<(u32, u32)>,
) -> PyResult<Bound<'py, PyAny>> {
    let is_versioned = max_version.is_some_and(|(major, _)| major >= 1);
    let unsupported = || {
        PyBufferError::new_err(format!(
            "DLPack does not support elements of {}",
            shape.element_type
        ))
    };
    let (code, bits) = code(shape.element_type).ok_or_else(unsupported)?;
    let rank = shape.dims.len();
    let mut dims: Vec<i64> = shape.dims.iter().map(|dim| *dim as i64).collect();
    let mut strides = vec![1_i64; rank];
    for dim in (1..rank).rev() {
        strides[dim - 1] = strides[dim].saturating_mul(dims[dim].max(1));
    }
    dims.extend(strides);
    let mut manager = Box::new(Manager { dims, _owner: owner });
    let shape = manager.dims.as_mut_ptr();
    let tensor = Tensor {
        data,
        device: [CPU, 0],
        rank: rank as i32,
        code,
        bits,
        lanes: 1,
        shape,
        strides: shape.wrapping_add(rank),
        byte_offset: 0,
    };
    let manager = Box::into_raw(manager).cast();
    let (pointer, name): (*mut c_void, _) = if is_versioned {
        let deleter = Some(delete_versioned as unsafe extern "C" fn(*mut Versioned));
        let managed = Versioned { version: [1, 0], manager, deleter, flags: 0, tensor };
        (Box::into_raw(Box::new(managed)).cast(), VERSIONED_NAME)
    } else {
        let deleter = Some(delete as unsafe extern "C" fn(*mut Managed));
        (Box::into_raw(Box::new(Managed { tensor, manager, deleter })).cast(), NAME)
    };
    // SAFETY: the name is static. The capsule owns the tensor, which `destroy` frees unless a
    // consumer takes it. A null result is converted to the exception that Python has set.
    unsafe {
        let capsule = ffi::PyCapsule_New(pointer, name.as_ptr(), Some(destroy));
        if ptr::eq(capsule, ptr::null()) {
            if is_versioned { delete_versioned(pointer.cast()) } else { delete(pointer.cast()) }
        }
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}
