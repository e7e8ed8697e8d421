// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Packs buffers with known lifetimes into one arena, without access to the IR.
//!
//! The algorithm is "greedy by size" with best fit, from Pisarchyk and Lee, "Efficient Memory
//! Management for Deep Neural Net Inference" (2020).

use std::ops::Range;

/// The size and the lifetime of a buffer that must be placed in the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The size of the buffer in bytes.
    pub size: u64,
    /// The range of positions in the program at which the buffer is live.
    pub live: Range<usize>,
}

/// The offsets of the buffers in the arena, and the size of the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// The aligned offset of each request, in bytes.
    pub offsets: Vec<u64>,
    /// The size of the arena in bytes.
    pub size: u64,
}

/// Assigns offsets so that buffers live at the same time do not overlap.
///
/// Places the largest buffers first. Each buffer is placed in the smallest sufficient gap between
/// the placed buffers with overlapping lifetimes. Offsets are multiples of `alignment`, in bytes.
///
/// # Panics
///
/// Panics if `alignment` is 0.
pub fn pack(requests: &[Request], alignment: u64) -> Packing {
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by_key(|index| {
        let request = &requests[*index];
        (std::cmp::Reverse(request.size), request.live.start, *index)
    });
    let mut offsets = vec![0; requests.len()];
    let mut placed: Vec<usize> = Vec::new();
    for index in order {
        let request = &requests[index];
        let mut conflicts: Vec<Range<u64>> = placed
            .iter()
            .filter(|other| overlap(&requests[**other].live, &request.live))
            .map(|other| offsets[*other]..offsets[*other] + requests[*other].size)
            .collect();
        conflicts.sort_by_key(|range| range.start);
        offsets[index] = best_gap(&conflicts, request.size, alignment);
        placed.push(index);
    }
    let end = |index: usize| offsets[index] + requests[index].size;
    let size = (0..requests.len()).map(end).max().unwrap_or(0).next_multiple_of(alignment);
    Packing { offsets, size }
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Returns the aligned start of the smallest gap of at least `size` bytes before or between the
/// ranges `taken`. Returns the aligned end of all ranges if there is no such gap. `taken` must be
/// sorted by start.
fn best_gap(taken: &[Range<u64>], size: u64, alignment: u64) -> u64 {
    let mut best: Option<(u64, u64)> = None;
    let mut free = 0u64;
    for range in taken {
        let start = free.next_multiple_of(alignment);
        if range.start >= start + size {
            let gap = range.start - start;
            if best.is_none_or(|(smallest, _)| gap < smallest) {
                best = Some((gap, start));
            }
        }
        free = free.max(range.end);
    }
    best.map_or_else(|| free.next_multiple_of(alignment), |(_, start)| start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(size: u64, live: Range<usize>) -> Request {
        Request { size, live }
    }

    #[test]
    fn disjoint_lifetimes_share_bytes() {
        let packing = pack(&[request(100, 0..2), request(100, 2..4)], 64);
        assert_eq!(packing, Packing { offsets: vec![0, 0], size: 128 });
    }

    #[test]
    fn overlapping_lifetimes_do_not_share() {
        let packing = pack(&[request(100, 0..3), request(50, 2..4), request(60, 3..5)], 64);
        assert_eq!(packing.offsets, [0, 128, 0]);
        assert_eq!(packing.size, 192);
    }

    #[test]
    fn small_buffers_take_the_smallest_gap_that_fits() {
        // A short-lived buffer between two long-lived ones leaves a gap.
        let requests =
            [request(256, 0..10), request(128, 0..2), request(192, 0..10), request(64, 5..9)];
        let packing = pack(&requests, 64);
        assert_eq!(packing.size, 256 + 192 + 128);
        assert_eq!(packing.offsets[3], packing.offsets[1]);
    }

    #[test]
    fn no_two_live_buffers_ever_overlap() {
        // A fixed pseudo-random sequence (a linear congruential generator).
        let mut state = 1u64;
        let mut next = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % bound
        };
        for _ in 0..200 {
            let requests: Vec<_> = (0..next(30))
                .map(|_| {
                    let start = next(20) as usize;
                    request(next(5000), start..start + 1 + next(10) as usize)
                })
                .collect();
            let packing = pack(&requests, 64);
            for (i, a) in requests.iter().enumerate() {
                assert_eq!(packing.offsets[i] % 64, 0);
                assert!(packing.offsets[i] + a.size <= packing.size);
                for (j, b) in requests.iter().enumerate().skip(i + 1) {
                    let bytes_overlap = packing.offsets[i] < packing.offsets[j] + b.size
                        && packing.offsets[j] < packing.offsets[i] + a.size;
                    assert!(
                        !(overlap(&a.live, &b.live) && bytes_overlap && a.size > 0 && b.size > 0)
                    );
                }
            }
        }
    }
}
