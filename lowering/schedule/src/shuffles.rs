// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transposes a square of vectors with shuffles.
//!
//! A stage interleaves the lower halves and the upper halves of pairs of vectors whose distance is
//! half the number of vectors. This rotates the bits of the position (row, column) of an element.
//! The number of stages is the number of bits of a row number, after which rows and columns are
//! swapped.
//!
//! Instruction sets interleave elements of 128 bits with one instruction, and longer vectors only
//! within each 128 bits. The elements of these groups are therefore transposed first, and then the
//! groups as a whole.

/// Transposes `rows`, and returns the columns. The number of vectors is a power of two, and equal
/// to the number of elements of each vector. Elements are interleaved within groups of `group`
/// elements.
///
/// `shuffle` returns the vector of the elements with the given indices in the concatenation of its
/// arguments.
pub fn transpose<T: Clone>(
    rows: Vec<T>,
    group: usize,
    shuffle: &mut impl FnMut(&T, &T, &[i64]) -> T,
) -> Vec<T> {
    let side = rows.len();
    let within: Vec<_> = rows
        .chunks(group)
        .flat_map(|rows| {
            interleave_all(rows, shuffle, &|half| {
                let groups = (0..side).step_by(group);
                groups
                    .flat_map(|first| pairs(side, first + half * group / 2, group / 2, 1))
                    .collect()
            })
        })
        .collect();
    let groups = side / group;
    let mut columns = vec![None; side];
    for place in 0..group {
        let vectors: Vec<_> = within.iter().skip(place).step_by(group).cloned().collect();
        let across = interleave_all(&vectors, shuffle, &|half| {
            pairs(side, half * side / 2, groups / 2, group).collect()
        });
        for (number, vector) in across.into_iter().enumerate() {
            columns[number * group + place] = Some(vector);
        }
    }
    columns.into_iter().flatten().collect()
}

/// Runs all stages on `vectors`, and returns the resulting vectors. `mask` returns the mask of a
/// shuffle that interleaves the lower halves (0) or the upper halves (1) of two vectors.
fn interleave_all<T: Clone>(
    vectors: &[T],
    shuffle: &mut impl FnMut(&T, &T, &[i64]) -> T,
    mask: &dyn Fn(usize) -> Vec<i64>,
) -> Vec<T> {
    let mut vectors = vectors.to_vec();
    let count = vectors.len();
    for _ in 0..count.ilog2() {
        let (lower, upper) = vectors.split_at(count / 2);
        let pairs = lower.iter().zip(upper);
        vectors = pairs
            .flat_map(|(one, other)| [0, 1].map(|half| shuffle(one, other, &mask(half))))
            .collect();
    }
    vectors
}

/// Returns the mask of a shuffle of two vectors of `side` elements. The mask alternates between the
/// vectors, and takes `count` runs of `run` elements of each, starting at position `first`.
fn pairs(side: usize, first: usize, count: usize, run: usize) -> impl Iterator<Item = i64> {
    (0..count)
        .flat_map(move |number| {
            let begin = first + number * run;
            [begin, side + begin].into_iter().flat_map(move |begin| begin..begin + run)
        })
        .map(|element| element as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        for side in [1, 2, 4, 8, 16, 32] {
            for group in [1, 2, 4, 8, 16].into_iter().filter(|group| *group <= side) {
                let rows = (0..side).map(|row| (0..side).map(|at| (row, at)).collect::<Vec<_>>());
                let mut shuffles = 0;
                let columns = transpose(rows.collect(), group, &mut |one, other, mask| {
                    shuffles += 1;
                    let both = [one.clone(), other.clone()].concat();
                    assert_eq!(mask.len(), side);
                    mask.iter().map(|element| both[*element as usize]).collect()
                });
                for (at, column) in columns.iter().enumerate() {
                    assert_eq!(*column, (0..side).map(|row| (row, at)).collect::<Vec<_>>());
                }
                assert_eq!(shuffles, side * side.ilog2() as usize);
            }
        }
    }
}
