# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads and writes the arrays of a program's folder. bf16 is stored as uint16."""

import ml_dtypes
import numpy as np


def save(path, value):
    np.save(path, value.view(np.uint16) if value.dtype == ml_dtypes.bfloat16 else value)


def load(path, dtype):
    value = np.load(path)
    return value.view(ml_dtypes.bfloat16) if dtype == "bfloat16" else value


def load_all(folder, kind, dtypes):
    return [load(folder / f"{kind}{i}.npy", dtype) for i, dtype in enumerate(dtypes)]
