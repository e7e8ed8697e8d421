// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Names of operations, and of types without parameters, in VHLO and in MLIR.

use hloom_portable::operations::{Definition, definitions};
use hloom_portable::vhlo::Type as Vhlo;
use std::collections::HashMap;
use std::sync::OnceLock;

/// VHLO operations that represent operations of the `func` dialect.
const FUNCTIONS: [(&str, &str); 3] =
    [("func", "func.func"), ("call", "func.call"), ("return", "func.return")];

/// Returns the MLIR name of an unversioned or versioned VHLO operation.
///
/// `return` is `func.return` in a function and `stablehlo.return` elsewhere, hence `parent`.
pub fn to_mlir(vhlo: &str, parent: &str) -> String {
    let name = unversioned(vhlo);
    let is_in_function = parent == "func.func" || name != "return";
    let function = FUNCTIONS.iter().find(|(vhlo, _)| *vhlo == name && is_in_function);
    function.map_or_else(|| format!("stablehlo.{name}"), |(_, mlir)| (*mlir).to_owned())
}

/// Returns the latest VHLO definition of an MLIR operation, or `None` if VHLO has none.
pub fn to_vhlo(mlir: &str) -> Option<&'static Definition> {
    static LAST: OnceLock<HashMap<&str, &Definition>> = OnceLock::new();
    let last = LAST.get_or_init(|| {
        let known = definitions().filter(|it| it.dialect == "vhlo" && it.until.is_none());
        known.map(|definition| (unversioned(definition.name), definition)).collect()
    });
    let function = FUNCTIONS.iter().find(|(_, name)| *name == mlir).map(|(vhlo, _)| *vhlo);
    let is_function = |name: &&str| matches!(*name, "func" | "call");
    let name = function.or_else(|| mlir.strip_prefix("stablehlo.").filter(|it| !is_function(it)));
    last.get(name?).copied()
}

/// Removes the version from a VHLO name.
pub fn unversioned(name: &str) -> &str {
    name.rsplit_once("_v").map_or(name, |(name, _)| name)
}

/// Types without parameters, and their MLIR assembly.
const TYPES: [(Vhlo, &str); 33] = [
    (Vhlo::BooleanV1, "i1"),
    (Vhlo::FloatBF16V1, "bf16"),
    (Vhlo::FloatF16V1, "f16"),
    (Vhlo::FloatF32V1, "f32"),
    (Vhlo::FloatF64V1, "f64"),
    (Vhlo::FloatTF32V1, "tf32"),
    (Vhlo::FloatF4E2M1FNV1, "f4E2M1FN"),
    (Vhlo::FloatF6E2M3FNV1, "f6E2M3FN"),
    (Vhlo::FloatF6E3M2FNV1, "f6E3M2FN"),
    (Vhlo::FloatF8E3M4V1, "f8E3M4"),
    (Vhlo::FloatF8E4M3V1, "f8E4M3"),
    (Vhlo::FloatF8E4M3FNV1, "f8E4M3FN"),
    (Vhlo::FloatF8E4M3FNUZV1, "f8E4M3FNUZ"),
    (Vhlo::FloatF8E4M3B11FNUZV1, "f8E4M3B11FNUZ"),
    (Vhlo::FloatF8E5M2V1, "f8E5M2"),
    (Vhlo::FloatF8E5M2FNUZV1, "f8E5M2FNUZ"),
    (Vhlo::FloatF8E8M0FNUV1, "f8E8M0FNU"),
    (Vhlo::IndexV1, "index"),
    (Vhlo::IntegerSI2V1, "i2"),
    (Vhlo::IntegerSI4V1, "i4"),
    (Vhlo::IntegerSI8V1, "i8"),
    (Vhlo::IntegerSI16V1, "i16"),
    (Vhlo::IntegerSI32V1, "i32"),
    (Vhlo::IntegerSI64V1, "i64"),
    (Vhlo::IntegerUI2V1, "ui2"),
    (Vhlo::IntegerUI4V1, "ui4"),
    (Vhlo::IntegerUI8V1, "ui8"),
    (Vhlo::IntegerUI16V1, "ui16"),
    (Vhlo::IntegerUI32V1, "ui32"),
    (Vhlo::IntegerUI64V1, "ui64"),
    (Vhlo::TokenV1, "!stablehlo.token"),
    (Vhlo::WitnessV1, "!shape.witness"),
    (Vhlo::NoneV1, "none"),
];

/// Returns the MLIR assembly of a VHLO type without parameters.
pub fn text_of_type(ty: &Vhlo) -> Option<&'static str> {
    TYPES.iter().find(|(vhlo, _)| vhlo == ty).map(|(_, text)| *text)
}

/// Returns the VHLO type without parameters that has the given MLIR assembly.
pub fn type_of_text(text: &str) -> Option<Vhlo> {
    TYPES.iter().find(|(_, it)| *it == text).map(|(vhlo, _)| vhlo.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_dialects::op::OPS;

    /// The operations of StableHLO that VHLO does not store.
    const ABSENT: [&str; 3] =
        ["stablehlo.compute_reshape_shape", "stablehlo.cstr_reshapable", "stablehlo.trace"];

    #[test]
    fn vhlo_stores_the_operations_of_stablehlo() {
        let ours = OPS.into_iter().filter(|op| op.facts().dialect == "stablehlo");
        let absent: Vec<_> =
            ours.map(|op| op.name()).filter(|name| to_vhlo(name).is_none()).collect();
        assert_eq!(absent, ABSENT);
    }
}
