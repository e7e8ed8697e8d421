# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes artifacts with jaxlib, and compares rewritten artifacts with them.

    python with_jaxlib.py make FOLDER GOLDENS
    python with_jaxlib.py compare FOLDER

`make` writes files `NAME@VERSION.bc`. It serializes each golden that consists of StableHLO only,
without CHLO and Shardy. The versions are those from the first to the last that jaxlib knows,
except those at which jaxlib cannot serialize the program. It also serializes functions that JAX
exports, some of them with shardings, at one version each.
`compare` expects the same files in `ours/` and in `upgraded/`. jaxlib must read them as the
same programs, including their locations.
"""

import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import jax.export
import jax.numpy as jnp
from jax._src.interpreters import mlir
from jax.sharding import AxisType, NamedSharding, PartitionSpec
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

# Versions at which the bytecode format or an operation changed.
VERSIONS = """0.9.0 0.11.0 0.12.0 0.14.0 0.15.0 0.17.0 0.20.0 1.0.0 1.1.0 1.3.0 1.4.0 1.5.0
1.6.0 1.8.0 1.9.0 1.10.0 1.11.0 1.12.0 1.14.0 1.15.0 1.16.0 1.17.0""".split()

# Creating a context takes longer than reading most programs.
CONTEXT = mlir.make_ir_context()


def make(folder, goldens):
    versions = [*VERSIONS, stablehlo.get_current_version()]
    for path in sorted(goldens.glob("*/*/program.mlir")):
        name, program = path.parent.name, path.read_text()
        if "chlo." in program or "sdy." in program:
            continue
        with CONTEXT:
            module = ir.Module.parse(program)
            text = module.operation.get_asm(enable_debug_info=True)
            for version in versions:
                try:
                    artifact = stablehlo.serialize_portable_artifact_str(text, version)
                except Exception:
                    continue
                (folder / f"{name}@{version}.bc").write_bytes(artifact)
    for name, exported in exports():
        artifact = exported.mlir_module_serialized
        version = artifact[5 : artifact.index(b"\0")].removeprefix(b"StableHLO_v").decode()
        (folder / f"exported_{name}@{version}.bc").write_bytes(artifact)


def exports():
    mesh = jax.make_mesh((2, 4), ("x", "y"), axis_types=(AxisType.Auto, AxisType.Auto))
    sharding = lambda *axes: NamedSharding(mesh, PartitionSpec(*axes))
    array = lambda shape, *axes: jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding(*axes))
    a, b = array((8, 16), "x", "y"), array((16, 8), "y", None)
    export = lambda function, *args, **kwargs: jax.export.export(jax.jit(function, **kwargs))(*args)
    constrain = jax.lax.with_sharding_constraint
    open_axis = sharding("x", PartitionSpec.UNCONSTRAINED)
    yield "matmul", export(lambda a, b: a @ b, a, b)
    yield "constraint", export(lambda a, b: constrain(a @ b, open_axis) * 2, a, b,
                               out_shardings=sharding("x"))
    yield "inner", export(lambda a, b: jax.jit(lambda c: jnp.tanh(c) @ b)(a), a, b)
    manual = jax.shard_map(lambda a, b: jax.lax.psum(a @ b, "y"), mesh=mesh,
                           in_specs=(PartitionSpec("x", "y"), PartitionSpec("y", None)),
                           out_specs=PartitionSpec("x", None))
    yield "manual", export(manual, a, b)
    small = ["float4_e2m1fn", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn",
             "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"]
    each = jax.shard_map(lambda *arrays: arrays, mesh=mesh, in_specs=PartitionSpec("x"),
                         out_specs=PartitionSpec("x"))
    arrays = [jax.ShapeDtypeStruct((8,), dtype, sharding=sharding("x")) for dtype in small]
    yield "small_floats", export(each, *arrays)
    sizes = jax.export.symbolic_shape("b, 4")
    yield "symbolic", export(lambda a: a.reshape(-1).sum(), jax.ShapeDtypeStruct(sizes, jnp.float32))


def program_of(path):
    with CONTEXT:
        module = stablehlo.deserialize_portable_artifact(CONTEXT, path.read_bytes())
        return module.operation.get_asm(enable_debug_info=True)


def compare(folder):
    names = {path.name for path in folder.glob("*.bc")}
    wrong = []
    for made in "ours", "upgraded":
        wrong += [f"{made}/{name}: expected in both folders, found in one" for name in
                  names ^ {path.name for path in (folder / made).glob("*.bc")}]
    equal = 0
    for name in sorted(names):
        expected = program_of(folder / name)
        for made in "ours", "upgraded":
            path = folder / made / name
            if path.exists() and program_of(path) != expected:
                wrong.append(f"{made}/{name}: differs from the program of jaxlib")
            equal += 1
    for line in sorted(wrong):
        print(line)
    print(f"{equal - len(wrong)} of {equal} are the same programs")
    return not wrong and equal > 0


if __name__ == "__main__":
    task, *folders = sys.argv[1:]
    if task == "make":
        make(*map(Path, folders))
    elif not compare(*map(Path, folders)):
        sys.exit(1)
