# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the test programs of a pack of `cargo ci pack`, and compares their results with the expected
ones.

    python check.py [--only TEXT ...] [--timeout SECONDS]

It prints a line for each program that fails, and a line with totals. The status is 1 if one fails.
"""

import argparse
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import loader
import numpy as np
from loader import Failed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    help = "run only the programs whose names contain this text; may be repeated"
    parser.add_argument("--only", metavar="TEXT", action="append", default=[], help=help)
    parser.add_argument("--timeout", metavar="SECONDS", type=float, default=60)
    parser.add_argument("--jobs", metavar="N", type=int, default=4, help="programs at a time")
    options = parser.parse_args()
    pack = loader.description()
    cases = loader.chosen(pack["checks"], options.only)
    refused = loader.chosen(pack["refused"], options.only)
    passed = failed = 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for case, failure in zip(cases, pool.map(lambda it: check(it, options.timeout), cases)):
            if failure is None:
                passed += 1
            else:
                failed += 1
                print(f"{case['name']}: {failure}", flush=True)
    for entry in refused:
        print(f"{entry['name']}: not in the pack: {entry['reason']}")
    totals = f"{passed} of {len(cases)} programs match, {failed} fail"
    print(f"{totals}; {len(refused)} are not in the pack")
    sys.exit(failed > 0 or not cases)


def check(case, timeout):
    """Runs a program. Returns `None` if its results match, and else the reason."""
    folder = loader.FOLDER / case["folder"]
    try:
        with tempfile.TemporaryDirectory() as results:
            executable = folder / "program.hloom"
            inputs = loader.inputs_of(folder)
            loader.run(executable, inputs, timeout, "--output-dir", results)
            compare(case, folder, Path(results))
    except Failed as failure:
        return str(failure)
    except Exception as error:  # One program must not end the check of the others.
        return f"{type(error).__name__}: {error}"
    return None


def compare(case, folder, results):
    """Compares all results with the expected ones. Raises `Failed` at the first difference."""
    outputs = case["outputs"]
    found = len(list(results.glob("out*.npy")))
    if found != len(outputs):
        raise Failed(f"expected {len(outputs)} results, found {found}")
    for i, element_type in enumerate(outputs):
        got = loader.load(results / f"out{i}.npy", element_type)
        want = loader.load(folder / f"out{i}.npy", element_type)
        if got.shape != want.shape or got.dtype != want.dtype:
            kinds = f"expected {want.dtype}{want.shape}, found {got.dtype}{got.shape}"
            raise Failed(f"result {i}: {kinds}")
        wrong = differing(got, want, case["rtol"], case["atol"])
        if wrong.any():
            at = np.unravel_index(wrong.argmax(), wrong.shape)
            place = ", ".join(map(str, at))
            count = f"{wrong.sum()} of {wrong.size} elements differ"
            raise Failed(f"result {i}: [{place}] is {got[at]}, expected {want[at]}; {count}")


def differing(got, want, rtol, atol):
    """Returns where `|got - want| > atol + rtol * |want|`. NaN matches NaN, and an infinity itself.
    Integers and booleans must be equal. The parts of complex numbers are compared one by one."""
    if want.dtype.kind in "iub":
        return got != want
    if want.dtype.kind == "c":
        parts = [(got.real, want.real), (got.imag, want.imag)]
        return np.logical_or(*(differing(one, other, rtol, atol) for one, other in parts))
    got, want = got.astype(np.float64), want.astype(np.float64)
    same = (got == want) | (np.isnan(got) & np.isnan(want))
    with np.errstate(invalid="ignore"):
        near = np.abs(got - want) <= atol + rtol * np.abs(want)
    return ~(same | (near & np.isfinite(want)))


if __name__ == "__main__":
    main()
