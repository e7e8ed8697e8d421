// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The names of the vector unit's operations: one list for each number of operands.

use crate::operations::operations;

operations! {
    /// One lane in, one lane out.
    VectorUnary {
        /// The lane itself.
        Mov "mov",
        /// Sign flipped, of NaN too.
        Fneg "fneg",
        /// Sign cleared, of NaN too.
        Fabs "fabs",
        /// NaN and both zeros as they are, else 1 with the sign.
        Fsign "fsign",
        /// Square root.
        Fsqrt "fsqrt",
        /// 1 / square root, rounded twice.
        Frsqrt "frsqrt",
        /// Cube root.
        Fcbrt "fcbrt",
        /// e to the lane.
        Fexp "fexp",
        /// e to the lane, less 1.
        Fexpm1 "fexpm1",
        /// Natural logarithm.
        Flog "flog",
        /// Natural logarithm of 1 more.
        Flog1p "flog1p",
        /// Hyperbolic tangent.
        Ftanh "ftanh",
        /// Sine.
        Fsin "fsin",
        /// Cosine.
        Fcos "fcos",
        /// Tangent.
        Ftan "ftan",
        /// Down to a whole number.
        Ffloor "ffloor",
        /// Up to a whole number.
        Fceil "fceil",
        /// To the nearest whole number, halves away from zero.
        Fround "fround",
        /// To the nearest whole number, halves to the even one.
        Froundeven "froundeven",
        /// Toward zero to a whole number.
        Ftrunc "ftrunc",
        /// 1 if neither infinite nor NaN, else 0.
        Fisfinite "fisfinite",
        /// To the nearest f16 value, kept as f32.
        RoundF16 "round.f16",
        /// To the nearest bf16 value, kept as f32.
        RoundBf16 "round.bf16",
        /// All bits flipped.
        Not "not",
        /// Number of set bits.
        Popcnt "popcnt",
        /// Number of leading zero bits; 32 for 0.
        Clz "clz",
        /// Number of trailing zero bits; 32 for 0.
        Ctz "ctz",
        /// f32 to i32 toward zero, saturating, NaN to 0.
        F2s "f2s",
        /// f32 to u32 toward zero, saturating, NaN to 0.
        F2u "f2u",
        /// i32 to the nearest f32.
        S2f "s2f",
        /// u32 to the nearest f32.
        U2f "u2f",
        /// Low 8 bits, sign extended.
        Sext8 "sext8",
        /// Low 16 bits, sign extended.
        Sext16 "sext16",
        /// Low 8 bits.
        Zext8 "zext8",
        /// Low 16 bits.
        Zext16 "zext16",
    }
}

operations! {
    /// Two lanes in, one lane out. Comparisons give 1 or 0.
    VectorBinary {
        /// Sum, f32.
        Fadd "fadd",
        /// Difference, f32.
        Fsub "fsub",
        /// Product, f32.
        Fmul "fmul",
        /// Quotient, f32.
        Fdiv "fdiv",
        /// Remainder of the dividend's sign, C's `fmod`.
        Frem "frem",
        /// The smaller, f32: NaN wins, -0 is less than +0.
        Fmin "fmin",
        /// The larger, f32: NaN wins, -0 is less than +0.
        Fmax "fmax",
        /// a to the power of b.
        Fpow "fpow",
        /// Angle of the point (b, a).
        Fatan2 "fatan2",
        /// a with the sign of b.
        Fcopysign "fcopysign",
        /// Sum, wrapping.
        Iadd "iadd",
        /// Difference, wrapping.
        Isub "isub",
        /// Product, wrapping.
        Imul "imul",
        /// Quotient toward zero, signed; -1 if b is 0.
        Divs "divs",
        /// Quotient, unsigned; all ones if b is 0.
        Divu "divu",
        /// Remainder of the dividend's sign; a if b is 0.
        Rems "rems",
        /// Remainder, unsigned; a if b is 0.
        Remu "remu",
        /// Bits set in both.
        And "and",
        /// Bits set in either.
        Or "or",
        /// Bits that differ.
        Xor "xor",
        /// Left by b bits; 0 from 32 on.
        Shl "shl",
        /// Right by b bits, zeros in; 0 from 32 on.
        Shru "shru",
        /// Right by b bits, sign in; all sign from 32 on.
        Shrs "shrs",
        /// The smaller, signed.
        Mins "mins",
        /// The larger, signed.
        Maxs "maxs",
        /// The smaller, unsigned.
        Minu "minu",
        /// The larger, unsigned.
        Maxu "maxu",
        /// f32: neither NaN, equal.
        Foeq "cmpf.oeq",
        /// f32: neither NaN, greater.
        Fogt "cmpf.ogt",
        /// f32: neither NaN, greater or equal.
        Foge "cmpf.oge",
        /// f32: neither NaN, less.
        Folt "cmpf.olt",
        /// f32: neither NaN, less or equal.
        Fole "cmpf.ole",
        /// f32: neither NaN, different.
        Fone "cmpf.one",
        /// f32: neither NaN.
        Ford "cmpf.ord",
        /// f32: a NaN, or equal.
        Fueq "cmpf.ueq",
        /// f32: a NaN, or greater.
        Fugt "cmpf.ugt",
        /// f32: a NaN, or greater or equal.
        Fuge "cmpf.uge",
        /// f32: a NaN, or less.
        Fult "cmpf.ult",
        /// f32: a NaN, or less or equal.
        Fule "cmpf.ule",
        /// f32: a NaN, or different.
        Fune "cmpf.une",
        /// f32: a NaN.
        Funo "cmpf.uno",
        /// Same bits.
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
    /// Three lanes in, one lane out.
    VectorTernary {
        /// b where a is not 0, else c.
        Select "select",
        /// a * b + c, rounded once.
        Ffma "ffma",
    }
}

operations! {
    /// Folds all lanes into one word, strictly left to right.
    VectorReduce {
        /// Sum, f32.
        Fadd "fadd",
        /// Product, f32.
        Fmul "fmul",
        /// The smallest, f32: NaN wins, -0 is less than +0.
        Fmin "fmin",
        /// The largest, f32: NaN wins, -0 is less than +0.
        Fmax "fmax",
        /// Sum, wrapping.
        Iadd "iadd",
        /// Product, wrapping.
        Imul "imul",
        /// The smallest, signed.
        Mins "mins",
        /// The largest, signed.
        Maxs "maxs",
        /// The smallest, unsigned.
        Minu "minu",
        /// The largest, unsigned.
        Maxu "maxu",
        /// Bits set in all.
        And "and",
        /// Bits set in any.
        Or "or",
        /// Bits set in an odd number.
        Xor "xor",
    }
}
