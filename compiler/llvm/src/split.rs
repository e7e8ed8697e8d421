// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Splits a module into parts that threads compile in parallel.
//!
//! LLVM compiles the modules of different contexts in parallel, but not the functions of one
//! module. Kernels, which are functions that are not inlined, are distributed according to their
//! numbers of instructions. A part declares the kernels of the other parts, and contains copies of
//! the constants and of the functions that may be inlined. The first part also contains the other
//! functions.

mod ffi;

/// Minimum average number of instructions per part. LLVM takes about 5 ms for this number of
/// instructions; creating a part and starting a thread takes 1 ms.
const LEAST_INSTRUCTIONS: usize = 200;

/// Distributes functions with the given numbers of instructions over at most `parts` parts of about
/// the same size. Returns, for each function, the part that contains it.
fn distribute(sizes: &[usize], parts: usize) -> Vec<usize> {
    let total: usize = sizes.iter().sum();
    let parts = parts.min(total / LEAST_INSTRUCTIONS).max(1);
    // The largest function first, each to the smallest part so far (longest processing time
    // first; Graham, "Bounds on Multiprocessing Timing Anomalies", 1969).
    let mut order: Vec<_> = (0..sizes.len()).collect();
    order.sort_by_key(|function| (std::cmp::Reverse(sizes[*function]), *function));
    let mut totals = vec![0usize; parts];
    let mut chosen = vec![0; sizes.len()];
    for function in order {
        let part = (0..parts).min_by_key(|part| (totals[*part], *part)).unwrap_or(0);
        totals[part] += sizes[function];
        chosen[function] = part;
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::distribute;

    #[test]
    fn parts_have_about_the_same_size() {
        assert_eq!(distribute(&[1000, 3000, 1500, 1200], 2), [1, 0, 1, 1]);
        assert_eq!(distribute(&[1000; 4], 3), [0, 1, 2, 0]);
    }

    #[test]
    fn small_modules_are_not_split() {
        assert_eq!(distribute(&[190, 200], 8), [0, 0]);
        assert_eq!(distribute(&[], 8), [0; 0]);
        assert_eq!(distribute(&[5000, 5000], 1), [0, 0]);
    }
}
