# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Python capsules, in which JAX passes the addresses of native functions."""

import ctypes

_new = ctypes.pythonapi.PyCapsule_New
_new.restype = ctypes.py_object
_new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]

_name = ctypes.pythonapi.PyCapsule_GetName
_name.restype = ctypes.c_char_p
_name.argtypes = [ctypes.py_object]


def of_handler(function):
    """Returns a capsule with a handler of a custom call, a function of ctypes."""
    return _new(ctypes.cast(function, ctypes.c_void_p), b"xla._CUSTOM_CALL_TARGET", None)


def address(capsule):
    """Returns the address in a capsule, or None for None."""
    return None if capsule is None else _pointer(capsule, _name(capsule))
