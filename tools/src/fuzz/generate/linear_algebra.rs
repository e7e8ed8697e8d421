// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random decompositions, triangular solves and Fourier transforms.

use super::attributes::array;
use super::elementwise::is_complex;
use super::generator::{Emit, Generator};
use super::need::Need;
use crate::fuzz::data::{Data, Kind};
use crate::fuzz::facts::Facts;
use crate::fuzz::program::ValueId;
use hloom_compiler::{ElementType, Shape};

pub const EMITTERS: &[(Emit, u32)] = &[(cholesky, 2), (triangular_solve, 3), (fft, 4)];

fn is_wide(element_type: ElementType) -> bool {
    use ElementType::{C64, C128, F32, F64};
    matches!(element_type, F32 | F64 | C64 | C128)
}

/// Adds a batch of well-conditioned square matrices, as an input or a constant.
fn matrices(generator: &mut Generator) -> Option<(ValueId, Shape)> {
    let element_type = generator.element_type(is_wide)?;
    let size =
        generator.random().weighted(&[(0, 1), (1, 3), (2, 4), (3, 4), (5, 3), (9, 1), (17, 1)])?;
    let mut dims = Vec::new();
    for _ in 0..generator.random().weighted(&[(0, 4), (1, 2), (2, 1)])? {
        dims.push(generator.size().min(3));
    }
    dims.extend([size, size]);
    let shape = Shape::new(element_type, dims);
    let seed = generator.random().bits();
    let id = generator.data(Data { shape: shape.clone(), kind: Kind::Dominant, seed });
    Some((id, shape))
}

fn cholesky(generator: &mut Generator) -> Option<()> {
    let (operand, shape) = matrices(generator)?;
    let lower = generator.random().chance(0.5);
    let size = shape.dims.last().copied().unwrap_or(0) as f64;
    let facts = Facts::inexact(-2.0, 2.0, 0.0).rounded(shape.element_type, 8.0 + 8.0 * size);
    let attributes = format!("lower = {lower}");
    generator.one("stablehlo.cholesky", &[operand], attributes, shape, facts).map(drop)
}

fn triangular_solve(generator: &mut Generator) -> Option<()> {
    let (operand, shape) = matrices(generator)?;
    let left = generator.random().chance(0.5);
    let lower = generator.random().chance(0.5);
    let unit = generator.random().chance(0.3);
    let forms = ["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"];
    let form = *generator.random().pick(&forms);
    let mut dims = shape.dims.clone();
    let other = generator.size();
    let rank = dims.len();
    dims[if left { rank - 1 } else { rank - 2 }] = other;
    let result = Shape::new(shape.element_type, dims);
    let right = generator.operand(&result, Need::within(-100.0, 100.0))?;
    let known = generator.facts(right);
    let size = shape.dims.last().copied().unwrap_or(0) as f64;
    let most = 6.0 * known.magnitude();
    let facts = Facts::inexact(-most, most, 6.0 * known.error())
        .rounded(shape.element_type, 8.0 + 8.0 * size);
    let attributes = format!(
        "left_side = {left}, lower = {lower}, unit_diagonal = {unit}, \
         transpose_a = #stablehlo<transpose {form}>"
    );
    generator
        .one("stablehlo.triangular_solve", &[operand, right], attributes, result, facts)
        .map(drop)
}

fn fft(generator: &mut Generator) -> Option<()> {
    let kind = *generator.random().pick(&["FFT", "IFFT", "RFFT", "IRFFT"]);
    let real = kind == "RFFT";
    let types = |ty| is_wide(ty) && is_complex(ty) != real;
    let suits = |shape: &Shape| (1..=4).contains(&shape.rank()) && !shape.dims.contains(&0);
    let operand = generator.any(Need::MODERATE, suits, types)?;
    let shape = generator.shape(operand);
    let rank = 1 + generator.random().below(shape.rank().min(3));
    let mut lengths = shape.dims[shape.rank() - rank..].to_vec();
    let mut dims = shape.dims.clone();
    let last = dims.len() - 1;
    let mut element_type = shape.element_type;
    match kind {
        "RFFT" => {
            element_type =
                if element_type == ElementType::F32 { ElementType::C64 } else { ElementType::C128 };
            dims[last] = dims[last] / 2 + 1;
        }
        "IRFFT" => {
            element_type = element_type.part();
            let half = 2 * (dims[last] - 1);
            let length = if half == 0 || generator.random().chance(0.5) { half + 1 } else { half };
            lengths[rank - 1] = length;
            dims[last] = length;
        }
        _ => {}
    }
    let known = generator.facts(operand);
    let count = lengths.iter().product::<usize>() as f64;
    let most = 1.5 * count * known.magnitude();
    let facts =
        Facts::inexact(-most, most, 1.5 * count * known.error()).rounded(element_type, 16.0);
    let attributes =
        format!("fft_type = #stablehlo<fft_type {kind}>, fft_length = {}", array(&lengths));
    let shape = Shape::new(element_type, dims);
    generator.one("stablehlo.fft", &[operand], attributes, shape, facts).map(drop)
}
