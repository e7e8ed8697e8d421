# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Registration of features that JAX hard-codes by platform name.

These are donation, lowerings of JAX's CPU, custom calls of XLA's foreign function interface,
callbacks, DLPack, and the choice of code by platform. All of them use internals of JAX, which
differ between versions. A feature whose internals are missing is left out with a warning; the others
still work.
"""

import ctypes
import logging

import jax
from jax._src.interpreters import mlir
from jax._src.lax import linalg
from jax._src.lib import xla_client

from . import capsules

PLATFORM = "hloom"

# The stages of a custom call, in the order of `hloom_register_ffi_handler`.
_STAGES = ["instantiate", "prepare", "initialize", "execute"]

# Primitives whose lowerings for JAX's CPU call the LAPACK functions of jaxlib.
_LINEAR_ALGEBRA = [
    "eig",
    "eigh",
    "geqp3",
    "geqrf",
    "hessenberg",
    "householder_product",
    "lu",
    "lu_pivots_to_permutation",
    "ormqr",
    "schur",
    "svd",
    "tridiagonal",
    "tridiagonal_solve",
]

_log = logging.getLogger(__name__)


def register(library):
    """Registers all features. `library` is the path of the shared library."""
    _feature("primitives for the CPU alone", _register_lowerings)
    _feature("donation", _register_donation)
    _feature("custom calls", lambda: _register_handlers(library))
    _feature("linear algebra by LAPACK", _register_lapack)
    _feature("callbacks", _register_callbacks)
    _feature("DLPack", _register_dlpack)
    _feature("programs for several platforms", _register_platforms)


def _feature(name, register):
    """Registers a feature. Logs a warning if this version of JAX lacks what the feature needs."""
    try:
        register()
    except (AttributeError, ImportError, KeyError, TypeError) as error:
        _log.warning("jax-hloom lacks %s with JAX %s: %s", name, jax.__version__, error)


class _Lowerings(dict):
    """The lowerings of the platform, by primitive.

    A primitive that JAX can lower for its CPU, but neither for hloom nor for all platforms, has the
    lowering of the CPU. This includes primitives that other packages register later.
    """

    def __contains__(self, primitive):
        return super().__contains__(primitive) or (
            primitive in mlir._platform_specific_lowerings["cpu"]
            and primitive not in mlir._lowerings
        )

    def __missing__(self, primitive):
        return mlir._platform_specific_lowerings["cpu"][primitive]


def _register_lowerings():
    registered = mlir._platform_specific_lowerings[PLATFORM]
    mlir._platform_specific_lowerings[PLATFORM] = _Lowerings(registered)


def _register_donation():
    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)


def _register_callbacks():
    from jax._src import callback, debugging

    from . import callbacks

    callbacks.register()
    # The lowerings of JAX's CPU call this function.
    original = callback.emit_python_callback

    def emit_python_callback(ctx, *arguments, **options):
        if tuple(ctx.module_context.platforms) == (PLATFORM,):
            return callbacks.emit(ctx, *arguments, **options)
        return original(ctx, *arguments, **options)

    for module in [callback, debugging]:
        if getattr(module, "emit_python_callback", None) is original:
            module.emit_python_callback = emit_python_callback


def _register_dlpack():
    from . import dlpack

    dlpack.register(PLATFORM)


def _register_platforms():
    from . import platforms

    platforms.register(PLATFORM)


def _register_lapack():
    from . import lapack

    primitives = [getattr(linalg, f"{name}_p", None) for name in _LINEAR_ALGEBRA]
    lapack.register(PLATFORM, [it for it in primitives if it is not None])


def _register_handlers(library):
    """Makes JAX register custom calls of XLA's foreign function interface for the platform."""
    add = ctypes.CDLL(str(library)).hloom_register_ffi_handler
    add.argtypes = [ctypes.c_char_p, ctypes.c_void_p * len(_STAGES)]
    add_type = ctypes.CDLL(str(library)).hloom_register_ffi_type
    add_type.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
    add.restype = add_type.restype = ctypes.c_bool

    def handler(name, function, platform, api_version=1, traits=0):
        if api_version != 1:
            raise NotImplementedError(f"`{name}`: expected api_version 1, found {api_version}")
        stages = function if isinstance(function, dict) else {"execute": function}
        if unknown := set(stages) - set(_STAGES):
            raise ValueError(
                f"`{name}`: unknown stages {', '.join(unknown)}; expected {', '.join(_STAGES)}"
            )
        addresses = [capsules.address(stages.get(stage)) for stage in _STAGES]
        if not add(name.encode(), (ctypes.c_void_p * len(_STAGES))(*addresses)):
            raise ValueError(f"`{name}`: expected a function for the stage `execute`, found none")

    def type_handler(name, registration):
        known = registration if isinstance(registration, dict) else {"type_id": registration}
        number, info = known.get("type_id"), known.get("type_info")
        if not add_type(name.encode(), capsules.address(number), capsules.address(info)):
            raise ValueError(f"type `{name}`: no type_id, or registered with another type_id")

    xla_client.register_custom_type_handler(PLATFORM, type_handler)
    xla_client.register_custom_call_handler(PLATFORM, handler)
