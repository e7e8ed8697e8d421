# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the programs of this folder, lowered by JAX for eight devices, and the results of XLA.

    XLA_FLAGS=--xla_force_host_platform_device_count=8 JAX_PLATFORMS=cpu python export.py shardy
    XLA_FLAGS=--xla_force_host_platform_device_count=8 JAX_PLATFORMS=cpu python export.py gspmd
"""

import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback
from jax.lax import ppermute, psum, with_sharding_constraint
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

FORM = sys.argv[1]
FOLDER = pathlib.Path(__file__).parent
if FORM == "gspmd":
    jax.config.update("jax_use_shardy_partitioner", False)

GRID = jax.make_mesh((2, 4), ("x", "y"), axis_types=(AxisType.Auto,) * 2)
LINE = jax.make_mesh((8,), ("i",), axis_types=(AxisType.Auto,))
TURNED = Mesh(np.array(jax.devices())[[0, 2, 1, 3, 7, 6, 5, 4]].reshape(4, 2), ("p", "q"))
RING = [(k, (k + 1) % 8) for k in range(8)]


def on(*axes):
    return NamedSharding(GRID, P(*axes))


def turned(*axes):
    return NamedSharding(TURNED, P(*axes))


def tensor(*shape, sharding=None, dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=sharding)


def mapped(function, inputs, outputs, mesh=LINE, **options):
    options = {"mesh": mesh, "in_specs": inputs, "out_specs": outputs} | options
    return jax.jit(jax.shard_map(function, **options))


def value(number, spec):
    index = np.arange(int(np.prod(spec.shape)), dtype=np.int64)
    at = 7 * index + 5 * number
    values = (at % 23 - 11) / 8.0 if spec.dtype == np.float32 else at % 8
    values = values.astype(spec.dtype).reshape(spec.shape)
    return values if spec.sharding is None else jax.device_put(values, spec.sharding)


def lower(name, function, *specs):
    lowered = function.lower(*specs)
    text = lowered.as_text()
    (FOLDER / FORM / f"{name}.mlir").write_text(text.rstrip("\n") + "\n")
    return lowered


def export(name, function, *specs):
    lowered = lower(name, function, *specs)
    flat, tree = jax.tree.flatten(specs)
    values = [value(number, spec) for number, spec in enumerate(flat)]
    results = jax.tree.leaves(lowered.compile()(*jax.tree.unflatten(tree, values)))
    number = lambda element: np.format_float_scientific(element, precision=7)
    lines = [" ".join(map(number, np.asarray(result).ravel())) for result in results]
    if FORM == "shardy":
        (FOLDER / f"{name}.expected").write_text("".join(line + "\n" for line in lines))


def collectives(x):
    tiled = jnp.tile(x, (8, 1))
    return (
        psum(x, "i"),
        jax.lax.all_gather(x, "i").sum(0),
        ppermute(x, "i", RING),
        jax.lax.psum_scatter(tiled, "i", tiled=True),
        jax.lax.all_to_all(x.reshape(8, -1), "i", 0, 1, tiled=True) + jax.lax.axis_index("i"),
    )


def step(parameters, x, y):
    def loss(p):
        return jnp.mean((jnp.tanh(x @ p[0] + p[1]) @ p[2] + p[3] - y) ** 2)

    value, gradient = jax.value_and_grad(loss)(parameters)
    return value, jax.tree.map(lambda p, g: p - 0.1 * g, parameters, gradient)


def loop(a, b):
    return jax.lax.scan(lambda c, _: (jnp.tanh(c @ b), c.sum()), a, None, length=3)


def ring(x):
    def body(carried, _):
        a, total = carried
        a = ppermute(a, "i", RING)
        return (a, total + a * jax.lax.axis_index("i")), a.sum()

    return jax.lax.scan(body, (x, jnp.zeros_like(x)), None, length=3)


def layers(x, w):
    specs = {"in_specs": (P("x", "y"), P("y")), "out_specs": P("x")}
    product = jax.shard_map(lambda a, b: psum(a @ b, "y"), mesh=GRID, **specs)
    return jax.lax.scan(lambda c, _: (jnp.tanh(product(c, w)), c.mean()), x, None, length=2)


def attention(q, k, v):
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 2.0
    scores = jnp.where(jnp.tril(jnp.ones((8, 8), bool)), scores, -1e9)
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v)


def convolution(x, w):
    names = ("NHWC", "HWIO", "NHWC")
    y = jax.lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=names)
    window = (1, 2, 2, 1)
    y = jax.lax.reduce_window(jax.nn.relu(y), -jnp.inf, jax.lax.max, window, window, "VALID")
    return (y * y).mean()


def vocabulary(e, w, t):
    def loss(e, w):
        logs = jax.nn.log_softmax(e[t] @ w)
        return -jnp.take_along_axis(logs, t[:, None], axis=1).mean()

    logits = e[t] @ w
    best = jnp.argmax(logits, axis=1).astype(jnp.float32)
    return jax.value_and_grad(loss, argnums=(0, 1))(e, w), (best, logits.max(1))


def constrained(x, w):
    inner = lambda a: psum(with_sharding_constraint(a @ w, P(None, "y")), "x")
    return jax.shard_map(inner, mesh=GRID, in_specs=P("x"), out_specs=P(), axis_names={"x"})(x)


def callbacks(a):
    jax.debug.print("x {}", a.sum())
    ordered = io_callback(lambda v: v, tensor(), a.sum(), ordered=True)
    return ordered + a + jax.pure_callback(lambda v: v, tensor(8, 16), a)


def each_calls_back(a):
    jax.debug.print("hi")
    jax.debug.print("x {}", a.sum())
    return a


def main():
    (FOLDER / FORM).mkdir(exist_ok=True)
    a, square, heads = tensor(8, 16), tensor(8, 8), (tensor(2, 8, 4, 4),) * 3
    both = tensor(8, 16, sharding=on("x", "y"))
    mlp = ((tensor(8, 16), tensor(16), tensor(16, 4), tensor(4)), square, tensor(8, 4))
    i32 = jnp.int32
    jit = lambda function, inputs=None, **options: jax.jit(
        function, **({} if inputs is None else {"in_shardings": inputs}), **options
    )

    weights = (on(None, "y"), on("y"), on("y", None), on())
    data = (on("x"), on("x"))
    matmul = jit(lambda a, b: a @ b, (on("x", "y"), on("y", None)), out_shardings=on("x", None))
    export("matmul", matmul, a, tensor(16, 4))
    export("unspec", jit(lambda a, b: (jnp.sin(a) + b, a.sum(0))), both, tensor(16))
    constraint = lambda a: with_sharding_constraint(a * 2, on("y", "x")).T
    export("constraint", jit(constraint, on(None, "x")), a)
    line = P("i")
    export("collectives", mapped(collectives, line, (line,) * 5, check_vma=False), a)
    two = lambda x: (psum(x, "x"), jax.lax.all_gather(x, "y", axis=1, tiled=True))
    specs = (P("x", "y"), (P(None, "y"), P("x")))
    export("shmap2d", mapped(two, *specs, mesh=GRID, check_vma=False), a)
    export("mlp_dp", jit(step, ((on(),) * 4, *data)), *mlp)
    export("mlp_tp", jit(step, (weights, *data), out_shardings=(on(), weights)), *mlp)
    out = (on("x", "y"), None)
    scan = jit(loop, (on("x", None), on(None, "y")), out_shardings=out)
    export("scan", scan, square, square)
    rows = lambda a: jnp.sort(a, axis=1)[:, ::2] + jnp.cumsum(a, axis=0)[:, :8]
    export("both_axes", jit(rows, (on(("x", "y"), None),)), a)
    auto = mapped(lambda x: psum(x, "x"), P("x"), P(), mesh=GRID, axis_names={"x"})
    export("partial_auto", auto, both)
    normal = lambda seed: jax.random.normal(jax.random.PRNGKey(seed), (8, 16))
    export("random", jit(normal, out_shardings=on("x", "y")), tensor(dtype=i32))
    choice = lambda p, a: jax.lax.cond(p > 0, lambda v: v * 2, lambda v: jnp.flip(v, 0), a)
    choice = jit(choice, (on(), on("x")), out_shardings=on("x", "y"))
    export("scalarpred", choice, tensor(dtype=i32), a)
    add = jit(lambda a, b: a + b, data, donate_argnums=0, out_shardings=on("x"))
    export("donate", add, a, a)
    embed = jit(lambda e, i: e[i], (on(None, "y"), on("x")), out_shardings=on("x", None))
    export("embed", embed, tensor(32, 16), tensor(8, dtype=i32))
    outs = ((line, line), line)
    export("scan_in_shard_map", mapped(ring, line, outs, check_vma=False), a)
    export("shard_map_in_scan", jit(layers, (on("x"), on())), a, tensor(16, 16))
    squares = lambda *qkv: (attention(*qkv) ** 2).sum()
    by_head = (on("x", None, "y", None),) * 3
    export("attention", jit(jax.grad(squares, argnums=(0, 1, 2)), by_head), *heads)
    by_row = jit(attention, (on("x", "y"),) * 3, out_shardings=on("x", "y"))
    export("attention_rows", by_row, *heads)
    kernels = (on("x"), on(None, None, None, "y"))
    gradient = jit(jax.grad(convolution, argnums=(0, 1)), kernels)
    export("convolution", gradient, tensor(4, 6, 6, 4), tensor(3, 3, 4, 8))
    tables = (on(None, "y"), on(None, "y"), on("x"))
    words = (tensor(16, 8), tensor(8, 16), tensor(8, dtype=i32))
    export("vocabulary", jit(vocabulary, tables), *words)
    inputs = (on("x"), on(None, "y"))
    export("constraint_in_shard_map", jit(constrained, inputs), a, tensor(16, 8))
    free = lambda a: with_sharding_constraint(a + 1, on(P.UNCONSTRAINED, "y"))
    free = jit(lambda a, free=free: free(a).reshape(4, 2, 16).sum(1), on("x"))
    export("unconstrained", free, a)
    export("top_k", jit(lambda a: jax.lax.top_k(a, 3)[0], on("x", "y")), a)
    inputs, out = (turned("p", "q"), turned("q")), turned(None, ("q", "p"))
    product = jit(lambda a, b: (a @ b).T, inputs, out_shardings=out)
    export("other_order", product, a, tensor(16, 8))
    lower("callbacks", jit(callbacks, on("x", "y")), a)
    lower("callbacks_in_shard_map", mapped(each_calls_back, P("x", "y"), P("x", "y"), mesh=GRID), a)


main()
