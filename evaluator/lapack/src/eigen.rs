// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `syevd`, `heevd` and `geev`: eigenvalues and eigenvectors.

use crate::call::{Call, append, tensor};
use crate::scalar::Scalar;
use faer::diag::Diag;
use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::linalg::evd::{
    ComputeEigenvectors, evd_cplx, evd_real, evd_scratch, self_adjoint_evd,
    self_adjoint_evd_scratch,
};
use faer::{Mat, MatRef, Par};
use hloom_values::{Error, Literal};
use num_complex::{Complex, ComplexFloat};
use num_traits::Zero;

/// Computes the eigenvectors of Hermitian matrices, the eigenvalues in ascending order, and `info`:
/// 1 if an element is not finite or if the iteration does not converge, otherwise 0. Reads only the
/// triangle `uplo`. For the `mode` `N`, the first result has no meaning.
pub fn hermitian<T: Scalar>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.square_matrices::<T>(0)?;
    let wanted = call.character("mode", "VN")? == 'V';
    let lower = call.character("uplo", "LU")? == 'L';
    let size = batch.rows;
    let vectors = if wanted { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let request = match size {
        0 => StackReq::EMPTY,
        _ => self_adjoint_evd_scratch::<T>(size, vectors, Par::Seq, Default::default()),
    };
    let mut memory = MemBuffer::new(request);
    let (mut all_values, mut all_vectors, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let elements = batch.elements(index);
        // The upper triangle of a Hermitian matrix is the adjoint of its lower one.
        let matrix = Mat::from_fn(size, size, |row, column| match (row >= column, lower) {
            (true, true) => elements[row * size + column],
            (true, false) => elements[column * size + row].conj(),
            (false, _) => T::zero(),
        });
        let mut values = Diag::<T>::zeros(size);
        let mut vectors = Mat::zeros(size, size);
        let finite = matrix.as_ref().is_all_finite();
        let solved = finite
            && self_adjoint_evd(
                matrix.as_ref(),
                values.as_mut(),
                wanted.then(|| vectors.as_mut()),
                Par::Seq,
                MemStack::new(&mut memory),
                Default::default(),
            )
            .is_ok();
        infos.push(i32::from(!solved));
        all_values.extend((0..size).map(|place| values[place].re()));
        append(&mut all_vectors, vectors.as_ref());
    }
    Ok(vec![
        tensor(&all_vectors, batch.dims, &[size, size])?,
        tensor(&all_values, batch.dims, &[size])?,
        tensor(&infos, batch.dims, &[])?,
    ])
}

/// Computes eigenvalues, left and right eigenvectors, and `info`: 1 if an element is not finite or
/// if the iteration does not converge, otherwise 0. For real matrices, two results contain the real
/// and the imaginary parts of the eigenvalues. Each eigenvector has length 1, and its largest
/// element is real. If `compute_left` or `compute_right` is `N`, the left or the right eigenvectors have
/// no meaning.
pub fn general<T: General>(call: &Call) -> Result<Vec<Literal>, Error> {
    call.expect_operands(1)?;
    let batch = call.square_matrices::<T>(0)?;
    let left = call.character("compute_left", "VN")? == 'V';
    let right = call.character("compute_right", "VN")? == 'V';
    let size = batch.rows;
    let mut values: Vec<Vec<T>> = vec![Vec::new(); T::PARTS];
    let (mut all_left, mut all_right, mut infos) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..batch.count() {
        let matrix = batch.matrix(index);
        let mut pairs = Pairs {
            values: vec![[T::zero(); 2]; size],
            left: Mat::zeros(size, size),
            right: Mat::zeros(size, size),
        };
        let finite = matrix.as_ref().is_all_finite();
        let solved = size == 0 || finite && T::decompose(matrix.as_ref(), left, right, &mut pairs);
        infos.push(i32::from(!solved));
        for (part, values) in values.iter_mut().enumerate() {
            values.extend(pairs.values.iter().map(|value| value[part]));
        }
        for (vectors, all) in [(pairs.left, &mut all_left), (pairs.right, &mut all_right)] {
            let mut vectors = vectors;
            for column in 0..size {
                normalize(&mut vectors, column);
            }
            append(all, vectors.as_ref());
        }
    }
    let mut results = Vec::new();
    for part in values {
        results.push(tensor(&part, batch.dims, &[size])?);
    }
    results.push(tensor(&all_left, batch.dims, &[size, size])?);
    results.push(tensor(&all_right, batch.dims, &[size, size])?);
    results.push(tensor(&infos, batch.dims, &[])?);
    Ok(results)
}

