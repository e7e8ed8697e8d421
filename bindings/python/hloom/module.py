# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: parsing, printing, walking, and runs of passes."""

import enum
import os

from . import programs
from ._library import load
from .errors import Error, warn

_native = load()


LEVELS = ("hlo", "linalg", "loops", "buffers", "target")
"""The levels of the lowering, in the order in which a program reaches them."""


class WalkResult(enum.IntEnum):
    """The results of callbacks of `Operation.walk`."""

    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2


class Module(_native.Module):  # type: ignore[name-defined]
    """A program: a module of MLIR with its context.

    The operations, types and attributes of a module belong to it. When passes run on the module,
    its operations become invalid, and raise RuntimeError; walk the module again.
    """

    def __new__(cls, program, name=None):
        return super().__new__(cls, *programs.to_source(program, name))

    def __init__(self, program, name=None):
        super().__init__()

    @classmethod
    def parse(cls, program, name=None):
        """Reads a program, as `hloom.parse` does."""
        return cls(program, name)

    def walk(self, callback=None, *, name=None):
        """Calls `Operation.walk` of the module's operation."""
        return self.operation.walk(callback, name=name)

    def opt(self, pipeline=None, *, platform=None, start_at="", stop_after="", pipeline_file=None,
            schedules=()):
        """Runs passes on the module, and returns the module.

        The passes are `pipeline`, such as "hlo-simplify,cse" or "builtin.module(cse)", or those
        of a platform's pipeline from the level `start_at` to the level `stop_after`. If a pass
        fails or the passes leave an invalid module, the module may be partly transformed.
        """
        if (pipeline is None) == (platform is None):
            raise TypeError("expected a pipeline or a platform, and not both")
        if platform is None and (start_at or stop_after or pipeline_file or schedules):
            raise TypeError(
                "start_at, stop_after, pipeline_file and schedules apply to the pipeline of a platform"
            )
        if platform is not None:
            pipeline = _native.pipeline_text(
                platform, start_at, stop_after, os.fspath(pipeline_file or ""),
                programs.paths("schedules", schedules),
            )
        elif not pipeline.lstrip().startswith("builtin.module("):
            pipeline = f"builtin.module({pipeline})"
        try:
            messages = self.run_passes(pipeline)
        except Error as error:
            warn(error.warnings)
            raise
        warn(messages)
        return self

    def clone(self):
        """Returns a copy of the module, with a context of its own."""
        return type(self)(self.bytecode())

    def __repr__(self):
        names = [str(op.attributes["sym_name"].value) for op in self.body.operations
                 if "sym_name" in op.attributes]
        return f"<hloom.Module with {', '.join(names) or 'no functions'}>"

    def _repr_html_(self):
        from .notebook import html_of_module

        return html_of_module(self)


def parse(program, name=None):
    """Reads and verifies a program, and returns it as a `Module`.

    The content determines the format: StableHLO text or bytecode, a portable artifact, or HLO as
    text or protocol buffer. Also accepts paths, and programs of JAX. Messages show `name` as the
    name of the file.
    """
    return Module(program, name)


def levels(program, platform="cpu"):
    """Returns a program at each level of a platform's pipeline, as a dict from names to `Module`.

    The levels are "hlo", "linalg", "loops", "buffers" and "target". The program is not changed.
    """
    module = Module(program)
    found = {}
    for level in LEVELS:
        module = module.clone().opt(platform=platform, start_at=level, stop_after=level)
        found[level] = module
    return found


def run_passes(module, pipeline):
    """Runs a pass pipeline on a module. Equal to `module.opt(pipeline)`."""
    return module.opt(pipeline)
