# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""while, case, calls and composites."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from . import EXACT, golden, integers, normal


@golden(tags=["case"])
def cond(rng):
    """lax.cond, which JAX lowers to a case of the converted predicate. Both branches run."""

    def f(p, q, x):
        def step(p, x):
            return lax.cond(p, lambda x: jnp.sin(x), lambda x: x * 2.0 - 1.0, x)

        return step(p, x), step(q, x)

    return f, (np.bool_(True), np.bool_(False), normal(rng, 4, 5))


@golden(tags=["case"])
def switch(rng):
    """Three branches with two results. XLA selects the last branch for an index out of range,
    but JAX clamps indices first."""

    def f(indices, x):
        branches = [
            lambda x: (x + 1.0, x.sum()),
            lambda x: (x * x, x.max()),
            lambda x: (-x, x[0, 0]),
        ]
        return [lax.switch(indices[i], branches, x) for i in range(3)]

    return f, (np.array([1, 7, -3], np.int32), normal(rng, 3, 4))


@golden(tags=["case"])
def branches_share_buffers(rng):
    """Results that a branch also returns or reads, branches that compute the same value, and
    branches that return a part of a value, a whole value or a new one."""

    def f(p, x, a, b):
        y = jnp.tanh(x)
        reversed_or_not = lax.cond(p, lambda: y[::-1], lambda: y)
        part = lax.switch(
            p.astype(jnp.int32) + 1,
            [lambda: x[1:25, 2:26], lambda: b[:24, :24], lambda: y[:24, :24] * 2.0],
        )
        product = lax.cond(p, lambda: a @ b, lambda: a @ b)
        return reversed_or_not, y, part.sum(0) - part, product

    return f, (
        np.bool_(False),
        normal(rng, 28, 30),
        normal(rng, 17, 65),
        normal(rng, 65, 33),
    )


@golden(tags=["while"])
def while_shares_buffers(rng):
    """An initial value of a loop that is also a result or read by the body, and a value that an
    inner loop carries twice."""

    def f(x):
        start = x * 2.0
        end = lax.fori_loop(0, 3, lambda _, y: jnp.sin(y) + y[::-1], start)

        def outer(i, y):
            return lax.fori_loop(0, i, lambda _, z: jnp.tanh(z) + y, y)

        return end, start, lax.fori_loop(0, 3, outer, x), lax.fori_loop(0, 2, outer, start)

    return f, (normal(rng, 2, 300),)


@golden(tags=["case"])
def branches_then_updates(rng):
    """A value that a branch returns unchanged is updated, while others read the old value."""

    def f(p, x, z):
        y = lax.cond(p, lambda: x, lambda: z)
        w = lax.switch(p.astype(jnp.int32) + 1, [lambda: x, lambda: z, lambda: x + z])
        return y.at[0].set(9), x * 2, z * 3, w.at[1].add(5), x + z

    return f, (np.bool_(True), normal(rng, 4), normal(rng, 4))


@golden(EXACT, tags=["while"])
def loops_hand_on(rng):
    """Loops that carry a new value twice, return an old value whose update they keep, update it
    in inner loops, and select between a carried value and a constant."""

    def f(x, y, i):
        def loop(body):
            return lax.fori_loop(0, 3, body, (x, y))

        def choose(k, c):
            return lax.cond(k > 1, lambda: c[0], lambda: jnp.arange(5, 9)), c[1] + c[0]

        def inner(k, c):
            return c[1], lax.fori_loop(0, 2, lambda j, d: d.at[j].add(c[0][j]), c[1])

        return [
            loop(lambda k, c: (c[0] + 1, c[0] + 1)),
            loop(lambda k, c: (c[1], c[1].at[i].add(1))),
            loop(inner),
            loop(lambda k, c: (lax.fori_loop(0, 2, lambda j, d: jnp.sort(d - c[1]), c[0]), c[0])),
            loop(choose),
        ]

    return f, (integers(rng, -9, 9, 4), integers(rng, -9, 9, 4), np.int32(2))


