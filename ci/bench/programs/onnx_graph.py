# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds ONNX graphs for the engines that run no StableHLO."""

import numpy as np
import onnx
from onnx import helper, numpy_helper

OPSET = 20
IR_VERSION = 10


class Graph:
    """A graph under construction. Values are names; arrays become constants."""

    def __init__(self, inputs):
        self.nodes, self.constants = [], []
        self.inputs = [f"in{i}" for i in range(len(inputs))]
        self.input_infos = [info(name, value) for name, value in zip(self.inputs, inputs)]

    def op(self, kind, *operands, outputs=1, **attributes):
        """Adds an operation and returns its result, or a list of several results."""
        index = len(self.nodes)
        names = [f"{kind}_{index}_{i}" for i in range(outputs)]
        operands = [self.value(operand) for operand in operands]
        self.nodes.append(helper.make_node(kind, operands, names, f"{kind}_{index}", **attributes))
        return names[0] if outputs == 1 else names

    def value(self, operand):
        if isinstance(operand, str):
            return operand
        name = f"constant_{len(self.constants)}"
        array = np.ascontiguousarray(operand)
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def transpose(self, x, *order):
        return self.op("Transpose", x, perm=order)

    def reshape(self, x, *shape):
        return self.op("Reshape", x, np.array(shape, np.int64))

    def convolution(self, x, kernel, stride=1, padding=None, group=1):
        """A convolution of NCHW by a kernel HWIO. Padding is that of SAME unless it is given."""
        low, high = padding or (
            (kernel.shape[0] - stride) // 2,
            (kernel.shape[0] - stride + 1) // 2,
        )
        return self.op(
            "Conv",
            x,
            kernel.transpose(3, 2, 0, 1),
            strides=[stride, stride],
            pads=[low, low, high, high],
            group=group,
        )

    def layer_norm(self, x, norm):
        return self.op("LayerNormalization", x, norm[0], norm[1], axis=-1, epsilon=1e-5)

    def dense(self, x, layer):
        return self.op("Add", self.op("MatMul", x, layer[0]), layer[1])

    def model(self, name, results, expected):
        """Returns the checked model, whose results have the types of `expected`."""
        infos = [info(f"out{i}", value) for i, value in enumerate(expected)]
        for i, result in enumerate(results):
            self.nodes.append(helper.make_node("Identity", [result], [f"out{i}"]))
        graph = helper.make_graph(self.nodes, name, self.input_infos, infos, self.constants)
        opset = helper.make_opsetid("", OPSET)
        model = helper.make_model(graph, opset_imports=[opset], ir_version=IR_VERSION)
        onnx.checker.check_model(model)
        return model


def info(name, value):
    kind = helper.np_dtype_to_tensor_dtype(value.dtype)
    return helper.make_tensor_value_info(name, kind, value.shape)
