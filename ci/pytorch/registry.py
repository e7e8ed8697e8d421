# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions by their names, such as those that make the models."""


class Registry(dict):
    """The functions in the order of their files; the registry is also their decorator."""

    def __call__(self, function):
        self[function.__name__] = function
        return function
