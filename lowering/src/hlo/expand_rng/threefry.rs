// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Threefry-2x32 with 20 rounds.

use super::blocks::Request;
use crate::hlo::words::{Words, word};
use crate::ir::{self, Value};

/// What the third word of the key is, but for the others.
const PARITY: u64 = 0x1BD1_1BDA;

const ROTATIONS: [[u64; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];

/// The state after, and the bits.
pub fn expand(request: Request) -> Option<Vec<Value>> {
    if request.state_size() != 2 {
        return None;
    }
    if request.elements() == 0 {
        let nothing = request.hlo.zeros(ir::tensor(&request.shape, word(request.hlo, 64)));
        let counter = request.state.element(1);
        return request.answer(&[counter], Words::new(request.hlo, nothing));
    }
    if request.width == 64 {
        let (counters, next) = counters(&request, &request.shape);
        let [low, high] = threefry(counters.halves(), request.key().halves());
        return request.answer(&[next], low.joined(high));
    }
    // Each counter makes two words: those of the halves of one dimension.
    let shape = &request.shape;
    let Some(split) = split_dimension(shape) else {
        let (counters, next) = counters(&request, &[1]);
        let [low, _] = threefry(counters.halves(), request.key().halves());
        return request.answer(&[next], low.reshaped(&[]));
    };
    let half = (shape[split] + 1) / 2;
    let mut halves = shape.clone();
    halves.splice(split..=split, [half, 1]);
    let (counters, next) = counters(&request, &halves);
    let words = threefry(counters.halves(), request.key().halves());
    let mut whole = shape.clone();
    whole[split] = 2 * half;
    let words = Words::concatenated(&words, split + 1).reshaped(&whole);
    let words = Words::new(request.hlo, request.hlo.prefix(words.value, shape));
    request.answer(&[next], words)
}

/// The first dimension of even size, else the largest one.
fn split_dimension(shape: &[i64]) -> Option<usize> {
    let even = shape.iter().position(|size| size % 2 == 0);
    // The first of several that are as large.
    let largest = || (0..shape.len()).rev().max_by_key(|dim| shape[*dim]);
    even.or_else(largest)
}

/// A counter for each element, from the state's on in row-major order; and the first one
/// that is not used.
fn counters<'a>(request: &Request<'a>, shape: &[i64]) -> (Words<'a>, Words<'a>) {
    let hlo = request.hlo;
    let first = request.state.element(1);
    let ty = ir::tensor(shape, word(hlo, 64));
    let mut counters = first.spread(shape);
    let mut step = 1_u64;
    for (dimension, size) in shape.iter().enumerate().rev().filter(|(_, size)| **size > 1) {
        let position = Words::new(hlo, hlo.iota(dimension, ty));
        counters = counters.plus(position.times_number(step));
        step *= size.unsigned_abs();
    }
    let count = shape.iter().product::<i64>().unsigned_abs();
    (counters, first.plus_number(count))
}

/// Two words of `ui32` encrypted by a key of two.
fn threefry<'a>(counter: [Words<'a>; 2], key: [Words<'a>; 2]) -> [Words<'a>; 2] {
    let shape = ir::shape_of(counter[0].value);
    let parity = key[0].xor(key[1]).xor(key[0].same(PARITY));
    let keys = [key[0], key[1], parity].map(|key| key.spread(&shape));
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
