# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hloom as a backend of JAX: `JAX_PLATFORMS=hloom`.

JAX finds this package in the namespace `jax_plugins` and calls `initialize`, which registers the
PJRT plugin and the lowerings for it. The options of the client are environment variables:

    HLOOM_PLATFORM     the platform that compiles and runs programs (default: cpu)
    HLOOM_NUM_DEVICES  the number of devices (default: as many as the platform has)
    HLOOM_NUM_THREADS  the number of threads of a run
    HLOOM_CACHE        the folder of the compilation cache (default: no cache)
    HLOOM_COLLECTIVES  of several processes, what moves the bytes: tcp, mpi or ucx (default: tcp)
    HLOOM_HOST         of several processes, the IP address at which others reach this one (default: try
                       those of all network interfaces)
    HLOOM_HEARTBEAT    of several processes, the seconds after which a silent one is lost (default: 10)
    HLOOM_PJRT_LIBRARY the shared library to use instead of that of the package `hloom`
"""

import logging
import os
import pathlib

_FIRST = (0, 10, 0)
"""The first supported version of JAX."""

_TESTED = ("0.10.2", "0.11.2", "0.12.0.1")
"""The versions of JAX that the package is tested with; `docs/jax.md` has the results."""

_FOR_JAX = "PJRT_NAMES_AND_LIBRARY_PATHS"

_is_initialized = False

_log = logging.getLogger(__name__)


def library_path():
    """Returns the path of the shared library."""
    given = os.environ.get("HLOOM_PJRT_LIBRARY") or _library_for_jax()
    if given:
        return pathlib.Path(given)
    try:
        # Importing the package loads its library, so that passes in Python and JAX share it.
        import hloom
    except ImportError as error:
        raise RuntimeError(f"jax-hloom needs the library of the package `hloom`: {error}") from error
    return hloom.library_path()


def _entries_for_jax():
    """Returns the plugins that JAX loads by environment variable, as a list of NAME:PATH."""
    return [entry for entry in os.environ.get(_FOR_JAX, "").split(",") if entry]


def _library_for_jax():
    """Returns the library that PJRT_NAMES_AND_LIBRARY_PATHS names for `hloom`, or None."""
    ours = [entry for entry in _entries_for_jax() if entry.startswith("hloom:")]
    if ours and ours[0].endswith(".json"):
        raise RuntimeError(f"{_FOR_JAX}: expected a library for `hloom`, found a JSON file")
    return ours[0].removeprefix("hloom:") if ours else None


def _leave_to_us(path):
    """Removes `hloom` from PJRT_NAMES_AND_LIBRARY_PATHS, so that JAX does not load it again.

    Child processes still find the library, by HLOOM_PJRT_LIBRARY.
    """
    if _library_for_jax():
        others = [entry for entry in _entries_for_jax() if not entry.startswith("hloom:")]
        os.environ[_FOR_JAX] = ",".join(others)
        os.environ["HLOOM_PJRT_LIBRARY"] = str(path)


def client_options():
    """Returns the options of the client from the environment."""
    options = {}
    counts = ["num_devices", "num_threads", "heartbeat"]
    for name in ["platform", "cache", "host", "collectives", *counts]:
        value = os.environ.get(f"HLOOM_{name.upper()}")
        if value:
            is_count = name in counts and value.isdecimal()
            options[f"hloom_{name}"] = int(value) if is_count else value
    return options


def _check_version(jax):
    """Raises RuntimeError if JAX is too old. Warns if it is newer than the tested versions.

    The package uses internals of JAX, which any release may change.
    """
    version = jax.version.__version_info__
    if version < _FIRST:
        first = ".".join(map(str, _FIRST))
        raise RuntimeError(
            f"jax-hloom supports JAX from {first}, found JAX {jax.__version__}; upgrade JAX"
        )
    if version > tuple(map(int, _TESTED[-1].split("."))):
        _log.warning(
            "jax-hloom is tested with JAX %s, found the newer JAX %s; upgrade jax-hloom if"
            " something fails",
            ", ".join(_TESTED),
            jax.__version__,
        )


def initialize():
    """Registers the backend with JAX. Raises RuntimeError if JAX or the library does not fit."""
    import jax

    _check_version(jax)
    from jax._src.lib import xla_client

    global _is_initialized
    if _is_initialized:
        return
    if xla_client.pjrt_plugin_loaded("hloom"):
        raise RuntimeError("a plugin named `hloom` is already loaded, but not by jax-hloom")
    path = library_path()
    if not path.exists():
        raise RuntimeError(f"{path}: the library of hloom does not exist")
    _leave_to_us(path)

    from jax._src import xla_bridge

    from . import engines

    engines.find()

    # The priority is below that of JAX's CPU, which is 0, so that hloom is not the default.
    xla_bridge.register_plugin(
        "hloom", priority=-1, library_path=str(path), options=client_options
    )
    # JAX puts the arguments of callbacks on its CPU, so that platform must exist, too.
    if jax.config.jax_platforms == "hloom":
        jax.config.update("jax_platforms", "hloom,cpu")
    from . import lowerings

    lowerings.register(path)
    _is_initialized = True
