// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Philox-4x32 with 10 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
//! 2011).

use super::blocks::Request;
use crate::unsigned_tensor::{UnsignedTensor, unsigned_type};
use hloom_ir::{self as ir, Value};

/// The two multipliers of a Philox round, for the third and for the first word of a block of four
/// words, in this order.
const MULTIPLIERS: [u64; 2] = [0xCD9E_8D57, 0xD251_1F53];

/// Weyl constants, which are added to the words of the key after each round.
const WEYL: [u64; 2] = [0x9E37_79B9, 0xBB67_AE85];

const ROUNDS: usize = 10;

/// Returns the new state and the random bits, or `None` for a state of unsupported size.
pub fn expand(request: Request) -> Option<Vec<Value>> {
    let (hlo, elements) = (request.hlo, request.elements());
    // The counter has 128 bits. A state of two words has no high half of the counter, and uses
    // the key for it.
    let (low, high) = match request.state_size() {
        2 => (request.state.element(1), request.state.element(0)),
        3 => (request.state.element(1), request.state.element(2)),
        _ => return None,
    };
    let words = if request.width == 64 { 2 * elements } else { elements };
    let blocks = (words + 3) / 4;
    let next_low = low.plus_number(blocks.unsigned_abs());
    let next_high = high.plus(next_low.is_less(low));
    let counter = match request.state_size() {
        2 => vec![next_low],
        _ => vec![next_low, next_high],
    };
    if elements == 0 {
        let nothing = hlo.zeros(ir::tensor(&request.shape, unsigned_type(hlo, 64)));
        return request.results(&counter, UnsignedTensor::new(hlo, nothing));
    }
    // Words are columns of a table with a row for each block, so that all operations have the same
    // iteration space and become one loop nest.
    let shape = [blocks, 1];
    let position =
        UnsignedTensor::new(hlo, hlo.iota(0, ir::tensor(&shape, unsigned_type(hlo, 64))));
    let (first_low, first_high) = (low.broadcast(&shape), high.broadcast(&shape));
    let low = first_low.plus(position);
    let high = first_high.plus(low.is_less(first_low));
    let [[a, b], [c, d]] = [low, high].map(UnsignedTensor::halves);
    let block = philox([a, b, c, d], request.key().halves());
    // The words of a block are adjacent in the result.
    let parts: Vec<_> = if request.width == 64 {
        vec![block[0].joined(block[1]), block[2].joined(block[3])]
    } else {
        block.to_vec()
    };
    let per_block = parts.len() as i64;
    let line = UnsignedTensor::concatenated(&parts, 1).reshaped(&[blocks * per_block]);
    let line = UnsignedTensor::new(hlo, hlo.prefix(line.value, &[elements]));
    request.results(&counter, line.reshaped(&request.shape))
}

/// Encrypts four `ui32` words with a key of two words.
fn philox<'a>(
    counter: [UnsignedTensor<'a>; 4],
    key: [UnsignedTensor<'a>; 2],
) -> [UnsignedTensor<'a>; 4] {
    let shape = ir::shape_of(counter[0].value);
    let mut x = counter;
    let mut key = key;
    for round in 0..ROUNDS {
        if round > 0 {
            key = [key[0].plus_number(WEYL[0]), key[1].plus_number(WEYL[1])];
        }
        let [k0, k1] = key.map(|key| key.broadcast(&shape));
        let [low_0, high_0] = x[0].converted(64).times_number(MULTIPLIERS[1]).halves();
        let [low_1, high_1] = x[2].converted(64).times_number(MULTIPLIERS[0]).halves();
        x = [high_1.xor(x[1]).xor(k0), low_1, high_0.xor(x[3]).xor(k1), low_0];
    }
    x
}
