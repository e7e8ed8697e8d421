// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs the programs of a suite on all cores.

use crate::progress::Progress;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs every case, with one thread per core, and shows the progress under `title`.
///
/// Returns the outcomes in the order of the cases. The outcome of every case is `Some`.
///
/// # Panics
///
/// Panics if `run` panics.
pub fn run_all<C: Sync, O: Send>(
    title: String,
    cases: &[C],
    name: impl Fn(&C) -> &str + Sync,
    run: impl Fn(&C) -> O + Sync,
) -> Vec<Option<O>> {
    let next = AtomicUsize::new(0);
    let progress = Mutex::new(Progress::new(title));
    let outcomes: Vec<_> = cases.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(index) else { break };
            if let Ok(mut progress) = progress.lock() {
                let percent = 100.0 * index as f64 / cases.len() as f64;
                progress.report(Some(percent), name(case));
            }
            let outcome = run(case);
            if let Ok(mut slot) = outcomes[index].lock() {
                *slot = Some(outcome);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    outcomes.into_iter().map(|slot| slot.into_inner().ok().flatten()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_in_the_order_of_the_cases() {
        let cases: Vec<_> = (0..100).map(|number| number.to_string()).collect();
        let outcomes = run_all("counting".to_owned(), &cases, |case| case, |case| case.len());
        let expected: Vec<_> = cases.iter().map(|case| Some(case.len())).collect();
        assert_eq!(outcomes, expected);
    }
}
