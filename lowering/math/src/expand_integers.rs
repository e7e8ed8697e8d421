// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-expand-integers`: expands integer operations that Vulkan lacks to other operations.
//!
//! Divisions that round up or down are expressed with divisions that round towards zero. The
//! remainder of negative numbers, which the Vulkan specification leaves undefined, is computed from
//! their absolute values.
//!
//! Vulkan supports bit counts only for 32-bit integers. The pass adds the set bits in pairs, then
//! in groups of 4 and 8, and sums the groups with a product (H. S. Warren, Hacker's Delight,
//! section 5-1). For the number of leading zeros, the pass sets all bits below the highest set bit
//! and counts the remaining zeros. For the number of trailing zeros, it counts the bits below the
//! lowest set bit.

use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Builder, Context, Op, Type, Value};
use melior::ir::ValueLike;

/// The pass `hloom-expand-integers`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-expand-integers",
    description: "expand integer operations that Vulkan lacks to other operations",
    anchor: "",
    level: Level::Target,
    options: &[],
    dialects: &["arith"],
    run,
};

fn run<'a>(context: &'a Context, root: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    for op in ir::walk(root) {
        let name = ir::op_name(op);
        let is_division = matches!(
            name,
            "arith.ceildivsi" | "arith.ceildivui" | "arith.floordivsi" | "arith.remsi"
        );
        if !is_division && !matches!(name, "math.ctpop" | "math.ctlz" | "math.cttz") {
            continue;
        }
        let operands = ir::operands(op);
        let operand = operands[0];
        let ty = operand.r#type();
        let width = ir::element_width(ty);
        let is_index = ir::is_index(ty) && is_division;
        if !is_index && (!ir::is_integer(ty) || !matches!(width, 8 | 16 | 32 | 64)) {
            let message =
                format!("`{name}`: expected an integer of 8, 16, 32 or 64 bits, found `{ty}`");
            return Err(Failure::at(op, message));
        }
        let bits = Bits { at: Builder::before(context, op), ty, width };
        let value = match name {
            "math.ctpop" => bits.count(operand),
            "math.ctlz" => bits.leading_zeros(operand),
            "arith.remsi" => bits.remainder(operand, operands[1]),
            "arith.floordivsi" => bits.rounded_quotient(operand, operands[1], false),
            "arith.ceildivsi" => bits.rounded_quotient(operand, operands[1], true),
            "arith.ceildivui" => bits.unsigned_quotient(operand, operands[1]),
            _ => bits.trailing_zeros(operand),
        };
        ir::replace(op, [value]);
    }
    Ok(())
}

/// A builder of arithmetic on an integer type.
struct Bits<'a> {
    at: Builder<'a>,
    ty: Type<'a>,
    width: u32,
}

impl<'a> Bits<'a> {
    fn number(&self, value: i64) -> Value<'a> {
        match ir::is_index(self.ty) {
            true => self.at.index(value),
            false => self.at.int(value, self.ty),
        }
    }

    fn shifted(&self, value: Value<'a>, bits: u32) -> Value<'a> {
        self.at.binary("arith.shrui", value, self.number(i64::from(bits)))
    }

    fn masked(&self, value: Value<'a>, mask: u64) -> Value<'a> {
        self.at.binary("arith.andi", value, self.number(mask.cast_signed()))
    }

    /// Returns `value`, negated if `condition` holds.
    fn negated_if(&self, condition: Value<'a>, value: Value<'a>) -> Value<'a> {
        let negative = self.at.binary("arith.subi", self.number(0), value);
        self.at.select(condition, negative, value)
    }

    /// Returns the remainder of signed numbers, which has the sign of the dividend.
    fn remainder(&self, dividend: Value<'a>, divisor: Value<'a>) -> Value<'a> {
        let is_negative = |value| self.at.cmpi("slt", value, self.number(0));
        let [dividend_negative, divisor_negative] = [dividend, divisor].map(is_negative);
        let dividend = self.negated_if(dividend_negative, dividend);
        let divisor = self.negated_if(divisor_negative, divisor);
        let remainder = self.at.binary("arith.remui", dividend, divisor);
        self.negated_if(dividend_negative, remainder)
    }

    /// Returns the quotient of signed numbers, rounded up if `up` is true, otherwise down. The
    /// division rounds towards zero. If its quotient is inexact and was rounded in the other
    /// direction, 1 is added or subtracted.
    fn rounded_quotient(&self, dividend: Value<'a>, divisor: Value<'a>, up: bool) -> Value<'a> {
        let at = self.at;
        let quotient = at.binary("arith.divsi", dividend, divisor);
        let product = at.binary("arith.muli", quotient, divisor);
        let remainder = at.binary("arith.subi", dividend, product);
        let is_negative = |value| at.cmpi("slt", value, self.number(0));
        let signs_differ = at.binary("arith.xori", is_negative(remainder), is_negative(divisor));
        let i1 = ir::int(at.context(), 1);
        let beyond = match up {
            true => at.binary("arith.xori", signs_differ, at.int(1, i1)),
            false => signs_differ,
        };
        let has_remainder = at.cmpi("ne", remainder, self.number(0));
        let is_off = at.binary("arith.andi", has_remainder, beyond);
        let next = at.binary("arith.addi", quotient, self.number(if up { 1 } else { -1 }));
        at.select(is_off, next, quotient)
    }

    /// Returns the quotient of unsigned numbers, rounded up.
    fn unsigned_quotient(&self, dividend: Value<'a>, divisor: Value<'a>) -> Value<'a> {
        let at = self.at;
        let quotient = at.binary("arith.divui", dividend, divisor);
        let product = at.binary("arith.muli", quotient, divisor);
        let has_remainder = at.cmpi("ne", dividend, product);
        let next = at.binary("arith.addi", quotient, self.number(1));
        at.select(has_remainder, next, quotient)
    }

    fn count(&self, operand: Value<'a>) -> Value<'a> {
        const ODD: u64 = 0x5555_5555_5555_5555;
        const PAIRS: u64 = 0x3333_3333_3333_3333;
        const NIBBLES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const BYTES: u64 = 0x0101_0101_0101_0101;
        let low = |mask: u64| mask & (u64::MAX >> (64 - self.width));
        let odd = self.masked(self.shifted(operand, 1), low(ODD));
        let pairs = self.at.binary("arith.subi", operand, odd);
        let upper = self.masked(self.shifted(pairs, 2), low(PAIRS));
        let fours = self.at.binary("arith.addi", self.masked(pairs, low(PAIRS)), upper);
        let sums = self.at.binary("arith.addi", fours, self.shifted(fours, 4));
        let bytes = self.masked(sums, low(NIBBLES));
        let all = self.at.binary("arith.muli", bytes, self.number(low(BYTES).cast_signed()));
        self.shifted(all, self.width - 8)
    }

    fn leading_zeros(&self, operand: Value<'a>) -> Value<'a> {
        let mut below = operand;
        let mut bits = 1;
        while bits < self.width {
            below = self.at.binary("arith.ori", below, self.shifted(below, bits));
            bits *= 2;
        }
        let width = self.number(i64::from(self.width));
        self.at.binary("arith.subi", width, self.count(below))
    }

    fn trailing_zeros(&self, operand: Value<'a>) -> Value<'a> {
        let less = self.at.binary("arith.subi", operand, self.number(1));
        let inverted = self.at.binary("arith.xori", operand, self.number(-1));
        self.count(self.at.binary("arith.andi", inverted, less))
    }
}
