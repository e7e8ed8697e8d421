// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between literals and MLIR's dense attributes.

use crate::Error;
use hloom_dialects::attributes::dense_elements;
use hloom_dialects::{Diagnostics, dense};
use hloom_values::{AlignedBytes, ElementClass, ElementType, Literal};
use melior::ir::{Attribute, AttributeLike, Type};

/// Parses a literal in MLIR's syntax, such as `dense<[1, 2]> : tensor<2xi32>`.
///
/// # Errors
/// Fails if MLIR's parser rejects the text, or if the text is not a dense tensor of static shape.
pub fn parse_literal(text: &str) -> Result<Literal, Error> {
    let context = melior::Context::new();
    let diagnostics = Diagnostics::collect(&context);
    let attribute = Attribute::parse(&context, text);
    let said: Vec<_> = diagnostics.take().into_iter().map(|said| said.message).collect();
    let Some(attribute) = attribute else {
        let why =
            if said.is_empty() { "expected an attribute".to_owned() } else { said.join("; ") };
        return Err(Error::invalid(format!("`{}`: {why}", abridged(text))));
    };
    literal_of_attribute(attribute)
        .map_err(|error| Error::invalid(format!("`{}`: {error}", abridged(text))))
}

/// Converts an elements attribute (dense, resource or sparse) of a static tensor type to a
/// literal.
///
/// # Errors
/// Fails for any other attribute, if elements are missing, if their number does not match the type,
/// or if the host is out of memory.
pub fn literal_of_attribute(attribute: Attribute) -> Result<Literal, Error> {
    let ty = attribute.r#type().to_string();
    let shape: crate::Shape = ty.parse().map_err(Error::invalid)?;
    let (element_type, size) = (shape.element_type, shape.byte_size().unwrap_or(0));
    let attribute = dense_elements(attribute).ok_or_else(|| {
        Error::invalid(if attribute.is_elements() {
            "dense attribute: elements are missing, or their number differs from that of the type"
        } else {
            "expected `dense<...> : tensor<...>`"
        })
    })?;
    let not_dense = || Error::invalid("expected `dense<...> : tensor<...>`");
    if element_type == ElementType::Pred {
        let bools = dense::booleans_of(attribute).ok_or_else(not_dense)?;
        let mut bytes: Vec<_> = bools.data.into_iter().map(u8::from).collect();
        if bools.is_splat {
            bytes = vec![bytes[0]; size];
        }
        return Ok(Literal::from_bytes(shape, &bytes)?);
    }
    let width = element_type.byte_width();
    let elements = dense::bytes_of(attribute).ok_or_else(not_dense)?;
    let stored = if elements.is_splat { width } else { size };
    if elements.data.len() != stored {
        return Err(not_dense());
    }
    let out_of_memory = || Error::OutOfMemory { bytes: size, what: ty.clone() };
    let mut bytes = AlignedBytes::try_zeroed(size).ok_or_else(out_of_memory)?;
    if elements.is_splat {
        bytes.chunks_exact_mut(width).for_each(|element| element.copy_from_slice(elements.data));
    } else {
        bytes.copy_from_slice(elements.data);
    }
    // MLIR stores integers narrower than a byte without sign extension.
    let bits = element_type.bit_width();
    if bits < 8 {
        let unused = 8 - bits;
        for byte in bytes.iter_mut() {
            let high = *byte << unused;
            let signed = element_type.class() == ElementClass::Signed;
            *byte = if signed { (high as i8 >> unused) as u8 } else { high >> unused };
        }
    }
    Ok(Literal::from_aligned_bytes(shape, bytes)?)
}

