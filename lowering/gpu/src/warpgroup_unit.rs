// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix units that multiply matrices in shared memory: the instruction `wgmma` of NVIDIA's Hopper GPUs
//! (PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions"), which upstream's
//! `nvvm.wgmma` emits.
//!
//! Four warps, a warpgroup, together compute `sums + left * right`. `left` has 64 rows, `right` has
//! 128 columns, and both have a depth of 16. The units load the operands from shared memory, at
//! addresses that descriptors contain. A thread holds 64 sums, as if its warp used 16 adjacent
//! [`MatrixUnit`]s.
//!
//! A line is a row of `left` or a column of `right`. In shared memory, an operand consists of rows
//! of 128 bytes. A row contains 64 elements of one line ("along depth"), or one element of each of
//! 64 lines. Its parts of 16 bytes are exchanged: part `p` of row `r` is at place `p ^ (r % 8)`.

use super::matrix_unit::{Format, MatrixUnit};
use hloom_ir::{self as ir, Builder, Op, Type, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

/// The MLIR operation for a matrix unit of a warpgroup.
pub const MULTIPLY: &str = "nvvm.wgmma.mma_async";

/// Operations that order the memory accesses of matrix units and those of threads.
pub const ORDER: [&str; 4] = [
    "nvvm.fence.proxy",
    "nvvm.wgmma.fence.aligned",
    "nvvm.wgmma.commit.group.sync.aligned",
    "nvvm.wgmma.wait.group.sync.aligned",
];

/// A matrix unit of a warpgroup, for operands of one element format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WarpgroupUnit {
    format: Format,
    along_depth: [bool; 2],
}

impl WarpgroupUnit {
    /// Number of threads that multiply together: four warps.
    pub const THREADS: i64 = 128;
    /// Number of rows of the left operand.
    pub const ROWS: i64 = 64;
    /// Number of columns of the right operand.
    pub const COLUMNS: i64 = 128;
    /// Number of columns of the left operand, which is the number of rows of the right operand.
    pub const DEPTH: i64 = 16;
    /// Number of bytes in a row of an operand in shared memory.
    pub const ROW_BYTES: i64 = 128;
    /// Number of bytes in a part of a row. In shared memory, the parts of a row are permuted (swizzled);
    /// the bytes of a part keep their order.
    pub const PART_BYTES: i64 = 16;
    /// Number of bytes in eight rows, after which the permutation of parts repeats.
    pub const GROUP_BYTES: i64 = 8 * Self::ROW_BYTES;
    /// Number of bytes between the starts of successive groups of 64 lines, if the operand in
    /// shared memory has a depth of 64 elements.
    pub const LINES_BYTES: i64 = 64 * Self::ROW_BYTES;
    /// Number of sums that a thread holds.
    pub const SUMS: usize = 64;

    /// Returns the matrix unit of a warpgroup for operands of the same formats as `unit`, or `None`
    /// if there is none. `along_depth` states for the left and the right operand whether each row
    /// in shared memory contains elements of one line.
    pub fn of(unit: MatrixUnit, along_depth: [bool; 2]) -> Option<Self> {
        let format = unit.formats()[0];
        matches!(format, Format::Bf16 | Format::F16).then_some(Self { format, along_depth })
    }

    /// Returns the matrix unit that a matrix multiplication of a warpgroup uses, or `None` for
    /// other operations.
    pub fn of_op(op: Op) -> Option<Self> {
        let text = |name: &str| op.attribute(name).ok().map(|it| it.to_string());
        let mut formats = [Format::Bf16, Format::F16].into_iter();
        let format = formats.find(|it| text("typeA") == Some(wgmma_type(it.name())))?;
        let along_depth = [
            text("layoutA")? == "#nvvm.mma_layout<row>",
            text("layoutB")? == "#nvvm.mma_layout<col>",
        ];
        (ir::op_name(op) == MULTIPLY).then_some(Self { format, along_depth })
    }

    /// Returns an integer that identifies the matrix unit.
    pub fn code(self) -> i64 {
        let [left, right] = self.along_depth.map(i64::from);
        4 * i64::from(self.format == Format::F16) + 2 * left + right
    }

    /// Returns the matrix unit that an integer identifies.
    pub fn from_code(code: i64) -> Self {
        let format = if code & 4 == 0 { Format::Bf16 } else { Format::F16 };
        Self { format, along_depth: [code & 2 != 0, code & 1 != 0] }
    }

    /// Returns the element format of both operands.
    pub fn format(self) -> Format {
        self.format
    }

    /// Returns true if each row of an operand in shared memory contains elements of one line.
    pub fn is_along_depth(self, operand: usize) -> bool {
        self.along_depth[operand]
    }

    /// Returns the difference of the descriptors of two operands whose addresses differ by `bytes`
    /// bytes.
    pub fn in_descriptor(bytes: i64) -> i64 {
        bytes / 16
    }

