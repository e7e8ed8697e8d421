# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares operations on hloom with PyTorch's CPU, on the samples of PyTorch's own tests.

    python ci/pytorch/operations.py [--samples N] [--only NAME]

PyTorch's tests need the packages `expecttest` and `pytest`. Each operation runs on up to N samples
of float32 and int64. The results must be equal by the default tolerances of
`torch.testing.assert_close`. Operations that return undefined elements are left out; a sample is
invalid if PyTorch itself rejects it.
"""

import argparse
import logging
import sys
from collections import Counter

import torch
import torch_hloom
from torch.testing._internal.common_methods_invocations import op_db

UNDEFINED = {"empty", "empty_like", "empty_permuted", "empty_strided", "new_empty"}
UNDEFINED |= {"new_empty_strided"}

EXCEPTED = {
    "topk": "the order of equal elements is undefined",
    "torch.ops.aten._scaled_dot_product_flash_attention_for_cpu": "the decomposition of PyTorch"
    " has another second result, and its single precision exceeds the tolerance",
}
"""Operations whose results may differ, with the reason."""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=3, metavar="N")
    parser.add_argument("--only", action="append", default=[], metavar="NAME")
    options = parser.parse_args()
    logging.disable(logging.ERROR)
    counts = Counter()
    for entry in op_db:
        if entry.name in UNDEFINED or (options.only and entry.name not in options.only):
            continue
        for dtype in (torch.float32, torch.int64):
            if dtype in entry.dtypes:
                counts.update(outcomes(entry, dtype, options.samples))
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.most_common()))
    sys.exit(counts["differs"] + counts["failed"] > 0)


def outcomes(entry, dtype, most):
    """Yields the outcome of each sample of an operation, such as equal, differs or refused."""
    samples = list(entry.sample_inputs("cpu", dtype, requires_grad=False))
    for sample in samples[:: max(1, len(samples) // most)][:most]:
        outcome, reason = compare(entry, sample)
        if outcome == "differs" and entry.name in EXCEPTED:
            outcome, reason = "excepted", EXCEPTED[entry.name]
        if outcome != "equal":
            print(f"{entry.full_name} {dtype}: {outcome}: {reason}", flush=True)
        yield outcome


def compare(entry, sample):
    """Returns the outcome of a sample and the reason."""

    def function(first, rest, named):
        return entry.op(first, *rest, **named)

    arguments = sample.input, sample.args, sample.kwargs
    torch._dynamo.reset()
    try:
        expected = function(*arguments)
    except Exception as error:
        return "invalid", error
    try:
        with torch.no_grad():
            result = torch.compile(function, backend=torch_hloom.hloom, dynamic=False)(*arguments)
        torch.testing.assert_close(result, expected, equal_nan=True)
    except AssertionError as error:
        return "differs", " ".join(str(error).split())
    except Exception as error:
        text = f"{type(error).__name__}: " + " ".join(str(error).split())
        return "refused" if "UnsupportedOperation" in text else "failed", text[:200]
    return "equal", None


if __name__ == "__main__":
    main()
