# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The types of the public interface. `tests/stubs.py` compares them with the package.

import dataclasses
import enum
import os
import pathlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, final, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

_Path: TypeAlias = str | os.PathLike[str]

class _Lowered(Protocol):
    """A lowered program of JAX."""

    def compiler_ir(self, dialect: str = ...) -> Any: ...

class _Traced(Protocol):
    """A traced program of JAX."""

    def lower(self) -> Any: ...

class _Exported(Protocol):
    """An exported program of JAX."""

    mlir_module_serialized: bytes

_Program: TypeAlias = (
    Module
    | str
    | bytes
    | bytearray
    | memoryview
    | os.PathLike[str]
    | _Traced
    | _Lowered
    | _Exported
)

__all__ = [
    "Attribute", "Block", "Buffer", "Diagnostic", "Error", "Executable", "FileError",
    "InsertionPoint", "InternalError", "InvalidRequestError", "LEVELS", "Location", "Module",
    "ObjectCode", "OpAttributeMap", "Operation", "OutOfMemoryError", "Page", "PassInfo",
    "PipelineInfo", "PlatformInfo", "Profile", "ProfileRow", "ProgramWarning", "Region",
    "TensorSpec", "Type", "UnsupportedError", "Value", "WalkResult", "compile",
    "compile_to_object", "empty", "explore", "inline", "levels", "library_path", "parse", "passes",
    "pipelines", "platforms", "register_pass", "rewrite", "run_passes",
]
__version__: str

@dataclasses.dataclass(frozen=True)
class Diagnostic:
    severity: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    notes: tuple[Diagnostic, ...] = ()

class Error(Exception):
    diagnostics: tuple[Diagnostic, ...]
    warnings: tuple[str, ...]
    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ...) -> None: ...

class InvalidRequestError(Error, ValueError): ...
class UnsupportedError(Error, NotImplementedError): ...
class OutOfMemoryError(Error, MemoryError): ...
class FileError(Error, OSError): ...
class InternalError(Error): ...
class ProgramWarning(UserWarning): ...

class WalkResult(enum.IntEnum):
    ADVANCE = 0
    INTERRUPT = 1
    SKIP = 2

@final
class Type:
    @staticmethod
    def parse(asm: str, context: Module | Operation) -> Type: ...
    @property
    def shape(self) -> list[int | None]: ...
    @property
    def rank(self) -> int: ...
    @property
    def element_type(self) -> Type: ...

@final
class Attribute:
    @staticmethod
    def parse(asm: str, context: Module | Operation) -> Attribute: ...
    @property
    def value(self) -> Any: ...
    @property
    def type(self) -> Type: ...
    def buffer(self) -> Buffer: ...

