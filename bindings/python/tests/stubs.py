# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The type stubs have the names and parameters of the package."""

import ast
import enum
import inspect
import pathlib

import checks
import hloom

PATH = pathlib.Path(hloom.__file__).with_name("__init__.pyi")
STUBS = ast.parse(PATH.read_text(encoding="utf-8"))
NODES = {node.name: node for node in STUBS.body
         if isinstance(node, (ast.ClassDef, ast.FunctionDef))}


def parameters(node):
    """Returns the names of the parameters in a stub, except `self` and `cls`."""
    spec = node.args
    names = [argument.arg for argument in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)]
    names += [argument.arg for argument in (spec.vararg, spec.kwarg) if argument]
    return sorted(set(names) - {"self", "cls"})


def actual_parameters(function):
    try:
        names = inspect.signature(function).parameters
    except ValueError:
        return None
    return sorted(set(names) - {"self", "cls"})


def compare(where, node, function):
    actual = actual_parameters(function)
    # `sort` because the order of keyword arguments is not part of the interface.
    assert actual is None or actual == parameters(node), (where, actual, parameters(node))


def test_all_names_have_stubs():
    variables = {node.target.id for node in STUBS.body if isinstance(node, ast.AnnAssign)}
    missing = set(hloom.__all__) - set(NODES) - variables
    assert not missing, missing
    exported, = [node for node in STUBS.body if isinstance(node, ast.Assign)]
    assert ast.literal_eval(exported.value) == hloom.__all__
    unknown = [name for name in NODES if not name.startswith("_") and not hasattr(hloom, name)]
    assert not unknown, unknown


def test_functions_have_the_parameters_of_their_stubs():
    for name, node in NODES.items():
        if isinstance(node, ast.FunctionDef):
            compare(name, node, getattr(hloom, name))


def test_classes_have_the_members_of_their_stubs():
    for name, node in NODES.items():
        if not isinstance(node, ast.ClassDef) or name.startswith("_"):
            continue
        cls = getattr(hloom, name)
        members = {item.name: item for item in node.body if isinstance(item, ast.FunctionDef)}
        for member, item in members.items():
            # Python 3.11 does not show the method of the buffer protocol.
            assert hasattr(cls, member) or member == "__buffer__", f"{name}.{member}"
            is_property = any(getattr(it, "id", "") == "property" for it in item.decorator_list)
            if not is_property and not member.startswith("__"):
                compare(f"{name}.{member}", item, getattr(cls, member))
        if issubclass(cls, (enum.Enum, tuple, BaseException)):
            continue
        fields = {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
        public = {member for base in cls.__mro__[:-1] for member in vars(base)
                  if not member.startswith("_")}
        missing = public - set(members) - fields - {"argument_specs", "result_specs"}
        assert not missing, (name, missing)


checks.run(globals())
