# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The operations that PyTorch decomposes into others before they are lowered."""

from torch._decomp import core_aten_decompositions, get_decompositions
from torch.nn.attention import SDPBackend, sdpa_kernel

from .lowerings.registry import aten, find

_NORMALIZATIONS_AND_ACTIVATIONS = [
    aten._batch_norm_with_update_functional,
    aten._log_softmax,
    aten._native_batch_norm_legit,
    aten._native_batch_norm_legit_functional,
    aten._native_batch_norm_legit_no_training,
    aten._softmax,
    aten.elu,
    aten.gelu,
    aten.hardtanh,
    aten.leaky_relu,
    aten.native_batch_norm,
    aten.native_group_norm,
    aten.native_layer_norm,
]
"""Operations of Core ATen for which PyTorch has decompositions, too."""


def table():
    """Returns PyTorch's decomposition of each operation that has no lowering."""
    found = {
        **core_aten_decompositions(),
        **get_decompositions(_NORMALIZATIONS_AND_ACTIVATIONS),
    }
    return {target: function for target, function in found.items() if find(target) is None}


def plain_attention():
    """Returns a context in which PyTorch decomposes attention into matrix products and a softmax.

    Otherwise it is one operation for the CPU, with a backward operation of its own.
    """
    return sdpa_kernel(SDPBackend.MATH)
