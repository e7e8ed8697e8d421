# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compilation of programs, and runs of executables."""

import dataclasses
import os

from . import arrays, programs
from ._library import load
from .errors import Error, warn

_native = load()


@dataclasses.dataclass(frozen=True)
class ProfileRow:
    """The time of an operation of the program, in seconds, over all recorded runs."""

    operation: str
    type: str
    location: str
    name: str
    seconds: float


@dataclasses.dataclass(frozen=True)
class Profile:
    """The times of the runs of an executable so far. The slowest operation comes first."""

    runs: int
    seconds: float
    rows: tuple[ProfileRow, ...]

    def _repr_html_(self):
        from .notebook import html_of_profile

        return html_of_profile(self)


class Executable:
    """A program that was compiled for a device. Create executables with `hloom.compile`.

    Several threads may call an executable at once.
    """

    def __init__(self, native, trees=None):
        self._native = native
        self._trees = trees
        self.inputs = tuple(map(arrays.TensorSpec.of_native, native.argument_specs()))
        """The shapes and data types of the arguments, as a tuple of `TensorSpec`."""
        self.outputs = tuple(map(arrays.TensorSpec.of_native, native.result_specs()))
        """The shapes and data types of the results."""

    @property
    def name(self):
        """The name of the entry function."""
        return self._native.name

    def __call__(self, *arguments, **keywords):
        """Runs the program.

        Arguments are NumPy arrays, arrays with DLPack or `__array__`, such as those of JAX and
        PyTorch, or scalars. Nobody may write an argument during the run. Returns a NumPy array for
        one result, and otherwise a tuple; for a program of JAX, returns the results in the
        structure of the function.
        """
        if self._trees is not None:
            arguments = self._trees.flatten(arguments, keywords)
        elif keywords:
            raise TypeError(f"`{self.name}`: expected no keyword arguments")
        results = tuple(map(arrays.to_numpy, self.run(*arguments)))
        if self._trees is not None:
            return self._trees.unflatten(results)
        return results[0] if len(results) == 1 else results

    def run(self, *arguments):
        """Runs the program, and returns the results as a tuple of `hloom.Buffer`.

        Buffers own their memory, and export DLPack and Python's buffer protocol.
        """
        if len(arguments) != len(self.inputs):
            types = ", ".join(map(str, self.inputs))
            raise TypeError(
                f"`{self.name}`: expected {len(self.inputs)} arguments ({types}), "
                f"found {len(arguments)}"
            )
        checked = [
            arrays.check(value, spec, f"argument {index} of `{self.name}`")
            for index, (value, spec) in enumerate(zip(arguments, self.inputs))
        ]
        shapes = [array.shape for array in checked]
        return tuple(self._native.run([arrays.bytes_of(array) for array in checked], shapes))

    @property
    def stages(self):
        """The stages of the compilation, with their durations in seconds, as a dict."""
        return dict(self._native.stages())

    @property
    def memory(self):
        """The sizes in bytes of the memory of a run, by kind, as a dict."""
        return dict(self._native.memory())

    def profile(self):
        """Returns the times of all runs so far as a `Profile`.

        Raises ValueError unless the program was compiled with `profile=True`, for a platform that
        supports it. The duration of a loop nest is divided between the operations that it computes,
        in proportion to their estimated work.
        """
        times = self._native.profile()
        if times is None:
            raise ValueError("the executable records no runs; compile it with profile=True")
        runs, seconds, rows = times
        rows = sorted((ProfileRow(*row) for row in rows), key=lambda row: -row.seconds)
        return Profile(runs, seconds, tuple(rows))

    def serialize(self):
        """Returns the executable as bytes, if the platform supports it."""
        return bytes(self._native.serialize())

    def _repr_html_(self):
        from .notebook import html_of_executable

        return html_of_executable(self)

    def __repr__(self):
        inputs, outputs = (", ".join(map(str, specs)) for specs in (self.inputs, self.outputs))
        return f"<hloom.Executable {self.name}({inputs}) -> ({outputs})>"


