# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of `cargo ci bench`, one file for each group or part of one.

A program is a function decorated with `@program`. Its argument is a NumPy generator seeded by the
function's name. It returns the function to compile and a tuple of arguments (arrays or trees of
arrays). The function's name is the program's name. Names, shapes and values never change, and no
program is removed: figures of different commits are compared.
"""

import dataclasses
import importlib
import sys
import zlib
from pathlib import Path
from typing import Callable

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from goldens.programs import BF16_TYPE, integers, normal, uniform  # noqa: E402, F401

GROUPS = {
    "gemm": ["gemm"],
    "elementwise": ["elementwise"],
    "normalization": ["normalization"],
    "reductions": ["reductions"],
    "movement": ["movement"],
    "convolutions": ["convolutions"],
    "networks": ["convolutional_networks", "transformers", "recurrent"],
    "training": ["training"],
    "sorting": ["sorting"],
    "indexing": ["indexing"],
    "linear_algebra": ["linear_algebra"],
    "random": ["random_numbers"],
    "simulation": ["simulation"],
    "fft": ["fft"],
    "applications": ["applications", "application_networks"],
}

# Allowed errors: relative to the expected number plus relative to the largest expected magnitude.
EXACT = (0.0, 0.0)
F32 = (1e-4, 1e-5)
DEEP = (1e-3, 2e-4)
BF16 = (2e-2, 1e-2)


@dataclasses.dataclass
class Program:
    """A program, and the properties that its measurement needs."""

    name: str
    group: str
    summary: str
    build: Callable
    tolerance: tuple
    differing: float
    onnx: Callable | None
    platform: str

    def instantiate(self):
        """Returns the function and its arguments."""
        return self.build(np.random.default_rng(zlib.crc32(self.name.encode())))


REGISTRY: dict[str, Program] = {}


def program(tolerance=F32, differing=0.0, onnx=None, platform="cpu"):
    """Registers a program.

    `differing` is the fraction of elements that may differ in chaotic computations. `onnx` builds
    the equivalent ONNX graph of a network; the weights, which are the function's first argument,
    are then constants of the program. `platform` is the one that JAX lowers for: on `cpu`, linear
    algebra becomes calls of LAPACK, elsewhere operations of StableHLO.
    """

    def register(build):
        module = build.__module__.rsplit(".", 1)[-1]
        group = next(group for group, modules in GROUPS.items() if module in modules)
        name, summary = build.__name__, " ".join(build.__doc__.split())
        if name in REGISTRY:
            raise ValueError(f"two programs are named `{name}`")
        REGISTRY[name] = Program(name, group, summary, build, tolerance, differing, onnx, platform)
        return build

    return register


def load_all():
    """Imports every group and returns the registry in the order of GROUPS."""
    for modules in GROUPS.values():
        for module in modules:
            importlib.import_module(f"{__name__}.{module}")
    return REGISTRY
