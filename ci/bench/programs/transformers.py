# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Transformers at batch size 1, with random weights."""

import jax
import jax.numpy as jnp
import numpy as np
from goldens.programs.networks import conv_nhwc
from jax import lax

from . import DEEP, integers, normal, program
from .normalization import attend, layer_norm


def dense_weights(rng, m, n):
    return normal(rng, m, n, scale=m**-0.5), normal(rng, n, scale=0.1)


def norm_weights(rng, width):
    return 1 + normal(rng, width, scale=0.1), normal(rng, width, scale=0.1)


def block_weights(rng, width):
    return {
        "norm1": norm_weights(rng, width),
        "qkv": dense_weights(rng, width, 3 * width),
        "out": dense_weights(rng, width, width),
        "norm2": norm_weights(rng, width),
        "up": dense_weights(rng, width, 4 * width),
        "down": dense_weights(rng, 4 * width, width),
    }


def dense(x, layer):
    return x @ layer[0] + layer[1]


def heads_of(x, params, heads):
    """Queries, keys and values, each [heads, length, head width]."""
    return jnp.moveaxis(dense(x, params["qkv"]).reshape(len(x), 3, heads, -1), 0, 2)


def merge_heads(x):
    return x.swapaxes(0, 1).reshape(x.shape[1], -1)


def feed_forward(x, params):
    return dense(jax.nn.gelu(dense(x, params["up"]), approximate=False), params["down"])


def pre_norm_block(x, p, heads, mask=None):
    """A block of GPT-2 or ViT. Returns keys and values, too."""
    q, k, v = heads_of(layer_norm(x, *p["norm1"]), p, heads)
    x = x + dense(merge_heads(attend(q, k, v, mask)), p["out"])
    return x + feed_forward(layer_norm(x, *p["norm2"]), p), k, v


