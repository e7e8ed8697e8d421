# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The libraries of MPI and UCX in the environment of this interpreter.

The dynamic loader does not look there, so the library of hloom gets their paths by environment
variables.
"""

import os
import pathlib
import sys
import sysconfig


def find():
    """Sets HLOOM_MPI_LIBRARY and HLOOM_UCX_LIBRARY to libraries that PyPI's packages have installed,
    unless they are set. Does nothing if the environment has no such libraries."""
    site = pathlib.Path(sysconfig.get_path("platlib"))
    libraries = {
        "HLOOM_MPI_LIBRARY": pathlib.Path(sys.prefix, "lib", "libmpi_abi.so.1"),
        "HLOOM_UCX_LIBRARY": site / "libucx" / "lib" / "libucp.so.0",
    }
    for variable, file in libraries.items():
        if not os.environ.get(variable) and file.exists():
            os.environ[variable] = str(file)
