# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions whose HLO covers features that the goldens lack: every operation of `jax.lax`, several
devices, narrow types, callbacks."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

F = jax.ShapeDtypeStruct
FUNCTIONS = {}


def function(*shapes, **settings):
    def add(body):
        FUNCTIONS[body.__name__] = (body, shapes, settings)
        return body
    return add


def f32(*shape):
    return F(shape, jnp.float32)


def s32(*shape):
    return F(shape, jnp.int32)


@function(f32(4))
def unary(x):
    functions = [
        lax.abs, lax.acos, lax.acosh, lax.asin, lax.asinh, lax.atan, lax.atanh, lax.cbrt,
        lax.ceil, lax.cos, lax.cosh, lax.digamma, lax.erf, lax.erf_inv, lax.erfc, lax.exp,
        lax.exp2, lax.expm1, lax.floor, lax.is_finite, lax.lgamma, lax.log, lax.log1p,
        lax.logistic, lax.neg, lax.reciprocal, lax.rsqrt, lax.sign, lax.sin, lax.sinh, lax.sqrt,
        lax.square, lax.tan, lax.tanh, lax.bessel_i0e, lax.bessel_i1e,
        lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN),
        lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
        lambda x: lax.reduce_precision(x, 5, 10), lambda x: lax.integer_pow(x, 3),
        lambda x: lax.exp(x, accuracy=lax.Tolerance(atol=1e-5, rtol=0.0, ulps=0)),
    ]
    return [f(x) for f in functions]


@function(f32(4), f32(4), f32(4))
def binary(x, y, z):
    functions = [lax.add, lax.sub, lax.mul, lax.div, lax.rem, lax.max, lax.min, lax.pow,
                 lax.atan2, lax.nextafter, lax.complex, lax.eq, lax.ne, lax.lt, lax.ge,
                 lax.igamma, lax.zeta]
    return [f(x, y) for f in functions], lax.clamp(x, y, z), lax.select(x > y, y, z)


@function(s32(4), s32(4))
def integers(x, y):
    functions = [lax.bitwise_and, lax.bitwise_or, lax.bitwise_xor, lax.shift_left,
                 lax.shift_right_arithmetic, lax.shift_right_logical, lax.div, lax.rem, lax.lt]
    return [f(x, y) for f in functions], lax.bitwise_not(x), lax.clz(x), lax.population_count(x)


@function(F((3,), jnp.complex64))
def complex_parts(x):
    return lax.real(x), lax.imag(x), lax.conj(x), x + np.complex64(1 + 2j), lax.fft(x, "fft", (3,))


@function(f32(4))
def narrow_types(x):
    types = [jnp.float16, jnp.bfloat16, jnp.float8_e4m3fn, jnp.float8_e5m2, jnp.float8_e4m3b11fnuz,
             jnp.float8_e4m3fnuz, jnp.float8_e5m2fnuz, jnp.float8_e3m4, jnp.float8_e4m3,
             jnp.float8_e8m0fnu, jnp.float4_e2m1fn, jnp.int4, jnp.uint4, jnp.int2, jnp.uint2,
             jnp.int8, jnp.uint8, jnp.int16, jnp.uint16, jnp.uint32, jnp.bool_]
    return [(x.astype(t), jnp.array([0, 1, 1, 2], t)) for t in types]


@function(f32(4))
def constants(x):
    special = np.array([np.nan, -np.nan, np.inf, -np.inf, -0.0, 1e-45, 3.4e38, 0.1], np.float32)
    payload = np.array([0x7fc00001, 0xffa00000], np.uint32).view(np.float32)
    return (x, special, payload, np.arange(24).reshape(2, 3, 4), np.zeros((0, 3)), np.ones((2, 0)),
            # XLA reads a complex number with one NaN part as one with two, so both parts are NaN.
            np.array([[True, False]]), np.array([1 + 2j, 0, complex(np.nan, np.nan)], np.complex64),
            special.astype(jnp.bfloat16), special.astype(np.float16), special.astype(np.float64))


@function(f32(5, 7), f32(7, 3), f32(2, 5, 7), f32(2, 7, 3))
def products(x, y, batched, other):
    return (lax.dot(x, y, precision=lax.Precision.HIGHEST),
            lax.dot(x, y, precision=(lax.Precision.HIGH, lax.Precision.DEFAULT)),
            lax.dot_general(batched, other, (((2,), (1,)), ((0,), (0,)))),
            lax.dot(x, y, precision=lax.DotAlgorithmPreset.F32_F32_F32))


@function(f32(6, 4), f32(2, 4, 3), s32(2))
def ragged(x, y, sizes):
    return lax.ragged_dot(x, y, sizes)


@function(f32(2, 8, 9, 4), f32(3, 3, 4, 6))
def convolutions(x, kernel):
    numbers = ("NHWC", "HWIO", "NHWC")
    grouped = jnp.ones((3, 3, 2, 6))
    return (lax.conv_general_dilated(x, kernel, (2, 1), "SAME", dimension_numbers=numbers),
            lax.conv_general_dilated(x, kernel, (1, 1), ((1, 2), (0, 3)), (2, 1), (1, 2), numbers),
            lax.conv_general_dilated(x, grouped, (1, 1), "VALID", dimension_numbers=numbers,
                                     feature_group_count=2),
            lax.conv_transpose(x, kernel, (2, 2), "SAME"),
            jax.grad(lambda k: lax.conv_general_dilated(
                x, k, (2, 2), "SAME", dimension_numbers=numbers).sum())(kernel))