/// Converts a literal to a dense attribute.
///
/// # Errors
/// Returns [`Error::Internal`] if MLIR rejects the type or the elements.
pub fn attribute_of_literal<'c>(
    context: &'c melior::Context,
    literal: &Literal,
) -> Result<Attribute<'c>, Error> {
    let refused = || {
        Error::Internal(format!(
            "MLIR rejects the elements of a literal of type `{}`",
            literal.shape()
        ))
    };
    let ty = Type::parse(context, &literal.shape().to_string()).ok_or_else(refused)?;
    let element_type = literal.shape().element_type;
    let bits = element_type.bit_width();
    if element_type == ElementType::Pred {
        let bools: Vec<_> = literal.bytes().iter().map(|byte| *byte != 0).collect();
        return dense::booleans(ty, &bools).ok_or_else(refused);
    }
    let narrow: Vec<u8>;
    let bytes = if bits < 8 {
        narrow = literal.bytes().iter().map(|byte| byte & ((1 << bits) - 1)).collect();
        &narrow
    } else {
        literal.bytes()
    };
    dense::attribute(ty, bytes).ok_or_else(refused)
}

fn abridged(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_values::Shape;

    #[test]
    fn texts() {
        let text = |source| match parse_literal(source) {
            Ok(literal) => literal.to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(text("dense<[1, -2]> : tensor<2xi32>"), "tensor<2xi32> [ 1 -2]");
        assert_eq!(text("dense<1.5> : tensor<3xbf16>"), "tensor<3xbf16> [1.5 1.5 1.5]");
        assert_eq!(
            text("dense<[true, false, true]> : tensor<3xi1>"),
            "tensor<3xi1> [ true false  true]"
        );
        assert_eq!(text("dense<true> : tensor<2xi1>"), "tensor<2xi1> [true true]");
        assert_eq!(text("dense<[-8, 7]> : tensor<2xi4>"), "tensor<2xi4> [-8  7]");
        assert_eq!(text("dense<[15, 1]> : tensor<2xui4>"), "tensor<2xui4> [15  1]");
        assert_eq!(text("dense<-2> : tensor<1xi2>"), "tensor<1xi2> [-2]");
        assert_eq!(text("dense<> : tensor<0x2xf64>"), "tensor<0x2xf64>\n[]");
        assert_eq!(text("dense<1> : tensor<0xi8>"), "tensor<0xi8> []");
        assert_eq!(
            text("dense<(1.0, 2.0)> : tensor<complex<f32>>"),
            "tensor<complex<f32>> 1.0+2.0j"
        );
        assert_eq!(
            text("dense<\"0x0000803F00000040\"> : tensor<2xf32>"),
            "tensor<2xf32> [1.0 2.0]"
        );
        assert_eq!(text("dense<448.0> : tensor<1xf8E4M3FN>"), "tensor<1xf8E4M3FN> [448.0]");
    }

    #[test]
    fn refusals() {
        let refusal = |source: &str| parse_literal(source).expect_err("invalid").to_string();
        assert!(
            refusal("dense<[1, 2]> : tensor<3xi32>")
                .starts_with("`dense<[1, 2]> : tensor<3xi32>`: ")
        );
        assert!(refusal("oops").starts_with("`oops`: "));
        assert!(refusal("").starts_with("``: "));
        assert!(refusal("3 : i32").contains("expected a static tensor type, found `i32`"));
        assert!(refusal("dense<1> : vector<2xi32>").contains("expected `tensor<...>`"));
        assert!(refusal("dense<1> : tensor<2xindex>").contains("`index` is not an element type"));
        assert!(refusal("dense<1> : tensor<2xi32> trailing").contains("trailing"));
    }

    #[test]
    fn every_type_survives() {
        let context = melior::Context::new();
        for element_type in ElementType::ALL {
            for dims in [vec![], vec![9], vec![2, 0], vec![3, 5]] {
                let literal = Literal::random(Shape::new(element_type, dims), 5).expect("small");
                let attribute = attribute_of_literal(&context, &literal).expect("an attribute");
                assert_eq!(literal_of_attribute(attribute), Ok(literal));
            }
        }
    }
}
