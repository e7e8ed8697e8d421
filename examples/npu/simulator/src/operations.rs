// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The names of units, formats and scalar operations: one list each, with the name in assembly.

/// Defines an enum whose position is its code in the encoding and whose string is its name.
macro_rules! operations {
    ($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$about])* $variant,)* }

        impl $name {
            /// All of them, in the order of their codes.
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// The name in assembly.
            pub const fn mnemonic(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// The number in the encoding.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// The one with this number, if there is one.
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
    /// A part of the core that works on its own.
    Unit {
        /// Issues all instructions, one a cycle, in order.
        Scalar "scalar",
        /// The first queue of the DMA engine.
        Dma0 "dma0",
        /// The second queue of the DMA engine.
        Dma1 "dma1",
        /// Lane by lane arithmetic on the scratchpad.
        Vector "vector",
        /// The systolic array.
        Matrix "matrix",
    }
}

operations! {
    /// A queue of the DMA engine: its transfers run in order.
    Queue {
        /// The first, for loads by habit.
        Q0 "q0",
        /// The second, for stores by habit.
        Q1 "q1",
    }
}

operations! {
    /// How an element lies in DRAM; in the scratchpad it is a 32-bit lane.
    Format {
        /// An unsigned byte; also a truth value, 0 or 1.
        B8 "b8",
        /// A signed byte.
        S8 "s8",
        /// 16 bits, unsigned.
        U16 "u16",
        /// 16 bits, signed.
        S16 "s16",
        /// IEEE half precision, an f32 in its lane.
        F16 "f16",
        /// The upper half of an f32, an f32 in its lane.
        Bf16 "bf16",
        /// 32 bits of any kind, left as they are.
        W32 "w32",
    }
}

operations! {
    /// What the matrix unit multiplies.
    Kind {
        /// f32, each product and each sum rounded.
        F32 "f32",
        /// i32, wrapping.
        I32 "i32",
    }
}

operations! {
    /// Arithmetic of the scalar unit on 64-bit signed numbers, wrapping.
    ScalarOp {
        /// Sum.
        Add "add",
        /// Difference.
        Sub "sub",
        /// Product.
        Mul "mul",
        /// The smaller.
        Min "min",
        /// The larger.
        Max "max",
        /// Quotient rounded down; faults on zero.
        Div "div",
        /// What is left of `div`, of the divisor's sign; faults on zero.
        Rem "rem",
        /// 1 if less, else 0.
        Slt "slt",
        /// 1 if less or equal, else 0.
        Sle "sle",
        /// 1 if equal, else 0.
        Seq "seq",
    }
}

operations! {
    /// When a branch is taken.
    Condition {
        /// Equal.
        Eq "beq",
        /// Not equal.
        Ne "bne",
        /// Less, signed.
        Lt "blt",
        /// Greater or equal, signed.
        Ge "bge",
    }
}

pub(crate) use operations;
