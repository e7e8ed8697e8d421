# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lowerings of ATen operations to JAX, a file for each family.

A lowering is a function whose first argument describes the result: its shape and its element type
as PyTorch recorded them, or a list of these if the operation has several results. The arguments of
the operation follow: arrays instead of tensors, and sizes, numbers and `torch.dtype` unchanged.

PyTorch converts the operands of an operation to a common type by its own rules. A lowering converts
them to the element type of the result instead of relying on JAX's rules, which differ.
"""

from . import contractions, creation, elementwise, fourier, indexing, pooling, reductions, shapes
from .registry import find

# The import of a family registers its lowerings.
__all__ = [
    "contractions",
    "creation",
    "elementwise",
    "find",
    "fourier",
    "indexing",
    "pooling",
    "reductions",
    "shapes",
]
