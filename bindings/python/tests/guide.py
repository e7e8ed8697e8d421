# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of docs/python.md, in order and in one namespace."""

import pathlib
import re

import checks
import jax

jax.config.update("jax_platforms", "cpu")

GUIDE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"


def test_examples_run():
    text = GUIDE.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(blocks) > 8
    names = {}
    for block in blocks:
        # Tracebacks name the lines of the page.
        before = text.count("\n", 0, block.start(1))
        exec(compile("\n" * before + block[1], str(GUIDE), "exec"), names)


checks.run(globals())
