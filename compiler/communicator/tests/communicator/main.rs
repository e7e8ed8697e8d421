// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the communicators. Several communicators in one process find each other through a store
//! in memory. Peers that misbehave are plain sockets that complete the handshake.

mod exchange;
mod messages;
mod peers;
mod tcp;
