# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Configuration of the command-line tests: `lit -v lit_tests/lit`.

HLOOM_BIN names the folder with hlo-opt and hlo-run. The default is target/debug."""

import os
import subprocess

import lit.formats

config.name = "hloom"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
config.test_exec_root = os.path.join(root, "target", "lit")

tools = os.environ.get("HLOOM_BIN", os.path.join(root, "target", "debug"))
llvm = os.environ.get("MLIR_SYS_220_PREFIX", "/usr/lib/llvm-22")
path = os.pathsep.join([tools, os.path.join(llvm, "bin"), os.environ.get("PATH", "")])
config.environment["PATH"] = path
config.environment["GALLIUM_OVERRIDE_CPU_CAPS"] = "avx"  # as in .cargo/config.toml
for name in "HLOOM_COVERAGE", "GLIBC_TUNABLES":
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.substitutions.append(("%goldens", os.path.join(root, "goldens")))
config.substitutions.append(("%llvm", llvm))
config.substitutions.append(("%root", root))
config.substitutions.append(("%tools", tools))
config.substitutions.append(("%examples", os.path.join(tools, "examples")))

# `REQUIRES: cpu` skips a test if the folder of that backend does not exist.
backends = subprocess.run(
    [os.path.join(tools, "hlo-opt"), "--list-backends"], stdout=subprocess.PIPE, text=True
)
for line in backends.stdout.splitlines():
    if not line.startswith(" "):
        config.available_features.add(line.split(":")[0])
