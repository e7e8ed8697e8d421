// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-contraction-to-loops`: lowers matrix products, batched dot products and convolutions on
//! memrefs to loops of vector code.
//!
//! A contraction is a linalg operation whose body adds the product of an element of each input to
//! the output, with maps that are linear in the loops. The pass classifies its loops as batches,
//! rows, columns and depth, based only on strides ([`classify`]). Convolutions, transposed operands
//! and matrix-vector products differ only in strides.
//!
//! The scheme follows Goto and van de Geijn, "Anatomy of High-Performance Matrix Multiplication"
//! (ACM TOMS 34, 2008), with a fixed order of the loops:
//!
//! - A tile of the output, consisting of some rows times some vectors of columns, is kept in
//!   registers during the loops over the depth ([`micro_kernel`]). Its size depends on the number
//!   of registers and the extents ([`tile`]). If rows are two loops, as in a convolution, both may
//!   be tiled together.
//! - The panel is the part of the right operand that a column of tiles needs, limited to the size
//!   of a first-level cache. It is packed into a contiguous buffer if many rows use it, or if its
//!   columns are not contiguous ([`pack`]). The panels of a constant are already contiguous,
//!   because the pass [`pack_constants`](crate::pack_constants) rearranges it.
//! - The left operand is read in place, one broadcast element at a time. Its rows are packed in
//!   three cases: to convert or group elements only once; if they are on many pages and many
//!   columns need them; or if rows are contiguous, but the depth is not, and many column tiles need
//!   them. The packed rows stay in a second-level cache while all columns are processed.
//! - Products of narrow integers use the dot-product instructions of the target, if it has any
//!   ([`dot`]). Each lane of such an instruction takes a group of consecutive depth iterations, so
//!   the panel has the layout `depth / group x columns x group` ([`pack_groups`]).
//! - Dot products whose depth is contiguous in both operands have their own kernel
//!   ([`reduce_kernel`]), because packing is not profitable for few rows.
//! - Tiles are grouped into tasks ([`sharing`]), the iterations of one `scf.forall` ([`emit`]).
//!
//! ```mlir
//! linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
//! linalg.matmul ins(%a, %b : ...) outs(%c : memref<64x64xf32>)
//! // becomes
//! scf.forall (%task) in (1) {
//!   scf.for %column_tile = .. { scf.for %row_tile = .. {
//!     %sums:16 = scf.for %k = %c0 to %c64 step %c1 iter_args(..) {
//!       %b0 = vector.load .. ; %a0 = memref.load .. ; %v0 = vector.broadcast %a0
//!       %s0 = vector.fma %v0, %b0, .. : vector<16xf32>
//!       ..
//!     }
//!     vector.store ..
//!   } }
//! }
//! ```
//!
//! Products are not added in the order of the original loops; HLO does not specify this order. A
//! contraction with few products is left unchanged, and lowered to simple loops later.

mod body;
mod classify;
mod dot;
mod dot_ops;
mod emit;
mod grouped_kernel;
pub(crate) mod loops;
mod micro_kernel;
pub(crate) mod pack;
mod pack_groups;
mod panels;
mod place;
pub(crate) mod plan;
pub(crate) mod position;
mod reduce_kernel;
mod schedule;
mod sharing;
pub(crate) mod store;
mod tile;
mod tuned;

pub use panels::Panels;
pub use schedule::{FEW_ROWS, Machine};

use crate::machine_options::{FMA, INDEXED_ADDRESSES, REGISTERS, VECTOR_BITS};
use crate::tuning::Tuning;
use body::Arithmetic;
use classify::{Contraction, Dim};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Shaped, Value};
use hloom_ir::{indexing_maps, linear};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{AffineMap, ValueLike};
use plan::{InitialValue, Memory, Plan};
use schedule::{Elements, Schedule};

