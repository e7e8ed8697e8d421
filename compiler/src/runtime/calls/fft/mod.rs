// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Fourier transforms (StableHLO specification, section "fft").
//!
//! The crates rustfft and realfft transform short rows. Long rows are transformed as matrices
//! ([`long`]), so that their parts stay in the cache and can be distributed over threads. Along
//! other dimensions, blocks of columns are copied to rows, transformed, and copied back
//! ([`columns`]). If there are at least as many transforms as threads, each thread computes whole
//! transforms. Otherwise, the threads share the rows and columns of each transform.
//!
//! The first call of `run` or `memory_bytes` creates the plan of a transform. The executable keeps
//! the plan and its scratch buffers.

mod columns;
mod ffi;
mod footprint;
mod long;
mod plan;
mod real;
mod scratch;
mod share;
#[cfg(test)]
mod tests;

use super::call::{CallContext, RuntimeCall};
use super::description::CallDescription;
use crate::{Error, Shape};
use hloom_evaluator::custom_call::Setting;
use hloom_values::ElementType;
use num_complex::Complex;
use plan::{Kind, Plan};
use rustfft::FftNum;
use share::Share;
use std::sync::OnceLock;

/// A Fourier transform along the last dimensions of a tensor.
pub struct Transform {
    kind: Kind,
    /// The sizes of the transformed dimensions. For a real transform, these are the sizes of the
    /// real tensor.
    lengths: Vec<usize>,
    result: Shape,
    singles: OnceLock<Plan<f32>>,
    doubles: OnceLock<Plan<f64>>,
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
                .filter(|lengths| !lengths.is_empty())
                .ok_or_else(unreadable)?,
            _ => return Err(unreadable()),
        };
        let [result] = &call.results[..] else { return Err(unreadable()) };
        let (singles, doubles) = (OnceLock::new(), OnceLock::new());
        Ok(Self { kind, lengths, result: result.clone(), singles, doubles })
    }

    fn is_double(&self) -> bool {
        matches!(self.result.element_type, ElementType::C128 | ElementType::F64)
    }

    fn transform<T: FftNum + bytemuck::Pod>(
        &self,
        plan: &OnceLock<Plan<T>>,
        operand: &[u8],
        result: &mut [u8],
        share: Share,
    ) where
        Complex<T>: bytemuck::Pod,
    {
        let plan = plan.get_or_init(|| Plan::new(self.kind, &self.lengths));
        match self.kind {
            Kind::Forward | Kind::Inverse => {
                let (operand, result) =
                    (bytemuck::cast_slice(operand), bytemuck::cast_slice_mut(result));
                plan.complex(operand, result, share);
            }
            Kind::FromReal => {
                let (operand, result) =
                    (bytemuck::cast_slice(operand), bytemuck::cast_slice_mut(result));
                plan.real_to_complex(operand, result, share);
            }
            Kind::ToReal => {
                let (operand, result) =
                    (bytemuck::cast_slice(operand), bytemuck::cast_slice_mut(result));
                plan.complex_to_real(operand, result, share);
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
        let share = Share(context.threads);
        if self.is_double() {
            self.transform(&self.doubles, operand, result, share);
        } else {
            self.transform(&self.singles, operand, result, share);
        }
        Ok(())
    }

    fn memory_bytes(&self, threads: usize) -> usize {
        let elements = self.result.element_count().unwrap_or(0);
        if elements == 0 || self.lengths.contains(&0) {
            return 0;
        }
        if self.is_double() {
            let plan = self.doubles.get_or_init(|| Plan::new(self.kind, &self.lengths));
            plan.memory_bytes(elements, threads)
        } else {
            let plan = self.singles.get_or_init(|| Plan::new(self.kind, &self.lengths));
            plan.memory_bytes(elements, threads)
        }
    }
}
