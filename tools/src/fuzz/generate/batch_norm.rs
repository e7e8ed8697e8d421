// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random batch normalization operations: inference, training and gradients.

use super::elementwise::is_float;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::facts::{Facts, epsilon};
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(inference, 2), (training, 2), (gradient, 2)];

/// Returns an operand, the index of its feature dimension, and the shape of a vector with one value
/// for each feature.
fn operand(generator: &mut Generator) -> Option<(usize, usize, Shape)> {
    let wide = |ty: ElementType| is_float(ty) && epsilon(ty) < 1e-2;
    let suits = |shape: &Shape| shape.rank() >= 1 && !shape.dims.contains(&0);
    let operand = generator.any(Need::within(-8.0, 8.0), suits, wide)?;
    let shape = generator.shape(operand);
    let index = generator.random().below(shape.rank());
    let vector = Shape::new(shape.element_type, [shape.dims[index]]);
    Some((operand, index, vector))
}

fn attributes(index: usize) -> String {
    format!("epsilon = 1.250000e-01 : f32, feature_index = {index} : i64")
}

fn inference(generator: &mut Generator) -> Option<()> {
    let (operand, index, vector) = operand(generator)?;
    let mut operands = vec![operand];
    for _ in 0..3 {
        operands.push(generator.operand(&vector, Need::within(-4.0, 4.0))?);
    }
    operands.push(generator.operand(&vector, Need::within(0.2, 4.0))?);
    let shape = generator.shape(operand);
    let error: f64 = operands.iter().map(|id| generator.facts(*id).error()).sum();
    let facts = Facts::inexact(-120.0, 120.0, 60.0 * error).rounded(shape.element_type, 8.0);
    let name = "stablehlo.batch_norm_inference";
    generator.one(name, &operands, attributes(index), shape, facts).map(drop)
}

fn training(generator: &mut Generator) -> Option<()> {
    let (operand, index, vector) = operand(generator)?;
    let scale = generator.operand(&vector, Need::within(-4.0, 4.0))?;
    let offset = generator.operand(&vector, Need::within(-4.0, 4.0))?;
    let shape = generator.shape(operand);
    let ty = shape.element_type;
    let operands = [operand, scale, offset];
    let error: f64 = operands.iter().map(|id| generator.facts(*id).error()).sum();
    let count = (shape.element_count()? / vector.dims[0].max(1)) as f64;
    let results = [
        (shape, Facts::inexact(-200.0, 200.0, 400.0 * error).rounded(ty, 16.0 * count.sqrt())),
        (vector.clone(), Facts::inexact(-8.0, 8.0, error).rounded(ty, 2.0 + count.sqrt())),
        (vector, Facts::inexact(0.0, 64.0, 32.0 * error).rounded(ty, 4.0 + 4.0 * count.sqrt())),
    ];
    let name = "stablehlo.batch_norm_training";
    generator.op(name, &operands, attributes(index), &results).map(drop)
}

fn gradient(generator: &mut Generator) -> Option<()> {
    let (operand, index, vector) = operand(generator)?;
    let scale = generator.operand(&vector, Need::within(-4.0, 4.0))?;
    let mean = generator.operand(&vector, Need::within(-4.0, 4.0))?;
    let variance = generator.operand(&vector, Need::within(0.2, 4.0))?;
    let shape = generator.shape(operand);
    let ty = shape.element_type;
    let output = generator.operand(&shape, Need::within(-4.0, 4.0))?;
    let operands = [operand, scale, mean, variance, output];
    let exact = operands.iter().all(|id| generator.facts(*id).is_exact());
    if !exact {
        return None;
    }
    let count = (shape.element_count()? / vector.dims[0].max(1)) as f64;
    let results = [
        (shape, Facts::inexact(-3000.0, 3000.0, 0.0).rounded(ty, 16.0 * count.sqrt())),
        (vector.clone(), Facts::inexact(-80.0 * count, 80.0 * count, 0.0).rounded(ty, 16.0)),
        (vector, Facts::inexact(-4.0 * count, 4.0 * count, 0.0).rounded(ty, 16.0)),
    ];
    let name = "stablehlo.batch_norm_grad";
    generator.op(name, &operands, attributes(index), &results).map(drop)
}
