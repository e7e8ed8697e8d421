// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Enums of the vector unit's operations, with one enum for each number of operands.

use crate::operations::operations;

operations! {
    /// An operation on one operand.
    VectorUnary {
        /// Copy of the operand's bits.
        Mov "mov",
        /// Negation, f32; also flips the sign bit of NaN.
        Fneg "fneg",
        /// Absolute value, f32; also clears the sign bit of NaN.
        Fabs "fabs",
        /// Sign, f32: NaN and zeros unchanged; otherwise, 1 with the sign of the operand.
        Fsign "fsign",
        /// Square root, f32.
        Fsqrt "fsqrt",
        /// Reciprocal square root; the root and the quotient are rounded separately.
        Frsqrt "frsqrt",
        /// Cube root, f32.
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
        /// The integer 1 if the f32 operand is finite, 0 if it is infinite or NaN.
        Fisfinite "fisfinite",
        /// Rounding of an f32 to the nearest f16 value, which is represented as an f32.
        RoundF16 "round.f16",
        /// Rounding of an f32 to the nearest bf16 value, which is represented as an f32.
        RoundBf16 "round.bf16",
        /// Bitwise negation: all 32 bits are flipped.
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
    /// An operation on two operands, `a` and `b`. Comparisons yield the integer 1 if they hold,
    /// otherwise 0.
    VectorBinary {
        /// Sum, f32.
        Fadd "fadd",
        /// Difference, f32.
        Fsub "fsub",
        /// Product, f32.
        Fmul "fmul",
        /// Quotient, f32.
        Fdiv "fdiv",
        /// Remainder, f32, with the sign of the dividend, as C's `fmod`.
        Frem "frem",
        /// IEEE minimum, f32: NaN if an operand is NaN; -0 is less than +0.
        Fmin "fmin",
        /// IEEE maximum, f32: NaN if an operand is NaN; -0 is less than +0.
        Fmax "fmax",
        /// a to the power of b, f32.
        Fpow "fpow",
        /// `atan2(a, b)`, f32: the angle of the point with the coordinates x = b and y = a.
        Fatan2 "fatan2",
        /// a with the sign of b, f32.
        Fcopysign "fcopysign",
        /// Sum of 32-bit integers, wrapping.
        Iadd "iadd",
        /// Difference of 32-bit integers, wrapping.
        Isub "isub",
        /// Product of 32-bit integers, wrapping.
        Imul "imul",
        /// Quotient of signed integers, rounded toward zero; -1 if b is 0.
        Divs "divs",
        /// Quotient of unsigned integers, rounded down; all bits set if b is 0.
        Divu "divu",
        /// Remainder of signed integers, with the sign of the dividend; a if b is 0.
        Rems "rems",
        /// Remainder of unsigned integers; a if b is 0.
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
        /// Minimum of signed 32-bit integers.
        Mins "mins",
        /// Maximum of signed 32-bit integers.
        Maxs "maxs",
        /// Minimum of unsigned 32-bit integers.
        Minu "minu",
        /// Maximum of unsigned 32-bit integers.
        Maxu "maxu",
        /// Comparison of f32: ordered and equal.
        Foeq "cmpf.oeq",
        /// Comparison of f32: ordered and greater.
        Fogt "cmpf.ogt",
        /// Comparison of f32: ordered, and greater or equal.
        Foge "cmpf.oge",
        /// Comparison of f32: ordered and less.
        Folt "cmpf.olt",
        /// Comparison of f32: ordered, and less or equal.
        Fole "cmpf.ole",
        /// Comparison of f32: ordered and different.
        Fone "cmpf.one",
        /// Comparison of f32: ordered, that is, neither operand is NaN.
        Ford "cmpf.ord",
        /// Comparison of f32: unordered or equal.
        Fueq "cmpf.ueq",
        /// Comparison of f32: unordered or greater.
        Fugt "cmpf.ugt",
        /// Comparison of f32: unordered, greater or equal.
        Fuge "cmpf.uge",
        /// Comparison of f32: unordered or less.
        Fult "cmpf.ult",
        /// Comparison of f32: unordered, less or equal.
        Fule "cmpf.ule",
        /// Comparison of f32: unordered or different.
        Fune "cmpf.une",
        /// Comparison of f32: unordered, that is, an operand is NaN.
        Funo "cmpf.uno",
        /// Comparison of bits: equal.
        Eq "cmpi.eq",
        /// Comparison of bits: different.
        Ne "cmpi.ne",
        /// Comparison of signed integers: less.
        Slt "cmpi.slt",
        /// Comparison of signed integers: less or equal.
        Sle "cmpi.sle",
        /// Comparison of signed integers: greater.
        Sgt "cmpi.sgt",
        /// Comparison of signed integers: greater or equal.
        Sge "cmpi.sge",
        /// Comparison of unsigned integers: less.
        Ult "cmpi.ult",
        /// Comparison of unsigned integers: less or equal.
        Ule "cmpi.ule",
        /// Comparison of unsigned integers: greater.
        Ugt "cmpi.ugt",
        /// Comparison of unsigned integers: greater or equal.
        Uge "cmpi.uge",
    }
}

operations! {
    /// An operation on three operands, `a`, `b` and `c`.
    VectorTernary {
        /// Selection: b if the bits of a are not 0, otherwise c.
        Select "select",
        /// Fused multiply-add, f32: a * b + c, rounded once.
        Ffma "ffma",
    }
}

operations! {
    /// A reduction that folds all lanes into one word, strictly from left to right.
    VectorReduce {
        /// Sum, f32.
        Fadd "fadd",
        /// Product, f32.
        Fmul "fmul",
        /// IEEE minimum, f32: NaN if a lane is NaN; -0 is less than +0.
        Fmin "fmin",
        /// IEEE maximum, f32: NaN if a lane is NaN; -0 is less than +0.
        Fmax "fmax",
        /// Sum of 32-bit integers, wrapping.
        Iadd "iadd",
        /// Product of 32-bit integers, wrapping.
        Imul "imul",
        /// Minimum of signed 32-bit integers.
        Mins "mins",
        /// Maximum of signed 32-bit integers.
        Maxs "maxs",
        /// Minimum of unsigned 32-bit integers.
        Minu "minu",
        /// Maximum of unsigned 32-bit integers.
        Maxu "maxu",
        /// Bitwise and.
        And "and",
        /// Bitwise or.
        Or "or",
        /// Bitwise exclusive or.
        Xor "xor",
    }
}
