# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversion of arrays to the bytes that executables read, and of results to NumPy arrays."""

import cmath
import dataclasses

import numpy as np

from ._library import load
from .element_types import DTYPES

_native = load()

ALIGNMENT = 64
"""The alignment in bytes of the arrays that `empty` allocates."""


@dataclasses.dataclass(frozen=True)
class TensorSpec:
    """The shape and element type of an argument or result; None is a dynamic size."""

    shape: tuple[int | None, ...]
    dtype: np.dtype
    element_type: str

    @classmethod
    def of_native(cls, spec):
        """Converts the native module's description."""
        name, sizes = spec
        shape = tuple(None if size < 0 else size for size in sizes)
        return cls(shape, DTYPES[name], name)

    def __str__(self):
        sizes = ["?" if size is None else str(size) for size in self.shape]
        return f"tensor<{'x'.join([*sizes, self.element_type])}>"

    def fits(self, shape):
        """Returns true if an array has the rank and the known sizes of the spec."""
        return len(shape) == len(self.shape) and all(
            expected is None or expected == size for expected, size in zip(self.shape, shape)
        )


def to_numpy(buffer):
    """Returns a NumPy array that uses the memory of a result."""
    dtype = DTYPES[buffer.element_type]
    return np.frombuffer(buffer, np.uint8).view(dtype).reshape(buffer.shape)


def array_of(buffer, dtype, copy):
    """Implements `Buffer.__array__`."""
    array = to_numpy(buffer)
    if dtype is None or array.dtype == dtype:
        return array.copy() if copy else array
    if copy is False:
        raise ValueError(f"expected the data type {array.dtype}, found {np.dtype(dtype)}")
    return array.astype(dtype)


def as_array(value):
    """Returns a NumPy array with the value of an array, without a copy if that is possible."""
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError("expected an array without a mask; call its method `filled` first")
    if isinstance(value, np.ndarray):
        return np.asarray(value)
    if isinstance(value, _native.Buffer):
        return to_numpy(value)
    if hasattr(value, "__array__"):
        try:
            # JAX and most other libraries implement this without a copy for arrays on the CPU.
            return np.asarray(value)
        except (TypeError, RuntimeError):
            # PyTorch does not convert data types that NumPy lacks.
            if not hasattr(value, "__dlpack__"):
                raise
    return from_dlpack(value) if hasattr(value, "__dlpack__") else np.asarray(value)


def from_dlpack(value):
    """Returns a NumPy array that uses the memory of an array in host memory, through DLPack.

    Unlike `numpy.from_dlpack`, it supports the data types of ml_dtypes.
    """
    try:
        capsule = value.__dlpack__(max_version=(1, 1))
    except TypeError:
        # The library implements a version of the protocol before 1.0.
        capsule = value.__dlpack__()
    tensor = _native.Tensor(capsule)
    dtype = DTYPES[tensor.element_type]
    if 0 in tensor.shape:
        return np.empty(tensor.shape, dtype)
    memory = np.frombuffer(tensor, np.uint8)
    return np.ndarray(tensor.shape, dtype, memory, 0, tensor.strides)


def check(value, spec, what):
    """Returns a contiguous NumPy array with the value of an argument.

    Raises TypeError for another data type, and ValueError for another shape.
    """
    try:
        array = as_array(value)
    except TypeError as error:
        raise TypeError(f"{what}: {error}") from error
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.dtype != spec.dtype:
        if _is_scalar_of(value, spec.element_type):
            array = _of_scalar(value, spec, what)
        else:
            raise TypeError(
                f"{what}: expected an array of {spec.dtype} for {spec}, found {array.dtype}"
            )
    if not spec.fits(array.shape):
        raise ValueError(f"{what}: expected the shape of {spec}, found {array.shape}")
    return array if array.flags.c_contiguous else np.ascontiguousarray(array)


def _is_scalar_of(value, element_type):
    """Returns true if a scalar of Python has no more general class than an element type."""
    classes = {bool: 0, int: 1, float: 2, complex: 3}
    own = 0 if element_type == "i1" else 1 if element_type.startswith(("i", "u")) else 2
    own = 3 if element_type.startswith("complex") else own
    return classes.get(type(value), 4) <= own


def _of_scalar(value, spec, what):
    """Returns an array of rank 0 with the value of a scalar of Python; floats may be rounded.

    Raises OverflowError for a value outside of the range of the data type. NumPy does not do so for
    the data types of ml_dtypes and for floats.
    """
    with np.errstate(over="ignore"):
        array = np.array(value, spec.dtype)
    if spec.element_type.startswith(("i", "u")):
        fits = int(array) == value
    else:
        found = complex(array)
        fits = all(test(found) == test(value) for test in (cmath.isfinite, cmath.isnan))
    if not fits:
        raise OverflowError(f"{what}: expected a number in the range of {spec}, found {value}")
    return array


def bytes_of(array):
    """Returns the bytes of a contiguous array, without a copy."""
    if array.size == 0:
        return np.empty(0, np.uint8)
    return array.reshape(-1).view(np.uint8)


def empty(shape, dtype=np.float32):
    """Returns a new NumPy array whose memory is aligned for every platform on the host.

    The content is undefined, as that of `numpy.empty`.
    """
    dtype = np.dtype(dtype)
    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    memory = np.empty(size + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    return memory[start : start + size].view(dtype).reshape(shape)
