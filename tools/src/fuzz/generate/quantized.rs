// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random operations on quantized values.
//!
//! Scales are powers of two, so that all arithmetic is exact.

use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::Facts;
use crate::fuzz::program::{Type, ValueId};
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(arithmetic, 2), (requantize, 1)];

/// A quantized element type: its MLIR text, its scale, and the range of the expressed values.
struct Quantized {
    text: String,
    scale: f64,
    low: f64,
    high: f64,
}

/// A storage type of quantized elements: its name, minimum and maximum.
type Storage = (&'static str, i64, i64);

const STORAGES: &[Storage] = &[("i8", -128, 127), ("u8", 0, 255)];

fn quantized(generator: &mut Generator, (storage, least, most): Storage) -> Quantized {
    let scale = *generator.random().pick(&[0.25, 0.5, 1.0]);
    let zero = if storage == "u8" {
        generator.random().between(100, 150)
    } else {
        generator.random().between(-10, 10)
    };
    let text = match zero {
        0 => format!("!quant.uniform<{storage}:f32, {scale:.6e}>"),
        zero => format!("!quant.uniform<{storage}:f32, {scale:.6e}:{zero}>"),
    };
    let (low, high) = ((least - zero) as f64 * scale, (most - zero) as f64 * scale);
    Quantized { text, scale, low, high }
}

fn tensor(dims: &[usize], element: &str) -> Type {
    let dims: String = dims.iter().map(|dim| format!("{dim}x")).collect();
    Type::Other(format!("tensor<{dims}{element}>"))
}

const NOTHING: Facts =
    Facts { low: 0.0, high: 0.0, absolute: 0.0, relative: 0.0, step: 0.0, bits: false };

/// Emits a quantization of an f32 value that is equal on all platforms.
fn quantize(generator: &mut Generator, dims: &[usize], to: &Quantized) -> Option<ValueId> {
    let need = Need { exact: true, ..Need::within(-64.0, 64.0) };
    let operand = generator.operand(&Shape::new(ElementType::F32, dims), need)?;
    if generator.facts(operand).step == 0.0 {
        return None;
    }
    let ty = tensor(dims, &to.text);
    generator.typed_op("stablehlo.uniform_quantize", &[operand], "", &[(ty, NOTHING)], vec![]).pop()
}

fn dequantize(
    generator: &mut Generator,
    dims: &[usize],
    of: &Quantized,
    value: ValueId,
) -> Option<()> {
    let facts = Facts::exact(of.low, of.high, of.scale).without_bits();
    let shape = Shape::new(ElementType::F32, dims);
    generator.one("stablehlo.uniform_dequantize", &[value], "", shape, facts).map(drop)
}

fn arithmetic(generator: &mut Generator) -> Option<()> {
    let dims = generator.dims();
    let storage = *generator.random().pick(STORAGES);
    let [first, second, result] = [(); 3].map(|()| quantized(generator, storage));
    let lhs = quantize(generator, &dims, &first)?;
    let rhs = quantize(generator, &dims, &second)?;
    let names = ["stablehlo.add", "stablehlo.subtract", "stablehlo.multiply", "stablehlo.maximum"];
    let name = *generator.random().pick(&names);
    let ty = tensor(&dims, &result.text);
    let sum = generator.typed_op(name, &[lhs, rhs], "", &[(ty, NOTHING)], vec![]).pop()?;
    dequantize(generator, &dims, &result, sum)
}

fn requantize(generator: &mut Generator) -> Option<()> {
    let dims = generator.dims();
    let [first, second] = [(); 2].map(|()| {
        let storage = *generator.random().pick(STORAGES);
        quantized(generator, storage)
    });
    let value = quantize(generator, &dims, &first)?;
    let ty = tensor(&dims, &second.text);
    let name = "stablehlo.uniform_quantize";
    let value = generator.typed_op(name, &[value], "", &[(ty, NOTHING)], vec![]).pop()?;
    dequantize(generator, &dims, &second, value)
}
