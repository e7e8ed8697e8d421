# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The platforms, pipelines and passes that are registered."""

from typing import NamedTuple

from ._library import load

_native = load()


class PlatformInfo(NamedTuple):
    """A platform, and the number of its devices on this machine."""

    name: str
    description: str
    device_count: int


class PipelineInfo(NamedTuple):
    """A lowering pipeline, which has the name of its platform."""

    name: str
    description: str


class PassInfo(NamedTuple):
    """A pass of hloom, and the level to which it belongs."""

    name: str
    level: str
    description: str


def platforms():
    """Returns the platforms, as a dict from names to `PlatformInfo`."""
    return {it[0]: PlatformInfo(*it) for it in _native.platforms()}


def pipelines():
    """Returns the lowering pipelines, as a dict from names to `PipelineInfo`."""
    return {it[0]: PipelineInfo(*it) for it in _native.pipelines()}


def passes():
    """Returns the passes of hloom, as a dict from names to `PassInfo`.

    Pipelines may also contain the passes of MLIR itself.
    """
    return {it[0]: PassInfo(*it) for it in _native.passes()}
