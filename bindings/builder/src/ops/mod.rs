// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The operations: a file for each family, with the constraints of the specification.
//!
//! Each operation is a method of [`Value`](crate::Value) or of [`Program`](crate::Program). The
//! method checks the constraints, infers the types of the results, and appends the operation. A
//! check names its constraint as the specification does, such as `slice_c3`. The messages resemble
//! those of hloom's verifiers (crate `hloom-dialects`).

mod batch_norm;
mod calls;
mod check;
mod collective;
mod communication;
mod constant;
mod contraction;
mod control_flow;
mod convolution;
mod dynamic_slice;
mod elementwise;
mod gather;
mod linear_algebra;
mod operators;
mod random;
mod reduction;
mod region;
mod scatter;
mod select;
mod shape;
mod shorthand;
mod sort;
mod window;

pub use calls::{BackendConfig, CustomCall};
pub use collective::ReplicaGroups;
pub use communication::HostChannel;
pub use contraction::{DotAlgorithm, DotDimensionNumbers};
pub use convolution::{Convolution, ConvolutionDimensionNumbers};
pub use elementwise::SAME_TYPE;
pub use gather::GatherDimensionNumbers;
pub use scatter::ScatterDimensionNumbers;
pub use window::Window;
