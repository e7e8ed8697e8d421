// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! StableHLO's own programs as test programs of a pack.
//!
//! JAX wrote the programs in `stablehlo/testdata`. In each program, `@main` calls `@inputs`, which
//! returns constants. `@main` then computes results and checks them. The compiler could fold the
//! whole program. Therefore the inputs become parameters of `@main`, and the checks are removed.

use super::check::{Sources, Values};
use super::files::read;
use crate::conformance::suite;
use anyhow::Result;
use std::path::Path;

/// Returns the programs of a StableHLO checkout whose `@main` gets its inputs from `@inputs`,
/// sorted by path. Their `@main` has parameters instead.
///
/// # Errors
///
/// Fails if a file cannot be read.
pub fn find(checkout: &Path) -> Result<Vec<Sources>> {
    let mut sources = Vec::new();
    for case in suite::find(checkout)? {
        if case.needs_participants || case.inputs.is_some() {
            continue;
        }
        let text = read(&case.path)?;
        if let Some(program) = with_parameters(&text) {
            let name = case.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let (rtol, atol) = tolerance(&text);
            sources.push(Sources { name, program, values: Values::Function("inputs"), rtol, atol });
        }
    }
    Ok(sources)
}

/// Returns the program with the results of `@inputs` as parameters of `@main`, and without checks.
/// Returns `None` if `@main` does not get its inputs from `@inputs`.
fn with_parameters(text: &str) -> Option<String> {
    let call = text.lines().find(|line| line.contains(" = call @inputs() : () -> "))?;
    let (values, call) = call.trim().split_once(" = call @inputs() : () -> ")?;
    let types = super::check::tensor_types(call);
    let value = values.split(':').next()?;
    let parameter = |(index, ty): (usize, &String)| format!("%in{index}: {ty}");
    let parameters: Vec<_> = types.iter().enumerate().map(parameter).collect();
    let header = format!("@main({})", parameters.join(", "));
    let is_kept = |line: &&str| {
        let is_call = ["= call @inputs()", "= call @expected()", "custom_call @check."];
        !is_call.iter().any(|call| line.contains(call))
    };
    let mut body = text.lines().filter(is_kept).collect::<Vec<_>>().join("\n");
    if !body.contains("@main()") || body.contains("@check.") {
        return None;
    }
    body = body.replace("@main()", &header);
    for index in (0..types.len()).rev() {
        let old = if values.contains(':') { format!("{value}#{index}") } else { value.to_owned() };
        body = replace_name(&body, &old, &format!("%in{index}"));
    }
    Some(body + "\n")
}

/// Replaces the SSA name `old` by `new` in the first function of the text, `@main`. Longer names
/// that begin with `old` are not changed.
fn replace_name(text: &str, old: &str, new: &str) -> String {
    let end = text.find("\n  }").unwrap_or(text.len());
    let (main, rest) = text.split_at(end);
    let mut parts = main.split(old);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let continues =
            part.starts_with(|next: char| next.is_alphanumeric() || "_#:".contains(next));
        result.push_str(if continues { old } else { new });
        result.push_str(part);
    }
    result + rest
}

/// Returns the relative and the absolute tolerance for the results of a program. The least precise
/// float type of the program determines both, as in the goldens.
fn tolerance(text: &str) -> (f64, f64) {
    let has = |ty: &str| {
        [format!("x{ty}>"), format!("<{ty}>")].iter().any(|part| text.contains(part.as_str()))
    };
    if text.contains("xf8E") || has("bf16") {
        (0.03, 0.03)
    } else if has("f16") {
        (0.005, 0.005)
    } else if has("f32") {
        (1e-4, 1e-5)
    } else {
        (1e-10, 1e-12)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_become_parameters() {
        let text = "\
module @jit_main {
  func.func public @main() -> tensor<2xf64> {
    %0:2 = call @inputs() : () -> (tensor<2xf64>, tensor<complex<f32>>)
    %1 = call @expected() : () -> tensor<2xf64>
    %2 = stablehlo.add %0#0, %0#0 : tensor<2xf64>
    stablehlo.custom_call @check.expect_close(%2, %1) : (tensor<2xf64>, tensor<2xf64>) -> ()
    return %2 : tensor<2xf64>
  }
  func.func private @inputs() -> (tensor<2xf64>, tensor<complex<f32>>) {
  }
}
";
        let expected = "\
module @jit_main {
  func.func public @main(%in0: tensor<2xf64>, %in1: tensor<complex<f32>>) -> tensor<2xf64> {
    %2 = stablehlo.add %in0, %in0 : tensor<2xf64>
    return %2 : tensor<2xf64>
  }
  func.func private @inputs() -> (tensor<2xf64>, tensor<complex<f32>>) {
  }
}
";
        assert_eq!(with_parameters(text).as_deref(), Some(expected));
        let one = "@main() {\n    %0 = call @inputs() : () -> tensor<f32>\n    %01 = f %0, %02\n";
        let one = with_parameters(one);
        assert_eq!(one.as_deref(), Some("@main(%in0: tensor<f32>) {\n    %01 = f %in0, %02\n"));
        assert_eq!(with_parameters("@main() {\n}"), None);
    }
}
