# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that the processes which survive the loss of another get errors.

The arguments are how a process is lost, and its number: `kill`, `stop` (it still exists, but does
nothing), `exit`, `abandon` (it ends without its destructors) or `idle` (it is killed while the others
run nothing).
"""

from connect import ARGUMENTS, COUNT, DEVICES, NUMBER, error_of

import os
import signal
import sys
import time

import jax
import numpy as np
from jax import lax
from jax.experimental import multihost_utils
from jax.sharding import Mesh, NamedSharding
from jax.sharding import PartitionSpec as P

how, lost = ARGUMENTS[0], int(ARGUMENTS[1])
heartbeat = int(os.environ["HLOOM_HEARTBEAT"])
mesh = Mesh(np.array(jax.devices()), ("x",))
ones = np.ones(COUNT * DEVICES, np.float32)
array = jax.make_array_from_callback(ones.shape, NamedSharding(mesh, P("x")), lambda index: ones[index])
summed = jax.jit(jax.shard_map(lambda a: lax.psum(a, "x"), mesh=mesh, in_specs=P("x"), out_specs=P()))
for _ in range(5):
    assert np.asarray(summed(array).addressable_data(0))[0] == COUNT * DEVICES
multihost_utils.sync_global_devices("begin")
if NUMBER == lost:
    print("lost", flush=True)
    match how:
        case "exit":
            sys.exit()
        case "abandon":
            os._exit(0)
        case "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        case _:
            os.kill(os.getpid(), signal.SIGKILL)
if how == "idle":
    time.sleep(1)
begin = time.monotonic()
error = error_of(lambda: summed(array))
elapsed = time.monotonic() - begin
assert error.startswith("UNAVAILABLE: "), error
assert f"process {lost} " in error, error
# The first sign of life is a quarter of the heartbeat old at most; the rest is for a busy machine.
assert elapsed < heartbeat + 5, elapsed
# Later runs fail at once, and what needs no other process still works.
begin = time.monotonic()
error = error_of(lambda: summed(array))
assert f"process {lost} " in error, error
assert time.monotonic() - begin < heartbeat + 5
assert float(jax.jit(lambda a: a + 1)(np.float32(1))) == 2
if NUMBER == 0 and COUNT > 2:
    # The coordination service, which is in this process, must outlive the others.
    time.sleep(1)
print("all well", flush=True)
os._exit(0)
