// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The matrix units of a warp of NVIDIA's GPUs: the instruction `mma.sync` (PTX ISA, "Matrix Fragments for
//! mma.m16n8k16"), which upstream's `nvvm.mma.sync` emits.

use super::format::Format;
use super::layout::{LaneNumber, Layout};
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The MLIR operation for a matrix unit.
const MULTIPLY: &str = "nvvm.mma.sync";

/// The register layout of `mma.sync`, in words, for all formats.
pub static LAYOUT: Layout = Layout {
    lanes: 32,
    lines: [16, 8],
    words: 8,
    line: LaneNumber::new(4, 8, 1),
    word: LaneNumber::new(1, 4, 1),
    registers: [&[(0, 0), (8, 0), (0, 4), (8, 4)], &[(0, 0), (0, 4)]],
    sum: [LaneNumber::new(4, 8, 1), LaneNumber::new(1, 4, 2)],
    sums: &[(0, 0), (0, 1), (8, 0), (8, 1)],
};

/// Returns the formats of the left and the right operand of an `nvvm.mma.sync`, or `None` for other
/// operations.
pub fn formats(op: Op) -> Option<[Format; 2]> {
    let names = ["multiplicandAPtxType", "multiplicandBPtxType"];
    let format = |name: &str| {
        let text = op.attribute(name).ok()?.to_string();
        Format::ALL.into_iter().find(|it| text == type_text(*it))
    };
    let [left, right] = names.map(format);
    (ir::op_name(op) == MULTIPLY).then_some([left?, right?])
}

/// Emits `sums + left * right`. `operands` contains the words of the left and the right operand
/// that the thread holds. Returns the thread's new sums.
pub fn multiply<'a>(
    at: Builder<'a>,
    formats: [Format; 2],
    operands: [&[Value<'a>]; 2],
    sums: &[Value<'a>],
) -> Vec<Value<'a>> {
    let context = at.context();
    let attribute = |text: &str| ir::parse_attribute(context, text);
    let registers = |operand: usize| -> Vec<Value<'a>> {
        let register = |word: &Value<'a>| match formats[operand] {
            Format::F16 => at.simple("llvm.bitcast", &[*word], ir::vector(&[2], ir::f16(context))),
            _ => *word,
        };
        operands[operand].iter().map(register).collect()
    };
    let [left, right] = [0, 1].map(registers);
    let ty = sums[0].r#type();
    let is_integer = ir::is_integer(ty);
    let depth = LAYOUT.words * formats[0].elements_of_word();
    let [rows, columns] = LAYOUT.lines;
    let element = if is_integer { "i32" } else { "f32" };
    let result = format!("!llvm.struct<({element}, {element}, {element}, {element})>");
    let result = Type::parse(context, &result).expect("`!llvm.struct<..>` must be a type");
    let mut op = at
        .op(MULTIPLY)
        .operands(&left)
        .operands(&right)
        .operands(sums)
        .attr("shape", attribute(&format!("#nvvm.shape<m = {rows}, n = {columns}, k = {depth}>")))
        .attr("layoutA", attribute("#nvvm.mma_layout<row>"))
        .attr("layoutB", attribute("#nvvm.mma_layout<col>"))
        .attr("multiplicandAPtxType", attribute(&type_text(formats[0])))
        .attr("multiplicandBPtxType", attribute(&type_text(formats[1])))
        .segments(&[left.len() as i32, right.len() as i32, sums.len() as i32]);
    if is_integer {
        op = op.attr("intOverflowBehavior", attribute("#nvvm.mma_int_overflow<wrapped>"));
    }
    let new = op.result(result).value();
    let extract = |position: i64| {
        let position = ir::dense_i64_attr(context, &[position]);
        at.op("llvm.extractvalue").operands(&[new]).attr("position", position).result(ty).value()
    };
    (0..sums.len() as i64).map(extract).collect()
}

fn type_text(format: Format) -> String {
    format!("#nvvm.mma_type<{}>", format.name())
}
