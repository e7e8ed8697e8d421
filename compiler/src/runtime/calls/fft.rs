// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fourier transforms (StableHLO specification, section "fft").
//!
//! The crates rustfft and realfft transform rows. Along other dimensions, groups of columns are
//! transposed to rows, so that they stay in the cache, and transposed back. If there are at least
//! as many complex transforms as threads, each thread does whole transforms. Otherwise the threads
//! share the rows of each dimension.

use super::call::{CallContext, RuntimeCall};
use super::description::CallDescription;
use crate::interface::Threads;
use crate::{Error, Shape};
use hloom_evaluator::custom_call::Setting;
use hloom_values::ElementType;
use num_complex::Complex;
use realfft::RealFftPlanner;
use rustfft::{FftNum, FftPlanner};
use std::sync::{Mutex, PoisonError};

/// Number of rows that a thread transforms at once.
const ROWS: usize = 16;

/// Number of tasks per thread. More than one, so that fast threads can help slow ones.
const TASKS: usize = 4;

/// A Fourier transform along the last dimensions of a tensor.
pub struct Transform {
    kind: Kind,
    /// The sizes of the transformed dimensions. For a real transform, those of the real tensor.
    lengths: Vec<usize>,
    operand: Shape,
    result: Shape,
    /// Scratch buffers in either precision, kept from finished runs for later ones.
    singles: Mutex<Vec<Vec<Complex<f32>>>>,
    doubles: Mutex<Vec<Vec<Complex<f64>>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Forward,
    Inverse,
    FromReal,
    ToReal,
}

impl Transform {
    /// Creates the transform of a `stablehlo.fft` operation.
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the operation's attributes cannot be read.
    pub fn new(call: &CallDescription) -> Result<Self, Error> {
        let unreadable =
            || Error::Internal("cannot read the attributes of `stablehlo.fft`".to_owned());
        let text = match call.attributes.get("fft_type") {
            Some(Setting::Other(text)) => text.as_str(),
            _ => return Err(unreadable()),
        };
        let kind = match text.trim_end_matches('>').rsplit(' ').next() {
            Some("FFT") => Kind::Forward,
            Some("IFFT") => Kind::Inverse,
            Some("RFFT") => Kind::FromReal,
            Some("IRFFT") => Kind::ToReal,
            _ => return Err(unreadable()),
        };
        let lengths = match call.attributes.get("fft_length") {
            Some(Setting::List(lengths)) => lengths
                .iter()
                .map(|length| match length {
                    Setting::Integer(length, _) => usize::try_from(*length).ok(),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>()
                .ok_or_else(unreadable)?,
            _ => return Err(unreadable()),
        };
        let ([operand], [result]) = (&call.operands[..], &call.results[..]) else {
            return Err(unreadable());
        };
        let (operand, result) = (operand.clone(), result.clone());
        let (singles, doubles) = (Mutex::default(), Mutex::default());
        Ok(Self { kind, lengths, operand, result, singles, doubles })
    }

    fn transform<T: FftNum + bytemuck::Pod>(
        &self,
        operand: &[u8],
        result: &mut [u8],
        columns: &mut Vec<Complex<T>>,
        threads: Option<&dyn Threads>,
    ) where
        Complex<T>: bytemuck::Pod,
    {
        let rows = Rows { threads };
        let outer = self.lengths.len() - 1;
        let last = self.lengths[outer];
        match self.kind {
            Kind::Forward | Kind::Inverse => {
                let data: &mut [Complex<T>] = bytemuck::cast_slice_mut(result);
                let inverse = self.kind == Kind::Inverse;
                if rows.have_each_a_share(data.len() / self.lengths.iter().product::<usize>()) {
                    let operand = bytemuck::cast_slice(operand);
                    return rows.one_by_one(operand, data, columns, &self.lengths, inverse);
                }
                data.copy_from_slice(bytemuck::cast_slice(operand));
                for axis in (0..self.lengths.len()).rev() {
                    rows.along(data, columns, &self.result, outer - axis, inverse);
                }
                if inverse {
                    rows.scale(data, self.lengths.iter().product());
                }
            }
            Kind::FromReal => {
                let real: &[T] = bytemuck::cast_slice(operand);
                let data: &mut [Complex<T>] = bytemuck::cast_slice_mut(result);
                let plan = RealFftPlanner::<T>::new().plan_fft_forward(last);
                rows.each(data, last / 2 + 1, |row, spectrum| {
                    let mut signal = real[row * last..][..last].to_vec();
                    // This fails only for buffers of a wrong length, which these are not.
                    let _ = plan.process(&mut signal, spectrum);
                });
                for axis in (0..outer).rev() {
                    rows.along(data, columns, &self.result, outer - axis, false);
                }
            }
            Kind::ToReal => {
                let mut spectra: Vec<Complex<T>> = bytemuck::cast_slice(operand).to_vec();
                for axis in 0..outer {
                    rows.along(&mut spectra, columns, &self.operand, outer - axis, true);
                }
                let real: &mut [T] = bytemuck::cast_slice_mut(result);
                let plan = RealFftPlanner::<T>::new().plan_fft_inverse(last);
                let half = last / 2 + 1;
                rows.each(real, last, |row, signal| {
                    let mut spectrum = spectra[row * half..][..half].to_vec();
                    // The spectrum of a real signal has no imaginary part in these places: ignore
                    // the given one.
                    spectrum[0].im = T::zero();
                    if last.is_multiple_of(2) {
                        spectrum[half - 1].im = T::zero();
                    }
                    let _ = plan.process(&mut spectrum, signal);
                });
                let count = self.lengths.iter().product();
                let factor = reciprocal::<T>(count);
                rows.each(real, last, |_, row| row.iter_mut().for_each(|x| *x = *x * factor));
            }
        }
    }
}

impl RuntimeCall for Transform {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        context: &CallContext,
    ) -> Result<(), Error> {
        let ([operand], [result]) = (operands, results) else {
            return Err(Error::Internal(
                "`stablehlo.fft`: expected one operand and one result".to_owned(),
            ));
        };
        if result.is_empty() || self.lengths.contains(&0) {
            return Ok(());
        }
        if matches!(self.result.element_type, ElementType::C128 | ElementType::F64) {
            let mut columns = take(&self.doubles);
            self.transform(operand, result, &mut columns, context.threads);
            give(&self.doubles, columns);
        } else {
            let mut columns = take(&self.singles);
            self.transform(operand, result, &mut columns, context.threads);
            give(&self.singles, columns);
        }
        Ok(())
    }
}

fn take<T>(pool: &Mutex<Vec<Vec<T>>>) -> Vec<T> {
    pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
}

fn give<T>(pool: &Mutex<Vec<Vec<T>>>, room: Vec<T>) {
    pool.lock().unwrap_or_else(PoisonError::into_inner).push(room);
}

fn reciprocal<T: FftNum>(count: usize) -> T {
    T::from_f64(1.0 / count as f64).unwrap_or_else(T::zero)
}

/// Operations on the rows of tensors, shared by all threads.
struct Rows<'a> {
    threads: Option<&'a dyn Threads>,
}

