// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reinterpretation of bits as elements of another type (specification, section "bitcast_convert").
//! The parts of a wider element are ordered from the lowest to the highest bits.

use crate::Error;
use hloom_values::{ElementClass, ElementType, Literal, Shape};

/// Reinterprets the bits as elements of another type. A narrower type adds a last dimension with
/// the parts of each element. A wider type removes the last dimension.
///
/// # Errors
/// Fails if neither bit width is a multiple of the other, or if the last dimension does not have
/// the parts of one wider element.
pub fn bitcast_convert(operand: &Literal, to: ElementType) -> Result<Literal, Error> {
    let shape = operand.shape();
    let (from, mut dims) = (shape.element_type, shape.dims.clone());
    let (old, new) = (from.bit_width(), to.bit_width());
    let refused = || {
        Error::invalid(format!(
            "a {shape} cannot be reinterpreted as elements of type {to}: expected a bit width that \
             is a multiple of the other, and the parts of one wider element in the last dimension"
        ))
    };
    if !old.is_multiple_of(new) && !new.is_multiple_of(old) {
        return Err(refused());
    }
    let (parts, pieces) = ((new / old).max(1) as usize, (old / new).max(1) as usize);
    if new > old && dims.pop() != Some(parts) {
        return Err(refused());
    }
    if new < old {
        dims.push(pieces);
    }
    let mut result = Literal::zeros(Shape::new(to, dims))?;
    let wide = operand.bytes().chunks_exact(from.byte_width() * parts);
    let places = result.bytes_mut().chunks_exact_mut(to.byte_width() * pieces);
    for (source, target) in wide.zip(places) {
        let mut bits = 0_u128;
        for (index, element) in source.chunks_exact(from.byte_width()).enumerate() {
            bits |= read(element, from) << (index as u32 * old);
        }
        for (index, element) in target.chunks_exact_mut(to.byte_width()).enumerate() {
            write(bits >> (index as u32 * new), element, to);
        }
    }
    Ok(result)
}

/// Returns the bits of an element. The lower bits of a complex number represent the real part.
fn read(bytes: &[u8], ty: ElementType) -> u128 {
    let part = ty.part();
    let mut bits = 0_u128;
    for (index, bytes) in bytes.chunks_exact(part.byte_width()).enumerate() {
        let mut wide = [0_u8; 16];
        for (position, byte) in bytes.iter().enumerate() {
            wide[significance(position, bytes.len())] = *byte;
        }
        let mask = u128::MAX >> (128 - part.bit_width());
        bits |= (u128::from_le_bytes(wide) & mask) << (index as u32 * part.bit_width());
    }
    bits
}

/// Writes the lowest bits of `bits` as an element of type `ty`.
fn write(bits: u128, bytes: &mut [u8], ty: ElementType) {
    let part = ty.part();
    let (width, unused) = (part.bit_width(), 128 - part.bit_width());
    for (index, bytes) in bytes.chunks_exact_mut(part.byte_width()).enumerate() {
        let high = bits >> (index as u32 * width) << unused;
        let value = match ty.class() {
            ElementClass::Signed => (high as i128 >> unused) as u128,
            _ => high >> unused,
        };
        let little = value.to_le_bytes();
        let size = bytes.len();
        for (position, byte) in bytes.iter_mut().enumerate() {
            *byte = little[significance(position, size)];
        }
    }
}

/// Returns the significance of a byte in the host's byte order, counted from the least significant
/// byte.
fn significance(position: usize, size: usize) -> usize {
    if cfg!(target_endian = "little") { position } else { size - 1 - position }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_values::Scalar;

    fn parts(value: i64, to: ElementType) -> Literal {
        let one = Literal::scalar(value).expect("one element");
        bitcast_convert(&one, to).expect("a whole number of parts")
    }

    #[test]
    fn into_parts_and_back() {
        let value = 0x0123_4567_89ab_cdef;
        let bytes = parts(value, ElementType::U8);
        assert_eq!(bytes.shape().dims, [8]);
        assert_eq!(bytes.get(0), Some(Scalar::Unsigned(0xef)));
        let nibbles = parts(value, ElementType::S4);
        assert_eq!(nibbles.get(0), Some(Scalar::Signed(-1)));
        assert_eq!(nibbles.get(15), Some(Scalar::Signed(0)));
        for narrow in
            [ElementType::Pred, ElementType::S2, ElementType::S4, ElementType::U8, ElementType::F32]
        {
            let back = bitcast_convert(&parts(value, narrow), ElementType::S64);
            assert_eq!(back.expect("one element").get(0), Some(Scalar::Signed(value)), "{narrow}");
        }
        assert!(bitcast_convert(&bytes, ElementType::S32).is_err());
    }

    #[test]
    fn complex_numbers() {
        let (real, imaginary) = (f64::from_bits(0x0123_4567_89ab_cdef), f64::from_bits(0x1111));
        let shape = Shape::scalar(ElementType::C128);
        let one = Literal::splat(shape, Scalar::Complex(real, imaginary)).expect("one element");
        let two = bitcast_convert(&one, ElementType::C64).expect("two parts");
        let part = |bits| f64::from(f32::from_bits(bits));
        assert_eq!(two.get(0), Some(Scalar::Complex(part(0x89ab_cdef), part(0x0123_4567))));
        assert_eq!(two.get(1), Some(Scalar::Complex(part(0x1111), 0.0)));
    }
}
