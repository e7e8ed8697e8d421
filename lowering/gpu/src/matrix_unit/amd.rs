// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The matrix units of AMD's GPUs, which upstream's `rocdl` dialect emits.
//!
//! CDNA has `v_mfma` for wavefronts of 64 threads (AMD Instinct MI200 and MI300 Instruction Set Architecture,
//! "Matrix Arithmetic Instructions"), and RDNA has `v_wmma` for wavefronts of 32 threads (RDNA 3 and RDNA 4
//! Instruction Set Architecture, "Wave Matrix Multiply Accumulate"). Matrices have 16 rows and columns.

use super::family::Family;
use super::format::Format;
use super::layout::{LaneNumber, Layout};
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The number of rows of the sums, which is also the number of columns.
const SIDE: i64 = 16;

/// A matrix instruction of AMD's GPUs.
struct Instruction {
    families: &'static [Family],
    format: Format,
    /// The name of the operation in the `rocdl` dialect.
    op: &'static str,
    layout: Layout,
}

static INSTRUCTIONS: [Instruction; 11] = [
    mfma(BOTH_CDNA, Format::Bf16, "rocdl.mfma.f32.16x16x16bf16.1k", &TWO_WORDS),
    mfma(&[Family::Cdna3], Format::F16, "rocdl.mfma.f32.16x16x16f16", &TWO_WORDS),
    mfma(BOTH_CDNA, Format::F32, "rocdl.mfma.f32.16x16x4f32", &ONE_WORD),
    mfma(&[Family::Cdna2], Format::S8, "rocdl.mfma.i32.16x16x16i8", &ONE_WORD),
    mfma(&[Family::Cdna3], Format::S8, "rocdl.mfma.i32.16x16x32.i8", &TWO_WORDS),
    whole(Format::Bf16, "rocdl.wmma.f32.16x16x16.bf16", &EIGHT_WORDS),
    whole(Format::F16, "rocdl.wmma.f32.16x16x16.f16", &EIGHT_WORDS),
    whole(Format::S8, "rocdl.wmma.i32.16x16x16.iu8", &FOUR_WORDS),
    halves(Format::Bf16, "rocdl.wmma.f32.16x16x16.bf16", &FOUR_WORDS),
    halves(Format::F16, "rocdl.wmma.f32.16x16x16.f16", &FOUR_WORDS),
    halves(Format::S8, "rocdl.wmma.i32.16x16x16.iu8", &TWO_WORDS),
];

const BOTH_CDNA: &[Family] = &[Family::Cdna2, Family::Cdna3];
const ONE_WORD: [(i64, i64); 1] = [(0, 0)];
const TWO_WORDS: [(i64, i64); 2] = [(0, 0), (0, 1)];
const FOUR_WORDS: [(i64, i64); 4] = [(0, 0), (0, 1), (0, 2), (0, 3)];
const EIGHT_WORDS: [(i64, i64); 8] =
    [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7)];
const FOUR_ROWS: [(i64, i64); 4] = [(0, 0), (1, 0), (2, 0), (3, 0)];
const EIGHT_ROWS: [(i64, i64); 8] =
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)];
const EVEN_ROWS: [(i64, i64); 8] =
    [(0, 0), (2, 0), (4, 0), (6, 0), (8, 0), (10, 0), (12, 0), (14, 0)];

/// The line of the operands that a thread holds, which is also the column of its sums: the index of
/// the thread modulo 16.
const LINE: LaneNumber = LaneNumber::new(1, SIDE, 1);

/// Returns an instruction of CDNA. A wavefront has four groups of 16 threads, each of which holds a
/// quarter of the words of each line, and four rows of the sums.
const fn mfma(
    families: &'static [Family],
    format: Format,
    op: &'static str,
    words: &'static [(i64, i64)],
) -> Instruction {
    let layout = Layout {
        lanes: 64,
        lines: [SIDE, SIDE],
        words: 4 * words.len() as i64,
        line: LINE,
        word: LaneNumber::new(SIDE, 4, words.len() as i64),
        registers: [words, words],
        sum: [LaneNumber::new(SIDE, 4, 4), LINE],
        sums: &FOUR_ROWS,
    };
    Instruction { families, format, op, layout }
}

/// Returns an instruction of RDNA 3. Each half of a wavefront holds all words of each line. One
/// half holds the even rows of the sums, and the other half the odd rows.
const fn whole(format: Format, op: &'static str, words: &'static [(i64, i64)]) -> Instruction {
    let layout = Layout {
        lanes: 32,
        lines: [SIDE, SIDE],
        words: words.len() as i64,
        line: LINE,
        word: LaneNumber::new(1, 1, 0),
        registers: [words, words],
        sum: [LaneNumber::new(SIDE, 2, 1), LINE],
        sums: &EVEN_ROWS,
    };
    Instruction { families: &[Family::Rdna3], format, op, layout }
}

