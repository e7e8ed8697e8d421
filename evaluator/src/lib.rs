// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reference evaluator of StableHLO and CHLO programs.
//!
//! [`hloom_values`] defines the tensor values. A [`Program`] is a module of StableHLO and CHLO,
//! decoded for evaluation. [`evaluate`](Program::evaluate) follows the StableHLO specification
//! literally. Tests compare the results of backends with those of this evaluator, so the evaluator
//! shares no code with backends.

pub mod attribute;
pub mod custom_call;
mod error;
mod ffi;
mod ops;
mod program;
mod run;
mod types;
mod value;

pub use error::Error;
pub use hloom_values::{ElementType, Literal, Shape};
pub use ops::{Combine, Draws, Groups, IN_PARTS, Strategy, combine_of, pretty, transfer_pairs};
pub use program::{Program, evaluate_operation};
pub use run::{
    Channel, Communicator, DeviceMesh, Host, Incoming, Membership, Outgoing, PIECE_BYTES,
    ParticipantId, Pattern, Processes, Queues, RunId, Tag, expect_size,
};
pub use types::{Element, Quantization, TensorSpec, Type};
pub use value::Value;
