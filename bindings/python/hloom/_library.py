# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds and loads the shared library of hloom.

The library is the native module `hloom._hloom`, and a PJRT plugin. In a wheel, it is part of the
package. In a checkout, the environment variable HLOOM_LIBRARY names it.
"""

import importlib.machinery
import importlib.util
import os
import pathlib
import sys

_FILE = "_hloom.abi3.so"


def library_path():
    """Returns the path of the shared library, which also is a PJRT plugin."""
    return pathlib.Path(os.environ.get("HLOOM_LIBRARY") or pathlib.Path(__file__).with_name(_FILE))


def load():
    """Returns the native module."""
    name = "hloom._hloom"
    if name in sys.modules:
        return sys.modules[name]
    path = library_path()
    if not path.exists():
        raise ImportError(
            f"{path}: the library of hloom does not exist; install the wheel `hloom`, or set "
            "HLOOM_LIBRARY to the library that `cargo build -p hloom-python` makes"
        )
    loader = importlib.machinery.ExtensionFileLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module
