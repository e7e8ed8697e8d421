// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Access of runs to the bytes of Python arrays, and of Python to the memory of results.

use super::{dlpack, format};
use hloom_compiler::interface::{DeviceBuffer, ExternalBytes};
use hloom_compiler::{Literal, Shape};
use hloom_values::AlignedBytes;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyBufferError, PyMemoryError};
use pyo3::ffi::{
    Py_buffer, PyBUF_F_CONTIGUOUS, PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBuffer_FillInfo,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ffi::{c_int, c_void};
use std::fmt::{Debug, Formatter};
use std::ptr;

/// The bytes of a Python array. The owner of the array keeps the bytes alive and in place.
#[derive(Default)]
pub struct External(Option<PyBuffer<u8>>);

impl External {
    /// Borrows the bytes of a contiguous Python array.
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

/// An empty array of bytes with the alignment of device buffers.
#[repr(align(64))]
struct AlignedByte([u8; 0]);

/// The memory of a result.
#[derive(Debug)]
enum Content {
    /// Memory of a device that uses host memory.
    Device(DeviceBuffer),
    /// A copy of the result in host memory.
    Host { address: usize, _bytes: AlignedBytes },
}

/// A result of a run: a dense row-major array that owns its memory.
#[pyclass(frozen, module = "hloom._hloom")]
#[derive(Debug)]
pub struct Buffer {
    shape: Shape,
    /// The size of each dimension, followed by the stride of each dimension in bytes, as Python's
    /// buffer protocol requires.
    layout: Box<[isize]>,
    content: Content,
}

impl Buffer {
    fn new(shape: Shape, content: Content) -> Self {
        let size = |dim: &usize| isize::try_from(*dim).unwrap_or(isize::MAX);
        let mut layout: Vec<_> = shape.dims.iter().map(size).collect();
        let mut strides = vec![size(&shape.element_type.byte_width()); shape.rank()];
        for dim in (1..shape.rank()).rev() {
            strides[dim - 1] = strides[dim].saturating_mul(layout[dim].max(1));
        }
        layout.extend(strides);
        Self { shape, layout: layout.into(), content }
    }

    /// Wraps the memory of a result on a device that uses host memory.
    pub fn of_device(buffer: DeviceBuffer, shape: Shape) -> Self {
        Self::new(shape, Content::Device(buffer))
    }

    /// Wraps the elements of a literal.
    pub fn of_literal(literal: Literal) -> Self {
        let shape = literal.shape().clone();
        Self::of_bytes(shape, literal.into_bytes())
    }

    fn of_bytes(shape: Shape, mut bytes: AlignedBytes) -> Self {
        let address = bytes.as_mut_ptr().expose_provenance();
        Self::new(shape, Content::Host { address, _bytes: bytes })
    }

    /// Returns a copy of the array, or `None` if memory for the copy cannot be allocated.
    fn try_clone(&self) -> Option<Self> {
        Some(Self::of_bytes(self.shape.clone(), AlignedBytes::try_copy_of(self.bytes())?))
    }

    fn bytes(&self) -> &[u8] {
        match self.byte_size() {
            0 => &[],
            // SAFETY: the content owns this memory, which has the size of the shape. The callers
            // only copy it. As for NumPy's functions, nobody writes it in another thread meanwhile.
            size => unsafe { std::slice::from_raw_parts(self.address().cast::<u8>(), size) },
        }
    }

    fn address(&self) -> *mut c_void {
        let address = match &self.content {
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
    /// The size of each dimension.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.shape.dims.to_vec()
    }

    /// The name of the element type in MLIR, such as `f32`.
    #[getter]
    fn element_type(&self) -> &'static str {
        self.shape.element_type.name()
    }

    /// The size of the array in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.byte_size()
    }

    /// The address of the first byte of the array.
    #[getter]
    fn address_of_data(&self) -> usize {
        self.address().addr()
    }

    /// Returns DLPack's type and number of the device that holds the array: the CPU.
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
            let message = "cannot export an array to a device other than the CPU";
            return Err(PyBufferError::new_err(message));
        }
        let is_copy = copy == Some(true);
        let exported = if is_copy {
            let copy = slf.get().try_clone();
            let failed = || PyMemoryError::new_err("cannot allocate memory for a copy of an array");
            Bound::new(slf.py(), copy.ok_or_else(failed)?)?
        } else {
            slf.clone()
        };
        let this = exported.get();
        let (address, shape) = (this.address(), this.shape.clone());
        let owner = exported.into_any().unbind();
        dlpack::export(slf.py(), address, &shape, owner, max_version, is_copy)
    }

    /// Returns a NumPy array of the elements. The array uses the memory of this object if the
    /// elements have the data type `dtype` and `copy` is not true.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let arrays = slf.py().import("hloom.arrays")?;
        arrays.call_method1("array_of", (slf, dtype, copy))
    }

    /// Returns a copy of the bytes of the elements.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.bytes())
    }

    /// Exports the elements of the array if the consumer asks for a format, and otherwise the
    /// bytes. Fails for element types without a format, so that consumers do not mistake bytes for
    /// elements.
    ///
    /// # Safety
    /// `view` is null, or points to memory for a `Py_buffer`, as Python guarantees.
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("expected a pointer to a `Py_buffer`, found null"));
        }
        let this = slf.get();
        let size = isize::try_from(this.byte_size())
            .map_err(|_| PyBufferError::new_err("the array is larger than the address space"))?;
        let has = |flag: c_int| flags & flag == flag;
        if !has(PyBUF_FORMAT) {
            // SAFETY: `view` is not null, so it is valid by the contract above. The view holds a
            // reference to this object, which keeps the memory of `size` bytes alive and in place.
            let code =
                unsafe { PyBuffer_FillInfo(view, slf.as_ptr(), this.address(), size, 0, flags) };
            return if code == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) };
        }
        let (ty, rank) = (this.shape.element_type, this.shape.rank());
        let Some(format) = format::of(ty) else {
            let message = format!("Python's buffer protocol has no format for elements of {ty}");
            return Err(PyBufferError::new_err(message));
        };
        if has(PyBUF_F_CONTIGUOUS) && rank > 1 {
            return Err(PyBufferError::new_err("cannot export a row-major array as column-major"));
        }
        let layout = this.layout.as_ptr().cast_mut();
        let when = |flag: c_int, pointer: *mut isize| {
            if has(flag) { pointer } else { ptr::null_mut() }
        };
        // SAFETY: `view` is valid, as above. This object, to which the view holds a reference, owns
        // the memory, the sizes and the strides; consumers do not change the latter two.
        unsafe {
            view.write(Py_buffer {
                buf: this.address(),
                len: size,
                itemsize: ty.byte_width() as isize,
                readonly: 0,
                ndim: rank as c_int,
                format: format.as_ptr().cast_mut(),
                shape: when(PyBUF_ND, layout),
                strides: when(PyBUF_STRIDES, layout.wrapping_add(rank)),
                suboffsets: ptr::null_mut(),
                internal: ptr::null_mut(),
                obj: slf.into_ptr(),
            });
        }
        Ok(())
    }
}

/// A tensor of another library, imported through DLPack. Through the buffer protocol, it exports
/// all bytes from its first element to its last.
#[pyclass(frozen, module = "hloom._hloom")]
pub struct Tensor(dlpack::Imported);

#[pymethods]
impl Tensor {
    /// Takes the tensor out of a DLPack capsule.
    #[new]
    fn new(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(dlpack::import(capsule)?))
    }

    /// The size of each dimension.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.0.dims.clone()
    }

    /// The distance in bytes between consecutive elements of each dimension.
    #[getter]
    fn strides(&self) -> Vec<usize> {
        self.0.strides.clone()
    }

    /// The name of the element type in MLIR, such as `f32`.
    #[getter]
    fn element_type(&self) -> &'static str {
        self.0.element_type.name()
    }

    /// Exports the memory of the tensor as one row of bytes, from the start of the first element to the
    /// end of the last. It contains the gaps between elements if the strides leave any.
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

/// Returns the number of bytes from the start of the first element of a tensor to the end of its
/// last element, or `None` if the number is too large.
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
