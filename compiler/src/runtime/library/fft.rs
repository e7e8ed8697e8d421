// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fourier transforms (StableHLO specification, section "fft").

use super::{CallDescription, LibraryCall};
use crate::literal::ElementType;
use crate::runtime::ThreadPool;
use crate::{Error, Shape};
use hloom_evaluator::custom_call::Setting;
use num_complex::Complex;
use realfft::RealFftPlanner;
use rustfft::{Fft, FftNum, FftPlanner};
use std::sync::{Arc, Mutex, PoisonError};

/// How many rows a thread transforms at once.
const ROWS: usize = 8;

/// A transform along the last dimensions.
pub struct Transform {
    kind: Kind,
    /// The sizes of the dimensions, of the real side where there is one.
    lengths: Vec<usize>,
    operand: Shape,
    result: Shape,
    is_double: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Forward,
    Inverse,
    FromReal,
    ToReal,
}

impl Transform {
    /// The transform that an operation does.
    ///
    /// # Errors
    /// If its attributes are not what they should be.
    pub fn new(call: &CallDescription) -> Result<Self, Error> {
        let unreadable = || Error::Internal("`stablehlo.fft` cannot be read".to_owned());
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
                    Setting::Integer(length) => usize::try_from(*length).ok(),
                    _ => None,
                })
                .collect::<Option<Vec<_>>>()
                .ok_or_else(unreadable)?,
            _ => return Err(unreadable()),
        };
        let ([operand], [result]) = (&call.operands[..], &call.results[..]) else {
            return Err(unreadable());
        };
        let is_double = matches!(result.element_type, ElementType::C128 | ElementType::F64);
        Ok(Self { kind, lengths, operand: operand.clone(), result: result.clone(), is_double })
    }

    fn transform<T: FftNum + bytemuck::Pod>(
        &self,
        operand: &[u8],
        result: &mut [u8],
        threads: Option<&ThreadPool>,
    ) where
        Complex<T>: bytemuck::Pod,
    {
        let rows = Rows { threads };
        let outer = self.lengths.len() - 1;
        let last = self.lengths[outer];
        match self.kind {
            Kind::Forward | Kind::Inverse => {
                result.copy_from_slice(operand);
                let data: &mut [Complex<T>] = bytemuck::cast_slice_mut(result);
                let inverse = self.kind == Kind::Inverse;
                for axis in (0..self.lengths.len()).rev() {
                    rows.along(data, &self.result, outer - axis, inverse);
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
                    // It fails for buffers of other lengths alone.
                    let _ = plan.process(&mut signal, spectrum);
                });
                for axis in (0..outer).rev() {
                    rows.along(data, &self.result, outer - axis, false);
                }
            }
            Kind::ToReal => {
                let mut spectra: Vec<Complex<T>> = bytemuck::cast_slice(operand).to_vec();
                for axis in 0..outer {
                    rows.along(&mut spectra, &self.operand, outer - axis, true);
                }
                let real: &mut [T] = bytemuck::cast_slice_mut(result);
                let plan = RealFftPlanner::<T>::new().plan_fft_inverse(last);
                let half = last / 2 + 1;
                rows.each(real, last, |row, signal| {
                    let mut spectrum = spectra[row * half..][..half].to_vec();
                    // What a real signal has not is not looked at.
                    spectrum[0].im = T::zero();
                    if last % 2 == 0 {
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

impl LibraryCall for Transform {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        threads: Option<&ThreadPool>,
    ) -> Result<(), Error> {
        let ([operand], [result]) = (operands, results) else {
            return Err(Error::Internal("a transform has one operand".to_owned()));
        };
        if result.is_empty() || self.lengths.contains(&0) {
            return Ok(());
        }
        if self.is_double {
            self.transform::<f64>(operand, result, threads);
        } else {
            self.transform::<f32>(operand, result, threads);
        }
        Ok(())
    }
}

fn reciprocal<T: FftNum>(count: usize) -> T {
    T::from_f64(1.0 / count as f64).unwrap_or_else(T::zero)
}

/// Work on the rows of tensors, on all threads.
struct Rows<'a> {
    threads: Option<&'a ThreadPool>,
}

impl Rows<'_> {
    /// Calls a function with each row of `length` elements, and its number.
    fn each<T: Send>(&self, data: &mut [T], length: usize, work: impl Fn(usize, &mut [T]) + Sync) {
        let groups: Vec<_> = data.chunks_mut(length * ROWS).map(Mutex::new).collect();
        let run = |index: usize| {
            let mut group = groups[index].lock().unwrap_or_else(PoisonError::into_inner);
            for (row, elements) in group.chunks_mut(length).enumerate() {
                work(index * ROWS + row, elements);
            }
        };
        match self.threads {
            Some(threads) => threads.parallel_for(groups.len(), &|range| range.for_each(run)),
            None => (0..groups.len()).for_each(run),
        }
    }

    /// Transforms along the dimension that has `after` others after it.
    fn along<T: FftNum>(
        &self,
        data: &mut [Complex<T>],
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
            return self.transform(data, &plan);
        }
        // Columns become rows, and again columns.
        let mut columns = self.transposed(data, length, inner);
        self.transform(&mut columns, &plan);
        self.transpose(&columns, data, inner, length);
    }

    fn transform<T: FftNum>(&self, data: &mut [Complex<T>], plan: &Arc<dyn Fft<T>>) {
        self.each(data, plan.len(), |_, row| plan.process(row));
    }

    /// A batch of matrices of `rows` and `columns`, transposed.
    fn transposed<T: FftNum>(
        &self,
        data: &[Complex<T>],
        rows: usize,
        columns: usize,
    ) -> Vec<Complex<T>> {
        let mut result = vec![Complex::new(T::zero(), T::zero()); data.len()];
        self.transpose(data, &mut result, rows, columns);
        result
    }

    fn transpose<T: FftNum>(
        &self,
        data: &[Complex<T>],
        result: &mut [Complex<T>],
        rows: usize,
        columns: usize,
    ) {
        let groups: Vec<_> = result.chunks_mut(rows * ROWS).map(Mutex::new).collect();
        // Some columns of a matrix at a time: each line of memory is read once.
        let run = |index: usize| {
            let mut group = groups[index].lock().unwrap_or_else(PoisonError::into_inner);
            let first = index * ROWS;
            let count = group.len() / rows;
            for row in 0..rows {
                for column in first..first + count {
                    let matrix = column / columns;
                    let from = (matrix * rows + row) * columns + column % columns;
                    group[(column - first) * rows + row] = data[from];
                }
            }
        };
        match self.threads {
            Some(threads) => threads.parallel_for(groups.len(), &|range| range.for_each(run)),
            None => (0..groups.len()).for_each(run),
        }
    }

    /// Divides by a count.
    fn scale<T: FftNum>(&self, data: &mut [Complex<T>], count: usize) {
        let factor = reciprocal::<T>(count);
        self.each(data, 1024, |_, row| row.iter_mut().for_each(|x| *x = *x * factor));
    }
}
