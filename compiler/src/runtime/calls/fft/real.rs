// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Real transforms of long rows, computed with complex transforms of half the length.
//!
//! The elements of a real row of even length `n` are paired to `n/2` complex numbers, whose
//! transform is `Z`. With `w` the root of unity of order `n`, the transform of the row is
//!
//! ```text
//! X[k] = (Z[k] + conj(Z[n/2 - k])) / 2  -  i/2 * w^k * (Z[k] - conj(Z[n/2 - k]))
//! ```
//!
//! The inverse computes `Z` from `X` with the conjugate powers.

use super::footprint::Footprint;
use super::long::{Long, root_of_unity, rounded};
use super::scratch::Scratch;
use super::share::Share;
use num_complex::Complex;
use rustfft::{FftNum, FftPlanner};
use std::sync::OnceLock;

/// Number of element pairs per task.
const PAIRS: usize = 4096;

/// The transform between a long real row and its spectrum.
pub struct LongReal<T> {
    half: Long<T>,
    inverse: bool,
    /// The powers `0..=n/4` of the root of unity, times `-i/2`, or times `i` for the inverse. The
    /// first run computes them.
    twiddles: OnceLock<Vec<Complex<T>>>,
    /// Buffers for the operands of the complex transform.
    operands: Scratch<T>,
}

impl<T: FftNum + bytemuck::Pod> LongReal<T>
where
    Complex<T>: bytemuck::Pod,
{
    /// Creates the transform of rows of `length` real elements, or returns `None` if `length` is
    /// odd or small, or if half the length is not a product of two large factors. The results are
    /// multiplied by `factor`.
    pub fn new(
        length: usize,
        inverse: bool,
        factor: f64,
        planner: &mut FftPlanner<T>,
    ) -> Option<Self> {
        if !length.is_multiple_of(2) {
            return None;
        }
        let half = Long::new(length / 2, inverse, factor, planner)?;
        Some(Self { half, inverse, twiddles: OnceLock::new(), operands: Scratch::new() })
    }

    /// Returns the sizes of the scratch buffers of [`LongReal::forward`] or [`LongReal::inverse`].
    pub fn footprint(&self, threads: usize) -> Footprint {
        let half = self.half.footprint(threads);
        if self.inverse { half.during(Footprint::of(1, self.half.len())) } else { half }
    }

    /// Returns the total number of elements of the buffers for operands of the complex transform.
    #[cfg(test)]
    pub fn scratch_elements(&self) -> usize {
        self.operands.elements()
    }

    /// Returns the numbers of twiddle factors of this transform and of its complex transform.
    pub fn table_sizes(&self) -> [usize; 2] {
        [self.len() / 4 + 1, self.half.len()]
    }

    /// Computes the twiddle factors, unless an earlier call has done so.
    pub fn prepare(&self, share: Share) {
        self.half.twiddles(share);
        self.twiddles();
    }

    fn twiddles(&self) -> &[Complex<T>] {
        let (length, inverse) = (self.len(), self.inverse);
        self.twiddles.get_or_init(|| {
            let unit = if inverse { Complex::new(0.0, 1.0) } else { Complex::new(0.0, -0.5) };
            let power = |k| rounded(unit * root_of_unity(k, length, inverse));
            (0..=length / 4).map(power).collect()
        })
    }

    /// Returns the number of real elements of a row.
    pub fn len(&self) -> usize {
        2 * self.half.len()
    }

    /// Computes the spectrum of a real row.
    pub fn forward(
        &self,
        source: &[T],
        spectrum: &mut [Complex<T>],
        scratch: &Scratch<T>,
        share: Share,
    ) {
        let (elements, last) = spectrum.split_at_mut(source.len() / 2);
        self.half.run(bytemuck::cast_slice(source), elements, scratch, share);
        let zero = T::zero();
        let first = elements[0];
        elements[0] = Complex::new(first.re + first.im, zero);
        last[0] = Complex::new(first.re - first.im, zero);
        let pairs = (elements.len() - 1) / 2;
        let (low, high) = elements[1..].split_at_mut(pairs);
        // Of an even number of elements, the middle one is its own partner.
        if low.len() < high.len() {
            high[0] = high[0].conj();
        }
        let half = T::one() / (T::one() + T::one());
        self.pairs(low, high, share, |low, high, twiddle| {
            let (sum, difference) = (*low + high.conj(), *low - high.conj());
            let (sum, turned) = (sum.scale(half), difference * twiddle);
            *low = sum + turned;
            *high = (sum - turned).conj();
        });
    }

    /// Computes a real row from its spectrum.
    pub fn inverse(
        &self,
        spectrum: &[Complex<T>],
        result: &mut [T],
        scratch: &Scratch<T>,
        share: Share,
    ) {
        let count = result.len() / 2;
        self.operands.with(count, |elements| {
            let (first, last) = (spectrum[0].re, spectrum[count].re);
            // The spectrum of a real row has no imaginary part there: ignore the given one.
            elements[0] = Complex::new(first + last, first - last);
            let (low, high) = elements[1..].split_at_mut((count - 1) / 2);
            if low.len() < high.len() {
                let middle = spectrum[count / 2].conj();
                high[0] = middle + middle;
            }
            low.copy_from_slice(&spectrum[1..][..low.len()]);
            let skipped = high.len() - low.len();
            high[skipped..].copy_from_slice(&spectrum[count - low.len()..count]);
            self.pairs(low, high, share, |low, high, twiddle| {
                let (sum, difference) = (*low + high.conj(), *low - high.conj());
                let turned = difference * twiddle;
                *low = sum + turned;
                *high = (sum - turned).conj();
            });
            self.half.run(elements, bytemuck::cast_slice_mut(result), scratch, share);
        });
    }

    /// Calls `work` with each element of `low`, its partner in `high` counted from the end, and its
    /// twiddle factor.
    fn pairs(
        &self,
        low: &mut [Complex<T>],
        high: &mut [Complex<T>],
        share: Share,
        work: impl Fn(&mut Complex<T>, &mut Complex<T>, Complex<T>) + Sync,
    ) {
        let twiddles = self.twiddles()[1..].chunks(PAIRS);
        let tasks = low.chunks_mut(PAIRS).zip(high.rchunks_mut(PAIRS)).zip(twiddles);
        share.each_of(tasks, |tasks| {
            for (_, ((low, high), twiddles)) in tasks {
                let pairs = low.iter_mut().zip(high.iter_mut().rev());
                for ((low, high), twiddle) in pairs.zip(twiddles) {
                    work(low, high, *twiddle);
                }
            }
        });
    }
}
