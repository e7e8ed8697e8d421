// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The discrete Fourier transform of one line of any length.
//!
//! The algorithm of Cooley and Tukey (1965) splits the length into its prime factors. The
//! algorithm of Bluestein (1970) handles the largest factor if it is large.

use num_complex::Complex;
use std::f64::consts::FRAC_PI_2;

type Number = Complex<f64>;

/// Maximum prime factor of a length for which the transform is computed by the definition.
/// Bluestein's algorithm handles a larger one.
const SMALL: usize = 64;

/// A discrete Fourier transform of a fixed length.
#[derive(Debug)]
pub struct Transform {
    /// The roots of unity `exp(-2 pi i k / n)`, for every `k` below the length `n`.
    roots: Vec<Number>,
    /// Bluestein's algorithm for the largest prime factor, if it exceeds [`SMALL`].
    large: Option<Box<Chirp>>,
}

/// Bluestein's algorithm: a transform as a convolution with `exp(pi i k^2 / n)`.
#[derive(Debug)]
struct Chirp {
    size: usize,
    /// The factors `exp(-pi i k^2 / n)` by which the operand and the result are multiplied.
    factors: Vec<Number>,
    /// The transform of the conjugates of the factors, which are at the indices `k` and `-k`.
    kernel: Vec<Number>,
    /// The transform that computes the convolution. Its length is a power of two.
    transform: Transform,
}

impl Transform {
    /// Creates the transform for lines of the given length.
    pub fn new(length: usize) -> Self {
        let largest = std::iter::successors(Some(length), |rest| {
            Some(rest / smallest_factor(*rest).max(1)).filter(|rest| *rest > 1)
        });
        let largest = largest.last().unwrap_or(1);
        // If there are several large prime factors, all but the largest use the definition.
        let large = (largest > SMALL).then(|| Box::new(Chirp::new(largest)));
        Self { roots: (0..length).map(|power| root(power, length)).collect(), large }
    }

    /// Returns the sums of `line[j] exp(-2 pi i j k / n)`.
    pub fn forward(&self, line: &[Number]) -> Vec<Number> {
        let mut result = vec![Number::new(0.0, 0.0); line.len()];
        if !line.is_empty() {
            self.recurse(line, 1, &mut result);
        }
        result
    }

    /// Returns the inverse transform, that is, the numbers that [`Transform::forward`] maps to
    /// `line`.
    pub fn inverse(&self, line: &[Number]) -> Vec<Number> {
        let conjugates: Vec<_> = line.iter().map(Number::conj).collect();
        let mut result = self.forward(&conjugates);
        let count = line.len() as f64;
        result.iter_mut().for_each(|number| *number = number.conj() / count);
        result
    }

    /// Computes the transform of every `stride`-th number of `line`, beginning with the first
    /// number. The length of `result` is the length of the transform.
    fn recurse(&self, line: &[Number], stride: usize, result: &mut [Number]) {
        let size = result.len();
        if size == 1 {
            result[0] = line[0];
            return;
        }
        let prime = smallest_factor(size);
        let part = size / prime;
        for (first, part) in result.chunks_exact_mut(part).enumerate() {
            self.recurse(&line[first * stride..], stride * prime, part);
        }
        let mut terms = vec![Number::new(0.0, 0.0); prime];
        for at in 0..part {
            for (number, term) in terms.iter_mut().enumerate() {
                *term = result[number * part + at] * self.roots[number * at * stride];
            }
            for (number, sum) in self.prime(&terms).into_iter().enumerate() {
                result[number * part + at] = sum;
            }
        }
    }

    /// Returns the discrete Fourier transform of `terms`. Their number is a prime factor of the
    /// length of the whole transform, so [`Transform::roots`] contains all roots that it needs.
    fn prime(&self, terms: &[Number]) -> Vec<Number> {
        let size = terms.len();
        if let Some(chirp) = self.large.as_ref().filter(|chirp| chirp.size == size) {
            return chirp.forward(terms);
        }
        let step = self.roots.len() / size;
        let sum = |at: usize| {
            let products = terms.iter().enumerate();
            products.map(|(number, term)| term * self.roots[number * at % size * step]).sum()
        };
        (0..size).map(sum).collect()
    }
}

