// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Stable sort with a comparator that may fail.
//!
//! Merge sort calls the comparator O(n log n) times. Each call determines whether an element of the
//! second half precedes an element of the first half. The algorithm terminates even if the
//! comparator is inconsistent.

use crate::Error;

/// Returns the numbers below `count` in sorted order. If the comparator is consistent, no element
/// precedes its predecessor.
///
/// # Errors
/// Fails if `is_before` fails.
pub fn merge_sort(
    count: usize,
    mut is_before: impl FnMut(usize, usize) -> Result<bool, Error>,
) -> Result<Vec<usize>, Error> {
    let mut order: Vec<_> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        merged.clear();
        for run in order.chunks(2 * width) {
            let (mut one, mut other) = run.split_at(width.min(run.len()));
            while let (Some(left), Some(right)) = (one.first(), other.first()) {
                if is_before(*right, *left)? {
                    merged.push(*right);
                    other = &other[1..];
                } else {
                    merged.push(*left);
                    one = &one[1..];
                }
            }
            merged.extend_from_slice(one);
            merged.extend_from_slice(other);
        }
        std::mem::swap(&mut order, &mut merged);
        width *= 2;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(keys: &[f64]) -> Vec<usize> {
        merge_sort(keys.len(), |one, other| Ok(keys[one] < keys[other])).expect("no errors")
    }

    #[test]
    fn equal_elements_stay_in_order() {
        assert_eq!(sorted(&[3.0, 1.0, 3.0, 2.0, 1.0]), [1, 4, 3, 0, 2]);
        assert_eq!(sorted(&[]), []);
        assert_eq!(sorted(&[1.0]), [0]);
        let keys: Vec<_> = (0..1000).map(|key| f64::from(key * 7919 % 1000)).collect();
        assert!(sorted(&keys).windows(2).all(|pair| keys[pair[0]] <= keys[pair[1]]));
    }

    #[test]
    fn senseless_comparators_lose_nothing() {
        let mut all = sorted(&[f64::NAN, 1.0, f64::NAN, 0.0, 2.0]);
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 4]);
        assert_eq!(merge_sort(3, |_, _| Ok(true)), Ok(vec![2, 1, 0]));
        let failed = merge_sort(3, |_, _| Err(Error::invalid("no")));
        assert_eq!(failed, Err(Error::invalid("no")));
    }
}
