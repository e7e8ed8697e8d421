# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The backend of `torch.compile`.

PyTorch captures a program as graphs of ATen operations; AOTAutograd adds the backward graphs,
decomposes operations and makes mutations explicit. Each graph becomes one StableHLO program, which
hloom compiles at the first call for each choice of shapes. PyTorch computes no operation; it only
copies results into inputs that the program changes.
"""

import jax
import torch
from torch._dynamo.backends.common import aot_autograd

from . import decompositions, graph, tensors


def device():
    """Returns the first hloom device of JAX. Raises RuntimeError if there is none."""
    return jax.devices("hloom")[0]


def compile_graph(module, example_inputs):
    """Returns a function on a list of tensors and sizes that runs a graph of ATen operations."""
    sizes = [n for n, value in enumerate(example_inputs) if not isinstance(value, torch.Tensor)]
    jitted = jax.jit(graph.function_of(module), static_argnums=sizes)
    outputs = next(node for node in module.graph.nodes if node.op == "output").args[0]
    are_tensors = [isinstance(value, torch.fx.Node) and is_tensor(value) for value in outputs]
    place = device()

    def call(inputs):
        with jax.enable_x64(True), jax.default_device(place):
            arrays = [
                tensors.to_array(value, place) if isinstance(value, torch.Tensor) else value
                for value in inputs
            ]
            inputs.clear()
            results = jitted(*arrays)
            # The run reads the tensors of PyTorch, which may write to them after the call.
            jax.block_until_ready(results)
            return [
                tensors.to_tensor(value) if is_array else value if value is None else value.item()
                for value, is_array in zip(results, are_tensors, strict=True)
            ]

    call._boxed_call = True
    return call


def is_tensor(node):
    """Returns true if a value of a graph is a tensor, false if it is a size or missing."""
    return isinstance(node.meta.get("val"), torch.Tensor)


def hloom(module, example_inputs, **options):
    """Compiles a captured program: the entry of `torch.compile(backend="hloom")`."""
    if options:
        raise TypeError(f"backend `hloom`: expected no options, found {', '.join(options)}")
    compiled = aot_autograd(fw_compiler=compile_graph, decompositions=decompositions.table())
    with decompositions.plain_attention():
        return compiled(module, example_inputs)