/// Scales a column such that its length is 1 and its largest element is real.
fn normalize<C: Scalar>(vectors: &mut Mat<C>, column: usize) {
    let norm = vectors.as_ref().col(column).norm_l2();
    if norm.is_zero() {
        return;
    }
    let mut largest = C::zero();
    for row in 0..vectors.nrows() {
        if vectors[(row, column)].abs() > largest.abs() {
            largest = vectors[(row, column)];
        }
    }
    // Real vectors keep their sign.
    let turn =
        if largest.im().is_zero() { C::one() } else { largest.conj() / C::real(largest.abs()) };
    for row in 0..vectors.nrows() {
        vectors[(row, column)] = vectors[(row, column)] * turn / C::real(norm);
    }
}

/// The eigenvalues and eigenvectors of a matrix. For a real matrix, an eigenvalue is the pair of
/// its real and imaginary parts. For a complex matrix, it is the first number of the pair.
pub struct Pairs<T: General> {
    values: Vec<[T; 2]>,
    left: Mat<T::Vector>,
    right: Mat<T::Vector>,
}

/// An element type for which general (not Hermitian) matrices can be decomposed.
pub trait General: Scalar {
    /// The element type of the eigenvectors, which is complex.
    type Vector: Scalar<Base = Self::Base>;

    /// The number of results that contain the eigenvalues: 2 for real matrices, and 1 for complex
    /// matrices.
    const PARTS: usize;

    /// Computes eigenvalues and eigenvectors. Returns false if the iteration does not converge.
    fn decompose(
        matrix: MatRef<'_, Self>,
        left: bool,
        right: bool,
        pairs: &mut Pairs<Self>,
    ) -> bool;
}

/// Allocates the scratch memory for the decomposition of a matrix of `size` rows.
fn memory<T: Scalar>(size: usize, left: bool, right: bool) -> MemBuffer {
    let wanted = |wanted| if wanted { ComputeEigenvectors::Yes } else { ComputeEigenvectors::No };
    let (left, right) = (wanted(left), wanted(right));
    MemBuffer::new(evd_scratch::<T>(size, left, right, Par::Seq, Default::default()))
}

macro_rules! general {
    ($($real:ty),*) => {
        $(
            impl General for $real {
                type Vector = Complex<$real>;
                const PARTS: usize = 2;

                fn decompose(
                    matrix: MatRef<'_, Self>,
                    left: bool,
                    right: bool,
                    pairs: &mut Pairs<Self>,
                ) -> bool {
                    let size = matrix.nrows();
                    let (mut re, mut im) = (Diag::<$real>::zeros(size), Diag::<$real>::zeros(size));
                    let (mut u_left, mut u_right) = (Mat::zeros(size, size), Mat::zeros(size, size));
                    let solved = evd_real(
                        matrix,
                        re.as_mut(),
                        im.as_mut(),
                        left.then(|| u_left.as_mut()),
                        right.then(|| u_right.as_mut()),
                        Par::Seq,
                        MemStack::new(&mut memory::<$real>(size, left, right)),
                        Default::default(),
                    );
                    let mut column = 0;
                    while column < size {
                        pairs.values[column] = [re[column], im[column]];
                        let is_pair = im[column] != 0.0 && column + 1 < size;
                        for (real, complex) in
                            [(&u_left, &mut pairs.left), (&u_right, &mut pairs.right)]
                        {
                            for row in 0..size {
                                let first = real[(row, column)];
                                if is_pair {
                                    let number = Complex::new(first, real[(row, column + 1)]);
                                    complex[(row, column)] = number;
                                    complex[(row, column + 1)] = number.conj();
                                } else {
                                    complex[(row, column)] = Complex::from(first);
                                }
                            }
                        }
                        if is_pair {
                            pairs.values[column + 1] = [re[column], -im[column]];
                            column += 1;
                        }
                        column += 1;
                    }
                    solved.is_ok()
                }
            }

            impl General for Complex<$real> {
                type Vector = Self;
                const PARTS: usize = 1;

                fn decompose(
                    matrix: MatRef<'_, Self>,
                    left: bool,
                    right: bool,
                    pairs: &mut Pairs<Self>,
                ) -> bool {
                    let size = matrix.nrows();
                    let mut values = Diag::<Self>::zeros(size);
                    let solved = evd_cplx(
                        matrix,
                        values.as_mut(),
                        left.then(|| pairs.left.as_mut()),
                        right.then(|| pairs.right.as_mut()),
                        Par::Seq,
                        MemStack::new(&mut memory::<Self>(size, left, right)),
                        Default::default(),
                    );
                    for (place, value) in pairs.values.iter_mut().enumerate() {
                        value[0] = values[place];
                    }
                    solved.is_ok()
                }
            }
        )*
    };
}

general!(f32, f64);
