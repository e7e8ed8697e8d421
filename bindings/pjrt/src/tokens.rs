// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Replacement of tokens by empty arrays.
//!
//! Tokens order side effects within a run and between runs. They carry no information here: a
//! device executes runs with side effects in order, and a run executes its side effects in program
//! order. The only exceptions are runs that a Python callback starts during another run. This
//! module therefore converts tokens to arrays without elements. JAX passes such an array for the
//! first token of an entry function.

use hloom_dialects::op::Op as Kind;
use hloom_lowering::ir::{self, Context, Op};
use hloom_lowering::spmd::legalize_tokens;

/// Operations whose operands and results must stay tokens, because the platform expands these
/// operations.
const TRANSFERS: [Kind; 4] =
    [Kind::StablehloInfeed, Kind::StablehloOutfeed, Kind::StablehloRecv, Kind::StablehloSend];

/// Replaces the tokens of a program by empty arrays and returns, for each result of the entry
/// function, whether it was a token. If the program has no tokens, or if it transfers data to or
/// from the host or other participants, returns `None` and changes nothing.
pub fn replace<'c>(context: &'c Context, module: Op<'c>, entry: Op<'c>) -> Option<Vec<bool>> {
    let mut operations = ir::walk(module).into_iter().filter_map(ir::hlo_op);
    if operations.any(|kind| TRANSFERS.contains(&kind)) {
        return None;
    }
    let [_, results] = legalize_tokens::signature(entry)?;
    let tokens = results.into_iter().map(legalize_tokens::is_token).collect();
    legalize_tokens::replace(context, module).then_some(tokens)
}
