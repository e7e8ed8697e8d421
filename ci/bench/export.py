# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports the programs of `cargo ci bench`.

    python ci/bench/export.py --list                       prints every name, group and summary
    python ci/bench/export.py --write DIR [--only NAME ...]  writes DIR/NAME/ for each program

The files of a program:

    program.mlir           StableHLO: text, or bytecode if weights are constants
    in0.npy, in1.npy, ...  in the order of the entry's parameters
    out0.npy, ...          the results of `jax.jit` on the CPU
    program.onnx           the equivalent graph of a network, with the same inputs and results
    program.json           the description that `cargo ci bench` and `worker.py` read

bf16 is stored as uint16. A folder whose `program.json` has the same digest of the sources and the
same version of JAX is left as it is.
"""

import argparse
import hashlib
import io
import json
import os
import shutil
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"

import jax
import numpy as np
import programs
from files import save
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="print the programs")
    parser.add_argument("--write", metavar="DIR", help="write the programs to DIR")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    args = parser.parse_args()
    registry = programs.load_all()
    if args.list:
        for p in registry.values():
            print(f"{p.name}\t{p.group}\t{p.summary}")
    if args.write:
        digest = digest_of_sources()
        for name in args.only or registry:
            export(registry[name], Path(args.write) / name, digest)


def digest_of_sources():
    """Identifies everything that decides the files, so that unchanged programs are kept."""
    goldens = Path(sys.modules["goldens.programs"].__file__).parent
    digest = hashlib.sha256(jax.__version__.encode())
    for folder in (Path(programs.__file__).parent, goldens):
        for path in sorted(folder.glob("*.py")):
            digest.update(path.read_bytes())
    digest.update(Path(__file__).read_bytes())
    return digest.hexdigest()


def export(program, folder, digest):
    described = folder / "program.json"
    if described.is_file() and json.loads(described.read_text())["digest"] == digest:
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    function, args = program.instantiate()

    def named(*args):
        return function(*args)

    named.__name__ = program.name
    jitted = jax.jit(named, keep_unused=True)
    lowered = jitted.trace(*args).lower(lowering_platforms=(program.platform,))
    module = lowered.compiler_ir("stablehlo")
    inputs = [np.asarray(value) for value in jax.tree.leaves(args)]
    results = [np.asarray(value) for value in jax.tree.leaves(jitted(*args))]
    if program.onnx:
        weights = jax.tree.leaves(args[0])
        inputs = inputs[len(weights) :]
        (folder / "program.mlir").write_bytes(with_constants(module, weights))
        write_onnx(program, args[0], inputs, results, folder / "program.onnx")
    else:
        (folder / "program.mlir").write_text(str(module))
    for kind, values in (("in", inputs), ("out", results)):
        for i, value in enumerate(values):
            save(folder / f"{kind}{i}.npy", value)
    description = {
        "name": program.name,
        "group": program.group,
        "inputs": [str(value.dtype) for value in inputs],
        "results": [str(value.dtype) for value in results],
        "tolerance": program.tolerance,
        "differing": program.differing,
        "compulsory_bytes": sum(value.nbytes for value in inputs + results),
        "digest": digest,
    }
    described.write_text(json.dumps(description, indent=2) + "\n")
    print(f"wrote {folder}", file=sys.stderr, flush=True)


def with_constants(module, weights):
    """Replaces the first parameters by constants and returns the program as bytecode."""
    with module.context, ir.Location.unknown():
        main = next(op for op in module.body if op.attributes["sym_name"].value == "main")
        block = main.regions[0].blocks[0]
        with ir.InsertionPoint.at_block_begin(block):
            constants = [stablehlo.constant(ir.DenseElementsAttr.get(w)) for w in weights]
        for constant in constants:
            block.arguments[0].replace_all_uses_with(constant)
            block.erase_argument(0)
        kind = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
        kept = ir.FunctionType.get(kind.inputs[len(weights) :], kind.results)
        main.attributes["function_type"] = ir.TypeAttr.get(kept)
        if "arg_attrs" in main.attributes:
            attributes = list(ir.ArrayAttr(main.attributes["arg_attrs"]))[len(weights) :]
            main.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)
        module.operation.verify()
        file = io.BytesIO()
        module.operation.write_bytecode(file)
        return file.getvalue()


def write_onnx(program, weights, inputs, results, path):
    import onnx
    from programs.onnx_graph import Graph

    graph = Graph(inputs)
    outputs = program.onnx(graph, weights)
    onnx.save(graph.model(program.name, outputs, results), path)


if __name__ == "__main__":
    main()
