# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Registration of features that JAX hard-codes by platform name.

These are donation, LAPACK lowerings, custom calls of XLA's foreign function interface, callbacks
and DLPack.
"""

import ctypes

from jax._src import callback, checkify, debugging
from jax._src.interpreters import mlir
from jax._src.lax import linalg
from jax._src.lib import xla_client

from . import callbacks, dlpack

PLATFORM = "hloom"

# The stages of a custom call, in the order of `hloom_register_ffi_handler`.
_STAGES = ["instantiate", "prepare", "initialize", "execute"]

# Primitives with the lowerings of JAX's CPU, which call the LAPACK functions of jaxlib.
_AS_ON_CPU = [
    linalg.eig_p,
    linalg.eigh_p,
    linalg.geqp3_p,
    linalg.geqrf_p,
    linalg.hessenberg_p,
    linalg.householder_product_p,
    linalg.lu_p,
    linalg.lu_pivots_to_permutation_p,
    linalg.ormqr_p,
    linalg.schur_p,
    linalg.svd_p,
    linalg.tridiagonal_p,
    linalg.tridiagonal_solve_p,
    # Callback primitives; `register` replaces the function that emits their calls.
    checkify.check_p,
    debugging.debug_callback_p,
    debugging.debug_print_p,
]


def register(library):
    """Registers all features. `library` is the path of the shared library."""
    if PLATFORM not in mlir._platforms_with_donation:
        mlir._platforms_with_donation.append(PLATFORM)
    on_cpu = mlir._platform_specific_lowerings["cpu"]
    for primitive in _AS_ON_CPU:
        if primitive in on_cpu:
            mlir._platform_specific_lowerings[PLATFORM][primitive] = on_cpu[primitive]
    _register_handlers(library)
    callbacks.register()
    dlpack.register(PLATFORM)
    original = callback.emit_python_callback

    def emit_python_callback(ctx, *arguments, **options):
        if tuple(ctx.module_context.platforms) == (PLATFORM,):
            return callbacks.emit(ctx, *arguments, **options)
        return original(ctx, *arguments, **options)

    for module in [callback, debugging]:
        if getattr(module, "emit_python_callback", None) is original:
            module.emit_python_callback = emit_python_callback


def _register_handlers(library):
    """Makes JAX register custom calls of XLA's foreign function interface for the platform."""
    add = ctypes.CDLL(str(library)).hloom_register_ffi_handler
    add.argtypes = [ctypes.c_char_p, ctypes.c_void_p * len(_STAGES)]
    add_type = ctypes.CDLL(str(library)).hloom_register_ffi_type
    add_type.argtypes = [ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
    add.restype = add_type.restype = ctypes.c_bool
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype = ctypes.c_void_p
    address.argtypes = [ctypes.py_object, ctypes.c_char_p]
    name_of = ctypes.pythonapi.PyCapsule_GetName
    name_of.restype = ctypes.c_char_p
    name_of.argtypes = [ctypes.py_object]

    def inside(capsule):
        return None if capsule is None else address(capsule, name_of(capsule))

    def handler(name, function, platform, api_version=1, traits=0):
        if api_version != 1:
            raise NotImplementedError(f"`{name}`: expected api_version 1, found {api_version}")
        stages = function if isinstance(function, dict) else {"execute": function}
        if unknown := set(stages) - set(_STAGES):
            raise ValueError(
                f"`{name}`: unknown stages {', '.join(unknown)}; expected {', '.join(_STAGES)}"
            )
        addresses = [inside(stages.get(stage)) for stage in _STAGES]
        if not add(name.encode(), (ctypes.c_void_p * len(_STAGES))(*addresses)):
            raise ValueError(f"`{name}`: expected a function for the stage `execute`, found none")

    def type_handler(name, registration):
        known = registration if isinstance(registration, dict) else {"type_id": registration}
        number, info = inside(known.get("type_id")), inside(known.get("type_info"))
        if not add_type(name.encode(), number, info):
            raise ValueError(f"type `{name}`: no type_id, or registered with another type_id")

    xla_client.register_custom_type_handler(PLATFORM, type_handler)
    xla_client.register_custom_call_handler(PLATFORM, handler)
    import jaxlib.lapack

    for name, function, api_version in jaxlib.lapack.registrations()["cpu"]:
        if api_version == 1:
            handler(name, function, PLATFORM, api_version)
