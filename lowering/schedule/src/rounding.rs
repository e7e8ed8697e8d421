// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rounded quotients of integers, and rounding of integers to powers of two.

/// Returns the quotient of two integers, rounded up.
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

/// Returns the size of the parts into which to divide `whole`, which is at most `most`. The size is
/// a divisor of `whole` if there is a divisor of at least three quarters of the even size.
/// Otherwise, the parts have approximately equal sizes.
pub fn even_part(whole: i64, most: i64) -> i64 {
    let even = ceil(whole, ceil(whole, most));
    (even * 3 / 4..=most).rev().find(|part| *part > 0 && whole % part == 0).unwrap_or(even)
}
