// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The data structures of XLA's HLO, and its encodings: text, protocol buffers, and their text
//! format.
//!
//! The data structures are the messages of XLA's `hlo.proto` ([`proto`]). An [`HloModule`] contains
//! a verified message, so code that traverses it can resolve every ID:
//!
//! ```
//! let module = hloom_hlo::read(b"
//!     HloModule twice
//!     ENTRY main {
//!       x = f32[2] parameter(0)
//!       ROOT sum = f32[2] add(x, x)
//!     }
//! ")?;
//! let root = module.entry().root();
//! assert_eq!(root.opcode(), hloom_hlo::Opcode::Add);
//! assert_eq!(root.operand(0).map(|operand| operand.name()), Some("x"));
//! # Ok::<(), hloom_hlo::Error>(())
//! ```
//!
//! This crate depends neither on MLIR nor on the semantics of operations.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod binary;
mod element_type;
mod error;
mod index;
mod literal;
mod module;
mod opcode;
pub mod proto;
mod read;
mod shape;
pub mod text;
pub mod text_format;
mod transposed_range;
mod verify;

pub use error::Error;
pub use hloom_values::ElementClass;
pub use literal::LiteralError;
pub use module::{Computation, HloModule, Instruction};
pub use opcode::{Opcode, UnknownOpcode};
pub use proto::PrimitiveType;
pub use read::{Encoding, encoding, is_hlo_proto, is_hlo_text, read};
pub use shape::UNBOUNDED;
pub use transposed_range::transposed_range;
pub use verify::VerifyError;
