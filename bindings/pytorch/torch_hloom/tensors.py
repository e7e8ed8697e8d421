# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of PyTorch's CPU as arrays of a JAX device, and back, by DLPack.

A dense tensor that is aligned to 64 bytes becomes an array without a copy, so weights exist once.
The caller must wait for a run before PyTorch may write to the tensors that the run reads.
"""

import jax
import jax.numpy as jnp
import torch

_SAME_NAME = [
    *("bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"),
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
    *("float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz"),
]
_ELEMENT_TYPES = {getattr(torch, name): jnp.dtype(name) for name in _SAME_NAME}


def element_type(dtype):
    """Returns JAX's element type for one of PyTorch. Raises TypeError if there is none."""
    if dtype not in _ELEMENT_TYPES:
        raise TypeError(f"{dtype}: expected an element type of JAX, found none of this name")
    return _ELEMENT_TYPES[dtype]


def torch_type(dtype):
    """Returns PyTorch's element type for one of JAX."""
    return getattr(torch, jnp.dtype(dtype).name)


def abstract(tensor):
    """Returns shape and element type of a tensor for tracing."""
    return jax.ShapeDtypeStruct(tuple(tensor.shape), element_type(tensor.dtype))


def to_array(tensor, device):
    """Returns an array of a device with the value of a dense tensor in host memory."""
    if tensor.device.type != "cpu" or tensor.layout != torch.strided:
        raise TypeError(
            f"expected a dense tensor on the CPU, found {tensor.layout} on {tensor.device}"
        )
    tensor = tensor.detach().resolve_conj().resolve_neg().contiguous()
    return jax.dlpack.from_dlpack(tensor, device=device)


def to_tensor(array):
    """Returns a tensor with the value of an array, which the caller gives up."""
    return torch.from_dlpack(array)