class _Trees:
    """The structures of the arguments and results of a function of JAX."""

    def __init__(self, in_tree, out_tree, kept):
        self._in_tree, self._out_tree, self._kept = in_tree, out_tree, kept

    @classmethod
    def of(cls, program):
        """Returns the structures of a lowered or exported program, or None for other programs."""
        in_tree, out_tree = (getattr(program, name, None) for name in ("in_tree", "out_tree"))
        if in_tree is None or out_tree is None:
            return None
        kept = getattr(program, "module_kept_var_idx", None)
        if kept is None:
            lowering = getattr(program, "_lowering", None)
            kept = getattr(lowering, "compile_args", {}).get("kept_var_idx")
        return cls(in_tree, out_tree, None if kept is None else sorted(kept))

    def flatten(self, arguments, keywords):
        """Returns the arrays in the arguments, without those that the program does not use."""
        import jax

        leaves, tree = jax.tree_util.tree_flatten((arguments, keywords))
        if tree != self._in_tree:
            raise TypeError(f"expected arguments of the structure {self._in_tree}, found {tree}")
        return leaves if self._kept is None else [leaves[index] for index in self._kept]

    def unflatten(self, results):
        """Returns the results in the structure of the function."""
        import jax

        return jax.tree_util.tree_unflatten(self._out_tree, results)


def _paths(options):
    """Converts the options that are paths, in place."""
    for name in ("pipeline_file", "dump_dir", "cache"):
        if options.get(name) is not None:
            options[name] = os.fspath(options[name])
    options["schedules"] = programs.paths("schedules", options["schedules"])
    options["sizes"] = [None if sizes is None else list(sizes) for sizes in options["sizes"]]


def compile(program, platform="cpu", *, name=None, entry=None, device=0, threads=None, sizes=(),
            memory_budget=None, reproducible=False, device_only=False, pass_pipeline=None,
            pipeline_file=None, schedules=(), start_at=None, dump_dir=None, cache=None,
            profile=False):
    """Compiles a program for a platform, and returns an `Executable`.

    Programs are those of `hloom.parse`. The options are those of `hlo-run`: `threads` limits the
    threads of a run, `sizes` are the sizes of arguments with dynamic shapes, `memory_budget` limits
    the temporaries in bytes, `reproducible` asks for equal bits on all processors, `pass_pipeline`
    replaces the passes of the platform, and `pipeline_file` edits them. With `profile`, the
    executable records its runs for `Executable.profile`.
    """
    options = dict(
        entry=entry, device=device, threads=threads, sizes=sizes, memory_budget=memory_budget,
        reproducible=reproducible, device_only=device_only, pass_pipeline=pass_pipeline,
        pipeline_file=pipeline_file, schedules=schedules, start_at=start_at, dump_dir=dump_dir,
        cache=cache, profile=profile,
    )
    _paths(options)
    program = programs.lowered(program)
    trees = _Trees.of(program)
    source, name = programs.to_source(program, name)
    try:
        native, messages = _native.compile(source, name, platform, **options)
    except Error as error:
        warn(error.warnings)
        raise
    warn(messages)
    executable = Executable(native, trees)
    most, found = len(executable.inputs), len(options["sizes"])
    if found > most:
        raise ValueError(f"sizes: expected at most {most} entries, found {found}")
    return executable


def compile_to_object(program, output=None, *, header=None, platform="cpu", emit="object",
                      triple="", cpu="", features="", function=None, name=None, entry=None,
                      sizes=(), memory_budget=None, reproducible=False, pass_pipeline=None,
                      pipeline_file=None, schedules=(), dump_dir=None):
    """Compiles a program ahead of time, and returns an `ObjectCode`.

    Writes the code to the file `output`, and the header for C and C++ to the file `header`, if they
    are given. `emit` is "object", "asm" or "llvm-ir", or for GPUs "executable" or "image". `triple`,
    `cpu` and `features` are LLVM's names of the target, by default the baseline of this machine.
    `function` is the name of the C function, by default the stem of the name of `output`.
    """
    if function is None:
        function = os.path.splitext(os.path.basename(os.fspath(output)))[0] if output else "program"
    options = dict(
        emit=emit, triple=triple, cpu=cpu, features=features, entry=entry, entry_name=function,
        sizes=sizes, memory_budget=memory_budget, reproducible=reproducible,
        pass_pipeline=pass_pipeline, pipeline_file=pipeline_file, schedules=schedules,
        dump_dir=dump_dir,
    )
    _paths(options)
    source, name = programs.to_source(program, name)
    try:
        compiled, messages = _native.compile_to_object(source, name, platform, **options)
    except Error as error:
        warn(error.warnings)
        raise
    warn(messages)
    if output is not None:
        with open(output, "wb") as file:
            file.write(compiled.code)
    if header is not None:
        if not compiled.header:
            raise ValueError(f"emit={emit!r}: the code has no header")
        with open(header, "w", encoding="utf-8") as file:
            file.write(compiled.header)
    return compiled
