// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Householder reflections: `I - tau * v * adjoint(v)`, where `v` begins with 1 (Golub and Van
//! Loan, "Matrix Computations", section 5.1).
//!
//! They follow LAPACK (`geqrf`, `orgqr`, `ungqr`, `larfg`), as do XLA's custom calls `Qr` and
//! `ProductOfElementaryHouseholderReflectors` (`xla/hlo/builder/lib/qr.h`).

use super::field::{Field, is_complex, matrix_sizes, numbers, tensor};
use crate::Error;
use hloom_values::{ElementClass, Literal, Shape};
use num_complex::Complex;

/// Returns the QR decomposition of each matrix of `a`, and the `tau` of each reflection.
///
/// R is in the upper triangle. Below it are the vectors of the reflections whose product is Q,
/// without their first elements, which are 1.
///
/// # Errors
/// Fails if `a` does not consist of matrices of floats or complex numbers.
pub fn qr(a: &Literal) -> Result<Vec<Literal>, Error> {
    check_type(a)?;
    if is_complex(a) { qr_batch::<Complex<f64>>(a) } else { qr_batch::<f64>(a) }
}

/// Returns the leading columns of the product of reflections. The number of columns is that of `a`.
/// The vectors of the reflections are below the diagonals of the matrices of `a`.
///
/// # Errors
/// Fails if the element type is not float or complex, or if the sizes do not match.
pub fn product(a: &Literal, taus: &Literal) -> Result<Literal, Error> {
    check_type(a)?;
    if is_complex(a) {
        product_batch::<Complex<f64>>(a, taus)
    } else {
        product_batch::<f64>(a, taus)
    }
}

fn check_type(a: &Literal) -> Result<(), Error> {
    match a.shape().element_type.class() {
        ElementClass::Float | ElementClass::Complex => Ok(()),
        _ => {
            let shape = a.shape();
            Err(Error::invalid(format!("expected float or complex elements, found {shape}")))
        }
    }
}

fn qr_batch<F: Field>(a: &Literal) -> Result<Vec<Literal>, Error> {
    let [rows, columns] = matrix_sizes(a.shape())?;
    let mut all: Vec<F> = numbers(a);
    let count = rows.min(columns);
    let mut taus = Vec::new();
    for elements in all.chunks_exact_mut((rows * columns).max(1)) {
        let mut matrix = Columns::of(elements, rows, columns);
        taus.extend((0..count).map(|step| {
            let tau = reflect(&mut matrix.column_mut(step)[step..]);
            matrix.apply(step, step + 1, tau.conjugate());
            tau
        }));
        matrix.store(elements);
    }
    let mut dims = a.shape().dims.clone();
    dims.truncate(dims.len() - 2);
    dims.push(count);
    let shape = Shape::new(a.shape().element_type, dims);
    Ok(vec![tensor(&all, a.shape().clone())?, tensor(&taus, shape)?])
}

fn product_batch<F: Field>(a: &Literal, taus: &Literal) -> Result<Literal, Error> {
    let [rows, columns] = matrix_sizes(a.shape())?;
    let batch = &a.shape().dims[..a.shape().rank() - 2];
    let count = match taus.shape().dims.split_last() {
        Some((count, others)) if others == batch && *count <= columns && columns <= rows => *count,
        _ => {
            let (a, taus) = (a.shape(), taus.shape());
            return Err(Error::invalid(format!(
                "expected at least as many rows as columns, and factors of the same batch \
                 dimensions, at most one for each column, found {a} and factors {taus}"
            )));
        }
    };
    let mut all: Vec<F> = numbers(a);
    let taus: Vec<F> = numbers(taus);
    let matrices = all.chunks_exact_mut((rows * columns).max(1));
    for (index, elements) in matrices.enumerate() {
        let mut matrix = Columns::of(elements, rows, columns);
        for column in count..columns {
            matrix.column_mut(column).fill(F::from_real(0.0));
            matrix.column_mut(column)[column] = F::from_real(1.0);
        }
        // Applies the last reflection first: each changes only elements below and to the right of
        // its leading one.
        for column in (0..count).rev() {
            let tau = taus[index * count + column];
            matrix.apply(column, column + 1, tau);
            let vector = matrix.column_mut(column);
            vector[..column].fill(F::from_real(0.0));
            vector[column] = F::from_real(1.0) - tau;
            for element in &mut vector[column + 1..] {
                *element = F::from_real(0.0) - tau * *element;
            }
        }
        matrix.store(elements);
    }
    tensor(&all, a.shape().clone())
}

