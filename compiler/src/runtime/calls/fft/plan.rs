// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Plans of multi-dimensional Fourier transforms: the transform of rows (along the last dimension),
//! and the transforms along the other dimensions.

use super::columns::{Columns, scale, vectorized};
use super::footprint::Footprint;
use super::long::Long;
use super::real::LongReal;
use super::scratch::Scratch;
use super::share::Share;
use num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use rustfft::{Fft, FftNum, FftPlanner};
use std::sync::Arc;

/// Number of short rows per task.
const ROWS: usize = 16;

/// The kinds of Fourier transforms in StableHLO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Forward,
    Inverse,
    FromReal,
    ToReal,
}

/// The plan of a transform of one kind, and its scratch buffers.
pub struct Plan<T> {
    kind: Kind,
    rows: Rows<T>,
    /// The transforms along all dimensions except the last one, from the second last to the first.
    columns: Vec<Columns<T>>,
    /// The sizes of the transform's operand and result in elements, without batch dimensions.
    sizes: (usize, usize),
    /// The factor by which inverse transforms multiply their results; `None` if the twiddle factors
    /// of long rows contain it.
    factor: Option<T>,
    scratch: Scratch<T>,
    /// Buffers for the spectra of multi-dimensional transforms to real numbers.
    spectra: Scratch<T>,
}

/// Transform along the last dimension.
enum Rows<T> {
    Complex(Arc<dyn Fft<T>>),
    FromReal(Arc<dyn RealToComplex<T>>),
    ToReal(Arc<dyn ComplexToReal<T>>),
    Long(Long<T>),
    LongReal(LongReal<T>),
}

