// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion between stored integers and the numbers that they represent (specification,
//! "Notation", functions on quantization).

use crate::types::Quantization;
use crate::{Element, Error};
use hloom_values::{ElementClass, ElementType, Literal, Scalar, Shape};

/// Computes `dequantize`: `(stored - zero_point) * scale`, in the expressed type.
///
/// # Errors
/// Fails if `element` is not quantized, or if its scales do not match the tensor.
pub fn dequantize(tensor: &Literal, element: &Element) -> Result<Literal, Error> {
    let quantization = of(element)?;
    let expressed = quantization.expressed;
    check_axis(tensor.shape(), quantization)?;
    let mut stored = tensor.iter();
    Literal::generate(Shape::new(expressed, tensor.shape().dims.clone()), |index| {
        let stored = stored.next().map_or(0, Scalar::to_integer);
        let (scale, zero_point) = parameters(quantization, index);
        let offset = rounded((stored - i128::from(zero_point)) as f64, expressed);
        Ok(Scalar::Float(offset * rounded(scale, expressed)))
    })
}

/// Computes `quantize`. Every step uses the expressed type, and the last step rounds to the nearest
/// even integer.
///
/// # Errors
/// Fails if `element` is not quantized, if the tensor is not of the expressed type, or if the
/// scales do not match the tensor.
pub fn quantize(tensor: &Literal, element: &Element) -> Result<Literal, Error> {
    let quantization = of(element)?;
    let (shape, expressed) = (tensor.shape(), quantization.expressed);
    if shape.element_type != expressed {
        return Err(Error::invalid(format!(
            "expected elements of type {expressed} to quantize, found a {shape}"
        )));
    }
    check_axis(shape, quantization)?;
    let min = rounded(quantization.min as f64, expressed);
    let max = rounded(quantization.max as f64, expressed);
    let mut numbers = tensor.iter();
    Literal::generate(Shape::new(element.storage, shape.dims.clone()), |index| {
        let number = numbers.next().map_or(0.0, |number| number.parts().0);
        let (scale, zero_point) = parameters(quantization, index);
        let scaled = rounded(number / rounded(scale, expressed), expressed);
        let moved = rounded(scaled + rounded(zero_point as f64, expressed), expressed);
        // NaN becomes the integer 0, as in a conversion to integers.
        let clamped = if moved.is_nan() { 0.0 } else { moved.max(min).min(max) };
        let whole = clamped.round_ties_even() as i128;
        // Bounds that the expressed type cannot represent were rounded, maybe outwards.
        let whole = whole.clamp(quantization.min.into(), quantization.max.into());
        Ok(signed_or_not(whole, element.storage))
    })
}

/// Computes `to_destination_type`: promotes a tensor to another element type.
///
/// # Errors
/// Fails if the elements cannot be promoted to that type.
pub fn to_destination_type(
    tensor: Literal,
    from: &Element,
    to: &Element,
) -> Result<Literal, Error> {
    if from == to {
        return Ok(tensor);
    }
    let numbers = match from.quantization {
        Some(_) => dequantize(&tensor, from)?,
        None => tensor,
    };
    if to.quantization.is_some() {
        return quantize(&numbers, to);
    }
    if numbers.shape().element_type == to.storage {
        return Ok(numbers);
    }
    if numbers.shape().element_type.class() != to.storage.class() {
        let shape = numbers.shape();
        return Err(Error::invalid(format!("a {shape} cannot be promoted to {}", to.storage)));
    }
    let mut elements = numbers.iter();
    let shape = Shape::new(to.storage, numbers.shape().dims.clone());
    Literal::generate(shape, |_| Ok(elements.next().unwrap_or(Scalar::Bool(false))))
}

/// Returns a tensor of zeros. A quantized tensor contains the integers that represent zero.
///
/// # Errors
/// Fails if there is no memory for the tensor, or if the scales do not match the sizes.
pub fn zeros(element: &Element, dims: Vec<usize>) -> Result<Literal, Error> {
    match &element.quantization {
        None => Ok(Literal::zeros(Shape::new(element.storage, dims))?),
        Some(quantization) => {
            quantize(&Literal::zeros(Shape::new(quantization.expressed, dims))?, element)
        }
    }
}