class OnnxBlock:
    """The same blocks in ONNX."""

    def __init__(self, graph, width, heads, length):
        self.graph, self.width, self.heads, self.length = graph, width, heads, length

    def heads_of(self, x, params):
        graph, head_width = self.graph, self.width // self.heads
        parts = graph.op("Split", graph.dense(x, params["qkv"]), outputs=3, axis=-1, num_outputs=3)
        parts = (graph.reshape(part, self.length, self.heads, head_width) for part in parts)
        return [graph.transpose(part, 1, 0, 2) for part in parts]

    def attention(self, q, k, v, params, mask=None):
        graph = self.graph
        scale = np.float32((self.width // self.heads) ** -0.5)
        scores = graph.op("Mul", graph.op("MatMul", q, graph.transpose(k, 0, 2, 1)), scale)
        if mask is not None:
            scores = graph.op("Where", mask, scores, np.float32(-1e9))
        mixed = graph.op("MatMul", graph.op("Softmax", scores, axis=-1), v)
        mixed = graph.reshape(graph.transpose(mixed, 1, 0, 2), self.length, self.width)
        return graph.dense(mixed, params["out"])

    def feed_forward(self, x, params):
        graph = self.graph
        return graph.dense(graph.op("Gelu", graph.dense(x, params["up"])), params["down"])

    def pre_norm(self, x, p, mask=None):
        graph = self.graph
        q, k, v = self.heads_of(graph.layer_norm(x, p["norm1"]), p)
        x = graph.op("Add", x, self.attention(q, k, v, p, mask))
        hidden = self.feed_forward(graph.layer_norm(x, p["norm2"]), p)
        return graph.op("Add", x, hidden), k, v


BERT_HEADS, BERT_WIDTH, BERT_LENGTH = 12, 768, 128


def onnx_bert(graph, params):
    block = OnnxBlock(graph, BERT_WIDTH, BERT_HEADS, BERT_LENGTH)
    x = graph.inputs[0]
    for p in params:
        x = graph.op("Add", x, block.attention(*block.heads_of(x, p), p))
        x = graph.layer_norm(x, p["norm1"])
        x = graph.layer_norm(graph.op("Add", x, block.feed_forward(x, p)), p["norm2"])
    return [x]


@program(DEEP, onnx=onnx_bert)
def bert_base_4(rng):
    """4 of the 12 layers of BERT-base on 128 embedded tokens."""

    def f(params, x):
        for p in params:
            attended = merge_heads(attend(*heads_of(x, p, BERT_HEADS)))
            x = layer_norm(x + dense(attended, p["out"]), *p["norm1"])
            x = layer_norm(x + feed_forward(x, p), *p["norm2"])
        return x

    params = [block_weights(rng, BERT_WIDTH) for _ in range(4)]
    return f, (params, normal(rng, BERT_LENGTH, BERT_WIDTH))


GPT2_HEADS, GPT2_WIDTH, GPT2_LAYERS, GPT2_VOCABULARY = 12, 768, 3, 8192
GPT2_PROMPT, GPT2_CACHE = 256, 512


def gpt2_weights(rng):
    return {
        "tokens": normal(rng, GPT2_VOCABULARY, GPT2_WIDTH, scale=GPT2_WIDTH**-0.5),
        "positions": normal(rng, GPT2_CACHE, GPT2_WIDTH, scale=0.02),
        "blocks": [block_weights(rng, GPT2_WIDTH) for _ in range(GPT2_LAYERS)],
        "norm": norm_weights(rng, GPT2_WIDTH),
    }


def onnx_gpt2_prefill(graph, params):
    block = OnnxBlock(graph, GPT2_WIDTH, GPT2_HEADS, GPT2_PROMPT)
    x = graph.op("Gather", params["tokens"], graph.inputs[0])
    x = graph.op("Add", x, params["positions"][:GPT2_PROMPT])
    mask = np.tril(np.ones((GPT2_PROMPT, GPT2_PROMPT), bool))
    caches = []
    for p in params["blocks"]:
        x, k, v = block.pre_norm(x, p, mask)
        caches += [k, v]
    last = graph.op("Gather", graph.layer_norm(x, params["norm"]), np.array([GPT2_PROMPT - 1]))
    return [graph.op("MatMul", last, params["tokens"].T), *caches]


@program(DEEP, onnx=onnx_gpt2_prefill)
def gpt2_prefill(rng):
    """3 of the 12 layers of GPT-2 on a prompt of 256 tokens: keys, values, and the logits of the
    next token from a vocabulary of 8192."""

    def f(params, tokens):
        x = params["tokens"][tokens] + params["positions"][:GPT2_PROMPT]
        mask = jnp.tril(jnp.ones((GPT2_PROMPT, GPT2_PROMPT), bool))
        caches = []
        for p in params["blocks"]:
            x, k, v = pre_norm_block(x, p, GPT2_HEADS, mask)
            caches += [k, v]
        return layer_norm(x[-1:], *params["norm"]) @ params["tokens"].T, caches

    return f, (gpt2_weights(rng), integers(rng, 0, GPT2_VOCABULARY, GPT2_PROMPT))


def onnx_gpt2_decode(graph, params):
    token, position, *caches = graph.inputs
    block = OnnxBlock(graph, GPT2_WIDTH, GPT2_HEADS, 1)
    at = graph.reshape(position, 1)
    x = graph.op("Gather", params["tokens"], graph.reshape(token, 1))
    x = graph.op("Add", x, graph.op("Gather", params["positions"], at))
    is_new = graph.op("Equal", np.arange(GPT2_CACHE, dtype=np.int32).reshape(-1, 1), at)
    mask = graph.op("LessOrEqual", np.arange(GPT2_CACHE, dtype=np.int32), at)
    results = []
    for i, p in enumerate(params["blocks"]):
        q, *new = block.heads_of(graph.layer_norm(x, p["norm1"]), p)
        old = caches[2 * i : 2 * i + 2]
        k, v = (graph.op("Where", is_new, n, o) for n, o in zip(new, old))
        results += [k, v]
        x = graph.op("Add", x, block.attention(q, k, v, p, mask))
        x = graph.op("Add", x, block.feed_forward(graph.layer_norm(x, p["norm2"]), p))
    return [graph.op("MatMul", graph.layer_norm(x, params["norm"]), params["tokens"].T), *results]


@program(DEEP, onnx=onnx_gpt2_decode)
def gpt2_decode(rng):
    """The same layers on one token, at position 300 of a cache for 512."""

    def f(params, token, position, caches):
        x = params["tokens"][token][None] + params["positions"][position]
        mask = jnp.arange(GPT2_CACHE) <= position
        results = []
        for p, (keys, values) in zip(params["blocks"], caches):
            q, k, v = heads_of(layer_norm(x, *p["norm1"]), p, GPT2_HEADS)
            keys = lax.dynamic_update_slice(keys, k, (0, position, 0))
            values = lax.dynamic_update_slice(values, v, (0, position, 0))
            results += [keys, values]
            x = x + dense(merge_heads(attend(q, keys, values, mask)), p["out"])
            x = x + feed_forward(layer_norm(x, *p["norm2"]), p)
        return layer_norm(x, *params["norm"]) @ params["tokens"].T, results

    shape = GPT2_HEADS, GPT2_CACHE, GPT2_WIDTH // GPT2_HEADS
    weights = gpt2_weights(rng)
    caches = [(normal(rng, *shape), normal(rng, *shape)) for _ in range(GPT2_LAYERS)]
    return f, (weights, np.int32(17), np.int32(300), caches)


VIT_HEADS, VIT_WIDTH, VIT_PATCH = 6, 384, 16


def onnx_vit(graph, params):
    x = graph.transpose(graph.inputs[0], 0, 3, 1, 2)
    x = graph.convolution(x, params["patches"], VIT_PATCH, (0, 0))
    x = graph.transpose(graph.reshape(x, VIT_WIDTH, -1), 1, 0)
    x = graph.op("Concat", params["class"], x, axis=0)
    x = graph.op("Add", x, params["positions"])
    block = OnnxBlock(graph, VIT_WIDTH, VIT_HEADS, len(params["positions"]))
    for p in params["blocks"]:
        x, _, _ = block.pre_norm(x, p)
    first = graph.op("Gather", graph.layer_norm(x, params["norm"]), np.array([0]))
    return [graph.dense(first, params["head"])]


@program(DEEP, onnx=onnx_vit)
def vit_small(rng):
    """ViT-S/16 on an image of 224x224."""

    def f(params, image):
        patches = conv_nhwc(image, params["patches"], VIT_PATCH, "VALID").reshape(-1, VIT_WIDTH)
        x = jnp.concatenate([params["class"], patches]) + params["positions"]
        for p in params["blocks"]:
            x, _, _ = pre_norm_block(x, p, VIT_HEADS)
        return dense(layer_norm(x[:1], *params["norm"]), params["head"])

    length = (224 // VIT_PATCH) ** 2 + 1
    params = {
        "patches": normal(rng, VIT_PATCH, VIT_PATCH, 3, VIT_WIDTH, scale=0.04),
        "class": normal(rng, 1, VIT_WIDTH),
        "positions": normal(rng, length, VIT_WIDTH, scale=0.1),
        "blocks": [block_weights(rng, VIT_WIDTH) for _ in range(12)],
        "norm": norm_weights(rng, VIT_WIDTH),
        "head": dense_weights(rng, VIT_WIDTH, 1000),
    }
    return f, (params, normal(rng, 1, 224, 224, 3))
