// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tensor values on the host.
//!
//! [`ElementType`] is the single description of element types. [`SmallFloat`] is the single
//! description of floating-point formats of at most 16 bits. A [`Shape`] has an element type
//! and dimensions; a [`Literal`] has a shape and elements. [`npy`] reads and writes literals as
//! NumPy files. This crate does not depend on MLIR.

#![forbid(unsafe_code)]

mod bytes;
mod compare;
mod element;
mod element_type;
mod error;
mod literal;
pub mod npy;
mod print;
mod random;
mod scalar;
mod shape;
mod small_float;

pub use bytes::{ALIGNMENT, AlignedBytes};
pub use compare::{Mismatch, Tolerance, compare, ulp_distance};
pub use element::Element;
pub use element_type::{ElementClass, ElementType, ParseElementTypeError};
pub use error::Error;
pub use literal::Literal;
pub use random::Distribution;
pub use scalar::Scalar;
pub use shape::{ParseShapeError, Shape};
pub use small_float::{SmallFloat, Specials};