/// Computes the reflection that zeroes all but the first element of `vector`, and returns its `tau`
/// (LAPACK's `larfg`). Stores the new first element in `vector`, followed by the vector of the
/// reflection without its leading 1.
fn reflect<F: Field>(vector: &mut [F]) -> F {
    let Some((first, rest)) = vector.split_first_mut() else { return F::from_real(0.0) };
    let norm = norm(rest);
    if norm == 0.0 && first.imaginary() == 0.0 {
        return F::from_real(0.0);
    }
    let beta = -first.real().hypot(first.imaginary()).hypot(norm).copysign(first.real());
    let divisor = *first - F::from_real(beta);
    let tau = F::from_real(0.0) - divisor / F::from_real(beta);
    rest.iter_mut().for_each(|element| *element = *element / divisor);
    *first = F::from_real(beta);
    tau
}

/// Returns the Euclidean norm, without overflow or underflow if the squares of numbers are out of
/// range.
fn norm<F: Field>(vector: &[F]) -> f64 {
    let parts = || vector.iter().flat_map(|element| [element.real(), element.imaginary()]);
    let larger = |one: f64, other: f64| if other > one || other.is_nan() { other } else { one };
    let largest = parts().map(f64::abs).fold(0.0, larger);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * parts().map(|part| (part / largest).powi(2)).sum::<f64>().sqrt()
}

/// A matrix in column-major order.
struct Columns<F> {
    elements: Vec<F>,
    rows: usize,
}

impl<F: Field> Columns<F> {
    /// Creates a matrix from elements in row-major order.
    fn of(elements: &[F], rows: usize, columns: usize) -> Self {
        let column = |column| (0..rows).map(move |row| elements[row * columns + column]);
        Self { elements: (0..columns).flat_map(column).collect(), rows }
    }

    /// Writes the elements of the matrix in row-major order.
    fn store(&self, elements: &mut [F]) {
        let columns = self.elements.len() / self.rows.max(1);
        for (index, element) in self.elements.iter().enumerate() {
            elements[index % self.rows * columns + index / self.rows] = *element;
        }
    }

    fn column_mut(&mut self, column: usize) -> &mut [F] {
        &mut self.elements[column * self.rows..][..self.rows]
    }

