// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The StableHLO, CHLO and check dialects of MLIR.
//!
//! Each dialect is a folder of ODS files and thin C++ (registration, custom
//! assembly). What the operations mean is here, in Rust:
//!
//! - [`verify`](mod@verify): the constraints of the specification and the result
//!   types they imply. The C++ classes forward to it.
//! - [`op`], [`attributes`]: the ops and attributes as Rust enums and structs,
//!   generated from the ODS records.
//! - [`dense`]: the elements of constants, from and to MLIR.
//! - [`wrappers`]: typed views and builders of every op, by melior's `dialect!`.
//! - [`context`], [`module`], [`diagnostic`]: a context with every dialect in it,
//!   programs read from text or bytecode, and what went wrong, with locations.
//!
//! ```
//! let context = hloom_dialects::Context::new();
//! let module = hloom_dialects::parse_module(
//!     &context,
//!     "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
//!        %y = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
//!        return %y : tensor<4xf32>
//!      }",
//!     "example.mlir",
//! )?;
//! # use melior::ir::operation::OperationLike;
//! assert!(module.as_operation().to_string().contains("chlo.erf"));
//! # Ok::<(), hloom_dialects::ParseError>(())
//! ```

pub mod attributes;
pub mod boolean_constants;
pub mod comparison;
pub mod context;
pub mod dense;
pub mod diagnostic;
pub mod element;
pub mod module;
pub mod op;
pub mod op_view;
pub mod quantized;
pub mod shape;
pub mod verify;
pub mod violation;
pub mod wrappers;

mod ffi;

pub use context::{Context, add_dialects, added_dialects, registry};
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use ffi::RegisterDialects;
pub use module::{ParseError, parse_module};
pub use op::Op;
