// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the pass that miscompiles a program by compiling with subsets of the passes.
//!
//! The interpreter cannot evaluate intermediate programs below level `hlo`. Therefore, the program
//! is compiled with subsets of the passes, and only the final results are compared.

use super::oracle::Verdict;
use hloom_compiler::Error;

/// The results of compiling a program with subsets of a pipeline's passes. Passes are identified by
/// their positions in the pipeline, from 0.
#[derive(Debug, PartialEq, Eq)]
pub struct Findings {
    /// Required passes: without any one of these passes, the program does not compile or run.
    pub needed: Vec<usize>,
    /// Suspects: without any one of these passes, the results of the compiled program are right.
    pub suspects: Vec<usize>,
    /// Verdict on the program compiled with only the required passes.
    pub least: Verdict,
    /// The first pass that makes the results wrong when the passes that are not required are added
    /// to the required passes one by one, in order.
    pub first: Option<usize>,
}

/// Classifies each of `count` passes by the results of the program when it is compiled with subsets
/// of the passes.
///
/// `oracle` returns the verdict on the program compiled with only the passes at the given
/// positions.
///
/// # Errors
/// Fails if `oracle` fails.
pub fn leave_out(
    count: usize,
    mut oracle: impl FnMut(&[usize]) -> Result<Verdict, Error>,
) -> Result<Findings, Error> {
    let (mut needed, mut optional, mut suspects) = (Vec::new(), Vec::new(), Vec::new());
    for left_out in 0..count {
        let others: Vec<_> = (0..count).filter(|position| *position != left_out).collect();
        match oracle(&others)? {
            Verdict::None(_) => needed.push(left_out),
            Verdict::Wrong(_) => optional.push(left_out),
            Verdict::Right => {
                optional.push(left_out);
                suspects.push(left_out);
            }
        }
    }
    let least = oracle(&needed)?;
    let mut first = None;
    if least == Verdict::Right {
        let mut used = needed.clone();
        for position in optional {
            used.push(position);
            used.sort_unstable();
            if let Verdict::Wrong(_) = oracle(&used)? {
                first = Some(position);
                break;
            }
        }
    }
    Ok(Findings { needed, suspects, least, first })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle of six passes, of which the first and the fourth are required.
    fn oracle(
        is_wrong: impl Fn(&[usize]) -> bool,
    ) -> impl FnMut(&[usize]) -> Result<Verdict, Error> {
        move |used| {
            Ok(if !used.contains(&0) || !used.contains(&3) {
                Verdict::None("refused".to_owned())
            } else if is_wrong(used) {
                Verdict::Wrong("another".to_owned())
            } else {
                Verdict::Right
            })
        }
    }

    #[test]
    fn one_wrong_pass() {
        let findings = leave_out(6, oracle(|used| used.contains(&4))).expect("no errors");
        let least = Verdict::Right;
        let expected = Findings { needed: vec![0, 3], suspects: vec![4], least, first: Some(4) };
        assert_eq!(findings, expected);
    }

    #[test]
    fn two_that_are_wrong_together() {
        let both = |used: &[usize]| used.contains(&1) && used.contains(&5);
        let findings = leave_out(6, oracle(both)).expect("no errors");
        assert_eq!((findings.suspects, findings.first), (vec![1, 5], Some(5)));
    }

    #[test]
    fn one_that_is_needed() {
        let findings = leave_out(6, oracle(|_| true)).expect("no errors");
        assert_eq!((findings.suspects, findings.first), (vec![], None));
        assert_eq!(findings.least, Verdict::Wrong("another".to_owned()));
    }
}
