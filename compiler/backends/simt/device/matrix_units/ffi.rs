// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions that compiled kernels call to multiply matrices.

use super::{Operands, Registers, product};
use crate::simt::device::accesses::{self, Access};
use crate::simt::device::fibres;
use hloom_lowering::gpu::matrix_unit::MatrixUnit;
use hloom_lowering::gpu::warpgroup_unit::WarpgroupUnit;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The products of the threads of the block that runs on this thread.
#[derive(Default)]
struct State {
    /// For each thread of the block, the numbers of its last two products, with their operands.
    threads: Vec<[Option<(u64, Registers)>; 2]>,
    /// The sums of the thread that runs.
    sums: [u32; 4],
    /// The memory that the threads of the block share.
    shared: Range<usize>,
    /// The number of barriers that the threads of the block have passed.
    barriers: u32,
    /// The operands in the shared memory since then, by the code of the unit and the descriptors.
    operands: HashMap<[u64; 3], Rc<Operands>>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Begins a block whose threads share the memory at `shared`, and forgets the products of earlier blocks.
pub fn reset(shared: Range<usize>) {
    STATE.with_borrow_mut(|state| *state = State { shared, ..State::default() });
}

/// Adds the products of two matrices in shared memory to the sums of a thread. The first thread of a
/// warpgroup loads the operands, and checks these accesses.
///
/// # Safety
/// `sums` points to [`WarpgroupUnit::SUMS`] values that no other thread uses. The memory that [`reset`]
/// received is valid.
pub unsafe extern "C" fn multiply_shared(code: u64, sums: *mut f32, left: u64, right: u64) {
    let unit = WarpgroupUnit::from_code(code as i64);
    let now = fibres::now();
    let thread = now.thread % (WarpgroupUnit::WARPS * MatrixUnit::LANES);
    // The threads of a block store nothing before they have waited for each other.
    let key = [code, left, right];
    let operands = STATE.with_borrow_mut(|state| {
        if state.barriers != now.barriers {
            state.barriers = now.barriers;
            state.operands.clear();
        }
        state.operands.get(&key).map(Rc::clone)
    });
    let operands = match operands {
        Some(operands) => operands,
        None => {
            let Some(operands) = load(unit, [left as i64, right as i64]) else { return };
            let operands = Rc::new(operands);
            STATE.with_borrow_mut(|state| state.operands.insert(key, Rc::clone(&operands)));
            operands
        }
    };
    // SAFETY: the caller passes the address of as many values, which it alone uses.
    let sums = unsafe { std::slice::from_raw_parts_mut(sums, WarpgroupUnit::SUMS) };
    operands.add_products(thread as usize, sums);
}

/// Loads the operands of a unit from shared memory. Returns `None` after a faulty access.
fn load(unit: WarpgroupUnit, descriptors: [i64; 2]) -> Option<Operands> {
    let shared = STATE.with_borrow(|state| state.shared.clone());
    let base = shared.start as i64 & WarpgroupUnit::ADDRESS_MASK;
    for (operand, lines) in [WarpgroupUnit::ROWS, WarpgroupUnit::COLUMNS].into_iter().enumerate() {
        // Eight elements are next to each other.
        let steps = if unit.is_along_depth(operand) { [1, 8] } else { [8, 1] };
        let parts = (0..lines).step_by(steps[0]).flat_map(|line| {
            (0..WarpgroupUnit::DEPTH).step_by(steps[1]).map(move |depth| [line, depth])
        });
        for place in parts {
            let address = unit.address(descriptors[operand], operand, place, base) as usize;
            let address = shared.start + address;
            let access = Access { address, bytes: 16, alignment: 16, is_write: false };
            if accesses::check(access, || "operand of a matrix unit".to_owned()) {
                return None;
            }
        }
    }
    let read = |address: i64| {
        let address = shared.start + address as usize;
        if address + 2 > shared.end {
            return 0;
        }
        let pointer = std::ptr::with_exposed_provenance::<u16>(address);
        // SAFETY: the two bytes are in the shared memory, which is valid. The threads of a block run one after
        // the other.
        unsafe { pointer.read_unaligned() }
    };
    Some(Operands::load(unit, descriptors, base, read))
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
