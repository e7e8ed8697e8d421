// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that emitted operations compute the same as the host, and that results are accurate. The
//! example `math_accuracy` measures the whole range.

use super::functions;
use hloom_ir as ir;
use hloom_ir::registry::Registry;
use melior::ir::attribute::{FloatAttribute, IntegerAttribute};
use melior::ir::operation::OperationLike;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::fmt::Write;

/// Special arguments (zeros, ones, limits, halves), and some in between.
const ARGUMENTS: &[f64] = &[
    0.0,
    -0.0,
    1e-45,
    -5e-324,
    -1e-40,
    1e-310,
    -3e-20,
    1e-4,
    -0.01,
    0.17,
    -0.3,
    0.5,
    -0.7,
    0.95,
    1.0,
    -1.0,
    1.0000001,
    std::f64::consts::SQRT_2,
    -1.6,
    2.5,
    -std::f64::consts::PI,
    4.0,
    9.5,
    -12.0,
    30.0,
    -87.0,
    88.5,
    -103.5,
    709.5,
    -744.0,
    12345.678,
    -1e8,
    1e20,
    -1e38,
    1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Expands and folds `body`, which defines the integers `%r0`, `%r1`, ... of `width` bits. Returns
/// the integers, or `None` for those that MLIR does not fold, such as the square root of a negative
/// number.
fn fold(body: &str, count: usize, width: u32) -> Vec<Option<u64>> {
    Registry::global().add_missing_passes(&crate::passes());
    let mut source = String::from("func.func @f() -> (");
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(", ");
    let types = list(&|_| format!("i{width}"));
    let values = list(&|index| format!("%r{index}"));
    write!(source, "{types}) {{\n{body}\n  return {values} : {types}\n}}").expect("a string grows");
    let context = hloom_dialects::Context::new();
    let mut module = hloom_dialects::parse_module(&context, &source, "test.mlir")
        .unwrap_or_else(|error| panic!("{error}\n{source}"));
    let manager = PassManager::new(&context);
    let pipeline = "builtin.module(hloom-expand-math{fma=false},canonicalize)";
    parse_pass_pipeline(manager.as_operation_pass_manager(), pipeline)
        .expect("the passes are registered");
    manager.run(&mut module).expect("the passes succeed");
    let end = ir::walk(module.as_operation())
        .into_iter()
        .find(|op| ir::op_name(*op) == "func.return")
        .expect("the function returns");
    ir::operands(end).into_iter().map(|value| constant_bits(value, width)).collect()
}

/// Returns the bits of a folded value, or `None` if it was not folded.
fn constant_bits(value: ir::Value, width: u32) -> Option<u64> {
    let op = ir::defining_op(value)?;
    if ir::op_name(op) == "arith.bitcast" {
        // MLIR does not fold a rounding to f32, with which f32 `sin`, `cos` and `tan` end.
        let rounding = ir::defining_op(ir::operands(op)[0])?;
        let wide = ir::defining_op(*ir::operands(rounding).first()?)?;
        let wide = FloatAttribute::try_from(wide.attribute("value").ok()?).ok()?;
        let folded = ir::op_name(rounding) == "arith.truncf";
        return folded.then(|| u64::from((wide.value() as f32).to_bits()));
    }
    let value = IntegerAttribute::try_from(op.attribute("value").ok()?).ok()?.value();
    Some(if width == 32 { u64::from(value as u32) } else { value as u64 })
}

/// Checks that emitted code and host agree on every argument. All NaNs count as equal.
fn check_emitted(name: &str, width: u32, arguments: &[Vec<u64>], host: &[u64]) {
    let mut body = String::new();
    for (index, row) in arguments.iter().enumerate() {
        let mut names = Vec::new();
        for (column, bits) in row.iter().enumerate() {
            // Bits can express every float, unlike decimal literals.
            writeln!(
                body,
                "  %c{index}_{column} = arith.constant 0x{bits:0w$X} : f{width}",
                w = width as usize / 4
            )
            .expect("a string grows");
            names.push(format!("%c{index}_{column}"));
        }
        let names = names.join(", ");
        writeln!(body, "  %v{index} = math.{name} {names} : f{width}").expect("a string grows");
        writeln!(body, "  %r{index} = arith.bitcast %v{index} : f{width} to i{width}")
            .expect("a string grows");
    }
    let is_nan = |bits: u64| match width {
        32 => f32::from_bits(bits as u32).is_nan(),
        _ => f64::from_bits(bits).is_nan(),
    };
    let emitted = fold(&body, arguments.len(), width);
    for ((emitted, host), arguments) in emitted.into_iter().zip(host).zip(arguments) {
        let same = match emitted {
            Some(emitted) => emitted == *host || is_nan(emitted) && is_nan(*host),
            // MLIR does not fold the square root of -0, of which `rsqrt` is not NaN.
            None => is_nan(*host) || name == "rsqrt" && arguments[..] == [1 << (width - 1)],
        };
        assert!(same, "{name} f{width} of {arguments:x?}: emitted {emitted:x?}, host {host:x}");
    }
}

#[test]
fn emitted_unary_functions_compute_what_the_host_does() {
    for name in functions::UNARY {
        let x: Vec<f32> = ARGUMENTS.iter().map(|x| *x as f32).collect();
        let mut y = vec![0.0; x.len()];
        functions::unary_f32::<false>(name).expect("the function has an expansion")(&x, &mut y);
        let arguments: Vec<_> = x.iter().map(|x| vec![u64::from(x.to_bits())]).collect();
        let host: Vec<_> = y.iter().map(|y| u64::from(y.to_bits())).collect();
        check_emitted(name, 32, &arguments, &host);

        let mut y = vec![0.0; ARGUMENTS.len()];
        functions::unary_f64::<false>(name).expect("the function has an expansion")(
            ARGUMENTS, &mut y,
        );
        let arguments: Vec<_> = ARGUMENTS.iter().map(|x| vec![x.to_bits()]).collect();
        let host: Vec<_> = y.iter().map(|y| y.to_bits()).collect();
        check_emitted(name, 64, &arguments, &host);
    }
}

#[test]
fn emitted_binary_functions_compute_what_the_host_does() {
    let some: Vec<f64> =
        ARGUMENTS.iter().copied().step_by(2).chain([3.0, -3.0, f64::NAN]).collect();
    let pairs: Vec<(f64, f64)> = some.iter().flat_map(|x| some.iter().map(|y| (*x, *y))).collect();
    for name in functions::BINARY {
        let (x, y): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let mut z = vec![0.0; x.len()];
        functions::binary_f64::<false>(name).expect("the function has an expansion")(
            &x, &y, &mut z,
        );
        let arguments: Vec<_> = pairs.iter().map(|(x, y)| vec![x.to_bits(), y.to_bits()]).collect();
        let host: Vec<_> = z.iter().map(|z| z.to_bits()).collect();
        check_emitted(name, 64, &arguments, &host);

        let (x, y): (Vec<f32>, Vec<f32>) =
            pairs.iter().map(|(x, y)| (*x as f32, *y as f32)).unzip();
        let mut z = vec![0.0; x.len()];
        functions::binary_f32::<false>(name).expect("the function has an expansion")(
            &x, &y, &mut z,
        );
        let arguments: Vec<_> = x
            .iter()
            .zip(&y)
            .map(|(x, y)| vec![u64::from(x.to_bits()), u64::from(y.to_bits())])
            .collect();
        let host: Vec<_> = z.iter().map(|z| u64::from(z.to_bits())).collect();
        check_emitted(name, 32, &arguments, &host);
    }
}

#[test]
fn integers_are_raised_by_squaring() {
    let cases: [(i64, i64, i64); 11] = [
        (3, 0, 1),
        (0, 0, 1),
        (3, 5, 243),
        (-3, 5, -243),
        (2, 31, 1 << 31),
        (7, -1, 0),
        (1, -5, 1),
        (-1, -5, -1),
        (-1, -4, 1),
        (-1, 1_000_001, -1),
        (10, 20, 10i64.wrapping_pow(20)),
    ];
    let mut body = String::new();
    for (index, (base, exponent, _)) in cases.iter().enumerate() {
        writeln!(body, "  %b{index} = arith.constant {base} : i64").expect("a string grows");
        writeln!(body, "  %e{index} = arith.constant {exponent} : i64").expect("a string grows");
        writeln!(body, "  %r{index} = math.ipowi %b{index}, %e{index} : i64")
            .expect("a string grows");
    }
    for (value, case) in fold(&body, cases.len(), 64).into_iter().zip(cases) {
        assert_eq!(value.map(|value| value as i64), Some(case.2), "{} ^ {}", case.0, case.1);
    }
}

#[test]
fn floats_are_raised_to_integers() {
    let cases: [(f64, i64); 7] =
        [(2.0, 10), (-2.0, 3), (-2.0, -3), (-0.0, 1), (-0.0, -1), (1.5, 0), (f64::INFINITY, -2)];
    let mut body = String::new();
    for (index, (x, n)) in cases.iter().enumerate() {
        let bits = x.to_bits();
        writeln!(body, "  %x{index} = arith.constant 0x{bits:016X} : f64").expect("a string grows");
        writeln!(body, "  %n{index} = arith.constant {n} : i32").expect("a string grows");
        writeln!(body, "  %v{index} = math.fpowi %x{index}, %n{index} : f64, i32")
            .expect("a string grows");
        writeln!(body, "  %r{index} = arith.bitcast %v{index} : f64 to i64")
            .expect("a string grows");
    }
    for (bits, (x, n)) in fold(&body, cases.len(), 64).into_iter().zip(cases) {
        assert_eq!(bits.map(f64::from_bits), Some(x.powi(n as i32)), "{x} ^ {n}");
    }
}

/// A function's name and its f64 implementation in the standard library.
type Reference = (&'static str, fn(f64) -> f64);

/// The functions whose f32 expansion is compared with f64 of the standard library.
const REFERENCES: &[Reference] = &[
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("asin", f64::asin),
    ("asinh", f64::asinh),
    ("atan", f64::atan),
    ("atanh", f64::atanh),
    ("cbrt", f64::cbrt),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("exp", f64::exp),
    ("exp2", f64::exp2),
    ("expm1", f64::exp_m1),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log1p", f64::ln_1p),
    ("log2", f64::log2),
    ("rsqrt", |x| 1.0 / x.sqrt()),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

#[test]
fn sampled_f32_results_are_within_2_ulps() {
    // A prime stride reaches every exponent and many different significands.
    let x: Vec<f32> = (0..=u32::MAX).step_by(40_009).map(f32::from_bits).collect();
    let mut y = vec![0.0; x.len()];
    for (name, reference) in REFERENCES {
        functions::unary_f32::<true>(name).expect("the function has an expansion")(&x, &mut y);
        for (x, y) in x.iter().zip(&y) {
            let want = reference(f64::from(*x));
            let error = functions::ulps_f32(*y, want);
            assert!(
                error <= 2.0,
                "`{name}({x:e})`: expected {want:e}, found {y:e}, {error} ulps apart"
            );
        }
    }
}

#[test]
fn sampled_f32_error_functions_are_within_2_ulps_of_f64() {
    let x: Vec<f32> = (0..=u32::MAX).step_by(40_009).map(f32::from_bits).collect();
    let wide: Vec<f64> = x.iter().copied().map(f64::from).collect();
    let (mut y, mut exact) = (vec![0.0; x.len()], vec![0.0; x.len()]);
    for name in ["erf", "erfc"] {
        functions::unary_f32::<true>(name).expect("the function has an expansion")(&x, &mut y);
        functions::unary_f64::<true>(name).expect("the function has an expansion")(
            &wide, &mut exact,
        );
        for ((x, y), want) in x.iter().zip(&y).zip(&exact) {
            let error = functions::ulps_f32(*y, *want);
            assert!(
                error <= 2.0,
                "`{name}({x:e})`: expected {want:e}, found {y:e}, {error} ulps apart"
            );
        }
    }
}

#[test]
fn sampled_f32_results_of_two_arguments_are_within_2_ulps() {
    // A linear congruential sequence (Knuth's MMIX constants).
    let mut state = 1u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 32) as u32
    };
    let mut pairs: Vec<(f32, f32)> = Vec::new();
    for _ in 0..100_000 {
        let any = f32::from_bits(next());
        pairs.push((any, f32::from_bits(next())));
        // A power of about 2^-150 to 2^130.
        let exponent =
            (f64::from(next()) / 2f64.powi(32) * 280.0 - 150.0) / f64::from(any.abs()).log2();
        pairs.push((any.abs(), exponent as f32));
        pairs.push((any, (next() % 41) as f32 - 20.0));
    }
    let special: Vec<f32> = ARGUMENTS.iter().map(|x| *x as f32).chain([3.0, -3.0, -0.5]).collect();
    pairs.extend(special.iter().flat_map(|x| special.iter().map(|y| (*x, *y))));
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
    let mut z = vec![0.0; x.len()];
    for (name, reference) in
        [("atan2", f64::atan2 as fn(f64, f64) -> f64), ("powf", f64::powf as fn(f64, f64) -> f64)]
    {
        functions::binary_f32::<true>(name).expect("the function has an expansion")(&x, &y, &mut z);
        for ((x, y), z) in x.iter().zip(&y).zip(&z) {
            let want = reference((*x).into(), (*y).into());
            let error = functions::ulps_f32(*z, want);
            assert!(
                error <= 2.0,
                "`{name}({x:e}, {y:e})`: expected {want:e}, found {z:e}, {error} ulps apart"
            );
        }
    }
}

/// Lines of `name argument... nearest rest`, with the bits of the numbers in hexadecimal. The exact
/// result is `nearest + rest`. measure_f64.py writes them.
const VECTORS: &str = include_str!("f64_vectors.txt");

/// Returns the distance of `result` from `nearest + rest` in units of the last place.
fn ulps_f64(result: f64, nearest: f64, rest: f64) -> f64 {
    if nearest.is_nan() || nearest.is_infinite() {
        let same = result == nearest || result.is_nan() && nearest.is_nan();
        return if same { 0.0 } else { f64::INFINITY };
    }
    let exponent = ((nearest.abs().to_bits() >> 52) as i32 - 1023).max(-1022);
    // Scale in two steps, because the unit may be below the smallest normal number.
    let scale = |x: f64| x * 2f64.powi(-exponent / 2) * 2f64.powi(52 - exponent + exponent / 2);
    (scale(result - nearest) - scale(rest)).abs()
}

#[test]
fn f64_results_are_within_2_ulps() {
    for line in VECTORS.lines() {
        let mut words = line.split(' ');
        let name = words.next().expect("a line begins with a name");
        let numbers: Vec<f64> = words
            .map(|word| f64::from_bits(u64::from_str_radix(word, 16).expect("hexadecimal")))
            .collect();
        for fused in [true, false] {
            let mut result = [0.0];
            let (nearest, rest) = match (&numbers[..], fused) {
                ([x, nearest, rest], true) => {
                    functions::unary_f64::<true>(name).expect("known")(&[*x], &mut result);
                    (nearest, rest)
                }
                ([x, nearest, rest], false) => {
                    functions::unary_f64::<false>(name).expect("known")(&[*x], &mut result);
                    (nearest, rest)
                }
                ([x, y, nearest, rest], true) => {
                    functions::binary_f64::<true>(name).expect("known")(&[*x], &[*y], &mut result);
                    (nearest, rest)
                }
                ([x, y, nearest, rest], false) => {
                    functions::binary_f64::<false>(name).expect("known")(&[*x], &[*y], &mut result);
                    (nearest, rest)
                }
                _ => panic!("`{line}`: expected a name and 3 or 4 numbers"),
            };
            let error = ulps_f64(result[0], *nearest, *rest);
            assert!(
                error <= 2.0,
                "`{line}`: expected {nearest:e}, found {:e}, {error} ulps apart",
                result[0]
            );
        }
    }
}
