// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The C structs of DLPack, and the Python capsules that contain them.

use super::{CPU, code, element_type};
use hloom_values::{ElementType, Shape};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{CStr, c_void};
use std::ptr;
use std::slice;

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

/// A tensor and its deleter in version 0 of DLPack (`DLManagedTensor`).
#[repr(C)]
struct Managed {
    tensor: Tensor,
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

/// A tensor and its deleter in version 1 of DLPack (`DLManagedTensorVersioned`).
#[repr(C)]
struct Versioned {
    version: [u32; 2],
    manager: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Versioned)>,
    flags: u64,
    tensor: Tensor,
}

/// The Rust data of an exported tensor: its sizes and strides, and the owner of its memory.
struct Manager {
    /// The size of each dimension, followed by the stride of each dimension in elements.
    dims: Vec<i64>,
    _owner: Py<PyAny>,
}

/// Frees the Rust data of an exported tensor. Takes the interpreter lock, because this releases the
/// Python object that owns the tensor's memory.
///
/// # Safety
/// `manager` is a pointer that `Box::into_raw` returned and that was not freed yet.
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

/// Frees the tensor in a capsule if no consumer has taken it.
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

/// Returns a DLPack capsule that contains a row-major tensor on the CPU. The capsule has version 1
/// of DLPack if the consumer supports it, and otherwise version 0.
///
/// `data` is the address of memory of the size of `shape`, which `owner` keeps alive. `is_copy`
/// states that only the consumer uses this memory.
///
/// # Errors
/// Fails if DLPack has no type for the elements.
pub fn export<'py>(
    py: Python<'py>,
    data: *mut c_void,
    shape: &Shape,
    owner: Py<PyAny>,
    max_version: Option<(u32, u32)>,
    is_copy: bool,
) -> PyResult<Bound<'py, PyAny>> {
    // Version 1.1 has the codes of floats of 8 bits.
    let version = max_version.filter(|(major, _)| *major >= 1).map(|version| version.min((1, 1)));
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
    let (pointer, name): (*mut c_void, _) = if let Some((major, minor)) = version {
        let flags = if is_copy { IS_COPIED } else { 0 };
        let deleter = Some(delete_versioned as unsafe extern "C" fn(*mut Versioned));
        let managed = Versioned { version: [major, minor], manager, deleter, flags, tensor };
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
            if version.is_some() {
                delete_versioned(pointer.cast())
            } else {
                delete(pointer.cast())
            }
        }
        Bound::from_owned_ptr_or_err(py, capsule)
    }
}

/// A tensor on the CPU that was imported from another library.
pub struct Imported {
    /// The type of the elements.
    pub element_type: ElementType,
    /// The size of each dimension.
    pub dims: Vec<usize>,
    /// The distance in bytes between consecutive elements of each dimension.
    pub strides: Vec<usize>,
    /// The address of the first element.
    pub data: *mut c_void,
    /// Whether the owner of the memory forbids writes.
    pub is_read_only: bool,
    owner: Owner,
}

/// The DLPack struct that must be freed, by the version of DLPack.
enum Owner {
    Managed(*mut Managed),
    Versioned(*mut Versioned),
}

// SAFETY: DLPack's tensors are not bound to a thread. `drop` takes the interpreter lock, which the
// deleters of objects of Python need.
unsafe impl Send for Imported {}
// SAFETY: the fields are only read.
unsafe impl Sync for Imported {}

impl Drop for Imported {
    fn drop(&mut self) {
        // SAFETY: `import` took the tensor from its capsule, so nobody else frees it, and this is the
        // only call of the deleter.
        Python::attach(|_| unsafe {
            match self.owner {
                Owner::Managed(managed) => {
                    if let Some(deleter) = (*managed).deleter {
                        deleter(managed);
                    }
                }
                Owner::Versioned(managed) => {
                    if let Some(deleter) = (*managed).deleter {
                        deleter(managed);
                    }
                }
            }
        });
    }
}

/// The flag of a tensor that was copied for its consumer (`DLPACK_FLAG_BITMASK_IS_COPIED`).
const IS_COPIED: u64 = 2;

/// The flag of a tensor that must not be written (`DLPACK_FLAG_BITMASK_READ_ONLY`).
const READ_ONLY: u64 = 1;

