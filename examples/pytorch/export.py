# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports a small language model from PyTorch as StableHLO.

    python examples/pytorch/export.py [--output DIR]

The script writes to this folder:

    program.mlir           StableHLO, as torch_xla prints it
    program.mlir.bc        the same as a portable artifact
    in0.npy, in1.npy, ...  the parameters, buffers, constants and tokens, in the order of the
                           function's arguments
    out0.npy               the logits that PyTorch computes eagerly

The weights are random with a fixed seed. README.md lists the required packages.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

os.environ["PJRT_DEVICE"] = "CPU"

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch_xla.stablehlo import exported_program_to_stablehlo

SEED = 0
TOKENS, LENGTH, FEATURES, HEADS = 64, 12, 32, 4
TOLERANCE = {"rtol": 1e-4, "atol": 1e-5}


class Block(nn.Module):
    """A transformer block: causal attention and two dense layers, each after a norm."""

    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(FEATURES), nn.LayerNorm(FEATURES)
        self.projections = nn.Linear(FEATURES, 3 * FEATURES)
        self.attended = nn.Linear(FEATURES, FEATURES)
        self.dense = nn.Sequential(
            nn.Linear(FEATURES, 2 * FEATURES),
            nn.GELU(),
            nn.Linear(2 * FEATURES, FEATURES),
        )

    def forward(self, x):
        heads = self.projections(self.norm1(x)).unflatten(-1, (3, HEADS, -1))
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        attention = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.attended(attention.transpose(1, 2).flatten(2))
        return x + self.dense(self.norm2(x))


class Model(nn.Module):
    """An embedding, a transformer block and a dense layer."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(TOKENS, FEATURES)
        self.positions = nn.Parameter(0.1 * torch.randn(LENGTH, FEATURES))
        self.block = Block()
        self.logits = nn.Linear(FEATURES, TOKENS)

    def forward(self, tokens):
        """Computes [n,12,64] logits of the next tokens from [n,12] tokens."""
        return self.logits(self.block(self.embedding(tokens) + self.positions))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=Path(__file__).resolve().parent)
    folder = parser.parse_args().output
    folder.mkdir(parents=True, exist_ok=True)

    torch.manual_seed(SEED)
    model = Model().eval()
    tokens = torch.randint(TOKENS, (2, LENGTH))
    with torch.no_grad():
        # Norms are initialized with scales of one and shifts of zero; make them less trivial.
        for norm in (model.block.norm1, model.block.norm2):
            for parameter in norm.parameters():
                parameter.add_(0.1 * torch.randn_like(parameter))
        output = model(tokens).numpy()
    exported = torch.export.export(model, (tokens,))
    program = exported_program_to_stablehlo(exported)
    by_xla = program(tokens).detach().cpu().numpy()
    np.testing.assert_allclose(by_xla, output, **TOLERANCE)

    (folder / "program.mlir").write_text(program.get_stablehlo_text())
    (folder / "program.mlir.bc").write_bytes(program.get_stablehlo_bytecode())
    for index, (name, array) in enumerate(arguments(program, [tokens.numpy()])):
        np.save(folder / f"in{index}.npy", array)
        print(f"in{index}.npy: {array.dtype} {list(array.shape)}, {name}")
    np.save(folder / "out0.npy", output)
    print(f"out0.npy: {output.dtype} {list(output.shape)}")


def arguments(program, inputs):
    """Returns the names and values of the function's arguments, from the files of a program."""
    with tempfile.TemporaryDirectory() as folder:
        program.save(folder)
        meta = json.loads((Path(folder) / "functions" / "forward.meta").read_text())
        found = []
        for place, signature in zip(meta["input_locations"], meta["input_signature"]):
            kind, name, position = place["type_"], place["name"], place["position"]
            if kind == "parameter":
                array = np.load(Path(folder) / "data" / name)
            elif kind == "constant":
                name, array = "constant", np.load(Path(folder) / "constants" / str(position))
            else:
                name, array = "input", inputs[position]
            if (list(array.shape), array.dtype.name) != (signature["shape"], signature["dtype"]):
                sys.exit(f"{name}: expected {signature['dtype']} {signature['shape']}")
            found.append((name, array))
        return found


if __name__ == "__main__":
    main()
