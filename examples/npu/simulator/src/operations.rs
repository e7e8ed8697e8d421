// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Enums of units, formats and scalar operations, with their assembly names.

/// Defines an enum. The position of a variant is its code, and the string is its assembly name.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$about])* $variant,)* }

        impl $name {
            /// All variants, in the order of their codes.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// Returns the name of the variant in assembly.
            pub const fn mnemonic(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Returns the code of the variant in encoded instructions.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// Returns the variant with the given code, or `None` if no variant has it.
            pub fn from_code(code: u8) -> Option<$name> {
                Self::ALL.get(usize::from(code)).copied()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.mnemonic())
            }
        }
    };
}

operations! {
    /// A unit of the core that operates independently.
    Unit {
        /// The scalar unit, which issues all instructions in order, one per cycle.
        Scalar "scalar",
        /// The first queue of the DMA engine.
        Dma0 "dma0",
        /// The second queue of the DMA engine.
        Dma1 "dma1",
        /// The vector unit, which computes lane by lane on words in the scratchpad.
        Vector "vector",
        /// The matrix unit, which multiplies rows by a tile of weights in a systolic array.
        Matrix "matrix",
    }
}

operations! {
    /// A queue of the DMA engine. Transfers of the same queue run in order.
    Queue {
        /// The first queue, which is used for loads by convention.
        Q0 "q0",
        /// The second queue, which is used for stores by convention.
        Q1 "q1",
    }
}

operations! {
    /// The format of an element in DRAM. In the scratchpad, each element is a 32-bit lane.
    Format {
        /// An unsigned byte, or a Boolean, which is 0 or 1.
        B8 "b8",
        /// A signed byte.
        S8 "s8",
        /// An unsigned 16-bit integer.
        U16 "u16",
        /// A signed 16-bit integer.
        S16 "s16",
        /// An IEEE half-precision number, which is an f32 in the lane.
        F16 "f16",
        /// A bfloat16 number, which is the upper half of an f32, and an f32 in the lane.
        Bf16 "bf16",
        /// 32 bits of any type, unchanged.
        W32 "w32",
    }
}

operations! {
    /// The element type of a product of the matrix unit.
    Kind {
        /// f32 elements; each product and each sum is rounded separately.
        F32 "f32",
        /// i32 elements; products and sums wrap on overflow.
        I32 "i32",
    }
}

operations! {
    /// An operation of the scalar unit on signed 64-bit integers, which wraps on overflow.
    ScalarOp {
        /// Sum of two signed 64-bit integers, wrapping.
        Add "add",
        /// Difference of two signed 64-bit integers, wrapping.
        Sub "sub",
        /// Product of two signed 64-bit integers, wrapping.
        Mul "mul",
        /// Minimum of two signed 64-bit integers.
        Min "min",
        /// Maximum of two signed 64-bit integers.
        Max "max",
        /// Quotient of two signed 64-bit integers, rounded down; faults if the divisor is zero.
        Div "div",
        /// Remainder of the division that rounds down, with the sign of the divisor; faults if the
        /// divisor is zero.
        Rem "rem",
        /// 1 if the first operand is less than the second, otherwise 0.
        Slt "slt",
        /// 1 if the first operand is less than or equal to the second, otherwise 0.
        Sle "sle",
        /// 1 if the operands are equal, otherwise 0.
        Seq "seq",
    }
}

operations! {
    /// The condition of a branch.
    Condition {
        /// Branches if the operands are equal.
        Eq "beq",
        /// Branches if the operands differ.
        Ne "bne",
        /// Branches if the first operand is less than the second, as signed integers.
        Lt "blt",
        /// Branches if the first operand is greater than or equal to the second, as signed
        /// integers.
        Ge "bge",
    }
}

pub(crate) use operations;
