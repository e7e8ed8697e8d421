# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks exported HLO with XLA.

Reads each program as HLO text and as a binary message, runs it on XLA's CPU, and compares the
results with those of the original program.

    hlo_export.py GOLDENS FOLDER
"""

import os
import pathlib
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_cpu_enable_fast_math=false"

import jax
import ml_dtypes
import numpy as np
from jax._src import compiler
from jax._src.interpreters import mlir
from jax._src.lib import _jax, xla_client
from jaxlib import _hlo
from jaxlib.mlir import ir

jax.config.update("jax_enable_x64", True)
goldens, folder = map(pathlib.Path, sys.argv[1:])
client = jax.devices("cpu")[0].client
devices = _jax.DeviceList(tuple(jax.devices("cpu")[:1]))


def exactly(module):
    """Returns the canonical text of a module, which does not depend on names."""
    options = _hlo.HloPrintOptions.canonical()
    options.canonicalize_computations = True
    return module.to_string(options)


def run(module, arguments):
    """Runs a module and returns its results."""
    options = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    executable = client.compile_and_load(module, devices, options)
    buffers = [jax.device_put(argument, jax.devices("cpu")[0]) for argument in arguments]
    results = executable.execute_sharded(buffers).disassemble_into_single_device_arrays()
    return [np.asarray(result[0]) for result in results]


# Element types that NumPy lacks: floats are stored as their bits, integers as bytes.
KEPT_AS_BITS = {
    "bf16": ml_dtypes.bfloat16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E3M4": ml_dtypes.float8_e3m4,
}
KEPT_IN_BYTES = {"i4": ml_dtypes.int4, "ui4": ml_dtypes.uint4}


def arguments_of(golden, module):
    """Loads the inputs of a golden, with the element types of its program's arguments."""
    main = next(f for f in module.body.operations if f.name.value == "main")
    loaded = []
    for number, ty in enumerate(main.type.inputs):
        value = np.load(golden / f"in{number}.npy")
        element = str(ir.RankedTensorType(ty).element_type)
        if element in KEPT_AS_BITS:
            value = value.view(KEPT_AS_BITS[element])
        elif element in KEPT_IN_BYTES:
            value = value.astype(KEPT_IN_BYTES[element])
        loaded.append(value)
    return loaded


def same(one, other):
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    if one.dtype.kind in "biu" or one.dtype.name in ("int4", "uint4"):
        return np.array_equal(one, other)
    wide = np.complex128 if one.dtype.kind == "c" else np.float64
    return np.allclose(one.astype(wide), other.astype(wide), 1e-5, 1e-6, equal_nan=True)


# Programs that XLA reads but cannot convert back to StableHLO to run, with XLA's error.
NOT_RUN = {"math_hyperbolic": "UNIMPLEMENTED: sinh"}

programs = {path.parent.name: path for path in goldens.glob("*/*/program.mlir")}
wrong, ran = [], 0
context = mlir.make_ir_context()
for path in sorted(folder.glob("*.pb")):
    program = programs[path.stem]
    try:
        from_text = _hlo.hlo_module_from_text(path.with_suffix(".hlo").read_text())
        computation = xla_client.XlaComputation(path.read_bytes())
        if exactly(from_text) != exactly(computation.get_hlo_module()):
            raise ValueError("the text and the message are different programs")
        ours = _jax.mlir.xla_computation_to_mlir_module(computation)
        with context:
            theirs = ir.Module.parse(program.read_text())
            arguments = arguments_of(program.parent, theirs)
            converted = ir.Module.parse(ours)
            expected, found = run(theirs, arguments), run(converted, arguments)
    except Exception as error:
        if str(error).strip() == NOT_RUN.get(path.stem):
            continue
        wrong.append(f"{path.stem}: {str(error)[:300]}")
        continue
    ran += 1
    if len(expected) != len(found) or not all(map(same, expected, found)):
        wrong.append(f"{path.stem}: different results")
print(f"{ran} programs ran, {len(wrong)} wrong")
sys.exit("\n".join(wrong) or 0)