/// The pass `hloom-contraction-to-loops`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-contraction-to-loops",
    description: "lower contractions and convolutions on memrefs to loops of vector code",
    anchor: "func.func",
    level: Level::Target,
    options: &[
        VECTOR_BITS,
        REGISTERS,
        INDEXED_ADDRESSES,
        FMA,
        PassOption {
            name: "threads",
            description: "number of threads over which the work is distributed",
            default: "1",
        },
        PassOption {
            name: "dot-products",
            description: "dot-product instructions for narrow integers, separated by commas. The \
                          form is INTRINSIC:FACTOR:FACTOR:LANES, with factors s8, u8, s16 or u16; \
                          the suffix :add marks an intrinsic that does not add its sums to \
                          accumulators",
            default: "",
        },
    ],
    dialects: &["arith", "llvm", "memref", "scf", "vector"],
    run,
};

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    let machine = Machine {
        vector_bits: options.number("vector-bits", function)?,
        registers: options.number("registers", function)?,
        indexed_addresses: options.flag("indexed-addresses", function)?,
        threads: options.number("threads", function)?,
        dots: dot_products(options.text("dot-products"), function)?,
    };
    let fused = options.flag(FMA.name, function)?;
    let mut tuning = Tuning::of(context, function)?;
    // Collect before rewriting: erasing a contraction also erases the operations of its body.
    let contractions: Vec<_> = ir::walk(function)
        .into_iter()
        .filter_map(|op| Some((op, ContractionOp::of(op)?)))
        .collect();
    for (op, contraction) in contractions {
        if contraction.dims.iter().any(|dim| dim.extent == 0) {
            // No products are added, or the output has no elements.
            ir::erase(op);
            continue;
        }
        let work = tuning.is_active().then(|| Contraction::of(&contraction.dims));
        let Some(mut plan) = contraction.plan(context, &machine) else { continue };
        plan.arithmetic.fused = fused;
        if let Some(work) = work {
            let elements = elements_of(&plan.arithmetic);
            tuned::apply(&mut plan.schedule, &work, elements, &machine, op, &mut tuning)?;
        }
        let fill = filled_before(op);
        if let Some((_, initial)) = fill {
            plan.initial = initial;
        }
        emit::emit(context, op, &plan);
        ir::erase(op);
        if let Some((fill, _)) = fill {
            ir::erase(fill);
        }
    }
    tuning.write(function);
    Ok(())
}

/// Parses the value of the option `dot-products`, a list of instructions that add products of
/// narrow integers.
///
/// # Errors
/// Fails at `op` if an instruction does not have the form that the option's description specifies.
fn dot_products<'a>(text: &str, op: Op<'a>) -> Result<Vec<dot::Instruction>, Failure<'a>> {
    let names = text.split(',').filter(|name| !name.is_empty());
    names
        .map(|name| {
            name.parse().map_err(|()| {
                let pass = PASS.argument;
                let message = format!(
                    "pass `{pass}`: option `dot-products`: expected \
                     INTRINSIC:FACTOR:FACTOR:LANES or INTRINSIC:FACTOR:FACTOR:LANES:add with an \
                     intrinsic `llvm...`, factors s8 or u8, or else s16 or u16, and lanes that are \
                     a power of two from 2 to 64, found `{name}`"
                );
                Failure::at(op, message)
            })
        })
        .collect()
}

/// A linalg operation that is a contraction.
struct ContractionOp<'a> {
    arithmetic: Arithmetic<'a>,
    dims: Vec<Dim>,
    memory: [Memory<'a>; 3],
}

