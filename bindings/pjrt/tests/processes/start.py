# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a script of this folder in several processes.

    python start.py SCRIPT COUNT [ARGUMENT...]

The script gets the number of its process, the number of processes, the port of the coordinator, and
the arguments. Each process must print "all well", except those that print "lost", which the test
itself ends. All processes must end within the time limit.

With HLOOM_COLLECTIVES=mpi, the `mpiexec` beside the interpreter or in PATH starts the processes. It
ends all processes when one is killed, so that no process may be lost.
"""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

TIME_LIMIT = 100


def free_port():
    """Returns a port that no process uses."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def by_mpiexec(commands):
    """Runs commands as the processes of one MPI program."""
    beside = pathlib.Path(sys.executable).with_name("mpiexec")
    launcher = beside if beside.exists() else shutil.which("mpiexec")
    if launcher is None:
        sys.exit("mpiexec: not found; `pip install mpich` installs it")
    line = [launcher, "-prepend-rank"]
    for command in commands:
        line += ["-n", "1", *command, ":"]
    ended = subprocess.run(line[:-1], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                           timeout=TIME_LIMIT)
    well = [f"[{number}] all well" in ended.stdout for number in range(len(commands))]
    if ended.returncode != 0 or not all(well):
        print(ended.stdout)
        sys.exit(f"mpiexec ended with status {ended.returncode}")


def main(script, count, *arguments):
    script = pathlib.Path(__file__).with_name(script)
    port = free_port()
    commands = [[sys.executable, script, str(number), count, str(port), *arguments]
                for number in range(int(count))]
    if os.environ.get("HLOOM_COLLECTIVES") == "mpi":
        by_mpiexec(commands)
        return

    def start(command):
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    processes = [start(command) for command in commands]
    deadline = time.monotonic() + TIME_LIMIT
    outputs = ["" for _ in processes]
    failed = []
    # A process that is stopped ends only when it is killed, so it is waited for last.
    lost = [int(number) for number in arguments[1:2]]
    for number in sorted(range(len(processes)), key=lambda number: number in lost):
        if number in lost:
            processes[number].kill()
        try:
            outputs[number], _ = processes[number].communicate(timeout=max(deadline - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            processes[number].kill()
            outputs[number], _ = processes[number].communicate()
            failed.append(f"process {number} hangs")
            continue
        code = processes[number].returncode
        if number not in lost and (code != 0 or "all well" not in outputs[number]):
            failed.append(f"process {number} ended with status {code}")
        if number in lost and "lost\n" not in outputs[number]:
            failed.append(f"process {number} did not reach its end")
    if failed:
        for number, output in enumerate(outputs):
            print(f"--- process {number}\n{output}")
        sys.exit("; ".join(failed))


if __name__ == "__main__":
    main(*sys.argv[1:])