/// Takes the tensor out of a DLPack capsule.
///
/// # Errors
/// Fails if the object is not a capsule with a tensor on the CPU whose element type hloom supports.
pub fn import(capsule: &Bound<'_, PyAny>) -> PyResult<Imported> {
    let raw = capsule.as_ptr();
    // SAFETY: `raw` is a living object, and the names are static. The capsules with these names hold
    // pointers to the structs of the two versions, by the protocol of DLPack. Renaming a capsule
    // takes its tensor: its destructor then leaves the tensor alone.
    let (owner, tensor, is_read_only) = unsafe {
        if ffi::PyCapsule_IsValid(raw, VERSIONED_NAME.as_ptr()) == 1 {
            let pointer = ffi::PyCapsule_GetPointer(raw, VERSIONED_NAME.as_ptr());
            let managed = pointer.cast::<Versioned>();
            if (*managed).version[0] != 1 {
                let [major, minor] = (*managed).version;
                let message = format!("expected DLPack version 1, found {major}.{minor}");
                return Err(PyBufferError::new_err(message));
            }
            ffi::PyCapsule_SetName(raw, c"used_dltensor_versioned".as_ptr());
            let is_read_only = (*managed).flags & READ_ONLY != 0;
            (Owner::Versioned(managed), &raw const (*managed).tensor, is_read_only)
        } else if ffi::PyCapsule_IsValid(raw, NAME.as_ptr()) == 1 {
            let managed = ffi::PyCapsule_GetPointer(raw, NAME.as_ptr()).cast::<Managed>();
            ffi::PyCapsule_SetName(raw, c"used_dltensor".as_ptr());
            (Owner::Managed(managed), &raw const (*managed).tensor, false)
        } else {
            return Err(PyBufferError::new_err("expected a DLPack capsule with a tensor"));
        }
    };
    let mut imported = Imported {
        element_type: ElementType::Pred,
        dims: Vec::new(),
        strides: Vec::new(),
        data: ptr::null_mut(),
        is_read_only,
        owner,
    };
    // SAFETY: `imported` keeps the tensor alive.
    let tensor = unsafe { &*tensor };
    let refuse = |message: String| Err(PyBufferError::new_err(message));
    if tensor.device[0] != CPU {
        let device = tensor.device[0];
        return refuse(format!("expected a tensor on the CPU, found DLPack device type {device}"));
    }
    let ty = element_type((tensor.code, tensor.bits)).filter(|_| tensor.lanes == 1);
    let Some(ty) = ty else {
        let Tensor { code, bits, lanes, .. } = *tensor;
        return refuse(format!(
            "hloom does not support DLPack's type of code {code}, {bits} bits and {lanes} lanes"
        ));
    };
    let Ok(rank) = usize::try_from(tensor.rank) else {
        return refuse(format!("expected a rank of at least 0, found {}", tensor.rank));
    };
    let sizes = |values: *const i64| -> Option<Vec<usize>> {
        if rank == 0 {
            return Some(Vec::new());
        }
        // SAFETY: `shape` and `strides` have `rank` elements by the protocol, and live as long as the
        // tensor. The callers check that they are not null.
        let values = unsafe { slice::from_raw_parts(values, rank) };
        values.iter().map(|value| usize::try_from(*value).ok()).collect()
    };
    if rank > 0 && tensor.shape.is_null() {
        return refuse("expected a pointer to the sizes of the tensor, found null".to_owned());
    }
    let Some(dims) = sizes(tensor.shape) else {
        return refuse("expected dimension sizes of at least 0, found a negative size".to_owned());
    };
    let strides = if tensor.strides.is_null() {
        let mut strides = vec![1_usize; rank];
        for dim in (1..rank).rev() {
            strides[dim - 1] = strides[dim].saturating_mul(dims[dim].max(1));
        }
        Some(strides)
    } else {
        sizes(tensor.strides)
    };
    let Some(strides) = strides else {
        return refuse("expected strides of at least 0, found a negative stride".to_owned());
    };
    let width = ty.byte_width();
    imported.element_type = ty;
    imported.strides = strides.iter().map(|stride| stride.saturating_mul(width)).collect();
    imported.dims = dims;
    imported.data = tensor.data.wrapping_byte_add(tensor.byte_offset as usize);
    Ok(imported)
}
