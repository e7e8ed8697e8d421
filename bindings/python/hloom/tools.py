# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command-line tools, as entry points of Python."""

import signal
import sys

from ._library import load


def main(name, arguments=None):
    """Runs a tool in this process, and returns its exit status.

    The tool parses the command line and prints as the program of that name does.
    """
    # Native code does not return to the interpreter's handler.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    arguments = sys.argv[1:] if arguments is None else arguments
    sys.stdout.flush()
    again = [sys.executable, "-m", f"hloom.{name.removeprefix('hlo-')}"]
    return 0 if load().run_tool(name, [name, *arguments], again) else 1


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
