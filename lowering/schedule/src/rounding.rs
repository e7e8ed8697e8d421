// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rounded quotients of integers, and rounding of integers to powers of two.

/// Returns the quotient of two integers, rounded up. The divisor must be positive.
pub fn ceil(dividend: i64, divisor: i64) -> i64 {
    dividend.div_euclid(divisor) + i64::from(dividend.rem_euclid(divisor) != 0)
}

/// Returns the largest power of two that is at most `value`, which must be positive.
pub fn floor_power(value: i64) -> i64 {
    1 << (63 - value.max(1).leading_zeros())
}

/// Returns the smallest power of two that is at least `value`, which must be positive.
pub fn ceil_power(value: i64) -> i64 {
    let floor = floor_power(value);
    if floor < value { floor.saturating_mul(2) } else { floor }
}

/// Returns the size, at most `most`, of the parts into which to divide `whole`. The even size
/// divides `whole` into as few parts as possible, of approximately equal sizes. The result is the
/// largest divisor of `whole` from three quarters of the even size to `most`, or the even size if
/// there is no such divisor.
pub fn even_part(whole: i64, most: i64) -> i64 {
    let even = ceil(whole, ceil(whole, most));
    (even * 3 / 4..=most).rev().find(|part| *part > 0 && whole % part == 0).unwrap_or(even)
}
