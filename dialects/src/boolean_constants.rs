// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of `i1` constants in the text of JAX programs.
//!
//! MLIR prints large constants as the hexadecimal digits of their bytes. JAX's version of MLIR
//! stores an `i1` element in a byte; MLIR 22, which this project uses, stores it in a bit. The
//! number of digits distinguishes the two forms.

/// Rewrites, in place, every `dense<"0x...">` that has one byte per `i1` element to one bit.
///
/// The packed constant is shorter. Spaces fill the gap, so that all other text keeps its line and
/// column. A source that is not UTF-8, such as bytecode, is not changed.
pub fn pack(source: &mut [u8]) {
    const START: &str = "dense<\"0x";
    let mut packed = Vec::new();
    let Ok(text) = std::str::from_utf8(source) else { return };
    let mut position = 0;
    while let Some(found) = text[position..].find(START) {
        position += found + START.len();
        let Some(length) = text[position..].find('"') else { break };
        let digits = &text[position..position + length];
        let rest = &text[position + length + 1..];
        if let Some(bits) = boolean_count(rest).and_then(|count| bits(digits, count)) {
            packed.push((position, length, bits));
        }
        position += length;
    }
    for (position, length, bits) in packed {
        let mut end = position;
        for byte in bits {
            source[end..end + 2].copy_from_slice(format!("{byte:02x}").as_bytes());
            end += 2;
        }
        source[end] = b'"';
        source[end + 1..=position + length].fill(b' ');
    }
}

/// Returns the number of elements of a constant, given the text `rest` after its hexadecimal
/// digits.
///
/// Returns `None` unless the constant ends there and has a static tensor or vector type with `i1`
/// elements.
fn boolean_count(rest: &str) -> Option<usize> {
    let ty = rest.trim_start().strip_prefix('>')?.trim_start().strip_prefix(':')?.trim_start();
    let ty = ty.strip_prefix("tensor").or_else(|| ty.strip_prefix("vector"))?;
    let mut rest = ty.trim_start().strip_prefix('<')?;
    let mut count = 1_usize;
    while let Some((size, after)) = rest.split_once('x') {
        let Ok(size) = size.trim().parse::<usize>() else { break };
        count = count.checked_mul(size)?;
        rest = after;
    }
    let rest = rest.strip_prefix("i1")?.trim_start();
    (rest.starts_with('>') || rest.starts_with(',')).then_some(count)
}

/// Packs `count` booleans, given as the hexadecimal digits of one byte each, into one bit each.
///
/// Returns `None` if `count` is below two, if the number of bytes is not `count`, or if a byte is
/// neither 0 nor 1.
fn bits(digits: &str, count: usize) -> Option<Vec<u8>> {
    // A single element has the same digits in both forms.
    if count < 2 || digits.len() != count.checked_mul(2)? {
        return None;
    }
    let mut bytes = vec![0; count.div_ceil(8)];
    for (index, element) in digits.as_bytes().chunks_exact(2).enumerate() {
        match element {
            b"00" => {}
            b"01" => bytes[index / 8] |= 1 << (index % 8),
            _ => return None,
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(text: &str) -> String {
        let mut source = text.as_bytes().to_vec();
        pack(&mut source);
        String::from_utf8(source).unwrap()
    }

    #[test]
    fn a_byte_an_element_becomes_a_bit() {
        assert_eq!(
            packed(
                "x = dense<\"0x010000000000000101\"> : tensor<3x3xi1>, y = dense<\"0x0100\">: vector<2xi1>"
            ),
            "x = dense<\"0x8101\"              > : tensor<3x3xi1>, y = dense<\"0x01\"  >: vector<2xi1>",
        );
    }

    #[test]
    fn all_else_stays() {
        for text in [
            "dense<\"0x01\"> : tensor<2xi1>",
            "dense<\"0x01\"> : tensor<1xi1>",
            "dense<\"0x0102\"> : tensor<2xi1>",
            "dense<\"0x0100\"> : tensor<3xi1>",
            "dense<\"0x0100\"> : tensor<2xi8>",
            "dense<\"0x0100\"> : tensor<2xi16>",
            "dense<\"0x0100\"> : tensor<?xi1>",
            "dense<\"0x0100\"",
            "dense<\"0x0100",
            "dense<\"0x",
            "dense<\"0x0100\"> : tensor<99999999999x99999999999xi1>",
        ] {
            assert_eq!(packed(text), text);
        }
    }
}
