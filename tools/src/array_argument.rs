// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The option `--args`: all inputs of a program as one array, as in stablehlo-translate.

use hloom_compiler::Error;
use hloom_compiler::mlir::literal_of_attribute;
use hloom_dialects::op_view::read_array;
use hloom_dialects::{Context, Diagnostics};
use hloom_values::Literal;
use melior::ir::Attribute;

/// Parses the value of `--args`, an array of dense attributes such as `[dense<1> : tensor<2xi32>,
/// ...]`.
///
/// # Errors
/// Fails if the text is not an array, or if an element is not a dense attribute.
pub fn parse(text: &str) -> Result<Vec<Literal>, Error> {
    const FORM: &str = "--args=[dense<1> : tensor<2xi32>, ...]";
    let context = Context::new();
    let _said = Diagnostics::collect(&context);
    // StableHLO's tests of stablehlo-translate compare the middle part of both messages.
    let elements = Attribute::parse(&context, text).and_then(read_array).ok_or_else(|| {
        Error::invalid(format!(
            "--args: expected array attribute string for args, i.e. {FORM}, found `{text}`"
        ))
    })?;
    let literal = |attribute: Attribute| {
        literal_of_attribute(attribute).map_err(|_| {
            Error::invalid(format!(
                "--args: expected dense elements attribute for args elements, i.e. {FORM}, found \
                 `{attribute}`"
            ))
        })
    };
    elements.into_iter().map(literal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays() {
        let literals = parse("[dense<1> : tensor<2xi32>, dense<[true]> : tensor<1xi1>]");
        let shapes: Vec<_> = literals.expect("two").iter().map(|it| it.shape().clone()).collect();
        let expected = ["tensor<2xi32>", "tensor<1xi1>"].map(|ty| ty.parse().expect("a type"));
        assert_eq!(shapes, expected);
        assert_eq!(parse("[]"), Ok(Vec::new()));
        let refusal = parse("not_array").expect_err("no array").to_string();
        assert!(refusal.contains("expected array attribute string for args, "), "{refusal}");
        assert!(refusal.ends_with("found `not_array`"), "{refusal}");
        let refusal = parse("[4.0 : f32]").expect_err("not dense").to_string();
        assert!(refusal.contains("expected dense elements attribute for args "), "{refusal}");
    }
}