/// Returns an instruction of RDNA 4. Each half of a wavefront holds half of the words of each line,
/// and half of the rows of the sums.
///
/// For 16-bit formats, AMD's Matrix Instruction Calculator assigns words 0, 1, 4 and 5 of a line to
/// the first half. This layout assigns words 0 to 3 instead, so that a thread loads them at once.
/// The sums are the same, because both operands have the same order of words.
const fn halves(format: Format, op: &'static str, words: &'static [(i64, i64)]) -> Instruction {
    let layout = Layout {
        lanes: 32,
        lines: [SIDE, SIDE],
        words: 2 * words.len() as i64,
        line: LINE,
        word: LaneNumber::new(SIDE, 2, words.len() as i64),
        registers: [words, words],
        sum: [LaneNumber::new(SIDE, 2, SIDE / 2), LINE],
        sums: &EIGHT_ROWS,
    };
    Instruction { families: &[Family::Rdna4], format, op, layout }
}

/// Returns the instruction of a family for operands of a format. Signed and unsigned integers share
/// instructions.
///
/// # Panics
/// Panics if the family does not multiply the format.
fn instruction(family: Family, format: Format) -> &'static Instruction {
    let format = if format.is_integer() { Format::S8 } else { format };
    let mut known = INSTRUCTIONS.iter();
    let found = known.find(|it| it.families.contains(&family) && it.format == format);
    found.expect("the family must have an instruction for the format")
}

/// Returns the register layout of the instruction of a family for operands of a format.
///
/// # Panics
/// Panics if the family does not multiply the format.
pub fn layout(family: Family, format: Format) -> &'static Layout {
    &instruction(family, format).layout
}

/// Returns the family of a matrix instruction of AMD's GPUs, and the formats of the left and the
/// right operand. Returns the first family if several have the instruction, and `None` for other
/// operations.
pub fn formats(op: Op) -> Option<(Family, [Format; 2])> {
    let name = ir::op_name(op);
    let words = ir::operands(op).into_iter().map(|it| words_of(it.r#type())).collect::<Vec<_>>();
    let operands = &words[..words.len().min(2)];
    let found = INSTRUCTIONS.iter().find(|it| {
        let registers = it.layout.registers[0].len() as i64;
        it.op == name && operands == [registers, registers]
    })?;
    let format = |sign: &str| match found.format {
        Format::S8 if name.starts_with("rocdl.wmma") => {
            let is_signed = op.attribute(sign).is_ok_and(|it| it.to_string() == "true");
            if is_signed { Format::S8 } else { Format::U8 }
        }
        format => format,
    };
    Some((found.families[0], [format("signA"), format("signB")]))
}

/// Returns the number of 32-bit words in a value of a scalar or vector type.
pub fn words_of(ty: Type) -> i64 {
    let elements: i64 = ir::Shaped::of(ty).map_or(1, |it| it.shape.iter().product());
    elements * i64::from(ir::element_width(ir::element_of(ty))) / 32
}

/// Emits `sums + left * right`. `operands` contains the words of the left and the right operand
/// that the thread holds. Returns the thread's new sums.
pub fn multiply<'a>(
    at: Builder<'a>,
    family: Family,
    formats: [Format; 2],
    operands: [&[Value<'a>]; 2],
    sums: &[Value<'a>],
) -> Vec<Value<'a>> {
    let context = at.context();
    let Instruction { op: name, .. } = instruction(family, formats[0]);
    let operands = operands.map(|words| operand(at, name, formats[0], words));
    let ty = sums[0].r#type();
    let vector = ir::vector(&[sums.len() as i64], ty);
    let sums_before = at.simple("vector.from_elements", sums, vector);
    let mut op = at.op(name).operands(&operands).operands(&[sums_before]);
    if name.starts_with("rocdl.mfma") {
        // No broadcast and no permutation of the operands.
        op = op.operands(&[at.int(0, ir::int(context, 32)); 3]);
    } else if formats[0].is_integer() {
        let sign = |format: Format| ir::bool_attr(context, format == Format::S8);
        op = op.attr("signA", sign(formats[0])).attr("signB", sign(formats[1]));
        op = op.attr("clamp", ir::bool_attr(context, false));
    }
    let new = op.result(vector).value();
    let extract = |position: i64| {
        let position = ir::dense_i64_attr(context, &[position]);
        let extract = at.op("vector.extract").operands(&[new]);
        extract.attr("static_position", position).result(ty).value()
    };
    (0..sums.len() as i64).map(extract).collect()
}

/// Emits the conversion of the words of a thread to the operand type of the operation `op`.
fn operand<'a>(at: Builder<'a>, op: &str, format: Format, words: &[Value<'a>]) -> Value<'a> {
    let context = at.context();
    let word = ir::int(context, 32);
    let count = words.len() as i64;
    let vector = at.simple("vector.from_elements", words, ir::vector(&[count], word));
    let cast = |count: i64, element: Type<'a>| {
        at.simple("vector.bitcast", &[vector], ir::vector(&[count], element))
    };
    match format {
        Format::Bf16 => cast(2 * count, ir::int(context, 16)),
        Format::F16 => cast(2 * count, ir::f16(context)),
        Format::F32 => at.simple("llvm.bitcast", words, ir::f32(context)),
        Format::S8 | Format::U8 if op.starts_with("rocdl.mfma") => {
            at.simple("llvm.bitcast", &[vector], ir::int(context, 32 * count as u32))
        }
        Format::S8 | Format::U8 => vector,
    }
}
