// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks the runtime calls of programs whose results must be reproducible.

use hloom_compiler::Error;
use hloom_compiler::runtime::CallDescription;
use hloom_dialects::Op;

/// Checks that no runtime call computes with floats. The libraries behind such calls select
/// instructions for the processor, or call functions of the C library.
///
/// Collectives only move bytes. Custom calls of the user are not checked.
///
/// # Errors
/// Fails with the location of the first Fourier transform, random number generation or LAPACK call.
pub fn check_calls(calls: &[CallDescription]) -> Result<(), Error> {
    for call in calls {
        let target = call.attributes.get("call_target_name").and_then(|it| it.text());
        let name = match Op::from_name(&call.name) {
            Some(Op::StablehloCustomCall) => target.filter(|target| target.starts_with("lapack_")),
            _ => target.is_none().then_some(&*call.name),
        };
        let Some(name) = name else { continue };
        let place = match &*call.location {
            "" => String::new(),
            location => format!("{location}: "),
        };
        return Err(Error::Program(format!(
            "{place}error: `{name}` is not reproducible: its results depend on the libraries and \
             the processor of this machine"
        )));
    }
    Ok(())
}
