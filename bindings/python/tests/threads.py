# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long work in hloom does not hold the interpreter lock."""

import os
import threading
import time

import checks
import hloom
import numpy as np


class Counter(threading.Thread):
    """Counts in Python, while another thread works in hloom."""

    def __init__(self):
        super().__init__(daemon=True)
        self.count = 0
        self.longest = 0.0
        self.ends = False

    def run(self):
        last = time.perf_counter()
        while not self.ends:
            self.count += 1
            now = time.perf_counter()
            self.longest = max(self.longest, now - last)
            last = now
            time.sleep(0.0005)


def check_released(work):
    """Checks that another thread runs Python during `work`, whose result is returned."""
    counter = Counter()
    counter.start()
    start = time.perf_counter()
    result = work()
    duration = time.perf_counter() - start
    count = counter.count
    counter.ends = True
    counter.join()
    assert duration > 0.05, f"the work takes only {duration:.3f} s, too little to measure"
    # A machine under load may run the thread late, but not only at the end.
    assert count > 5 and counter.longest < 0.8 * duration, (duration, count, counter.longest)
    return result


def program(count, size):
    ty = f"tensor<{size}x{size}xf32>"
    lines = [f"%{i + 1} = stablehlo.{'add' if i % 2 else 'dot'} %{i}, %{i} : "
             + (ty if i % 2 else f"({ty}, {ty}) -> {ty}") for i in range(count)]
    return f"func.func @f(%0: {ty}) -> {ty} {{\n" + "\n".join(lines) + f"\nreturn %{count} : {ty} }}"


def test_parsing_passes_compilation_and_runs_release_the_lock():
    long = program(40000, 2)
    module = check_released(lambda: hloom.parse(long))
    check_released(lambda: module.opt("hlo-simplify,canonicalize,cse"))
    check_released(lambda: hloom.compile(program(100, 1500)))
    executable = hloom.compile(program(6, 1500))
    x = np.full((1500, 1500), 1e-3, np.float32)
    check_released(lambda: executable(x))


def test_a_module_in_use_is_refused():
    module = hloom.parse(program(2000, 2))
    started, go_on = threading.Event(), threading.Event()

    def wait(_):
        started.set()
        go_on.wait(30)

    hloom.register_pass("python-wait", wait)
    thread = threading.Thread(target=lambda: module.opt("python-wait"))
    thread.start()
    assert started.wait(30)
    with checks.raises(RuntimeError, "the module is in use"):
        str(module)
    go_on.set()
    thread.join()
    assert "func.func" in str(module)


def test_several_threads_compile_one_module():
    module = hloom.parse(program(3000, 2))
    failures = []

    def read():
        try:
            for _ in range(10):
                module.bytecode()
        except RuntimeError as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]


def test_forked_processes_run_and_compile():
    text = program(3, 600)
    executable = hloom.compile(text)
    x = np.full((600, 600), 1e-3, np.float32)
    expected = executable(x)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            results = [executable(x), hloom.compile(text)(x)]
            status = 0 if all(np.array_equal(result, expected) for result in results) else 1
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0


checks.run(globals())
