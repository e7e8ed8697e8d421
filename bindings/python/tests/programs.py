# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reading, printing, walking and editing of programs."""

import gc

import checks
import hloom
import numpy as np

TEXT = """
func.func @main(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %sum = stablehlo.add %x, %y : tensor<2x3xf32>
  %same = stablehlo.add %sum, %sum {note = "twice", count = 3 : i64} : tensor<2x3xf32>
  return %same : tensor<2x3xf32>
}
"""


def test_programs_are_printed_and_read_again():
    module = hloom.parse(TEXT)
    assert "stablehlo.add %arg0, %arg1" in str(module)
    assert str(hloom.parse(str(module))) == str(module)
    assert str(hloom.parse(module.bytecode())) == str(module)
    assert str(module.clone()) == str(module)
    assert repr(module) == "<hloom.Module with main>"


def test_hlo_and_artifacts_are_read():
    module = hloom.parse("""HloModule m
ENTRY main { x = f32[3] parameter(0)  ROOT y = f32[3] negate(x) }""")
    assert [op.name for op in module.walk(name="stablehlo.negate")] == ["stablehlo.negate"]


def test_handles_have_upstreams_names():
    module = hloom.parse(TEXT, "add.mlir")
    function = module.body.operations[0]
    assert function.name == "func.func" and function.parent == module.operation
    assert function.attributes["sym_name"].value == "main"
    entry = function.regions[0].blocks[0]
    assert entry.owner == function and entry.region.owner == function
    x, y = entry.arguments
    assert x != y and x.type == y.type and x.is_block_argument and x.index == 0
    assert (x.type.shape, x.type.rank, str(x.type.element_type)) == ([2, 3], 2, "f32")
    first, second, last = entry.operations
    assert list(entry) == [first, second, last]
    assert first.operands == [x, y] and second.operands == [first.result] * 2
    assert first.result.owner == first and x.owner == entry and first.block == entry
    assert first.result.uses == [(second, 1), (second, 0)]
    assert sorted(second.attributes) == ["count", "note"] and len(second.attributes) == 2
    assert second.attributes["count"].value == 3 and second.attributes["note"].value == "twice"
    assert dict(second.attributes)["note"].value == "twice"
    assert "other" not in second.attributes
    location = first.location
    assert (location.filename, location.start_line, location.start_col) == ("add.mlir", 3, 10)
    assert "loc(" in second.get_asm(enable_debug_info=True)
    assert len({first, second, last, first}) == 3


def test_walks_visit_parents_first_and_can_skip_and_stop():
    module = hloom.parse(TEXT)
    names = ["builtin.module", "func.func", "stablehlo.add", "stablehlo.add", "func.return"]
    assert [op.name for op in module.walk()] == names
    seen = []

    def visit(op):
        seen.append(op.name)
        if op.name == "func.func":
            return hloom.WalkResult.SKIP

    module.walk(visit)
    assert seen == names[:2]
    module.walk(lambda op: hloom.WalkResult.INTERRUPT)


def test_attributes_are_changed():
    module = hloom.parse(TEXT)
    add = module.walk(name="stablehlo.add")[1]
    add.attributes["count"] = 4
    add.attributes["flag"] = True
    add.attributes["kind"] = '"text"'
    del add.attributes["note"]
    assert add.attributes["count"].value == 4 and add.attributes["flag"].value is True
    assert add.attributes["kind"].value == "text" and "note" not in add.attributes
    with checks.raises(KeyError, "note"):
        add.attributes["note"]
    with checks.raises(ValueError, "`dense<` is not an attribute"):
        add.attributes["bad"] = "dense<"
    with checks.raises(ValueError, "expected the name of an attribute, found an empty text"):
        add.attributes[""] = 1


def test_constants_are_arrays():
    module = hloom.parse(
        "func.func @f() { %0 = stablehlo.constant dense<[1.0, 2.5]> : tensor<2xf64> return }"
    )
    constant, = module.walk(name="stablehlo.constant")
    value = constant.attributes["value"]
    assert hloom.arrays.to_numpy(value.buffer()).tolist() == [1.0, 2.5]
    assert value.type == constant.result.type


def test_operations_are_created_and_erased():
    module = hloom.parse(TEXT)
    first, second = module.walk(name="stablehlo.add")
    x, y = first.operands
    with hloom.InsertionPoint(second):
        product = hloom.Operation.create("stablehlo.multiply", operands=[x, y])
        constant = hloom.Operation.create(
            "stablehlo.constant", ["tensor<2x3xf32>"],
            attributes={"value": "dense<1.0> : tensor<2x3xf32>"},
        )
        total = hloom.Operation.create("stablehlo.add", [x.type], [product.result, constant.result])
    assert product.location.start_line == second.location.start_line
    with checks.raises(ValueError, "whose results have uses"):
        second.erase()
    second.replace_with([total.result])
    assert not second.is_valid and total.is_valid
    with checks.raises(RuntimeError, "erased"):
        second.name
    module.operation.verify()
    with checks.raises(hloom.Error, r"expected tensor<2x3xf32> \(add_c1\)"):
        hloom.Operation.create("stablehlo.add", ["tensor<3xf32>"], [x, y],
                               ip=hloom.InsertionPoint(total))
    with checks.raises(ValueError, "unknown operation `stablehlo.frobnicate`"):
        hloom.Operation.create("stablehlo.frobnicate", ip=hloom.InsertionPoint(total))
    with checks.raises(ValueError, "expected an insertion point"):
        hloom.Operation.create("stablehlo.add", operands=[x, y])
    assert str(module).count("stablehlo.add") == 2