@function(f32(4, 6), s32(2), f32(2, 6))
def indexing(x, index, update):
    return (x[index], x.at[index].set(update), x.at[index].add(update), x[1:4:2, ::-1],
            lax.dynamic_slice(x, (index[0], 1), (2, 3)),
            lax.dynamic_update_slice(x, update, (index[0], 0)),
            lax.gather(x, index[:, None], lax.GatherDimensionNumbers((1,), (0,), (0,)), (1, 6),
                       indices_are_sorted=True, unique_indices=True),
            lax.pad(x, 0.0, ((1, -1, 2), (0, 2, 0))), lax.rev(x, (1,)), x.at[index].mul(update),
            jax.vmap(lambda row, i: row[i])(x[:2], index), x.at[index].max(update))


@function(f32(4, 6))
def shapes(x):
    return (x.T, x.reshape(3, 8), lax.broadcast_in_dim(x, (2, 4, 6), (1, 2)),
            lax.concatenate([x, x], 1), lax.expand_dims(x, (0,)), lax.squeeze(x[:1], (0,)),
            lax.bitcast_convert_type(x, jnp.int32), lax.iota(jnp.int32, 5),
            lax.broadcasted_iota(jnp.int32, (2, 3), 1), lax.optimization_barrier(x))


@function(f32(4, 6))
def reductions(x):
    return (x.sum(0), x.max(), x.prod(1), (x > 0).any(), jnp.argmax(x, 1), lax.cumsum(x, 1),
            lax.cummax(x, 0), lax.sort(x, dimension=1), lax.top_k(x, 2), lax.approx_max_k(x, 2),
            lax.reduce_window(x, 0.0, lax.add, (2, 3), (1, 2), "SAME"),
            jax.grad(lambda x: lax.reduce_window(
                x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum())(x),
            lax.reduce_xor(x.astype(jnp.int32), (0,)), lax.sort((x, x), num_keys=2))


@function(f32(4), s32())
def control(x, n):
    return (lax.cond(n > 0, lambda x: x + 1, lambda x: x - 1, x),
            lax.switch(n, [lambda x: x, lambda x: x * 2, lambda x: -x], x),
            lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, s[1] * 2), (n, x)),
            lax.fori_loop(0, 5, lambda i, x: x + i, x),
            lax.scan(lambda c, v: (c + v, c * v), 0.0, x),
            jax.checkpoint(jnp.sin)(x), lax.map(jnp.cos, x))


@function(f32(4, 4), f32(4, 4))
def linear_algebra(a, b):
    return (lax.linalg.triangular_solve(a, b, left_side=True, lower=True, transpose_a=True),
            lax.linalg.cholesky(a), lax.linalg.qr(a), lax.linalg.lu(a), lax.linalg.eigh(a),
            lax.linalg.svd(a), jnp.linalg.inv(a), lax.linalg.eig(a))


@function(F((2,), jnp.uint32))
def random(key):
    return (jax.random.uniform(key, (3,)), jax.random.normal(key, (3,)), jax.random.split(key),
            lax.rng_bit_generator(jnp.zeros(4, jnp.uint32), (3,)), lax.rng_uniform(0.0, 1.0, (2,)))


@function(f32(3))
def callbacks(x):
    jax.debug.print("x = {x} \"quoted\" {{}}", x=x)
    return jax.pure_callback(lambda x: x, F((3,), jnp.float32), x)


@function(f32(8, 4), donate_argnums=(0,))
def donated(x):
    return x + 1, x.sum()


@function(f32(64), f32(64))
def many_operands(x, y):
    return [x[i] * y[i] for i in range(12)]


def mesh():
    return Mesh(np.array(jax.devices()).reshape(2, 2), ("data", "model"))


def sharded():
    spec = NamedSharding(mesh(), P("data", "model"))
    rows = NamedSharding(mesh(), P("data"))
    columns = NamedSharding(mesh(), P(None, "model"))
    jitted = jax.jit(lambda x, y: (jnp.dot(x, y), x.sum(0), y.T),
                     in_shardings=(spec, columns), out_shardings=(spec, None, rows))
    return jitted.lower(f32(8, 4), f32(4, 8))


def collectives():
    def body(x):
        return (lax.psum(x, "data"), lax.pmax(x, ("data", "model")), lax.all_gather(x, "model"),
                lax.ppermute(x, "data", [(0, 1), (1, 0)]), lax.axis_index("model"),
                lax.psum_scatter(x, "data", tiled=True),
                lax.all_to_all(x, "model", 0, 1, tiled=True))
    specs = (P("data"), P("data"), P("data"), P("data"), P(), P("data"), P("data"))
    mapped = jax.shard_map(body, mesh=mesh(), in_specs=P("data"), out_specs=specs, check_vma=False)
    return jax.jit(mapped).lower(f32(16, 4))


def lowered():
    """Yields the name and the lowered form of every function."""
    for name, (body, shapes, settings) in FUNCTIONS.items():
        yield name, jax.jit(body, **settings).lower(*shapes)
    yield "x64", with_x64()
    yield "sharded", sharded()
    yield "collectives", collectives()


def with_x64():
    with jax.enable_x64(True):
        return jax.jit(lambda x: (x * np.pi, x.astype(jnp.int64), x.astype(jnp.complex128),
                                  np.array([2**63, 1], np.uint64))).lower(F((3,), jnp.float64))
