// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Orders operations to minimize memory, without access to the IR.
//!
//! Finding the order with minimum memory is NP-hard. [`better_order`] uses list scheduling, which
//! always selects the operation that adds the fewest live bytes. It schedules once forward from the
//! first operation, like XLA's memory scheduler, and once backward from the last operation.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// The operations of a block, numbered in their order, and the memory that they use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// For each operation, the operations that must run before it. All of them have smaller
    /// numbers.
    pub after: Vec<Vec<usize>>,
    /// For each operation, the buffers that it reads or writes, without duplicates.
    pub touches: Vec<Vec<usize>>,
    /// The size of each buffer in bytes.
    pub sizes: Vec<u64>,
}

/// The point in the order at which the number of live bytes is largest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peak {
    /// The sum of the sizes of the live buffers.
    pub bytes: u64,
    /// The position, in the order, of the operation that runs at the peak.
    pub position: usize,
}

impl Program {
    /// Returns the range of positions in `order` at which each buffer is live: from the first to
    /// the last operation that uses it. The range is empty for an unused buffer.
    pub fn lifetimes(&self, order: &[usize]) -> Vec<Range<usize>> {
        let mut live = vec![0..0; self.sizes.len()];
        for (position, op) in order.iter().enumerate() {
            for buffer in &self.touches[*op] {
                let range = &mut live[*buffer];
                if range.end == 0 {
                    range.start = position;
                }
                range.end = position + 1;
            }
        }
        live
    }

    /// Returns the peak of the live bytes in `order`. If several positions have the same number of
    /// live bytes, returns the first.
    pub fn peak(&self, order: &[usize]) -> Peak {
        let mut begins = vec![0; order.len() + 1];
        let mut ends = vec![0; order.len() + 1];
        for (range, size) in self.lifetimes(order).into_iter().zip(&self.sizes) {
            begins[range.start] += size;
            ends[range.end] += size;
        }
        let mut peak = Peak { bytes: 0, position: 0 };
        let mut now = 0;
        for position in 0..order.len() {
            now = now + begins[position] - ends[position];
            if now > peak.bytes {
                peak = Peak { bytes: now, position };
            }
        }
        peak
    }

    /// Returns the maximum number of bytes that a single operation uses. This is a lower bound for
    /// the peak of every order.
    fn least(&self) -> u64 {
        let touched = |buffers: &Vec<usize>| buffers.iter().map(|it| self.sizes[*it]).sum();
        self.touches.iter().map(touched).max().unwrap_or(0)
    }

    /// Returns the same program with the order reversed: number `i` becomes `n - 1 - i`.
    fn reversed(&self) -> Self {
        let last = self.after.len().wrapping_sub(1);
        let mut after = vec![Vec::new(); self.after.len()];
        for (op, earlier) in self.after.iter().enumerate() {
            for other in earlier {
                after[last - other].push(last - op);
            }
        }
        let touches = self.touches.iter().rev().cloned().collect();
        Self { after, touches, sizes: self.sizes.clone() }
    }
}

/// Returns an order whose peak is at least `gain` bytes below the peak of the current order, or
/// `None` if no such order was found. The result has the number of the operation at each position.
pub fn better_order(program: &Program, gain: u64) -> Option<Vec<usize>> {
    let count = program.after.len();
    let now = program.peak(&(0..count).collect::<Vec<_>>()).bytes;
    if program.least() + gain > now {
        return None;
    }
    let forwards = list_schedule(program);
    let backwards = list_schedule(&program.reversed());
    let backwards = backwards.into_iter().rev().map(|op| count - 1 - op).collect();
    let (bytes, best) = [forwards, backwards]
        .into_iter()
        .map(|order| (program.peak(&order).bytes, order))
        .min_by_key(|(bytes, _)| *bytes)?;
    (bytes + gain <= now).then_some(best)
}

