# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares results with the expected ones.

    python ci/bench/compare.py FOLDER RESULTS

FOLDER holds an exported program, RESULTS is a folder with out0.npy, out1.npy, ... The first
difference beyond the program's tolerance is printed; the output is empty if there is none.
"""

import json
import sys
from pathlib import Path

import numpy as np
from files import load_all


def main():
    folder, results = map(Path, sys.argv[1:])
    description = json.loads((folder / "program.json").read_text())
    kinds = description["results"]
    expected = load_all(folder, "out", kinds)
    print(difference(load_all(results, "out", kinds), expected, description) or "")


def difference(got, expected, description):
    """Describes the first difference beyond the tolerance. Returns None if there is none."""
    if len(got) != len(expected):
        return f"expected {len(expected)} results, found {len(got)}"
    for i, (one, other) in enumerate(zip(got, expected)):
        one, other = np.asarray(one), np.asarray(other)
        if one.shape != other.shape:
            return f"result {i}: expected the shape {other.shape}, found {one.shape}"
        is_wide = other.dtype.kind in "iub"
        wide = np.int64 if is_wide else np.complex128 if other.dtype.kind == "c" else np.float64
        wrong = differing(one.astype(wide), other.astype(wide), *description["tolerance"])
        if wrong.sum() > description["differing"] * wrong.size:
            at = np.unravel_index(wrong.argmax(), wrong.shape)
            place = ", ".join(map(str, at))
            count = f"{wrong.sum()} of {wrong.size} elements differ"
            return f"result {i}: [{place}] is {one[at]}, not {other[at]}; {count}"
    return None


def differing(got, expected, relative, relative_to_largest):
    with np.errstate(invalid="ignore"):
        same = (got == expected) | ((got != got) & (expected != expected))
        magnitude = np.abs(expected)
        finite = np.isfinite(magnitude)
        largest = magnitude[finite].max(initial=0)
        near = np.abs(got - expected) <= relative * magnitude + relative_to_largest * largest
        # Only an equal value is near an infinity.
        return ~(same | (near & finite))


if __name__ == "__main__":
    main()
