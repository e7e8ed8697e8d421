// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Dot-product instructions of the target, and the choice of one for a contraction.
//!
//! A lane of such an instruction is a 32-bit accumulator. It adds the products of a *group* of
//! narrow integers: four of 8 bits, or two of 16 bits. The operands of the instruction are the
//! groups of all lanes in sequence. The option `dot-products` of the pass lists the instructions of
//! the target, so that this module does not depend on their names.
//!
//! Sums wrap at 32 bits, as in HLO, so the choice of an instruction never changes a result. If the
//! signedness of a factor `a` differs from the signedness of the instruction, the factor is
//! flipped: its highest bit is inverted. The instruction then interprets the bits as `a + z`, where
//! `z` is the value of the highest bit alone in the signedness of the instruction. The kernel adds
//! `-z * b` for each product with `b`.

use std::str::FromStr;

/// The number of bits of an accumulator of a dot-product instruction.
pub const ACCUMULATOR_BITS: i64 = 32;

/// A type of the integers that dot-product instructions multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// Whether the integers are signed.
    pub signed: bool,
    /// The number of bits of an integer: 8 or 16.
    pub bits: i64,
}

/// A dot-product instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The name of the LLVM intrinsic for the instruction.
    pub intrinsic: String,
    /// The types of the factors, in the order of the intrinsic's operands.
    pub factors: [Narrow; 2],
    /// The number of 32-bit accumulators (lanes) in the result of the instruction.
    pub lanes: i64,
    /// Whether the intrinsic has a vector of accumulators as its first operand, to which it adds
    /// the products. Otherwise, the intrinsic returns only the sum of the products of each group.
    pub accumulates: bool,
}

/// A dot-product instruction chosen for a contraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dot {
    /// The chosen instruction.
    pub instruction: Instruction,
    /// Whether the left factors are the second operand of the instruction.
    pub swapped: bool,
    /// Whether the highest bit of each left factor is inverted, because the signedness of left
    /// factors differs from that of the instruction.
    pub flipped: bool,
}

impl Dot {
    /// Chooses an instruction with `lanes` accumulators, or returns `None` if no instruction
    /// computes the products exactly.
    ///
    /// Factors with the fewest bits are best, because a vector then contains the most products.
    /// Among these instructions, an instruction without flips is preferred, because a flip costs an
    /// operation for each left factor.
    pub fn choose(
        instructions: &[Instruction],
        [left, right]: [Narrow; 2],
        lanes: i64,
    ) -> Option<Self> {
        let candidates = instructions.iter().filter(|known| known.lanes == lanes);
        let candidates = candidates.flat_map(|instruction| {
            [false, true].into_iter().filter_map(move |swapped| {
                let [mut takes_left, mut takes_right] = instruction.factors;
                if swapped {
                    std::mem::swap(&mut takes_left, &mut takes_right);
                }
                let flipped = !left.fits(takes_left);
                if !right.fits(takes_right) || (flipped && left.bits != takes_left.bits) {
                    return None;
                }
                Some(Self { instruction: instruction.clone(), swapped, flipped })
            })
        });
        candidates.min_by_key(|dot| (dot.bits(), dot.flipped))
    }

    /// Returns the number of bits of a factor of the instruction.
    pub fn bits(&self) -> i64 {
        self.instruction.factors[0].bits
    }

    /// Returns the number of products that the instruction adds in each lane.
    pub fn group(&self) -> i64 {
        self.instruction.group()
    }
}

impl Instruction {
    fn group(&self) -> i64 {
        ACCUMULATOR_BITS / self.factors[0].bits
    }
}

impl Narrow {
    /// Returns true if type `other` can represent all numbers of this type.
    fn fits(self, other: Self) -> bool {
        self == other || (self.bits < other.bits && (other.signed || !self.signed))
    }
}

impl FromStr for Narrow {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (signed, bits) = match text {
            "s8" => (true, 8),
            "u8" => (false, 8),
            "s16" => (true, 16),
            "u16" => (false, 16),
            _ => return Err(()),
        };
        Ok(Self { signed, bits })
    }
}

impl FromStr for Instruction {
    type Err = ();

    /// Reads `INTRINSIC:FACTOR:FACTOR:LANES`, with the suffix `:add` if the sums of the intrinsic
    /// must be added to the accumulators. Factors are `s8`, `u8`, `s16` or `u16`, both with the
    /// same width. The number of lanes is a power of two from 2 to 64.
    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<_> = text.split(':').collect();
        let (parts, accumulates) = match parts[..] {
            [a, b, c, d] => ([a, b, c, d], true),
            [a, b, c, d, "add"] => ([a, b, c, d], false),
            _ => return Err(()),
        };
        let factors: [Narrow; 2] = [parts[1].parse()?, parts[2].parse()?];
        let lanes: i64 = parts[3].parse().map_err(|_| ())?;
        let valid = parts[0].starts_with("llvm.")
            && factors[0].bits == factors[1].bits
            && (2..=64).contains(&lanes)
            && lanes.count_ones() == 1;
        let intrinsic = parts[0].to_owned();
        valid.then_some(Self { intrinsic, factors, lanes, accumulates }).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(instructions: &[&str], factors: [&str; 2]) -> Option<(String, bool, bool)> {
        let instructions: Vec<_> =
            instructions.iter().map(|text| text.parse().expect("an instruction")).collect();
        let factors = factors.map(|text| text.parse().expect("a type of factors"));
        let dot = Dot::choose(&instructions, factors, 4)?;
        Some((dot.instruction.intrinsic, dot.swapped, dot.flipped))
    }

    fn some(name: &str, swapped: bool, flipped: bool) -> Option<(String, bool, bool)> {
        Some((name.to_owned(), swapped, flipped))
    }

    #[test]
    fn mixed_signs_take_the_operands_in_either_order() {
        let mixed = ["llvm.mixed:u8:s8:4"];
        assert_eq!(choose(&mixed, ["u8", "s8"]), some("llvm.mixed", false, false));
        assert_eq!(choose(&mixed, ["s8", "u8"]), some("llvm.mixed", true, false));
        assert_eq!(choose(&mixed, ["s8", "s8"]), some("llvm.mixed", false, true));
        assert_eq!(choose(&mixed, ["u8", "u8"]), some("llvm.mixed", true, true));
        assert_eq!(choose(&mixed, ["s16", "s8"]), None);
    }

    #[test]
    fn fewest_bits_win_and_then_no_flip() {
        let all = ["llvm.pairs:s16:s16:4:add", "llvm.mixed:u8:s8:4", "llvm.signed:s8:s8:4"];
        assert_eq!(choose(&all, ["s8", "s8"]), some("llvm.signed", false, false));
        assert_eq!(choose(&all, ["s8", "u8"]), some("llvm.mixed", true, false));
        assert_eq!(choose(&all, ["s16", "u8"]), some("llvm.pairs", false, false));
        assert_eq!(choose(&all, ["u16", "s16"]), some("llvm.pairs", false, true));
        assert_eq!(choose(&all, ["s16", "u16"]), None);
    }

    #[test]
    fn lanes_must_match() {
        assert_eq!(choose(&["llvm.wide:s8:s8:8"], ["s8", "s8"]), None);
    }

    #[test]
    fn instructions_are_checked() {
        let parse = |text: &str| text.parse::<Instruction>().is_ok();
        assert!(parse("llvm.a.b:s16:s16:4:add"));
        for wrong in ["", "a:s8:s8:4", "llvm.a:s8:s16:4", "llvm.a:s8:s8:3", "llvm.a:s8:s8:4:sub"] {
            assert!(!parse(wrong), "{wrong}");
        }
    }
}
