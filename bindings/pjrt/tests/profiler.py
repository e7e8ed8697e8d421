# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that JAX's traces contain the compilations and runs of the plugin."""

import gzip
import json
import pathlib
import tempfile

import jax
import jax.numpy as jnp

with tempfile.TemporaryDirectory() as folder:
    with jax.profiler.trace(folder):

        @jax.jit
        def a_long_name(x):
            return jnp.sin(x) @ x

        a_long_name(jnp.ones((300, 300))).block_until_ready()
    (trace,) = pathlib.Path(folder).rglob("*.trace.json.gz")
    events = json.loads(gzip.decompress(trace.read_bytes()))["traceEvents"]

planes = {event["pid"] for event in events if event.get("args", {}).get("name", "").endswith("hloom")}
assert len(planes) == 1, planes
names = {event["name"] for event in events if event.get("pid") in planes and "dur" in event}
assert "compile" in names and any("a_long_name" in name or name == "main" for name in names), names
print("all well")
