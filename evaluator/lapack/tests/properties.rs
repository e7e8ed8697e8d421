// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Matrices that are larger than the blocks of the routines, empty ones, and wrong calls.

use hloom_lapack::{Call, routines};
use hloom_values::{ElementType, Error, Literal, Shape};

fn run(
    target: &str,
    operands: &[Literal],
    settings: &[(&str, i64)],
) -> Result<Vec<Literal>, Error> {
    let (_, routine) = routines().find(|(name, _)| *name == target).expect("a routine");
    let setting =
        |name: &str| settings.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
    routine(&Call { target, operands, results: &[], setting: &setting })
}

fn random(rows: usize, columns: usize) -> Vec<f64> {
    let number = |index: usize| {
        let hash = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        (hash % 4001) as f64 / 2000.0 - 1.0
    };
    (0..rows * columns).map(number).collect()
}

fn literal(elements: &[f64], rows: usize, columns: usize) -> Literal {
    Literal::from_slice(elements, [rows, columns]).expect("a matrix")
}

fn product(a: &[f64], b: &[f64], inner: usize, columns: usize) -> Vec<f64> {
    let element = |row: usize, column: usize| -> f64 {
        (0..inner).map(|it| a[row * inner + it] * b[it * columns + column]).sum()
    };
    let rows = a.len() / inner;
    (0..rows * columns).map(|index| element(index / columns, index % columns)).collect()
}

fn expect_near(actual: &[f64], expected: &[f64]) {
    assert_eq!(actual.len(), expected.len());
    for (actual, expected) in actual.iter().zip(expected) {
        assert!((actual - expected).abs() < 1e-11, "expected {expected}, found {actual}");
    }
}

const SIZES: [(usize, usize); 4] = [(70, 70), (90, 41), (41, 90), (33, 200)];

#[test]
fn blocks_of_lu_decompositions() -> Result<(), Error> {
    for (rows, columns) in SIZES {
        let count = rows.min(columns);
        let a = random(rows, columns);
        let results = run("lapack_dgetrf_ffi", &[literal(&a, rows, columns)], &[])?;
        let packed = results[0].as_slice::<f64>().expect("f64");
        let lower = |index: usize| match (index / count, index % count) {
            (row, column) if row > column => packed[row * columns + column],
            (row, column) => f64::from(row == column),
        };
        let upper = |index: usize| match (index / columns, index % columns) {
            (row, column) if row <= column => packed[index],
            _ => 0.0,
        };
        let lower: Vec<_> = (0..rows * count).map(lower).collect();
        assert!(lower.iter().all(|element| element.abs() <= 1.0));
        let upper: Vec<_> = (0..count * columns).map(upper).collect();
        let mut exchanged: Vec<_> = a.chunks(columns).map(<[_]>::to_vec).collect();
        for (row, pivot) in results[1].as_slice::<i32>().expect("i32").iter().enumerate() {
            exchanged.swap(row, *pivot as usize - 1);
        }
        expect_near(&product(&lower, &upper, count, columns), &exchanged.concat());
        assert_eq!(results[2].as_slice(), Some(&[0_i32][..]));
    }
    Ok(())
}

#[test]
fn blocks_of_qr_decompositions() -> Result<(), Error> {
    for (rows, columns) in SIZES {
        let count = rows.min(columns);
        let a = random(rows, columns);
        let results = run("lapack_dgeqrf_ffi", &[literal(&a, rows, columns)], &[])?;
        let packed = results[0].as_slice::<f64>().expect("f64");
        let upper = |index: usize| match (index / columns, index % columns) {
            (row, column) if row <= column => packed[index],
            _ => 0.0,
        };
        let r: Vec<_> = (0..rows * columns).map(upper).collect();
        let leading: Vec<_> =
            packed.chunks(columns).flat_map(|row| row[..count].to_vec()).collect();
        let vectors = literal(&leading, rows, count);
        // Q times R is the matrix, and the product of reflections is Q.
        let operands = [vectors.clone(), results[1].clone(), literal(&r, rows, columns)];
        let back = run("lapack_dormqr_ffi", &operands, &[("left", 1), ("transpose", 0)])?;
        expect_near(back[0].as_slice().expect("f64"), &a);
        let q = run("lapack_dorgqr_ffi", &[vectors, results[1].clone()], &[])?;
        let q = q[0].as_slice::<f64>().expect("f64");
        expect_near(&product(q, &r[..count * columns], count, columns), &a);
    }
    Ok(())
}

#[test]
fn blocks_of_cholesky_decompositions() -> Result<(), Error> {
    let size = 75;
    let root = random(size, size);
    let transposed = |a: &[f64]| -> Vec<f64> {
        (0..size * size).map(|index| a[index % size * size + index / size]).collect()
    };
    let mut a = product(&root, &transposed(&root), size, size);
    (0..size).for_each(|place| a[place * size + place] += 1.0);
    for (uplo, lower) in [(76, true), (85, false)] {
        let results = run("lapack_dpotrf_ffi", &[literal(&a, size, size)], &[("uplo", uplo)])?;
        let packed = results[0].as_slice::<f64>().expect("f64");
        let triangle = |index: usize| {
            let (row, column) = (index / size, index % size);
            // The other triangle stays.
            if row != column && (row > column) != lower {
                assert_eq!(packed[index], a[index]);
                return 0.0;
            }
            packed[index]
        };
        let factor: Vec<_> = (0..size * size).map(triangle).collect();
        let (left, right) = if lower {
            (factor.clone(), transposed(&factor))
        } else {
            (transposed(&factor), factor)
        };
        expect_near(&product(&left, &right, size, size), &a);
    }
    a[50 * size + 50] = -1.0;
    let results = run("lapack_dpotrf_ffi", &[literal(&a, size, size)], &[("uplo", 76)])?;
    assert_eq!(results[1].as_slice(), Some(&[51_i32][..]));
    a[3 * size + 3] = f64::NAN;
    let results = run("lapack_dpotrf_ffi", &[literal(&a, size, size)], &[("uplo", 85)])?;
    assert_eq!(results[1].as_slice(), Some(&[4_i32][..]));
    Ok(())
}

