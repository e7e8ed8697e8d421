# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hloom as a backend of JAX: `JAX_PLATFORMS=hloom`.

JAX finds this package by its place in the namespace `jax_plugins` and calls
`initialize`. Options of the client come from the environment:

    HLOOM_PLATFORM     the platform that compiles and runs (default: cpu)
    HLOOM_NUM_DEVICES  how many devices there are
    HLOOM_NUM_THREADS  how many threads a run uses
    HLOOM_CACHE        the folder of the compilation cache
    HLOOM_PJRT_LIBRARY the shared library, instead of the one in this package
"""

import logging
import os
import pathlib

_TESTED = ((0, 10, 0), (0, 11, 0))
"""The first version of JAX that this is for, and the first that it is not for."""

_FOR_JAX = "PJRT_NAMES_AND_LIBRARY_PATHS"

_is_initialized = False

_log = logging.getLogger(__name__)


def library_path():
    """Where the shared library is."""
    for_jax = _library_for_jax()
    given = os.environ.get("HLOOM_PJRT_LIBRARY") or for_jax
    return pathlib.Path(given or pathlib.Path(__file__).with_name("libhloom_pjrt.so"))


def _entries_for_jax():
    """What a variable tells JAX to load: NAME:PATH."""
    return [entry for entry in os.environ.get(_FOR_JAX, "").split(",") if entry]


def _library_for_jax():
    """The library that JAX is told to load as `hloom`."""
    ours = [entry for entry in _entries_for_jax() if entry.startswith("hloom:")]
    if ours and ours[0].endswith(".json"):
        raise RuntimeError(f"{_FOR_JAX} names a configuration of hloom: jax-hloom takes a library")
    return ours[0].removeprefix("hloom:") if ours else None


def _leave_to_us(path):
    """Has JAX not load the library again. Processes that are started from here find it, too."""
    if _library_for_jax():
        others = [entry for entry in _entries_for_jax() if not entry.startswith("hloom:")]
        os.environ[_FOR_JAX] = ",".join(others)
        os.environ["HLOOM_PJRT_LIBRARY"] = str(path)


def client_options():
    """The options of the client that the environment gives."""
    options = {}
    for name in ["platform", "num_devices", "num_threads", "cache"]:
        value = os.environ.get(f"HLOOM_{name.upper()}")
        if value:
            is_count = name.startswith("num_") and value.isdecimal()
            options[f"hloom_{name}"] = int(value) if is_count else value
    return options


def initialize():
    """Makes the backend known to JAX."""
    import jax

    first, after = (".".join(map(str, version)) for version in _TESTED)
    if not _TESTED[0] <= jax.version.__version_info__[:3] < _TESTED[1]:
        raise RuntimeError(
            f"jax-hloom is for JAX {first} up to but without {after}, this is JAX"
            f" {jax.__version__}: install another version of one of them"
        )
    from jax._src.lib import xla_client

    global _is_initialized
    if _is_initialized:
        return
    if xla_client.pjrt_plugin_loaded("hloom"):
        raise RuntimeError("a plugin called `hloom` is loaded already, and not by jax-hloom")
    path = library_path()
    if not path.exists():
        raise RuntimeError(f"{path}: the library of jax-hloom is not there")
    _leave_to_us(path)

    from jax._src import xla_bridge

    # Below that of JAX's CPU, which is 0: programs run here if somebody says so.
    xla_bridge.register_plugin(
        "hloom", priority=-1, library_path=str(path), options=client_options
    )
    # JAX makes the arguments of callbacks arrays of its CPU, which is to be there, too.
    if jax.config.jax_platforms == "hloom":
        jax.config.update("jax_platforms", "hloom,cpu")
    from . import lowerings

    lowerings.register(path)
    _is_initialized = True
