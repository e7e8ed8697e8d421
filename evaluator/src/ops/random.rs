// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random numbers (specification, sections "rng", "rng_bit_generator").
//!
//! The bits equal XLA's bits (`xla/hlo/builder/lib/prng.cc`). The specification defines neither the
//! order in which they fill a tensor nor the default generator, which is Philox here.

mod bits;
mod distribution;
mod philox;
mod threefry;

pub use distribution::Draws;

use super::on_tensors::{on_tensors, one};
use super::types::result_tensor;
use crate::Error;
use crate::program::Operation;
use hloom_dialects::attributes::stablehlo::{RngAlgorithm, RngDistribution};
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Shape};

/// Decodes a random number operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    Ok(match op.op() {
        Op::StablehloRng => {
            let distribution: RngDistribution = op.typed("rng_distribution")?;
            let draws = Draws::new(distribution, &render_location(op.location()));
            on_tensors(move |operands| one(draws.draw(operands)))
        }
        Op::StablehloRngBitGenerator => {
            let algorithm: RngAlgorithm = op.typed("rng_algorithm")?;
            let output = result_tensor(op, 1)?.static_shape()?;
            on_tensors(move |operands| rng_bit_generator(operands[0], algorithm, &output))
        }
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of random number operations"
            )));
        }
    })
}

/// Returns the next state, and a tensor of random bits.
///
/// # Errors
/// Fails if the algorithm does not accept the state, or if the output is too large.
pub fn rng_bit_generator(
    state: &Literal,
    algorithm: RngAlgorithm,
    output: &Shape,
) -> Result<Vec<Literal>, Error> {
    let words = state_words(state)?;
    let size = output
        .byte_size()
        .ok_or_else(|| Error::invalid(format!("{output} is larger than the address space")))?;
    if size == 0 {
        return Ok(vec![state.clone(), Literal::zeros(output.clone())?]);
    }
    let (next, bits) = match (algorithm, words.as_slice()) {
        (RngAlgorithm::Philox | RngAlgorithm::Default, [key, counter]) => {
            // The key is also the high half of the counter.
            let counter = u128::from(*counter) | u128::from(*key) << 64;
            let (next, bits) = philox::fill(*key, counter, output)?;
            (vec![*key, next as u64], bits)
        }
        (RngAlgorithm::Philox | RngAlgorithm::Default, [key, low, high]) => {
            let counter = u128::from(*low) | u128::from(*high) << 64;
            let (next, bits) = philox::fill(*key, counter, output)?;
            (vec![*key, next as u64, (next >> 64) as u64], bits)
        }
        (RngAlgorithm::ThreeFry, [key, counter]) => {
            let (next, bits) = threefry::fill(*key, *counter, output)?;
            (vec![*key, next], bits)
        }
        _ => {
            let shape = state.shape();
            return Err(Error::invalid(format!(
                "expected a state of {algorithm} (128 bits, for PHILOX and DEFAULT also 192 bits), \
                 found a {shape}"
            )));
        }
    };
    let mut bytes = Vec::new();
    bytes.extend(next.into_iter().flat_map(u64::to_ne_bytes));
    Ok(vec![Literal::from_bytes(state.shape().clone(), &bytes)?, bits])
}