    /// Applies the reflection whose vector is below the diagonal in `column` to the columns from
    /// `first` on. `first` is greater than `column`.
    fn apply(&mut self, column: usize, first: usize, tau: F) {
        let (before, after) = self.elements.split_at_mut(first * self.rows);
        let vector = &before[column * self.rows..][column + 1..self.rows];
        for column_after in after.chunks_exact_mut(self.rows.max(1)) {
            let Some((head, rest)) = column_after[column..].split_first_mut() else { continue };
            let pairs = vector.iter().zip(rest.iter());
            let sum = pairs.fold(*head, |sum, (v, element)| sum + v.conjugate() * *element);
            let factor = tau * sum;
            *head = *head - factor;
            for (v, element) in vector.iter().zip(rest) {
                *element = *element - factor * *v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &Literal, expected: &[Complex<f64>]) {
        assert_eq!(found.element_count(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            let (real, imaginary) = found.parts();
            let distance = (Complex::new(real, imaginary) - expected).norm();
            assert!(distance < 1e-6, "{found:?}, not {expected}");
        }
    }

    fn real(numbers: &[f64]) -> Vec<Complex<f64>> {
        numbers.iter().map(|number| Complex::new(*number, 0.0)).collect()
    }

    // Expected values from dgeqrf and dorgqr of scipy.linalg.lapack.
    #[test]
    fn real_matrices() {
        let a = Literal::from_slice(&[1.0_f32, 2.0, 3.0, 4.0, -2.0, 0.5], [3, 2]).expect("six");
        let [factors, taus] = &qr(&a).expect("a matrix")[..] else { panic!("two results") };
        let expected = [
            -3.741657386774,
            -3.474396144862,
            0.632690166179,
            -2.859820174167,
            -0.421793444119,
            0.827114101455,
        ];
        close(factors, &real(&expected));
        close(taus, &real(&[1.267261241912, 1.187565427444]));
        let expected = [
            -0.267261241912,
            -0.374648931114,
            -0.801783725737,
            -0.424602121929,
            0.534522483825,
            -0.82422764845,
        ];
        close(&product(factors, taus).expect("reflections"), &real(&expected));
        // With fewer factors than columns, the remaining columns still have length one.
        let one = Literal::from_slice(&taus.as_slice::<f32>().expect("f32")[..1], [1]);
        let q = product(factors, &one.expect("one")).expect("a reflection");
        let column = q.iter().skip(1).step_by(2).map(|element| element.parts().0);
        let norm: f64 = column.map(|element| element * element).sum();
        assert!((norm - 1.0).abs() < 1e-6, "{q}");
    }

    // Expected values from zgeqrf and zungqr, where the last row has a reflection, too.
    #[test]
    fn complex_matrices() {
        let c = Complex::new;
        let a = [c(1.0, 1.0), c(0.0, 2.0), c(3.0, 0.0), c(4.0, -1.0)];
        let a = Literal::from_slice(&a, [2, 2]).expect("four");
        let [factors, taus] = &qr(&a).expect("a matrix")[..] else { panic!("two results") };
        let expected = [
            c(-3.316624790355, 0.0),
            c(-4.221158824089, 0.301511344578),
            c(0.659588944654, -0.152802010063),
            c(-1.758098145983, 0.0),
        ];
        close(factors, &expected);
        close(taus, &[c(1.301511344578, 0.301511344578), c(1.543904689036, -0.839147000975)]);
        let expected = [
            c(-0.301511344578, -0.301511344578),
            c(0.775631534993, -0.465378920996),
            c(-0.904534033733, 0.0),
            c(-0.103417537999, 0.413670151996),
        ];
        close(&product(factors, taus).expect("reflections"), &expected);
    }

    #[test]
    fn wide_matrices_batches_and_extremes() {
        let wide = [1.0, 2.0, 3.0, -4.0, 5.0, 6.0];
        // The second matrix is the first one, scaled so that its squares overflow.
        let large = wide.map(|element| element * 1e200);
        let a = Literal::from_slice(&[wide, large].concat(), [2, 2, 3]).expect("twelve");
        let [factors, taus] = &qr(&a).expect("matrices")[..] else { panic!("two results") };
        let factors = factors.as_slice::<f64>().expect("f64");
        assert!((factors[2] - 5.093248125763).abs() < 1e-9, "{factors:?}");
        assert!((factors[8] / 1e200 - 5.093248125763).abs() < 1e-9, "{factors:?}");
        close(taus, &real(&[1.242535625036, 0.0, 1.242535625036, 0.0]));
        let nan = Literal::from_slice(&[1.0, f64::NAN], [2, 1]).expect("two");
        assert!(qr(&nan).expect("a matrix")[1].iter().all(|tau| tau.parts().0.is_nan()));
        let none = Literal::from_slice::<f64>(&[], [3, 0, 2]).expect("none");
        assert_eq!(qr(&none).expect("matrices")[1].shape().dims, [3, 0]);
    }

    #[test]
    fn refusals() {
        let integers = Literal::from_slice(&[1, 2], [2, 1]).expect("two");
        let refusal = qr(&integers).expect_err("integers");
        let expected = "expected float or complex elements, found tensor<2x1xi32>";
        assert_eq!(refusal.to_string(), expected);
        let a = Literal::from_slice(&[1.0, 2.0], [1, 2]).expect("two");
        let taus = Literal::from_slice(&[1.0], [1]).expect("one");
        let refusal = product(&a, &taus).expect_err("wide");
        let expected = "expected at least as many rows as columns, and factors of the same batch \
            dimensions, at most one for each column, found tensor<1x2xf64> and factors \
            tensor<1xf64>";
        assert_eq!(refusal.to_string(), expected);
        assert!(qr(&taus).is_err());
    }
}
