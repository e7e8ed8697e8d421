// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication of the processes that run one program together.
//!
//! The processes find each other through a [`KeyValueStore`], such as that of JAX's coordination service:
//! [`Topology::exchange`] tells each of them the devices of all, and where they can be reached. Then
//! [`TcpCommunicator`] connects them, which implements the evaluator's [`Communicator`].
//!
//! [`Communicator`]: hloom_evaluator::Communicator

#![forbid(unsafe_code)]

mod key_value_store;
mod tcp;
mod topology;

pub use key_value_store::KeyValueStore;
pub use tcp::{Listener, TcpCommunicator, TcpOptions};
pub use topology::{Node, Topology};
