# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions by their names, such as those that make the models."""


class Registry(dict):
    """The registered functions, in the order of their files. It is the decorator that adds one."""

    def __call__(self, function):
        self[function.__name__] = function
        return function
