# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures the time of a call of a jitted function from Python, including the wait for its results.

hloom, JAX's own CPU client and a plugin whose runs do nothing take turns in one process. The
difference between hloom and that plugin is the time that hloom itself needs.

    HLOOM_PJRT_LIBRARY        hloom's PJRT plugin
    HLOOM_EMPTY_PJRT_LIBRARY  the plugin whose runs do nothing
"""

import os
import statistics
import time

import jax
import numpy as np
from jax._src import xla_bridge

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


xla_bridge.register_plugin(
    "empty", priority=-2, library_path=os.environ["HLOOM_EMPTY_PJRT_LIBRARY"], options={}
)
devices = {name: jax.devices(name)[0] for name in ["hloom", "cpu", "empty"]}
print(f"{'program':10}  {'hloom us':>8}  {'XLA us':>6}  {'empty us':>8}  {'hloom - empty':>13}")
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
    hloom, cpu, empty = (statistics.median(times[platform]) for platform in devices)
    print(f"{name:10}  {hloom:8.2f}  {cpu:6.2f}  {empty:8.2f}  {hloom - empty:13.2f}")
