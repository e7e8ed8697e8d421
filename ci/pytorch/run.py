# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a model of `cargo ci pytorch` on hloom and on PyTorch's CPU, and compares the results.

    python ci/pytorch/run.py --list
    python ci/pytorch/run.py --model NAME --hlo-run FILE

The results must be equal by the default tolerances of `torch.testing.assert_close`. The last line
of the output is a JSON object, which `cargo ci pytorch` shows as a row of its table:

    graphs     the number of graphs that PyTorch captured; there must be no graph break
    failure    the first line of the reason why the results are wrong; null if they are right
    largest    the greatest absolute value of the expected results
    error      the greatest absolute difference from them
    share      the greatest difference as a part of the one that the tolerance allows
    exported   the share for the program of `torch.export` in hlo-run
    precision  the share for PyTorch's own results, if the expected results are in float64
    first      seconds of the first call, which compiles
    hloom      milliseconds of a later call
    framework  milliseconds of a call of PyTorch without compilation
"""

import argparse
import json
import subprocess
import tempfile
import time
from pathlib import Path

import models
import numpy as np
import torch
import torch_hloom
import training
from torch._dynamo.utils import counters
from torch.testing._comparison import default_tolerances


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--list", action="store_true", help="print the names of the models")
    parser.add_argument("--model", metavar="NAME", choices=[*models.model, *training.program])
    parser.add_argument("--hlo-run", metavar="FILE", type=Path, help="also run the exported model")
    options = parser.parse_args()
    if options.list:
        print("\n".join([*models.model, *training.program]))
        return
    if options.model in training.program:
        row = train(options.model)
    else:
        row = infer(options.model, options.hlo_run)
    print(json.dumps(row))


def infer(name, tool):
    """Compiles a model, exports it if there is a tool to run it, and returns the row."""
    network, inputs = models.make(name)
    with torch.no_grad():
        expected, pytorch = timed(network, inputs)
        compiled = torch.compile(network, backend=torch_hloom.hloom, fullgraph=True)
        start = time.perf_counter()
        compiled(*inputs)
        first = time.perf_counter() - start
        result, hloom = timed(compiled, inputs)
        exported = run_exported(network, inputs, tool) if tool else None
        wide = network.double()
        precise = wide(*(x.double() if x.is_floating_point() else x for x in inputs))
    return {
        **compared(result, expected, precise),
        "failure": failure(result, expected) or (failure(exported, expected) if tool else None),
        "exported": share(exported, expected) if tool else None,
        "first": first,
        "hloom": hloom,
        "framework": pytorch,
    }


def train(name):
    """Trains a model, and returns the row: the comparison that is worst, and times of a step."""
    (result, ours), (expected, theirs), (precise, _) = training.run(name, torch_hloom.hloom)
    rows = [compared(result[name], expected[name], precise[name]) for name in expected]
    failures = [failure(result[name], expected[name], name) for name in expected]
    return {
        **max(rows, key=lambda row: row["share"]),
        "precision": max(row["precision"] for row in rows),
        "failure": next(filter(None, failures), None),
        "exported": None,
        "first": ours[0],
        # The second step compiles, too: the optimizer has a state then.
        "hloom": 1e3 * min(ours[2:]),
        "framework": 1e3 * min(theirs[2:]),
    }


def compared(result, expected, precise):
    """Returns the part of a row about a result, the expected one, and that in float64."""
    return {
        "graphs": graphs(),
        "largest": float(expected.abs().max()),
        "error": float((result - expected).abs().max()),
        "share": share(result, expected),
        "precision": share(expected, precise),
    }


def failure(result, expected, name="result"):
    """Returns the reason why two results differ by PyTorch's default tolerances, or None."""
    try:
        torch.testing.assert_close(result, expected)
    except AssertionError as error:
        return " ".join([f"{name}:", *str(error).split("\n")[2:]])
    return None


def timed(function, inputs, calls=3):
    """Returns the result of a call after the first, and the least milliseconds of a call."""
    function(*inputs)
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        result = function(*inputs)
        times.append(time.perf_counter() - start)
    return result, 1e3 * min(times)


def graphs():
    """Returns the number of captured graphs. Raises RuntimeError if there was a graph break."""
    if counters["graph_break"]:
        raise RuntimeError(f"graph breaks: {dict(counters['graph_break'])}")
    return counters["stats"]["unique_graphs"]


def share(result, expected):
    """Returns the greatest difference as a part of what PyTorch's default tolerance allows."""
    relative, absolute = default_tolerances(result)
    if not result.numel():
        return 0.0
    expected = expected.double()
    allowed = absolute + relative * expected.abs()
    return float(((result.double() - expected).abs() / allowed).max())


def run_exported(network, inputs, tool):
    """Exports a model, runs it with hlo-run, and returns the result."""
    program = torch_hloom.to_stablehlo(torch.export.export(network, inputs))
    with tempfile.TemporaryDirectory() as folder:
        file, values = program.save(folder, inputs)
        given = [word for value in values for word in ("--input", value)]
        subprocess.run([tool, file, *given, "--output-dir", folder], check=True)
        return torch.from_numpy(np.load(Path(folder) / "out0.npy"))


if __name__ == "__main__":
    main()
