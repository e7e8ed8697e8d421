# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generates the HLO of goldens, before and after the optimization of XLA's CPU backend.

    python hlo_goldens.py GOLDENS OUT

Writes NAME.before and NAME.optimized for each program of GOLDENS, both as text (.hlo) and as a
serialized HloModuleProto (.pb).
"""

import os
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
# Only the HLO of compiled programs is read, so LLVM need not optimize.
os.environ["XLA_FLAGS"] = "--xla_backend_optimization_level=0"

from jax._src import compiler, xla_bridge
from jax._src.lib import xla_client
from jaxlib import _hlo, _jax


def main(goldens, out):
    options = _hlo.HloPrintOptions()
    options.print_large_constants = True
    backend = xla_bridge.get_backend("cpu")
    devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
    chosen = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    for file in sorted(Path(goldens).glob("*/*/program.mlir")):
        program = file.read_text()
        computation = _jax.mlir.mlir_module_to_xla_computation(
            program, use_tuple_args=False, return_tuple=False)
        executable = backend.compile_and_load(program, devices, chosen)
        [optimized] = executable.hlo_modules()
        for kind, module in [("before", computation.as_hlo_module()), ("optimized", optimized)]:
            stem = Path(out) / f"{file.parent.name}.{kind}"
            stem.with_suffix(f".{kind}.hlo").write_text(module.to_string(options))
            stem.with_suffix(f".{kind}.pb").write_bytes(module.as_serialized_hlo_module_proto())


if __name__ == "__main__":
    main(*sys.argv[1:])
