// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Questions about the steps of a plan.

use hloom_launch_plan::Step;

/// Returns the lists of steps in a step.
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

/// Returns the number of arguments of the launch that has most of them.
pub fn most_arguments(steps: &[Step]) -> usize {
    let of = |step: &Step| match step {
        Step::Launch { arguments, .. } => arguments.len(),
        step => inner(step).into_iter().map(most_arguments).max().unwrap_or_default(),
    };
    steps.iter().map(of).max().unwrap_or_default()
}

/// Returns true if the host reads a number from the device, for which it waits.
pub fn waits(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::While { .. } | Step::If { .. } | Step::Switch { .. } => true,
        step => inner(step).into_iter().any(waits),
    })
}
