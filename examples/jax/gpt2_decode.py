# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decodes tokens with a network of GPT-2's size, in plain JAX, with a cache of keys and values.

    JAX_PLATFORMS=hloom python examples/jax/gpt2_decode.py

The weights are random, so the tokens are meaningless. The script prints the tokens, the compile
time and the decoding rate. It then computes the logits of all tokens at once, without the cache,
and prints the maximum difference. With `--compare-with cpu`, that platform decodes the same tokens
one by one. The exit code is 1 if logits differ by more than a tolerance or, in float32, if the
platforms choose different tokens.
"""

import argparse
import functools
import sys
import time
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


class Size(NamedTuple):
    layers: int
    heads: int
    width: int
    vocabulary: int
    context: int


SIZES = {"tiny": Size(2, 4, 64, 256, 64), "small": Size(12, 12, 768, 50257, 1024)}
# Tolerances for two computations of the same logits, whose standard deviation is about 1.
TOLERANCES = {"float32": 1e-4, "bfloat16": 1e-1}


def random_parameters(size, dtype):
    rng = np.random.default_rng(0)
    width, part = size.width, size.width // size.heads

    def normal(*shape, deviation=0.02):
        return (rng.standard_normal(shape, np.float32) * np.float32(deviation)).astype(dtype)

    def dense(inputs, outputs):
        deviation = np.prod(inputs) ** -0.5
        return {"kernel": normal(*inputs, *outputs, deviation=deviation), "bias": normal(*outputs)}

    def norm():
        return {"scale": np.ones(width, dtype), "bias": normal(width)}

    def layer():
        return {
            "norm1": norm(),
            "qkv": dense([width], [3, size.heads, part]),
            "attended": dense([size.heads, part], [width]),
            "norm2": norm(),
            "up": dense([width], [4 * width]),
            "down": dense([4 * width], [width]),
        }

    return {
        "tokens": normal(size.vocabulary, width, deviation=width**-0.5),
        "positions": normal(size.context, width, deviation=width**-0.5),
        "layers": [layer() for _ in range(size.layers)],
        "norm": norm(),
    }


# The programs take one sequence. The cache has keys and values of the whole context for each layer,
# each of shape [context, heads, part].


@jax.jit
def prefill(params, tokens):
    """Returns the next token, its logits and the cache."""
    heads, part = params["layers"][0]["qkv"]["bias"].shape[1:]
    empty = jnp.zeros((len(params["positions"]), heads, part), params["tokens"].dtype)
    return next_token(params, [(empty, empty) for _ in params["layers"]], tokens, 0)


@functools.partial(jax.jit, donate_argnames="cache")
def decode_step(params, cache, token, position):
    """Returns the token after `token`, its logits and the cache that includes `token`."""
    return next_token(params, cache, token[None], position)


@jax.jit
def without_cache(params, tokens):
    """Returns the logits after each token."""
    return logits_of(params, hidden(params, tokens)[0])


def next_token(params, cache, tokens, position):
    x, cache = hidden(params, tokens, cache, position)
    logits = logits_of(params, x[-1])
    return jnp.argmax(logits).astype(jnp.int32), logits, cache


def logits_of(params, x):
    # As in GPT-2, the last layer uses the embeddings as its weights.
    return jnp.einsum("...d,vd->...v", x, params["tokens"], preferred_element_type=jnp.float32)


def hidden(params, tokens, cache=None, position=0):
    """Returns the hidden states of tokens from a position on, and the cache that includes them."""
    x = params["tokens"][tokens]
    x += lax.dynamic_slice_in_dim(params["positions"], position, len(tokens))
    new_cache = []
    for index, layer in enumerate(params["layers"]):
        qkv = dense("td,dchk->tchk", normalized(x, layer["norm1"]), layer["qkv"])
        queries, keys, values = qkv[:, 0], qkv[:, 1], qkv[:, 2]
        if cache:
            old_keys, old_values = cache[index]
            keys = lax.dynamic_update_slice(old_keys, keys, (position, 0, 0))
            values = lax.dynamic_update_slice(old_values, values, (position, 0, 0))
        new_cache.append((keys, values))
        x += dense("thk,hkd->td", attention(queries, keys, values, position), layer["attended"])
        up = dense("td,de->te", normalized(x, layer["norm2"]), layer["up"])
        x += dense("te,ed->td", jax.nn.gelu(up), layer["down"])
    return normalized(x, params["norm"]), new_cache


def dense(axes, x, layer):
    return jnp.einsum(axes, x, layer["kernel"]) + layer["bias"]


def normalized(x, norm):
    standardized = jax.nn.standardize(x.astype(jnp.float32), epsilon=1e-5)
    return standardized.astype(x.dtype) * norm["scale"] + norm["bias"]


def attention(queries, keys, values, position):
    """Causal attention: each query attends to the keys up to its own position."""
    scores = jnp.einsum("qhk,thk->hqt", queries, keys, preferred_element_type=jnp.float32)
    last = position + jnp.arange(len(queries))
    seen = jnp.arange(len(keys)) <= last[:, None]
    weights = jax.nn.softmax(scores * queries.shape[-1] ** -0.5, where=seen)
    return jnp.einsum("hqt,thk->qhk", weights.astype(values.dtype), values)


def decode(params, prompt, count, device, read=None):
    """Decodes on a device; returns the tokens and their logits.

    Each step takes the previous token, or that of `read`, the tokens decoded on another platform.
    """
    start = time.perf_counter()
    compiled_prefill = prefill.lower(params, prompt).compile()
    compiling = time.perf_counter() - start
    token, logits, cache = compiled_prefill(params, prompt)
    steps = [(token, logits)]

    position = np.int32(len(prompt))
    start = time.perf_counter()
    compiled_step = decode_step.lower(params, cache, token, position).compile()
    compiling += time.perf_counter() - start
    for index in range(count - 1):
        token = token if read is None else read[index]
        token, logits, cache = compiled_step(params, cache, token, position + np.int32(index))
        steps.append((token, logits))
        if index == 0:
            token.block_until_ready()
            start = time.perf_counter()
    token.block_until_ready()
    rate = (count - 2) / (time.perf_counter() - start)
    print(f"compiled in {compiling:.1f} s on {device.platform}, then {rate:.1f} tokens a second")
    tokens, logits = zip(*jax.device_get(steps))
    return np.stack(tokens), np.stack(logits)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--size", choices=SIZES, default="small", help="size of the network; small is that of GPT-2"
    )
    parser.add_argument("--dtype", choices=TOLERANCES, default="float32")
    parser.add_argument("--prompt-length", metavar="N", type=int, default=16)
    parser.add_argument(
        "--tokens", metavar="N", type=int, default=32, help="number of tokens to decode"
    )
    parser.add_argument(
        "--compare-with", metavar="PLATFORM", help="also decode on this platform, and compare"
    )
    options = parser.parse_args()
    size, length, count = SIZES[options.size], options.prompt_length, options.tokens
    if length < 1 or count < 3:
        parser.error("expected --prompt-length of at least 1 and --tokens of at least 3")
    if length + count - 1 > size.context:
        parser.error(f"prompt and tokens exceed the context of {size.context} tokens")

    parameters = random_parameters(size, jnp.dtype(options.dtype))
    prompt = np.random.default_rng(1).integers(size.vocabulary, size=length, dtype=np.int32)
    number = sum(leaf.size for leaf in jax.tree.leaves(parameters))
    print(f"{number:,} parameters of {options.dtype}, a prompt of length {length}")
    device, tolerance = jax.devices()[0], TOLERANCES[options.dtype]
    params = jax.device_put(parameters, device)
    tokens, logits = decode(params, prompt, count, device)
    print("tokens", *tokens)

    at_once = without_cache(params, np.concatenate([prompt, tokens[:-1]]))
    distance = np.abs(logits - np.asarray(at_once)[length - 1:]).max()
    print(f"without the cache the logits differ by up to {distance:.2e}")
    agrees = distance <= tolerance
    if options.compare_with:
        other = jax.devices(options.compare_with)[0]
        params = jax.device_put(parameters, other)
        other_tokens, other_logits = decode(params, prompt, count, other, tokens)
        same, distance = int((tokens == other_tokens).sum()), np.abs(logits - other_logits).max()
        print(f"{same} of {count} tokens are the same, the logits differ by up to {distance:.2e}")
        agrees &= distance <= tolerance and (same == count or options.dtype != "float32")
    if not agrees:
        sys.exit(f"expected logits within {tolerance:.0e} and, in float32, the same tokens")


if __name__ == "__main__":
    main()
