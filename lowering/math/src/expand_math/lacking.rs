// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Expansions of operations that are instructions on most targets, for targets that lack them.

use super::real::{Real, Select};

/// Expands the operation `name`, which is `arith.maximumf` or `arith.minimumf`. Returns `None` for
/// other names.
pub fn binary<F: Real>(name: &str, a: F, b: F) -> Option<F> {
    // Equal numbers have equal bits, except +0 and -0. `&` of the bits of these is +0, `|` is -0.
    let (greater, equal) = match name {
        "arith.maximumf" => (a.gt(b), a.bits() & b.bits()),
        "arith.minimumf" => (a.lt(b), a.bits() | b.bits()),
        _ => return None,
    };
    let number = a.eq(b).select(super::real::Int::real(equal), greater.select(a, b));
    let ordered = a.eq(a) & b.eq(b);
    Some(ordered.select(number, a + b))
}

/// Expands the operation `name`, which is `math.roundeven` or `math.trunc`. Returns `None` for
/// other names.
pub fn unary<F: Real>(name: &str, x: F) -> Option<F> {
    match name {
        "math.roundeven" => Some(round_even(x)),
        "math.trunc" => Some(truncate(x)),
        _ => None,
    }
}

/// Rounds to the nearest integer, ties to even. Adding a number that is so large that the sum has
/// no fractional digits rounds the sum; subtracting the number again yields the rounded value.
fn round_even<F: Real>(x: F) -> F {
    let whole = x.format().power_of_two(x.format().fraction() as i32);
    let magnitude = x.abs();
    let rounded = magnitude.plus(whole).plus(-whole).copysign(x);
    magnitude.below(whole).select(rounded, x)
}

/// Rounds towards zero: rounds the magnitude, and subtracts 1 if it was rounded up.
fn truncate<F: Real>(x: F) -> F {
    let (magnitude, nearest) = (x.abs(), round_even(x).abs());
    nearest.gt(magnitude).select(nearest.plus(-1.0), nearest).copysign(x)
}

#[cfg(test)]
mod tests {
    use super::super::host::Host;
    use super::*;

    const NUMBERS: [f64; 13] = [
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -2.5,
        0.49999999999999994,
        4503599627370495.5,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];

    #[test]
    fn ties_are_rounded_to_even_and_zeros_keep_their_signs() {
        for number in NUMBERS {
            let rounded = round_even(Host::<f64, false>(number)).0;
            let expected = number.round_ties_even();
            assert!(rounded.to_bits() == expected.to_bits() || number.is_nan(), "{number}");
        }
    }

    #[test]
    fn truncated_numbers_keep_their_signs() {
        for number in NUMBERS {
            let truncated = truncate(Host::<f64, false>(number)).0;
            let expected = number.trunc();
            assert!(truncated.to_bits() == expected.to_bits() || number.is_nan(), "{number}");
        }
    }

    #[test]
    fn maximum_and_minimum_order_zeros_and_keep_nan() {
        let numbers = NUMBERS.map(Host::<f64, false>);
        for (a, b) in numbers.iter().flat_map(|a| numbers.map(|b| (*a, b))) {
            let greatest = binary("arith.maximumf", a, b).expect("it is there").0;
            let least = binary("arith.minimumf", a, b).expect("it is there").0;
            if a.0.is_nan() || b.0.is_nan() {
                assert!(greatest.is_nan() && least.is_nan());
                continue;
            }
            let (low, high) = if a.0.total_cmp(&b.0).is_lt() { (a.0, b.0) } else { (b.0, a.0) };
            assert_eq!((least.to_bits(), greatest.to_bits()), (low.to_bits(), high.to_bits()));
        }
    }
}
