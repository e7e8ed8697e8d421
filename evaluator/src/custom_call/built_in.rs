// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Built-in targets of custom calls. JAX 0.10 emits them in programs for one device, for the CPU or
//! for a platform that JAX does not know. PyTorch/XLA also emits them.

use super::approx_top_k::{approx_top_k, dynamic_approx_top_k};
use super::call::CustomCall;
use super::lapack;
use super::registry::CustomCallRegistry;
use super::setting::Setting;
use crate::ops::chlo::unary;
use crate::ops::linear_algebra::householder;
use crate::{Error, Literal};
use hloom_dialects::op::Op;

/// Targets that return their operands unchanged on one device.
pub const IDENTITIES: [&str; 6] = [
    "Sharding",
    "SPMDFullToShardShape",
    "SPMDShardToFullShape",
    "LayoutConstraint",
    "annotate_device_placement",
    "xla.sdy.FuncResultSharding",
];

/// Former operations of MHLO, under the names that PyTorch/XLA and other frontends use.
const MHLO_OPS: [(&str, Op); 8] = [
    ("mhlo.acos", Op::ChloAcos),
    ("mhlo.acosh", Op::ChloAcosh),
    ("mhlo.asin", Op::ChloAsin),
    ("mhlo.asinh", Op::ChloAsinh),
    ("mhlo.atanh", Op::ChloAtanh),
    ("mhlo.cosh", Op::ChloCosh),
    ("mhlo.erf", Op::ChloErf),
    ("mhlo.sinh", Op::ChloSinh),
];

impl CustomCallRegistry {
    /// Creates a registry that contains only the built-in functions, which JAX and PyTorch/XLA call
    /// in programs for one device.
    pub fn built_in() -> Self {
        let mut registry = Self::default();
        register(&mut registry);
        registry
    }
}

/// Registers all built-in functions.
fn register(registry: &mut CustomCallRegistry) {
    for name in IDENTITIES {
        registry.register(name, |_, operands| Ok(operands.to_vec()));
    }
    for (name, op) in MHLO_OPS {
        registry.register(name, move |_, operands| match operands {
            [x] => Ok(vec![unary(op, x)?]),
            _ => Err(Error::invalid(format!(
                "`{name}`: expected one operand, found {}",
                operands.len()
            ))),
        });
    }
    registry.register("shape_assertion", shape_assertion);
    // Its only effect is to keep its operands alive.
    registry.register("dce_sink", |_, _| Ok(Vec::new()));
    registry.register("ApproxTopK", approx_top_k);
    // With symbolic sizes, the last operand is the number of results.
    registry.register("stablehlo.dynamic_approx_top_k", |call, operands| match operands {
        [operands @ .., count] => dynamic_approx_top_k(call, operands, count),
        [] => Err(Error::invalid(
            "`stablehlo.dynamic_approx_top_k`: expected at least three operands, found none",
        )),
    });
    lapack::register(registry);
    registry.register("Qr", |_, operands| match operands {
        [a] => householder::qr(a),
        _ => Err(Error::invalid(format!("`Qr`: expected one operand, found {}", operands.len()))),
    });
    registry.register("ProductOfElementaryHouseholderReflectors", |_, operands| match operands {
        [a, taus] => Ok(vec![householder::product(a, taus)?]),
        _ => Err(Error::invalid(format!(
            "`ProductOfElementaryHouseholderReflectors`: expected two operands, found {}",
            operands.len()
        ))),
    });
}

/// Fails if the first operand is false. The message is `error_message`, in which the other operands
/// replace `{0}`, `{1}` and so on (`jax/_src/export/shape_poly.py`).
fn shape_assertion(call: &CustomCall, operands: &[Literal]) -> Result<Vec<Literal>, Error> {
    let (holds, numbers) = match operands {
        [holds, numbers @ ..] => (holds, numbers),
        [] => {
            return Err(Error::invalid(
                "`shape_assertion`: expected at least one operand, found none",
            ));
        }
    };
    if holds.iter().all(|element| element.is_nonzero()) {
        return Ok(Vec::new());
    }
    let message = call.attributes.get("error_message").and_then(Setting::text);
    let Some(message) = message else {
        return Err(Error::invalid("`shape_assertion`: the assertion does not hold"));
    };
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
