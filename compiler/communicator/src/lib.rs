// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication between processes that run one program together.
//!
//! The processes find each other through a [`KeyValueStore`], such as the store of JAX's
//! coordination service, or a [`StoreServer`] in one of them. [`Topology::exchange`] sends the
//! devices and the addresses of each process to all processes. Then [`TcpCommunicator`] connects the
//! processes. It implements the evaluator's [`Communicator`].
//!
//! [`Communicator`]: hloom_evaluator::Communicator

#![forbid(unsafe_code)]

mod key_value_store;
mod socket_store;
mod tcp;
mod topology;

pub use key_value_store::KeyValueStore;
pub use socket_store::{StoreClient, StoreServer};
pub use tcp::{Listener, TcpCommunicator, TcpOptions};
pub use topology::{Node, Topology};
