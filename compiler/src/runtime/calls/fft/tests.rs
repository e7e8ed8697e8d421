// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of transforms: against the definition, and against each other.

use super::*;
use crate::ThreadPool;
use crate::interface::Threads;

/// Transforms rows by the definition, in f64, at a sample of the frequencies.
fn expected(row: &[Complex<f64>], frequency: usize, inverse: bool) -> Complex<f64> {
    let count = row.len();
    let terms = row.iter().enumerate().map(|(index, element)| {
        // The product is below 2^64 for all rows of these tests.
        *element * long::root_of_unity(index * frequency % count, count, inverse)
    });
    terms.sum()
}

fn numbers(count: usize) -> Vec<Complex<f64>> {
    let number = |index: usize| {
        let hash = index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        Complex::new((hash % 1999) as f64 / 999.5 - 1.0, (hash % 1777) as f64 / 888.5 - 1.0)
    };
    (0..count).map(number).collect()
}

fn pools() -> Result<[Option<ThreadPool>; 2], Error> {
    Ok([None, Some(ThreadPool::new(Some(3))?)])
}

fn share(pool: &Option<ThreadPool>) -> Share<'_> {
    Share(pool.as_ref().map(|pool| pool as &dyn Threads))
}

/// Short rows, and rows that are long in tests: powers of two, products of small and of large factors, and primes.
const LENGTHS: [usize; 7] = [1, 2, 30, 97, 1 << 12, 4099, 66 * 67];

#[test]
fn rows_of_all_lengths_agree_with_the_definition() -> Result<(), Error> {
    for pool in pools()? {
        for (length, inverse) in LENGTHS.into_iter().flat_map(|it| [(it, false), (it, true)]) {
            let share = share(&pool);
            let operand = numbers(2 * length);
            let kind = if inverse { Kind::Inverse } else { Kind::Forward };
            let mut result = vec![Complex::default(); 2 * length];
            Plan::new(kind, &[length]).complex(&operand, &mut result, share);
            let factor = if inverse { 1.0 / length as f64 } else { 1.0 };
            for frequency in [0, 1, length / 3, length / 2, length - 1] {
                let frequency = frequency.min(length - 1);
                for (row, result) in operand.chunks(length).zip(result.chunks(length)) {
                    let error = result[frequency] - expected(row, frequency, inverse) * factor;
                    let bound = 1e-13 * (length as f64).sqrt() * length as f64 * factor;
                    assert!(
                        error.norm() <= bound,
                        "length {length}, inverse {inverse}, frequency {frequency}: error {error}"
                    );
                }
            }
        }
    }
    Ok(())
}

#[test]
fn real_rows_of_all_lengths_agree_with_complex_ones() -> Result<(), Error> {
    for pool in pools()? {
        for length in LENGTHS.into_iter().chain([2 * 65 * 67, 1 << 13]) {
            let share = share(&pool);
            let real: Vec<f64> = numbers(2 * length).iter().map(|it| it.re).collect();
            let half = length / 2 + 1;
            let mut spectra = vec![Complex::default(); 2 * half];
            Plan::new(Kind::FromReal, &[length]).real_to_complex(&real, &mut spectra, share);
            let operand: Vec<_> = real.iter().map(|it| Complex::new(*it, 0.0)).collect();
            let mut whole = vec![Complex::default(); 2 * length];
            Plan::new(Kind::Forward, &[length]).complex(&operand, &mut whole, share);
            for (spectrum, whole) in spectra.chunks(half).zip(whole.chunks(length)) {
                for (index, (actual, expected)) in spectrum.iter().zip(whole).enumerate() {
                    let error = (actual - expected).norm();
                    assert!(
                        error < 1e-10,
                        "length {length}, index {index}: expected {expected}, found {actual}"
                    );
                }
            }
            // The inverse ignores imaginary parts that real rows do not have.
            spectra[0].im = 3.0;
            if length.is_multiple_of(2) {
                spectra[half - 1].im = 5.0;
            }
            let mut back = vec![0.0; 2 * length];
            Plan::new(Kind::ToReal, &[length]).complex_to_real(&spectra, &mut back, share);
            for (index, (actual, expected)) in back.iter().zip(&real).enumerate() {
                assert!((actual - expected).abs() < 1e-10, "{length} {index}");
            }
        }
    }
    Ok(())
}

#[test]
fn several_dimensions_are_those_one_by_one() -> Result<(), Error> {
    for pool in pools()? {
        for (batch, lengths) in [
            (3, vec![5, 7]),
            (1, vec![40, 3, 18]),
            (5, vec![4, 18]),
            (2, vec![2, 6]),
            (1, vec![33, 17]),
            (1, vec![3, 1 << 12]),
            (4, vec![1, 1, 5]),
        ] {
            for inverse in [false, true] {
                let share = share(&pool);
                let volume: usize = lengths.iter().product();
                let operand = numbers(batch * volume);
                let mut expected = operand.clone();
                let kind = if inverse { Kind::Inverse } else { Kind::Forward };
                let mut inner = 1;
                for length in lengths.iter().rev() {
                    let plan = Plan::new(kind, &[*length]);
                    for start in (0..expected.len()).step_by(length * inner) {
                        for column in start..start + inner {
                            let place = |row| column + row * inner;
                            let row: Vec<_> =
                                (0..*length).map(|row| expected[place(row)]).collect();
                            let mut result = vec![Complex::default(); *length];
                            plan.complex(&row, &mut result, Share(None));
                            for (row, element) in result.into_iter().enumerate() {
                                expected[place(row)] = element;
                            }
                        }
                    }
                    inner *= length;
                }
                let mut actual = vec![Complex::default(); operand.len()];
                Plan::new(kind, &lengths).complex(&operand, &mut actual, share);
                for (actual, expected) in actual.iter().zip(&expected) {
                    assert!((actual - expected).norm() < 1e-9, "{batch} {lengths:?}");
                }
                // Real transforms: there, and back again.
                let real: Vec<f64> = operand.iter().map(|it| it.re).collect();
                let last = lengths[lengths.len() - 1];
                let half = last / 2 + 1;
                let mut spectrum = vec![Complex::default(); batch * volume / last * half];
                let plan = Plan::new(Kind::FromReal, &lengths);
                plan.real_to_complex(&real, &mut spectrum, share);
                let mut back = vec![0.0; real.len()];
                let plan = Plan::new(Kind::ToReal, &lengths);
                plan.complex_to_real(&spectrum, &mut back, share);
                for (actual, expected) in back.iter().zip(&real) {
                    assert!((actual - expected).abs() < 1e-10, "{batch} {lengths:?}");
                }
                let operand: Vec<_> = real.iter().map(|it| Complex::new(*it, 0.0)).collect();
                let mut whole = vec![Complex::default(); operand.len()];
                let plan = Plan::new(Kind::Forward, &lengths);
                plan.complex(&operand, &mut whole, share);
                for (actual, expected) in spectrum.chunks(half).zip(whole.chunks(last)) {
                    for (actual, expected) in actual.iter().zip(expected) {
                        assert!((actual - expected).norm() < 1e-9, "{batch} {lengths:?}");
                    }
                }
            }
        }
    }
    Ok(())
}
