# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hloom: a compiler for StableHLO programs.

    import hloom
    import numpy as np

    program = hloom.parse(text)
    add = hloom.compile(program)
    add(np.ones(3, np.float32), np.ones(3, np.float32))

`docs/python.md` is the guide.
"""

from ._library import library_path, load

_native = load()

from .arrays import TensorSpec, empty
from .errors import (
    Diagnostic,
    Error,
    FileError,
    InternalError,
    InvalidRequestError,
    OutOfMemoryError,
    ProgramWarning,
    UnsupportedError,
)
from .executable import Executable, Profile, ProfileRow, compile, compile_to_object
from .explorer import Page, explore
from .module import LEVELS, Module, WalkResult, levels, parse, run_passes
from .registries import PassInfo, PipelineInfo, PlatformInfo, passes, pipelines, platforms
from .rewrites import inline, register_pass, rewrite

Attribute = _native.Attribute
Block = _native.Block
Buffer = _native.Buffer
InsertionPoint = _native.InsertionPoint
Location = _native.Location
ObjectCode = _native.ObjectCode
OpAttributeMap = _native.OpAttributeMap
Operation = _native.Operation
Region = _native.Region
Type = _native.Type
Value = _native.Value

__version__ = _native.__version__

__all__ = [
    "Attribute", "Block", "Buffer", "Diagnostic", "Error", "Executable", "FileError",
    "InsertionPoint", "InternalError", "InvalidRequestError", "LEVELS", "Location", "Module",
    "ObjectCode", "OpAttributeMap", "Operation", "OutOfMemoryError", "Page", "PassInfo",
    "PipelineInfo", "PlatformInfo", "Profile", "ProfileRow", "ProgramWarning", "Region",
    "TensorSpec", "Type", "UnsupportedError", "Value", "WalkResult", "compile",
    "compile_to_object", "empty", "explore", "inline", "levels", "library_path", "parse", "passes",
    "pipelines", "platforms", "register_pass", "rewrite", "run_passes",
]