impl Rows<'_> {
    /// Calls `work` with the number of the first row and the elements of each group of rows of
    /// `length` elements.
    fn groups<T: Send>(
        &self,
        data: &mut [T],
        length: usize,
        work: impl Fn(usize, &mut [T]) + Sync,
    ) {
        let groups: Vec<_> = data.chunks_mut(length * ROWS).map(Mutex::new).collect();
        let run = |index: usize| {
            let mut group = groups[index].lock().unwrap_or_else(PoisonError::into_inner);
            work(index * ROWS, &mut group);
        };
        match self.threads {
            Some(threads) => threads.parallel_for(groups.len(), &|range| range.for_each(run)),
            None => (0..groups.len()).for_each(run),
        }
    }

    /// Calls `work` with the number and the elements of each row of `length` elements.
    fn each<T: Send>(&self, data: &mut [T], length: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        self.groups(data, length, |first, group| {
            for (row, elements) in group.chunks_mut(length).enumerate() {
                work(first + row, elements);
            }
        });
    }

    /// Transforms along the dimension that `after` further dimensions follow.
    ///
    /// `columns` is a scratch buffer, which grows to the size of `data`.
    fn along<T: FftNum>(
        &self,
        data: &mut [Complex<T>],
        columns: &mut Vec<Complex<T>>,
        shape: &Shape,
        after: usize,
        inverse: bool,
    ) {
        let dimension = shape.rank() - 1 - after;
        let length = shape.dims[dimension];
        let inner: usize = shape.dims[dimension + 1..].iter().product();
        let mut planner = FftPlanner::<T>::new();
        let plan = if inverse {
            planner.plan_fft_inverse(length)
        } else {
            planner.plan_fft_forward(length)
        };
        if inner == 1 {
            return self.groups(data, length, |_, rows| plan.process(rows));
        }
        // Transpose columns to rows, a group at a time so that they stay in the cache, transform
        // them, and transpose them back.
        columns.resize(data.len(), Complex::new(T::zero(), T::zero()));
        self.groups(columns, length, |first, rows| {
            transpose(data, first, rows, length, inner);
            plan.process(rows);
        });
        self.groups(data, inner, |first, rows| transpose(columns, first, rows, inner, length));
    }

    /// Returns true if there are enough transforms that each thread can do whole ones.
    fn have_each_a_share(&self, transforms: usize) -> bool {
        self.threads.is_none_or(|threads| transforms >= threads.count())
    }

    /// Does one whole transform after the other on each thread, so that its data stay in the cache.
    ///
    /// `columns` is a scratch buffer.
    fn one_by_one<T: FftNum>(
        &self,
        operand: &[Complex<T>],
        data: &mut [Complex<T>],
        columns: &mut Vec<Complex<T>>,
        lengths: &[usize],
        inverse: bool,
    ) {
        let zero = Complex::new(T::zero(), T::zero());
        let mut planner = FftPlanner::<T>::new();
        let plans: Vec<_> = lengths
            .iter()
            .map(|length| match inverse {
                true => planner.plan_fft_inverse(*length),
                false => planner.plan_fft_forward(*length),
            })
            .collect();
        let volume: usize = lengths.iter().product();
        // Transforms of one dimension are done in groups of rows.
        let part = if lengths.len() == 1 { volume * ROWS } else { volume };
        let parts = data.len().div_ceil(part);
        let tasks = parts.min(self.threads.map_or(1, |threads| threads.count() * TASKS));
        let share = parts.div_ceil(tasks) * part;
        let longest = lengths.iter().max().copied().unwrap_or(0);
        let scratch = plans.iter().map(|plan| plan.get_inplace_scratch_len()).max().unwrap_or(0);
        let room = longest * ROWS + scratch;
        columns.resize((room * tasks).max(columns.len()), zero);
        let shares = operand.chunks(share).zip(data.chunks_mut(share));
        let tasks: Vec<_> = shares.zip(columns.chunks_mut(room)).map(Mutex::new).collect();
        let factor = reciprocal::<T>(volume);
        let run = |index: usize| {
            let mut task = tasks[index].lock().unwrap_or_else(PoisonError::into_inner);
            let ((operand, data), room) = &mut *task;
            let (rows, scratch) = room.split_at_mut(longest * ROWS);
            for (source, target) in operand.chunks(part).zip(data.chunks_mut(part)) {
                target.copy_from_slice(source);
                let mut inner = 1;
                for (plan, length) in plans.iter().zip(lengths).rev() {
                    if inner == 1 {
                        plan.process_with_scratch(target, scratch);
                    } else {
                        let columns = target.len() / length;
                        for first in (0..columns).step_by(ROWS) {
                            let rows = &mut rows[..ROWS.min(columns - first) * length];
                            transpose(target, first, rows, *length, inner);
                            plan.process_with_scratch(rows, scratch);
                            transpose_back(rows, first, target, *length, inner);
                        }
                    }
                    inner *= length;
                }
                if inverse {
                    target.iter_mut().for_each(|x| *x = *x * factor);
                }
            }
        };
        match self.threads {
            Some(threads) => threads.parallel_for(tasks.len(), &|range| range.for_each(run)),
            None => (0..tasks.len()).for_each(run),
        }
    }

    /// Divides all elements by `count`.
    fn scale<T: FftNum>(&self, data: &mut [Complex<T>], count: usize) {
        let factor = reciprocal::<T>(count);
        self.each(data, 1024, |_, row| row.iter_mut().for_each(|x| *x = *x * factor));
    }
}

