# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pages that show a compilation from the source to the assembly."""

import dataclasses
import html
import pathlib

from . import programs
from ._library import load

_native = load()


@dataclasses.dataclass(frozen=True, repr=False)
class Page:
    """A page that shows a compilation. Notebooks display it; `save` writes it to a file."""

    html: str
    """The page as HTML, which needs no other file."""

    def save(self, path):
        """Writes the page to a file, for a browser."""
        pathlib.Path(path).write_text(self.html, encoding="utf-8")

    def __repr__(self):
        return f"<hloom.Page of {len(self.html):,} bytes>"

    def _repr_html_(self):
        style = "width: 100%; min-width: 960px; height: 680px; border: 1px solid #8884"
        return f'<iframe srcdoc="{html.escape(self.html)}" style="{style}"></iframe>'


def explore(program, platform="cpu", *, name=None, threads=None):
    """Compiles a program, and returns a page that shows the compilation.

    The page has the source beside every level and the assembly, the changes of each pass, the
    dataflow and the memory. `threads` is the number of threads for which work is divided.
    """
    return Page(_native.explore(*programs.to_source(program, name), platform, threads))
