# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory of large arrays is not copied."""

import checks
import hloom
import numpy as np

SIZE = 1 << 30


def resident():
    """Returns the resident memory of this process in bytes."""
    with open("/proc/self/status", encoding="ascii") as status:
        line = next(line for line in status if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


def reset_peak():
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peak_of(program, array):
    reset_peak()
    before = resident()
    result = program(array)
    return result, resident() - before


def test_an_argument_of_1_gb_is_not_copied():
    program = hloom.compile(f"""func.func @f(%x: tensor<{SIZE // 4}xf32>) -> tensor<f32> {{
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0]
        : (tensor<{SIZE // 4}xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32> }}""")
    for empty in [hloom.empty, np.empty]:
        array = empty(SIZE // 4, np.float32)
        array[:] = 1
        array[SIZE // 8] = 7
        result, growth = peak_of(program, array)
        assert result == 7
        assert growth < SIZE // 16, (growth, array.ctypes.data % 64)


def test_a_result_of_1_gb_is_not_copied():
    program = hloom.compile(f"""func.func @f(%x: tensor<f32>) -> tensor<{SIZE // 4}xf32> {{
      %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<{SIZE // 4}xf32>
      return %0 : tensor<{SIZE // 4}xf32> }}""")
    result, growth = peak_of(program, np.float32(3))
    assert result[-1] == 3 and result.nbytes == SIZE
    assert growth < SIZE + SIZE // 16, growth


checks.run(globals())
