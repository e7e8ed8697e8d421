// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Properties of the steps of a launch plan.

use hloom_launch_plan::Step;

/// Returns the lists of steps that a step contains, such as the branches of an `If`. The result is
/// empty for a step without nested steps.
pub fn inner(step: &Step) -> Vec<&[Step]> {
    match step {
        Step::Launch { .. } | Step::Copy { .. } | Step::Call { .. } | Step::Assign(_) => Vec::new(),
        Step::While { before, body, .. } => vec![before, body],
        Step::Repeat { body, .. } => vec![body],
        Step::If { then, otherwise, .. } => vec![then, otherwise],
        Step::Switch { cases, default, .. } => {
            cases.iter().map(|(_, steps)| &steps[..]).chain([&default[..]]).collect()
        }
    }
}

/// Returns the maximum number of arguments of a launch in the steps, including nested steps.
pub fn most_arguments(steps: &[Step]) -> usize {
    let of = |step: &Step| match step {
        Step::Launch { arguments, .. } => arguments.len(),
        step => inner(step).into_iter().map(most_arguments).max().unwrap_or_default(),
    };
    steps.iter().map(of).max().unwrap_or_default()
}

/// Returns true if the host reads a predicate or a selector from the device in one of the steps,
/// for which it must wait for the stream.
pub fn waits(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::While { .. } | Step::If { .. } | Step::Switch { .. } => true,
        step => inner(step).into_iter().any(waits),
    })
}
