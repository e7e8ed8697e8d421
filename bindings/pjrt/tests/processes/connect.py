# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Connects a process of a test with the others, when it is imported. With the environment variable
`RECOVER`, the process survives the loss of others, but does not wait for them at its end."""

import os
import sys

import jax

NUMBER, COUNT, PORT = map(int, sys.argv[1:4])
ARGUMENTS = sys.argv[4:]
DEVICES = 2
"""The number of devices of a process."""

# Otherwise, the coordination service ends this process when another is lost.
jax.config.update("jax_enable_recoverability", "RECOVER" in os.environ)
jax.distributed.initialize(f"127.0.0.1:{PORT}", COUNT, NUMBER, initialization_timeout=60,
                           heartbeat_timeout_seconds=100)


def error_of(compute):
    """Returns the message of the error of a computation."""
    try:
        jax.block_until_ready(compute())
    except jax.errors.JaxRuntimeError as error:
        return str(error)
    raise AssertionError("expected an error")