fn of(element: &Element) -> Result<&Quantization, Error> {
    let missing = || {
        Error::Internal(format!(
            "the evaluator quantizes to element type {}, which is not quantized",
            element.storage
        ))
    };
    element.quantization.as_deref().ok_or_else(missing)
}

fn check_axis(shape: &Shape, quantization: &Quantization) -> Result<(), Error> {
    let Quantization { scales, zero_points, axis, .. } = quantization;
    let needed = axis.map_or(Some(1), |axis| shape.dims.get(axis).copied());
    if needed.is_none_or(|needed| scales.len() < needed || zero_points.len() < needed) {
        return Err(Error::invalid(format!(
            "expected a scale and a zero point for each index of the quantized dimension of a \
             {shape}, found {} scales and {} zero points",
            scales.len(),
            zero_points.len()
        )));
    }
    Ok(())
}

/// Returns the scale and the zero point of the element at an index.
fn parameters(quantization: &Quantization, index: &[usize]) -> (f64, i64) {
    let place = quantization.axis.and_then(|axis| index.get(axis).copied()).unwrap_or(0);
    let scale = quantization.scales.get(place).copied().unwrap_or(1.0);
    (scale, quantization.zero_points.get(place).copied().unwrap_or(0))
}

/// Rounds a number to the nearest value of the type `expressed`.
fn rounded(value: f64, expressed: ElementType) -> f64 {
    match (expressed, expressed.small_float()) {
        (ElementType::F32, _) => f64::from(value as f32),
        (_, Some(format)) => format.decode(format.encode(value)),
        (_, None) => value,
    }
}

fn signed_or_not(whole: i128, storage: ElementType) -> Scalar {
    match storage.class() {
        ElementClass::Unsigned => Scalar::Unsigned(whole as u64),
        _ => Scalar::Signed(whole as i64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(min: i64, max: i64, scale: f64, zero_point: i64) -> Element {
        let expressed = ElementType::F32;
        let (scales, zero_points) = (vec![scale], vec![zero_point]);
        let quantization = Quantization { expressed, min, max, scales, zero_points, axis: None };
        Element { storage: ElementType::S8, quantization: Some(Box::new(quantization)) }
    }

    fn stored(numbers: &[f32], element: &Element) -> Vec<i8> {
        let numbers = Literal::from_slice(numbers, [numbers.len()]).expect("as many");
        let stored = quantize(&numbers, element).expect("floats");
        stored.as_slice::<i8>().expect("bytes").to_vec()
    }

    #[test]
    fn rounding_and_bounds() {
        let halves = element(-128, 127, 1.0, 0);
        assert_eq!(stored(&[0.5, 1.5, 2.5, -0.5, -1.5], &halves), [0, 2, 2, 0, -2]);
        assert_eq!(stored(&[1e9, -1e9, f32::INFINITY, f32::NAN], &halves), [127, -128, 127, 0]);
        assert_eq!(stored(&[100.0, -100.0], &element(-10, 20, 1.0, 0)), [20, -10]);
        assert_eq!(stored(&[1.0, 2.0], &element(-128, 127, 0.1, -30)), [-20, -10]);
    }

    #[test]
    fn numbers_come_back() {
        let element = element(-128, 127, 0.5, -128);
        let tensor = Literal::from_slice(&[127_i8, -128, 0], [3]).expect("three");
        let numbers = dequantize(&tensor, &element).expect("stored integers");
        assert_eq!(numbers.as_slice::<f32>(), Some(&[127.5, 0.0, 64.0][..]));
        assert_eq!(quantize(&numbers, &element), Ok(tensor));
        assert_eq!(zeros(&element, vec![1]).expect("one").get(0), Some(Scalar::Signed(-128)));
    }
}
