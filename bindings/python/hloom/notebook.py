# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs and executables as HTML, for notebooks."""

import html

from . import module as modules
from .errors import Error

_MOST_OPERATIONS = 500
"""The number of operations above which the levels of a program are not computed."""

_MOST_LINES = 400
"""The number of lines of a text above which the rest is left out."""


def html_of_module(module):
    """Returns the source of a module, and the module at each level of `cpu`, in sections to unfold."""
    operations = module.walk()
    parts = [_section("source", str(module), is_open=True)]
    if len(operations) > _MOST_OPERATIONS:
        note = f"The program has {len(operations)} operations; call hloom.levels to see its levels."
        return "".join([*parts, f"<p>{note}</p>"])
    current = module
    for level in modules.LEVELS:
        try:
            current = current.clone().opt(platform="cpu", start_at=level, stop_after=level)
        except Error as error:
            parts.append(_section(f"{level}: not reached", str(error)))
            break
        parts.append(_section(level, str(current)))
    return "".join(parts)


def html_of_executable(executable):
    """Returns the types, the times of the compilation and the memory of an executable."""
    rows = [("argument", str(spec), "") for spec in executable.inputs]
    rows += [("result", str(spec), "") for spec in executable.outputs]
    rows += [("stage", name, f"{1e3 * seconds:.2f} ms")
             for name, seconds in executable.stages.items()]
    rows += [("memory", name, f"{size:,} bytes") for name, size in executable.memory.items()]
    return f"<p><code>{html.escape(executable.name)}</code></p>{_table(rows)}"


def html_of_profile(profile):
    """Returns the operations of a profile with their times, the slowest first."""
    total = sum(row.seconds for row in profile.rows) or 1.0
    rows = [("time of a run", "share", "operation", "type", "location")]
    rows += [
        (f"{1e3 * row.seconds / max(profile.runs, 1):.3f} ms", f"{row.seconds / total:.1%}",
         row.operation, row.type, row.location or row.name)
        for row in profile.rows
    ]
    mean = 1e3 * profile.seconds / max(profile.runs, 1)
    return f"<p>{profile.runs} runs, {mean:.3f} ms each</p>{_table(rows)}"


def _table(rows):
    cells = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _section(title, text, is_open=False):
    lines = text.splitlines()
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"... {len(lines) - _MOST_LINES} more lines"]
    body = html.escape("\n".join(lines))
    return (f"<details{' open' if is_open else ''}><summary>{html.escape(title)}</summary>"
            f"<pre>{body}</pre></details>")
