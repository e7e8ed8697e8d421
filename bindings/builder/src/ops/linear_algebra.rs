// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Cholesky decompositions, triangular solvers and Fourier transforms.

use super::check::{fits, same_elements};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::{is_complex, is_float};
use crate::value::Value;
use hloom_portable::vhlo::{Attribute, FftTypeV1 as FftType, TransposeV1 as Transpose};
use hloom_values::{ElementType, Shape};

impl<'p> Value<'p> {
    /// Returns the Cholesky decompositions of symmetric positive definite matrices: lower
    /// triangular matrices if `lower`, and otherwise upper triangular matrices.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `cholesky`.
    #[track_caller]
    pub fn cholesky(self, lower: bool) -> Result<Self> {
        let emit = Emit::new("stablehlo.cholesky", &[self])?;
        let numbers = "floats or complex numbers";
        let a = emit.elements(0, numbers, |ty| is_float(ty) || is_complex(ty))?;
        let rank = a.rank();
        ensure!(emit, rank >= 2, "c2", "a must be a matrix or a batch of matrices, found {a}");
        ensure!(
            emit,
            a.dims[rank - 2] == a.dims[rank - 1],
            "c3",
            "matrices must be square, found {a}"
        );
        emit.with(move |attributes| attributes.boolean("lower", lower)).one(a)
    }

    /// Solves systems of linear equations whose coefficient matrices `self` are triangular: `self *
    /// x = b` if `left_side`, and otherwise `x * self = b`. `transpose_a` may transpose the
    /// matrices first.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `triangular_solve`.
    #[track_caller]
    pub fn triangular_solve(
        self,
        b: Value<'p>,
        left_side: bool,
        lower: bool,
        unit_diagonal: bool,
        transpose_a: Transpose,
    ) -> Result<Self> {
        let emit = Emit::new("stablehlo.triangular_solve", &[self, b])?;
        let numbers = "floats or complex numbers";
        let a = emit.elements(0, numbers, |ty| is_float(ty) || is_complex(ty))?;
        let b = emit.shape(1)?;
        same_elements(&emit, "a and b", &a, &b, "c1")?;
        let rank = a.rank();
        ensure!(
            emit,
            rank >= 2 && rank == b.rank(),
            "c2",
            "a and b must be matrices or batches of matrices with the same rank, found {a} and {b}"
        );
        ensure!(
            emit,
            a.dims[..rank - 2] == b.dims[..rank - 2],
            "c3",
            "a and b must have the same batch dimensions, found {a} and {b}"
        );
        let shared = b.dims[if left_side { rank - 2 } else { rank - 1 }];
        ensure!(
            emit,
            a.dims[rank - 2..] == [shared, shared],
            "c3",
            "a must be square, with as many rows as b has {}, found {a} and {b}",
            if left_side { "rows" } else { "columns" }
        );
        ensure!(
            emit,
            transpose_a != Transpose::TransposeInvalid,
            "i6",
            "transpose_a must be NO_TRANSPOSE, TRANSPOSE or ADJOINT, found {}",
            transpose_a.name()
        );
        let emit = emit.with(move |attributes| {
            attributes.boolean("left_side", left_side);
            attributes.boolean("lower", lower);
            attributes.boolean("unit_diagonal", unit_diagonal);
            attributes.set("transpose_a", Attribute::TransposeV1 { value: transpose_a });
        });
        emit.one(b)
    }

    /// Returns the Fourier transforms over the last dimensions, one for each of the one to three
    /// entries of `fft_length`.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `fft`.
    #[track_caller]
    pub fn fft(self, fft_type: FftType, fft_length: impl AsRef<[usize]>) -> Result<Self> {
        let length = fft_length.as_ref();
        let emit = Emit::new("stablehlo.fft", &[self])?;
        let operand = emit.shape(0)?;
        let count = length.len();
        ensure!(
            emit,
            (1..=3).contains(&count),
            "c3",
            "fft_length must have 1 to 3 entries, found {count}"
        );
        fits(&emit, "fft_length", length, "c3")?;
        ensure!(
            emit,
            count <= operand.rank(),
            "c1",
            "fft_length must have at most {} entries for {operand}, found {count}",
            operand.rank()
        );
        let (is_real, to_real) = (fft_type == FftType::Rfft, fft_type == FftType::Irfft);
        let ty = operand.element_type;
        let fits = match is_real {
            true => is_float(ty) && ElementType::complex(ty).is_some(),
            false => is_complex(ty),
        };
        ensure!(
            emit,
            fits,
            "c2",
            "operand of {} must hold {}, found {operand}",
            fft_type.name(),
            if is_real { "f32 or f64" } else { "complex numbers" }
        );
        let outer = operand.rank() - count;
        let last = operand.rank() - 1;
        let half = |size: usize| if size == 0 { 0 } else { size / 2 + 1 };
        let mut dims = operand.dims.clone();
        if is_real || to_real {
            for (index, length) in length.iter().enumerate() {
                let dim = outer + index;
                let is_half = to_real && dim == last;
                let expected = if is_half { half(*length) } else { *length };
                let constraint = if is_half { "c5" } else { "c4" };
                ensure!(
                    emit,
                    operand.dims[dim] == expected,
                    constraint,
                    "dimension {dim} of {operand} must be {expected}"
                );
            }
            dims[last] = if is_real { half(dims[last]) } else { length[count - 1] };
        }
        let result = match fft_type {
            FftType::Rfft => ElementType::complex(ty).unwrap_or(ty),
            FftType::Irfft => ty.part(),
            _ => ty,
        };
        let emit = emit.with(move |attributes| {
            attributes.set("fft_type", Attribute::FftTypeV1 { value: fft_type });
            attributes.sizes("fft_length", length);
        });
        emit.one(Shape::new(result, dims))
    }
}
