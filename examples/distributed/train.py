# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trains a network on handwritten digits, on the devices of one or several processes.

    JAX_PLATFORMS=hloom python examples/distributed/train.py --processes 2

starts two local processes, which share four devices. On several machines, each process gets its
number and the address of process 0:

    JAX_PLATFORMS=hloom python examples/distributed/train.py \\
        --coordinator HOST:PORT --count 2 --number 0

Each process reads its share of every batch. The weights are on all devices or, with
`--shard-weights`, each device has a part of them. The losses do not depend on the number of
processes, because collectives add in the order of the devices.
"""

import argparse
import os
import pathlib
import socket
import subprocess
import sys

DEVICES = 4
"""The number of devices of all local processes."""
BATCH = 120
LEARNING_RATE = 0.3
DIGITS = pathlib.Path(__file__).resolve().parent.parent / "digits"


def train(steps, shard_weights):
    """Trains on all devices; returns the loss of each step."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import Mesh, NamedSharding
    from jax.sharding import PartitionSpec as P

    mesh = Mesh(np.array(jax.devices()), ("devices",))
    split, whole = NamedSharding(mesh, P("devices")), NamedSharding(mesh, P())
    of_weights = split if shard_weights else whole
    images = np.load(DIGITS / "images.npy").reshape(-1, 64) / np.float32(16)
    labels = np.load(DIGITS / "labels.npy")

    # The process has a contiguous part of each batch.
    share = BATCH // jax.process_count()
    own = slice(jax.process_index() * share, (jax.process_index() + 1) * share)

    def batch(step):
        rows = np.random.default_rng(step).permutation(len(images))[:BATCH][own]
        parts = images[rows], labels[rows]
        return tuple(jax.make_array_from_process_local_data(split, part) for part in parts)

    rng = np.random.default_rng(0)

    def weight(*shape):
        values = rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(shape[0]))
        return jax.make_array_from_callback(shape, of_weights, lambda index: values[index])

    weights = [weight(64, 128), weight(128, 64), weight(64, 10)]

    @jax.jit
    def step(weights, images, labels):
        def loss_of(weights):
            value = images
            for weight in weights[:-1]:
                value = jax.nn.relu(value @ weight)
            chances = jax.nn.log_softmax(value @ weights[-1])
            return -jnp.take_along_axis(chances, labels[:, None], axis=1).mean()

        loss, gradients = jax.value_and_grad(loss_of)(weights)
        update = jax.tree.map(lambda weight, gradient: weight - LEARNING_RATE * gradient, weights, gradients)
        return jax.lax.with_sharding_constraint(update, of_weights), loss

    losses = []
    for number in range(steps):
        weights, loss = step(weights, *batch(number))
        losses.append(float(loss))
    return losses


def run(options):
    """Trains as one of several processes; process 0 prints the losses."""
    import jax

    if options.count > 1:
        jax.distributed.initialize(options.coordinator, options.count, options.number)
    losses = train(options.steps, options.shard_weights)
    if options.number == 0:
        for number, loss in enumerate(losses):
            print(f"step {number}: loss {loss:.7f}")


def start(options, count):
    """Starts local processes that train together; returns what process 0 prints."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        coordinator = f"127.0.0.1:{listener.getsockname()[1]}"
    environment = {"HLOOM_HOST": "127.0.0.1"} | os.environ | {"HLOOM_NUM_DEVICES": str(DEVICES // count)}

    def process(number):
        command = [sys.executable, __file__, "--coordinator", coordinator, "--count", str(count),
                   "--number", str(number), "--steps", str(options.steps)]
        command += ["--shard-weights"] if options.shard_weights else []
        output = subprocess.PIPE if number == 0 else None
        return subprocess.Popen(command, env=environment, stdout=output, text=True)

    processes = [process(number) for number in range(count)]
    text, _ = processes[0].communicate()
    codes = [process.wait() for process in processes]
    if any(codes):
        sys.exit(f"the processes ended with the statuses {codes}")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, choices=[1, 2, 4], help="the number of local processes to start")
    parser.add_argument("--compare", action="store_true",
                        help="also train in one local process; exit with status 1 if the losses differ")
    parser.add_argument("--coordinator", help="the address of process 0, HOST:PORT")
    parser.add_argument("--count", type=int, default=1, help="the number of processes")
    parser.add_argument("--number", type=int, default=0, help="the number of this process")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--shard-weights", action="store_true", help="split the weights over the devices")
    options = parser.parse_args()
    if options.processes is None:
        run(options)
        return
    text = start(options, options.processes)
    print(text, end="")
    if options.compare and start(options, 1) != text:
        sys.exit("the losses differ from those of one process")


if __name__ == "__main__":
    main()
