// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Access to the bytes of Python's arrays, and to the memory of results from Python.

use super::dlpack;
use hloom_compiler::interface::{DeviceBuffer, ExternalBytes};
use hloom_compiler::{Literal, Shape};
use hloom_values::AlignedBytes;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi::{Py_buffer, PyBuffer_FillInfo};
use pyo3::prelude::*;
use std::ffi::{c_int, c_void};
use std::fmt::{Debug, Formatter};
use std::sync::Arc;

/// The bytes of an array of Python, which the array's owner keeps alive and in place.
#[derive(Default)]
pub struct External(Option<PyBuffer<u8>>);

impl External {
    /// Borrows the bytes of a contiguous array.
    pub fn new(array: PyBuffer<u8>) -> Self {
        Self(Some(array))
    }
}

impl ExternalBytes for External {
    fn bytes(&self) -> &[u8] {
        static EMPTY: AlignedByte = AlignedByte([]);
        let Some(bytes) = self.0.as_ref().and_then(PyBuffer::as_slice_ptr) else { return &EMPTY.0 };
        if bytes.is_empty() {
            return &EMPTY.0;
        }
        // SAFETY: the buffer protocol keeps the memory in place until the buffer is released, which
        // `PyBuffer` does when it is dropped. As for NumPy's functions that release the interpreter
        // lock, the documentation requires that nobody writes the array during a run.
        unsafe { bytes.as_ref() }
    }
}

impl Debug for External {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} bytes of an array of Python", self.bytes().len())
    }
}

/// An empty array with the alignment of device buffers.
#[repr(align(64))]
struct AlignedByte([u8; 0]);

/// The memory of a result.
#[derive(Debug)]
enum Content {
    /// Memory of a device that is the host.
    Device(DeviceBuffer),
    /// A copy in the memory of the host.
    Host { address: usize, _bytes: AlignedBytes },
}

/// A result of a run: a dense row-major array that owns its memory.
#[pyclass(frozen, module = "hloom._hloom")]
#[derive(Debug)]
pub struct Buffer {
    shape: Shape,
    content: Arc<Content>,
}

impl Buffer {
    /// Wraps memory of a device that uses the memory of the host.
    pub fn of_device(buffer: DeviceBuffer, shape: Shape) -> Self {
        Self { shape, content: Arc::new(Content::Device(buffer)) }
    }

    /// Wraps a literal.
    pub fn of_literal(literal: Literal) -> Self {
        let shape = literal.shape().clone();
        let mut bytes = literal.into_bytes();
        let address = bytes.as_mut_ptr().expose_provenance();
        Self { shape, content: Arc::new(Content::Host { address, _bytes: bytes }) }
    }

    fn address(&self) -> *mut c_void {
        let address = match &*self.content {
            Content::Device(buffer) => buffer.address() as usize,
            Content::Host { address, .. } => *address,
        };
        std::ptr::with_exposed_provenance_mut(address)
    }

    fn byte_size(&self) -> usize {
        self.shape.byte_size().unwrap_or(0)
    }
}

#[pymethods]
impl Buffer {
    /// The sizes of the dimensions.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.shape.dims.to_vec()
    }

    /// MLIR's name of the element type.
    #[getter]
    fn element_type(&self) -> &'static str {
        self.shape.element_type.name()
    }

    /// The size in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.byte_size()
    }

    /// The address of the first byte.
    #[getter]
    fn address_of_data(&self) -> usize {
        self.address().addr()
    }

    /// Returns the device of the memory, as DLPack numbers it: the CPU.
    fn __dlpack_device__(&self) -> (i32, i32) {
        (dlpack::CPU, 0)
    }

    /// Returns the array as a DLPack capsule.
    #[pyo3(signature = (*, stream = None, max_version = None, dl_device = None, copy = None))]
    fn __dlpack__<'py>(
        slf: &Bound<'py, Self>,
        stream: Option<Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = stream;
        if dl_device.is_some_and(|device| device != (dlpack::CPU, 0)) {
            return Err(PyBufferError::new_err("the array is in the memory of the host"));
        }
        if copy == Some(true) {
            return Err(PyBufferError::new_err("the array does not export copies"));
        }
        let this = slf.get();
        let owner = slf.clone().into_any().unbind();
        dlpack::export(slf.py(), this.address(), &this.shape, owner, max_version)
    }

    /// Exports the bytes of the array.
    ///
    /// # Safety
    /// `view` is null, or points to memory for a `Py_buffer`, as Python guarantees.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("expected a view, found null"));
        }
        let this = slf.get();
        let size = isize::try_from(this.byte_size())
            .map_err(|_| PyBufferError::new_err("the array is larger than the address space"))?;
        // SAFETY: `view` is not null, so it is valid by the contract above. The view holds a
        // reference to this object, which keeps the memory of `size` bytes alive and in place.
        let code = unsafe { PyBuffer_FillInfo(view, slf.as_ptr(), this.address(), size, 0, flags) };
        if code == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

/// A tensor of another library, imported through DLPack. It exports the bytes from the first to the
/// last element.
#[pyclass(frozen, module = "hloom._hloom")]
pub struct Tensor(dlpack::Imported);

#[pymethods]
impl Tensor {
    /// Takes the tensor of a capsule.
    #[new]
    fn new(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(dlpack::import(capsule)?))
    }

    /// The sizes of the dimensions.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.0.dims.clone()
    }

    /// The distance in bytes between consecutive elements of each dimension.
    #[getter]
    fn strides(&self) -> Vec<usize> {
        self.0.strides.clone()
    }

    /// MLIR's name of the element type.
    #[getter]
    fn element_type(&self) -> &'static str {
        self.0.element_type.name()
    }

    /// Exports the bytes of the tensor.
    ///
    /// # Safety
    /// `view` is null, or points to memory for a `Py_buffer`, as Python guarantees.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        let this = &slf.get().0;
        let size = extent(this).filter(|_| !view.is_null());
        let too_large = || PyBufferError::new_err("the tensor is larger than the address space");
        let size = size.ok_or_else(too_large)?;
        let read_only = c_int::from(this.is_read_only);
        // SAFETY: `view` is not null, so it is valid by the contract above. The view holds a
        // reference to this object, which keeps the memory alive and in place. By the protocol of
        // DLPack, the memory reaches from the first element to the last, which are `size` bytes.
        let code =
            unsafe { PyBuffer_FillInfo(view, slf.as_ptr(), this.data, size, read_only, flags) };
        if code == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

/// Returns the number of bytes from the first element of a tensor to the end of the last.
fn extent(tensor: &dlpack::Imported) -> Option<isize> {
    if tensor.dims.contains(&0) {
        return Some(0);
    }
    let mut bytes = tensor.element_type.byte_width();
    for (dim, stride) in tensor.dims.iter().zip(&tensor.strides) {
        bytes = bytes.checked_add((dim - 1).checked_mul(*stride)?)?;
    }
    isize::try_from(bytes).ok()
}
