# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds that jaxlib and hlo-opt read what the other writes, as the same program.

    python jax_round_trip.py HLO_OPT FOLDER...

Every program `*.mlir` under the folders goes from jaxlib to hlo-opt as text, as generic
text and as bytecode, and back in each of these forms, with its locations. What comes back
must be, for jaxlib, the program that left: its own text of both is compared, and what it
takes for equal is not good enough.

All programs travel in one module, so that each way is one process. If one of them is
wrong, they travel one by one, and each that is wrong is named with what is said about it.

Floats of 8 bits and fewer have no bytecode in MLIR 22, and Shardy's bytecode is not read:
programs with them travel as text, and jaxlib's bytecode of them must be refused.
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

# How hlo-opt is told to write, by form. Element by element, as jaxlib does not read the
# hexadecimal digits that MLIR 22 has for `i1`.
TEXT = ["--mlir-print-debuginfo", "--mlir-print-elementsattrs-with-hex-if-larger=-1"]
FLAGS = {
    "text": TEXT,
    "generic": [*TEXT, "--mlir-print-op-generic"],
    "bytecode": ["--emit-bytecode"],
}


# From jaxlib in the first form, back in the second: each is read and written once or more.
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
                wrong.append("the programs are wrong together, and right one by one")
    for line in wrong:
        print(line)
    print(f"{len(files)} programs, {len(wrong)} wrong")
    return bool(wrong)


def read(file):
    try:
        return ir.Module.parse(file.read_text())
    except ir.MLIRError as error:
        sys.exit(f"{file}: jaxlib does not read it: {error}")


def join(programs):
    """One module that holds them all, by numbers for names."""
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
    """What is wrong with a program's ways, or None."""
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
            return f"{way}: hlo-opt reads it now: travel the other ways, too"
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
    """The first lines that differ."""
    lines = zip([*expected.splitlines(), ""], [*found.splitlines(), ""], strict=False)
    one, other = next(pair for pair in lines if pair[0] != pair[1])
    return f"expected\n    {one.strip()}\nfound\n    {other.strip()}"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
