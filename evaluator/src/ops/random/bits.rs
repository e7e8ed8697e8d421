// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random bits as elements of tensors.

use hloom_values::{Literal, Scalar, Shape};

/// Returns the number of random 32-bit numbers that an element of a tensor requires.
pub fn words_each(shape: &Shape) -> usize {
    if shape.element_type.bit_width() > 32 { 2 } else { 1 }
}

/// Sets an element to the lowest bits of a number. The element type determines the number of bits.
pub fn write_bits(literal: &mut Literal, linear: usize, bits: u64) {
    let element_type = literal.shape().element_type;
    if element_type.integer_range().is_some() {
        literal.set(linear, Scalar::Unsigned(bits).wrapped(element_type));
        return;
    }
    let width = element_type.byte_width();
    let mask = u64::MAX.checked_shr(64 - element_type.bit_width().min(64)).unwrap_or(0);
    let bits = bits & mask;
    let bytes = &mut literal.bytes_mut()[linear * width..][..width];
    match width {
        1 => bytes.copy_from_slice(&(bits as u8).to_ne_bytes()),
        2 => bytes.copy_from_slice(&(bits as u16).to_ne_bytes()),
        4 => bytes.copy_from_slice(&(bits as u32).to_ne_bytes()),
        8 => bytes.copy_from_slice(&bits.to_ne_bytes()),
        _ => {}
    }
}
