# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pipelines, and passes that are Python functions."""

import tempfile
import warnings

import checks
import hloom
import numpy as np

TEXT = """
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %y : tensor<4xf32>
  %1 = stablehlo.add %x, %y : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""
X, Y = np.arange(4, dtype=np.float32), np.full(4, 10, np.float32)


@hloom.rewrite("stablehlo.add")
def subtract_instead(op):
    """Replaces sums by differences."""
    return hloom.Operation.create("stablehlo.subtract", operands=op.operands,
                                  ip=hloom.InsertionPoint(op))


def test_pipelines_run():
    module = hloom.parse(TEXT)
    assert module.opt("cse") is module
    assert len(module.walk(name="stablehlo.add")) == 1
    module = hloom.run_passes(hloom.parse(TEXT), "builtin.module(func.func(cse))")
    assert len(module.walk(name="stablehlo.add")) == 1
    module = hloom.parse(TEXT).opt(platform="cpu", stop_after="linalg")
    assert "linalg.generic" in str(module)
    with checks.raises(hloom.Error, "no-such-pass"):
        hloom.parse(TEXT).opt("no-such-pass")
    with checks.raises(ValueError, "unknown pipeline `abacus`"):
        hloom.parse(TEXT).opt(platform="abacus")
    with checks.raises(hloom.FileError, "no/such.pipeline: "):
        hloom.parse(TEXT).opt(platform="cpu", pipeline_file="no/such.pipeline")
    with checks.raises(hloom.FileError, "no/such_schedule.mlir: "):
        hloom.parse(TEXT).opt(platform="cpu", schedules=["no/such_schedule.mlir"])
    with checks.raises(hloom.FileError, "no/such_schedule.mlir: "):
        hloom.compile(TEXT, schedules=["no/such_schedule.mlir"])


def test_registries_are_listed():
    assert hloom.platforms()["cpu"].device_count == 1
    assert {"cpu", "interpreter"} <= set(hloom.platforms())
    assert "cpu" in hloom.pipelines()
    assert hloom.passes()["hlo-simplify"].level == "hlo"


def test_rewrites_in_python_run_in_pipelines():
    assert subtract_instead.pass_name == "subtract-instead"
    module = hloom.parse(TEXT).opt("subtract-instead,func.func(cse)")
    names = [op.name for op in module.walk()][2:]
    assert names == ["stablehlo.subtract", "stablehlo.multiply", "func.return"]
    assert np.array_equal(hloom.compile(module)(X, Y), (X - Y) ** 2)


def test_rewrites_run_in_the_pipeline_of_a_platform():
    with tempfile.NamedTemporaryFile("w", suffix=".pipeline") as file:
        file.write("before hlo-expand-chlo:\n  subtract-instead\n")
        file.flush()
        program = hloom.compile(TEXT, pipeline_file=file.name)
    assert np.array_equal(program(X, Y), (X - Y) ** 2)


def test_passes_in_python_replace_operations_by_programs():
    @hloom.register_pass("python-mean")
    def mean(module):
        for op in module.walk(name="stablehlo.multiply"):
            ty = op.result.type
            value, = hloom.inline(f"""func.func @mean(%a: {ty}, %b: {ty}) -> {ty} {{
              %half = stablehlo.constant dense<0.5> : {ty}
              %sum = stablehlo.add %a, %b : {ty}
              %mean = stablehlo.multiply %sum, %half : {ty}
              return %mean : {ty}
            }}""", op.operands, before=op)
            op.replace_with([value])

    module = hloom.parse(TEXT).opt("python-mean")
    assert np.array_equal(hloom.compile(module)(X, Y), X + Y)
    hloom.register_pass("python-mean", lambda module: None)
    module = hloom.parse(TEXT).opt("python-mean")
    assert np.array_equal(hloom.compile(module)(X, Y), (X + Y) ** 2)


def test_exceptions_in_passes_are_causes():
    def fail(module):
        raise KeyError("lost")

    hloom.register_pass("python-fail", fail)
    module = hloom.parse(TEXT, "sum.mlir")
    with checks.raises(hloom.Error, "pass `python-fail`: KeyError: 'lost'") as caught:
        module.opt("python-fail")
    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.diagnostics[0].severity == "error"
    with checks.raises(hloom.Error, "no-such-pass") as caught:
        module.opt("no-such-pass")
    assert caught.value.__cause__ is None


def test_warnings_of_passes_that_fail_are_emitted():
    text = "func.func @main(%x: tensor<4294967296x4294967296xf32>) { return }"
    for call in (lambda: hloom.parse(text).opt("hlo-check-sizes"),
                 lambda: hloom.compile(text, pass_pipeline="builtin.module(hlo-check-sizes)")):
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            with checks.raises(hloom.Error, "whose size overflows") as caught:
                call()
        warning, = found
        assert warning.category is hloom.ProgramWarning and warning.filename == __file__
        assert "pass `hlo-check-sizes` is now" in str(warning.message)
        assert caught.value.warnings == (str(warning.message),)
        assert [it.severity for it in caught.value.diagnostics] == ["error"]


def test_passes_leave_valid_programs():
    @hloom.register_pass("python-break")
    def break_it(module):
        first, second = module.walk(name="stablehlo.add")
        first.move_before(module.walk(name="func.return")[0])

    with checks.raises(hloom.Error, "does not dominate"):
        hloom.parse(TEXT).opt("python-break")


def test_passes_of_mlir_leave_valid_programs():
    module = hloom.parse("""func.func @main(%x: tensor<4xi1>, %y: tensor<4xf32>) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %0 = linalg.map ins(%x, %y : tensor<4xi1>, tensor<4xf32>) outs(%e : tensor<4xf32>)
        (%p: i1, %a: f32, %o: f32) {
          %1 = scf.if %p -> f32 {
            scf.yield %a : f32
          } else {
            %n = arith.negf %a : f32
            scf.yield %n : f32
          }
          linalg.yield %1 : f32
        }
      return %0 : tensor<4xf32>
    }""", "map.mlir")
    with checks.raises(hloom.Error, "linalg.map") as caught:
        module.opt("convert-scf-to-cf")
    assert caught.value.diagnostics[0].line == 3


def test_handles_end_with_the_pass():
    kept = []
    hloom.register_pass("python-keep", lambda module: kept.extend(module.walk()))
    module = hloom.parse(TEXT)
    module.opt("python-keep")
    with checks.raises(RuntimeError, "a pass that has ended"):
        kept[0].name

    def use_outer(_):
        str(module)

    hloom.register_pass("python-outer", use_outer)
    with checks.raises(hloom.Error, "the module is in use"):
        module.opt("python-outer")


def test_names_are_checked():
    with checks.raises(ValueError, "registered already"):
        hloom.register_pass("cse", lambda module: None)
    with checks.raises(ValueError, "expected a pass name"):
        hloom.register_pass("two words", lambda module: None)
    with checks.raises(ValueError, "unknown level `top`"):
        hloom.register_pass("python-level", lambda module: None, level="top")


def test_names_are_given():
    with checks.raises(TypeError, 'expected the name of a pass .*, found <function .*"my-pass"'):
        @hloom.register_pass
        def of_module(module):
            pass

    with checks.raises(TypeError, 'expected the name of an operation .*, found <function'):
        @hloom.rewrite
        def of_operation(op):
            pass


def test_rewrites_are_called_only_with_operations_of_their_name():
    seen = []

    @hloom.rewrite("stablehlo.add")
    def merge_sums(op):
        """Replaces all sums when it sees the first one."""
        seen.append(op.name)
        for other in op.block.operations:
            if other.name == "stablehlo.add" and other != op:
                new = hloom.Operation.create("stablehlo.multiply", operands=other.operands,
                                             ip=hloom.InsertionPoint(other))
                other.replace_with([new.result])
                # The memory of the erased operation is reused.
                for _ in range(8):
                    hloom.Operation.create("stablehlo.maximum", operands=op.operands,
                                           ip=hloom.InsertionPoint(op))
        return None

    sums = "\n".join(f"%{i} = stablehlo.add %x, %x : tensor<f32>" for i in range(50))
    hloom.parse(f"func.func @f(%x: tensor<f32>) {{ {sums}\n return }}").opt("merge-sums")
    assert seen == ["stablehlo.add"], seen


def test_rewrites_are_restricted_to_attributes():
    seen = []

    @hloom.rewrite("stablehlo.constant", attributes={"value": 3, "note": "a"})
    def find_nothing(op):
        seen.append(op)

    module = hloom.parse("""func.func @f() {
      %0 = stablehlo.constant {note = "a"} dense<[1, 2]> : tensor<2xi32>
      return }""")
    module.opt("find-nothing")
    value = module.walk(name="stablehlo.constant")[0].attributes["value"]
    assert not seen

    @hloom.rewrite("stablehlo.constant", attributes={"value": value})
    def find_constant(op):
        seen.append(op)

    module.opt("find-constant")
    assert len(seen) == 1


def test_interrupts_in_passes_are_not_errors():
    def interrupt(_):
        raise KeyboardInterrupt

    hloom.register_pass("python-interrupt", interrupt)
    with checks.raises(KeyboardInterrupt, ""):
        hloom.parse(TEXT).opt("python-interrupt")
    with checks.raises(KeyboardInterrupt, ""):
        hloom.compile(TEXT, pass_pipeline="builtin.module(python-interrupt)")


def test_causes_belong_to_the_error():
    def fail(_):
        raise KeyError("lost")

    hloom.register_pass("python-lose", fail)
    with checks.raises(hloom.Error, "KeyError") as caught:
        hloom.compile(TEXT, pass_pipeline="builtin.module(python-lose)")
    assert isinstance(caught.value.__cause__, KeyError)
    with checks.raises(hloom.Error, "unknown platform") as caught:
        hloom.compile(TEXT, "abacus")
    assert caught.value.__cause__ is None


def test_options_of_platforms_are_not_ignored():
    with checks.raises(TypeError, "apply to the pipeline of a platform"):
        hloom.parse(TEXT).opt("cse", stop_after="linalg")
    with checks.raises(TypeError, "schedules: expected a list of paths, found 'a.mlir'"):
        hloom.parse(TEXT).opt(platform="cpu", schedules="a.mlir")
    with checks.raises(TypeError, "schedules: expected a list of paths"):
        hloom.compile(TEXT, schedules="a.mlir")


def test_passes_change_only_their_module():
    nested = f"module {{ module @inner {{ {TEXT} }} }}"

    def leave(root):
        assert root.parent is None and root.block is None
        add = root.walk(name="stablehlo.add")[0]
        with checks.raises(ValueError, "before the root, `builtin.module`"):
            add.move_before(root)
        with checks.raises(ValueError, "before the root, `builtin.module`"):
            hloom.inline("func.func @f() { return }", [], before=root)
        with checks.raises(ValueError, "inside a block"):
            add.clone(hloom.InsertionPoint(root))
        with checks.raises(ValueError, "on which a pass runs"):
            root.erase()

    hloom.register_pass("python-leave", leave)
    hloom.parse(nested).opt("builtin.module(builtin.module(python-leave))")


checks.run(globals())
