# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table from ATen operations to their lowerings."""

import torch

aten = torch.ops.aten

_LOWERINGS = {}


def lowering(*targets):
    """Registers a function as the lowering of operations, with or without an overload."""

    def register(function):
        _LOWERINGS.update(dict.fromkeys(targets, function))
        return function

    return register


def find(target):
    """Returns the lowering of an operation, or None. That of an overload takes precedence."""
    packet = getattr(target, "overloadpacket", None)
    return _LOWERINGS.get(target) or _LOWERINGS.get(packet)