impl Chirp {
    fn new(size: usize) -> Self {
        let factors: Vec<_> =
            (0..size).map(|number| root(number * number % (2 * size), 2 * size)).collect();
        let padded = (2 * size - 1).next_power_of_two();
        let transform = Transform::new(padded);
        let mut kernel = vec![Number::new(0.0, 0.0); padded];
        for (number, factor) in factors.iter().enumerate() {
            kernel[number] = factor.conj();
            kernel[(padded - number) % padded] = factor.conj();
        }
        Self { size, factors, kernel: transform.forward(&kernel), transform }
    }

    fn forward(&self, terms: &[Number]) -> Vec<Number> {
        let mut line: Vec<_> =
            terms.iter().zip(&self.factors).map(|(term, factor)| term * factor).collect();
        line.resize(self.kernel.len(), Number::new(0.0, 0.0));
        let mut line = self.transform.forward(&line);
        line.iter_mut().zip(&self.kernel).for_each(|(number, factor)| *number *= factor);
        let line = self.transform.inverse(&line);
        line.iter().zip(&self.factors).map(|(number, factor)| number * factor).collect()
    }
}

/// Returns the smallest prime factor, or the number itself if it is less than 2.
fn smallest_factor(number: usize) -> usize {
    let candidates = (2..).take_while(|factor| factor * factor <= number);
    candidates.into_iter().find(|factor| number.is_multiple_of(*factor)).unwrap_or(number)
}

/// Returns `exp(-2 pi i power / count)`, which is exact at multiples of a quarter turn.
fn root(power: usize, count: usize) -> Number {
    let turned = 4 * power as u128;
    let (quarters, rest) = (turned / count as u128 % 4, turned % count as u128);
    let angle = |share: u128| share as f64 / count as f64 * FRAC_PI_2;
    // Uses the smaller of the angle and its complement to a quarter of a turn.
    let (cosine, sine) = if 2 * rest <= count as u128 {
        (angle(rest).cos(), angle(rest).sin())
    } else {
        (angle(count as u128 - rest).sin(), angle(count as u128 - rest).cos())
    };
    match quarters {
        0 => Number::new(cosine, -sine),
        1 => Number::new(-sine, -cosine),
        2 => Number::new(-cosine, sine),
        _ => Number::new(sine, cosine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Evaluates the definition for one frequency.
    fn definition(line: &[Number], at: usize) -> Number {
        let count = line.len();
        line.iter().enumerate().map(|(j, term)| term * root(j * at % count, count)).sum()
    }

    #[test]
    fn every_length() {
        for length in [1, 2, 3, 4, 8, 12, 30, 64, 67, 97, 134, 201, 360, 1009, 67 * 71] {
            let line: Vec<_> = (0..length)
                .map(|at| Number::new((at * 7 % 11) as f64 - 5.0, (at * 5 % 13) as f64 - 6.0))
                .collect();
            let transform = Transform::new(length);
            let result = transform.forward(&line);
            let scale = 1e-15 * length as f64 * 10.0;
            for at in [0, 1, length / 2, length - 1] {
                let error = (result[at % length] - definition(&line, at % length)).norm();
                assert!(error <= scale, "{length} {at} {error}");
            }
            let back = transform.inverse(&result);
            let error = back.iter().zip(&line).map(|(one, other)| (one - other).norm());
            assert!(error.fold(0.0, f64::max) < 1e-12, "{length}");
        }
    }

    #[test]
    fn roots_are_exact() {
        assert_eq!(root(1, 4), Number::new(0.0, -1.0));
        assert_eq!(root(2, 4), Number::new(-1.0, 0.0));
        assert_eq!(root(3, 4), Number::new(0.0, 1.0));
    }
}
