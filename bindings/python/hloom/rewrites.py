# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes that are Python functions."""

from . import programs
from ._library import load

_native = load()


def register_pass(name, function=None, *, description="a pass in Python", level="hlo"):
    """Registers a function as a pass on modules.

    The function is called with the operation `builtin.module`, which it may change. Its handles are
    valid until it returns. An exception makes the pass fail. Pipelines find the pass by `name`; a
    second registration of a name replaces the function. May be used as a decorator.
    """
    _check_name("register_pass", "a pass", name, '"my-pass"')
    if function is None:
        return lambda function: register_pass(
            name, function, description=description, level=level
        )
    _native.register_pass(name, function, description, level)
    return function


def rewrite(operation, *, attributes=None, name=None, level="hlo"):
    """Registers a function as a pass that rewrites the operations called `operation`.

    `attributes` may name attributes with the values that an operation must have, such as
    `{"call_target_name": "gelu"}` for a custom call. The function is called with each operation.
    It returns None to leave the operation unchanged, or the new value of the result, or a list of
    values for several results; the operation is then replaced. The name of the pass is that of the
    function, with dashes, unless it is given.
    """
    _check_name("rewrite", "an operation", operation, '"stablehlo.add"')
    wanted = {name: _Text(str(value)) if isinstance(value, _native.Attribute) else value
              for name, value in (attributes or {}).items()}

    def decorate(function):
        pass_name = name or function.__name__.replace("_", "-")
        description = (function.__doc__ or f"rewrites `{operation}`").strip().splitlines()[0]

        def run(module):
            for op in module.walk(name=operation):
                # An earlier call may have erased the operation.
                if not op.is_valid or not _has(op, wanted):
                    continue
                values = function(op)
                if values is not None:
                    op.replace_with(_values(values))

        register_pass(pass_name, run, description=description, level=level)
        function.pass_name = pass_name
        return function

    return decorate


def _check_name(decorator, of, name, example):
    """Raises an error if a decorator was applied to a function without the call with a name."""
    if not isinstance(name, str):
        raise TypeError(
            f"{decorator}: expected the name of {of} as the first argument, found {name!r}; "
            f"write `@hloom.{decorator}({example})`"
        )


def _has(op, attributes):
    """Returns true if an operation has all attributes with the given values."""
    own = op.attributes
    return all(name in own and _equals(own[name], value) for name, value in attributes.items())


class _Text(str):
    """The text of an attribute. Its module may be in use when a pass runs."""


def _equals(attribute, value):
    """Returns true if an attribute has a text, or a value of Python."""
    if isinstance(value, _Text):
        return str(attribute) == value
    try:
        return attribute.value == value
    except TypeError:
        # The attribute has no value in Python.
        return False


def _values(values):
    """Returns the values of a result of a rewrite, as a list."""
    if isinstance(values, _native.Value):
        return [values]
    if isinstance(values, _native.Operation):
        return values.results
    return list(values)


def inline(program, operands, *, before):
    """Inlines the entry function of a program before an operation.

    The program is any that `hloom.parse` reads, such as the text of a function, or a lowered
    function of JAX. Its arguments become `operands`. Returns the values of its results.
    """
    source, _ = programs.to_source(program)
    return before.inline_before(source, list(operands))
