# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The forms in which programs are given: modules, text, bytes, files, and programs of JAX."""

import os
import pathlib

from ._library import load

_native = load()


def to_source(program, name=None):
    """Returns the bytes of a program and its name in messages.

    A program is a `Module`, the text or the bytes of a program in any format that hloom reads, a
    path, or a lowered or exported program of JAX.
    """
    if isinstance(program, _native.Module):
        return program.bytecode(), name or "<module>"
    if isinstance(program, str):
        if "\n" not in program and program and os.path.exists(program):
            raise ValueError(
                f"{program}: expected the text of a program, found the path of a file; "
                "pass a pathlib.Path"
            )
        return program.encode(), name or "<string>"
    if isinstance(program, (bytes, bytearray, memoryview)):
        return bytes(program), name or "<bytes>"
    if isinstance(program, os.PathLike):
        path = pathlib.Path(program)
        return path.read_bytes(), name or str(path)
    # jax.export.Exported
    serialized = getattr(program, "mlir_module_serialized", None)
    if isinstance(serialized, bytes):
        return serialized, name or getattr(program, "fun_name", "<jax>")
    program = lowered(program)
    if hasattr(program, "compiler_ir"):
        return _of_jax(program), name or "<jax>"
    raise TypeError(
        "expected a program: a hloom.Module, text, bytes, a path, or a lowered or exported "
        f"program of JAX; found {type(program).__name__}"
    )


def lowered(program):
    """Lowers a traced program of JAX, and returns any other program as it is."""
    # jax.stages.Traced; strings have a method `lower`, too.
    if isinstance(program, (str, bytes, bytearray)) or hasattr(program, "compiler_ir"):
        return program
    if not hasattr(program, "lower"):
        return program
    if hasattr(program, "trace"):
        raise TypeError("expected a lowered function of JAX; call `lower` with example arguments")
    return program.lower()


def paths(name, values):
    """Returns a list of paths, which is the value of the option `name`."""
    if isinstance(values, (str, bytes, os.PathLike)):
        raise TypeError(f"{name}: expected a list of paths, found {values!r}")
    return [os.fspath(value) for value in values]


def _of_jax(program):
    """Returns a lowered program of JAX as a portable artifact.

    Bytes cross between the two copies of MLIR in the process, and never objects.
    """
    from jaxlib.mlir.dialects import stablehlo

    module = program.compiler_ir("stablehlo")
    text = module.operation.get_asm(binary=False, enable_debug_info=True)
    return stablehlo.serialize_portable_artifact_str(text, stablehlo.get_current_version())
