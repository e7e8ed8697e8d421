// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transposed ranges of device numbers, as XLA writes them in shardings, meshes and replica
//! groups: `[4,2]<=[2,4]T(1,0)`.

/// Returns the elements, in row-major order, of the transpose of a row-major iota array. `sizes`
/// are the dimensions before the transposition; `permutation` must be a permutation of their
/// positions.
///
/// # Panics
/// Panics if `permutation` contains a number that is greater than or equal to the number of sizes.
pub fn transposed_range(sizes: &[usize], permutation: &[usize]) -> Vec<usize> {
    let mut order = vec![0];
    for place in permutation {
        let step: usize = sizes[place + 1..].iter().product();
        order = order
            .into_iter()
            .flat_map(|at| (0..sizes[*place]).map(move |index| at + index * step))
            .collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_transposed() {
        assert_eq!(transposed_range(&[2, 3], &[1, 0]), [0, 3, 1, 4, 2, 5]);
        assert_eq!(transposed_range(&[4], &[0]), [0, 1, 2, 3]);
        assert_eq!(transposed_range(&[2, 2, 2], &[2, 0, 1]), [0, 2, 4, 6, 1, 3, 5, 7]);
    }
}