impl<T: FftNum + bytemuck::Pod> Plan<T>
where
    Complex<T>: bytemuck::Pod,
{
    /// Creates the plan of transforms along dimensions of the given nonzero lengths. For real
    /// transforms, these are the lengths of the real tensor.
    pub fn new(kind: Kind, lengths: &[usize]) -> Self {
        let inverse = matches!(kind, Kind::Inverse | Kind::ToReal);
        let (outer, last) = match lengths {
            [outer @ .., last] => (outer, *last),
            [] => (lengths, 1),
        };
        let reciprocal = 1.0 / lengths.iter().product::<usize>() as f64;
        // A long row has the factor in its twiddle factors if it is transformed last.
        let rows_are_last = outer.is_empty() || kind == Kind::ToReal;
        let factor_of_rows = if inverse && rows_are_last { reciprocal } else { 1.0 };
        let mut planner = FftPlanner::new();
        let real = matches!(kind, Kind::FromReal | Kind::ToReal);
        let long = if real {
            let long = LongReal::new(last, inverse, factor_of_rows, &mut planner);
            long.map(Rows::LongReal)
        } else {
            let long = Long::new(last, inverse, factor_of_rows, &mut planner);
            long.map(Rows::Long)
        };
        let factor_is_done = long.is_some() && rows_are_last;
        let rows = long.unwrap_or_else(|| match kind {
            Kind::Forward => Rows::Complex(planner.plan_fft_forward(last)),
            Kind::Inverse => Rows::Complex(planner.plan_fft_inverse(last)),
            Kind::FromReal => Rows::FromReal(RealFftPlanner::new().plan_fft_forward(last)),
            Kind::ToReal => Rows::ToReal(RealFftPlanner::new().plan_fft_inverse(last)),
        });
        let spectrum = if real { last / 2 + 1 } else { last };
        let mut inner = spectrum;
        let mut columns = Vec::new();
        for length in outer.iter().rev() {
            let plan = match inverse {
                true => planner.plan_fft_inverse(*length),
                false => planner.plan_fft_forward(*length),
            };
            columns.push(Columns::new(plan, inner));
            inner *= length;
        }
        let real_size = lengths.iter().product();
        let sizes = match kind {
            Kind::Forward | Kind::Inverse => (inner, inner),
            Kind::FromReal => (real_size, inner),
            Kind::ToReal => (inner, real_size),
        };
        let factor = (inverse && !factor_is_done).then(|| T::from_f64(reciprocal)).flatten();
        let (scratch, spectra) = (Scratch::new(), Scratch::new());
        Self { kind, rows, columns, sizes, factor, scratch, spectra }
    }

    /// Returns the size in bytes of the scratch buffers and of the tables of long rows, after
    /// transforms with `elements` result elements have run on the given number of threads. The
    /// tables of short rows are small and not included.
    pub fn memory_bytes(&self, elements: usize, threads: usize) -> usize {
        let count = elements / self.sizes.1;
        let scratch = match self.divides_batch(count, threads) {
            true => self.footprint(1, 1).on_each_of(threads),
            false => self.footprint(count, threads),
        };
        let tables = match &self.rows {
            Rows::Long(long) => long.len(),
            Rows::LongReal(long) => long.table_sizes().iter().sum(),
            Rows::Complex(_) | Rows::FromReal(_) | Rows::ToReal(_) => 0,
        };
        (scratch.elements() + tables) * size_of::<Complex<T>>()
    }

    /// Returns the sizes of the scratch buffers of `count` transforms that are distributed over
    /// threads.
    fn footprint(&self, count: usize, threads: usize) -> Footprint {
        let (taken, given) = self.sizes;
        let tasks = |length: usize| threads.min((count * given).div_ceil(length * ROWS));
        let rows = match &self.rows {
            Rows::Complex(plan) => Footprint::of(tasks(plan.len()), plan.get_inplace_scratch_len()),
            Rows::FromReal(plan) => {
                let half = plan.len() / 2 + 1;
                Footprint::of(tasks(half), half + plan.get_scratch_len())
            }
            Rows::ToReal(plan) => {
                let half = plan.len() / 2 + 1;
                Footprint::of(tasks(plan.len()), half + plan.get_scratch_len())
            }
            Rows::Long(long) => long.footprint(threads),
            Rows::LongReal(long) => long.footprint(threads),
        };
        let columns = self.columns.iter().map(|columns| {
            let matrices = count * taken.min(given) / columns.elements();
            columns.footprint(matrices, threads)
        });
        let steps = columns.fold(rows, Footprint::then);
        match self.kind == Kind::ToReal && !self.columns.is_empty() {
            true => steps.during(Footprint::of(1, count * taken)),
            false => steps,
        }
    }

    /// Runs a transform from complex numbers to complex numbers.
    pub fn complex(&self, operand: &[Complex<T>], result: &mut [Complex<T>], share: Share) {
        self.each_part(operand, result, share, |operand, result, share| {
            let factor = if self.columns.is_empty() { self.factor } else { None };
            self.complex_rows(operand, result, factor, share);
            for (index, columns) in self.columns.iter().enumerate() {
                let last = index + 1 == self.columns.len();
                let factor = if last { self.factor } else { None };
                columns.run(None, result, factor, &self.scratch, share);
            }
        });
    }

    /// Runs a transform from real numbers to their spectrum.
    pub fn real_to_complex(&self, operand: &[T], result: &mut [Complex<T>], share: Share) {
        self.each_part(operand, result, share, |operand, result, share| {
            self.real_rows(operand, result, share);
            for columns in &self.columns {
                columns.run(None, result, None, &self.scratch, share);
            }
        });
    }

    /// Runs a transform from a spectrum to real numbers.
    pub fn complex_to_real(&self, operand: &[Complex<T>], result: &mut [T], share: Share) {
        self.each_part(operand, result, share, |operand, result, share| {
            let [inner @ .., outermost] = &self.columns[..] else {
                return self.rows_to_real(operand, result, share);
            };
            self.spectra.with(operand.len(), |spectra| {
                outermost.run(Some(operand), spectra, None, &self.scratch, share);
                for columns in inner.iter().rev() {
                    columns.run(None, spectra, None, &self.scratch, share);
                }
                self.rows_to_real(spectra, result, share);
            });
        });
    }

    /// Divides the transforms of a batch among the threads. If there are fewer transforms than
    /// threads, or if the transforms have one short dimension, divides the rows and columns
    /// instead.
    fn each_part<A: Sync, B: Send>(
        &self,
        operand: &[A],
        result: &mut [B],
        share: Share,
        run: impl Fn(&[A], &mut [B], Share) + Sync,
    ) {
        let (taken, given) = self.sizes;
        match &self.rows {
            Rows::Long(long) => {
                long.twiddles(share);
            }
            Rows::LongReal(long) => long.prepare(share),
            Rows::Complex(_) | Rows::FromReal(_) | Rows::ToReal(_) => (),
        }
        if !self.divides_batch(result.len() / given, share.count()) {
            return run(operand, result, share);
        }
        share.each_of(operand.chunks(taken).zip(result.chunks_mut(given)), |parts| {
            for (_, (operand, result)) in parts {
                run(operand, result, Share(None));
            }
        });
    }

    /// Returns true if each of `count` transforms runs as a whole on one thread.
    fn divides_batch(&self, count: usize, threads: usize) -> bool {
        let is_long = matches!(self.rows, Rows::Long(_) | Rows::LongReal(_));
        (is_long || !self.columns.is_empty()) && count >= threads
    }

    fn complex_rows(
        &self,
        operand: &[Complex<T>],
        result: &mut [Complex<T>],
        factor: Option<T>,
        share: Share,
    ) {
        match &self.rows {
            Rows::Long(long) => {
                let length = long.len();
                for (operand, result) in operand.chunks(length).zip(result.chunks_mut(length)) {
                    long.run(operand, result, &self.scratch, share);
                }
            }
            Rows::Complex(plan) => {
                let group = plan.len() * ROWS;
                let tasks = operand.chunks(group).zip(result.chunks_mut(group));
                share.each_of(tasks, |tasks| {
                    self.scratch.with(plan.get_inplace_scratch_len(), |scratch| {
                        for (_, (operand, result)) in tasks {
                            result.copy_from_slice(operand);
                            plan.process_with_scratch(result, scratch);
                            if let Some(factor) = factor {
                                vectorized(|| scale(result, factor));
                            }
                        }
                    });
                });
            }
            Rows::FromReal(_) | Rows::ToReal(_) | Rows::LongReal(_) => (),
        }
    }

    fn real_rows(&self, operand: &[T], result: &mut [Complex<T>], share: Share) {
        match &self.rows {
            Rows::LongReal(long) => {
                let length = long.len();
                let rows = operand.chunks(length).zip(result.chunks_mut(length / 2 + 1));
                for (operand, result) in rows {
                    long.forward(operand, result, &self.scratch, share);
                }
            }
            Rows::FromReal(plan) => {
                let (length, half) = (plan.len(), plan.len() / 2 + 1);
                let tasks = operand.chunks(length * ROWS).zip(result.chunks_mut(half * ROWS));
                share.each_of(tasks, |tasks| {
                    let scratch = plan.get_scratch_len();
                    self.scratch.with(half + scratch, |room| {
                        let (row, scratch) = room.split_at_mut(half);
                        let row = &mut bytemuck::cast_slice_mut(row)[..length];
                        for (_, (operand, result)) in tasks {
                            let rows = operand.chunks(length).zip(result.chunks_mut(half));
                            for (operand, result) in rows {
                                row.copy_from_slice(operand);
                                // This fails only for buffers of a wrong length.
                                let _ = plan.process_with_scratch(row, result, scratch);
                            }
                        }
                    });
                });
            }
            Rows::Complex(_) | Rows::ToReal(_) | Rows::Long(_) => (),
        }
    }

    fn rows_to_real(&self, operand: &[Complex<T>], result: &mut [T], share: Share) {
        match &self.rows {
            Rows::LongReal(long) => {
                let length = long.len();
                let rows = operand.chunks(length / 2 + 1).zip(result.chunks_mut(length));
                for (operand, result) in rows {
                    long.inverse(operand, result, &self.scratch, share);
                }
            }
            Rows::ToReal(plan) => {
                let (length, half) = (plan.len(), plan.len() / 2 + 1);
                let tasks = operand.chunks(half * ROWS).zip(result.chunks_mut(length * ROWS));
                share.each_of(tasks, |tasks| {
                    let scratch = plan.get_scratch_len();
                    self.scratch.with(half + scratch, |room| {
                        let (row, scratch) = room.split_at_mut(half);
                        for (_, (operand, result)) in tasks {
                            let rows = operand.chunks(half).zip(result.chunks_mut(length));
                            for (operand, result) in rows {
                                row.copy_from_slice(operand);
                                // The spectrum of a real row has no imaginary part in these places:
                                // ignore the given one.
                                row[0].im = T::zero();
                                if length.is_multiple_of(2) {
                                    row[half - 1].im = T::zero();
                                }
                                let _ = plan.process_with_scratch(row, result, scratch);
                            }
                            if let Some(factor) = self.factor {
                                vectorized(|| result.iter_mut().for_each(|it| *it = *it * factor));
                            }
                        }
                    });
                });
            }
            Rows::Complex(_) | Rows::FromReal(_) | Rows::Long(_) => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::Threads;
    use crate::{Error, ThreadPool};

    /// Runs transforms, and returns the scratch buffers that were predicted and those that exist.
    fn scratch(
        kind: Kind,
        lengths: &[usize],
        count: usize,
        pool: Option<&ThreadPool>,
    ) -> (usize, usize) {
        let share = Share(pool.map(|pool| pool as &dyn Threads));
        let plan = Plan::<f64>::new(kind, lengths);
        let (taken, given) = plan.sizes;
        let complex = |size: usize| vec![Complex::new(1.0, 0.5); size * count];
        for _ in 0..2 {
            match kind {
                Kind::Forward | Kind::Inverse => {
                    plan.complex(&complex(taken), &mut complex(given), share);
                }
                Kind::FromReal => {
                    plan.real_to_complex(&vec![0.5; taken * count], &mut complex(given), share);
                }
                Kind::ToReal => {
                    plan.complex_to_real(&complex(taken), &mut vec![0.5; given * count], share);
                }
            }
        }
        let tables = match &plan.rows {
            Rows::Long(long) => long.twiddles(share).len(),
            Rows::LongReal(long) => long.table_sizes().iter().sum(),
            _ => 0,
        };
        let predicted = plan.memory_bytes(given * count, share.count());
        let halves = match &plan.rows {
            Rows::LongReal(long) => long.scratch_elements(),
            _ => 0,
        };
        let actual = plan.scratch.elements() + plan.spectra.elements() + halves;
        (predicted / size_of::<Complex<f64>>() - tables, actual)
    }

    #[test]
    fn scratch_buffers_are_predicted() -> Result<(), Error> {
        let pool = ThreadPool::new(Some(3))?;
        for kind in [Kind::Forward, Kind::Inverse, Kind::FromReal, Kind::ToReal] {
            for lengths in [
                vec![97],
                vec![30],
                vec![2],
                vec![5, 7],
                vec![40, 3, 18],
                vec![6, 1],
                vec![66 * 67],
                vec![1 << 13],
                vec![3, 1 << 13],
            ] {
                // Short rows are divided between threads only if they are many.
                let many = if lengths.iter().product::<usize>() < 1000 { 40 } else { 5 };
                for count in [1, 2, many] {
                    let case = format!("{kind:?} {lengths:?} {count}");
                    let (predicted, actual) = scratch(kind, &lengths, count, None);
                    assert_eq!(predicted, actual, "{case}");
                    let (predicted, actual) = scratch(kind, &lengths, count, Some(&pool));
                    assert!(actual <= predicted, "{case}: {actual} {predicted}");
                    // A transform of two elements needs no buffer.
                    assert_eq!(actual > 0, predicted > 0, "{case}: {actual} {predicted}");
                }
            }
        }
        Ok(())
    }
}
