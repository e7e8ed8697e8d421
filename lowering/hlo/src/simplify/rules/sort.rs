// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Simplification rule for `sort`.

use super::elementwise::is_annotated;
use crate::simplify::matching::Match;
use crate::simplify::rule::Rule;
use hloom_dialects::op::Op as Kind;
use hloom_ir::{self as ir, Value};
use melior::ir::ValueLike;

pub const RULES: &[(Kind, Rule)] = &[(Kind::StablehloSort, sort_of_unused)];

/// `sort(x, y)` = `sort(x)`, if the comparator does not use the elements of `y` and the program
/// does not use the sorted `y`
fn sort_of_unused<'a>(found: &Match<'a>) -> Option<Vec<Value<'a>>> {
    let results = ir::results(found.op);
    let [region] = ir::regions(found.op)[..] else { return None };
    let [block] = ir::blocks(region)[..] else { return None };
    let arguments = ir::args(block);
    let is_used = |index: usize| {
        let compared = arguments.get(2 * index..2 * index + 2)?.iter().copied().any(ir::has_uses);
        Some(compared || ir::has_uses(results[index]))
    };
    let used: Vec<_> = (0..results.len()).map(is_used).collect::<Option<_>>()?;
    // Without a use, the operation is erased. A sharding has an entry for each result.
    let all = used.iter().all(|used| *used);
    if all
        || is_annotated(found.op)
        || used.iter().all(|used| !used)
        || arguments.len() != 2 * results.len()
    {
        return None;
    }
    let kept = |values: &[Value<'a>]| -> Vec<_> {
        values.iter().zip(&used).filter(|(_, used)| **used).map(|(value, _)| *value).collect()
    };
    let types: Vec<_> = kept(&results).iter().map(|result| result.r#type()).collect();
    let copy = ir::clone_before(found.op, found.op);
    let block = *ir::blocks(*ir::regions(copy).first()?).first()?;
    for index in (0..used.len()).rev().filter(|index| !used[*index]) {
        ir::erase_argument(block, 2 * index + 1);
        ir::erase_argument(block, 2 * index);
    }
    let at = &found.hlo.at;
    let sort = at.op(ir::op_name(found.op)).operands(&kept(&found.operands));
    let sort = sort.attrs_of(found.op, &[]).results(&types).region(ir::take_region(copy, 0));
    let mut sorted = ir::results(sort.build()).into_iter();
    ir::erase(copy);
    // The operand stands for the result that nothing uses.
    let operands = found.operands.iter().zip(&used);
    operands.map(|(operand, used)| if *used { sorted.next() } else { Some(*operand) }).collect()
}
