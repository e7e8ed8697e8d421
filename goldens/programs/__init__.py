# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that `goldens/export.py` exports, one file for each family.

A program is a function decorated with `@golden`. Its argument is a NumPy generator seeded by
the function's name. It returns the function to compile and a tuple of arguments (arrays or
trees of arrays). The name of the function is the name of the golden. To add a golden, write it
in the file of its family and run `python goldens/export.py --only NAME`. The program is then in
goldens/FAMILY/NAME/.
"""

import dataclasses
import importlib
from typing import Callable

import ml_dtypes
import numpy as np

FAMILIES = [
    "networks",
    "training",
    "control_flow",
    "sorting",
    "dots",
    "convolutions",
    "reductions",
    "math_functions",
    "arithmetic",
    "integer_ops",
    "movement",
    "indexing",
    "randomness",
    "large",
]

# Default (rtol, atol) by the least precise float type of the computation. Programs that only
# move, compare, sort or count elements are declared with EXACT.
EXACT = (0.0, 0.0)
F64 = (1e-10, 1e-12)
F32 = (1e-4, 1e-5)
F16 = (5e-3, 5e-3)
BF16 = (3e-2, 3e-2)


@dataclasses.dataclass
class Golden:
    """A registered program: its builder and the properties that tests need."""

    name: str
    family: str
    build: Callable
    tolerance: tuple
    tags: list
    x64: bool
    large: bool
    expected_op_by_op: bool


REGISTRY: dict[str, Golden] = {}


def golden(tolerance=F32, tags=(), x64=False, large=False, expected_op_by_op=False):
    """Registers a program.

    `x64` traces it with 64-bit types enabled. `large` programs are exported on demand only.
    `expected_op_by_op` takes the outputs from a run op by op, for programs that XLA computes
    wrongly if it compiles them as a whole.
    """

    def register(build):
        name = build.__name__
        if name in REGISTRY:
            raise ValueError(f"two goldens are named `{name}`")
        family = build.__module__.rsplit(".", 1)[-1]
        REGISTRY[name] = Golden(
            name, family, build, tolerance, list(tags), x64, large, expected_op_by_op
        )
        return build

    return register


def load_all():
    """Imports every family and returns the registry in the order of FAMILIES."""
    for family in FAMILIES:
        importlib.import_module(f"{__name__}.{family}")
    return REGISTRY


# Generators of inputs.

BF16_TYPE = ml_dtypes.bfloat16


def normal(rng, *shape, scale=1.0, dtype=np.float32):
    """Normally distributed values with mean 0."""
    return (rng.standard_normal(shape) * scale).astype(dtype)


def uniform(rng, low, high, *shape, dtype=np.float32):
    """Values spread evenly over [low, high)."""
    return rng.uniform(low, high, shape).astype(dtype)


def integers(rng, low, high, *shape, dtype=np.int32):
    """Integers in [low, high)."""
    return rng.integers(low, high, shape, dtype=np.int64).astype(dtype)
