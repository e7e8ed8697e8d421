# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills a process at a random time of a training run, again and again.

    python kills.py ROUNDS [SEED]

Three processes train together. One of the last two is killed: the coordination service of JAX is in
the first one, which ends the others when it is lost. Each survivor must report an error that names
the killed process within 15 s.
"""

import os
import pathlib
import random
import signal
import subprocess
import sys
import time

COUNT = 3
TIME_LIMIT = 15
"""The time within which survivors must report, in seconds."""


def train():
    """Trains until a run fails."""
    from connect import error_of

    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding
    from jax.sharding import PartitionSpec as P

    mesh = Mesh(np.array(jax.devices()), ("x",))
    rng = np.random.default_rng(0)

    def put(array, spec):
        return jax.make_array_from_callback(array.shape, NamedSharding(mesh, spec), lambda index: array[index])

    weights = [put(rng.standard_normal((256, 256), np.float32) / 16, P()) for _ in range(3)]
    data = put(rng.standard_normal((16 * len(jax.devices()), 256), np.float32), P("x"))

    @jax.jit
    def step(weights, data):
        def loss(weights):
            value = data
            for weight in weights:
                value = jnp.tanh(value @ weight)
            return (value ** 2).mean()

        return jax.tree.map(lambda weight, gradient: weight - 0.1 * gradient, weights, jax.grad(loss)(weights))

    def forever():
        nonlocal weights
        while True:
            weights = jax.block_until_ready(step(weights, data))

    jax.block_until_ready(step(weights, data))
    print("training", flush=True)
    error = error_of(forever)
    print(f"{time.monotonic()} {' '.join(error.split())}", flush=True)
    os._exit(0)


def check(number, rng):
    """Starts the processes, kills one, and returns the longest time until a report."""
    from start import free_port

    port = free_port()
    script = pathlib.Path(__file__)
    environment = {**os.environ, "RECOVER": "1", "HLOOM_HEARTBEAT": "10"}
    processes = [
        subprocess.Popen([sys.executable, script, str(own), str(COUNT), str(port)], env=environment,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for own in range(COUNT)
    ]
    try:
        for process in processes:
            line = process.stdout.readline()
            assert line == "training\n", line
        time.sleep(rng.uniform(0, 1))
        lost = rng.randrange(1, COUNT)
        how = rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGSTOP])
        begin = time.monotonic()
        processes[lost].send_signal(how)
        longest = 0
        for own, process in enumerate(processes):
            if own == lost:
                continue
            report, _ = process.communicate(timeout=60)
            moment, _, message = report.partition(" ")
            assert f"process {lost} " in message, message
            longest = max(longest, float(moment) - begin)
        assert longest < TIME_LIMIT, longest
        print(f"{number}: process {lost}, {how.name}: {longest:.2f} s", flush=True)
        return longest
    finally:
        for process in processes:
            process.kill()


def main(rounds, seed=0):
    rng = random.Random(int(seed))
    times = sorted(check(number, rng) for number in range(int(rounds)))
    print(f"{rounds} processes were lost; the last report took {times[-1]:.2f} s")


if len(sys.argv) > 3:
    train()
main(*sys.argv[1:])
