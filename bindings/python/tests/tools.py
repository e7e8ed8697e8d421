# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command-line tools."""

import importlib
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading

import checks
import hloom
import hloom.tools

PROGRAM = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def run(tool, *arguments, text=PROGRAM):
    command = [sys.executable, "-m", f"hloom.{tool}", *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def test_programs_are_optimized():
    done = run("opt", "--hlo-to-linalg")
    assert done.returncode == 0 and "linalg.generic" in done.stdout, done
    done = run("opt", "--cse", text="func.func @f() {\n  oops\n}")
    assert done.returncode == 1 and "<stdin>:2:3: error" in done.stderr, done


def test_programs_are_run_and_translated():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "twice.mlir")
        path.write_text(PROGRAM)
        done = run("run", path, "--input", "dense<[1.0, 2.5]> : tensor<2xf32>")
        assert done.returncode == 0 and "[2.0 5.0]" in done.stdout, done
        done = run("compile", path, "-o", pathlib.Path(folder, "twice.o"))
        assert done.returncode == 0 and pathlib.Path(folder, "twice.o").exists(), done
        done = run("translate", "--serialize", path, "-o", pathlib.Path(folder, "twice.bc"))
        assert done.returncode == 0, done
        assert "stablehlo.add" in str(hloom.parse(pathlib.Path(folder, "twice.bc")))


def test_tools_start_themselves_again():
    done = run("fuzz", "--count", "3", "--seed", "1")
    assert done.returncode == 0, done
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "program.mlir")
        path.write_text(PROGRAM)
        done = run("bisect", path, "--input", "random")
        assert done.returncode == 0 and "no error found" in done.stdout, done


def test_help_names_the_tool():
    for tool in ["opt", "run", "compile", "translate", "reduce", "bisect", "fuzz"]:
        done = run(tool, "--help")
        assert done.returncode == 0 and f"hlo-{tool}" in done.stdout, done


def test_the_function_is_not_replaced_by_the_tool():
    with checks.raises(ImportError, "hloom.compile is a function"):
        importlib.import_module("hloom.compile")
    assert callable(hloom.compile)


def test_interrupts_reach_python_after_a_tool():
    before = signal.getsignal(signal.SIGINT)
    assert hloom.tools.main("hlo-run", ["--version"]) == 0
    assert signal.getsignal(signal.SIGINT) is before
    thread = threading.Thread(target=hloom.tools.main, args=("hlo-run", ["--version"]))
    thread.start()
    thread.join()


def test_the_optimizer_runs_once_in_a_process():
    script = """
import hloom.tools
for _ in range(2):
    try:
        print(hloom.tools.main("hlo-opt", ["PATH"]))
    except RuntimeError as error:
        print(error)
"""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(PROGRAM)
        file.flush()
        script = script.replace("PATH", file.name)
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True,
                              check=False)
    assert done.returncode == 0 and "use `Module.opt`" in done.stdout, done


checks.run(globals())
