# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the train step of a large transformer for many devices, without any of them.

    python examples/distributed/scale.py tensor 512 > step.mlir
    hlo-opt --report=communication step.mlir

The first argument selects the parallelism. docs/distributed.md, section "Scale on paper", describes
the three programs and lists their communication.
"""

import argparse

import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, NamedSharding
from jax.sharding import PartitionSpec as P

LAYERS, WIDTH, HIDDEN, HEADS, TOKENS, WORDS = 32, 4096, 16384, 32, 2048, 32768
# The size of the mesh axis that the parallelism uses; the other axis splits the batch.
PARTS = 8
MICROBATCHES = 32


def normalized(x):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def layer(x, weights):
    """Applies attention and a feed-forward network to activations [sequence, token, width]."""
    inputs = normalized(x)
    split = lambda name: (inputs @ weights[name]).reshape(*x.shape[:2], HEADS, -1)
    scores = jnp.einsum("bthd,bshd->bhts", split("query"), split("key")) / (WIDTH / HEADS) ** 0.5
    scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -jnp.inf)
    heads = jnp.einsum("bhts,bshd->bthd", jax.nn.softmax(scores), split("value"))
    x = x + heads.reshape(x.shape) @ weights["out"]
    return x + jax.nn.gelu(normalized(x) @ weights["up"]) @ weights["down"]


def in_order(x, layers):
    return jax.lax.scan(jax.checkpoint(lambda x, weights: (layer(x, weights), None)), x, layers)[0]


def in_stages(x, layers):
    """Applies the layers in stages, each on its devices, to one microbatch after the other."""
    stages = jax.tree.map(lambda it: it.reshape(PARTS, -1, *it.shape[1:]), layers)
    x = x.reshape(-1, MICROBATCHES, *x.shape[1:]).swapaxes(0, 1)
    on_stages = lambda it: jax.lax.with_sharding_constraint(it, P("model", "data"))

    def step(state, microbatch):
        state = jnp.concatenate([microbatch[None], state[:-1]])
        state = on_stages(jax.vmap(in_order)(on_stages(state), stages))
        return state, state[-1]

    empty = jnp.zeros_like(x[: PARTS - 1])
    state = on_stages(jnp.zeros((PARTS, *x.shape[1:]), x.dtype))
    _, results = jax.lax.scan(step, state, jnp.concatenate([x, empty]))
    return results[PARTS - 1 :].swapaxes(0, 1).reshape(-1, *x.shape[2:])


def train_step(layers_of_model, parameters, words):
    def loss(parameters):
        x = parameters["words"][words]
        x = normalized(layers_of_model(x, parameters["layers"])) @ parameters["words"].T
        scores = jax.nn.log_softmax(x[:, :-1])
        return -jnp.take_along_axis(scores, words[:, 1:, None], -1).mean()

    gradients = jax.grad(loss)(parameters)
    return jax.tree.map(lambda old, gradient: old - 1e-3 * gradient, parameters, gradients)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parallelism", choices=["data", "tensor", "pipeline"])
    parser.add_argument("devices", type=int)
    arguments = parser.parse_args()
    parts = 1 if arguments.parallelism == "data" else PARTS
    mesh = AbstractMesh((arguments.devices // parts, parts), ("data", "model"))
    columns, rows = {
        "data": (P(), P()),
        "tensor": (P(None, None, "model"), P(None, "model")),
        "pipeline": (P("model"), P("model")),
    }[arguments.parallelism]
    shapes = {
        "query": (WIDTH, WIDTH), "key": (WIDTH, WIDTH), "value": (WIDTH, WIDTH), "out": (WIDTH, WIDTH),
        "up": (WIDTH, HIDDEN), "down": (HIDDEN, WIDTH),
    }

    def argument(shape, spec, kind=jnp.float32):
        return jax.ShapeDtypeStruct(shape, kind, sharding=NamedSharding(mesh, spec))

    of = lambda name: rows if name in ("out", "down") else columns
    layers = {name: argument((LAYERS, *shape), of(name)) for name, shape in shapes.items()}
    table = P("model") if arguments.parallelism == "tensor" else P()
    parameters = {"layers": layers, "words": argument((WORDS, WIDTH), table)}
    # Each group of `parts` devices has `parts` sequences, and a microbatch has one of each group.
    sequences = arguments.devices // parts * (MICROBATCHES if arguments.parallelism == "pipeline" else parts)
    words = argument((sequences, TOKENS), P("data"), jnp.int32)
    layers_of_model = in_stages if arguments.parallelism == "pipeline" else in_order
    out = jax.tree.map(lambda it: it.sharding, parameters)
    step = lambda parameters, words: train_step(layers_of_model, parameters, words)
    with jax.sharding.use_abstract_mesh(mesh):
        lowered = jax.jit(step, out_shardings=out).trace(parameters, words)
        print(lowered.lower(lowering_platforms=("cpu",)).as_text(debug_info=True))


if __name__ == "__main__":
    main()