    /// Emits the descriptor of an operand (PTX ISA, "Matrix Descriptor Format") from its address in shared
    /// memory, a multiple of [`GROUP_BYTES`](Self::GROUP_BYTES).
    pub fn descriptor<'a>(self, at: Builder<'a>, address: Value<'a>) -> Value<'a> {
        let constant = |value: i64| at.int(value, address.r#type());
        let field = at.binary("arith.andi", address, constant(Self::ADDRESS_MASK));
        let field = at.binary("arith.shrui", field, constant(4));
        // The bytes between 64 lines, those between groups of rows, and the exchange of parts of 128 bytes.
        let fixed = Self::in_descriptor(Self::LINES_BYTES) << 16
            | Self::in_descriptor(Self::GROUP_BYTES) << 32
            | 1 << 62;
        at.binary("arith.ori", field, constant(fixed))
    }

    /// The mask of the bits of an address in shared memory.
    pub const ADDRESS_MASK: i64 = 0x3_ffff;

    /// Returns the address of an operand's element, relative to the start of shared memory.
    /// `descriptor` describes the operand. `base` contains the low bits of the address of the
    /// start, a multiple of [`GROUP_BYTES`](Self::GROUP_BYTES).
    pub fn address(
        self,
        descriptor: i64,
        operand: usize,
        [line, depth]: [i64; 2],
        base: i64,
    ) -> i64 {
        let start = (descriptor & 0x3fff) << 4;
        let stride = |shift: i64| (descriptor >> shift & 0x3fff) << 4;
        let (lines, group) = (stride(16), stride(32));
        let own = if self.along_depth[operand] {
            line / 8 * group + line % 8 * Self::ROW_BYTES + 2 * depth
        } else {
            line / 64 * lines + depth / 8 * group + depth % 8 * Self::ROW_BYTES + 2 * (line % 64)
        };
        let address = start + own;
        // The number of the row in its group exchanges the parts.
        let exchanged = address ^ (address / Self::ROW_BYTES % 8 * Self::PART_BYTES);
        (exchanged - base) & Self::ADDRESS_MASK
    }

    /// Emits the products of several pairs of operands, which are given by their descriptors, and
    /// adds them to `sums`. Returns the new sums of the thread.
    pub fn multiply<'a>(
        self,
        at: Builder<'a>,
        operands: &[[Value<'a>; 2]],
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        let context = at.context();
        let attribute = |text: &str| ir::parse_attribute(context, text);
        let ty = sums[0].r#type();
        let parts = vec!["f32"; sums.len()].join(", ");
        let all = Type::parse(context, &format!("!llvm.struct<({parts})>")).expect("a type");
        let mut value = at.op("llvm.mlir.undef").result(all).value();
        for (position, sum) in sums.iter().enumerate() {
            let position = ir::dense_i64_attr(context, &[position as i64]);
            let insert = at.op("llvm.insertvalue").operands(&[value, *sum]);
            value = insert.attr("position", position).result(all).value();
        }
        let (rows, columns, depth) = (Self::ROWS, Self::COLUMNS, Self::DEPTH);
        let layout = |is_row: bool| {
            attribute(if is_row { "#nvvm.mma_layout<row>" } else { "#nvvm.mma_layout<col>" })
        };
        let format = attribute(&wgmma_type(self.format.name()));
        let one = attribute("#nvvm.wgmma_scale_in<one>");
        let shape = format!("#nvvm.shape<m = {rows}, n = {columns}, k = {depth}>");
        at.op("nvvm.wgmma.fence.aligned").build();
        for descriptors in operands {
            value = at
                .op(MULTIPLY)
                .operands(&[value])
                .operands(descriptors)
                .attr("shape", attribute(&shape))
                .attr("typeA", format)
                .attr("typeB", format)
                .attr("typeD", attribute(&wgmma_type("f32")))
                .attr("scaleD", attribute("#nvvm.wgmma_scale_out<one>"))
                .attr("scaleA", one)
                .attr("scaleB", one)
                .attr("layoutA", layout(self.along_depth[0]))
                .attr("layoutB", layout(!self.along_depth[1]))
                .result(all)
                .value();
        }
        at.op("nvvm.wgmma.commit.group.sync.aligned").build();
        let zero = ir::i64_attr(context, 0);
        at.op("nvvm.wgmma.wait.group.sync.aligned").attr("group", zero).build();
        let extract = |position: usize| {
            let position = ir::dense_i64_attr(context, &[position as i64]);
            let extract = at.op("llvm.extractvalue").operands(&[value]);
            extract.attr("position", position).result(ty).value()
        };
        (0..sums.len()).map(extract).collect()
    }
}

fn wgmma_type(name: &str) -> String {
    format!("#nvvm.wgmma_type<{name}>")
}