def test_operations_with_regions_are_created():
    module = hloom.parse("""func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
      %0 = stablehlo.constant dense<0.0> : tensor<f32>
      return %0 : tensor<f32> }""")
    function = module.body.operations[0]
    x, = function.regions[0].blocks[0].arguments
    zero, end = function.regions[0].blocks[0].operations
    reduce = hloom.Operation.create(
        "stablehlo.reduce", ["tensor<f32>"], [x, zero.result],
        {"dimensions": "array<i64: 0>"}, regions=1, ip=hloom.InsertionPoint(end),
    )
    body = reduce.regions[0].append_block("tensor<f32>", zero.result.type)
    with hloom.InsertionPoint(body):
        total = hloom.Operation.create("stablehlo.add", operands=body.arguments)
        hloom.Operation.create("stablehlo.return", operands=[total.result])
    end.set_operand(0, reduce.result)
    module.operation.verify()
    assert hloom.compile(module)(np.arange(4, dtype=np.float32)) == 6
    assert total.block == body and total.parent == reduce
    inner = total.result
    end.set_operand(0, inner)
    with checks.raises(ValueError, "whose results have uses"):
        reduce.erase()
    for use in [lambda: module.opt("cse"), lambda: hloom.compile(module)]:
        with checks.raises(hloom.Error, "dominate"):
            use()


def test_programs_are_built():
    module = hloom.parse("")
    ty = "tensor<4xf32>"
    function = hloom.Operation.create(
        "func.func", attributes={"sym_name": '"double"', "function_type": f"({ty}) -> {ty}"},
        regions=1, ip=hloom.InsertionPoint(module.body),
    )
    with hloom.InsertionPoint(function.regions[0].append_block(ty)) as place:
        assert isinstance(place, hloom.InsertionPoint)
        x, = function.regions[0].blocks[0].arguments
        total = hloom.Operation.create("stablehlo.add", operands=[x, x])
        hloom.Operation.create("func.return", operands=total.results)
    double = hloom.compile(module)
    assert double.name == "double" and double(np.ones(4, np.float32)).tolist() == [2] * 4


def test_functions_are_inlined():
    module = hloom.parse(TEXT)
    first, second = module.walk(name="stablehlo.add")
    snippet = """
    func.func private @twice(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = stablehlo.add %a, %a : tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    func.func @main(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = call @twice(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
      %1 = stablehlo.negate %0 : tensor<2x3xf32>
      return %1 : tensor<2x3xf32>
    }
    """
    value, = hloom.inline(snippet, [first.result], before=second)
    second.replace_with([value])
    module.operation.verify()
    names = [op.name for op in module.walk()][2:]
    assert names == ["stablehlo.add", "stablehlo.add", "stablehlo.negate", "func.return"]
    with checks.raises(ValueError, r"expected operands of the types \(tensor<2x3xf32>\), found \(\)"):
        hloom.inline(snippet, [], before=value.owner)


def test_handles_outlive_neither_passes_nor_modules_unsafely():
    module = hloom.parse(TEXT)
    add = module.walk(name="stablehlo.add")[0]
    value, block, ty = add.result, add.block, add.result.type
    module.opt("cse")
    for use in [lambda: add.name, lambda: value.type, lambda: block.operations]:
        with checks.raises(RuntimeError, "passes ran on the module"):
            use()
    assert not add.is_valid and str(ty) == "tensor<2x3xf32>"
    add = module.walk(name="stablehlo.add")[0]
    del module
    gc.collect()
    assert add.name == "stablehlo.add"
    other = hloom.parse(TEXT).walk(name="stablehlo.add")[0]
    with checks.raises(ValueError, "another module's"):
        add.set_operand(0, other.result)


def test_errors_have_locations():
    with checks.raises(hloom.Error, "wrong.mlir:2:3: error") as caught:
        hloom.parse("func.func @f() {\n  stablehlo.oops\n}", "wrong.mlir")
    diagnostic, = caught.value.diagnostics
    assert (diagnostic.severity, diagnostic.file) == ("error", "wrong.mlir")
    assert (diagnostic.line, diagnostic.column) == (2, 3)
    assert "stablehlo.oops" in diagnostic.message or "custom op" in diagnostic.message
    with checks.raises(hloom.Error, "error"):
        hloom.parse(b"\xff\xfe")
    with checks.raises(TypeError, "expected a program"):
        hloom.parse(3)


