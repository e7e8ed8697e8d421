// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Measures the expansions of `hloom-expand-math`.
//!
//! ```text
//! math_accuracy [--no-fma] [--stride N] [NAME...]   print maximum errors over every N-th f32
//! math_accuracy --evaluate NAME [--no-fma]          read f64 bits in hexadecimal, print results
//! ```
//!
//! The first form compares f32 results with the standard library's f64 function, or with the f64
//! expansion if there is none. Testing all 2^32 arguments of a function takes about a minute on two
//! cores if built with `-C target-cpu=native`, and ten minutes otherwise. measure_f64.py, in the
//! folder of the expansions, uses the second form.

use hloom_math::expand_math::functions::{self, Unary};
use std::io::Read;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let mut fused = true;
    let mut stride = 1;
    let mut evaluated = None;
    let mut names = Vec::new();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--no-fma" => fused = false,
            "--stride" => {
                let value = arguments.next().ok_or("`--stride`: expected a number")?;
                stride = value
                    .parse()
                    .map_err(|_| format!("`--stride`: expected a number, found `{value}`"))?;
            }
            "--evaluate" => {
                evaluated =
                    Some(arguments.next().ok_or("`--evaluate`: expected the name of a function")?);
            }
            _ => names.push(argument),
        }
    }
    if let Some(name) = evaluated {
        return evaluate(&name, fused);
    }
    if names.is_empty() {
        names = functions::UNARY.iter().map(|name| (*name).to_owned()).collect();
    }
    println!("| function | max error (ulp) | at | result | exact |");
    println!("|---|---|---|---|---|");
    for name in names {
        let function = match fused {
            true => functions::unary_f32::<true>(&name),
            false => functions::unary_f32::<false>(&name),
        };
        let function = function.ok_or_else(|| {
            let known = functions::UNARY.join(", ");
            format!("unknown function `{name}`; known functions of one argument: {known}")
        })?;
        let (error, at) = sweep(&name, function, stride);
        let mut result = [0.0];
        function(&[at], &mut result);
        let mut exact = [0.0];
        reference(&name, &[f64::from(at)], &mut exact);
        println!("| `{name}` | {error:.3} | {at:e} | {:e} | {:.10e} |", result[0], exact[0]);
    }
    Ok(())
}

/// Returns the largest error of `function` over every `stride`-th f32, in units in the last place,
/// and the argument at which it occurs.
fn sweep(name: &str, function: Unary<f32>, stride: usize) -> (f64, f32) {
    const CHUNK: u64 = 1 << 18;
    let next = AtomicU64::new(0);
    // Error and argument in one number, ordered by the error: nonnegative floats order as their
    // bits.
    let worst = AtomicU64::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if start > u64::from(u32::MAX) {
                        return;
                    }
                    let x: Vec<f32> = (start..start + CHUNK)
                        .step_by(stride)
                        .map(|bits| f32::from_bits(bits as u32))
                        .collect();
                    let mut y = vec![0.0; x.len()];
                    function(&x, &mut y);
                    let wide: Vec<f64> = x.iter().copied().map(f64::from).collect();
                    let mut exact = vec![0.0; x.len()];
                    reference(name, &wide, &mut exact);
                    for ((x, y), exact) in x.iter().zip(&y).zip(&exact) {
                        let error = functions::ulps_f32(*y, *exact) as f32;
                        let packed = u64::from(error.to_bits()) << 32 | u64::from(x.to_bits());
                        if packed > worst.load(Ordering::Relaxed) {
                            worst.fetch_max(packed, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    let packed = worst.into_inner();
    (f32::from_bits((packed >> 32) as u32).into(), f32::from_bits(packed as u32))
}

/// Computes the reference results of function `name` in f64.
fn reference(name: &str, x: &[f64], result: &mut [f64]) {
    let function: fn(f64) -> f64 = match name {
        "acos" => f64::acos,
        "asin" => f64::asin,
        "atan" => f64::atan,
        "cbrt" => f64::cbrt,
        "cos" => f64::cos,
        "cosh" => f64::cosh,
        "exp" => f64::exp,
        "exp2" => f64::exp2,
        "expm1" => f64::exp_m1,
        "log" => f64::ln,
        "log10" => f64::log10,
        "log1p" => f64::ln_1p,
        "log2" => f64::log2,
        "rsqrt" => |x| 1.0 / x.sqrt(),
        "sin" => f64::sin,
        "sinh" => f64::sinh,
        "tan" => f64::tan,
        "tanh" => f64::tanh,
        // The standard library's functions are inaccurate or missing. The f64 expansions are
        // measured against mpmath.
        _ => {
            let function = functions::unary_f64::<true>(name)
                .expect("a function with an f32 expansion has an f64 expansion");
            return function(x, result);
        }
    };
    for (result, x) in result.iter_mut().zip(x) {
        *result = function(*x);
    }
}

/// Reads one or two f64 from each line of the standard input, as bits in hexadecimal, and prints
/// the results of the f64 expansion of function `name`.
fn evaluate(name: &str, fused: bool) -> Result<(), String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| error.to_string())?;
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut numbers = line.split_whitespace().map(|word| {
            let bits = u64::from_str_radix(word, 16);
            bits.map(f64::from_bits)
                .map_err(|_| format!("expected a hexadecimal number, found `{word}`"))
        });
        x.push(numbers.next().ok_or("expected a number, found an empty line")??);
        y.extend(numbers.next().transpose()?);
    }
    let mut result = vec![0.0; x.len()];
    let unary = if fused { functions::unary_f64::<true> } else { functions::unary_f64::<false> };
    let binary = if fused { functions::binary_f64::<true> } else { functions::binary_f64::<false> };
    match (unary(name), binary(name)) {
        (Some(function), _) => function(&x, &mut result),
        (_, Some(function)) if y.len() == x.len() => function(&x, &y, &mut result),
        _ => return Err(format!("`{name}`: no expansion of this name and number of arguments")),
    }
    let lines: Vec<String> = result.iter().map(|y| format!("{:016x}\n", y.to_bits())).collect();
    print!("{}", lines.concat());
    Ok(())
}
