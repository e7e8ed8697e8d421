# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that jaxlib and hlo-opt read each other's output as the same program.

    python jax_round_trip.py HLO_OPT FOLDER...

Every program `*.mlir` under the folders is sent from jaxlib to hlo-opt as text, as generic
text and as bytecode, and back in each of these forms, with its locations. jaxlib prints the
original and the returned program, and the two texts must be identical. Equality as jaxlib
defines it is not sufficient.

All programs are sent in one module, so that each pair of forms needs one process only. If
this fails, the programs are sent one by one to find and print the failures.

MLIR 22 has no bytecode for floats of at most 8 bits, and Shardy's bytecode cannot be read.
Programs that use them are sent as text, and hlo-opt must reject their bytecode from jaxlib.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

from jax._src.interpreters import mlir
from jaxlib.mlir import ir

# Flags of hlo-opt for each output form. Elements are printed one by one, because jaxlib cannot
# read the hexadecimal form that MLIR 22 prints for `i1`.
TEXT = ["--mlir-print-debuginfo", "--mlir-print-elementsattrs-with-hex-if-larger=-1"]
FLAGS = {
    "text": TEXT,
    "generic": [*TEXT, "--mlir-print-op-generic"],
    "bytecode": ["--emit-bytecode"],
}


# Pairs of the form from jaxlib and the form back to it. They cover reading and writing of each
# form.
WAYS = [("text", "text"), ("generic", "generic"), ("text", "bytecode"),
        ("bytecode", "bytecode"), ("bytecode", "text")]
WAYS_AS_TEXT = [("text", "text"), ("generic", "generic"), ("text", "bytecode"),
                ("bytecode", None)]

REFUSALS = ["unknown attribute code", "'sdy' does not implement the bytecode interface"]


def main(hlo_opt, folders):
    files = sorted(file for folder in folders for file in Path(folder).rglob("*.mlir"))
    if not files:
        sys.exit(f"no programs in {' '.join(folders)}")
    with mlir.make_ir_context() as context, ir.Location.unknown(context):
        programs = {str(file): read(file) for file in files}
        wrong = []
        for ways, group in [(WAYS, with_bytecode), (WAYS_AS_TEXT, without_bytecode)]:
            chosen = {file: program for file, program in programs.items() if group(program)}
            if not chosen or not fault(hlo_opt, join(chosen.values()), ways):
                continue
            count = len(wrong)
            for file, program in chosen.items():
                if what := fault(hlo_opt, program, ways):
                    wrong.append(f"{file}: {what}")
            if len(wrong) == count:
                wrong.append("the programs fail together, but each succeeds alone")
    for line in wrong:
        print(line)
    print(f"{len(files)} programs, {len(wrong)} wrong")
    return bool(wrong)


def read(file):
    try:
        return ir.Module.parse(file.read_text())
    except ir.MLIRError as error:
        sys.exit(f"{file}: jaxlib cannot read it: {error}")


def join(programs):
    """Returns one module that contains all programs under numbered names."""
    whole = ir.Module.create()
    for number, program in enumerate(programs):
        part = program.operation.clone(ir.InsertionPoint(whole.body))
        part.attributes["sym_name"] = ir.StringAttr.get(f"program_{number}")
    return whole


def without_bytecode(program):
    return re.search(r"f[468]E\dM\d|sdy\.", text(program)) is not None


def with_bytecode(program):
    return not without_bytecode(program)


def fault(hlo_opt, program, ways):
    """Returns the first failure of a program in a pair of forms, or None."""
    expected = text(program)
    for source, target in ways:
        way = f"from jaxlib as {source}, back as {target}"
        with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
            file.write(write(program, source))
            file.flush()
            run = subprocess.run([hlo_opt, *FLAGS.get(target, []), file.name], capture_output=True)
        errors = run.stderr.decode(errors="replace").strip()
        if target is None:
            if run.returncode != 0 and any(refusal in errors for refusal in REFUSALS):
                continue
            return f"{way}: hlo-opt accepts it now; remove the case from without_bytecode"
        if run.returncode != 0:
            return f"{way}: hlo-opt: {errors}"
        try:
            found = text(ir.Module.parse(run.stdout))
        except ir.MLIRError as error:
            return f"{way}: jaxlib: {error}"
        if found != expected:
            return f"{way}: {difference(expected, found)}"
    return None


def text(program):
    return program.operation.get_asm(enable_debug_info=True)


def write(program, form):
    if form == "bytecode":
        with tempfile.TemporaryFile() as file:
            program.operation.write_bytecode(file)
            file.seek(0)
            return file.read()
    generic = form == "generic"
    return program.operation.get_asm(
        enable_debug_info=True, print_generic_op_form=generic).encode()


def difference(expected, found):
    """Returns the first lines that differ."""
    lines = zip([*expected.splitlines(), ""], [*found.splitlines(), ""], strict=False)
    one, other = next(pair for pair in lines if pair[0] != pair[1])
    return f"expected\n    {one.strip()}\nfound\n    {other.strip()}"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
