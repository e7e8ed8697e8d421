# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of `torch.export` as StableHLO files for hlo-run and hlo-compile."""

from pathlib import Path

import jax
import jax.export
import numpy as np
import torch
from torch.export.graph_signature import OutputKind

from . import decompositions, graph, tensors


class StableHlo:
    """A StableHLO program with the values of its parameters, buffers and constants."""

    def __init__(self, artifact, text, names, values):
        self.artifact = artifact
        """The program as a portable artifact."""
        self.text = text
        """The program as text."""
        self.names = names
        """The name of each argument: a parameter, a buffer, a constant or an input."""
        self.values = values
        """The value of each argument; None for an input."""

    def save(self, folder, inputs):
        """Writes `program.mlir.bc` and `in0.npy`, `in1.npy`, ..., and returns the files.

        `inputs` are the tensors that the program takes besides its weights, in order.
        """
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "program.mlir.bc"
        program.write_bytes(self.artifact)
        remaining = iter(inputs)
        files = []
        for index, value in enumerate(self.values):
            value = next(remaining) if value is None else value
            files.append(folder / f"in{index}.npy")
            np.save(files[-1], to_numpy(value))
        if next(remaining, None) is not None:
            raise TypeError(f"expected {self.values.count(None)} inputs, found {len(inputs)}")
        return program, files


def to_numpy(tensor):
    """Returns a tensor as an array of NumPy; hlo-run reads bfloat16 as uint16."""
    tensor = tensor.detach().contiguous()
    return (tensor.view(torch.uint16) if tensor.dtype == torch.bfloat16 else tensor).numpy()


def to_stablehlo(program):
    """Returns a `torch.export.ExportedProgram` as `StableHlo`.

    The program must have static shapes, take tensors and change none of its buffers. Raises
    UnsupportedOperation if an operation has no lowering.
    """
    with decompositions.plain_attention():
        program = program.run_decompositions(decompositions.table())
    outputs = program.graph_signature.output_specs
    changed = [spec.target for spec in outputs if spec.kind is not OutputKind.USER_OUTPUT]
    if changed:
        raise ValueError(
            f"{', '.join(changed)}: expected a program without side effects; call `eval()` first"
        )
    module = program.graph_module
    arguments = [node for node in module.graph.nodes if node.op == "placeholder"]
    if graph.has_unknown_sizes(module):
        raise ValueError("expected static shapes; export without `dynamic_shapes`")
    with jax.enable_x64(True):
        shapes = [tensors.abstract(node.meta["val"]) for node in arguments]
        function = jax.jit(graph.function_of(module), keep_unused=True)
        exported = jax.export.export(function, platforms=["cpu"])(*shapes)
    weights = {**dict(program.state_dict), **program.constants}
    specs = program.graph_signature.input_specs
    values = [weights[spec.target] if spec.target else None for spec in specs]
    names = [spec.target or spec.arg.name for spec in specs]
    return StableHlo(exported.mlir_module_serialized, exported.mlir_module(), names, values)
