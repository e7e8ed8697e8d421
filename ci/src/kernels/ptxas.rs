// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assembles PTX with NVIDIA's `ptxas`, and reads the resources of kernels from its output.

use super::kernel::{Code, Kernel};
use crate::project::Project;
use crate::{process, python};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The Python packages that contain the assembler.
const REQUIREMENTS: &str = "ci/kernels/requirements.txt";

/// The virtual environment of the packages, in the checkout.
const ENVIRONMENT: &str = "target/venv-kernels";

/// A Python program that prints the path of the assembler.
const FIND: &str = "import pathlib, sysconfig; \
     print(*pathlib.Path(sysconfig.get_path('purelib')).glob('nvidia/*/bin/ptxas'))";

/// Returns the path of the assembler. Downloads the assembler if it is missing.
///
/// # Errors
///
/// Fails if the Python packages cannot be installed, or if they do not contain the assembler.
pub fn find(project: &Project) -> Result<PathBuf> {
    let python = python::environment(project, ENVIRONMENT, REQUIREMENTS)?;
    let found = process::output(project.command(python).args(["-c", FIND]))?;
    match found.trim() {
        "" => bail!("{ENVIRONMENT}: expected ptxas among the packages of {REQUIREMENTS}"),
        path => Ok(path.into()),
    }
}

/// Assembles a PTX file for a chip.
///
/// # Errors
///
/// Fails with the first line of the assembler's message if the assembler refuses the file. Also
/// fails if its output cannot be parsed.
pub fn assemble(ptxas: &Path, chip: &str, file: &Path) -> Result<Code> {
    let mut command = Command::new(ptxas);
    command.args(["-v", "-arch", chip, "-o"]).arg(file.with_extension("cubin")).arg(file);
    let output = command.stdin(Stdio::null()).output().context("cannot start ptxas")?;
    let printed = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if !output.status.success() {
        let error = printed.lines().find(|line| line.contains("error") || line.contains("fatal"));
        bail!("{}", error.map_or_else(|| format!("ptxas: {}", output.status), str::to_owned));
    }
    parse(&printed)
}

/// Reads the output of `ptxas -v`. The stack sizes and spills of functions that a kernel calls are
/// added to the values of the kernel.
fn parse(printed: &str) -> Result<Code> {
    let mut code = Code::default();
    for line in printed.lines() {
        let unexpected = || format!("ptxas: cannot interpret the output line `{line}`");
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let (name, _) = rest.split_once('\'').with_context(unexpected)?;
            code.kernels.push(Kernel { name: name.to_owned(), ..Kernel::default() });
        } else if line.contains("bytes stack frame") {
            let kernel = code.kernels.last_mut().with_context(unexpected)?;
            kernel.stack += number(line, "bytes stack frame").with_context(unexpected)?;
            kernel.spilled += number(line, "bytes spill stores").with_context(unexpected)?;
        } else if line.contains(": Used ") {
            let kernel = code.kernels.last_mut().with_context(unexpected)?;
            kernel.registers = number(line, "registers").with_context(unexpected)?;
            // Kernels without shared memory have no such number.
            kernel.shared = number(line, "bytes smem").unwrap_or(0);
        } else if !is_expected(line) {
            code.warnings.push(line.trim().to_owned());
        }
    }
    Ok(code)
}

/// Returns the number before `unit` in a text.
fn number(line: &str, unit: &str) -> Option<u64> {
    line.split_once(unit)?.0.split_whitespace().next_back()?.parse().ok()
}

/// Returns true for lines that the assembler prints for every kernel or every file.
fn is_expected(line: &str) -> bool {
    let parts = ["Function properties for", "Compile time =", "bytes gmem"];
    line.trim().is_empty() || parts.iter().any(|part| line.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resources_of_kernels_are_read() {
        let printed = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90a'
ptxas info    : Function properties for first
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 49152 bytes smem
ptxas info    : Compile time = 10.965 ms
ptxas info    : (C7517) Potential Performance Loss: wgmma.mma_async instructions are serialized
ptxas info    : Compiling entry function 'second' for 'sm_90a'
ptxas info    : Function properties for second
    24 bytes stack frame, 16 bytes spill stores, 20 bytes spill loads
ptxas info    : Function properties for called
    8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers, 32 bytes cumulative stack size
";
        let code = parse(printed).unwrap();
        let [first, second] = &code.kernels[..] else { panic!("{code:?}") };
        let expected =
            Kernel { name: "first".into(), registers: 40, shared: 49152, ..Kernel::default() };
        assert_eq!(*first, expected);
        assert!(!first.uses_stack());
        let expected =
            Kernel { name: "second".into(), registers: 255, shared: 0, stack: 32, spilled: 16 };
        assert_eq!(*second, expected);
        assert!(second.uses_stack());
        let [warning] = &code.warnings[..] else { panic!("{code:?}") };
        assert!(warning.contains("C7517"));
    }

    #[test]
    fn unknown_forms_are_errors() {
        let error = parse("    0 bytes stack frame, 0 bytes spill stores").unwrap_err().to_string();
        assert!(
            error.starts_with("ptxas: cannot interpret the output line `    0 bytes stack"),
            "{error}"
        );
        let text = "Compiling entry function 'f' for 'sm_80'\nptxas info : Used many registers";
        assert!(parse(text).is_err());
        assert_eq!(parse("").unwrap(), Code::default());
    }
}
