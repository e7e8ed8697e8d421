// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Enums of the vector unit's operations, with one enum for each number of operands.

use crate::operations::operations;

operations! {
    /// An operation on one operand.
    VectorUnary {
        /// The operand unchanged.
        Mov "mov",
        /// Negation; also flips the sign of NaN.
        Fneg "fneg",
        /// Absolute value; also clears the sign of NaN.
        Fabs "fabs",
        /// NaN and zeros unchanged; otherwise, 1 with the sign of the operand.
        Fsign "fsign",
        /// Square root.
        Fsqrt "fsqrt",
        /// Reciprocal square root; the root and the quotient are rounded separately.
        Frsqrt "frsqrt",
        /// Cube root.
        Fcbrt "fcbrt",
        /// Exponential function.
        Fexp "fexp",
        /// Exponential function minus 1.
        Fexpm1 "fexpm1",
        /// Natural logarithm.
        Flog "flog",
        /// Natural logarithm of the operand plus 1.
        Flog1p "flog1p",
        /// Hyperbolic tangent.
        Ftanh "ftanh",
        /// Sine.
        Fsin "fsin",
        /// Cosine.
        Fcos "fcos",
        /// Tangent.
        Ftan "ftan",
        /// Rounding down to an integer.
        Ffloor "ffloor",
        /// Rounding up to an integer.
        Fceil "fceil",
        /// Rounding to the nearest integer, with halfway cases away from zero.
        Fround "fround",
        /// Rounding to the nearest integer, with halfway cases to even.
        Froundeven "froundeven",
        /// Rounding toward zero to an integer.
        Ftrunc "ftrunc",
        /// 1 if finite, 0 for infinities and NaN.
        Fisfinite "fisfinite",
        /// Rounding to the nearest f16 value, as an f32.
        RoundF16 "round.f16",
        /// Rounding to the nearest bf16 value, as an f32.
        RoundBf16 "round.bf16",
        /// Bitwise negation.
        Not "not",
        /// Number of set bits.
        Popcnt "popcnt",
        /// Number of leading zero bits; 32 for 0.
        Clz "clz",
        /// Number of trailing zero bits; 32 for 0.
        Ctz "ctz",
        /// Conversion of f32 to i32, rounded toward zero and saturated; NaN becomes 0.
        F2s "f2s",
        /// Conversion of f32 to u32, rounded toward zero and saturated; NaN becomes 0.
        F2u "f2u",
        /// Conversion of i32 to the nearest f32.
        S2f "s2f",
        /// Conversion of u32 to the nearest f32.
        U2f "u2f",
        /// The low 8 bits of the operand, sign-extended.
        Sext8 "sext8",
        /// The low 16 bits of the operand, sign-extended.
        Sext16 "sext16",
        /// The low 8 bits of the operand, zero-extended.
        Zext8 "zext8",
        /// The low 16 bits of the operand, zero-extended.
        Zext16 "zext16",
    }
}

operations! {
    /// An operation on two operands. Comparisons yield 1 or 0.
    VectorBinary {
        /// Sum, f32.
        Fadd "fadd",
        /// Difference, f32.
        Fsub "fsub",
        /// Product, f32.
        Fmul "fmul",
        /// Quotient, f32.
        Fdiv "fdiv",
        /// Remainder with the sign of the dividend, as C's `fmod`.
        Frem "frem",
        /// IEEE minimum, f32: NaN if an operand is NaN; -0 is less than +0.
        Fmin "fmin",
        /// IEEE maximum, f32: NaN if an operand is NaN; -0 is less than +0.
        Fmax "fmax",
        /// a to the power of b.
        Fpow "fpow",
        /// Angle of the point (b, a), that is, `atan2(a, b)`.
        Fatan2 "fatan2",
        /// a with the sign of b.
        Fcopysign "fcopysign",
        /// Sum, wrapping.
        Iadd "iadd",
        /// Difference, wrapping.
        Isub "isub",
        /// Product, wrapping.
        Imul "imul",
        /// Quotient, signed, rounded toward zero; -1 if b is 0.
        Divs "divs",
        /// Quotient, unsigned; all bits set if b is 0.
        Divu "divu",
        /// Remainder, signed, with the sign of the dividend; a if b is 0.
        Rems "rems",
        /// Remainder, unsigned; a if b is 0.
        Remu "remu",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
        /// Left shift by b bits; 0 if b is 32 or more.
        Shl "shl",
        /// Logical right shift by b bits; 0 if b is 32 or more.
        Shru "shru",
        /// Arithmetic right shift by b bits; all bits are the sign if b is 32 or more.
        Shrs "shrs",
        /// Minimum, signed.
        Mins "mins",
        /// Maximum, signed.
        Maxs "maxs",
        /// Minimum, unsigned.
        Minu "minu",
        /// Maximum, unsigned.
        Maxu "maxu",
        /// f32: ordered and equal.
        Foeq "cmpf.oeq",
        /// f32: ordered and greater.
        Fogt "cmpf.ogt",
        /// f32: ordered and greater or equal.
        Foge "cmpf.oge",
        /// f32: ordered and less.
        Folt "cmpf.olt",
        /// f32: ordered and less or equal.
        Fole "cmpf.ole",
        /// f32: ordered and different.
        Fone "cmpf.one",
        /// f32: ordered, that is, neither operand is NaN.
        Ford "cmpf.ord",
        /// f32: unordered or equal.
        Fueq "cmpf.ueq",
        /// f32: unordered or greater.
        Fugt "cmpf.ugt",
        /// f32: unordered or greater or equal.
        Fuge "cmpf.uge",
        /// f32: unordered or less.
        Fult "cmpf.ult",
        /// f32: unordered or less or equal.
        Fule "cmpf.ule",
        /// f32: unordered or different.
        Fune "cmpf.une",
        /// f32: unordered, that is, an operand is NaN.
        Funo "cmpf.uno",
        /// Equal bits.
        Eq "cmpi.eq",
        /// Different bits.
        Ne "cmpi.ne",
        /// Less, signed.
        Slt "cmpi.slt",
        /// Less or equal, signed.
        Sle "cmpi.sle",
        /// Greater, signed.
        Sgt "cmpi.sgt",
        /// Greater or equal, signed.
        Sge "cmpi.sge",
        /// Less, unsigned.
        Ult "cmpi.ult",
        /// Less or equal, unsigned.
        Ule "cmpi.ule",
        /// Greater, unsigned.
        Ugt "cmpi.ugt",
        /// Greater or equal, unsigned.
        Uge "cmpi.uge",
    }
}

operations! {
    /// An operation on three operands.
    VectorTernary {
        /// b if a is not 0, otherwise c.
        Select "select",
        /// a * b + c, rounded once.
        Ffma "ffma",
    }
}

operations! {
    /// A fold of all lanes into one word, strictly from left to right.
    VectorReduce {
        /// Sum, f32.
        Fadd "fadd",
        /// Product, f32.
        Fmul "fmul",
        /// IEEE minimum, f32: NaN if a lane is NaN; -0 is less than +0.
        Fmin "fmin",
        /// IEEE maximum, f32: NaN if a lane is NaN; -0 is less than +0.
        Fmax "fmax",
        /// Sum, wrapping.
        Iadd "iadd",
        /// Product, wrapping.
        Imul "imul",
        /// Minimum, signed.
        Mins "mins",
        /// Maximum, signed.
        Maxs "maxs",
        /// Minimum, unsigned.
        Minu "minu",
        /// Maximum, unsigned.
        Maxu "maxu",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
    }
}
