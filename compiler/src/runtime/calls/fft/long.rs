// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transforms of rows that are longer than the caches.
//!
//! A row of `r * c` elements is a matrix of `r` rows and `c` columns. With `w` the root of unity of
//! order `r * c`,
//!
//! ```text
//! X[j + r*k] = sum over y of w_c^(y*k) * w^(y*j) * (sum over x of w_r^(x*j) * a[x*c + y])
//! ```
//!
//! The first step transforms the columns, multiplies them by powers of `w`, and writes them as rows
//! of a `c` x `r` matrix. The second step transforms the columns of that matrix in place, which
//! produces the results in the right order (the four-step method: D. H. Bailey, FFTs in external or
//! hierarchical memory, 1990). Each step reads and writes the row once, in blocks of columns.

use super::columns::{Columns, gather, row_stride, vectorized, width};
use super::footprint::Footprint;
use super::scratch::Scratch;
use super::share::Share;
use num_complex::Complex;
use num_traits::Zero;
use rustfft::{Fft, FftNum, FftPlanner};
use std::sync::{Arc, OnceLock};

/// Minimum length in elements of a row that is transformed as a matrix. With elements of 8 bytes,
/// such a row and its twiddle factors exceed a typical L2 cache. The tests use a smaller length,
/// because they also run under valgrind.
const LEAST: usize = if cfg!(test) { 1 << 12 } else { 1 << 16 };

/// Minimum number of rows, and of columns, of the matrix in which a long row is arranged.
const LEAST_SIDE: usize = 64;

/// The transform of one long row.
pub struct Long<T> {
    /// Transform of a column of the matrix in which the row is arranged.
    first: Arc<dyn Fft<T>>,
    /// Transform of the columns of the transposed matrix, which the first step writes.
    second: Columns<T>,
    length: usize,
    inverse: bool,
    factor: f64,
    /// The powers of the root of unity, times `factor`, in the layout of the second matrix. The
    /// first run computes them.
    twiddles: OnceLock<Vec<Complex<T>>>,
}

impl<T: FftNum> Long<T> {
    /// Creates the transform of rows of `length` elements, or returns `None` if `length` is small
    /// or is not a product of two large factors. The results are multiplied by `factor`.
    pub fn new(
        length: usize,
        inverse: bool,
        factor: f64,
        planner: &mut FftPlanner<T>,
    ) -> Option<Self> {
        if length < LEAST {
            return None;
        }
        let root = length.isqrt();
        let rows = (LEAST_SIDE..=root).rev().find(|rows| length.is_multiple_of(*rows))?;
        let columns = length / rows;
        let mut plan = |length| match inverse {
            true => planner.plan_fft_inverse(length),
            false => planner.plan_fft_forward(length),
        };
        let (first, second) = (plan(rows), Columns::new(plan(columns), rows));
        let twiddles = OnceLock::new();
        Some(Self { first, second, length, inverse, factor, twiddles })
    }

    /// Returns the length of a row.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Returns the sizes of the scratch buffers of [`Long::run`].
    pub fn footprint(&self, threads: usize) -> Footprint {
        let (rows, width) = (self.first.len(), width::<T>());
        let blocks = self.length.div_ceil(width * rows);
        let size = row_stride::<T>(rows) * width + self.first.get_outofplace_scratch_len();
        Footprint::of(threads.min(blocks), size).then(self.second.footprint(1, threads))
    }

    /// Returns the twiddle factors. Computes them if this is the first call.
    pub fn twiddles(&self, share: Share) -> &[Complex<T>] {
        let (rows, length) = (self.first.len(), self.length);
        self.twiddles.get_or_init(|| {
            let mut twiddles = vec![Complex::zero(); length];
            share.each_of(twiddles.chunks_mut(rows), |tasks| {
                for (column, twiddles) in tasks {
                    for (row, twiddle) in twiddles.iter_mut().enumerate() {
                        let power = root_of_unity(row * column % length, length, self.inverse);
                        *twiddle = rounded(power.scale(self.factor));
                    }
                }
            });
            twiddles
        })
    }

    /// Transforms the row `source` into `result`.
    pub fn run(
        &self,
        source: &[Complex<T>],
        result: &mut [Complex<T>],
        scratch: &Scratch<T>,
        share: Share,
    ) {
        let rows = self.first.len();
        let columns = source.len() / rows;
        let width = width::<T>();
        let stride = row_stride::<T>(rows);
        let inner = self.first.get_outofplace_scratch_len();
        let all_twiddles = self.twiddles(share);
        share.each_of(result.chunks_mut(width * rows), |tasks| {
            scratch.with(stride * width + inner, |room| {
                let (lines, inner) = room.split_at_mut(stride * width);
                for (block, results) in tasks {
                    let begin = block * width;
                    let width = results.len() / rows;
                    let row = |row| &source[row * columns + begin..][..width];
                    vectorized(|| gather(row, rows, lines, stride));
                    let twiddles = all_twiddles[begin * rows..].chunks(rows);
                    let lines = lines.chunks_mut(stride).zip(results.chunks_mut(rows));
                    for ((line, result), twiddles) in lines.zip(twiddles) {
                        let line = &mut line[..rows];
                        self.first.process_outofplace_with_scratch(line, result, inner);
                        vectorized(|| multiply(result, twiddles));
                    }
                }
            });
        });
        self.second.run(None, result, None, scratch, share);
    }
}

/// Multiplies elements by twiddle factors.
#[inline(always)]
fn multiply<T: FftNum>(elements: &mut [Complex<T>], twiddles: &[Complex<T>]) {
    for (element, twiddle) in elements.iter_mut().zip(twiddles) {
        *element = *element * twiddle;
    }
}

/// Returns `exp(-2 * pi * i * power / order)`, or its complex conjugate for inverse transforms.
pub fn root_of_unity(power: usize, order: usize, inverse: bool) -> Complex<f64> {
    // Reduce the angle to an octant, where sine and cosine are most exact.
    let eighths = 8 * power / order;
    let quarter = eighths.div_ceil(2);
    // The angle as a fraction of the circle is exact: `power / order - quarter / 4`.
    let rest = (4 * power) as f64 - (quarter * order) as f64;
    let (sine, cosine) = (std::f64::consts::FRAC_PI_2 * rest / order as f64).sin_cos();
    let root = match quarter % 4 {
        0 => Complex::new(cosine, sine),
        1 => Complex::new(-sine, cosine),
        2 => Complex::new(-cosine, -sine),
        _ => Complex::new(sine, -cosine),
    };
    if inverse { root } else { root.conj() }
}

/// Rounds a number to the element type.
pub fn rounded<T: FftNum>(number: Complex<f64>) -> Complex<T> {
    let round = |part| T::from_f64(part).unwrap_or_else(T::zero);
    Complex::new(round(number.re), round(number.im))
}
