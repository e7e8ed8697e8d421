// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transfers of buffers between processes.
//!
//! The sender and the receiver use the same key for a transfer, and both know the receiving device.
//! A send runs on the queue of the device that has the buffer. A receive has a thread of its own,
//! because the other process may be waiting for a buffer of this process.

use super::host_buffer::{shape_of, to_device, to_host};
use crate::buffer::{Buffer, Content};
use crate::c_api::structs::{
    TransfersBufferCopyToRemoteDevice, TransfersClientCrossHostReceiveBuffers,
    TransfersClientCrossHostSendBuffers, TransfersClientMakeCrossHostReceiveBuffers,
};
use crate::c_api::values::{Handle, Values};
use crate::client::Client;
use crate::element_type;
use crate::event::Event;
use crate::failure::{Code, Failure};
use crate::memory_kinds::KINDS;
use crate::memory_layout::MemoryLayout;
use hloom_compiler::interface::DeviceBuffer;
use hloom_compiler::{Literal, Shape};
use hloom_evaluator::{RunId, Tag};
use hloom_pjrt_c_api::arguments::Header;
use std::thread;

/// The value in the tags of transfers that takes the place of the hash of a run's devices.
const TRANSFERS: u64 = u64::from_le_bytes(*b"transfer");

/// Reads `count` device IDs. They have 32 bits in `T`, the argument struct of this version. They
/// have 64 bits in the larger structs of version 8 of the extension and later.
fn ids<T>(header: &Header, ids: *const i32, count: usize) -> Vec<i64> {
    match header.struct_size > size_of::<T>() {
        true => ids.cast::<i64>().values(count).to_vec(),
        false => ids.values(count).iter().map(|id| i64::from(*id)).collect(),
    }
}

/// Returns the message tag of the transfer with the key `key` to the device with the ID `to`.
fn tag(key: i64, to: i64) -> Tag {
    let run = RunId { devices: TRANSFERS, number: key as u64, program: 0 };
    Tag { run, meeting: to as u64, round: 0 }
}

/// Sends each buffer to a device of another process, and returns an event for each send.
pub fn send_buffers(arguments: &mut TransfersClientCrossHostSendBuffers) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let communicator = client.communicator()?;
    let count = arguments.num_buffers;
    let buffers = arguments.buffers.values(count).iter();
    let targets = arguments.dst_global_device_ids;
    let targets = ids::<TransfersClientCrossHostSendBuffers>(&arguments.header, targets, count);
    let keys = arguments.transfer_keys.values(count).iter();
    for (index, ((buffer, to), key)) in buffers.zip(&targets).zip(keys).enumerate() {
        let buffer = buffer.get()?;
        let process = process_of(client, *to)?;
        let (from, content, stored) =
            (buffer.device_number(), buffer.content()?, buffer.stored_shape());
        let (owner, communicator, tag) = (client.clone(), communicator.clone(), tag(*key, *to));
        let sent = Event::default();
        let done = sent.clone();
        client.local(from)?.queue.enqueue(move || {
            done.complete(Failure::catching("the transfer of a buffer to another process", || {
                let literal = to_host(&owner, owner.local(from)?, content.wait()?, &stored)?;
                let sent = communicator.send(process, &tag, &[literal.bytes()]);
                Ok(sent.map_err(hloom_compiler::Error::from)?)
            }));
        });
        arguments.send_events.set(index, Handle::give(sent));
    }
    Ok(())
}

/// Creates buffers on a device, whose values are received from devices of other processes.
pub fn receive_buffers(
    arguments: &mut TransfersClientCrossHostReceiveBuffers,
) -> Result<(), Failure> {
    let client = arguments.client.get()?;
    let communicator = client.communicator()?;
    let device = client.own_device(arguments.device.get()?)?.description.id;
    let usage = &client.local(device)?.usage;
    let count = arguments.num_shapes;
    let ranks = arguments.shape_num_dims.values(count);
    let dims = arguments.num_dims.values(count);
    let types = arguments.element_types.values(count);
    let layouts = arguments.layouts.values(count);
    let sources = arguments.src_global_device_ids;
    let sources = ids::<TransfersClientCrossHostReceiveBuffers>(&arguments.header, sources, count);
    let keys = arguments.transfer_keys.values(count);
    for index in 0..count {
        let ty = element_type::of_number(types[index])?;
        let shape = shape_of(ty, dims[index].values(ranks[index]))?;
        let layout = layouts.get(index).copied().unwrap_or_else(Handle::none);
        let layout = MemoryLayout::requested(&layout, &shape)?;
        let process = process_of(client, sources[index])?;
        let (content, stored) = (Content::pending(usage), layout.stored(&shape));
        let memory = device * KINDS.len();
        let buffer = Buffer::new(client.clone(), memory, shape, layout, content.clone())?;
        let (owner, communicator) = (client.clone(), communicator.clone());
        let tag = tag(keys[index], device as i64);
        let receive = move || {
            content.fulfill(Failure::catching("the transfer of a buffer", || {
                let bytes = communicator.receive(process, &tag);
                let bytes = bytes.map_err(hloom_compiler::Error::from)?;
                received(&owner, device, &stored, process, &bytes)
            }));
        };
        thread::Builder::new().name("hloom-receive".to_owned()).spawn(receive).map_err(
            |error| {
                let message = format!("cannot start a thread that receives a buffer: {error}");
                Failure::new(Code::ResourceExhausted, message)
            },
        )?;
        arguments.buffers.set(index, Handle::give(buffer));
    }
    Ok(())
}

/// Copies bytes that process `process` sent to a device of this process, and returns the device
/// memory.
fn received(
    client: &Client,
    device: usize,
    shape: &Shape,
    process: usize,
    bytes: &[u8],
) -> Result<DeviceBuffer, Failure> {
    let literal = Literal::from_bytes(shape.clone(), bytes).map_err(|error| {
        Failure::invalid(format!("process {process} sent a buffer of another size: {error}"))
    })?;
    to_device(client, client.local(device)?, &literal)
}

/// Returns the number of the process that has the device with the given ID.
///
/// # Errors
/// Fails if there is no such device, or if it belongs to this process.
fn process_of(client: &Client, id: i64) -> Result<usize, Failure> {
    let device = client.device(usize::try_from(id).unwrap_or(usize::MAX))?;
    if device.is_local() {
        return Err(Failure::invalid(format!(
            "device {id}: expected a device of another process, found one of this process"
        )));
    }
    Ok(device.description.process)
}

/// Refuses to receive buffers by descriptors, an old form of transfers that newer frontends do not
/// use.
pub fn make_receive_buffers(
    arguments: &mut TransfersClientMakeCrossHostReceiveBuffers,
) -> Result<(), Failure> {
    arguments.client.get()?;
    Err(Failure::unimplemented("transfers by descriptors are not supported; use transfers by keys"))
}

/// Refuses to send a buffer by a descriptor, an old form of transfers that newer frontends do not
/// use.
pub fn copy_to_remote_device(
    arguments: &mut TransfersBufferCopyToRemoteDevice,
) -> Result<(), Failure> {
    arguments.buffer.get()?;
    Err(Failure::unimplemented("transfers by descriptors are not supported; use transfers by keys"))
}
