# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The peer of `cargo ci bench`: the benchmark programs, and JAX's XLA CPU on them.

    python ci/bench_jax.py --write DIR [--expected] [--only NAME ...]
        writes DIR/NAME/program.mlir (StableHLO) and DIR/NAME/in0.npy, in1.npy, ...
        in the order of the entry's parameters. --expected also writes JAX's results
        as out0.npy, ... A folder has the same files as that of a golden.

    python ci/bench_jax.py --run [--threads N] [--runs R] [--only NAME ...]
        compiles and runs the same programs on the same inputs with XLA CPU and
        prints one JSON object on stdout; progress goes to stderr.

    --write and --run may be given together. --list prints the names.

Measurements of each program:
    lower_ms            tracing and lowering to StableHLO (not part of compile_ms)
    compile_ms          `lowered.compile()`, median of 5 compilations; JAX's caches are
                        cleared before each, and no persistent cache is used
    compile_ms_min      the fastest compilation
    run_ms_min, run_ms_median, runs
                        one call including `block_until_ready`, inputs already on the
                        device, after 3 calls that are not counted
    temp_bytes          `compiled.memory_analysis().temp_size_in_bytes`
    argument_bytes, output_bytes

Threads. XLA CPU sizes its thread pools by the CPUs the process may run on when its
client starts, so --threads N restricts the process to the first N of them before JAX is
imported; `taskset -c 0-(N-1) python ...` is the same from outside. NPROC and PJRT_NPROC
would also set the size of the pools, so the script removes them. XLA_FLAGS is passed
through and reported. In jaxlib 0.10.2, `--xla_cpu_multi_thread_eigen=false` has no measured
effect (a matmul still uses every CPU), and neither have OpenMP's variables. A program that
is compared with XLA must be restricted to the same CPUs, which the result lists as `cpus`.
"""

import argparse
import json
import os
import statistics
import sys
import time
import zlib
from pathlib import Path

import numpy as np

COMPILATIONS = 5
WARM_UP_RUNS = 3
MIN_TIMED_SECONDS = 1.0
MAX_RUNS = 500


# Programs. Each function imports JAX itself. It returns the function to compile, and for each f32
# input its shape and the scale of its normal distribution.


def matmul_1024():
    """[1024,1024] x [1024,1024], f32."""

    def matmul_1024(x, y):
        return x @ y

    return matmul_1024, [((1024, 1024), 1.0), ((1024, 1024), 1.0)]


def elementwise_4m():
    """A chain of 15 elementwise operations, four of them transcendental, on 4 Mi elements."""
    import jax.numpy as jnp
    from jax import lax

    def elementwise_4m(x, a, b):
        gate = jnp.tanh(x * a + b) * jnp.exp(-x * x)
        tail = jnp.log1p(jnp.abs(x)) * lax.rsqrt(1.0 + x * x)
        return gate + jnp.maximum(tail, 0.25)

    return elementwise_4m, [((4 * 1024 * 1024,), 1.0), ((), 1.0), ((), 1.0)]


def softmax_4096():
    """Softmax over the rows of [4096,4096]."""
    import jax

    def softmax_4096(x):
        return jax.nn.softmax(x, axis=-1)

    return softmax_4096, [((4096, 4096), 2.0)]


def conv3x3_8x56x56x64():
    """3x3 convolution, 64 to 64 channels, [8,56,56,64] NHWC, HWIO kernel, SAME padding."""
    from jax import lax

    def conv3x3_8x56x56x64(x, kernel):
        return lax.conv_general_dilated(
            x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
        )

    return conv3x3_8x56x56x64, [((8, 56, 56, 64), 1.0), ((3, 3, 64, 64), 0.05)]


def transformer_block():
    """Pre-norm encoder block: batch 8, sequence 128, width 256, 8 heads, feed-forward 1024."""
    import jax
    import jax.numpy as jnp

    heads, width, feed_forward = 8, 256, 1024
    head_width = width // heads

    def layer_norm(x, scale, bias):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale + bias

    def transformer_block(x, norm1, qkv, proj, norm2, up, up_bias, down, down_bias):
        batch, length, _ = x.shape
        h = layer_norm(x, norm1[0], norm1[1])
        q, k, v = jnp.moveaxis((h @ qkv).reshape(batch, length, 3, heads, head_width), 2, 0)
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / jnp.sqrt(jnp.float32(head_width))
        mixed = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)
        x = x + mixed.reshape(batch, length, width) @ proj
        h = layer_norm(x, norm2[0], norm2[1])
        return x + jax.nn.gelu(h @ up + up_bias) @ down + down_bias

    return transformer_block, [
        ((8, 128, width), 1.0),
        ((2, width), 1.0),
        ((width, 3 * width), width**-0.5),
        ((width, width), width**-0.5),
        ((2, width), 1.0),
        ((width, feed_forward), width**-0.5),
        ((feed_forward,), 0.1),
        ((feed_forward, width), feed_forward**-0.5),
        ((width,), 0.1),
    ]


PROGRAMS = [
    matmul_1024,
    elementwise_4m,
    softmax_4096,
    conv3x3_8x56x56x64,
    transformer_block,
]


def main():
    args = parse_args()
    if args.list:
        for program in PROGRAMS:
            print(f"{program.__name__}: {program.__doc__}")
        return
    known = {program.__name__: program for program in PROGRAMS}
    for name in args.only:
        if name not in known:
            sys.exit(f"--only {name}: expected one of {', '.join(known)}")
    chosen = [known[name] for name in args.only] or PROGRAMS

    cpus = restrict_to_cpus(args.threads)
    os.environ["JAX_PLATFORMS"] = "cpu"
    for variable in ("JAX_COMPILATION_CACHE_DIR", "NPROC", "PJRT_NPROC"):
        os.environ.pop(variable, None)
    import jax

    if args.write:
        for program in chosen:
            write(program, Path(args.write), args.expected)
    if args.run:
        report = {
            "jax": jax.__version__,
            "jaxlib": jax.lib.__version__,
            "threads": len(cpus),
            "cpus": cpus,
            "xla_flags": os.environ.get("XLA_FLAGS", ""),
            "programs": {program.__name__: measure(program, args.runs) for program in chosen},
        }
        print(json.dumps(report, indent=2))


def parse_args():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", metavar="DIR", help="write programs and inputs to DIR")
    parser.add_argument("--expected", action="store_true", help="write JAX's outputs too")
    parser.add_argument("--run", action="store_true", help="time XLA CPU and print JSON")
    parser.add_argument("--threads", type=int, help="CPUs to use (default: all allowed)")
    parser.add_argument("--runs", type=int, default=20, help="fewest timed runs (default: 20)")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    parser.add_argument("--list", action="store_true", help="print the programs' names")
    args = parser.parse_args()
    if not (args.write or args.run or args.list):
        parser.error("expected --write, --run or --list")
    if args.runs < 1:
        parser.error("--runs must be at least 1")
    return args


def restrict_to_cpus(threads):
    """Restricts this process to the first `threads` CPUs that it may use, and returns them."""
    allowed = sorted(os.sched_getaffinity(0))
    if threads is not None:
        if not 1 <= threads <= len(allowed):
            sys.exit(f"--threads {threads}: expected 1 to {len(allowed)}, the number of CPUs")
        allowed = allowed[:threads]
        os.sched_setaffinity(0, allowed)
    return allowed


def make_inputs(name, shapes):
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    return [
        (rng.standard_normal(shape, dtype=np.float32) * np.float32(scale)).astype(np.float32)
        for shape, scale in shapes
    ]


def write(program, root, expected):
    import jax

    function, shapes = program()
    inputs = make_inputs(program.__name__, shapes)
    folder = root / program.__name__
    folder.mkdir(parents=True, exist_ok=True)
    lowered = jax.jit(function, keep_unused=True).lower(*inputs)
    (folder / "program.mlir").write_text(lowered.as_text())
    for i, value in enumerate(inputs):
        np.save(folder / f"in{i}.npy", value)
    if expected:
        for i, value in enumerate(jax.tree.leaves(lowered.compile()(*inputs))):
            np.save(folder / f"out{i}.npy", np.asarray(value))
    print(f"wrote {folder}", file=sys.stderr)


def measure(program, runs):
    import jax

    function, shapes = program()
    inputs = [jax.device_put(value) for value in make_inputs(program.__name__, shapes)]
    jax.block_until_ready(inputs)

    lower_ms, compile_ms = [], []
    for _ in range(COMPILATIONS):
        jax.clear_caches()
        start = time.perf_counter()
        lowered = jax.jit(function, keep_unused=True).lower(*inputs)
        middle = time.perf_counter()
        compiled = lowered.compile()
        end = time.perf_counter()
        lower_ms.append((middle - start) * 1e3)
        compile_ms.append((end - middle) * 1e3)

    for _ in range(WARM_UP_RUNS):
        jax.block_until_ready(compiled(*inputs))
    run_ms, begun = [], time.perf_counter()
    while len(run_ms) < runs or (
        time.perf_counter() - begun < MIN_TIMED_SECONDS and len(run_ms) < MAX_RUNS
    ):
        start = time.perf_counter()
        jax.block_until_ready(compiled(*inputs))
        run_ms.append((time.perf_counter() - start) * 1e3)

    memory = compiled.memory_analysis()
    result = {
        "lower_ms": statistics.median(lower_ms),
        "compile_ms": statistics.median(compile_ms),
        "compile_ms_min": min(compile_ms),
        "run_ms_min": min(run_ms),
        "run_ms_median": statistics.median(run_ms),
        "runs": len(run_ms),
        "temp_bytes": memory.temp_size_in_bytes,
        "argument_bytes": memory.argument_size_in_bytes,
        "output_bytes": memory.output_size_in_bytes,
    }
    print(
        f"{program.__name__}: compile {result['compile_ms']:.1f} ms, "
        f"run {result['run_ms_min']:.3f} ms (min of {len(run_ms)})",
        file=sys.stderr,
    )
    return result


if __name__ == "__main__":
    main()
