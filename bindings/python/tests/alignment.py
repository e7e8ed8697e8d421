# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs compute the same results for arguments at any multiple of 16 bytes."""

import pathlib

import checks
import hloom
import numpy as np

GOLDENS = pathlib.Path(__file__).parents[3] / "goldens"


def placed(array, offset):
    """Returns a copy of an array at an offset from a multiple of 64 bytes."""
    memory = np.empty(array.nbytes + 128, np.uint8)
    start = -memory.ctypes.data % 64 + offset
    view = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    view[...] = array
    return view


def test_goldens_compute_the_same():
    families = sorted({path.parent.parent for path in GOLDENS.glob("*/*/program.mlir")})
    assert len(families) > 10
    for family in families:
        # Every third program, because a debug build compiles slowly.
        for folder in sorted(path.parent for path in family.glob("*/program.mlir"))[::3]:
            program = hloom.compile(folder / "program.mlir")
            inputs = [
                np.load(folder / f"in{index}.npy").reshape(-1).view(spec.dtype).reshape(spec.shape)
                for index, spec in enumerate(program.inputs)
            ]
            expected, *others = [
                list(map(bytes, program.run(*[placed(array, offset) for array in inputs])))
                for offset in (0, 16, 48)
            ]
            assert others == [expected] * 2, folder


checks.run(globals())
