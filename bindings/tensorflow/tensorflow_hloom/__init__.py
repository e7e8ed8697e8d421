# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""TensorFlow functions and SavedModels as HLO files for hlo-run and hlo-compile.

TensorFlow itself converts a `tf.function(jit_compile=True)` to HLO
(`experimental_get_compiler_ir`). The parameters of the program are the inputs and then the values
that the function captures, such as variables.
"""

from pathlib import Path

import numpy as np
import tensorflow as tf


class Hlo:
    """An HLO program with the values of its parameters."""

    def __init__(self, module, values):
        self.module = module
        """The program as a protocol buffer `HloModuleProto`."""
        self.values = values
        """The values of the parameters as arrays of NumPy."""

    def save(self, folder):
        """Writes `program.pb` and `in0.npy`, `in1.npy`, ..., and returns the files."""
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        program = folder / "program.pb"
        program.write_bytes(self.module)
        files = [folder / f"in{index}.npy" for index in range(len(self.values))]
        for file, value in zip(files, self.values, strict=True):
            np.save(file, value)
        return program, files


def to_hlo(function, *inputs):
    """Returns a `tf.function(jit_compile=True)` for some inputs as `Hlo`.

    Shapes are those of the inputs. TensorFlow raises an error for operations without a kernel for
    XLA.
    """
    module = function.experimental_get_compiler_ir(*inputs)(stage="hlo_serialized")
    concrete = function.get_concrete_function(*inputs)
    return Hlo(module, [np.asarray(x) for x in [*inputs, *captured(concrete)]])


def captured(concrete):
    """Returns the captured values of a function: variables by reference, and constants."""
    variables = {id(variable.handle): variable for variable in concrete.variables}
    return [variables.get(id(value), value) for value in concrete.captured_inputs]


def load_signature(folder, name="serving_default"):
    """Returns a signature of a SavedModel as a `tf.function(jit_compile=True)`, and its inputs.

    The function takes tensors in the order of the second result: the names and `tf.TensorSpec` of
    the inputs. It returns a list of tensors, sorted by the names of the outputs.
    """
    model = tf.saved_model.load(str(folder))
    if name not in model.signatures:
        found = ", ".join(model.signatures) or "none"
        raise ValueError(f"{folder}: expected the signature `{name}`, found {found}")
    signature = model.signatures[name]
    _, specs = signature.structured_input_signature

    @tf.function(jit_compile=True, autograph=False)
    def function(*inputs):
        results = signature(**dict(zip(specs, inputs, strict=True)))
        return [results[key] for key in sorted(results)]

    # The signature does not keep the variables of its model alive.
    function.model = model
    return function, specs
