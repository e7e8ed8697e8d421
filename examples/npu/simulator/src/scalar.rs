// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Arithmetic of the scalar unit.

use crate::operations::{Condition, ScalarOp};

/// Returns the result of a scalar operation, or `None` for a division by zero.
pub(crate) fn compute(op: ScalarOp, a: i64, b: i64) -> Option<i64> {
    Some(match op {
        ScalarOp::Add => a.wrapping_add(b),
        ScalarOp::Sub => a.wrapping_sub(b),
        ScalarOp::Mul => a.wrapping_mul(b),
        ScalarOp::Min => a.min(b),
        ScalarOp::Max => a.max(b),
        ScalarOp::Div if b == 0 => return None,
        ScalarOp::Div => a.wrapping_div(b) - i64::from(rounds_down(a, b)),
        ScalarOp::Rem if b == 0 => return None,
        ScalarOp::Rem => a.wrapping_rem(b) + if rounds_down(a, b) { b } else { 0 },
        ScalarOp::Slt => i64::from(a < b),
        ScalarOp::Sle => i64::from(a <= b),
        ScalarOp::Seq => i64::from(a == b),
    })
}

/// Returns true if the floor of `a / b` is one less than the quotient truncated toward zero, for a
/// nonzero `b`.
fn rounds_down(a: i64, b: i64) -> bool {
    a.wrapping_rem(b) != 0 && (a < 0) != (b < 0)
}

/// Returns true if the branch condition holds for the operands `a` and `b`.
pub(crate) fn holds(condition: Condition, a: i64, b: i64) -> bool {
    match condition {
        Condition::Eq => a == b,
        Condition::Ne => a != b,
        Condition::Lt => a < b,
        Condition::Ge => a >= b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        let check = |a, b, quotient, rest| {
            assert_eq!(compute(ScalarOp::Div, a, b), Some(quotient), "{a} / {b}");
            assert_eq!(compute(ScalarOp::Rem, a, b), Some(rest), "{a} % {b}");
        };
        check(7, 2, 3, 1);
        check(-7, 2, -4, 1);
        check(7, -2, -4, -1);
        check(-7, -2, 3, -1);
        check(-8, 2, -4, 0);
        check(i64::MIN, -1, i64::MIN, 0);
        check(i64::MIN, 1, i64::MIN, 0);
        check(i64::MIN, i64::MAX, -2, i64::MAX - 1);
        assert_eq!(compute(ScalarOp::Div, 1, 0), None);
        assert_eq!(compute(ScalarOp::Rem, 1, 0), None);
    }

    #[test]
    fn the_rest_wraps_or_compares() {
        let check = |op, a, b, want| assert_eq!(compute(op, a, b), Some(want), "{op}");
        check(ScalarOp::Add, i64::MAX, 1, i64::MIN);
        check(ScalarOp::Sub, i64::MIN, 1, i64::MAX);
        check(ScalarOp::Mul, i64::MIN, -1, i64::MIN);
        check(ScalarOp::Min, -1, 1, -1);
        check(ScalarOp::Max, -1, 1, 1);
        check(ScalarOp::Slt, -1, 1, 1);
        check(ScalarOp::Slt, 1, 1, 0);
        check(ScalarOp::Sle, 1, 1, 1);
        check(ScalarOp::Seq, 1, 2, 0);
    }

    #[test]
    fn branches_are_signed() {
        assert!(holds(Condition::Lt, -1, 0) && !holds(Condition::Lt, 0, 0));
        assert!(holds(Condition::Ge, 0, 0) && !holds(Condition::Ge, -1, 0));
        assert!(holds(Condition::Eq, 5, 5) && !holds(Condition::Eq, 5, 6));
        assert!(holds(Condition::Ne, 5, 6) && !holds(Condition::Ne, 5, 5));
    }
}
