// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The compile options of a program, serialized (`xla/pjrt/proto/compile_options.proto`).
//!
//! The options for one device are three nested messages of a few numbers, so that this crate
//! encodes them without a library for protocol buffers.

/// Returns a serialized `CompileOptionsProto` for one device. `id` is the ID of the device.
pub fn for_device(id: i32) -> Vec<u8> {
    let computation = message(&[(1, packed(i64::from(id)))], &[]);
    let assignment = message(&[(3, computation)], &[(1, 1), (2, 1)]);
    let build = message(&[(9, assignment)], &[(4, 1), (5, 1)]);
    message(&[(3, build)], &[])
}

/// Encodes a protocol buffer message. Each field consists of its number in the message and its
/// value, which is bytes or an integer below 128. Integer fields come first.
fn message(bytes: &[(u8, Vec<u8>)], numbers: &[(u8, u8)]) -> Vec<u8> {
    let mut encoded = Vec::new();
    for (field, number) in numbers {
        encoded.extend([field << 3, *number]);
    }
    for (field, bytes) in bytes {
        encoded.push(field << 3 | 2);
        varint(bytes.len() as u64, &mut encoded);
        encoded.extend(bytes);
    }
    encoded
}

/// Encodes the value of a packed list of one integer.
fn packed(number: i64) -> Vec<u8> {
    let mut encoded = Vec::new();
    varint(number.cast_unsigned(), &mut encoded);
    encoded
}

fn varint(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_that_jax_sends() {
        let assignment = [8, 1, 16, 1, 26, 3, 10, 1, 5];
        let build = [vec![32, 1, 40, 1, 74, 9], assignment.to_vec()].concat();
        assert_eq!(for_device(5), [vec![26, 15], build].concat());
        assert!(for_device(300).ends_with(&[0xac, 2]));
    }
}
