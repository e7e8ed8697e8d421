// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Compares the host's share in the runs of goldens on a GPU with `goldens/host_shares.txt`.

use hloom_compiler::CompiledProgram;
use libtest_mimic::Failed;

/// Checks that the list has the control flow of a golden and the operations that the host executes.
/// Goldens without any are not listed.
///
/// # Errors
/// Fails if the list differs. The message has the line that the list should have.
pub fn check(name: &str, compiled: &CompiledProgram) -> Result<(), Failed> {
    let report = compiled.executable().host_report().ok_or("the platform makes no report")?;
    let mut parts = Vec::new();
    let counts = [(report.loops, "loop", "loops"), (report.branches, "branch", "branches")];
    for (count, one, several) in counts.into_iter().filter(|(count, ..)| *count > 0) {
        parts.push(format!("{count} {}", if count == 1 { one } else { several }));
    }
    for call in &report.calls {
        let operation = call.operation.split(" at ").next().unwrap_or_default();
        parts.push(format!("{operation} ({} and {} bytes)", call.operand_bytes, call.result_bytes));
    }
    let found = (!parts.is_empty()).then(|| format!("{name}: {}", parts.join(", ")));
    let list = std::fs::read_to_string(super::folder().join("host_shares.txt"))?;
    let listed = list.lines().find(|line| line.starts_with(&format!("{name}: ")));
    if listed == found.as_deref() {
        return Ok(());
    }
    let [listed, found] = [listed, found.as_deref()].map(|line| line.unwrap_or("no line"));
    Err(format!("goldens/host_shares.txt: expected {found:?}, found {listed:?}").into())
}
