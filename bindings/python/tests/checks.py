# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of a script. The scripts need no test framework; pytest also finds the tests."""

import contextlib
import re
import traceback
import sys


class _Caught:
    value = None


@contextlib.contextmanager
def raises(kind, pattern):
    """Checks that a block raises an exception of a class, with a message that matches a pattern."""
    caught = _Caught()
    try:
        yield caught
    except kind as error:
        caught.value = error
        text = str(error)
        assert re.search(pattern, text), f"{text!r} does not match {pattern!r}"
        return
    raise AssertionError(f"expected {kind.__name__}")


def run(names):
    """Runs the functions called `test_*`, unless the script is imported."""
    if names["__name__"] != "__main__":
        return
    wanted = sys.argv[1:]
    failed = 0
    for name, function in list(names.items()):
        if name.startswith("test_") and (not wanted or name in wanted):
            try:
                function()
            except Exception:
                failed += 1
                print(f"{name} failed:", file=sys.stderr)
                traceback.print_exc()
    sys.exit(1 if failed else 0)
