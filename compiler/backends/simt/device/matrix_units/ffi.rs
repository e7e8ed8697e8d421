// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions that compiled kernels call to multiply matrices.

use super::{SharedOperands, WarpOperands};
use crate::simt::device::accesses::{self, Access};
use crate::simt::device::fibres;
use hloom_lowering::gpu::matrix_unit::MatrixUnit;
use hloom_lowering::gpu::warpgroup_unit::WarpgroupUnit;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// The matrix products of the thread block that runs on this host thread.
#[derive(Default)]
struct State {
    /// The last two matrix products of each thread of the block. The number of a product modulo 2
    /// is its index.
    threads: Vec<[Option<Multiplication>; 2]>,
    /// The operands of the last product that a warp computed. The key is the first thread of the
    /// warp and the number of the product.
    warp: Option<((usize, u64), Rc<WarpOperands>)>,
    /// The address range of the block's shared memory.
    shared: Range<usize>,
    /// The number of barriers that the threads had passed when `operands` was last cleared.
    barriers: u32,
    /// The operands that were loaded from shared memory since the last barrier. The key is the code
    /// of the matrix unit and the descriptors of both operands.
    operands: HashMap<[u64; 3], Rc<SharedOperands>>,
}

/// The part of a thread in a matrix product of its warp.
#[derive(Clone, Debug)]
struct Multiplication {
    /// The number of products that the thread computed before this one.
    number: u64,
    unit: MatrixUnit,
    /// The thread's registers with elements of both operands.
    operands: Vec<u32>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::new(State::default());
}

/// Starts a thread block whose shared memory is at the addresses `shared`, and clears the products
/// of earlier blocks.
pub fn reset(shared: Range<usize>) {
    STATE.with_borrow_mut(|state| *state = State { shared, ..State::default() });
}

/// Adds a thread's part of the product of two matrices in shared memory to its accumulators. The
/// first thread that uses the operands after a barrier loads them and checks these accesses.
///
/// # Safety
/// `sums` points to [`WarpgroupUnit::SUMS`] accumulators that no other thread uses. The memory that
/// was passed to [`reset`] is valid.
pub unsafe extern "C" fn multiply_shared(code: u64, sums: *mut f32, left: u64, right: u64) {
    let unit = WarpgroupUnit::from_code(code as i64);
    let now = fibres::now();
    let thread = now.thread % WarpgroupUnit::THREADS;
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
    operands.add_products(thread, sums);
}

/// Loads both operands of a matrix unit from shared memory, and checks these accesses. Returns
/// `None` after a faulty access.
fn load(unit: WarpgroupUnit, descriptors: [i64; 2]) -> Option<SharedOperands> {
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
    Some(SharedOperands::load(unit, descriptors, base, read))
}

/// Computes a thread's part of a matrix product of its warp. The thread fails if the other threads
/// of the warp do not compute the same product.
///
/// # Safety
/// `registers` points to the operands and accumulators of the thread: as many registers as the unit
/// with this code has (`Layout::register_count`). No other thread uses them.
pub unsafe extern "C" fn multiply(code: u64, registers: *mut u32) {
    let Some(unit) = MatrixUnit::from_code(code as i64) else {
        accesses::fail(format!("multiplies matrices on matrix unit {code}, which does not exist"));
        return;
    };
    let layout = unit.layout();
    // SAFETY: the caller passes the address of as many registers, which it alone uses.
    let registers = unsafe { std::slice::from_raw_parts_mut(registers, layout.register_count()) };
    let (operands, sums) = registers.split_at_mut(layout.register_count() - layout.sums.len());
    let thread = fibres::now().thread as usize;
    let number = STATE.with_borrow_mut(|state| {
        let count = state.threads.len().max(thread + 1);
        state.threads.resize(count, [const { None }; 2]);
        let known = state.threads[thread].iter().flatten().map(|it| it.number + 1);
        let number = known.max().unwrap_or(0);
        // The others may still read the operands of the product before.
        let own = Multiplication { number, unit, operands: operands.to_vec() };
        state.threads[thread][(number % 2) as usize] = Some(own);
        number
    });
    fibres::pause();
    let lane = thread % layout.lanes as usize;
    let first = thread - lane;
    let operands = STATE.with_borrow_mut(|state| {
        let key = (first, number);
        if let Some((known, operands)) = &state.warp
            && *known == key
        {
            return Some(Rc::clone(operands));
        }
        let of_thread = |it: usize| {
            let own = state.threads.get(it)?[(number % 2) as usize].as_ref();
            own.filter(|it| it.number == number && it.unit == unit).map(|it| &*it.operands)
        };
        let warp = (first..first + layout.lanes as usize).map(of_thread);
        let operands = Rc::new(WarpOperands::of(unit, &warp.collect::<Option<Vec<_>>>()?));
        state.warp = Some((key, Rc::clone(&operands)));
        Some(operands)
    });
    match operands {
        Some(operands) => operands.add_products(lane as i64, sums),
        None => {
            accesses::fail(
                "computes a matrix product that other threads of its warp do not compute"
                    .to_owned(),
            );
            fibres::pause();
        }
    }
}
