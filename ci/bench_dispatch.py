# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the time of a call of a jitted function from Python, including the wait for its results.

hloom and JAX's own CPU client take turns in one process.
"""

import statistics
import time

import jax
import numpy as np

CALLS = 2000
ROUNDS = 15

PROGRAMS = {
    "add_scalar": (lambda x: x + 1, [np.float32(1)]),
    "add_1k": (lambda x, y: x + y, [np.ones(1024, np.float32)] * 2),
    "ten_of_ten": (lambda *xs: [x * 2 for x in xs], [np.float32(1)] * 10),
}


def call_time(function, arguments):
    """Returns the mean time of CALLS calls in microseconds, waiting for the results of each."""
    start = time.perf_counter()
    for _ in range(CALLS):
        jax.block_until_ready(function(*arguments))
    return (time.perf_counter() - start) / CALLS * 1e6


devices = {name: jax.devices(name)[0] for name in ["hloom", "cpu"]}
print(f"{'program':12}  {'hloom us':>8}  {'XLA us':>8}  {'ratio':>5}")
for name, (program, values) in PROGRAMS.items():
    times = {platform: [] for platform in devices}
    functions = {}
    for platform, device in devices.items():
        arguments = [jax.device_put(value, device) for value in values]
        functions[platform] = (jax.jit(program), arguments)
        call_time(*functions[platform])
    for turn in range(ROUNDS):
        for platform in list(devices)[:: 1 if turn % 2 else -1]:
            times[platform].append(call_time(*functions[platform]))
    hloom, cpu = (statistics.median(times[platform]) for platform in ["hloom", "cpu"])
    print(f"{name:12}  {hloom:8.2f}  {cpu:8.2f}  {hloom / cpu:5.2f}")