@golden(tags=["case"])
def cond_nested(rng):
    def f(i, x):
        def inner(x):
            return lax.cond(x.sum() > 0, lambda x: x + 10, lambda x: x - 10, x)

        return lax.cond(i > 2, inner, lambda x: lax.cond(i > 0, inner, jnp.abs, x), x)

    return f, (np.int32(1), normal(rng, 6))


@golden(tags=["while"])
def while_fori(rng):
    def f(a, x):
        return lax.fori_loop(0, 12, lambda i, x: jnp.tanh(a @ x) + 0.1 * i, x)

    return f, (normal(rng, 7, 7, scale=0.3), normal(rng, 7, 3))


@golden(tags=["while"])
def while_data_dependent(rng):
    """Newton's square root until it converges, Euclid's algorithm, and a loop that never runs."""

    def f(x, a, b):
        def moving(s):
            return jnp.max(jnp.abs(s[0] * s[0] - x)) > 1e-4 * jnp.max(x)

        root, steps = lax.while_loop(
            moving, lambda s: (0.5 * (s[0] + x / s[0]), s[1] + 1), (jnp.ones_like(x), 0)
        )
        gcd, _ = lax.while_loop(lambda s: s[1] != 0, lambda s: (s[1], s[0] % s[1]), (a, b))
        same = lax.while_loop(lambda s: s < 0, lambda s: s + 1, jnp.int32(5))
        return root, jnp.minimum(steps, 100) >= 3, gcd, same

    return f, (
        np.abs(normal(rng, 5)) * 9 + 1,
        np.int32(2 * 3 * 5 * 7 * 11),
        np.int32(3 * 7 * 7 * 13),
    )


@golden(EXACT, tags=["while"])
def while_batched(rng):
    """vmap of a while loop, in which each row stops by itself: Collatz sequence lengths."""

    def f(x):
        def length(n):
            def step(s):
                n, count = s
                return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

            return lax.while_loop(lambda s: s[0] != 1, step, (n, 0))[1]

        return jax.vmap(length)(x)

    return f, (integers(rng, 1, 60, 13),)


@golden(tags=["while"])
def while_nested(rng):
    """A loop inside a loop, with a case inside, which carry values of several types."""

    def f(x, n):
        def update(state):
            i, x, flags = state

            def inner(j, x):
                return lax.cond((i + j) % 2 == 0, lambda x: x * 0.5, lambda x: x + 1.0, x)

            x = lax.fori_loop(0, i + 1, inner, x)
            return i + 1, x, flags | ((jnp.arange(6) == i) & (x.sum() > 0))

        return lax.while_loop(lambda s: s[0] < n, update, (0, x, jnp.zeros(6, bool)))[1:]

    return f, (normal(rng, 3, 3), np.int32(6))


@golden(tags=["while"])
def scan_map(rng):
    """A reverse scan with several carries and stacked outputs, and lax.map."""

    def f(xs, ys):
        def step(carry, xy):
            total, count = carry
            x, y = xy
            total = total * 0.9 + x
            return (total, count + jnp.int32(y > 0)), (total.sum(), total * y)

        result = lax.scan(step, (jnp.zeros(4), jnp.int32(0)), (xs, ys), reverse=True)
        return result, lax.map(lambda x: x / (1 + jnp.abs(x).sum()), xs)

    return f, (normal(rng, 9, 4), normal(rng, 9))


@golden(tags=["call"])
def calls(rng):
    """A jitted function with three calls, a nested one, and one that returns its input."""

    @jax.jit
    def inner(x, y):
        return x * y + 1.0, y

    @jax.jit
    def outer(x):
        a, b = inner(x, x + 1.0)
        return a - b

    def f(x):
        return outer(outer(x)) + inner(x, outer(x))[0], x

    return f, (normal(rng, 5, 2),)


@golden(tags=["composite"])
def composite(rng):
    def f(x):
        def decomposition(x, *, beta):
            return x * jax.nn.sigmoid(beta * x)

        swish = lax.composite(decomposition, name="example.swish", version=1)
        return swish(x, beta=np.float32(1.5)).sum(0)

    return f, (normal(rng, 6, 5),)
