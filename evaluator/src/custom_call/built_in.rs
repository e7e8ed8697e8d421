// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! What frontends call: JAX 0.10 in programs for one device of a platform that it does not
//! know, and PyTorch/XLA.

use super::{
    CustomCall, CustomCallRegistry, Setting,
    approx_top_k::{approx_top_k, dynamic_approx_top_k},
};
use crate::ops::chlo;
use crate::ops::linear_algebra::householder;
use crate::{Error, Literal};
use hloom_dialects::op::Op;

/// What leaves its operands as they are, where there is one device.
pub const IDENTITIES: [&str; 6] = [
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "LayoutConstraint",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
];

/// Operations that MHLO once had, as PyTorch/XLA and others spell them.
const SPELLED: [(&str, Op); 8] = [
    ("mhlo.acos", Op::ChloAcos),
    ("mhlo.acosh", Op::ChloAcosh),
    ("mhlo.asin", Op::ChloAsin),
    ("mhlo.asinh", Op::ChloAsinh),
    ("mhlo.atanh", Op::ChloAtanh),
    ("mhlo.cosh", Op::ChloCosh),
    ("mhlo.erf", Op::ChloErf),
    ("mhlo.sinh", Op::ChloSinh),
];

/// Makes all of it known.
pub fn register(registry: &mut CustomCallRegistry) {
    for name in IDENTITIES {
        registry.register(name, |_, operands| Ok(operands.to_vec()));
    }
    for (name, op) in SPELLED {
        registry.register(name, move |_, operands| match operands {
            [x] => Ok(vec![chlo::unary(op, x)?]),
            _ => Err(Error::invalid(format!("`{name}` takes one operand"))),
        });
    }
    registry.register("shape_assertion", shape_assertion);
    // It keeps its operands alive.
    registry.register("dce_sink", |_, _| Ok(Vec::new()));
    registry.register("ApproxTopK", approx_top_k);
    // With symbolic sizes, how many are wanted is the last operand.
    registry.register("stablehlo.dynamic_approx_top_k", |call, operands| match operands {
        [operands @ .., count] => dynamic_approx_top_k(call, operands, count),
        [] => Err(Error::invalid("`stablehlo.dynamic_approx_top_k` takes operands")),
    });
    registry.register("Qr", |_, operands| match operands {
        [a] => householder::qr(a),
        _ => Err(Error::invalid("`Qr` takes one operand")),
    });
    registry.register("ProductOfElementaryHouseholderReflectors", |_, operands| match operands {
        [a, taus] => Ok(vec![householder::product(a, taus)?]),
        _ => Err(Error::invalid("a product of reflections takes two operands")),
    });
}

/// Fails if its first operand is false: with the text of `error_message`, the others in
/// place of `{0}`, `{1}` and so on (`jax/_src/export/shape_poly.py`).
fn shape_assertion(call: &CustomCall, operands: &[Literal]) -> Result<Vec<Literal>, Error> {
    let (holds, numbers) = match operands {
        [holds, numbers @ ..] => (holds, numbers),
        [] => return Err(Error::invalid("`shape_assertion` has nothing to assert")),
    };
    if holds.iter().all(|element| element.is_nonzero()) {
        return Ok(Vec::new());
    }
    let message = call.attributes.get("error_message").and_then(Setting::text);
    let Some(message) = message else { return Err(Error::invalid("a shape assertion failed")) };
    let mut text = String::new();
    let mut rest = message;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let place = after.split_once('}').and_then(|(index, after)| {
            let number = numbers.get(index.parse::<usize>().ok()?)?;
            Some((number.get(0)?.display(number.shape().element_type).to_string(), after))
        });
        match place {
            Some((number, after)) => {
                text.push_str(&number);
                rest = after;
            }
            None => {
                text.push('{');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    Err(Error::invalid(text))
}
