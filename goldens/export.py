# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports the golden programs from JAX, with their inputs and the outputs JAX computes.

    python goldens/export.py [--only NAME ...]     writes goldens/FAMILY/NAME/ and manifest.toml
    python goldens/export.py --large DIR           writes the large goldens to DIR/FAMILY/NAME/
    python goldens/export.py --list                prints every name with its tolerance

The family is the name of the file in goldens/programs/ that defines the program.

Each folder holds program.mlir (StableHLO as JAX prints it), in0.npy, in1.npy, ... in the
order of the entry's parameters and out0.npy, out1.npy, ... in the order of its results.
bf16 is stored as uint16 and 8-bit floats as uint8. The expected outputs come from XLA's CPU
backend with JAX's default settings, which compute f32 in f32 throughout.

Every program is checked before it is written: jaxlib must parse it again, its types must match
the files, a run op by op must agree within the tolerance, and its size must not exceed
MAX_GOLDEN_BYTES.

Packages: goldens/requirements.txt. The programs themselves are in goldens/programs/.
"""

import argparse
import os
import shutil
import sys
import zlib
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import ml_dtypes
import numpy as np
import programs
from jax.interpreters import mlir
from jaxlib.mlir import ir

HERE = Path(__file__).resolve().parent
MAX_GOLDEN_BYTES = 60_000
MAX_TOTAL_BYTES = 1_000_000

ELEMENT_TYPES = {
    "bool": "i1",
    "int8": "i8",
    "int16": "i16",
    "int32": "i32",
    "int64": "i64",
    "uint8": "ui8",
    "uint16": "ui16",
    "uint32": "ui32",
    "uint64": "ui64",
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
    "bfloat16": "bf16",
    "float16": "f16",
    "float32": "f32",
    "float64": "f64",
    "complex64": "complex<f32>",
    "complex128": "complex<f64>",
}


class ExportError(Exception):
    """Error for a program that fails a check. The message names the check."""


def main():
    args = parse_args()
    registry = programs.load_all()
    for name in args.only:
        if name not in registry:
            sys.exit(f"unknown golden `{name}`; `--list` prints the known ones")
    if args.list:
        for g in registry.values():
            rtol, atol = g.tolerance
            print(f"{g.name:34} {g.family:14} rtol {rtol:g} atol {atol:g}")
        return

    chosen = [registry[name] for name in args.only] or list(registry.values())
    failures = []
    for g in chosen:
        if g.large != bool(args.large):
            if args.only:
                sys.exit(f"`{g.name}` is {'' if g.large else 'not '}a large golden")
            continue
        root = Path(args.large) if g.large else HERE
        try:
            size = export(g, folder_in(root, g))
            print(f"{g.name}: {size} bytes")
        except Exception as error:
            failures.append(f"{g.name}: {type(error).__name__}: {error}")
            print(failures[-1], file=sys.stderr)
    if not args.large:
        failures += write_manifest(registry, remove_stale=not args.only)
    if failures:
        sys.exit("\n".join(["failed to export:", *failures]))


def parse_args():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--large", metavar="DIR", help="export the large programs to DIR")
    parser.add_argument("--list", action="store_true", help="print the names")
    return parser.parse_args()


def folder_in(root, g):
    """Returns the folder of a golden in the folder of all goldens."""
    return root / g.family / g.name


def export(g, folder):
    """Writes one golden and returns its size in bytes."""
    with jax.enable_x64(g.x64):
        function, args = g.build(np.random.default_rng(zlib.crc32(g.name.encode())))

        def named(*args):
            return function(*args)

        named.__name__ = g.name
        lowered = jax.jit(named, keep_unused=True).lower(*args)
        text = lowered.as_text()
        inputs = [np.asarray(a) for a in jax.tree.leaves(args)]
        outputs = [np.asarray(a) for a in jax.tree.leaves(lowered.compile()(*args))]
        check_program(g, text, inputs, outputs)
        if not g.large:
            again = run_op_by_op(function, args)
            if g.expected_op_by_op:
                outputs = again
            check_tolerance(g, outputs, again)

    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    (folder / "program.mlir").write_text(text)
    for kind, values in (("in", inputs), ("out", outputs)):
        for i, value in enumerate(values):
            np.save(folder / f"{kind}{i}.npy", storable(value))
    size = size_of(folder)
    if size > MAX_GOLDEN_BYTES and not g.large:
        raise ExportError(f"expected at most {MAX_GOLDEN_BYTES} bytes, found {size}")
    return size


def storable(value):
    """Converts an array to a NumPy type; types that NumPy lacks become their bits."""
    if value.dtype == ml_dtypes.bfloat16:
        return value.view(np.uint16)
    if value.dtype in (ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2):
        return value.view(np.uint8)
    return value


def type_of(value):
    dims = "".join(f"{d}x" for d in value.shape)
    return f"tensor<{dims}{ELEMENT_TYPES[value.dtype.name]}>"


def check_program(g, text, inputs, outputs):
    """Checks that the text parses and that the types of its entry match the arrays."""
    with mlir.make_ir_context():
        try:
            module = ir.Module.parse(text)
            module.operation.verify()
        except ir.MLIRError as error:
            raise ExportError(f"jaxlib cannot parse the program: {error}") from error
        entry = next(op for op in module.body.operations if op.name.value == "main")
        found = [str(t) for t in entry.type.inputs], [str(t) for t in entry.type.results]
    expected = [type_of(v) for v in inputs], [type_of(v) for v in outputs]
    if found != expected:
        raise ExportError(f"the entry has types {found}, but the files have types {expected}")


def run_op_by_op(function, args):
    """Returns the outputs if every op is compiled alone, which changes rounding and order."""
    with jax.disable_jit():
        results = function(*jax.tree.map(jax.numpy.asarray, args))
        return [np.asarray(a) for a in jax.tree.leaves(results)]


def check_tolerance(g, outputs, again):
    rtol, atol = g.tolerance
    for i, (want, got) in enumerate(zip(outputs, again, strict=True)):
        if want.dtype.kind in "biu":
            close = want == got
        else:
            wide = np.complex128 if want.dtype.kind == "c" else np.float64
            want, got = want.astype(wide), got.astype(wide)
            close = np.isclose(got, want, rtol=rtol, atol=atol, equal_nan=True)
        if not np.all(close):
            at = tuple(int(k) for k in np.argwhere(~close)[0])
            raise ExportError(
                f"out{i} at {at}: {got[at]} op by op, {want[at]} compiled, "
                f"beyond rtol {rtol} atol {atol}"
            )


def size_of(folder):
    return sum(f.stat().st_size for f in folder.iterdir())


def write_manifest(registry, remove_stale):
    """Writes manifest.toml and returns problems with the set of all folders."""
    lines = [
        "# Written by `python goldens/export.py`; do not edit.",
        "#",
        "# An output passes when |got - want| <= atol + rtol * |want| for every element, NaN",
        "# matches NaN and an infinity the same infinity; integers and booleans are equal. What is",
        "# stored as bits (bf16, 8-bit floats) is compared as the numbers.",
        "#",
        "# The first tag is the family. A golden is in the folder FAMILY/NAME/. `large` ones are",
        "# not in the repository: `python goldens/export.py --large DIR` writes them to",
        "# DIR/FAMILY/NAME/.",
    ]
    for g in registry.values():
        tags = ", ".join(f'"{t}"' for t in [g.family, *g.tags])
        lines += ["", "[[golden]]", f'name = "{g.name}"', f"tags = [{tags}]"]
        lines += [f"rtol = {float(g.tolerance[0])}", f"atol = {float(g.tolerance[1])}"]
        lines += ["large = true"] * g.large
    (HERE / "manifest.toml").write_text("\n".join(lines) + "\n")

    small = {folder_in(HERE, g): g.name for g in registry.values() if not g.large}
    problems, total = [], 0
    for folder in sorted(p.parent for p in HERE.glob("*/*/program.mlir")):
        if folder in small:
            total += size_of(folder)
        elif remove_stale:
            shutil.rmtree(folder)
            print(f"{folder.relative_to(HERE)}: removed because no such program exists")
    if total > MAX_TOTAL_BYTES:
        problems.append(f"expected at most {MAX_TOTAL_BYTES} bytes in total, found {total}")
    missing = sorted(n for folder, n in small.items() if not (folder / "program.mlir").exists())
    if missing:
        problems.append(f"missing: {', '.join(missing)}")
    print(f"{len(small) - len(missing)} goldens, {total} bytes")
    return problems


if __name__ == "__main__":
    main()
