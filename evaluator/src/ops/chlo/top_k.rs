// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The `k` largest elements of each row (`chlo.top_k`).

use crate::Error;
use crate::ops::elementwise::total_keys;
use hloom_values::{Literal, Shape};
use std::cmp::Reverse;

/// Returns the `k` largest elements of each row along the last dimension in descending order, and
/// their positions in the row as 32-bit integers. Equal elements keep their order. Floats are
/// compared in their total order, as in XLA.
///
/// # Errors
/// Fails if the operand is a scalar, if its rows have fewer than `k` elements, or if a position does
/// not fit into 32 bits.
pub fn top_k(operand: &Literal, k: usize) -> Result<Vec<Literal>, Error> {
    let shape = operand.shape();
    let Some((length, rows)) = shape.dims.split_last() else {
        return Err(Error::invalid(format!(
            "top-k: expected an operand of at least one dimension, found {shape}"
        )));
    };
    if k > *length {
        return Err(Error::invalid(format!(
            "top-k: expected rows of at least {k} elements, found {shape}"
        )));
    }
    let dims = [rows, &[k]].concat();
    let width = shape.element_type.byte_width();
    let (mut values, mut places) = (Vec::new(), Vec::new());
    for row in operand.bytes().chunks_exact((length * width).max(1)) {
        let row = Literal::from_bytes(Shape::new(shape.element_type, [*length]), row)?;
        let keys: Vec<_> = total_keys(&row).collect();
        let mut order: Vec<usize> = (0..*length).collect();
        order.sort_by_key(|place| Reverse(keys[*place]));
        for place in order.into_iter().take(k) {
            values.extend_from_slice(&row.bytes()[place * width..][..width]);
            let place = i32::try_from(place);
            places.push(place.map_err(|_| {
                Error::invalid(format!(
                    "top-k: expected rows of at most 2^31 elements, found {shape}"
                ))
            })?);
        }
    }
    let values = Literal::from_bytes(Shape::new(shape.element_type, &*dims), &values)?;
    Ok(vec![values, Literal::from_slice(&places, dims)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    // Expected order from XLA on the CPU.
    #[test]
    fn order() {
        let (nan, infinity) = (f64::NAN, f64::INFINITY);
        let row = [1.0, nan, -nan, infinity, 0.0, -0.0, 0.0, -infinity, 2.0];
        let row = Literal::from_slice(&row, [9]).expect("nine");
        let results = top_k(&row, 9).expect("nine of nine");
        assert_eq!(results[1].as_slice::<i32>(), Some(&[1, 3, 8, 0, 4, 6, 5, 7, 2][..]));
        assert!(top_k(&row, 10).is_err());
    }

    #[test]
    fn rows() {
        let rows = Literal::from_slice(&[1_u8, 255, 3, 3, 2, 3], [2, 3]).expect("six");
        let results = top_k(&rows, 2).expect("two of three");
        assert_eq!(results[0].as_slice::<u8>(), Some(&[255, 3, 3, 3][..]));
        assert_eq!(results[1].as_slice::<i32>(), Some(&[1, 2, 0, 2][..]));
        assert_eq!(top_k(&rows, 0).expect("nothing")[0].shape().dims, [2, 0]);
    }
}
