// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrix units: instructions of a GPU that multiply small matrices.
//!
//! The threads of a warp together compute `sums + left * right`. Each thread holds a few elements
//! of each matrix in registers of 32 bits ([`Layout`]). Vendors differ in the layouts and in the
//! instructions ([`Family`]).

mod amd;
mod family;
mod format;
mod layout;
mod nvidia;

pub use amd::words_of;
pub use family::{Family, MatrixUnits};
pub use format::Format;
pub use layout::{LaneNumber, Layout};
pub use nvidia::LAYOUT as MMA_SYNC;

use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Builder, Op, Value};
use melior::ir::{TypeLike, ValueLike};

/// A matrix unit for operands of certain element formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixUnit {
    family: Family,
    operands: [Format; 2],
}

impl MatrixUnit {
    /// Returns the matrix unit of `family` that can compute a contraction, or `None` if there is
    /// none.
    pub fn of(generic: &Structured, family: Family) -> Option<Self> {
        let operands = ir::operands(generic.op);
        let elements: Vec<_> = operands.iter().map(|it| ir::element_of(it.r#type())).collect();
        let formats = [0, 1].map(|operand| Format::of(elements[operand], generic, operand));
        let formats = [formats[0]?, formats[1]?];
        // A contraction may also combine by logical operations.
        let adds_products = generic.body_ops().into_iter().all(|op| {
            let name = ir::op_name(op);
            matches!(name, "arith.addf" | "arith.mulf" | "arith.addi" | "arith.muli")
                || name.starts_with("arith.ext")
        });
        let adds_words = if formats[0].is_integer() {
            ir::is_integer(elements[2]) && ir::element_width(elements[2]) == 32
        } else {
            elements[2].is_f32()
        };
        let is_supported = adds_products && adds_words && family.multiplies(formats);
        is_supported.then_some(Self { family, operands: formats })
    }

    /// Returns the matrix unit that a matrix multiplication uses, or `None` for other operations.
    pub fn of_op(op: Op) -> Option<Self> {
        let of_nvidia = nvidia::formats(op).map(|formats| (Family::MmaSync, formats));
        let (family, operands) = of_nvidia.or_else(|| amd::formats(op))?;
        Some(Self { family, operands })
    }

    /// Returns an integer that identifies the matrix unit.
    pub fn code(self) -> i64 {
        let count = Format::ALL.len() as i64;
        let [left, right] = self.operands.map(|format| format as i64);
        (self.family as i64 * count + left) * count + right
    }

    /// Returns the matrix unit that an integer identifies, or `None` if it identifies no matrix
    /// unit.
    pub fn from_code(code: i64) -> Option<Self> {
        let count = Format::ALL.len() as i64;
        let format = |number: i64| Format::ALL.get(usize::try_from(number).ok()?).copied();
        let family = usize::try_from(code / (count * count)).ok()?;
        let family = *Family::ALL.get(family)?;
        let operands = [format(code / count % count)?, format(code % count)?];
        family.multiplies(operands).then_some(Self { family, operands })
    }

    /// Returns the element formats of the left and the right operand.
    pub fn formats(self) -> [Format; 2] {
        self.operands
    }

    /// Returns the distribution of the matrices over the registers of a warp.
    pub fn layout(self) -> &'static Layout {
        match self.family {
            Family::MmaSync => &nvidia::LAYOUT,
            family => amd::layout(family, self.operands[0]),
        }
    }

    /// Returns the number of operand elements in a 32-bit word.
    pub fn elements_of_word(self) -> i64 {
        self.operands[0].elements_of_word()
    }

    /// Emits `sums + left * right`. `operands` contains the words of the left and the right operand
    /// that the thread holds. Returns the thread's new sums.
    pub fn multiply<'a>(
        self,
        at: Builder<'a>,
        operands: [&[Value<'a>]; 2],
        sums: &[Value<'a>],
    ) -> Vec<Value<'a>> {
        match self.family {
            Family::MmaSync => nvidia::multiply(at, self.operands, operands, sums),
            family => amd::multiply(at, family, self.operands, operands, sums),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All units.
    fn units() -> impl Iterator<Item = MatrixUnit> {
        let pairs = Format::ALL.into_iter().flat_map(|left| Format::ALL.map(|right| [left, right]));
        let all = pairs.flat_map(|operands| Family::ALL.map(|family| (family, operands)));
        let all = all.filter(|(family, operands)| family.multiplies(*operands));
        all.map(|(family, operands)| MatrixUnit { family, operands })
    }

    #[test]
    fn the_threads_of_a_warp_hold_all_elements() {
        for unit in units() {
            let layout = unit.layout();
            for (operand, registers) in layout.registers.into_iter().enumerate() {
                let mut held = vec![0; (layout.lines[operand] * layout.words) as usize];
                for lane in 0..layout.lanes {
                    for (line, word) in registers {
                        let line = layout.line.of(lane) + line;
                        let word = layout.word.of(lane) + word;
                        held[(line * layout.words + word) as usize] += 1;
                    }
                }
                assert!(held.iter().all(|it| *it == held[0] && *it > 0), "{unit:?} {held:?}");
            }
            let [rows, columns] = layout.lines;
            let mut held = vec![0; (rows * columns) as usize];
            for lane in 0..layout.lanes {
                for [row, column] in layout.places_of_sums(lane) {
                    held[(row * columns + column) as usize] += 1;
                }
            }
            assert!(held.iter().all(|it| *it == 1), "{unit:?} {held:?}");
        }
    }

    #[test]
    fn a_code_identifies_a_unit() {
        for unit in units() {
            assert_eq!(MatrixUnit::from_code(unit.code()), Some(unit));
        }
        assert_eq!(MatrixUnit::from_code(-1), None);
        assert_eq!(MatrixUnit::from_code(1000), None);
    }
}
