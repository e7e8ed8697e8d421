// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-contraction-to-loops`: matrix products, batched dot products and
//! convolutions on memrefs become loops of vector code.
//!
//! A contraction is a linalg operation whose body adds the product of an element
//! of each input to the output, with maps that are linear in the loops. To this
//! pass everything about it is strides ([`classify`]): loops over batches, rows,
//! columns and depth. Convolutions, transposed operands and matrix-vector
//! products differ in strides alone.
//!
//! The scheme is that of Goto and van de Geijn, "Anatomy of High-Performance
//! Matrix Multiplication" (ACM TOMS 34, 2008), with the loops in one order:
//!
//! - a tile of the output, some rows by some vectors of columns, is kept in
//!   registers while the depth runs ([`micro_kernel`]); its size follows from
//!   the registers there are and the extents ([`tile`]);
//! - the part of the right operand that a column of tiles needs, cut so that it
//!   fits a second-level cache, is packed into a contiguous buffer when many
//!   rows use it, or when its columns are not contiguous ([`pack`]);
//! - the left operand is read where it is, one broadcast element at a time, and
//!   packed only to convert it once;
//! - dot products whose depth is contiguous in both operands have a kernel of
//!   their own ([`reduce_kernel`]), as few rows do not pay for packing;
//! - tiles are shared out as tasks, the iterations of one `scf.forall` ([`emit`]).
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
//! The order in which products are added is not the one of the loops: HLO leaves
//! it open. A contraction of few products stays as it is, for plain loops.

mod body;
mod classify;
mod emit;
mod loops;
mod micro_kernel;
mod pack;
mod position;
mod reduce_kernel;
mod schedule;
mod store;
mod tile;

use crate::ir::{self, Context, Op, Shaped, Value};
use crate::linalg::ffi::{indexing_maps, linear};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use body::Arithmetic;
use classify::{Contraction, Dim};
use emit::{Memory, Plan, Start};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{AffineMap, ValueLike};
use schedule::{Elements, Machine, Schedule};

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-contraction-to-loops",
    description: "lower contractions and convolutions on memrefs to loops of vector code",
    anchor: "func.func",
    options: &[
        PassOption {
            name: "vector-bits",
            description: "bits of a vector register",
            default: "256",
        },
        PassOption {
            name: "registers",
            description: "how many vector registers there are",
            default: "32",
        },
        PassOption {
            name: "threads",
            description: "how many threads are to share the work",
            default: "1",
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
        threads: options.number("threads", function)?,
    };
    // All of them first: the operations in one are gone with it.
    let contractions: Vec<_> =
        ir::walk(function).into_iter().filter_map(|op| Some((op, Found::of(op)?))).collect();
    for (op, found) in contractions {
        if found.dims.iter().any(|dim| dim.extent == 0) {
            // Nothing to add, or nothing to add it to.
            ir::erase(op);
            continue;
        }
        let Some(mut plan) = found.plan(machine) else { continue };
        let fill = filled_before(op);
        if let Some((_, start)) = fill {
            plan.start = start;
        }
        emit::emit(context, op, &plan);
        ir::erase(op);
        if let Some((fill, _)) = fill {
            ir::erase(fill);
        }
    }
    Ok(())
}

/// A contraction as it stands in the program.
struct Found<'a> {
    arithmetic: Arithmetic<'a>,
    dims: Vec<Dim>,
    memory: [Memory<'a>; 3],
}

impl<'a> Found<'a> {
    /// Reads a linalg operation; none where it is no contraction of static
    /// memrefs with maps that are linear in the loops.
    fn of(op: Op<'a>) -> Option<Self> {
        if !ir::op_name(op).starts_with("linalg.") || !ir::results(op).is_empty() {
            return None;
        }
        let operands: [Value<'a>; 3] = ir::operands(op).try_into().ok()?;
        if crate::ffi::segment_size(op, 1)? != 1 {
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
        // A loop whose extent no operand tells, or no sum at all.
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

    /// How to compute it; none where plain loops are as good.
    fn plan(self, machine: Machine) -> Option<Plan<'a>> {
        let work = Contraction::of(&self.dims);
        let Self { mut arithmetic, mut memory, .. } = self;
        if work.swapped {
            arithmetic.factors.swap(0, 1);
            memory.swap(0, 1);
        }
        let bits = |ty| i64::from(ir::element_width(ty));
        let elements = Elements {
            accumulator_bits: bits(arithmetic.accumulator),
            bits: [0, 1].map(|side| bits(arithmetic.factors[side].element)),
            converted: [0, 1].map(|side| arithmetic.factors[side].is_converted()),
        };
        let schedule = Schedule::of(&work, elements, machine)?;
        Some(Plan { arithmetic, schedule, start: Start::Output, memory })
    }
}

/// Adds an operand's strides to the loops, and sets the extents that it tells;
/// returns where in it the first iteration is. None where it is not a memref of
/// static shape and known, positive strides.
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
    let strides = if memref.affine_map().is_identity() {
        identity_strides(&shaped.shape)
    } else {
        memref.strides_and_offset().0
    };
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
            // An element of the output must belong to one iteration of its loops.
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

fn identity_strides(shape: &[i64]) -> Vec<i64> {
    (0..shape.len())
        .map(|dim| shape[dim + 1..].iter().fold(1i64, |stride, size| stride.saturating_mul(*size)))
        .collect()
}

/// The `linalg.fill` of the output of `op` that nothing comes between, and what
/// it fills with.
fn filled_before<'a>(op: Op<'a>) -> Option<(Op<'a>, Start<'a>)> {
    let output = *ir::operands(op).last()?;
    let before = ir::ops(op.block()?);
    let position = before.iter().position(|other| *other == op)?;
    for other in before[..position].iter().rev() {
        if ir::op_name(*other) == "linalg.fill" {
            let [value, filled] = ir::operands(*other)[..] else { return None };
            return (filled == output).then(|| (*other, start_from(value)));
        }
        if !touches_no_memory(ir::op_name(*other)) {
            return None;
        }
    }
    None
}

fn start_from(value: Value) -> Start {
    let constant = ir::defining_op(value)
        .filter(|op| ir::op_name(*op) == "arith.constant")
        .and_then(|op| op.attribute("value").ok());
    let zero = constant.is_some_and(|constant| {
        use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
        let float = FloatAttribute::try_from(constant).map(|value| value.value().to_bits() == 0);
        let integer = IntegerAttribute::try_from(constant).map(|value| value.value() == 0);
        float.unwrap_or(false) || integer.unwrap_or(false)
    });
    if zero { Start::Zero } else { Start::Value(value) }
}

/// Operations that may stand between a fill and what adds to it.
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
