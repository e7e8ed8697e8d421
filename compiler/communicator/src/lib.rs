// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication between processes that run one program together.
//!
//! The processes find each other through a [`KeyValueStore`], such as the store of JAX's
//! coordination service, or a [`StoreServer`] in one of them. [`Topology::exchange`] sends the
//! devices and the addresses of each process to all processes. Then [`Endpoint::connect`] connects the
//! processes through an engine: TCP, MPI or UCX ([`Collectives`]). The result implements the evaluator's
//! [`Communicator`].
//!
//! [`Communicator`]: hloom_evaluator::Communicator

mod collectives;
mod endpoint;
mod engine;
mod ffi;
mod key_value_store;
mod lock;
mod messages;
mod mpi;
mod socket_store;
mod tcp;
mod threads;
mod times;
mod topology;
mod ucx;

pub use collectives::Collectives;
pub use endpoint::Endpoint;
pub use key_value_store::KeyValueStore;
pub use socket_store::{StoreClient, StoreServer};
pub use tcp::{Listener, TcpCommunicator};
pub use times::Times;
pub use topology::{Address, Node, Topology};