@final
class OpAttributeMap:
    def __getitem__(self, name: str, /) -> Attribute: ...
    def __setitem__(
        self, name: str, value: Attribute | str | bool | int | float, /
    ) -> None: ...
    def __delitem__(self, name: str, /) -> None: ...
    def __contains__(self, name: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def keys(self) -> list[str]: ...
    def values(self) -> list[Attribute]: ...
    def items(self) -> list[tuple[str, Attribute]]: ...

@final
class Location:
    @staticmethod
    def file(filename: str, line: int, col: int, context: Module | Operation) -> Location: ...
    @property
    def filename(self) -> str | None: ...
    @property
    def start_line(self) -> int | None: ...
    @property
    def start_col(self) -> int | None: ...

@final
class Value:
    @property
    def type(self) -> Type: ...
    @property
    def owner(self) -> Operation | Block: ...
    @property
    def is_block_argument(self) -> bool: ...
    @property
    def index(self) -> int: ...
    @property
    def uses(self) -> list[tuple[Operation, int]]: ...
    def replace_all_uses_with(self, with_: Value) -> None: ...

@final
class Operation:
    @staticmethod
    def create(
        name: str,
        results: Sequence[Type | str] | None = None,
        operands: Sequence[Value] | None = None,
        attributes: Mapping[str, Attribute | str | bool | int | float] | None = None,
        *,
        regions: int = 0,
        loc: Location | None = None,
        ip: InsertionPoint | None = None,
    ) -> Operation: ...
    @property
    def name(self) -> str: ...
    @property
    def operation(self) -> Operation: ...
    @property
    def operands(self) -> list[Value]: ...
    @property
    def results(self) -> list[Value]: ...
    @property
    def result(self) -> Value: ...
    @property
    def attributes(self) -> OpAttributeMap: ...
    @property
    def regions(self) -> list[Region]: ...
    @property
    def location(self) -> Location: ...
    @property
    def parent(self) -> Operation | None: ...
    @property
    def block(self) -> Block | None: ...
    @property
    def is_valid(self) -> bool: ...
    @overload
    def walk(self, callback: None = None, *, name: str | None = None) -> list[Operation]: ...
    @overload
    def walk(
        self,
        callback: Callable[[Operation], WalkResult | None],
        *,
        name: str | None = None,
    ) -> None: ...
    def verify(self) -> bool: ...
    def erase(self) -> None: ...
    def replace_with(self, values: Sequence[Value]) -> None: ...
    def set_operand(self, index: int, value: Value) -> None: ...
    def move_before(self, other: Operation) -> None: ...
    def clone(self, ip: InsertionPoint | None = None) -> Operation: ...
    def get_asm(
        self,
        *,
        enable_debug_info: bool = False,
        print_generic_op_form: bool = False,
        large_elements_limit: int | None = None,
    ) -> str: ...
    def inline_before(
        self, source: str | bytes, operands: Sequence[Value]
    ) -> list[Value]: ...

@final
class Region:
    @property
    def owner(self) -> Operation: ...
    @property
    def blocks(self) -> list[Block]: ...
    def append_block(self, *arg_types: Type | str) -> Block: ...

@final
class Block:
    @property
    def owner(self) -> Operation: ...
    @property
    def region(self) -> Region: ...
    @property
    def arguments(self) -> list[Value]: ...
    @property
    def operations(self) -> list[Operation]: ...
    def __iter__(self) -> Iterator[Operation]: ...

@final
class InsertionPoint:
    def __new__(cls, place: Operation | Block) -> InsertionPoint: ...
    @staticmethod
    def at_block_begin(block: Block) -> InsertionPoint: ...
    @staticmethod
    def at_block_terminator(block: Block) -> InsertionPoint: ...
    def __enter__(self) -> InsertionPoint: ...
    def __exit__(self, *_exception: object) -> None: ...

class Module:
    def __new__(cls, program: _Program, name: str | None = None) -> Module: ...
    def __init__(self, program: _Program, name: str | None = None) -> None: ...
    @classmethod
    def parse(cls, program: _Program, name: str | None = None) -> Module: ...
    @property
    def operation(self) -> Operation: ...
    @property
    def body(self) -> Block: ...
    def bytecode(self) -> bytes: ...
    @overload
    def walk(self, callback: None = None, *, name: str | None = None) -> list[Operation]: ...
    @overload
    def walk(
        self,
        callback: Callable[[Operation], WalkResult | None],
        *,
        name: str | None = None,
    ) -> None: ...
    def opt(
        self,
        pipeline: str | None = None,
        *,
        platform: str | None = None,
        start_at: str = "",
        stop_after: str = "",
        pipeline_file: _Path | None = None,
        schedules: Sequence[_Path] = (),
    ) -> Module: ...
    def run_passes(self, pipeline: str) -> list[str]: ...
    def _repr_html_(self) -> str: ...
    def clone(self) -> Module: ...

def parse(program: _Program, name: str | None = None) -> Module: ...
LEVELS: tuple[str, ...]

def levels(program: _Program, platform: str = "cpu") -> dict[str, Module]: ...
def run_passes(module: Module, pipeline: str) -> Module: ...

@final
class Buffer:
    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __bytes__(self) -> bytes: ...
    def __array__(
        self, dtype: DTypeLike | None = None, copy: bool | None = None
    ) -> np.ndarray[Any, Any]: ...
    @property
    def shape(self) -> list[int]: ...
    @property
    def element_type(self) -> str: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def address_of_data(self) -> int: ...
    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

@dataclasses.dataclass(frozen=True)
class TensorSpec:
    shape: tuple[int | None, ...]
    dtype: np.dtype[Any]
    element_type: str
    @classmethod
    def of_native(cls, spec: tuple[str, Sequence[int]]) -> TensorSpec: ...
    def fits(self, shape: Sequence[int]) -> bool: ...

class Executable:
    inputs: tuple[TensorSpec, ...]
    outputs: tuple[TensorSpec, ...]
    def __init__(self, native: Any, trees: Any = None) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def stages(self) -> dict[str, float]: ...
    @property
    def memory(self) -> dict[str, int]: ...
    def __call__(self, *arguments: Any, **keywords: Any) -> Any: ...
    def run(self, *arguments: ArrayLike) -> tuple[Buffer, ...]: ...
    def profile(self) -> Profile: ...
    def _repr_html_(self) -> str: ...
    def serialize(self) -> bytes: ...

@dataclasses.dataclass(frozen=True)
class ProfileRow:
    operation: str
    type: str
    location: str
    name: str
    seconds: float

@dataclasses.dataclass(frozen=True)
class Profile:
    runs: int
    seconds: float
    rows: tuple[ProfileRow, ...]
    def _repr_html_(self) -> str: ...

class Page:
    html: str
    def __init__(self, html: str) -> None: ...
    def save(self, path: _Path) -> None: ...
    def _repr_html_(self) -> str: ...

def explore(
    program: _Program, platform: str = "cpu", *, name: str | None = None, threads: int | None = None
) -> Page: ...

@final
class ObjectCode:
    @property
    def code(self) -> bytes: ...
    @property
    def header(self) -> str: ...
    @property
    def entry_name(self) -> str: ...
    @property
    def triple(self) -> str: ...
    @property
    def arena_bytes(self) -> int: ...
    @property
    def undefined_symbols(self) -> list[str] | None: ...

def compile(
    program: _Program,
    platform: str = "cpu",
    *,
    name: str | None = None,
    entry: str | None = None,
    device: int = 0,
    threads: int | None = None,
    sizes: Sequence[Sequence[int] | None] = (),
    memory_budget: int | None = None,
    reproducible: bool = False,
    device_only: bool = False,
    pass_pipeline: str | None = None,
    pipeline_file: _Path | None = None,
    schedules: Sequence[_Path] = (),
    start_at: str | None = None,
    dump_dir: _Path | None = None,
    cache: _Path | None = None,
    profile: bool = False,
) -> Executable: ...
def compile_to_object(
    program: _Program,
    output: _Path | None = None,
    *,
    header: _Path | None = None,
    platform: str = "cpu",
    emit: str = "object",
    triple: str = "",
    cpu: str = "",
    features: str = "",
    function: str | None = None,
    name: str | None = None,
    entry: str | None = None,
    sizes: Sequence[Sequence[int] | None] = (),
    memory_budget: int | None = None,
    reproducible: bool = False,
    pass_pipeline: str | None = None,
    pipeline_file: _Path | None = None,
    schedules: Sequence[_Path] = (),
    dump_dir: _Path | None = None,
) -> ObjectCode: ...
def empty(shape: int | Sequence[int], dtype: DTypeLike = ...) -> np.ndarray[Any, Any]: ...

class PlatformInfo(NamedTuple):
    name: str
    description: str
    device_count: int

class PipelineInfo(NamedTuple):
    name: str
    description: str

class PassInfo(NamedTuple):
    name: str
    level: str
    description: str

def platforms() -> dict[str, PlatformInfo]: ...
def pipelines() -> dict[str, PipelineInfo]: ...
def passes() -> dict[str, PassInfo]: ...

_Pass: TypeAlias = Callable[[Operation], Any]
_Rewrite: TypeAlias = Callable[[Operation], Value | Operation | Sequence[Value] | None]

class _RewritePass(Protocol):
    """A function that is registered as a pass."""

    pass_name: str

    def __call__(self, op: Operation, /) -> Value | Operation | Sequence[Value] | None: ...

@overload
def register_pass(
    name: str, function: _Pass, *, description: str = "a pass in Python", level: str = "hlo"
) -> _Pass: ...
@overload
def register_pass(
    name: str,
    function: None = None,
    *,
    description: str = "a pass in Python",
    level: str = "hlo",
) -> Callable[[_Pass], _Pass]: ...
def rewrite(
    operation: str,
    *,
    attributes: Mapping[str, Any] | None = None,
    name: str | None = None,
    level: str = "hlo",
) -> Callable[[_Rewrite], _RewritePass]: ...
def inline(program: _Program, operands: Sequence[Value], *, before: Operation) -> list[Value]: ...
def library_path() -> pathlib.Path: ...