/// Returns the state as 64-bit numbers, as XLA reads it.
fn state_words(state: &Literal) -> Result<Vec<u64>, Error> {
    let words = state.bytes().chunks(8).map(|word| {
        let word = word.try_into().map_err(|_| {
            let shape = state.shape();
            Error::invalid(format!("expected a state of a multiple of 64 bits, found a {shape}"))
        })?;
        Ok(u64::from_ne_bytes(word))
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_values::ElementType;

    const KEY: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];

    fn state(words: &[u64]) -> Literal {
        Literal::from_slice(words, [words.len()]).expect("as many")
    }

    fn bits(algorithm: RngAlgorithm, key: &[u64], output: &Shape) -> (Vec<u64>, Vec<u64>) {
        let results = rng_bit_generator(&state(key), algorithm, output).expect("a state");
        let next = results[0].as_slice::<u64>().expect("u64").to_vec();
        (next, results[1].iter().map(|it| it.to_integer() as u64).collect())
    }

    // All expected values are from XLA's CPU backend (jaxlib 0.10.2).

    #[test]
    fn philox_is_as_in_xla() {
        use ElementType as E;
        let run = |key: &[u64], element_type, count: usize| {
            let shape = Shape::new(element_type, [count]);
            let (next, numbers) = bits(RngAlgorithm::Philox, key, &shape);
            assert_eq!(bits(RngAlgorithm::Default, key, &shape), (next.clone(), numbers.clone()));
            (next, numbers)
        };
        let (next, numbers) = run(&KEY, E::U32, 5);
        assert_eq!(next, [KEY[0], KEY[1] + 2]);
        assert_eq!(numbers, [0x1ec5_3d42, 0xcfa3_90b5, 0xf223_5702, 0xe71f_f917, 0xcb47_2319]);
        let (next, numbers) = run(&KEY, E::U64, 3);
        assert_eq!(next, [KEY[0], KEY[1] + 2]);
        let expected = [0xcfa3_90b5_1ec5_3d42, 0xe71f_f917_f223_5702, 0xd682_777a_cb47_2319];
        assert_eq!(numbers, expected);
        assert_eq!(run(&KEY, E::U8, 5).1, [0x42, 0xb5, 0x02, 0x17, 0x19]);
        assert_eq!(run(&KEY, E::U16, 3), (vec![KEY[0], KEY[1] + 1], vec![0x3d42, 0x90b5, 0x5702]));
        let (next, numbers) = run(&[KEY[0], KEY[1], 7], E::U32, 5);
        assert_eq!(next, [KEY[0], KEY[1] + 2, 7]);
        assert_eq!(numbers, [0xff09_c848, 0xec0e_cc54, 0x9c67_1863, 0x217d_171d, 0xc180_d2de]);
        let (next, numbers) = run(&[5, u64::MAX], E::U32, 5);
        assert_eq!(next, [5, 1]);
        assert_eq!(numbers[3..], [0xf821_5f0c, 0x03da_e66b]);
        let (next, numbers) = run(&[1, u64::MAX, u64::MAX], E::U32, 5);
        assert_eq!(next, [1, 1, 0]);
        assert_eq!(numbers, [0x7322_3991, 0x6e77_ed02, 0x5cc1_3728, 0xa28e_2dd9, 0xe3e8_0670]);
    }

    #[test]
    fn threefry_is_as_in_xla() {
        use ElementType as E;
        let run = |element_type, dims: &[usize]| {
            bits(RngAlgorithm::ThreeFry, &KEY, &Shape::new(element_type, dims))
        };
        let (next, numbers) = run(E::U32, &[5]);
        assert_eq!(next, [KEY[0], KEY[1] + 3]);
        assert_eq!(numbers, [0xaed4_a37f, 0x1130_d111, 0xc3cc_4d02, 0x798e_402e, 0xaee5_264e]);
        let (next, numbers) = run(E::U64, &[3]);
        assert_eq!(next, [KEY[0], KEY[1] + 3]);
        let expected = [0x1130_d111_aed4_a37f, 0x798e_402e_c3cc_4d02, 0xb089_da7a_aee5_264e];
        assert_eq!(numbers, expected);
        let expected = [
            0xaed4_a37f,
            0xc3cc_4d02,
            0xaee5_264e,
            0x1130_d111,
            0x798e_402e,
            0xb089_da7a,
            0x49b1_05a8,
            0xe8e5_2210,
            0xf0a3_9a78,
        ];
        assert_eq!(run(E::U32, &[3, 3]), (vec![KEY[0], KEY[1] + 6], expected.to_vec()));
        let (next, numbers) = run(E::U32, &[3, 7]);
        assert_eq!(next, [KEY[0], KEY[1] + 12]);
        assert_eq!(numbers[..4], [0xaed4_a37f, 0x1130_d111, 0xc3cc_4d02, 0x798e_402e]);
        assert_eq!(numbers[6..9], [0x49b1_05a8, 0xe8e5_2210, 0xdde9_4182]);
        let (next, numbers) = run(E::U8, &[4, 1, 3]);
        assert_eq!(next, [KEY[0], KEY[1] + 6]);
        let expected = [0x7f, 0x02, 0x4e, 0x11, 0x2e, 0x7a, 0xa8, 0x10, 0x78, 0x99, 0x82, 0xe6];
        assert_eq!(numbers, expected);
        assert_eq!(run(E::U32, &[]), (vec![KEY[0], KEY[1] + 1], vec![0xaed4_a37f]));
        assert_eq!(run(E::U4, &[3]).1, [15, 1, 2]);
        assert_eq!(run(E::U32, &[0]), (KEY.to_vec(), vec![]));
    }

    #[test]
    fn the_example_of_the_specification() {
        let shape = Shape::new(ElementType::U64, [2, 2]);
        let (next, numbers) = bits(RngAlgorithm::ThreeFry, &[1, 2], &shape);
        assert_eq!(next, [1, 6]);
        let expected = [
            9_236_835_810_183_407_956,
            16_087_790_271_692_313_299,
            18_212_823_393_184_779_219,
            2_658_481_902_456_610_144,
        ];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn every_type_has_bits() {
        for element_type in ElementType::ALL {
            for algorithm in [RngAlgorithm::Philox, RngAlgorithm::ThreeFry] {
                let shape = Shape::new(element_type, [3, 2]);
                assert!(rng_bit_generator(&state(&KEY), algorithm, &shape).is_ok());
            }
        }
        let shape = Shape::new(ElementType::U8, [1]);
        assert!(rng_bit_generator(&state(&[1]), RngAlgorithm::ThreeFry, &shape).is_err());
    }
}
