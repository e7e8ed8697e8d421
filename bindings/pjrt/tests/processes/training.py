# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that training steps with sharded data and weights have the losses of one device."""

from connect import COUNT, DEVICES

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

rng = np.random.default_rng(0)
x = rng.standard_normal((48, 8), np.float32)
y = rng.standard_normal((48, 6), np.float32)
weights = [rng.standard_normal(shape, np.float32) / 3 for shape in [(8, 24), (24, 12), (12, 6)]]


@jax.jit
def step(weights, x, y):
    def loss_of(weights):
        value = x
        for weight in weights[:-1]:
            value = jnp.tanh(value @ weight)
        return ((value @ weights[-1] - y) ** 2).mean()

    loss, gradients = jax.value_and_grad(loss_of)(weights)
    return jax.tree.map(lambda weight, gradient: weight - 0.1 * gradient, weights, gradients), loss


def losses(put):
    """Returns the losses of some steps; `put` places an array, split along some dimensions."""
    state = [put(weight, P(None, "model")) for weight in weights]
    data, labels = put(x, P("data")), put(y, P("data"))
    result = []
    for _ in range(8):
        state, loss = step(state, data, labels)
        result.append(float(loss))
    return np.array(result)


one = losses(lambda array, _: jax.device_put(array, jax.local_devices()[0]))
assert one[-1] < one[0], one
devices = np.array(jax.devices())
for grid in [devices.reshape(-1, 1), devices.reshape(COUNT, DEVICES), devices.reshape(DEVICES, COUNT)]:
    mesh = Mesh(grid, ("data", "model"))

    def put(array, spec):
        return jax.make_array_from_callback(array.shape, NamedSharding(mesh, spec), lambda index: array[index])

    np.testing.assert_allclose(losses(put), one, rtol=0, atol=1e-6)
print("all well", flush=True)
