# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An FX graph of ATen operations as a function on JAX arrays.

PyTorch has recorded the shape and the element type of each value in the graph. A lowering computes
an operation from them and its operands; a result of another shape is an error.
"""

import copy

import jax
import jax.numpy as jnp
import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.passes.fake_tensor_prop import FakeTensorProp

from . import lowerings
from .tensors import abstract, torch_type


class UnsupportedOperation(RuntimeError):
    """A graph has operations without a lowering."""


def is_computed_by_python(target):
    """Returns true for arithmetic on sizes and for taking an element of a tuple."""
    return getattr(target, "__module__", None) in ("_operator", "math", "torch")


def is_supported(node):
    """Returns true if a call in a graph can be lowered."""
    if node.op != "call_function":
        return False
    if node.target is torch.ops.aten.as_strided.default:
        # Arrays of JAX have no strides. Those of a dense tensor follow from its shape.
        return node.args[0].meta["val"].is_contiguous()
    return is_computed_by_python(node.target) or lowerings.find(node.target) is not None


def verify(module):
    """Raises UnsupportedOperation unless each operation of a graph has a lowering."""
    calls = [node for node in module.graph.nodes if node.op.startswith("call_")]
    missing = {str(node.target) for node in calls if not is_supported(node)}
    if missing:
        raise UnsupportedOperation(
            f"{', '.join(sorted(missing))}: expected operations with a lowering, found none; add"
            " one to torch_hloom/lowerings/, or move the operation out of the program"
        )


class Interpreter(torch.fx.Interpreter):
    """Computes the values of a graph from arrays, without any operation of PyTorch."""

    def run_node(self, node):
        """Computes a node, and gives its results the recorded element types."""
        if node.op != "call_function" or is_computed_by_python(node.target):
            return super().run_node(node)
        args, kwargs = self.fetch_args_kwargs_from_env(node)
        try:
            out = described(node.meta.get("val"))
            results = lowerings.find(node.target)(out, *args, **kwargs)
        except (NotImplementedError, TypeError) as error:
            raise UnsupportedOperation(f"{node.target}: {error}") from error
        return conform(node.target, results, out)

    def get_attr(self, target, args, kwargs):
        """Returns a constant of the graph as an array."""
        value = super().get_attr(target, args, kwargs)
        if isinstance(value, torch.Tensor):
            # NumPy shares the memory of the tensor; JAX copies it into the program.
            return jnp.asarray(value.detach().numpy())
        return value


def described(value):
    """Returns shapes and element types of a recorded result: a tensor, a list or another value."""
    if isinstance(value, (tuple, list)):
        return [described(part) for part in value]
    return abstract(value) if isinstance(value, torch.Tensor) else value


def conform(target, results, out):
    """Returns the results of an operation with the element types that PyTorch recorded."""
    if isinstance(out, list):
        return [conform(target, *pair) for pair in zip(results, out, strict=True)]
    if not isinstance(out, jax.ShapeDtypeStruct) or results is None:
        return results
    array = jnp.asarray(results)
    if array.shape != out.shape:
        raise UnsupportedOperation(
            f"{target}: expected the shape {list(out.shape)}, found {list(array.shape)}; its"
            " lowering is wrong"
        )
    return array.astype(out.dtype)


def has_unknown_sizes(module):
    """Returns true if PyTorch recorded symbols for sizes (`dynamic=True`)."""
    inputs = [node.meta.get("val") for node in module.graph.nodes if node.op == "placeholder"]
    sizes = [value.shape if isinstance(value, torch.Tensor) else [value] for value in inputs]
    return any(isinstance(size, torch.SymInt) for shape in sizes for size in shape)


def specialize(module, inputs):
    """Returns a copy of a graph with recorded shapes that follow from those of the inputs."""
    module = torch.fx.GraphModule(module, copy.deepcopy(module.graph))
    with FakeTensorMode(allow_non_fake_inputs=True) as mode:
        fakes = [
            torch.empty(value.shape, dtype=torch_type(value.dtype))
            if isinstance(value, jax.Array)
            else value
            for value in inputs
        ]
        FakeTensorProp(module, mode).propagate_dont_convert_inputs(*fakes)
    return module


def function_of(module):
    """Returns a graph as a function from positional arrays and sizes to a list of results.

    Raises UnsupportedOperation if an operation has no lowering.
    """
    verify(module)
    is_dynamic = has_unknown_sizes(module)

    def run(*inputs):
        special = specialize(module, inputs) if is_dynamic else module
        return Interpreter(special).run(*inputs, enable_io_processing=False)

    return run
