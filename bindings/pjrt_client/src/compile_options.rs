// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options of a compilation, serialized (`xla/pjrt/proto/compile_options.proto`).
//!
//! The few numbers of a program for one device do not need a library for protocol buffers.

/// Returns a serialized `CompileOptionsProto` for one device, given by its number among all.
pub fn for_device(id: i32) -> Vec<u8> {
    // `ComputationDevice`: `replica_device_ids = 1`, packed.
    let computation = message(1, &varint(i64::from(id) as u64));
    // `DeviceAssignmentProto`: `replica_count = 1`, `computation_count = 2`,
    // `computation_devices = 3`.
    let assignment = [number(1, 1), number(2, 1), message(3, &computation)].concat();
    // `ExecutableBuildOptionsProto`: `num_replicas = 4`, `num_partitions = 5`,
    // `device_assignment = 9`.
    let build = [number(4, 1), number(5, 1), message(9, &assignment)].concat();
    // `CompileOptionsProto`: `executable_build_options = 3`.
    message(3, &build)
}

/// Returns a field whose value is a number.
fn number(field: u64, value: u64) -> Vec<u8> {
    [varint(field << 3), varint(value)].concat()
}

/// Returns a field whose value is a message or a packed list.
fn message(field: u64, content: &[u8]) -> Vec<u8> {
    [varint(field << 3 | 2), varint(content.len() as u64), content.to_vec()].concat()
}

/// Returns a number in groups of 7 bits, the least significant first.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_that_jax_sends() {
        let assignment = [8, 1, 16, 1, 26, 3, 10, 1, 5];
        let build = [vec![32, 1, 40, 1, 74, 9], assignment.to_vec()].concat();
        assert_eq!(for_device(5), [vec![26, 15], build].concat());
        assert_eq!(varint(300), [0xac, 2]);
    }
}
