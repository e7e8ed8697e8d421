# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m hloom.compile`: the command-line tool `hlo-compile`."""

import sys

from .tools import main

if __name__ != "__main__":
    # An import would replace the function `hloom.compile`.
    raise ImportError("hloom.compile is a function; run the tool with `python -m hloom.compile`")

sys.exit(main("hlo-compile"))
