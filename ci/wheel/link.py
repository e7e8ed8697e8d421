# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Links for glibc 2.28 and later, whatever glibc this machine has.

rustc calls this program instead of a C compiler, with the same arguments. It calls zig's linker, which
knows the symbols of each version of glibc. C++'s library and the libraries for compression become
part of the result: those of an old system are too old. libgcc stays shared, because a static one
needs glibc 2.35.

HLOOM_CLANG is the clang that finds the libraries of this machine. HLOOM_GLIBC is the object file of
glibc.c.
"""

import os
import platform
import re
import subprocess
import sys

GLIBC = "2.28"
LIBRARIES = {
    "-lgcc_s": "libgcc_s.so.1",
    "-lstdc++": "libstdc++.a",
    "-lz": "libz.a",
    "-lzstd": "libzstd.a",
}
# Arguments that choose a linker or a machine, or that zig's driver decides by itself. After
# -Bdynamic, zig would not find libraries that are only static, as other linkers do.
OMITTED = re.compile(
    r"-m64|-fuse-ld=.*|-B.*|-Wl,-B(static|dynamic)|-nodefaultlibs|-no-pie|-static-pie|-pie"
)


def expand(arguments):
    """Yields the arguments, including those in response files, where rustc escapes by backslashes."""
    for argument in arguments:
        if argument.startswith("@"):
            with open(argument[1:]) as file:
                lines = file.read().splitlines()
            yield from (re.sub(r"\\(.)", r"\1", line) for line in lines)
        else:
            yield argument


def file_of(name):
    command = [os.environ["HLOOM_CLANG"], f"-print-file-name={name}"]
    path = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    if not os.path.isabs(path):
        sys.exit(f"link.py: {name} is not installed")
    return path


def main():
    arguments = []
    for argument in expand(sys.argv[1:]):
        if argument in LIBRARIES:
            path = file_of(LIBRARIES[argument])
            if path not in arguments:
                arguments.append(path)
        elif not OMITTED.fullmatch(argument):
            arguments.append(argument)
    target = f"{platform.machine()}-linux-gnu.{GLIBC}"
    linker = [sys.executable, "-m", "ziglang", "cc", "-target", target]
    arguments.append(os.environ["HLOOM_GLIBC"])
    # This machine's libgcc needs this machine's glibc; that of the user's machine does not.
    arguments.append("-Wl,--allow-shlib-undefined")
    sys.exit(subprocess.run([*linker, *arguments]).returncode)


if __name__ == "__main__":
    main()