/// Returns an order that always selects, among the operations whose predecessors are scheduled, the
/// operation that adds the fewest live bytes. Among equal candidates, it selects the operation with
/// the smallest number.
fn list_schedule(program: &Program) -> Vec<usize> {
    let count = program.after.len();
    let mut waits: Vec<usize> = program.after.iter().map(Vec::len).collect();
    let mut before = vec![Vec::new(); count];
    for (op, earlier) in program.after.iter().enumerate() {
        earlier.iter().for_each(|other| before[*other].push(op));
    }
    let mut users = vec![Vec::new(); program.sizes.len()];
    for (op, buffers) in program.touches.iter().enumerate() {
        buffers.iter().for_each(|buffer| users[*buffer].push(op));
    }
    // The number of operations that still touch each buffer.
    let mut left: Vec<usize> = users.iter().map(Vec::len).collect();
    let mut is_live = vec![false; program.sizes.len()];
    let score = |op: usize, is_live: &[bool], left: &[usize]| -> i128 {
        let change = |buffer: &usize| {
            let size = i128::from(program.sizes[*buffer]);
            let begins = if is_live[*buffer] { 0 } else { size };
            let ends = if left[*buffer] == 1 { size } else { 0 };
            begins - ends
        };
        program.touches[op].iter().map(change).sum()
    };
    let mut is_done = vec![false; count];
    // An entry is out of date if its operation has another score by now.
    let mut ready: BinaryHeap<Reverse<(i128, usize)>> = (0..count)
        .filter(|op| waits[*op] == 0)
        .map(|op| Reverse((score(op, &is_live, &left), op)))
        .collect();
    let mut order = Vec::with_capacity(count);
    while let Some(Reverse((found, op))) = ready.pop() {
        if is_done[op] || found != score(op, &is_live, &left) {
            continue;
        }
        is_done[op] = true;
        order.push(op);
        let mut changed = Vec::new();
        for buffer in &program.touches[op] {
            left[*buffer] -= 1;
            // The scores of the other users change when the buffer becomes live, and that of the
            // last user when it becomes the last.
            if !is_live[*buffer] || left[*buffer] == 1 {
                is_live[*buffer] = true;
                changed.extend(users[*buffer].iter().copied());
            }
        }
        for next in &before[op] {
            waits[*next] -= 1;
            if waits[*next] == 0 {
                changed.push(*next);
            }
        }
        changed.sort_unstable();
        changed.dedup();
        for other in changed.into_iter().filter(|it| waits[*it] == 0 && !is_done[*it]) {
            ready.push(Reverse((score(other, &is_live, &left), other)));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two chains: each makes a large buffer and reduces it to a small one; the last operation reads
    /// the small ones.
    fn chains() -> Program {
        Program {
            after: vec![vec![], vec![], vec![0], vec![1], vec![2, 3]],
            touches: vec![vec![0], vec![1], vec![0, 2], vec![1, 3], vec![2, 3]],
            sizes: vec![100, 100, 10, 10],
        }
    }

    #[test]
    fn peaks_are_sums_of_live_sizes() {
        let program = chains();
        assert_eq!(program.peak(&[0, 1, 2, 3, 4]), Peak { bytes: 210, position: 2 });
        assert_eq!(program.peak(&[0, 2, 1, 3, 4]), Peak { bytes: 120, position: 3 });
        assert_eq!(program.lifetimes(&[0, 2, 1, 3, 4])[2], 1..5);
    }

    #[test]
    fn one_chain_is_finished_before_the_next() {
        assert_eq!(better_order(&chains(), 90), Some(vec![0, 2, 1, 3, 4]));
        assert_eq!(better_order(&chains(), 91), None);
    }

    #[test]
    fn values_are_computed_late() {
        // Operation 0 makes a buffer that only the last operation reads.
        let program = Program {
            after: vec![vec![], vec![], vec![1], vec![0, 2]],
            touches: vec![vec![0], vec![1], vec![1, 2], vec![0, 2]],
            sizes: vec![100, 100, 10],
        };
        let order = better_order(&program, 1).expect("a better order");
        assert_eq!(program.peak(&order).bytes, 110);
    }

    #[test]
    fn orders_are_valid_and_need_less() {
        // A fixed pseudo-random sequence (a linear congruential generator).
        let mut state = 1u64;
        let mut next = |bound: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % bound
        };
        let mut found = 0;
        for _ in 0..300 {
            let count = 2 + next(12);
            let mut program = Program::default();
            for op in 0..count {
                // Each operation writes a buffer of its own, and reads those of some others.
                let mut earlier: Vec<_> = (0..op).filter(|_| next(3) == 0).collect();
                program.after.push(earlier.clone());
                earlier.push(op);
                program.touches.push(earlier);
                program.sizes.push(next(1000) as u64);
            }
            let before = program.peak(&(0..count).collect::<Vec<_>>()).bytes;
            let Some(order) = better_order(&program, 1) else { continue };
            found += 1;
            assert!(program.peak(&order).bytes < before);
            let place = |op: usize| order.iter().position(|it| *it == op).expect("every operation");
            for (op, earlier) in program.after.iter().enumerate() {
                assert!(earlier.iter().all(|other| place(*other) < place(op)));
            }
            assert_eq!(order.len(), count);
        }
        assert!(found > 20, "{found} orders were found");
    }
}
