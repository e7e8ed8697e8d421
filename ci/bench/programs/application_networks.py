# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Networks and parts of networks, written without knowledge of the other groups."""

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
from jax import lax

from . import BF16, DEEP, program
from .applications import between, conv2d, gaussian, indices, layer_norm, rms_norm, weight

# Convolutional networks


@program(tolerance=DEEP)
def wavenet(g):
    """Gated causal convolutions of WaveNet: 2x3001 samples, 8 layers, dilations to 128"""

    def causal(x, kernel, dilation):
        return lax.conv_general_dilated(
            x,
            kernel,
            window_strides=(1,),
            padding=[(dilation, 0)],
            rhs_dilation=(dilation,),
            dimension_numbers=("NWC", "WIO", "NWC"),
        )

    def function(params, audio):
        x = audio @ params["input"]
        total = 0.0
        for i, layer in enumerate(params["layers"]):
            filtered, gate = jnp.split(causal(x, layer["gated"], 2**i), 2, axis=-1)
            h = jnp.tanh(filtered) * jax.nn.sigmoid(gate)
            total = total + h @ layer["skip"]
            x = x + h @ layer["residual"]
        return jax.nn.log_softmax(jax.nn.relu(total) @ params["output"], axis=-1)

    def layer():
        gated, skip, residual = weight(g, 2, 32, 64), weight(g, 32, 32), weight(g, 32, 32)
        return {"gated": gated, "skip": skip, "residual": residual}

    params = {"input": weight(g, 1, 32), "layers": [layer() for _ in range(8)]}
    params["output"] = weight(g, 32, 129)
    return function, (params, between(g, -1, 1, 2, 3001, 1))


@program(tolerance=DEEP)
def conv3d_clip(g):
    """3D convolutional classifier of 2 clips of 9x30x28x3, channels 16, 32 and 48"""

    def conv(x, kernel, bias, stride=1):
        layout = ("NDHWC", "DHWIO", "NDHWC")
        y = lax.conv_general_dilated(x, kernel, (stride,) * 3, "SAME", dimension_numbers=layout)
        return jax.nn.relu(y + bias)

    def function(params, clip):
        h = conv(clip, *params["first"])
        pool = (1, 1, 2, 2, 1)
        h = lax.reduce_window(h, -jnp.inf, lax.max, pool, pool, "VALID")
        h = conv(h, *params["second"])
        h = conv(h, *params["third"], stride=2)
        return jax.nn.softmax(jnp.mean(h, axis=(1, 2, 3)) @ params["classes"], axis=-1)

    def layer(inputs, outputs):
        return weight(g, 3, 3, 3, inputs, outputs), gaussian(g, outputs, scale=0.1)

    params = {"first": layer(3, 16), "second": layer(16, 32), "third": layer(32, 48)}
    params["classes"] = weight(g, 48, 11)
    return function, (params, gaussian(g, 2, 9, 30, 28, 3))


@program(tolerance=DEEP)
def dcgan_generator(g):
    """DCGAN generator: 8 latents of 100, transposed convolutions 256-128-64-3 to 32x32"""

    def upsample(x, kernel):
        layout = ("NHWC", "HWIO", "NHWC")
        return lax.conv_transpose(x, kernel, (2, 2), "SAME", dimension_numbers=layout)

    def batch_norm(x, norm):
        mean, variance, scale, bias = norm
        return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias

    def function(params, latents):
        h = (latents @ params["dense"]).reshape(-1, 4, 4, 256)
        h = jax.nn.relu(batch_norm(h, params["norms"][0]))
        h = jax.nn.relu(batch_norm(upsample(h, params["kernels"][0]), params["norms"][1]))
        h = jax.nn.relu(batch_norm(upsample(h, params["kernels"][1]), params["norms"][2]))
        return jnp.tanh(upsample(h, params["kernels"][2]))

    def norm(channels):
        mean, variance = gaussian(g, channels, scale=0.1), between(g, 0.5, 1.5, channels)
        return mean, variance, between(g, 0.5, 1.5, channels), gaussian(g, channels, scale=0.1)

    kernels = [weight(g, 4, 4, 256, 128), weight(g, 4, 4, 128, 64), weight(g, 4, 4, 64, 3)]
    norms = [norm(256), norm(128), norm(64)]
    params = {"dense": weight(g, 100, 4096), "kernels": kernels, "norms": norms}
    return function, (params, gaussian(g, 8, 100))


