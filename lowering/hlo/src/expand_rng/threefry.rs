// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Threefry-2x32 with 20 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
//! 2011).

use super::blocks::Request;
use crate::unsigned_tensor::{UnsignedTensor, unsigned_type};
use hloom_ir::{self as ir, Value};

/// Parity constant: the third word of the key is the exclusive or of this and the other two
/// words.
const PARITY: u64 = 0x1BD1_1BDA;

const ROTATIONS: [[u64; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];

/// Returns the new state and the random bits, or `None` for a state of unsupported size.
pub fn expand(request: Request) -> Option<Vec<Value>> {
    if request.state_size() != 2 {
        return None;
    }
    if request.elements() == 0 {
        let nothing = request.hlo.zeros(ir::tensor(&request.shape, unsigned_type(request.hlo, 64)));
        let counter = request.state.element(1);
        return request.results(&[counter], UnsignedTensor::new(request.hlo, nothing));
    }
    if request.width == 64 {
        let (counters, next) = counters(&request, &request.shape);
        let [low, high] = threefry(counters.halves(), request.key().halves());
        return request.results(&[next], low.joined(high));
    }
    // Each counter makes two words. The first words fill one half of a dimension, the second
    // words the other half.
    let shape = &request.shape;
    let Some(split) = split_dimension(shape) else {
        let (counters, next) = counters(&request, &[1]);
        let [low, _] = threefry(counters.halves(), request.key().halves());
        return request.results(&[next], low.reshaped(&[]));
    };
    let half = (shape[split] + 1) / 2;
    let mut halves = shape.clone();
    halves.splice(split..=split, [half, 1]);
    let (counters, next) = counters(&request, &halves);
    let words = threefry(counters.halves(), request.key().halves());
    let mut whole = shape.clone();
    whole[split] = 2 * half;
    let words = UnsignedTensor::concatenated(&words, split + 1).reshaped(&whole);
    let words = UnsignedTensor::new(request.hlo, request.hlo.prefix(words.value, shape));
    request.results(&[next], words)
}

/// Returns the first dimension of even size, or the largest dimension if all sizes are odd. Returns
/// `None` for a scalar.
fn split_dimension(shape: &[i64]) -> Option<usize> {
    let even = shape.iter().position(|size| size % 2 == 0);
    // Of several dimensions of this size, the first one.
    let largest = || (0..shape.len()).rev().max_by_key(|dim| shape[*dim]);
    even.or_else(largest)
}

/// Returns a counter for each element of a tensor of `shape`, and the first unused counter. The
/// counters start at the counter of the state, and increase in row-major order.
fn counters<'a>(request: &Request<'a>, shape: &[i64]) -> (UnsignedTensor<'a>, UnsignedTensor<'a>) {
    let hlo = request.hlo;
    let first = request.state.element(1);
    let ty = ir::tensor(shape, unsigned_type(hlo, 64));
    let mut counters = first.broadcast(shape);
    let mut step = 1_u64;
    for (dimension, size) in shape.iter().enumerate().rev().filter(|(_, size)| **size > 1) {
        let position = UnsignedTensor::new(hlo, hlo.iota(dimension, ty));
        counters = counters.plus(position.times_number(step));
        step *= size.unsigned_abs();
    }
    let count = shape.iter().product::<i64>().unsigned_abs();
    (counters, first.plus_number(count))
}

/// Encrypts two `ui32` words with a key of two words.
fn threefry<'a>(
    counter: [UnsignedTensor<'a>; 2],
    key: [UnsignedTensor<'a>; 2],
) -> [UnsignedTensor<'a>; 2] {
    let shape = ir::shape_of(counter[0].value);
    let parity = key[0].xor(key[1]).xor(key[0].splat(PARITY));
    let keys = [key[0], key[1], parity].map(|key| key.broadcast(&shape));
    let mut x = [counter[0].plus(keys[0]), counter[1].plus(keys[1])];
    for group in 0..5 {
        for rotation in ROTATIONS[group % 2] {
            x[0] = x[0].plus(x[1]);
            x[1] = x[1].rotated(rotation).xor(x[0]);
        }
        let number = group as u64 + 1;
        x[0] = x[0].plus(keys[(group + 1) % 3]);
        x[1] = x[1].plus(keys[(group + 2) % 3]).plus_number(number);
    }
    x
}
