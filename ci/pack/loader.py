# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a pack of `cargo ci pack`, and runs its programs with the hlo-load that is in it."""

import json
import subprocess
from pathlib import Path

import ml_dtypes
import numpy as np

FOLDER = Path(__file__).resolve().parent

# The types that NumPy lacks, which files have as bits.
BITS = {
    "bf16": ml_dtypes.bfloat16,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn,
}


def description():
    """Returns the description of the pack."""
    return json.loads((FOLDER / "pack.json").read_text())


def chosen(entries, filters):
    """Returns the entries whose names contain one of the texts, or all if there are no texts."""
    return [entry for entry in entries if not filters or any(it in entry["name"] for it in filters)]


def run(executable, inputs, timeout, *options):
    """Runs hlo-load and returns what it prints. Raises `Failed` with the last line of an error."""
    command = [FOLDER / "hlo-load", executable, *options]
    for path in inputs:
        command += ["--input", path]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failed(f"hlo-load did not end within {timeout:.0f} seconds") from None
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise Failed(lines[-1] if lines else f"hlo-load ended with status {done.returncode}")
    return done.stdout


class Failed(Exception):
    """A program that could not be run, or whose results are wrong."""


def inputs_of(folder):
    """Returns the paths of the inputs in a folder."""
    return [folder / f"in{i}.npy" for i in range(len(list(folder.glob("in*.npy"))))]


def load(path, element_type):
    """Reads an array of an element type of StableHLO."""
    value = np.load(path)
    return value.view(BITS[element_type]) if element_type in BITS else value


def save(path, value):
    """Writes an array in the form that hlo-load reads."""
    if value.dtype in BITS.values():
        value = value.view(np.uint16 if value.dtype.itemsize == 2 else np.uint8)
    np.save(path, value)
