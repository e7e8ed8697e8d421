// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The routines compute what the LAPACK functions of jaxlib do. `export.py` wrote the cases.

use hloom_lapack::{Call, routines};
use hloom_values::{ElementType, Literal, Scalar, Shape};
use num_complex::Complex64;
use std::collections::{BTreeMap, BTreeSet};

/// A call with the results of jaxlib.
#[derive(Default)]
struct Case {
    target: String,
    settings: BTreeMap<String, i64>,
    operands: Vec<Literal>,
    results: Vec<Literal>,
}

fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in include_str!("jax.txt").lines() {
        let mut words = line.split(' ');
        let kind = words.next().expect("a kind");
        if kind == "call" {
            let target = words.next().expect("a target").to_owned();
            let settings = words.map(|word| {
                let (name, value) = word.split_once('=').expect("a setting");
                (name.to_owned(), value.parse().expect("an integer"))
            });
            cases.push(Case { target, settings: settings.collect(), ..Case::default() });
            continue;
        }
        let shape: Shape = words.next().and_then(|word| word.parse().ok()).expect("a shape");
        let mut literal = Literal::zeros(shape.clone()).expect("memory");
        for (index, word) in words.enumerate() {
            let part = |text: &str| text.parse::<f64>().expect("a number");
            let value = match word.split_once(',') {
                Some((re, im)) => Scalar::Complex(part(re), part(im)),
                None if shape.element_type == ElementType::S32 => Scalar::Signed(part(word) as i64),
                None => Scalar::Float(part(word)),
            };
            assert!(literal.set(index, value), "{line}");
        }
        let case = cases.last_mut().expect("a call");
        if kind == "operand" { &mut case.operands } else { &mut case.results }.push(literal);
    }
    cases
}

fn run(case: &Case) -> Result<Vec<Literal>, hloom_values::Error> {
    let (_, routine) = routines().find(|(name, _)| *name == case.target).expect("a routine");
    let results: Vec<_> = case.results.iter().map(|result| result.shape().clone()).collect();
    routine(&Call {
        target: &case.target,
        operands: &case.operands,
        results: &results,
        setting: &|name| case.settings.get(name).copied(),
    })
}

fn numbers(literal: &Literal) -> Vec<Complex64> {
    let number = |scalar: Scalar| {
        let (re, im) = scalar.parts();
        Complex64::new(re, im)
    };
    literal.iter().map(number).collect()
}

/// Matrices of a literal, as rows.
fn matrices(literal: &Literal) -> Vec<Vec<Vec<Complex64>>> {
    let dims = &literal.shape().dims;
    let [.., rows, columns] = dims[..] else { panic!("{}: no matrices", literal.shape()) };
    let all = numbers(literal);
    let matrix = |matrix: &[Complex64]| matrix.chunks(columns).map(<[_]>::to_vec).collect();
    all.chunks(rows * columns).map(matrix).collect()
}

fn product(a: &[Vec<Complex64>], b: &[Vec<Complex64>]) -> Vec<Vec<Complex64>> {
    let element = |row: &[Complex64], column: usize| {
        row.iter().zip(b).map(|(element, row)| element * row[column]).sum()
    };
    a.iter().map(|row| (0..b[0].len()).map(|column| element(row, column)).collect()).collect()
}

fn adjoint(a: &[Vec<Complex64>]) -> Vec<Vec<Complex64>> {
    (0..a[0].len()).map(|column| a.iter().map(|row| row[column].conj()).collect()).collect()
}

fn expect_near(actual: &[Complex64], expected: &[Complex64], tolerance: f64, context: &str) {
    assert_eq!(actual.len(), expected.len(), "{context}");
    for (actual, expected) in actual.iter().zip(expected) {
        let near = (actual - expected).norm() <= tolerance
            || !actual.is_finite() && actual.re.to_bits() == expected.re.to_bits();
        assert!(near, "{context}: expected {expected}, found {actual}");
    }
}

fn expect_product(
    a: &[Vec<Complex64>],
    b: &[Vec<Complex64>],
    expected: &[Vec<Complex64>],
    tolerance: f64,
    context: &str,
) {
    let actual = product(a, b);
    expect_near(&actual.concat(), &expected.concat(), tolerance, context);
}

fn expect_orthonormal(columns: &[Vec<Complex64>], tolerance: f64, context: &str) {
    let count = columns[0].len();
    let unit = |row| (0..count).map(|column| Complex64::from(f64::from(row == column))).collect();
    let identity: Vec<_> = (0..count).map(unit).collect();
    expect_product(&adjoint(columns), columns, &identity, tolerance, context);
}

fn tolerance(case: &Case) -> f64 {
    match case.operands[0].shape().element_type {
        ElementType::F32 | ElementType::C64 => 3e-5,
        _ => 1e-13,
    }
}

fn diagonal(values: &[Complex64]) -> Vec<Vec<Complex64>> {
    let row = |row| {
        (0..values.len()).map(move |column| values[column] * f64::from(row == column)).collect()
    };
    (0..values.len()).map(row).collect()
}

