// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hloom-order-operations`: reorders the operations of a function to reduce memory.
//!
//! Before: `%a = large(%x)`, `%b = large(%y)`, `%c = small(%a)`, `%d = small(%b)`
//! After:  `%a = large(%x)`, `%c = small(%a)`, `%b = large(%y)`, `%d = small(%b)`
//!
//! The memory depends on the order of the program, which a frontend chose for other reasons. Since
//! adjacent operations benefit from the cache, the pass reorders operations only if this lowers the
//! peak of the live bytes enough ([`least_memory`](super::least_memory)). An operation that
//! overwrites a buffer stays after the operations that read the buffer, so that bufferization
//! inserts no copies.

use super::block_memory::BlockMemory;
use super::least_memory::better_order;
use hloom_ir::facts::is_body;
use hloom_ir::pass::{Failure, OptionValues, PassInfo};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op};
use melior::ir::BlockLike;

/// The pass `hloom-order-operations`.
pub static PASS: PassInfo = PassInfo {
    argument: "hloom-order-operations",
    description: "reorder operations to lower the peak memory use",
    anchor: "func.func",
    level: Level::Loops,
    options: &[],
    dialects: &[],
    run,
};

/// The minimum number of bytes by which another order must lower the peak. Smaller amounts fit in a
/// cache.
const LEAST_BYTES: u64 = 64 << 10;
/// Another order must lower the peak by at least the peak size divided by this number.
const LEAST_PART: u64 = 32;

fn run<'a>(_: &'a Context, function: Op<'a>, _: &OptionValues) -> Result<(), Failure<'a>> {
    let body = ir::regions(function).into_iter().flat_map(ir::blocks).next();
    let body = body.filter(|_| !is_body(function));
    let Some((body, end)) = body.and_then(|body| Some((body, body.terminator()?))) else {
        return Ok(());
    };
    let memory = BlockMemory::of(function, body);
    let order: Vec<_> = (0..memory.ops.len()).collect();
    let gain = LEAST_BYTES.max(memory.program.peak(&order).bytes / LEAST_PART);
    for op in better_order(&memory.program, gain).unwrap_or_default() {
        ir::move_before(memory.ops[op], end);
    }
    Ok(())
}