def test_handles_of_erased_operations_stay_invalid_when_their_memory_is_reused():
    module = hloom.parse("func.func @f() { return }")
    end, = module.walk(name="func.return")

    def constant(name):
        return hloom.Operation.create(name, ["tensor<f32>"], ip=hloom.InsertionPoint(end),
                                      attributes={"value": "dense<1.0> : tensor<f32>"})

    erased = []
    for _ in range(100):
        op = constant("stablehlo.constant")
        erased.append((op, op.result))
        op.erase()
    living = [constant("arith.constant") for _ in range(100)]
    assert not any(op.is_valid or op in living for op, _ in erased)
    for op, result in erased:
        for use in [lambda: op.name, lambda: result.type, lambda: result.owner.name]:
            with checks.raises(RuntimeError, "erased"):
                use()
    assert {op.name for op in living} == {"arith.constant"}


def test_attributes_that_an_operation_would_ignore_are_refused():
    module = hloom.parse("""func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0 = stablehlo.dot %x, %x, precision = [HIGH, HIGH] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32> }""")
    dot, = module.walk(name="stablehlo.dot")
    before = str(module)
    with checks.raises(ValueError, "`stablehlo.dot`: the attribute `precision_config` cannot be `3 : i64`"):
        dot.attributes["precision_config"] = 3
    assert str(module) == before
    with checks.raises(ValueError, "the attribute `precision_config` cannot be `true`"):
        hloom.Operation.create("stablehlo.dot", ["tensor<2x2xf32>"], dot.operands,
                               {"precision_config": True}, ip=hloom.InsertionPoint(dot))
    assert str(module) == before


def test_attributes_have_values_of_any_width():
    module = hloom.parse("""func.func private @other()
    func.func @main() attributes {
      wide = 340282366920938463463374607431768211455 : i128, least = -9223372036854775808 : i64,
      large = 18446744073709551615 : ui64, small = -1 : si8, place = 3 : index, yes = true,
      half = 0.5 : f16, list = [1, "a"], both = array<i64: 1, 2>
    } { call @other() : () -> ()  return }""")
    attributes = module.body.operations[1].attributes
    values = {name: attributes[name].value for name in attributes}
    assert values["wide"] in (2**128 - 1, -1) and values["least"] == -2**63
    assert values["large"] == 2**64 - 1 and values["small"] == -1 and values["place"] == 3
    assert values["yes"] is True and values["half"] == 0.5 and values["both"] == [1, 2]
    assert [it.value for it in values["list"]] == [1, "a"]
    call, = module.walk(name="func.call")
    assert call.attributes["callee"].value == "other"


def test_positions_of_locations_are_checked():
    module = hloom.parse(TEXT)
    location = hloom.Location.file("a:b.mlir", 2**31 - 1, 1, module)
    assert (location.filename, location.start_line, location.start_col) == ("a:b.mlir", 2**31 - 1, 1)
    for line, column in [(2**31, 1), (1, 2**31), (2**32, 1), (-1, 1)]:
        with checks.raises(OverflowError, ""):
            hloom.Location.file("a.mlir", line, column, module)


def test_types_are_inferred_only_from_valid_operands():
    module = hloom.parse("""func.func @f(%x: tensor<4xf32>, %c: complex<f32>, %i: index, %m: memref<4xf32>) {
      return }""")
    end, = module.walk(name="func.return")
    x, c, i, m = module.body.operations[0].regions[0].blocks[0].arguments
    with hloom.InsertionPoint(end):
        # Upstream's inference crashes for these.
        for name, operands, message in [
            ("complex.re", [x], "operand #0 must be complex type"),
            ("complex.re", [], "requires a single operand"),
            ("tensor.extract", [m, i], "operand #0 must be"),
            ("memref.load", [i], "operand #0 must be memref"),
            ("shape.add", [], "expected 2 operands"),
            ("vector.shuffle", [], "expected 2 operands"),
        ]:
            with checks.raises(hloom.Error, message):
                hloom.Operation.create(name, operands=operands)
        with checks.raises(hloom.Error, "cannot infer the types of the results; pass them"):
            hloom.Operation.create("complex.re", operands=[c], regions=1)
        made = [
            hloom.Operation.create("complex.re", operands=[c]),
            hloom.Operation.create("tensor.extract", operands=[x, i]),
            hloom.Operation.create("memref.load", operands=[m, i]),
            hloom.Operation.create("arith.addi", operands=[i, i]),
        ]
        assert [str(op.result.type) for op in made] == ["f32", "f32", "f32", "index"]
        integer = hloom.Operation.create("arith.constant", attributes={"value": "3 : i32"})
        assert str(integer.result.type) == "i32"
        both = hloom.Operation.create("math.sincos", operands=[made[0].result])
        assert [str(it.type) for it in both.results] == ["f32", "f32"]
    module.operation.verify()


checks.run(globals())
