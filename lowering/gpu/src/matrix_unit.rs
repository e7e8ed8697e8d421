// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Units of a GPU that multiply small matrices.
//!
//! The threads of a warp compute `sums + left * right` together. `left` has 16 rows, `right` 8 columns, and
//! both have a depth of 32 bytes. Each thread holds a few elements of each matrix in registers of 32
//! bits ("words"), which have neighboring elements of the depth. This is the instruction `mma.sync` of
//! NVIDIA's GPUs (PTX ISA, "Matrix Fragments for mma.m16n8k16"), which upstream's `nvvm.mma.sync` emits.

use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};

/// The operation of a unit.
pub const MULTIPLY: &str = "nvvm.mma.sync";

/// The number of registers of both operands and of the sums, and the code of the unit.
pub const OPERANDS: usize =
    1 + MatrixUnit::LEFT.len() + MatrixUnit::RIGHT.len() + MatrixUnit::SUMS.len();

/// A unit for operands of certain types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixUnit {
    operands: [Format; 2],
}

/// The format of an operand's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Bf16,
    F16,
    S8,
    U8,
}

impl MatrixUnit {
    /// Number of threads that multiply together.
    pub const LANES: i64 = 32;
    /// Rows of the left operand.
    pub const ROWS: i64 = 16;
    /// Columns of the right operand.
    pub const COLUMNS: i64 = 8;
    /// Words of a row of the left operand, and of a column of the right one.
    pub const WORDS: i64 = 8;
    /// Threads with the same row of the left operand, and the same column of the right one. They hold
    /// words next to each other.
    pub const NEIGHBORS: i64 = 4;
    /// Row and word of each register of the left operand, for the first thread.
    pub const LEFT: [(i64, i64); 4] = [(0, 0), (8, 0), (0, 4), (8, 4)];
    /// Column and word of each register of the right operand, for the first thread.
    pub const RIGHT: [(i64, i64); 2] = [(0, 0), (0, 4)];
    /// Row and column of each sum, for the first thread. Its neighbor has those two columns further.
    pub const SUMS: [(i64, i64); 4] = [(0, 0), (0, 1), (8, 0), (8, 1)];

