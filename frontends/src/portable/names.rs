// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Names of operations, and of types without parameters, in VHLO and in MLIR.

pub use hloom_portable::operations::unversioned;
use hloom_portable::operations::{Definition, current};
use hloom_portable::vhlo::Type as Vhlo;
use hloom_values::ElementType;

/// VHLO operations that represent operations of the `func` dialect.
const FUNCTIONS: [(&str, &str); 3] =
    [("func", "func.func"), ("call", "func.call"), ("return", "func.return")];

/// Returns the MLIR name of a VHLO operation, which may include a version.
///
/// `return` is `func.return` if `parent` is a function, and `stablehlo.return` otherwise.
pub fn to_mlir(vhlo: &str, parent: &str) -> String {
    let name = unversioned(vhlo);
    let is_in_function = parent == "func.func" || name != "return";
    let function = FUNCTIONS.iter().find(|(vhlo, _)| *vhlo == name && is_in_function);
    function.map_or_else(|| format!("stablehlo.{name}"), |(_, mlir)| (*mlir).to_owned())
}

/// Returns the latest VHLO definition of an MLIR operation, or `None` if VHLO has none.
pub fn to_vhlo(mlir: &str) -> Option<&'static Definition> {
    let function = FUNCTIONS.iter().find(|(_, name)| *name == mlir).map(|(vhlo, _)| *vhlo);
    let is_function = |name: &&str| matches!(*name, "func" | "call");
    let name = function.or_else(|| mlir.strip_prefix("stablehlo.").filter(|it| !is_function(it)));
    current(name?)
}

/// Types without parameters that are not element types of literals, and their MLIR assembly.
const OTHER_TYPES: [(Vhlo, &str); 5] = [
    (Vhlo::FloatTF32V1, "tf32"),
    (Vhlo::IndexV1, "index"),
    (Vhlo::TokenV1, "!stablehlo.token"),
    (Vhlo::WitnessV1, "!shape.witness"),
    (Vhlo::NoneV1, "none"),
];

/// Returns the MLIR assembly of a VHLO type without parameters, or `None` for other types.
pub fn text_of_type(ty: &Vhlo) -> Option<&'static str> {
    let other = || OTHER_TYPES.iter().find(|(vhlo, _)| vhlo == ty).map(|(_, text)| *text);
    ty.element_type().map(ElementType::name).or_else(other)
}

/// Returns the VHLO type without parameters that has the given MLIR assembly, or `None` if there is
/// none.
pub fn type_of_text(text: &str) -> Option<Vhlo> {
    if let Some((vhlo, _)) = OTHER_TYPES.iter().find(|(_, it)| *it == text) {
        return Some(vhlo.clone());
    }
    let element = ElementType::ALL.into_iter().find(|element| element.name() == text)?;
    Vhlo::of_element(element)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_dialects::op::OPS;

    #[test]
    fn every_element_type_is_read_back() {
        for element in ElementType::ALL {
            // Complex types have a parameter in VHLO.
            if let Some(vhlo) = Vhlo::of_element(element) {
                assert_eq!(text_of_type(&vhlo), Some(element.name()));
                assert_eq!(type_of_text(element.name()), Some(vhlo));
            } else {
                assert_eq!(type_of_text(element.name()), None);
            }
        }
        assert_eq!(type_of_text("tf32"), Some(Vhlo::FloatTF32V1));
        // `si8` is a type of MLIR that StableHLO lacks.
        assert_eq!(type_of_text("si8"), None);
    }

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
