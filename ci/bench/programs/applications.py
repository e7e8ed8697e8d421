# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of science and engineering, written without knowledge of the other groups."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import DEEP, EXACT, program


def gaussian(g, *shape, scale=1.0):
    return g.standard_normal(shape, dtype=np.float32) * np.float32(scale)


def weight(g, *shape):
    return gaussian(g, *shape, scale=float(np.prod(shape[:-1])) ** -0.5)


def between(g, low, high, *shape):
    return g.uniform(low, high, shape).astype(np.float32)


def indices(g, bound, *shape):
    return g.integers(0, bound, shape, dtype=np.int32)


def conv2d(x, kernel, strides=(1, 1), padding="SAME", groups=1):
    return lax.conv_general_dilated(
        x,
        kernel,
        strides,
        padding,
        dimension_numbers=("NHWC", "HWIO", "NHWC"),
        feature_group_count=groups,
    )


def rms_norm(x, scale):
    return x * lax.rsqrt(jnp.mean(jnp.square(x), axis=-1, keepdims=True) + 1e-6) * scale


def layer_norm(x, scale, bias):
    mean = jnp.mean(x, axis=-1, keepdims=True)
    variance = jnp.var(x, axis=-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + bias


# Signals and estimation


@program(tolerance=DEEP)
def kalman_tracks(g):
    """Kalman filter of 24 tracks over 150 steps, state 6 and measurement 3 (LAPACK)"""
    transition = np.eye(6, dtype=np.float32)
    transition[:3, 3:] = 0.1 * np.eye(3)
    observation = np.eye(3, 6, dtype=np.float32)
    process = (0.01 * np.eye(6)).astype(np.float32)
    measurements = np.cumsum(gaussian(g, 24, 150, 3, scale=0.2), axis=1, dtype=np.float32)
    noise = between(g, 0.1, 0.6, 24)

    def track(model, zs, noise):
        f, h, q = model
        r = noise * jnp.eye(3)

        def step(state, z):
            mean, cov = state
            mean = f @ mean
            cov = f @ cov @ f.T + q
            innovation = h @ cov @ h.T + r
            gain = jnp.linalg.solve(innovation, h @ cov).T
            mean = mean + gain @ (z - h @ mean)
            cov = (jnp.eye(6) - gain @ h) @ cov
            return (mean, cov), mean

        (_, cov), means = lax.scan(step, (jnp.zeros(6), jnp.eye(6)), zs)
        return means, cov

    model = (transition, observation, process)
    return jax.vmap(track, in_axes=(None, 0, 0)), (model, measurements, noise)


@program()
def fir_filter_bank(g):
    """7 FIR filters of 127 taps by jnp.convolve on 30000 samples, and the envelopes"""

    def function(signal, taps):
        bands = jax.vmap(lambda h: jnp.convolve(signal, h, mode="same"))(taps)
        envelope = jnp.sqrt(jnp.mean(jnp.square(bands.reshape(7, 600, 50)), axis=-1))
        return bands, envelope

    window = np.hanning(127).astype(np.float32)
    return function, (gaussian(g, 30000), gaussian(g, 7, 127, scale=0.2) * window)


@program(tolerance=DEEP)
def log_mel_spectrogram(g):
    """Log-mel spectrogram of 2x24000 samples, frames of 400 every 160, 80 bands"""

    def function(audio, filters):
        starts = 160 * jnp.arange(148)
        frames = audio[:, starts[:, None] + jnp.arange(400)[None, :]]
        window = 0.5 - 0.5 * jnp.cos(2 * jnp.pi * jnp.arange(400) / 400)
        spectrum = jnp.fft.rfft(frames * window, axis=-1)
        power = jnp.square(spectrum.real) + jnp.square(spectrum.imag)
        mel = jnp.log10(jnp.maximum(power @ filters, 1e-10))
        mel = jnp.maximum(mel, jnp.max(mel, axis=(1, 2), keepdims=True) - 8.0)
        return (mel + 4.0) / 4.0

    centres = np.linspace(0, 200, 82)
    bins = np.arange(201)[:, None]
    rising = (bins - centres[:-2]) / (centres[1:-1] - centres[:-2])
    falling = (centres[2:] - bins) / (centres[2:] - centres[1:-1])
    filters = np.maximum(0.0, np.minimum(rising, falling)).astype(np.float32)
    return function, (gaussian(g, 2, 24000, scale=0.1), filters)


@program(tolerance=DEEP)
def beamforming_spectrum(g):
    """Delay-and-sum beamforming in complex64: 24 antennas, 1500 snapshots, 721 angles"""

    def function(real, imaginary):
        snapshots = lax.complex(real, imaginary)
        covariance = snapshots @ snapshots.conj().T / snapshots.shape[1]
        angles = jnp.linspace(-jnp.pi / 2, jnp.pi / 2, 721)
        phases = jnp.pi * jnp.sin(angles)[:, None] * jnp.arange(24)[None, :]
        steering = jnp.exp(1j * phases)
        power = jnp.einsum("am,mn,an->a", steering.conj(), covariance, steering).real / 24**2
        beam = steering[jnp.argmax(power)].conj() @ snapshots / 24
        return 10 * jnp.log10(power), jnp.abs(beam)

    elements = np.arange(24)[:, None]
    sources = np.exp(1j * np.pi * np.sin(np.array([-0.6, 0.1, 0.75]))[None, :] * elements)
    waves = g.standard_normal((3, 1500)) + 1j * g.standard_normal((3, 1500))
    noise = g.standard_normal((24, 1500)) + 1j * g.standard_normal((24, 1500))
    received = sources @ (waves * np.array([[3.0], [1.0], [1.5]])) + 0.3 * noise
    return function, (received.real.astype(np.float32), received.imag.astype(np.float32))


@program(tolerance=DEEP)
def hmm_forward(g):
    """Log-likelihoods and posteriors of 16 hidden Markov chains: 90 steps, 24 states"""

    def log_likelihood(emissions, log_transition, log_start):
        def step(alpha, emission):
            alpha = jax.nn.logsumexp(alpha[:, None] + log_transition, axis=0) + emission
            return alpha, None

        alpha, _ = lax.scan(step, log_start + emissions[0], emissions[1:])
        return jax.nn.logsumexp(alpha)

    def function(observations, transition, start):
        log_transition = jax.nn.log_softmax(transition, axis=-1)
        log_start = jax.nn.log_softmax(start)
        posterior = jax.value_and_grad(log_likelihood)
        return jax.vmap(posterior, in_axes=(0, None, None))(observations, log_transition, log_start)

    return function, (gaussian(g, 16, 90, 24), gaussian(g, 24, 24), gaussian(g, 24))


# Graphics and images


@program(tolerance=DEEP, differing=0.01)
def sphere_tracing(g):
    """Rendering of a signed distance field by sphere tracing: 96x128 rays, 40 steps"""

    def scene(point):
        x, y, z = point
        ball = jnp.sqrt((x - 0.8) ** 2 + y**2 + z**2 + 1e-9) - 0.7
        around = jnp.sqrt(x**2 + z**2 + 1e-9) - 1.3
        ring = jnp.sqrt(around**2 + y**2 + 1e-9) - 0.25
        dx, dy, dz = jnp.abs(x + 0.9) - 0.4, jnp.abs(y - 0.2) - 0.5, jnp.abs(z) - 0.3
        outside = jnp.maximum(dx, 0) ** 2 + jnp.maximum(dy, 0) ** 2 + jnp.maximum(dz, 0) ** 2
        inside = jnp.minimum(jnp.maximum(dx, jnp.maximum(dy, dz)), 0)
        box = jnp.sqrt(outside + 1e-9) + inside - 0.1
        blend = jnp.clip(0.5 + 0.5 * (ring - ball) / 0.2, 0.0, 1.0)
        smooth = ring * (1 - blend) + ball * blend - 0.2 * blend * (1 - blend)
        return jnp.minimum(jnp.minimum(smooth, box), y + 0.9)

    def shade(direction, origin, light):
        def march(_, t):
            return jnp.minimum(t + scene(origin + t * direction), 30.0)

        t = lax.fori_loop(0, 40, march, jnp.float32(0.0))
        normal = jax.grad(scene)(origin + t * direction)
        normal = normal * lax.rsqrt(jnp.sum(normal**2) + 1e-9)
        diffuse = jnp.maximum(jnp.dot(normal, light), 0.0)
        return (0.1 + 0.9 * diffuse) * jnp.exp(-0.05 * t)

    def function(origin, light):
        v, u = jnp.meshgrid(jnp.linspace(0.7, -0.9, 96), jnp.linspace(-1, 1, 128), indexing="ij")
        directions = jnp.stack([u, v, jnp.full_like(u, 1.5)], axis=-1)
        directions = directions / jnp.linalg.norm(directions, axis=-1, keepdims=True)
        pixels = jax.vmap(jax.vmap(shade, in_axes=(0, None, None)), in_axes=(0, None, None))
        return pixels(directions, origin, light / jnp.linalg.norm(light))

    origin = np.array([0.1, 0.8, -4.0], np.float32) + gaussian(g, 3, scale=0.05)
    return function, (origin, np.array([0.5, 0.9, -0.6], np.float32))


@program()
def resize_bilinear(g):
    """Preprocessing of 2 images: u8 240x319x3, antialiased bilinear resize to 224x224"""

    def function(images, mean, deviation):
        x = images.astype(jnp.float32) / 255.0
        x = jax.image.resize(x, (2, 224, 224, 3), method="bilinear")
        return (x - mean) / deviation

    images = g.integers(0, 256, (2, 240, 319, 3), dtype=np.uint8)
    mean = np.array([0.485, 0.456, 0.406], np.float32)
    return function, (images, mean, np.array([0.229, 0.224, 0.225], np.float32))


@program(differing=0.001)
def median_filter(g):
    """Removal of impulse noise by a 3x3 median of a 160x203 image"""

    def function(image):
        padded = jnp.pad(image, 1, mode="reflect")
        height, width = image.shape
        shifted = [padded[i : i + height, j : j + width] for i in range(3) for j in range(3)]
        median = jnp.median(jnp.stack(shifted), axis=0)
        return jnp.where(jnp.abs(image - median) > 0.3, median, image)

    image = between(g, 0.4, 0.6, 160, 203)
    impulses = g.random((160, 203)) < 0.05
    return function, (np.where(impulses, between(g, 0, 1, 160, 203), image),)


@program(tolerance=EXACT)
def sobel_u8(g):
    """Edges of a u8 image of 361x483x3: gray, blur, Sobel and dilation in integers"""

    def smooth(x, axis):
        widths = [(0, 0), (0, 0)]
        widths[axis] = (1, 1)
        padded = jnp.pad(x, widths, mode="edge")
        size = x.shape[axis]
        before, here, after = (lax.slice_in_dim(padded, i, i + size, axis=axis) for i in range(3))
        return before + 2 * here + after

    def slope(x, axis):
        widths = [(0, 0), (0, 0)]
        widths[axis] = (1, 1)
        padded = jnp.pad(x, widths, mode="edge")
        size = x.shape[axis]
        before = lax.slice_in_dim(padded, 0, size, axis=axis)
        return lax.slice_in_dim(padded, 2, size + 2, axis=axis) - before

    def function(image):
        wide = image.astype(jnp.int32)
        gray = (77 * wide[..., 0] + 150 * wide[..., 1] + 29 * wide[..., 2]) >> 8
        blurred = smooth(smooth(gray, 0), 1) >> 4
        magnitude = jnp.abs(smooth(slope(blurred, 1), 0)) + jnp.abs(smooth(slope(blurred, 0), 1))
        magnitude = jnp.minimum(magnitude, 255).astype(jnp.uint8)
        edges = jnp.where(magnitude > 160, magnitude, jnp.uint8(0))
        dilated = lax.reduce_window(edges, np.uint8(0), lax.max, (3, 3), (1, 1), "SAME")
        return jnp.maximum(image // 2, dilated[..., None]), dilated

    return function, (g.integers(0, 256, (361, 483, 3), dtype=np.uint8),)


@program()
def segmentation_iou(g):
    """Argmax over 21 classes of [2,21,97,113], confusion matrix by scatter, IoU"""

    def function(logits, labels):
        predictions = jnp.argmax(logits, axis=1)
        confusion = jnp.zeros((21, 21), jnp.int32).at[labels, predictions].add(1)
        hits = jnp.diagonal(confusion)
        union = confusion.sum(axis=0) + confusion.sum(axis=1) - hits
        iou = hits / jnp.maximum(union, 1)
        return predictions.astype(jnp.uint8), confusion, iou, jnp.mean(iou)

    return function, (gaussian(g, 2, 21, 97, 113), indices(g, 21, 2, 97, 113))


@program(differing=0.01)
def nms_boxes(g):
    """Non-maximum suppression of 400 boxes by a loop over the IoU matrix, best 50"""

    def function(boxes, scores):
        order = jnp.argsort(-scores)
        boxes, scores = boxes[order], scores[order]
        low = jnp.maximum(boxes[:, None, :2], boxes[None, :, :2])
        high = jnp.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
        overlap = jnp.prod(jnp.maximum(high - low, 0.0), axis=-1)
        area = jnp.prod(boxes[:, 2:] - boxes[:, :2], axis=-1)
        iou = overlap / (area[:, None] + area[None, :] - overlap)
        ranks = jnp.arange(400)

        def suppress(i, keep):
            return keep & ~((iou[i] > 0.5) & (ranks > i) & keep[i])

        keep = lax.fori_loop(0, 400, suppress, jnp.ones(400, dtype=bool))
        best, chosen = lax.top_k(jnp.where(keep, scores, 0.0), 50)
        return best, boxes[chosen], keep

    corners = between(g, 0, 200, 400, 2)
    boxes = np.concatenate([corners, corners + between(g, 20, 80, 400, 2)], axis=1)
    return function, (boxes, g.permutation(np.linspace(0.01, 1, 400)).astype(np.float32))


# Graphs, clusters and data


@program(tolerance=DEEP, differing=0.05)
def kmeans_lloyd(g):
    """4 steps of k-means: 12000 points of 19 dimensions, 45 centroids, segment_sum"""

    def function(points, centroids):
        squares = jnp.sum(points**2, axis=1)[:, None]

        def lloyd(centroids, _):
            distances = squares - 2 * points @ centroids.T + jnp.sum(centroids**2, axis=1)
            labels = jnp.argmin(distances, axis=1)
            sums = jax.ops.segment_sum(points, labels, num_segments=45)
            counts = jax.ops.segment_sum(jnp.ones(points.shape[0]), labels, num_segments=45)
            means = sums / jnp.maximum(counts, 1.0)[:, None]
            inertia = jnp.mean(jnp.min(distances, axis=1))
            return jnp.where(counts[:, None] > 0, means, centroids), inertia

        return lax.scan(lloyd, centroids, None, length=4)

    centres = gaussian(g, 45, 19, scale=4.0)
    points = centres[indices(g, 45, 12000)] + gaussian(g, 12000, 19)
    return function, (points, points[:45].copy())


@program()
def pagerank(g):
    """25 iterations of PageRank by segment_sum: 4000 nodes, 40000 edges"""

    def function(sources, targets):
        ones = jnp.ones(sources.shape[0])
        degree = jax.ops.segment_sum(ones, sources, num_segments=4000)
        share = jnp.where(degree > 0, 1.0 / jnp.maximum(degree, 1.0), 0.0)

        def iterate(_, rank):
            flow = jax.ops.segment_sum((rank * share)[sources], targets, num_segments=4000)
            dangling = jnp.sum(jnp.where(degree > 0, 0.0, rank))
            return 0.15 / 4000 + 0.85 * (flow + dangling / 4000)

        return lax.fori_loop(0, 25, iterate, jnp.full(4000, 1 / 4000, dtype=jnp.float32))

    popular = (4000 * g.random(40000) ** 2.5).astype(np.int32)
    return function, (indices(g, 3900, 40000), popular)


@program()
def graph_attention(g):
    """Graph attention layer: 2708 nodes of 1433 features, 13264 edges, 8 heads of 8"""

    def function(features, kernel, attend_from, attend_to, senders, receivers):
        nodes = features.shape[0]
        h = (features @ kernel).reshape(nodes, 8, 8)
        score_from = jnp.einsum("nhd,hd->nh", h, attend_from)
        score_to = jnp.einsum("nhd,hd->nh", h, attend_to)
        logits = jax.nn.leaky_relu(score_from[senders] + score_to[receivers], 0.2)
        peak = jax.ops.segment_max(logits, receivers, num_segments=nodes)
        weights = jnp.exp(logits - peak[receivers])
        total = jax.ops.segment_sum(weights, receivers, num_segments=nodes)
        weights = weights / total[receivers]
        messages = weights[:, :, None] * h[senders]
        gathered = jax.ops.segment_sum(messages, receivers, num_segments=nodes)
        return jax.nn.elu(gathered.reshape(nodes, 64))

    loops = np.arange(2708, dtype=np.int32)
    senders = np.concatenate([indices(g, 2708, 10556), loops])
    receivers = np.concatenate([indices(g, 2708, 10556), loops])
    features = (g.random((2708, 1433)) < 0.0127).astype(np.float32)
    attention = weight(g, 8, 8), weight(g, 8, 8)
    return function, (features, weight(g, 1433, 64) * 8, *attention, senders, receivers)


@program(tolerance=EXACT)
def morton_sort(g):
    """Sort of 20000 particles by 30-bit Morton codes, with payloads and cell borders"""

    def spread(x):
        x = (x | (x << 16)) & np.uint32(0x030000FF)
        x = (x | (x << 8)) & np.uint32(0x0300F00F)
        x = (x | (x << 4)) & np.uint32(0x030C30C3)
        return (x | (x << 2)) & np.uint32(0x09249249)

    def function(positions, masses):
        cells = jnp.clip(positions * 1024, 0, 1023).astype(jnp.uint32)
        x, y, z = spread(cells[:, 0]), spread(cells[:, 1]), spread(cells[:, 2])
        codes = x | (y << 1) | (z << 2)
        ids = lax.iota(jnp.int32, positions.shape[0])
        codes, ids, masses = lax.sort((codes, ids, masses), num_keys=1)
        coarse = codes >> 15
        borders = jnp.concatenate([jnp.ones(1, dtype=bool), coarse[1:] != coarse[:-1]])
        return codes, positions[ids], masses, jnp.cumsum(borders)

    return function, (between(g, 0, 1, 20000, 3), between(g, 1, 2, 20000))


@program(tolerance=DEEP, differing=0.001)
def inverse_cdf_sampling(g):
    """25000 samples of a tabulated density of 2001 points: cumsum and searchsorted"""

    def function(density, grid, uniforms):
        cells = 0.5 * (density[1:] + density[:-1]) * (grid[1:] - grid[:-1])
        cdf = jnp.concatenate([jnp.zeros(1), jnp.cumsum(cells)])
        cdf = cdf / cdf[-1]
        above = jnp.clip(jnp.searchsorted(cdf, uniforms, side="right"), 1, 2000)
        low, high = cdf[above - 1], cdf[above]
        fraction = (uniforms - low) / (high - low)
        samples = grid[above - 1] + fraction * (grid[above] - grid[above - 1])
        return samples, jnp.interp(samples, grid, density)

    grid = np.linspace(-3, 3, 2001).astype(np.float32)
    density = (0.2 + np.exp(-(grid**2)) + between(g, 0, 0.05, 2001)).astype(np.float32)
    return function, (density, grid, between(g, 0, 1, 25000))


@program(tolerance=EXACT)
def minhash(g):
    """MinHash with Murmur's mixing: 160 documents of 50 shingles, 96 hashes, all pairs"""

    def mix(h):
        h = (h ^ (h >> 16)) * np.uint32(0x85EBCA6B)
        h = (h ^ (h >> 13)) * np.uint32(0xC2B2AE35)
        return h ^ (h >> 16)

    def function(shingles, multipliers, offsets):
        hashes = mix(shingles[:, :, None] * multipliers + offsets)
        signatures = jnp.min(hashes, axis=1)
        equal = jnp.sum(signatures[:, None, :] == signatures[None, :, :], axis=-1)
        bits = lax.population_count(signatures[:, None, :8] ^ signatures[None, :, :8])
        return signatures, equal, jnp.sum(bits.astype(jnp.int32), axis=-1)

    shingles = g.integers(0, 300, (160, 50), dtype=np.uint32)
    multipliers = g.integers(0, 2**32, 96, dtype=np.uint32) | np.uint32(1)
    return function, (shingles, multipliers, g.integers(0, 2**32, 96, dtype=np.uint32))


@program(tolerance=EXACT)
def levenshtein(g):
    """Edit distances of 12x20 pairs of strings of 60 and 52 letters, scan and cummin"""

    def distance(a, b):
        columns = jnp.arange(b.shape[0] + 1, dtype=jnp.int32)

        def row(previous, letter):
            replaced = previous[:-1] + (b != letter)
            best = jnp.minimum(replaced, previous[1:] + 1)
            candidates = jnp.concatenate([previous[:1] + 1, best])
            return lax.cummin(candidates - columns) + columns, None

        last, _ = lax.scan(row, columns, a)
        return last[-1]

    def function(queries, references):
        pairs = jax.vmap(jax.vmap(distance, in_axes=(None, 0)), in_axes=(0, None))
        distances = pairs(queries, references)
        return distances, jnp.argmin(distances, axis=1)

    return function, (indices(g, 4, 12, 60), indices(g, 4, 20, 52))


@program()
def embedding_bag(g):
    """Mean of up to 23 of 30000 embeddings of 48 for 512 users, scores of 5 items"""

    def function(table, kernel, history, lengths, items):
        mask = (jnp.arange(23) < lengths[:, None]).astype(jnp.float32)
        summed = jnp.sum(table[history] * mask[:, :, None], axis=1)
        user = jnp.tanh(summed / jnp.maximum(lengths, 1)[:, None] @ kernel)
        return jax.nn.softmax(jnp.einsum("ud,uid->ui", user, table[items]), axis=-1)

    lengths = g.integers(0, 24, 512, dtype=np.int32)
    ids = indices(g, 30000, 512, 23), lengths, indices(g, 30000, 512, 5)
    return function, (gaussian(g, 30000, 48), weight(g, 48, 48), *ids)


# Numerical methods and simulation


@program(tolerance=DEEP, platform="tpu")
def gaussian_process(g):
    """Gaussian process: 180 observations, 97 predictions, 5 dimensions, Cholesky"""

    def covariance(a, b, lengths):
        difference = (a[:, None, :] - b[None, :, :]) / lengths
        return jnp.exp(-0.5 * jnp.sum(difference**2, axis=-1))

    def function(x, y, queries, lengths, noise):
        gram = covariance(x, x, lengths) + noise * jnp.eye(180)
        factor = jnp.linalg.cholesky(gram)
        alpha = jax.scipy.linalg.cho_solve((factor, True), y)
        cross = covariance(x, queries, lengths)
        half = jax.scipy.linalg.solve_triangular(factor, cross, lower=True)
        variance = 1.0 + noise - jnp.sum(half**2, axis=0)
        log_determinant = jnp.sum(jnp.log(jnp.diagonal(factor)))
        evidence = -0.5 * jnp.dot(y, alpha) - log_determinant - 90 * jnp.log(2 * jnp.pi)
        return cross.T @ alpha, variance, evidence

    x = between(g, -1, 1, 180, 5)
    y = (np.sin(3 * x[:, 0]) + x[:, 1] * x[:, 2] + gaussian(g, 180, scale=0.2)).astype(np.float32)
    lengths = np.array([0.6, 0.9, 0.9, 1.5, 1.5], np.float32)
    return function, (x, y, between(g, -1, 1, 97, 5), lengths, np.float32(0.1))


@program(tolerance=DEEP)
def whitening_eigh(g):
    """Whitening of 32 sets of 300 samples by eigh of 7x7 covariances (LAPACK)"""

    def function(samples):
        centred = samples - jnp.mean(samples, axis=1, keepdims=True)
        covariance = jnp.einsum("bni,bnj->bij", centred, centred) / 299
        values, vectors = jnp.linalg.eigh(covariance)
        root = jnp.einsum("bij,bj,bkj->bik", vectors, lax.rsqrt(values + 1e-5), vectors)
        return jnp.einsum("bni,bij->bnj", centred, root), values

    return function, (gaussian(g, 32, 300, 7) @ (np.eye(7, dtype=np.float32) + weight(g, 7, 7)),)


@program()
def kepler_newton(g):
    """Kepler's equation of 30000 orbits by Newton's method in a while loop"""

    def function(anomaly, eccentricity):
        def unfinished(state):
            i, _, change = state
            return (i < 20) & (jnp.max(jnp.abs(change)) > 1e-5)

        def newton(state):
            i, e, _ = state
            residual = e - eccentricity * jnp.sin(e) - anomaly
            change = residual / (1 - eccentricity * jnp.cos(e))
            return i + 1, e - change, change

        start = anomaly + eccentricity * jnp.sin(anomaly)
        state = (jnp.int32(0), start, jnp.full_like(anomaly, jnp.inf))
        _, e, _ = lax.while_loop(unfinished, newton, state)
        return jnp.cos(e) - eccentricity, jnp.sqrt(1 - eccentricity**2) * jnp.sin(e)

    return function, (between(g, 0, 2 * np.pi, 30000), between(g, 0, 0.7, 30000))


@program(tolerance=DEEP)
def asian_option(g):
    """Price, delta and vega of an Asian option: 4096 random paths of 63 days, and grad"""

    def function(spot, volatility, seed):
        normals = jax.random.normal(jax.random.key(seed), (4096, 63))

        def price(spot, volatility):
            dt = 1 / 252
            drift = (0.03 - 0.5 * volatility**2) * dt
            steps = drift + volatility * jnp.sqrt(dt) * normals
            path = spot * jnp.exp(jnp.cumsum(steps, axis=1))
            payoff = jnp.maximum(jnp.mean(path, axis=1) - 100.0, 0.0)
            return jnp.exp(-0.03 * 63 * dt) * jnp.mean(payoff)

        return jax.value_and_grad(price, argnums=(0, 1))(spot, volatility)

    seed = np.uint32(g.integers(0, 2**31))
    return function, (np.float32(101.0), np.float32(0.25), seed)


@program(tolerance=DEEP, differing=0.01)
def lennard_jones(g):
    """5 steps of velocity Verlet for 216 Lennard-Jones atoms in a periodic box, by grad"""

    def function(positions, velocities):
        box = 7.2

        def energy(x):
            offset = x[:, None, :] - x[None, :, :]
            offset = offset - box * jnp.round(offset / box)
            itself = jnp.eye(x.shape[0])
            squared = jnp.sum(offset**2, axis=-1) + itself
            sixth = (1.0 / squared) ** 3
            pair = jnp.where(squared < 3.0**2, 4.0 * (sixth**2 - sixth), 0.0)
            return 0.5 * jnp.sum(pair * (1.0 - itself))

        def force(x):
            return -jax.grad(energy)(x)

        def verlet(state, _):
            x, v, f = state
            v = v + 0.001 * f
            x = jnp.mod(x + 0.002 * v, box)
            f = force(x)
            v = v + 0.001 * f
            return (x, v, f), energy(x) + 0.5 * jnp.sum(v**2)

        state = (positions, velocities, force(positions))
        (x, v, _), energies = lax.scan(verlet, state, None, length=5)
        return x, v, energies

    lattice = np.stack(np.meshgrid(*[np.arange(6)] * 3, indexing="ij"), axis=-1).reshape(-1, 3)
    positions = (1.2 * lattice + 0.6 + between(g, -0.05, 0.05, 216, 3)).astype(np.float32)
    return function, (positions, gaussian(g, 216, 3, scale=0.5))


@program(tolerance=DEEP)
def lattice_boltzmann(g):
    """8 steps of a D2Q9 lattice Boltzmann flow around an obstacle, 60x150 cells"""
    velocities = [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)]
    weights = [4 / 9] + [1 / 9] * 4 + [1 / 36] * 4
    opposite = [0, 3, 4, 1, 2, 7, 8, 5, 6]

    def macroscopic(f):
        density = jnp.sum(f, axis=0)
        ux = sum(cx * f[i] for i, (cx, _) in enumerate(velocities)) / density
        uy = sum(cy * f[i] for i, (_, cy) in enumerate(velocities)) / density
        return density, ux, uy

    def function(f, obstacle):
        def step(_, f):
            density, ux, uy = macroscopic(f)
            speed = 1.5 * (ux**2 + uy**2)
            moved = []
            for i, ((cx, cy), w) in enumerate(zip(velocities, weights)):
                along = 3.0 * (cx * ux + cy * uy)
                equilibrium = w * density * (1.0 + along + 0.5 * along**2 - speed)
                relaxed = f[i] + (equilibrium - f[i]) / 0.6
                bounced = jnp.where(obstacle, f[opposite[i]], relaxed)
                moved.append(jnp.roll(bounced, (cy, cx), axis=(0, 1)))
            return jnp.stack(moved)

        f = lax.fori_loop(0, 8, step, f)
        density, ux, uy = macroscopic(f)
        vorticity = jnp.gradient(uy, axis=1) - jnp.gradient(ux, axis=0)
        return f, density, vorticity

    flow = np.array([w * (1 + 0.3 * cx) for w, (cx, _) in zip(weights, velocities)], np.float32)
    f = flow[:, None, None] * between(g, 0.98, 1.02, 9, 60, 150)
    y, x = np.mgrid[:60, :150]
    return function, (f, (x - 35) ** 2 + (y - 30) ** 2 < 8**2)


@program(tolerance=DEEP)
def poisson_fft(g):
    """Periodic Poisson equation on 144x200 by rfft2, and the electric field"""

    def function(charge):
        ky = 2 * jnp.pi * jnp.fft.fftfreq(144)[:, None]
        kx = 2 * jnp.pi * jnp.fft.rfftfreq(200)[None, :]
        squared = kx**2 + ky**2
        transformed = jnp.fft.rfft2(charge)
        potential = jnp.where(squared > 0, transformed / jnp.where(squared > 0, squared, 1.0), 0.0)
        field = [jnp.fft.irfft2(-1j * k * potential, s=charge.shape) for k in (kx, ky)]
        return jnp.fft.irfft2(potential, s=charge.shape), jnp.stack(field)

    return function, (gaussian(g, 144, 200),)


@program(tolerance=DEEP)
def expm_transitions(g):
    """Phylogenetic likelihood: expm of a 20x20 rate matrix for 16 branches (LAPACK)"""

    def function(exchange, frequency_logits, lengths, states):
        frequencies = jax.nn.softmax(frequency_logits)
        rates = jnp.exp(0.5 * (exchange + exchange.T)) * frequencies
        rates = rates * (1.0 - jnp.eye(20))
        rates = rates - jnp.diag(jnp.sum(rates, axis=1))
        rates = rates / -jnp.sum(frequencies * jnp.diagonal(rates))
        transitions = jax.vmap(lambda t: jax.scipy.linalg.expm(rates * t))(lengths)
        leaves = jax.vmap(lambda p, s: p[:, s])(transitions, states)
        roots = jnp.sum(jnp.log(leaves), axis=0) + jnp.log(frequencies)[:, None]
        return transitions, jax.nn.logsumexp(roots, axis=0)

    lengths = between(g, 0.1, 2.0, 16)
    tree = gaussian(g, 20, 20, scale=0.5), gaussian(g, 20, scale=0.3), lengths
    return function, (*tree, indices(g, 20, 16, 250))


@program()
def forward_kinematics(g):
    """Poses of an arm of 7 joints for 3000 angles: associative_scan of 4x4 matrices"""

    def joint(angle, geometry):
        length, twist, offset = geometry
        c, s, ct, st = jnp.cos(angle), jnp.sin(angle), jnp.cos(twist), jnp.sin(twist)
        zero, one = jnp.zeros_like(angle), jnp.ones_like(angle)
        return jnp.stack(
            [
                jnp.stack([c, -s * ct, s * st, length * c]),
                jnp.stack([s, c * ct, -c * st, length * s]),
                jnp.stack([zero, st, ct, offset]),
                jnp.stack([zero, zero, zero, one]),
            ]
        )

    def function(angles, geometry):
        matrices = jax.vmap(jax.vmap(joint), in_axes=(0, None))(angles, geometry)
        poses = lax.associative_scan(jnp.matmul, matrices, axis=1)
        return poses[:, :, :3, 3], poses[:, -1, :3, :3]

    geometry = between(g, -1, 1, 7, 3) * np.array([0.4, 1.6, 0.4], np.float32)
    return function, (between(g, -3, 3, 3000, 7), geometry)


@program()
def tensor_network_einsum(g):
    """Contraction abcd,cefb,edg->afg with 53, 7, 11, 17, 9, 43 and 31, and its Gram matrix"""

    def function(a, b, c):
        contracted = jnp.einsum("abcd,cefb,edg->afg", a, b, c)
        return contracted, jnp.einsum("afg,afh->gh", contracted, contracted)

    a = gaussian(g, 53, 7, 11, 17, scale=0.1)
    return function, (a, gaussian(g, 11, 9, 43, 7, scale=0.1), gaussian(g, 9, 17, 31, scale=0.1))
