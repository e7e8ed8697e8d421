# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exports modules of XLA for the Rust test, and checks with XLA the modules that the test writes.

    python jax_round_trip.py export DIR FOLDER...
    python jax_round_trip.py check DIR

`export` writes, for every StableHLO program `*.mlir` and HLO text `*.hlo` under the folders
and for every function in `jax_functions.py`, the HLO before and after optimization:

    DIR/NAME/N.hlo     the text, printed with option N. Each module has the texts of two options in
                       turn, or of all options if `HLOOM_FULL_TESTS` is set
    DIR/NAME/N.pb      the module that XLA reads from that text, if it can read it
    DIR/NAME/module.pb the module itself

The test reads all of them, and writes the modules it has read beside them: `N.out.hlo`,
`module.out.hlo`, `module.out.pb`. `check` compares these modules with the exported ones, by the
text that XLA prints for both.
"""

import os
import re
import sys
from pathlib import Path

os.environ["JAX_PLATFORMS"] = "cpu"
# Only the HLO of compiled programs is read, so LLVM need not optimize.
os.environ["XLA_FLAGS"] = (
    "--xla_force_host_platform_device_count=4 --xla_backend_optimization_level=0")

import jax
from jax._src import compiler, xla_bridge
from jax._src.lib import xla_client
from jaxlib import _hlo, _jax
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))


def options(**changes):
    chosen = changes.pop("base", _hlo.HloPrintOptions)()
    for name, value in {"print_large_constants": True, **changes}.items():
        setattr(chosen, name, value)
    return chosen


# Options that modules are printed with.
OPTIONS = [
    options(),
    options(print_operand_shape=True),
    options(print_percent=False, print_program_shape=False, indent_amount=2),
    options(include_layout_in_shapes=False, print_metadata=False, print_backend_config=False),
    options(base=_hlo.HloPrintOptions.short_parsable),
    options(base=_hlo.HloPrintOptions.canonical),
    options(canonicalize_computations=True),
]


def numbers_of_options(module):
    """Returns the numbers of the options with which the module of a number is printed."""
    if "HLOOM_FULL_TESTS" in os.environ:
        return range(len(OPTIONS))
    return [module % len(OPTIONS), (module + 3) % len(OPTIONS)]


def export(directory, folders):
    count = 0
    Path(directory).mkdir()
    chosen = compiler.get_compile_options(num_replicas=2, num_partitions=3)
    chosen.executable_build_options.device_assignment = xla_client.DeviceAssignment.create(
        np.arange(6).reshape(2, 3))
    chosen.env_option_overrides = [("xla_cpu_enable_fast_math", "true")]
    (Path(directory) / "compile_options.pb").write_bytes(chosen.SerializeAsString())
    for name, module in modules(folders):
        target = Path(directory) / name
        target.mkdir(parents=True)
        (target / "module.pb").write_bytes(module.as_serialized_hlo_module_proto())
        for number in numbers_of_options(count):
            text = module.to_string(OPTIONS[number])
            (target / f"{number}.hlo").write_text(text)
            try:
                parsed = _hlo.hlo_module_from_text(text)
            except Exception as error:
                # XLA cannot read every text it prints. The Rust test reads these texts anyway.
                print(f"{name}: XLA does not read option {number}: {str(error)[:300]}")
                continue
            (target / f"{number}.pb").write_bytes(parsed.as_serialized_hlo_module_proto())
        count += 1
    print(f"{count} modules")


def modules(folders):
    """Yields the name and the module of every program."""
    for folder in folders:
        for file in sorted(Path(folder).rglob("*.mlir")):
            yield from of_program(f"{file.parent.name}-{file.stem}", file.read_text())
        for file in sorted(Path(folder).rglob("*.hlo")):
            yield f"hlo-{file.stem}", _hlo.hlo_module_from_text(file.read_text())
    import jax_functions

    for name, lowered in jax_functions.lowered():
        computation = lowered.compiler_ir("hlo")
        yield f"jax-{name}", computation.as_hlo_module()
        for number, module in enumerate(lowered.compile().runtime_executable().hlo_modules()):
            yield f"jax-{name}-optimized-{number}", module


def of_program(name, program):
    computation = _jax.mlir.mlir_module_to_xla_computation(
        program, use_tuple_args=False, return_tuple=False)
    yield name, computation.as_hlo_module()
    backend = xla_bridge.get_backend("cpu")
    devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
    chosen = compiler.get_compile_options(num_replicas=1, num_partitions=1)
    try:
        executable = backend.compile_and_load(program, devices, chosen)
    except Exception as error:
        print(f"{name}: not compiled: {str(error)[:200]}")
        return
    for number, module in enumerate(executable.hlo_modules()):
        yield f"{name}-optimized-{number}", module


# Options for everything in a module except metadata, whose stack frames XLA renumbers.
EXACT = options(base=_hlo.HloPrintOptions.canonical, canonicalize_computations=True)


def check(directory):
    wrong = 0
    count = 0
    for source in sorted(Path(directory).glob("*/*.pb")):
        if source.name.endswith(".out.pb"):
            continue
        stem = source.with_suffix("")
        for written in [stem.with_suffix(".out.hlo"), stem.with_suffix(".out.pb")]:
            if not written.exists():
                continue
            count += 1
            # Text also has a part of the configuration, which messages lack.
            try:
                expected = read(stem.with_suffix(written.suffix))
            except Exception:
                expected = read(source)
            try:
                found = read(written)
            except Exception as error:
                print(f"{written}: XLA does not read it: {str(error)[:600]}")
                wrong += 1
                continue
            texts = [module.to_string(EXACT) for module in (expected, found)]
            texts = [without_lost(text, stem.name == "module") for text in texts]
            if problem := difference(*texts):
                print(f"{written}: {problem}")
                wrong += 1
    print(f"{count} files, {wrong} wrong")
    return wrong > 0 or count == 0


def read(file):
    if file.suffix == ".pb":
        return _hlo.HloModule.from_serialized_hlo_module_proto(file.read_bytes())
    return _hlo.hlo_module_from_text(file.read_text())


def without_lost(text, with_signs):
    """Returns a text without the data that XLA loses when it reads text: the element size in bits
    of constants, and the sign of `-0`, which only survives as `-0.0`."""
    if not with_signs:
        text = re.sub(r"-0(?=[ ,})])", "0", text)
    return re.sub(r":E\(\d\)(?=})", "", text)


def difference(expected, found):
    if expected == found:
        return None
    lines = zip(expected.splitlines(), found.splitlines())
    for number, (one, other) in enumerate(lines, 1):
        if one != other:
            return f"line {number}:\n  expected {clip(one)}\n  found    {clip(other)}"
    return "one is longer"


def clip(line):
    return line if len(line) < 600 else line[:600] + "..."


if __name__ == "__main__":
    command, directory, *folders = sys.argv[1:]
    if command == "export":
        export(directory, folders)
    else:
        sys.exit(check(directory))
