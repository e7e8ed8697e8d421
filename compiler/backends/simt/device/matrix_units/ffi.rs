// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions that compiled kernels call to multiply matrices.

use super::{Registers, product};
use crate::simt::device::{accesses, fibres};
use hloom_lowering::gpu::matrix_unit::MatrixUnit;
use std::cell::RefCell;

/// The products of the threads of the block that runs on this thread.
#[derive(Default)]
struct State {
    /// For each thread of the block, the numbers of its last two products, with their operands.
    threads: Vec<[Option<(u64, Registers)>; 2]>,
    /// The sums of the thread that runs.
    sums: [u32; 4],
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Forgets the products of earlier blocks.
pub fn reset() {
    STATE.with_borrow_mut(|state| *state = State::default());
}

/// Multiplies with the other threads of the warp. A thread does not go on if they do not multiply, too.
pub extern "C" fn multiply(
    code: u32,
    left_0: u32,
    left_1: u32,
    left_2: u32,
    left_3: u32,
    right_0: u32,
    right_1: u32,
    sum_0: u32,
    sum_1: u32,
    sum_2: u32,
    sum_3: u32,
) {
    let own = Registers {
        code: i64::from(code),
        left: [left_0, left_1, left_2, left_3],
        right: [right_0, right_1],
        sums: [sum_0, sum_1, sum_2, sum_3],
    };
    let thread = fibres::now().thread as usize;
    let number = STATE.with_borrow_mut(|state| {
        let count = state.threads.len().max(thread + 1);
        state.threads.resize(count, [None; 2]);
        let known = state.threads[thread].iter().flatten().map(|(number, _)| number + 1);
        let number = known.max().unwrap_or(0);
        // The others may still read the operands of the product before.
        state.threads[thread][(number % 2) as usize] = Some((number, own));
        number
    });
    fibres::pause();
    let lanes = MatrixUnit::LANES as usize;
    let is_done = STATE.with_borrow_mut(|state| {
        let first = thread / lanes * lanes;
        let of_thread = |it: usize| {
            let slot = state.threads.get(it)?[(number % 2) as usize];
            slot.filter(|(other, _)| *other == number).map(|(_, registers)| registers)
        };
        let warp = (first..first + lanes).map(of_thread).collect::<Option<Vec<_>>>();
        let sums = warp.and_then(|warp| product(&warp, thread - first));
        state.sums = sums.unwrap_or_default();
        sums.is_some()
    });
    if !is_done {
        accesses::fail("multiplies matrices, but other threads of its warp do not".to_owned());
        fibres::pause();
    }
}

/// Returns one of the last sums of the thread that runs.
pub extern "C" fn sum(position: u32) -> u32 {
    STATE.with_borrow(|state| state.sums.get(position as usize).copied().unwrap_or_default())
}
