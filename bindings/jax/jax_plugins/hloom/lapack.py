# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The LAPACK functions of jaxlib, as custom calls.

jaxlib takes the functions from SciPy, whose import takes long. The functions crash if they are
called before this import, so `initialize` must run first. The lowerings call `initialize`, but a
program that was loaded from a file is not lowered. So until `initialize` has run, each function has
a handler that initializes jaxlib before the first run.
"""

import ctypes
import functools

import jax
import jaxlib.lapack
from jax._src.interpreters import mlir

from . import capsules

_platform = None
_is_initialized = False


def register(platform, primitives):
    """Registers LAPACK functions and the lowerings of JAX's CPU that call them."""
    global _platform
    _platform = platform
    _register_functions({"instantiate": capsules.of_handler(_instantiate)})
    on_cpu = mlir._platform_specific_lowerings["cpu"]
    for primitive in primitives:
        if entry := on_cpu.get(primitive):
            rule = functools.partial(_lower, entry.rule)
            mlir.register_lowering(primitive, rule, platform=platform, inline=entry.inline)


def initialize():
    """Initializes the functions, so that programs can call them."""
    global _is_initialized
    if not _is_initialized:
        jaxlib.lapack._lapack.initialize()
        if _platform is not None:
            # Programs that start from now on do not wait for Python.
            _register_functions({})
        _is_initialized = True


def _register_functions(other_stages):
    for name, function, api_version in jaxlib.lapack.registrations()["cpu"]:
        if api_version == 1:
            stages = function if isinstance(function, dict) else {"execute": function}
            jax.ffi.register_ffi_target(name, {**other_stages, **stages}, platform=_platform)


def _lower(rule, *arguments, **parameters):
    initialize()
    return rule(*arguments, **parameters)


@ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
def _instantiate(_frame):
    initialize()
