// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Counts the launches, copies, loops and branches in a launch plan, and lists its runtime calls.

use hloom_compiler::Error;
use hloom_compiler::interface::{HostCall, HostReport};
use hloom_compiler::runtime::CallDescription;
use hloom_launch_plan::{Place, Plan, Step};

/// Returns the report of a launch plan. `descriptions` describe the operations that the host
/// executes, in the order of their numbers in the plan.
pub fn report(plan: &Plan, descriptions: &[CallDescription]) -> HostReport {
    let mut report = HostReport::default();
    add(&mut report, &plan.steps, descriptions);
    report
}

fn add(report: &mut HostReport, steps: &[Step], descriptions: &[CallDescription]) {
    for step in steps {
        match step {
            Step::Launch { .. } => report.launches += 1,
            Step::Copy { .. } => report.copies += 1,
            Step::Call { number, operands, results } => {
                let bytes = |places: &[Place]| places.iter().map(|place| place.bytes).sum();
                let operation = descriptions.get(*number).map(CallDescription::to_string);
                report.calls.push(HostCall {
                    operation: operation.unwrap_or_default(),
                    operand_bytes: bytes(operands),
                    result_bytes: bytes(results),
                });
            }
            Step::Assign(_) => {}
            Step::While { before, body, .. } => {
                report.loops += 1;
                add(report, before, descriptions);
                add(report, body, descriptions);
            }
            Step::Repeat { body, .. } => add(report, body, descriptions),
            Step::If { then, otherwise, .. } => {
                report.branches += 1;
                add(report, then, descriptions);
                add(report, otherwise, descriptions);
            }
            Step::Switch { cases, default, .. } => {
                report.branches += 1;
                for (_, case) in cases {
                    add(report, case, descriptions);
                }
                add(report, default, descriptions);
            }
        }
    }
}

/// Checks that a program has no operations that the host executes.
///
/// # Errors
/// Returns [`Error::Unsupported`] with a list of the operations that the host would execute.
pub fn refuse_calls(platform: &str, calls: &[CallDescription]) -> Result<(), Error> {
    if calls.is_empty() {
        return Ok(());
    }
    let calls: Vec<_> = calls.iter().map(CallDescription::to_string).collect();
    let what = format!("programs with operations that the host executes: {}", calls.join(", "));
    Err(Error::unsupported(platform, &what))
}
