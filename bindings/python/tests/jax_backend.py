# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""JAX on the library of this package, with passes in Python."""

import pathlib

import checks
import hloom
import jax
import jax.numpy as jnp
import numpy as np

X = np.linspace(-1, 1, 5, dtype=np.float32)


@hloom.rewrite("stablehlo.tanh")
def clip_instead(op):
    """Replaces hyperbolic tangents by their piecewise linear approximation."""
    seen.append(op.location.filename)
    ty = op.result.type
    one = f"stablehlo.constant dense<1.0> : {ty}"
    return hloom.inline(f"""func.func @f(%x: {ty}) -> {ty} {{
      %high = {one}
      %low = stablehlo.negate %high : {ty}
      %clipped = stablehlo.clamp %low, %x, %high : {ty}
      return %clipped : {ty} }}""", op.operands, before=op)


seen = []
PIPELINE = {"hloom_pipeline": "before hlo-expand-chlo:\n  clip-instead\n"}


def test_one_library_serves_both():
    assert jax.devices()[0].platform == "hloom"
    assert np.allclose(jax.jit(jnp.sin)(X), np.sin(X), atol=1e-6)
    maps = pathlib.Path("/proc/self/maps").read_text(encoding="utf-8").splitlines()
    loaded = {line.split()[-1] for line in maps if "hloom" in line.rsplit("/", 1)[-1]}
    assert len(loaded) == 1, loaded


def test_jax_programs_use_rewrites_in_python():
    def layer(x):
        return jnp.tanh(2 * x) + 1

    plain = jax.jit(layer)(X)
    clipped = jax.jit(layer, compiler_options=PIPELINE)(X)
    assert np.allclose(plain, np.tanh(2 * X) + 1, atol=1e-6)
    assert np.array_equal(clipped, np.clip(2 * X, -1, 1) + 1)
    assert seen[0].endswith("jax_backend.py"), seen
    # Gradients go through the rewritten operations, too, as JAX has already derived them.
    slope = jax.jit(jax.grad(lambda x: layer(x).sum()), compiler_options=PIPELINE)(X)
    assert np.array_equal(slope, 2 - 2 * np.clip(2 * X, -1, 1) ** 2)


@hloom.rewrite("stablehlo.custom_call", attributes={"call_target_name": "python_triple"})
def triple(op):
    """Lowers calls of `python_triple`."""
    return hloom.inline(jax.jit(lambda x: 3 * x).lower(X), op.operands, before=op)


def test_custom_calls_are_lowered_by_rules_in_python():
    def twelve(x):
        call = jax.ffi.ffi_call("python_triple", jax.ShapeDtypeStruct(x.shape, x.dtype))
        return 4 * call(x)

    rules = {"hloom_pipeline": "before hlo-expand-chlo:\n  triple\n"}
    assert np.allclose(jax.jit(twelve, compiler_options=rules)(X), 12 * X)
    with checks.raises(Exception, "python_triple"):
        jax.jit(twelve)(X)


def test_exceptions_in_passes_are_errors_of_jax():
    def fail(_):
        raise ValueError("not today")

    hloom.register_pass("python-refuse", fail)
    refusing = {"hloom_pipeline": "before hlo-expand-chlo:\n  python-refuse\n"}
    with checks.raises(Exception, "pass `python-refuse`: ValueError: not today"):
        jax.jit(jnp.cos, compiler_options=refusing)(X)
    with checks.raises(Exception, "hloom_pipeline: expected the text of a pipeline file"):
        jax.jit(lambda x: x - 1, compiler_options={"hloom_pipeline": 3})(X)
    with checks.raises(Exception, "hloom_pipeline:1"):
        jax.jit(lambda x: x - 2, compiler_options={"hloom_pipeline": "before nothing:\n  cse\n"})(X)


checks.run(globals())
