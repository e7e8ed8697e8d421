# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compilation, and runs on arrays."""

import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import checks
import hloom
import ml_dtypes
import numpy as np
from hloom.element_types import DTYPES

ADD = """
func.func @add(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
"""
X = np.arange(6, dtype=np.float32).reshape(2, 3)


class Exporter:
    """An array that has no other interface than DLPack."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def identity(ty):
    return hloom.compile(f"func.func @f(%x: {ty}) -> {ty} {{ return %x : {ty} }}")


def test_programs_run_on_all_platforms_of_the_host():
    # The simulated GPU has memory of its own, to which arguments are copied.
    for platform in ["simt", "interpreter", "cpu"]:
        add = hloom.compile(ADD, platform)
        assert np.array_equal(add(X, X), 2 * X)
        assert add.name == "add"
        assert [str(spec) for spec in add.inputs] == ["tensor<2x3xf32>"] * 2
        assert add.outputs[0].shape == (2, 3) and add.outputs[0].dtype == np.float32
    assert repr(add) == ("<hloom.Executable add(tensor<2x3xf32>, tensor<2x3xf32>) -> "
                         "(tensor<2x3xf32>)>")
    assert add.memory["arguments"] == 48
    assert "hlo" in hloom.compile(ADD).stages


def test_all_element_types_go_in_and_out():
    for name, dtype in DTYPES.items():
        program = identity(f"tensor<2x4x{name}>")
        if name == "i1" or name.startswith(("i", "ui")):
            value = (np.arange(8) % 2).astype(dtype).reshape(2, 4)
        else:
            value = np.array([0.5, 1, 2, 4] * 2).astype(dtype).reshape(2, 4)
        result = program(value)
        assert result.dtype == dtype and result.shape == (2, 4), name
        assert result.tobytes() == value.tobytes(), name


def test_bfloat16_is_computed():
    ty = "tensor<3xbf16>"
    double = hloom.compile(f"""func.func @f(%x: {ty}) -> {ty} {{
      %0 = stablehlo.add %x, %x : {ty}  return %0 : {ty} }}""")
    assert double(np.array([1, 2, 3], ml_dtypes.bfloat16)).astype(float).tolist() == [2, 4, 6]


def test_rank_0_and_empty_arrays():
    assert identity("tensor<f32>")(np.float32(3)) == 3 and identity("tensor<f32>")(3).shape == ()
    assert identity("tensor<i1>")(True) == np.True_
    empty = identity("tensor<0x5xf32>")(np.zeros((0, 5), np.float32))
    assert empty.shape == (0, 5)
    assert hloom.compile("func.func @f() { return }")() == ()
    assert hloom.Buffer is type(identity("tensor<0xf32>").run(np.zeros(0, np.float32))[0])


def test_several_results_are_a_tuple():
    swap = hloom.compile("""func.func @f(%x: tensor<f32>, %y: tensor<i64>)
      -> (tensor<i64>, tensor<f32>) { return %y, %x : tensor<i64>, tensor<f32> }""")
    y, x = swap(1.5, 2)
    assert (y, y.dtype, x, x.dtype) == (2, np.int64, 1.5, np.float32)


def test_wrong_arguments_are_refused():
    add = hloom.compile(ADD)
    with checks.raises(TypeError, r"`add`: expected 2 arguments \(tensor<2x3xf32>, .*found 1"):
        add(X)
    with checks.raises(TypeError, "argument 1 of `add`: expected an array of float32 .*float64"):
        add(X, X.astype(np.float64))
    with checks.raises(ValueError, r"argument 0 of `add`: expected the shape .*\(3, 2\)"):
        add(X.T, X)
    with checks.raises(TypeError, "expected no keyword arguments"):
        add(X, y=X)
    with checks.raises(TypeError, "found float64"):
        identity("tensor<i32>")(1.5)
    with checks.raises(OverflowError, "300"):
        identity("tensor<i8>")(300)
    with checks.raises(ValueError, "unknown platform `abacus`"):
        hloom.compile(ADD, "abacus")
    with checks.raises(ValueError, "no entry function `@other`"):
        hloom.compile(ADD, entry="other")
    with checks.raises(TypeError, "unexpected keyword"):
        hloom.compile(ADD, shade="red")


def test_any_layout_is_accepted():
    add = hloom.compile(ADD)
    assert np.array_equal(add(np.asfortranarray(X), X[:, ::-1][:, ::-1]), 2 * X)
    assert np.array_equal(add(np.arange(12, dtype=np.float32).reshape(2, 6)[:, ::2], X),
                          np.array([[0, 3, 6], [9, 12, 15]]))
    big_endian = X.astype(">f4")
    assert np.array_equal(add(big_endian, X), 2 * X)
    read_only = X.copy()
    read_only.flags.writeable = False
    assert np.array_equal(add(read_only, X), 2 * X)


def test_results_own_their_memory():
    add = hloom.compile(ADD)
    result, = add.run(X, X)
    assert (result.shape, result.element_type, result.nbytes) == ([2, 3], "f32", 24)
    view = np.from_dlpack(result)
    assert view.ctypes.data == result.address_of_data
    array = add(X, X)
    del add, result
    assert np.array_equal(view, 2 * X) and np.array_equal(array, 2 * X)
    array[0, 0] = 7
    assert array[0, 0] == 7 and memoryview(array).nbytes == 24


def test_dlpack_in_and_out():
    add = hloom.compile(ADD)
    assert np.array_equal(add(Exporter(X), X), 2 * X)
    assert np.array_equal(add(Exporter(X.T.copy().T), X), 2 * X)
    result, = add.run(X, X)
    assert result.__dlpack_device__() == (1, 0)
    assert 'dltensor_versioned' in str(result.__dlpack__(max_version=(1, 0)))
    assert '"dltensor"' in str(result.__dlpack__())
    again, = add.run(result, result)
    assert np.array_equal(np.from_dlpack(again), 4 * X)


def test_dlpack_supports_types_that_numpy_lacks():
    for name, dtype in DTYPES.items():
        value = np.arange(6).reshape(2, 3).astype(dtype)
        buffer, = identity(f"tensor<2x3x{name}>").run(value)
        if dtype.itemsize * 8 > 8 or name in ("i8", "ui8", "i1") or name.startswith("f8"):
            array = hloom.arrays.from_dlpack(Exporter(buffer))
            assert array.ctypes.data == buffer.address_of_data, name
            assert array.dtype == dtype and array.tobytes() == value.tobytes(), name
            count = sys.getrefcount(buffer)
            del array
            assert sys.getrefcount(buffer) == count - 1, name
        else:
            with checks.raises(BufferError, f"DLPack does not support elements of {name}"):
                buffer.__dlpack__()
    scalar = hloom.arrays.from_dlpack(Exporter(np.float64(2)[...]))
    assert scalar.shape == () and scalar == 2
    assert hloom.arrays.from_dlpack(Exporter(np.zeros((0, 3)))).shape == (0, 3)
    capsule = X.__dlpack__()
    hloom._native.Tensor(capsule)
    with checks.raises(BufferError, "expected a DLPack capsule"):
        hloom._native.Tensor(capsule)
    with checks.raises(BufferError, "expected a DLPack capsule"):
        hloom._native.Tensor(3)


def test_programs_with_dynamic_shapes():
    text = """func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.add %x, %x : tensor<?xf32>  return %0 : tensor<?xf32> }"""
    double = hloom.compile(text, "interpreter")
    assert double.inputs[0].shape == (None,)
    for size in [0, 1, 5]:
        x = np.arange(size, dtype=np.float32)
        assert np.array_equal(double(x), 2 * x)
    double = hloom.compile(text, sizes=[(3,)])
    assert np.array_equal(double(np.ones(3, np.float32)), [2, 2, 2])
    with checks.raises(ValueError, "sizes: expected at most 1 entries, found 2"):
        hloom.compile(text, sizes=[(3,), (4,)])
    with checks.raises(hloom.Error, "a dimension is dynamic") as caught:
        hloom.compile(text)
    argument, result = caught.value.diagnostics
    assert [note.message for note in argument.notes] == ["pass the sizes with `sizes`"]
    assert not result.notes


def test_sizes_are_those_of_the_program():
    dynamic = "func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }"
    for platform in ["cpu", "interpreter"]:
        with checks.raises(ValueError, "argument 1: expected tensor<2x3xf32>, found sizes 2x4"):
            hloom.compile(ADD, platform, sizes=[None, (2, 4)])
        with checks.raises(ValueError, r"argument 0: expected tensor<\?xf32>, found a scalar"):
            hloom.compile(dynamic, platform, sizes=[()])


def test_threads_call_one_executable():
    add = hloom.compile(ADD)
    failures = []

    def call(seed):
        for step in range(50):
            x = np.full((2, 3), seed * step, np.float32)
            if not np.array_equal(add(x, X), x + X):
                failures.append(seed)

    threads = [threading.Thread(target=call, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_profiles_name_operations():
    ty = "tensor<64x64xf32>"
    program = hloom.compile(f"""func.func @f(%x: {ty}) -> {ty} {{
      %0 = stablehlo.dot %x, %x : ({ty}, {ty}) -> {ty}
      %1 = stablehlo.tanh %0 : {ty}
      return %1 : {ty} }}""", name="layer.mlir", profile=True)
    x = np.ones((64, 64), np.float32)
    for _ in range(3):
        program(x)
    profile = program.profile()
    assert profile.runs == 3 and profile.seconds > 0
    rows = {row.operation: row for row in profile.rows}
    assert set(rows) == {"stablehlo.dot", "stablehlo.tanh"}
    dot = rows["stablehlo.dot"]
    assert (dot.type, dot.location) == (ty, "layer.mlir:2:12")
    assert 0 < sum(row.seconds for row in profile.rows) <= profile.seconds
    program(x)
    assert program.profile().runs == 4
    with checks.raises(ValueError, "compile it with profile=True"):
        hloom.compile(ADD).profile()


def test_objects_are_written():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        compiled = hloom.compile_to_object(ADD, folder / "add2.o", header=folder / "add2.h")
        assert compiled.entry_name == "add2" and compiled.code.startswith(b"\x7fELF")
        assert "void add2(" in (folder / "add2.h").read_text()
        main = folder / "main.c"
        main.write_text("""
            #include "add2.h"
            #include <stdio.h>
            static _Alignas(64) char arena[ADD2_ARENA_BYTES + 64];
            int main(void) {
              float x[6] = {0, 1, 2, 3, 4, 5}, y[6];
              add2(x, x, y, arena);
              printf("%g %g\\n", y[1], y[5]);
            }""")
        subprocess.run(["cc", "main.c", "add2.o", "-lm", "-o", "main"], cwd=folder, check=True)
        output = subprocess.run([folder / "main"], capture_output=True, text=True, check=True)
        assert output.stdout == "2 10\n"
    arm = hloom.compile_to_object(ADD, triple="aarch64-linux-gnu", cpu="cortex-a72", emit="asm")
    assert arm.triple.startswith("aarch64") and b"fadd" in arm.code
    with checks.raises(ValueError, "emit: expected object"):
        hloom.compile_to_object(ADD, emit="exe")


def test_paths_are_programs():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "add.mlir")
        path.write_text(ADD)
        assert np.array_equal(hloom.compile(path)(X, X), 2 * X)
        with checks.raises(ValueError, "found the path of a file; pass a pathlib.Path"):
            hloom.compile(str(path))
        with checks.raises(FileNotFoundError, "other.mlir"):
            hloom.compile(pathlib.Path(folder, "other.mlir"))
        os.makedirs(os.path.join(folder, "cache"))
        for _ in range(2):
            cached = hloom.compile(path, cache=os.path.join(folder, "cache"))
            assert np.array_equal(cached(X, X), 2 * X)


def test_scalars_out_of_range_are_refused():
    for name, value in [("i4", 8), ("i4", -9), ("ui4", -1), ("ui4", 16), ("i2", 2), ("ui2", 4),
                        ("f32", 1e300), ("f16", 70000), ("f8E4M3FN", 1e10), ("bf16", 1e300),
                        ("f4E2M1FN", float("nan")), ("complex<f32>", 1e300j)]:
        with checks.raises(OverflowError, rf"argument 0 of `f`: expected a number in the range of tensor<{name}>"):
            identity(f"tensor<{name}>")(value)
    for name, value in [("i4", -8), ("ui4", 15), ("f16", 0.1), ("f32", float("inf")),
                        ("bf16", float("-inf")), ("complex<f32>", 1j), ("f64", 2**70)]:
        result = identity(f"tensor<{name}>")(value)
        assert result == np.array(value, DTYPES[name]), name
    assert np.isnan(identity("tensor<f16>")(float("nan")))


def test_masked_arrays_are_refused():
    add = hloom.compile(ADD)
    with checks.raises(TypeError, "argument 1 of `add`: expected an array without a mask"):
        add(X, np.ma.masked_array(X, X > 2))
    square = identity("tensor<2x3xf32>")
    assert np.array_equal(square(np.matrix(X)), X) and type(square(np.matrix(X))) is np.ndarray


def test_buffers_are_arrays_of_their_type():
    for name, dtype in DTYPES.items():
        value = (np.arange(6) % 2).reshape(2, 3).astype(dtype)
        buffer, = identity(f"tensor<2x3x{name}>").run(value)
        array = np.asarray(buffer)
        assert (array.dtype, array.shape) == (dtype, (2, 3)), name
        assert array.tobytes() == bytes(buffer) == value.tobytes(), name
        assert array.ctypes.data == buffer.address_of_data, name
    buffer, = identity("tensor<2x3xf32>").run(X)
    view = memoryview(buffer)
    assert (view.format, view.shape, view.strides) == ("f", (2, 3), (12, 4))
    assert view.tolist() == X.tolist() and view.c_contiguous and not view.readonly
    assert np.asarray(buffer, np.float64).dtype == np.float64
    copy = np.array(buffer)
    assert copy.ctypes.data != buffer.address_of_data
    for empty in [(0, 3), (3, 0), ()]:
        dims = "x".join([*map(str, empty), "f32"])
        buffer, = identity(f"tensor<{dims}>").run(np.zeros(empty, np.float32))
        assert np.asarray(buffer).shape == empty == memoryview(buffer).shape
    buffer, = identity("tensor<2xbf16>").run(np.zeros(2, ml_dtypes.bfloat16))
    with checks.raises(BufferError, "no format for elements of bf16"):
        memoryview(buffer)
    with checks.raises(ValueError, "expected the data type bfloat16, found float32"):
        buffer.__array__(np.float32, copy=False)


def test_dlpack_exports_copies():
    buffer, = hloom.compile(ADD).run(X, X)
    copy = np.from_dlpack(buffer, copy=True)
    copy[0, 0] = 7
    assert np.array_equal(np.from_dlpack(buffer), 2 * X) and copy[0, 1] == 2


checks.run(globals())
