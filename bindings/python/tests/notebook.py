# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs at their levels, and as HTML."""

import html.parser

import checks
import hloom
import numpy as np

PROGRAM = """
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
"""


class Parser(html.parser.HTMLParser):
    """Checks that elements are closed in order, and collects the titles of sections."""

    def __init__(self):
        super().__init__()
        self.open, self.titles, self.text = [], [], ""

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if self.open and self.open[-1] == "summary":
            self.titles.append(data)


def parse(text):
    parser = Parser()
    parser.feed(text)
    assert not parser.open
    return parser


def test_levels_are_modules():
    module = hloom.parse(PROGRAM)
    levels = hloom.levels(module)
    assert tuple(levels) == hloom.LEVELS
    assert "linalg." in str(levels["linalg"]) and "llvm.func" in str(levels["target"])
    assert "stablehlo.add" in str(module)


def test_modules_are_shown_with_their_levels():
    shown = parse(hloom.parse(PROGRAM)._repr_html_())
    assert shown.titles == ["source", *hloom.LEVELS]
    assert "%0 = stablehlo.add %arg0, %arg0 : tensor<2x2xf32>" in shown.text
    refused = """func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.cosine %x : tensor<?xf32>  return %0 : tensor<?xf32> }"""
    assert any("not reached" in title for title in parse(hloom.parse(refused)._repr_html_()).titles)
    long = "\n".join(f"%{i + 1} = stablehlo.add %{i}, %{i} : tensor<f32>" for i in range(600))
    long = f"func.func @main(%0: tensor<f32>) -> tensor<f32> {{\n{long}\nreturn %600 : tensor<f32> }}"
    shown = parse(hloom.parse(long)._repr_html_())
    assert shown.titles == ["source"] and "more lines" in shown.text


def test_executables_are_shown():
    program = hloom.compile(PROGRAM.replace("2x2", "64x64"), profile=True)
    shown = parse(program._repr_html_())
    assert "tensor<64x64xf32>" in shown.text and "arena" in shown.text
    program(np.ones((64, 64), np.float32))
    shown = parse(program.profile()._repr_html_())
    assert "1 runs" in shown.text and "stablehlo.add" in shown.text


def test_pages_are_shown_in_a_frame():
    page = hloom.explore(PROGRAM, name="double.mlir")
    assert page.html.startswith("<!DOCTYPE html>") and "<title>double.mlir on cpu</title>" in page.html
    shown = page._repr_html_()
    assert shown.startswith("<iframe ") and shown.count("<") == 2
    assert "bytes" in repr(page)
    with checks.raises(hloom.UnsupportedError, "platform `interpreter` does not support"):
        hloom.explore(PROGRAM, "interpreter")


checks.run(globals())
