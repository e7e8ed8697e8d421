# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Build hook that puts the shared library into the wheel and tags the wheel with the platform."""

import os
import sysconfig

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BringLibrary(BuildHookInterface):
    def initialize(self, version, build_data):
        library = os.environ.get("HLOOM_LIBRARY")
        if not library:
            raise RuntimeError(
                "HLOOM_LIBRARY is not set; run `cargo ci wheel`, which builds the library"
            )
        build_data["force_include"][library] = "hloom/_hloom.abi3.so"
        build_data["pure_python"] = False
        here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        platform = os.environ.get("HLOOM_WHEEL_PLATFORM", here)
        build_data["tag"] = f"cp311-abi3-{platform}"