@program(tolerance=DEEP)
def diffusion_resblock(g):
    """Residual block of a diffusion model: 2x23x25, 96 to 128 channels, 32 groups, SiLU"""

    def group_norm(x, scale, bias):
        batch, height, width, channels = x.shape
        grouped = x.reshape(batch, height * width, 32, channels // 32)
        mean = jnp.mean(grouped, axis=(1, 3), keepdims=True)
        variance = jnp.var(grouped, axis=(1, 3), keepdims=True)
        grouped = (grouped - mean) * lax.rsqrt(variance + 1e-6)
        return grouped.reshape(x.shape) * scale + bias

    def function(params, x, time):
        h = conv2d(jax.nn.silu(group_norm(x, *params["norm1"])), params["conv1"])
        h = h + (jax.nn.silu(time) @ params["time"])[:, None, None, :]
        h = conv2d(jax.nn.silu(group_norm(h, *params["norm2"])), params["conv2"])
        return h + x @ params["skip"]

    params = {
        "norm1": (between(g, 0.5, 1.5, 96), gaussian(g, 96, scale=0.1)),
        "norm2": (between(g, 0.5, 1.5, 128), gaussian(g, 128, scale=0.1)),
        "conv1": weight(g, 3, 3, 96, 128),
        "conv2": weight(g, 3, 3, 128, 128),
        "time": weight(g, 256, 128),
        "skip": weight(g, 96, 128),
    }
    return function, (params, gaussian(g, 2, 23, 25, 96), gaussian(g, 2, 256))


@program(tolerance=DEEP)
def dynamic_filters(g):
    """Convolutions of 6 images of 37x41x8 by 3x3 kernels that a network makes for each"""

    def function(codes, kernel, bias, images):
        kernels = (codes @ kernel + bias).reshape(6, 3, 3, 8, 8)
        kernels = kernels * lax.rsqrt(jnp.sum(kernels**2, axis=(1, 2, 3), keepdims=True) + 1e-8)
        filtered = jax.vmap(lambda x, k: conv2d(x[None], k)[0])(images, kernels)
        return jax.nn.leaky_relu(filtered, 0.2)

    params = weight(g, 32, 576), gaussian(g, 576, scale=0.1)
    return function, (gaussian(g, 6, 32), *params, gaussian(g, 6, 37, 41, 8))


@program(tolerance=DEEP)
def espcn_pixel_shuffle(g):
    """Super-resolution of 67x71 to 201x213: 3 convolutions and a pixel shuffle"""

    def function(kernels, biases, image):
        h = jnp.tanh(conv2d(image, kernels[0]) + biases[0])
        h = jnp.tanh(conv2d(h, kernels[1]) + biases[1])
        h = conv2d(h, kernels[2]) + biases[2]
        batch, height, width, _ = h.shape
        h = h.reshape(batch, height, width, 3, 3, 1).transpose(0, 1, 3, 2, 4, 5)
        return jnp.clip(h.reshape(batch, 3 * height, 3 * width, 1), 0.0, 1.0)

    kernels = [weight(g, 5, 5, 1, 32), weight(g, 3, 3, 32, 16), weight(g, 3, 3, 16, 9)]
    biases = [gaussian(g, channels, scale=0.1) for channels in (32, 16, 9)]
    return function, (kernels, biases, between(g, 0, 1, 1, 67, 71, 1))


@program(tolerance=DEEP)
def inverted_residual(g):
    """Inverted residual block with squeeze and excitation: 8x28x28x40, 240 inside, 5x5"""

    def function(params, x):
        h = jax.nn.silu(x @ params["expand"] + params["bias"])
        h = jax.nn.silu(conv2d(h, params["depthwise"], groups=240))
        squeezed = jax.nn.silu(jnp.mean(h, axis=(1, 2)) @ params["squeeze"])
        excited = jax.nn.sigmoid(squeezed @ params["excite"])
        return x + (h * excited[:, None, None, :]) @ params["project"]

    params = {
        "expand": weight(g, 40, 240),
        "bias": gaussian(g, 240, scale=0.1),
        "depthwise": weight(g, 5, 5, 1, 240),
        "squeeze": weight(g, 240, 10),
        "excite": weight(g, 10, 240),
        "project": weight(g, 240, 40),
    }
    return function, (params, gaussian(g, 8, 28, 28, 40))


@program(tolerance=DEEP, differing=0.001)
def convnet_grad(g):
    """Loss and gradients of a small convolutional network, 16 images of 28x28"""

    def loss(params, images, labels):
        pool = (1, 2, 2, 1)
        h = jax.nn.relu(conv2d(images, params["conv1"]) + params["bias1"])
        h = lax.reduce_window(h, -jnp.inf, lax.max, pool, pool, "VALID")
        h = jax.nn.relu(conv2d(h, params["conv2"]) + params["bias2"])
        h = lax.reduce_window(h, 0.0, lax.add, pool, pool, "VALID") / 4.0
        logits = h.reshape(h.shape[0], -1) @ params["dense"]
        log_probabilities = jax.nn.log_softmax(logits)
        return -jnp.mean(jnp.sum(jax.nn.one_hot(labels, 10) * log_probabilities, axis=-1))

    params = {
        "conv1": weight(g, 5, 5, 1, 16),
        "bias1": gaussian(g, 16, scale=0.1),
        "conv2": weight(g, 5, 5, 16, 32),
        "bias2": gaussian(g, 32, scale=0.1),
        "dense": weight(g, 7 * 7 * 32, 10),
    }
    data = gaussian(g, 16, 28, 28, 1), indices(g, 10, 16)
    return jax.value_and_grad(loss), (params, *data)


# Language models and sequences


@program(tolerance=DEEP)
def rope_gqa_block(g):
    """Decoder block with RMSNorm, RoPE, 8 query and 2 key heads, SwiGLU: 2x120x256"""

    def rotate(x):
        angles = jnp.arange(x.shape[0])[:, None] * 10000.0 ** (-jnp.arange(16) / 16)
        cos, sin = jnp.cos(angles)[:, None, :], jnp.sin(angles)[:, None, :]
        a, b = jnp.split(x, 2, axis=-1)
        return jnp.concatenate([a * cos - b * sin, b * cos + a * sin], axis=-1)

    def block(params, x):
        length = x.shape[0]
        h = rms_norm(x, params["norm1"])
        q = rotate((h @ params["q"]).reshape(length, 8, 32)).reshape(length, 2, 4, 32)
        k = rotate((h @ params["k"]).reshape(length, 2, 32))
        v = (h @ params["v"]).reshape(length, 2, 32)
        logits = jnp.einsum("qkgd,skd->kgqs", q, k) / jnp.sqrt(32.0)
        causal = jnp.tril(jnp.ones((length, length), dtype=bool))
        attention = jax.nn.softmax(jnp.where(causal, logits, -1e30), axis=-1)
        mixed = jnp.einsum("kgqs,skd->qkgd", attention, v).reshape(length, 256)
        x = x + mixed @ params["o"]
        h = rms_norm(x, params["norm2"])
        return x + (jax.nn.silu(h @ params["gate"]) * (h @ params["up"])) @ params["down"]

    params = {
        "norm1": between(g, 0.5, 1.5, 256),
        "norm2": between(g, 0.5, 1.5, 256),
        "q": weight(g, 256, 256),
        "k": weight(g, 256, 64),
        "v": weight(g, 256, 64),
        "o": weight(g, 256, 256),
        "gate": weight(g, 256, 688),
        "up": weight(g, 256, 688),
        "down": weight(g, 688, 256),
    }
    return jax.vmap(block, in_axes=(None, 0)), (params, gaussian(g, 2, 120, 256))


@program()
def sliding_window_attention(g):
    """Causal attention with a window of 64 by blocks: 6 heads, 1024 positions of 40"""

    def with_previous(x):
        previous = jnp.pad(x, ((0, 0), (1, 0), (0, 0), (0, 0)))[:, :-1]
        return jnp.concatenate([previous, x], axis=2)

    def function(q, k, v):
        q, k, v = (x.reshape(6, 16, 64, 40) for x in (q, k, v))
        k, v = with_previous(k), with_previous(v)
        logits = jnp.einsum("hnqd,hnkd->hnqk", q, k) / jnp.sqrt(40.0)
        i, j = jnp.arange(64)[:, None] + 64, jnp.arange(128)[None, :]
        exists = (jnp.arange(16)[:, None, None] > 0) | (j >= 64)
        visible = exists & (j <= i) & (j > i - 64)
        attention = jax.nn.softmax(jnp.where(visible, logits, -1e30), axis=-1)
        return jnp.einsum("hnqk,hnkd->hnqd", attention, v).reshape(6, 1024, 40)

    return function, tuple(gaussian(g, 6, 1024, 40) for _ in range(3))


@program(tolerance=DEEP, differing=0.02)
def moe_top2(g):
    """Mixture of 8 experts: 384 tokens of 96, two experts each, one-hot dispatch"""

    def function(params, x):
        gates = jax.nn.softmax(x @ params["router"], axis=-1)
        values, experts = lax.top_k(gates, 2)
        values = values / jnp.sum(values, axis=-1, keepdims=True)
        choice = jax.nn.one_hot(experts, 8)
        by_priority = choice.transpose(1, 0, 2).reshape(768, 8)
        position = (jnp.cumsum(by_priority, axis=0) - 1.0).reshape(2, 384, 8).transpose(1, 0, 2)
        slot = jnp.sum(position * choice, axis=-1).astype(jnp.int32)
        placed = choice[..., None] * jax.nn.one_hot(slot, 120)[:, :, None, :]
        dispatch = jnp.sum(placed, axis=1)
        combine = jnp.sum(placed * values[:, :, None, None], axis=1)
        h = jnp.einsum("tec,td->ecd", dispatch, x)
        h = jax.nn.gelu(jnp.einsum("ecd,edf->ecf", h, params["up"]))
        h = jnp.einsum("ecf,efd->ecd", h, params["down"])
        balance = 8 * jnp.sum(jnp.mean(gates, axis=0) * jnp.mean(choice[:, 0], axis=0))
        return jnp.einsum("tec,ecd->td", combine, h), balance

    params = {
        "router": weight(g, 96, 8),
        "up": gaussian(g, 8, 96, 192, scale=96**-0.5),
        "down": gaussian(g, 8, 192, 96, scale=192**-0.5),
    }
    return function, (params, gaussian(g, 384, 96))


@program()
def beam_search_step(g):
    """One step of beam search: 3 sentences, 5 beams, 8003 tokens"""

    def function(logits, scores, sequences, finished, step):
        batch, beams, vocabulary = logits.shape
        only_end = jnp.where(jnp.arange(vocabulary) == 2, 0.0, -1e9)
        log_probabilities = jax.nn.log_softmax(logits, axis=-1)
        log_probabilities = jnp.where(finished[..., None], only_end, log_probabilities)
        total = (scores[..., None] + log_probabilities).reshape(batch, beams * vocabulary)
        best, flat = lax.top_k(total, beams)
        beam, token = flat // vocabulary, flat % vocabulary
        sequences = jnp.take_along_axis(sequences, beam[..., None], axis=1)
        sequences = sequences.at[:, :, step].set(token)
        finished = jnp.take_along_axis(finished, beam, axis=1) | (token == 2)
        penalty = ((5.0 + step) / 6.0) ** 0.6
        return best, best / penalty, sequences, finished

    scores = -np.sort(between(g, 3, 6, 3, 5), axis=1)
    state = scores, indices(g, 8003, 3, 5, 24), g.random((3, 5)) < 0.2
    return function, (gaussian(g, 3, 5, 8003, scale=3.0), *state, np.int32(13))


@program()
def vocab_cross_entropy_grad(g):
    """Cross-entropy over 32000 tokens with z-loss, and its gradients: 40 states of 128"""

    def loss(hidden, embedding, labels, mask):
        logits = hidden @ embedding.T
        total = jax.nn.logsumexp(logits, axis=-1)
        correct = jnp.take_along_axis(logits, labels[:, None], axis=-1)[:, 0]
        return jnp.sum(mask * (total - correct + 1e-4 * total**2)) / jnp.sum(mask)

    hidden, embedding = gaussian(g, 40, 128), gaussian(g, 32000, 128, scale=0.1)
    labels, mask = indices(g, 32000, 40), (g.random(40) < 0.9).astype(np.float32)
    return jax.value_and_grad(loss, argnums=(0, 1)), (hidden, embedding, labels, mask)


@program()
def adamw_update(g):
    """AdamW with clipping by the global norm for 5 arrays, 401385 parameters in all"""

    def function(params, grads, first, second, step):
        norm = jnp.sqrt(sum(jnp.sum(jnp.square(x)) for x in jax.tree.leaves(grads)))
        clip = jnp.minimum(1.0, 1.0 / (norm + 1e-6))
        grads = jax.tree.map(lambda d: d * clip, grads)
        first = jax.tree.map(lambda m, d: 0.9 * m + 0.1 * d, first, grads)
        second = jax.tree.map(lambda v, d: 0.999 * v + 0.001 * jnp.square(d), second, grads)
        step = step + 1
        count = step.astype(jnp.float32)
        correct1, correct2 = 1 - 0.9**count, 1 - 0.999**count

        def update(p, m, v):
            change = (m / correct1) / (jnp.sqrt(v / correct2) + 1e-8)
            decay = 0.01 if p.ndim > 1 else 0.0
            return p - 3e-4 * (change + decay * p)

        return jax.tree.map(update, params, first, second), first, second, step

    shapes = {
        "kernel": (512, 512),
        "bias": (512,),
        "conv": (3, 3, 64, 128),
        "embedding": (1000, 64),
        "odd": (7, 11, 13),
    }
    params, grads = ({k: gaussian(g, *s) for k, s in shapes.items()} for _ in range(2))
    first = {k: gaussian(g, *s, scale=0.01) for k, s in shapes.items()}
    second = {k: between(g, 1e-6, 1e-4, *s) for k, s in shapes.items()}
    return function, (params, grads, first, second, np.int32(57))


@program(tolerance=DEEP)
def bidirectional_gru(g):
    """Tagging by a bidirectional GRU of 72 units with masks: 8 sentences of 35x40, 9 tags"""

    def gru(params, inputs, mask, reverse):
        projected = inputs @ params["input"] + params["bias"]

        def step(h, now):
            x, present = now
            x_reset, x_update, x_new = jnp.split(x, 3, axis=-1)
            h_reset, h_update, h_new = jnp.split(h @ params["state"], 3, axis=-1)
            update = jax.nn.sigmoid(x_update + h_update)
            new = jnp.tanh(x_new + jax.nn.sigmoid(x_reset + h_reset) * h_new)
            h = jnp.where(present[:, None], (1 - update) * new + update * h, h)
            return h, h

        _, outputs = lax.scan(step, jnp.zeros((8, 72)), (projected, mask), reverse=reverse)
        return outputs

    def function(params, inputs, lengths):
        sequence = inputs.transpose(1, 0, 2)
        mask = jnp.arange(35)[:, None] < lengths[None, :]
        forward = gru(params["forward"], sequence, mask, reverse=False)
        backward = gru(params["backward"], sequence, mask, reverse=True)
        states = jnp.concatenate([forward, backward], axis=-1)
        tags = jax.nn.log_softmax(states @ params["tags"], axis=-1)
        return jnp.where(mask[:, :, None], tags, 0.0).transpose(1, 0, 2)

    def direction():
        kernels = {"input": weight(g, 40, 216), "state": weight(g, 72, 216)}
        return kernels | {"bias": gaussian(g, 216, scale=0.1)}

    params = {"forward": direction(), "backward": direction(), "tags": weight(g, 144, 9)}
    return function, (params, gaussian(g, 8, 35, 40), g.integers(12, 36, 8, dtype=np.int32))


@program(tolerance=DEEP)
def selective_scan(g):
    """Selective state space of Mamba by associative_scan: 2x600x48, 8 states"""

    def mixer(params, x):
        delta = jax.nn.softplus(x @ params["delta"] + params["bias"])
        decay = jnp.exp(delta[:, :, None] * -jnp.exp(params["log_a"]))
        drive = (delta * x)[:, :, None] * (x @ params["b"])[:, None, :]

        def combine(earlier, later):
            return earlier[0] * later[0], later[0] * earlier[1] + later[1]

        _, states = lax.associative_scan(combine, (decay, drive), axis=0)
        y = jnp.einsum("ldn,ln->ld", states, x @ params["c"]) + params["d"] * x
        return y * jax.nn.silu(x @ params["gate"])

    params = {
        "delta": weight(g, 48, 48),
        "bias": gaussian(g, 48) - 2,
        "log_a": np.log(np.tile(np.arange(1, 9), (48, 1))).astype(np.float32),
        "b": weight(g, 48, 8),
        "c": weight(g, 48, 8),
        "d": gaussian(g, 48),
        "gate": weight(g, 48, 48),
    }
    return jax.vmap(mixer, in_axes=(None, 0)), (params, gaussian(g, 2, 600, 48))


@program(tolerance=DEEP)
def kv_cache_decode(g):
    """Decoding of a token for 3 sequences: 4 layers by scan, caches of 6x384x32 updated"""

    def function(params, embedding, keys, values, tokens, position):
        def layer(x, now):
            p, k_cache, v_cache = now
            qkv = (rms_norm(x, p["norm1"]) @ p["qkv"]).reshape(3, 3, 6, 32)
            q, k, v = qkv[:, 0], qkv[:, 1], qkv[:, 2]
            k_cache = lax.dynamic_update_slice(k_cache, k[:, :, None, :], (0, 0, position, 0))
            v_cache = lax.dynamic_update_slice(v_cache, v[:, :, None, :], (0, 0, position, 0))
            logits = jnp.einsum("bhd,bhsd->bhs", q, k_cache) / jnp.sqrt(32.0)
            logits = jnp.where(jnp.arange(384) <= position, logits, -1e30)
            attention = jax.nn.softmax(logits, axis=-1)
            mixed = jnp.einsum("bhs,bhsd->bhd", attention, v_cache).reshape(3, 192)
            x = x + mixed @ p["o"]
            x = x + jax.nn.gelu(rms_norm(x, p["norm2"]) @ p["up"]) @ p["down"]
            return x, (k_cache, v_cache)

        x, (keys, values) = lax.scan(layer, embedding[tokens], (params, keys, values))
        logits = rms_norm(x, 1.0) @ embedding.T
        return jnp.argmax(logits, axis=-1), logits, keys, values

    params = {
        "norm1": between(g, 0.5, 1.5, 4, 192),
        "norm2": between(g, 0.5, 1.5, 4, 192),
        "qkv": gaussian(g, 4, 192, 576, scale=192**-0.5),
        "o": gaussian(g, 4, 192, 192, scale=192**-0.5),
        "up": gaussian(g, 4, 192, 512, scale=192**-0.5),
        "down": gaussian(g, 4, 512, 192, scale=512**-0.5),
    }
    caches = gaussian(g, 4, 3, 6, 384, 32), gaussian(g, 4, 3, 6, 384, 32)
    tokens = indices(g, 2003, 3)
    return function, (params, gaussian(g, 2003, 192), *caches, tokens, np.int32(217))


@program(tolerance=BF16)
def bf16_mlp(g):
    """Two residual blocks of bf16 with normalization in f32: 96x384, 1536 inside, GELU"""

    def function(blocks, x):
        for block in blocks:
            h = layer_norm(x.astype(jnp.float32), block["scale"], block["bias"])
            h = jnp.dot(h.astype(jnp.bfloat16), block["up"], preferred_element_type=jnp.float32)
            h = jax.nn.gelu(h).astype(jnp.bfloat16)
            x = x + h @ block["down"]
        return x

    def block():
        return {
            "scale": between(g, 0.5, 1.5, 384),
            "bias": gaussian(g, 384, scale=0.1),
            "up": weight(g, 384, 1536).astype(ml_dtypes.bfloat16),
            "down": weight(g, 1536, 384).astype(ml_dtypes.bfloat16),
        }

    return function, ([block(), block()], gaussian(g, 96, 384).astype(ml_dtypes.bfloat16))


@program(tolerance=DEEP)
def clip_loss_grad(g):
    """Contrastive loss of CLIP and its gradients: 64 images of 500, 64 texts of 17x128"""

    def unit(x):
        return x * lax.rsqrt(jnp.sum(x**2, axis=-1, keepdims=True) + 1e-8)

    def loss(params, images, texts, mask):
        hidden = jax.nn.gelu(images @ params["image1"])
        image = unit(hidden @ params["image2"])
        pooled = jnp.sum(texts * mask[:, :, None], axis=1) / jnp.sum(mask, axis=1)[:, None]
        text = unit(jnp.tanh(layer_norm(pooled, *params["norm"])) @ params["text"])
        logits = jnp.exp(params["scale"]) * image @ text.T
        by_image = jnp.diagonal(jax.nn.log_softmax(logits, axis=1))
        by_text = jnp.diagonal(jax.nn.log_softmax(logits, axis=0))
        return -0.5 * jnp.mean(by_image + by_text)

    params = {
        "image1": weight(g, 500, 384),
        "image2": weight(g, 384, 96),
        "norm": (between(g, 0.5, 1.5, 128), gaussian(g, 128, scale=0.1)),
        "text": weight(g, 128, 96),
        "scale": np.float32(2.6),
    }
    mask = (np.arange(17) < g.integers(3, 18, (64, 1))).astype(np.float32)
    data = gaussian(g, 64, 500), gaussian(g, 64, 17, 128), mask
    return jax.value_and_grad(loss), (params, *data)