/// Reverses [`transpose`]: writes rows back to columns.
fn transpose_back<T: Copy>(
    rows: &[T],
    first: usize,
    data: &mut [T],
    length: usize,
    columns: usize,
) {
    let count = rows.len() / length;
    let starts = column_starts(first, count, length, columns);
    for row in 0..length {
        for (column, start) in starts[..count].iter().enumerate() {
            data[start + row * columns] = rows[column * length + row];
        }
    }
}

/// Returns the offsets of `count` columns, from column `first` on, in a batch of matrices.
fn column_starts(first: usize, count: usize, rows: usize, columns: usize) -> [usize; ROWS] {
    let mut starts = [0; ROWS];
    for (start, column) in starts.iter_mut().zip(first..first + count) {
        *start = column / columns * rows * columns + column % columns;
    }
    starts
}

/// Copies columns, from column `first` on, of a batch of matrices of size `rows` x `columns` to
/// the rows of `result`.
fn transpose<T: Copy>(data: &[T], first: usize, result: &mut [T], rows: usize, columns: usize) {
    let count = result.len() / rows;
    let starts = column_starts(first, count, rows, columns);
    for row in 0..rows {
        for (column, start) in starts[..count].iter().enumerate() {
            result[column * rows + row] = data[start + row * columns];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ThreadPool;

    #[test]
    fn whole_transforms_are_those_along_each_dimension() -> Result<(), Error> {
        let pool = ThreadPool::new(Some(3))?;
        for (dims, count) in
            [(vec![3, 5, 7], 2), (vec![40, 3], 1), (vec![5, 4, 18, 3], 3), (vec![2, 6], 2)]
        {
            let shape = Shape::new(ElementType::C64, dims.clone());
            let size: usize = dims.iter().product();
            let number = |index: usize| Complex::new(index as f32 % 7.0, (index * 3) as f32 % 5.0);
            let operand: Vec<_> = (0..size).map(number).collect();
            let lengths = &dims[dims.len() - count..];
            for (threads, inverse) in [(None, false), (Some(&pool as &dyn Threads), true)] {
                let rows = Rows { threads };
                let mut expected = operand.clone();
                for after in 0..count {
                    rows.along(&mut expected, &mut Vec::new(), &shape, after, inverse);
                }
                if inverse {
                    rows.scale(&mut expected, lengths.iter().product());
                }
                let mut actual = vec![Complex::default(); size];
                rows.one_by_one(&operand, &mut actual, &mut Vec::new(), lengths, inverse);
                assert_eq!(actual, expected, "{dims:?} {count}");
            }
        }
        Ok(())
    }
}
