# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Callbacks from compiled programs to Python functions.

A program calls the custom call target `hloom_python_callback` with the number of a registered
function. The function stays registered as long as the compiled program lives. The handler in this
file reads the call frames of XLA's foreign function interface (`xla/ffi/api/c_api.h`) with ctypes.
"""

import ctypes
import itertools
import weakref

import jax
import numpy as np
from jax._src import dtypes, ffi
from jax._src.interpreters import mlir
from jaxlib.mlir.dialects import stablehlo as hlo

from . import capsules

TARGET = "hloom_python_callback"

_functions = {}
_numbers = itertools.count(1)


class _Registered:
    """Keeps a function registered as long as this object lives."""

    def __init__(self, function, avals):
        self.number = next(_numbers)
        _functions[self.number] = (function, avals)
        weakref.finalize(self, _functions.pop, self.number, None)

    def __reduce__(self):
        raise TypeError("a program that calls Python functions cannot be serialized:"
                        " it refers to them by numbers that are valid in this process only")


def emit(ctx, callback, token, operands, operand_avals, result_avals, *, has_side_effect,
         returns_token=True, partitioned=False, sharding=None):
    """Emits a callback; replaces `jax._src.callback.emit_python_callback` for this platform."""
    if partitioned and result_avals:
        raise ValueError("Partitioned callback not supported with return values.")
    registered = _Registered(callback, tuple(result_avals))
    ctx.module_context.add_keepalive(registered)
    ctx = ctx.replace(avals_in=list(operand_avals), avals_out=list(result_avals))
    lower = ffi.build_ffi_lowering_function(TARGET, has_side_effect=has_side_effect)
    call = lower(ctx, *operands, index=np.uint64(registered.number))
    if sharding is not None:
        mlir.set_sharding(ctx.module_context, call, sharding)
    if token:
        token = hlo.after_all([token])
    return list(call.results), token, registered


class _Header(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("extension_start", ctypes.c_void_p)]


class _Buffer(ctypes.Structure):
    _fields_ = [("header", _Header), ("dtype", ctypes.c_int), ("data", ctypes.c_void_p),
                ("rank", ctypes.c_int64), ("dims", ctypes.POINTER(ctypes.c_int64))]


class _Buffers(ctypes.Structure):
    _fields_ = [("header", _Header), ("size", ctypes.c_int64),
                ("types", ctypes.POINTER(ctypes.c_int)),
                ("values", ctypes.POINTER(ctypes.POINTER(_Buffer)))]


class _Scalar(ctypes.Structure):
    _fields_ = [("dtype", ctypes.c_int), ("value", ctypes.POINTER(ctypes.c_uint64))]


class _Attributes(ctypes.Structure):
    _fields_ = [("header", _Header), ("size", ctypes.c_int64),
                ("types", ctypes.POINTER(ctypes.c_int)), ("names", ctypes.c_void_p),
                ("values", ctypes.POINTER(ctypes.POINTER(_Scalar)))]


class _ErrorCreate(ctypes.Structure):
    _fields_ = [("header", _Header), ("message", ctypes.c_char_p), ("code", ctypes.c_int)]


class _Api(ctypes.Structure):
    _fields_ = [("header", _Header), ("version", _Header), ("numbers", ctypes.c_int * 2),
                ("internal", ctypes.c_void_p),
                ("error_create", ctypes.CFUNCTYPE(ctypes.c_void_p,
                                                  ctypes.POINTER(_ErrorCreate)))]


class _Frame(ctypes.Structure):
    _fields_ = [("header", _Header), ("api", ctypes.POINTER(_Api)), ("context", ctypes.c_void_p),
                ("stage", ctypes.c_int), ("arguments", _Buffers), ("results", _Buffers),
                ("attributes", _Attributes)]


_INTERNAL = 13
_TYPES = {number: np.dtype(dtype) for number, dtype in {
    1: np.bool_, 2: np.int8, 3: np.int16, 4: np.int32, 5: np.int64, 6: np.uint8, 7: np.uint16,
    8: np.uint32, 9: np.uint64, 10: np.float16, 11: np.float32, 12: np.float64,
    15: np.complex64, 16: dtypes.bfloat16, 18: np.complex128, 19: dtypes.float8_e5m2,
    20: dtypes.float8_e4m3fn, 21: dtypes.int4, 22: dtypes.uint4, 23: dtypes.float8_e4m3b11fnuz,
    24: dtypes.float8_e5m2fnuz, 25: dtypes.float8_e4m3fnuz, 26: dtypes.int2, 27: dtypes.uint2,
    28: dtypes.float8_e4m3, 29: dtypes.float8_e3m4, 32: dtypes.float4_e2m1fn,
    33: dtypes.float8_e8m0fnu}.items()}


def _array(buffer):
    """Returns a view of the memory of a buffer as an array."""
    shape = tuple(buffer.dims[dim] for dim in range(buffer.rank))
    dtype = _TYPES[buffer.dtype]
    size = dtype.itemsize * int(np.prod(shape, dtype=np.int64))
    if size == 0:
        return np.zeros(shape, dtype)
    memory = (ctypes.c_char * size).from_address(buffer.data)
    return np.frombuffer(memory, dtype).reshape(shape)


def _call(frame):
    number = frame.attributes.values[0].contents.value[0]
    function, avals = _functions[number]
    arguments, results = frame.arguments, frame.results
    operands = []
    for index in range(arguments.size):
        operand = _array(arguments.values[index].contents).copy()
        operand.flags.writeable = False
        operands.append(operand)
    values = function(*operands)
    if len(values) != len(avals):
        raise RuntimeError(
            "Mismatched number of outputs from callback. "
            f"Expected: {len(avals)}, Actual: {len(values)}")
    for index, (value, aval) in enumerate(zip(values, avals)):
        value = dtypes.canonicalize_value(np.asarray(value))
        if value.shape != aval.shape:
            raise RuntimeError(
                f"Incorrect output shape for return value #{index}: "
                f"Expected: {aval.shape}, Actual: {value.shape}")
        if value.dtype != aval.dtype:
            raise RuntimeError(
                f"Incorrect output dtype for return value #{index}: "
                f"Expected: {aval.dtype}, Actual: {value.dtype}")
        _array(results.values[index].contents)[...] = value


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_Frame))
def _handler(frame):
    frame = frame.contents
    try:
        _call(frame)
        return None
    except BaseException as error:  # Exceptions must not leave Python: the caller is native code.
        import traceback

        text = "".join(traceback.format_exception(error))
        message = f"CpuCallback error calling callback: {text}".replace("\0", " ").encode()
        arguments = _ErrorCreate(_Header(ctypes.sizeof(_ErrorCreate), None), message, _INTERNAL)
        return frame.api.contents.error_create(ctypes.byref(arguments))


def register():
    """Registers the handler as a custom call target."""
    jax.ffi.register_ffi_target(TARGET, capsules.of_handler(_handler), platform="hloom")
