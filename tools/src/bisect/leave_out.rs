// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Finds the pass without which the compiled program is right: what cannot be run in the
//! middle can be compiled with fewer passes.

use super::judge::Verdict;
use hloom_compiler::Error;

/// What is found out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Findings {
    /// The passes without which nothing runs, by position.
    pub needed: Vec<usize>,
    /// The passes without any one of which the answer is right.
    pub suspects: Vec<usize>,
    /// What the answer is with no more than the passes that are needed.
    pub least: Verdict,
    /// The first pass that makes the answer wrong when the others that can be left out
    /// are added in order to those needed.
    pub first: Option<usize>,
}

/// Leaves out passes; `judge` says what the answer is with those at these positions, of
/// `count`.
///
/// # Errors
/// The first of the function's.
pub(super) fn leave_out(
    count: usize,
    mut judge: impl FnMut(&[usize]) -> Result<Verdict, Error>,
) -> Result<Findings, Error> {
    let (mut needed, mut optional, mut suspects) = (Vec::new(), Vec::new(), Vec::new());
    for left_out in 0..count {
        let others: Vec<_> = (0..count).filter(|position| *position != left_out).collect();
        match judge(&others)? {
            Verdict::None(_) => needed.push(left_out),
            Verdict::Wrong(_) => optional.push(left_out),
            Verdict::Right => {
                optional.push(left_out);
                suspects.push(left_out);
            }
        }
    }
    let least = judge(&needed)?;
    let mut first = None;
    if least == Verdict::Right {
        let mut used = needed.clone();
        for position in optional {
            used.push(position);
            used.sort_unstable();
            if let Verdict::Wrong(_) = judge(&used)? {
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

    /// Of six passes the first and the fourth are needed.
    fn judge(
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
        let findings = leave_out(6, judge(|used| used.contains(&4))).expect("no errors");
        let least = Verdict::Right;
        let expected = Findings { needed: vec![0, 3], suspects: vec![4], least, first: Some(4) };
        assert_eq!(findings, expected);
    }

    #[test]
    fn two_that_are_wrong_together() {
        let both = |used: &[usize]| used.contains(&1) && used.contains(&5);
        let findings = leave_out(6, judge(both)).expect("no errors");
        assert_eq!((findings.suspects, findings.first), (vec![1, 5], Some(5)));
    }

    #[test]
    fn one_that_is_needed() {
        let findings = leave_out(6, judge(|_| true)).expect("no errors");
        assert_eq!((findings.suspects, findings.first), (vec![], None));
        assert_eq!(findings.least, Verdict::Wrong("another".to_owned()));
    }
}
