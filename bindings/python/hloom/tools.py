# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command-line tools, as entry points of Python."""

import contextlib
import signal
import sys
import threading

from ._library import load


def main(name, arguments=None):
    """Runs a tool in this process, and returns its exit status.

    The tool parses the command line and prints as the program of that name does.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    sys.stdout.flush()
    again = [sys.executable, "-m", f"hloom.{name.removeprefix('hlo-')}"]
    with _default_interrupts():
        return 0 if load().run_tool(name, [name, *arguments], again) else 1


@contextlib.contextmanager
def _default_interrupts():
    """Makes an interrupt end the process, because native code does not return to Python's handler."""
    if threading.current_thread() is not threading.main_thread():
        # Only the main thread may set handlers.
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        # None is a handler that is not from Python.
        signal.signal(signal.SIGINT, signal.SIG_DFL if previous is None else previous)


def hlo_bisect():
    """Runs `hlo-bisect`."""
    return main("hlo-bisect")


def hlo_fuzz():
    """Runs `hlo-fuzz`."""
    return main("hlo-fuzz")


def hlo_opt():
    """Runs `hlo-opt`."""
    return main("hlo-opt")


def hlo_run():
    """Runs `hlo-run`."""
    return main("hlo-run")


def hlo_compile():
    """Runs `hlo-compile`."""
    return main("hlo-compile")


def hlo_translate():
    """Runs `hlo-translate`."""
    return main("hlo-translate")


def hlo_reduce():
    """Runs `hlo-reduce`."""
    return main("hlo-reduce")