    /// Returns the unit for the products of an operation, or `None` if there is none. The operation is a
    /// contraction.
    pub fn of(generic: &Structured) -> Option<Self> {
        let operands = ir::operands(generic.op);
        let elements: Vec<_> = operands.iter().map(|it| ir::element_of(it.r#type())).collect();
        let formats = [0, 1].map(|operand| Format::of(elements[operand], generic, operand));
        let unit = Self { operands: [formats[0]?, formats[1]?] };
        let is_integer = unit.operands.map(Format::is_integer);
        // A contraction may also combine by logical operations.
        let adds_products = generic.body_ops().into_iter().all(|op| {
            let name = ir::op_name(op);
            matches!(name, "arith.addf" | "arith.mulf" | "arith.addi" | "arith.muli")
                || name.starts_with("arith.ext")
        });
        let has_unit = match is_integer {
            [true, true] => ir::is_integer(elements[2]) && ir::element_width(elements[2]) == 32,
            [false, false] => elements[2].is_f32() && unit.operands[0] == unit.operands[1],
            _ => false,
        };
        (has_unit && adds_products).then_some(unit)
    }

    /// Returns the unit of an operation, or `None` for other operations.
    pub fn of_op(op: Op) -> Option<Self> {
        let names = ["multiplicandAPtxType", "multiplicandBPtxType"];
        let [left, right] = names.map(|name| Format::parse(&op.attribute(name).ok()?.to_string()));
        (ir::op_name(op) == MULTIPLY).then_some(Self { operands: [left?, right?] })
    }

    /// Returns a number that identifies the unit.
    pub fn code(self) -> i64 {
        let [left, right] = self.operands.map(|format| format as i64);
        left * Format::ALL.len() as i64 + right
    }

    /// Returns the unit that a number identifies, or `None` if it is none.
    pub fn from_code(code: i64) -> Option<Self> {
        let count = Format::ALL.len() as i64;
        let format = |number: i64| Format::ALL.get(usize::try_from(number).ok()?).copied();
        Some(Self { operands: [format(code / count)?, format(code % count)?] })
    }

    /// Returns the formats of both operands.
    pub fn formats(self) -> [Format; 2] {
        self.operands
    }

    /// Returns the number of elements of a word.
    pub fn elements_of_word(self) -> i64 {
        if self.operands[0].is_integer() { 4 } else { 2 }
    }

    /// Emits `sums + left * right` for the registers of a thread, and returns its new sums.
    pub fn multiply<'a>(
        self,
        at: Builder<'a>,
        left: &[Value<'a>],
        right: &[Value<'a>],
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let context = at.context();
        let attribute = |text: &str| ir::parse_attribute(context, text);
        let register = |operand: usize| {
            move |word: &Value<'a>| match self.operands[operand] {
                Format::F16 => {
                    at.simple("llvm.bitcast", &[*word], ir::vector(&[2], ir::f16(context)))
                }
                _ => *word,
            }
        };
        let left: Vec<_> = left.iter().map(register(0)).collect();
        let right: Vec<_> = right.iter().map(register(1)).collect();
        let ty = sums[0].r#type();
        let is_integer = ir::is_integer(ty);
        let depth = Self::WORDS * self.elements_of_word();
        let (rows, columns) = (Self::ROWS, Self::COLUMNS);
        let element = if is_integer { "i32" } else { "f32" };
        let result = format!("!llvm.struct<({element}, {element}, {element}, {element})>");
        let result = Type::parse(context, &result).expect("the text is a type");
        let format = |operand: usize| {
            attribute(&format!("#nvvm.mma_type<{}>", self.operands[operand].name()))
        };
        let mut op = at
            .op(MULTIPLY)
            .operands(&left)
            .operands(&right)
            .operands(sums)
            .attr(
                "shape",
                attribute(&format!("#nvvm.shape<m = {rows}, n = {columns}, k = {depth}>")),
            )
            .attr("layoutA", attribute("#nvvm.mma_layout<row>"))
            .attr("layoutB", attribute("#nvvm.mma_layout<col>"))
            .attr("multiplicandAPtxType", format(0))
            .attr("multiplicandBPtxType", format(1))
            .segments(&[left.len() as i32, right.len() as i32, sums.len() as i32]);
        if is_integer {
            op = op.attr("intOverflowBehavior", attribute("#nvvm.mma_int_overflow<wrapped>"));
        }
        let new = op.result(result).value();
        let extract = |position: i64| {
            let position = ir::dense_i64_attr(context, &[position]);
            at.op("llvm.extractvalue")
                .operands(&[new])
                .attr("position", position)
                .result(ty)
                .value()
        };
        (0..sums.len() as i64).map(extract).collect()
    }
}

impl Format {
    const ALL: [Self; 4] = [Self::Bf16, Self::F16, Self::S8, Self::U8];

    /// Returns the format of an input, which the body of the operation may extend.
    fn of(element: Type, generic: &Structured, operand: usize) -> Option<Self> {
        if ir::is_float(element) {
            return element
                .is_bf16()
                .then_some(Self::Bf16)
                .or(element.is_f16().then_some(Self::F16));
        }
        if !ir::is_integer(element) || ir::element_width(element) != 8 {
            return None;
        }
        let argument = ir::args(generic.body()?)[operand];
        match ir::uses(argument).iter().map(|(op, _)| ir::op_name(*op)).collect::<Vec<_>>()[..] {
            ["arith.extsi"] => Some(Self::S8),
            ["arith.extui"] => Some(Self::U8),
            _ => None,
        }
    }

    /// Returns the format of an operand of the operation of a unit, from the text of its attribute.
    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| text == format!("#nvvm.mma_type<{}>", it.name()))
    }

    /// Returns the name in PTX.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
            Self::S8 => "s8",
            Self::U8 => "u8",
        }
    }

    /// Returns true for a format of integers.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::S8 | Self::U8)
    }
}
