// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A key-value store over TCP, for processes that no coordination service starts.
//!
//! One process runs the [`StoreServer`] at an address that all processes know. Each process, also
//! the one with the server, uses it through a [`StoreClient`]. A client opens a connection for each
//! request, and tries again until the server answers or the time is over. The processes may
//! therefore start in any order, and a connection that breaks loses nothing.
//!
//! Other programs may connect to the port of the server, and the server's address may belong to
//! another program. Messages begin with a magic number, have a limited size and end with a checksum.
//! There is no authentication: a program that knows the protocol can read and write all entries.

mod client;
mod message;
mod server;

pub use client::StoreClient;
pub use server::StoreServer;
