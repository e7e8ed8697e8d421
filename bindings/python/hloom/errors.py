# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions of hloom, with the diagnostics that they carry."""

import dataclasses
import re
import warnings

_LINE = re.compile(r"(?:(.*?):(\d+):(\d+): |(.+?): )?(error|warning|remark|note): (.*)")
_SEVERITIES = ("error", "warning", "remark")


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A message about a program, with its location.

    `file`, `line` and `column` are None if they are unknown. Lines and columns count from 1.
    """

    severity: str
    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    notes: tuple["Diagnostic", ...] = ()

    def __str__(self):
        place = "" if self.file is None else f"{self.file}: "
        if self.line is not None:
            place = f"{self.file}:{self.line}:{self.column}: "
        return "\n".join([f"{place}{self.severity}: {self.message}", *map(str, self.notes)])


class Error(Exception):
    """A failure of hloom.

    `diagnostics` is a tuple of `Diagnostic`, and `warnings` a tuple of the texts of warnings that
    preceded the failure. Both may be empty.
    """

    def __init__(self, message, diagnostics=()):
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        self.warnings = ()


class InvalidRequestError(Error, ValueError):
    """A request that cannot be met, such as an unknown platform or entry function."""


class UnsupportedError(Error, NotImplementedError):
    """The platform lacks a feature."""


class OutOfMemoryError(Error, MemoryError):
    """An allocation failed."""


class FileError(Error, OSError):
    """A file cannot be read, written or understood."""


class InternalError(Error):
    """A bug in hloom."""


class ProgramWarning(UserWarning):
    """A warning of the compiler about a program."""


def warn(messages):
    """Emits warnings at the line that calls the function which calls this one."""
    for message in messages:
        warnings.warn(message, ProgramWarning, stacklevel=3)


_CLASSES = {
    "invalid": InvalidRequestError,
    "unsupported": UnsupportedError,
    "memory": OutOfMemoryError,
    "file": FileError,
    "internal": InternalError,
}


def make(kind, message):
    """Returns the exception of a kind, as the native module names it."""
    cls = _CLASSES.get(kind, Error)
    return cls(message, parse_diagnostics(message) if kind in ("program", "internal") else ())


def parse_diagnostics(text):
    """Returns the diagnostics in rendered text, as a tuple of `Diagnostic`."""
    found = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            # A message may have several lines.
            if found:
                found[-1]["message"] += "\n" + line
            continue
        file, line_number, column, name, severity, message = match.groups()
        found.append(dict(
            severity=severity,
            message=message,
            file=file if file is not None else name,
            line=None if line_number is None else int(line_number),
            column=None if column is None else int(column),
        ))
    roots = []
    for fields in found:
        if fields["severity"] in _SEVERITIES or not roots:
            roots.append((fields, []))
        else:
            roots[-1][1].append(Diagnostic(**fields))
    return tuple(Diagnostic(**fields, notes=tuple(notes)) for fields, notes in roots)