#[test]
fn results_are_those_of_jaxlib() {
    let mut seen = BTreeSet::new();
    for (number, case) in cases().iter().enumerate() {
        let context = format!("case {number}, {} {:?}", case.target, case.settings);
        seen.insert(case.target.clone());
        let actual = run(case).unwrap_or_else(|error| panic!("{context}: {error}"));
        assert_eq!(actual.len(), case.results.len(), "{context}");
        for (actual, expected) in actual.iter().zip(&case.results) {
            assert_eq!(actual.shape(), expected.shape(), "{context}");
        }
        let tolerance = tolerance(case);
        let routine = &case.target["lapack_x".len()..];
        match routine.trim_end_matches("_ffi") {
            "gesdd" | "gesvd" => expect_singular(case, &actual, tolerance, &context),
            "syevd" | "heevd" => expect_hermitian(case, &actual, tolerance, &context),
            "geev" => expect_general(case, &actual, tolerance, &context),
            _ => {
                for (index, (actual, expected)) in actual.iter().zip(&case.results).enumerate() {
                    let context = format!("{context}, result {index}");
                    expect_near(&numbers(actual), &numbers(expected), tolerance, &context);
                }
            }
        }
    }
    let all: BTreeSet<_> = routines().map(|(name, _)| name.to_owned()).collect();
    assert_eq!(seen, all);
}

fn expect_singular(case: &Case, actual: &[Literal], tolerance: f64, context: &str) {
    for index in [1, 4] {
        let expected = numbers(&case.results[index]);
        expect_near(&numbers(&actual[index]), &expected, tolerance, context);
    }
    let count = case.results[1].shape().dims.last().copied().expect("a vector");
    let values = numbers(&actual[1]);
    let parts = matrices(&actual[2]).into_iter().zip(matrices(&actual[3]));
    let parts = parts.zip(values.chunks(count)).zip(matrices(&case.operands[0]));
    for (((u, vt), values), a) in parts {
        expect_orthonormal(&u, tolerance, context);
        expect_orthonormal(&adjoint(&vt), tolerance, context);
        let scaled: Vec<Vec<_>> =
            u.iter().map(|row| row.iter().zip(values).map(|(u, s)| u * s).collect()).collect();
        expect_product(&scaled, &vt[..count], &a, tolerance, context);
    }
}

fn expect_hermitian(case: &Case, actual: &[Literal], tolerance: f64, context: &str) {
    for index in [1, 2] {
        let expected = numbers(&case.results[index]);
        expect_near(&numbers(&actual[index]), &expected, tolerance, context);
    }
    let values = numbers(&actual[1]);
    let matrices = matrices(&actual[0]).into_iter().zip(matrices(&case.operands[0]));
    for ((vectors, a), values) in
        matrices.zip(values.chunks(actual[0].shape().dims[actual[0].shape().rank() - 1]))
    {
        expect_orthonormal(&vectors, tolerance, context);
        let expected = product(&vectors, &diagonal(values));
        expect_product(&a, &vectors, &expected, tolerance, context);
    }
}

fn expect_general(case: &Case, actual: &[Literal], tolerance: f64, context: &str) {
    let real = case.results.len() == 5;
    let values = |results: &[Literal]| {
        let first = numbers(&results[0]);
        if !real {
            return first;
        }
        let second = numbers(&results[1]);
        first.iter().zip(second).map(|(re, im)| Complex64::new(re.re, im.re)).collect()
    };
    let [.., left, right, info] = actual else { panic!("{context}") };
    assert!(numbers(info).iter().all(|info| info.re == 0.0), "{context}");
    let size = right.shape().dims[right.shape().rank() - 1];
    let (values, expected) = (values(actual), values(&case.results));
    let vectors = matrices(left).into_iter().zip(matrices(right));
    let values = values.chunks(size).zip(expected.chunks(size));
    for (((left, right), (values, expected)), a) in
        vectors.zip(values).zip(matrices(&case.operands[0]))
    {
        // The order of eigenvalues is free, but for pairs.
        let mut rest = expected.to_vec();
        for value in values {
            let near = |it: &Complex64| (it - value).norm() <= 10.0 * tolerance;
            let place = rest.iter().position(near);
            rest.remove(place.unwrap_or_else(|| panic!("{context}: {value} in {expected:?}")));
        }
        if real {
            let second = |place: usize| values[place].im < 0.0;
            let paired = |place: usize| place > 0 && values[place - 1] == values[place].conj();
            assert!((0..size).all(|place| !second(place) || paired(place)), "{context}");
        }
        let diagonal = diagonal(values);
        expect_product(&a, &right, &product(&right, &diagonal), 10.0 * tolerance, context);
        let left = adjoint(&left);
        expect_product(&left, &a, &product(&diagonal, &left), 10.0 * tolerance, context);
        for vector in adjoint(&right).iter().chain(&left) {
            let norm: f64 = vector.iter().map(Complex64::norm_sqr).sum();
            assert!((norm - 1.0).abs() < tolerance, "{context}");
            let largest = vector.iter().max_by(|a, b| a.norm().total_cmp(&b.norm()));
            assert!(largest.is_some_and(|it| it.im.abs() < tolerance), "{context}: {vector:?}");
        }
    }
}
