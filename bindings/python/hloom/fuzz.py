# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m hloom.fuzz`: the command-line tool `hlo-fuzz`."""

import sys

from .tools import main

if __name__ == "__main__":
    sys.exit(main("hlo-fuzz"))