#[test]
fn empty_matrices() -> Result<(), Error> {
    let letters = |names: &[&'static str]| names.iter().map(|it| (*it, 76)).collect::<Vec<_>>();
    for dims in [[0, 0], [0, 3], [3, 0]] {
        let a = Literal::zeros(Shape::new(ElementType::F64, dims))?;
        run("lapack_dgetrf_ffi", std::slice::from_ref(&a), &[])?;
        run("lapack_dgeqrf_ffi", std::slice::from_ref(&a), &[])?;
        for mode in [65, 83] {
            run("lapack_dgesdd_ffi", std::slice::from_ref(&a), &[("mode", mode)])?;
        }
    }
    let a = [Literal::zeros(Shape::new(ElementType::F64, [2, 0, 0]))?];
    run("lapack_dpotrf_ffi", &a, &letters(&["uplo"]))?;
    run("lapack_dsytrd_ffi", &a, &letters(&["uplo"]))?;
    run("lapack_dsyevd_ffi", &a, &[("mode", 86), ("uplo", 76)])?;
    run("lapack_dgeev_ffi", &a, &[("compute_left", 86), ("compute_right", 86)])?;
    run("lapack_dgehrd_ffi", &a, &[("low", 1), ("high", 0)])?;
    Ok(())
}

#[test]
fn numbers_that_are_not_finite_do_not_converge() -> Result<(), Error> {
    let a = [literal(&[1.0, f64::NAN, f64::NAN, 1.0], 2, 2)];
    let info = |results: Vec<Literal>| {
        results.last().and_then(|it| it.as_slice::<i32>()?.first().copied())
    };
    let mode = [("mode", 86), ("uplo", 76)];
    assert_eq!(info(run("lapack_dsyevd_ffi", &a, &mode)?), Some(1));
    assert_eq!(info(run("lapack_dgesdd_ffi", &a, &[("mode", 65)])?), Some(1));
    let sides = [("compute_left", 86), ("compute_right", 86)];
    assert_eq!(info(run("lapack_dgeev_ffi", &a, &sides)?), Some(1));
    Ok(())
}

#[test]
fn wrong_calls_are_refused() {
    let message = |target, operands: &[Literal], settings: &[_]| {
        run(target, operands, settings).expect_err("wrong").to_string()
    };
    let a = literal(&random(2, 3), 2, 3);
    let square = literal(&random(2, 2), 2, 2);
    let vector = Literal::from_slice(&[1.0], [1]).expect("a vector");
    assert_eq!(
        message("lapack_dgetrf_ffi", &[], &[]),
        "`@lapack_dgetrf_ffi`: expected 1 operands, found 0"
    );
    assert_eq!(
        message("lapack_sgetrf_ffi", std::slice::from_ref(&a), &[]),
        "`@lapack_sgetrf_ffi`: operand 0: expected elements of type f32, found tensor<2x3xf64>"
    );
    assert_eq!(
        message("lapack_dgetrf_ffi", std::slice::from_ref(&vector), &[]),
        "`@lapack_dgetrf_ffi`: operand 0: expected matrices, found tensor<1xf64>"
    );
    assert_eq!(
        message("lapack_dpotrf_ffi", std::slice::from_ref(&a), &[("uplo", 76)]),
        "`@lapack_dpotrf_ffi`: operand 0: expected square matrices, found tensor<2x3xf64>"
    );
    assert_eq!(
        message("lapack_dpotrf_ffi", std::slice::from_ref(&square), &[("uplo", 65)]),
        "`@lapack_dpotrf_ffi`: `uplo`: expected one of 76, 85, found 65"
    );
    assert_eq!(
        message("lapack_dpotrf_ffi", std::slice::from_ref(&square), &[]),
        "`@lapack_dpotrf_ffi`: expected the integer attribute `uplo`"
    );
    assert_eq!(
        message("lapack_dorgqr_ffi", &[square.clone(), a.clone()], &[]),
        "`@lapack_dorgqr_ffi`: operand 1: expected tensor<3xf64>, found tensor<2x3xf64>"
    );
    let settings = [("side", 76), ("uplo", 76), ("trans_x", 78), ("diag", 78)];
    assert_eq!(
        message("lapack_dtrsm_ffi", &[square.clone(), literal(&random(3, 2), 3, 2)], &settings),
        "`@lapack_dtrsm_ffi`: operand 1: expected 2 rows, found 3"
    );
    assert_eq!(
        message("lapack_dgehrd_ffi", std::slice::from_ref(&square), &[("low", 0), ("high", 2)]),
        "`@lapack_dgehrd_ffi`: `low` and `high`: expected a range in 1..=2, found 0..=2"
    );
}
