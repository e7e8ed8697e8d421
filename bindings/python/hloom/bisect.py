# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m hloom.bisect`: the command-line tool `hlo-bisect`."""

import sys

from .tools import main

if __name__ == "__main__":
    sys.exit(main("hlo-bisect"))
