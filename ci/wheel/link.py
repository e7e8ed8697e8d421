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
import tempfile

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
    """Yields the arguments, including those in response files.

    rustc writes a response file if there are too many arguments for the operating system: an argument
    in each line, with backslashes before spaces and backslashes.
    """
    for argument in arguments:
        if argument.startswith("@"):
            with open(argument[1:], encoding="utf-8") as file:
                lines = file.read().splitlines()
            yield from expand(re.sub(r"\\(.)", r"\1", line) for line in lines)
        else:
            yield argument


def quote(argument):
    """Returns an argument as zig reads it in a response file."""
    if '"' in argument:
        sys.exit(f"link.py: expected an argument without a quotation mark, found {argument}")
    # A backslash before a quotation mark would escape it.
    trailing = len(argument) - len(argument.rstrip("\\"))
    return '"' + argument + "\\" * trailing + '"'


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
    if "-shared" in arguments:
        # After dlclose, threads and exit handlers of the library could still run its code.
        arguments.append("-Wl,-z,nodelete")
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".rsp") as file:
        file.write("\n".join(map(quote, arguments)))
        file.flush()
        sys.exit(subprocess.run([*linker, f"@{file.name}"]).returncode)


if __name__ == "__main__":
    main()