impl<'a> ContractionOp<'a> {
    /// Reads a linalg operation. Returns `None` unless it is a contraction on static memrefs with
    /// maps that are linear in the loops.
    fn of(op: Op<'a>) -> Option<Self> {
        if !ir::op_name(op).starts_with("linalg.") || !ir::results(op).is_empty() {
            return None;
        }
        let operands: [Value<'a>; 3] = ir::operands(op).try_into().ok()?;
        if hloom_ir::segment_size(op, 1)? != 1 {
            return None;
        }
        let maps = indexing_maps(op).filter(|maps| maps.len() == 3)?;
        let body = ir::regions(op).into_iter().flat_map(ir::blocks).next()?;
        let arithmetic = Arithmetic::of(body)?;
        let count = maps[0].dim_count();
        let mut dims = vec![Dim { extent: -1, ..Dim::NONE }; count];
        let mut firsts = [0; 3];
        for (role, (operand, map)) in operands.iter().zip(&maps).enumerate() {
            firsts[role] = add_operand(*operand, map, role, &mut dims)?;
        }
        // No operand determines the extent of a loop, or no loop sums products.
        if dims.iter().any(|dim| dim.extent < 0) || dims.iter().all(|dim| dim.out != 0) {
            return None;
        }
        let memory = [0, 1, 2].map(|role| {
            let steps = dims.iter().map(|dim| {
                let stride = [dim.left, dim.right, dim.out][role];
                (dim.extent - 1).max(0).saturating_mul(stride)
            });
            let offset = MemRefType::try_from(operands[role].r#type())
                .map_or(0, |ty| ty.strides_and_offset().1);
            Memory {
                value: operands[role],
                offset: (offset != Shaped::DYNAMIC).then_some(offset),
                first: firsts[role],
                span: 1 + steps.fold(0, i64::saturating_add),
            }
        });
        Some(Self { arithmetic, dims, memory })
    }

    /// Returns the plan from which the contraction's loops are emitted, or `None` if simple loops
    /// are equally fast.
    fn plan(self, context: &'a Context, machine: &Machine) -> Option<Plan<'a>> {
        let work = Contraction::of(&self.dims);
        let Self { mut arithmetic, mut memory, .. } = self;
        if work.swapped {
            arithmetic.factors.swap(0, 1);
            memory.swap(0, 1);
        }
        let schedule = Schedule::of(&work, elements_of(&arithmetic), machine)?;
        Some(Plan { context, arithmetic, schedule, initial: InitialValue::Output, memory })
    }
}

/// Returns the properties of the elements of a contraction on which its schedule depends.
fn elements_of(arithmetic: &Arithmetic) -> Elements {
    let bits = |ty| i64::from(ir::element_width(ty));
    Elements {
        accumulator_bits: bits(arithmetic.accumulator),
        bits: [0, 1].map(|side| bits(arithmetic.factors[side].element)),
        converted: [0, 1].map(|side| arithmetic.factors[side].is_converted()),
        narrow: arithmetic.narrow(),
    }
}

/// Adds the strides of an operand or of the output to the loops `dims`, and sets the extents of the
/// loops that its shape determines.
///
/// `role` is 0 for the left operand, 1 for the right operand, and 2 for the output. Returns the
/// position of the first iteration's element, in elements from the memref's offset. Returns `None`
/// unless the operand is a static memref in the default memory space. Its strides must be known,
/// and its strides and the numbers in its map must be nonnegative. An index of the output must be a
/// single loop or a constant.
fn add_operand<'a>(
    operand: Value<'a>,
    map: &AffineMap<'a>,
    role: usize,
    dims: &mut [Dim],
) -> Option<i64> {
    let shaped = Shaped::of(operand.r#type()).filter(Shaped::is_static)?;
    let memref = MemRefType::try_from(operand.r#type()).ok()?;
    if memref.memory_space().is_some() || map.symbol_count() != 0 {
        return None;
    }
    let (strides, _) = memref.strides_and_offset();
    if strides.len() != shaped.rank() || strides.iter().any(|stride| *stride < 0) {
        return None;
    }
    let mut first = 0i64;
    for (index, stride) in strides.into_iter().enumerate() {
        let (coefficients, constant) = linear(map.result(index).ok()?, dims.len())?;
        if constant < 0 || coefficients.iter().any(|coefficient| *coefficient < 0) {
            return None;
        }
        first = first.checked_add(constant.checked_mul(stride)?)?;
        let mut steps = coefficients.iter().enumerate().filter(|(_, step)| **step != 0);
        match (steps.next(), steps.next(), constant) {
            (Some((dim, 1)), None, 0) => dims[dim].extent = shaped.shape[index],
            // Each element of the output must belong to exactly one iteration of its loops.
            (Some(_), ..) if role == 2 => return None,
            _ => {}
        }
        for (dim, coefficient) in dims.iter_mut().zip(coefficients) {
            let step = coefficient.checked_mul(stride)?;
            let total = match role {
                0 => &mut dim.left,
                1 => &mut dim.right,
                _ => &mut dim.out,
            };
            *total = total.checked_add(step)?;
        }
    }
    Some(first)
}

/// Returns the `linalg.fill` before `op` that initializes the output of `op`, and the value of the
/// fill. Returns `None` if there is no such fill, or if an operation between the two may access
/// memory.
fn filled_before<'a>(op: Op<'a>) -> Option<(Op<'a>, InitialValue<'a>)> {
    let mut output = *ir::operands(op).last()?;
    while let Some(split) = defined_by(output, "memref.expand_shape") {
        output = ir::operands(split)[0];
    }
    let before = ir::ops(op.block()?);
    let position = before.iter().position(|other| *other == op)?;
    for other in before[..position].iter().rev() {
        if ir::op_name(*other) == "linalg.fill" {
            let [value, filled] = ir::operands(*other)[..] else { return None };
            return (filled == output).then(|| (*other, initial_value_from(value)));
        }
        if !touches_no_memory(ir::op_name(*other)) {
            return None;
        }
    }
    None
}

fn initial_value_from(value: Value) -> InitialValue {
    let constant = ir::defining_op(value)
        .filter(|op| ir::op_name(*op) == "arith.constant")
        .and_then(|op| op.attribute("value").ok());
    let zero = constant.is_some_and(|constant| {
        use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
        let float = FloatAttribute::try_from(constant).map(|value| value.value().to_bits() == 0);
        let integer = IntegerAttribute::try_from(constant).map(|value| value.value() == 0);
        float.unwrap_or(false) || integer.unwrap_or(false)
    });
    if zero { InitialValue::Zero } else { InitialValue::Value(value) }
}

fn defined_by<'a>(value: Value<'a>, name: &str) -> Option<Op<'a>> {
    ir::defining_op(value).filter(|op| ir::op_name(*op) == name)
}

/// Returns true if operations with this name access no memory, so that they may occur between a
/// fill and the contraction.
fn touches_no_memory(name: &str) -> bool {
    name.starts_with("arith.")
        || name.starts_with("affine.apply")
        || matches!(
            name,
            "memref.subview"
                | "memref.view"
                | "memref.reinterpret_cast"
                | "memref.extract_strided_metadata"
                | "memref.cast"
                | "memref.collapse_shape"
                | "memref.expand_shape"
                | "memref.get_global"
                | "memref.alloc"
                | "memref.alloca"
        )
}
