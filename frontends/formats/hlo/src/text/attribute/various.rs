// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes of few opcodes that belong to no larger family.

use super::Attribute;
use super::field::{boolean, enumeration, integer, integers, place};
use crate::proto::hlo_instruction_proto::OptionalCrossProgramPrefetchIndex;
use crate::proto::result_accuracy::{Mode, Specs, Tolerance};
use crate::proto::triangular_solve_options::Transpose;
use crate::proto::{
    FftType, HloInstructionProto, OpSharding, ParameterReplication, RandomAlgorithm,
    RandomDistribution, ResultAccuracy, TriState,
};
use crate::text::cursor::{Cursor, Result};
use crate::text::number::Float;
use crate::text::reader::Reader;
use crate::text::{escape, list, names, sharding};
use crate::verify::attributes::{COMPARISON_TYPES, DIRECTIONS};

pub static DIMENSIONS: Attribute = integers!("dimensions", dimensions);
pub static IOTA_DIMENSION: Attribute = one_dimension("iota_dimension");
pub static INFERRED_DIMENSION: Attribute = one_dimension("inferred_dimension");

/// Defines an attribute whose value is the only element of the instruction's field `dimensions`.
const fn one_dimension(name: &'static str) -> Attribute {
    Attribute {
        name,
        read: |reader, instruction| {
            instruction.dimensions = vec![reader.cursor.integer()?];
            Ok(())
        },
        is_set: |instruction| !instruction.dimensions.is_empty(),
        write: |writer, instruction| {
            writer.push(&instruction.dimensions.first().copied().unwrap_or_default().to_string());
        },
    }
}

pub static INDEX: Attribute = integer!("index" unless -1, tuple_index);
pub static IS_STABLE: Attribute = boolean!("is_stable", is_stable);
pub static K: Attribute = integer!("k" unless 0, k);
pub static IS_COMPOSITE: Attribute = boolean!("is_composite", is_composite);
pub static FEATURE_INDEX: Attribute = integer!("feature_index" unless -1, feature_index);
pub static EXPONENT_BITS: Attribute = integer!("exponent_bits" unless -1, exponent_bits);
pub static MANTISSA_BITS: Attribute = integer!("mantissa_bits" unless -1, mantissa_bits);
pub static DELTA: Attribute = integer!("delta" unless 0, delta);
pub static FFT_TYPE: Attribute = enumeration!("fft_type", FftType, fft_type);
pub static FFT_LENGTH: Attribute = integers!("fft_length", fft_length);
pub static DISTRIBUTION: Attribute = enumeration!("distribution", RandomDistribution, distribution);
pub static RNG_ALGORITHM: Attribute = enumeration!("algorithm", RandomAlgorithm, rng_algorithm);
pub static IS_REVERSE: Attribute = boolean!("is_reverse", is_reverse);
pub static NUM_CARRIES: Attribute = integer!("num_carries" unless -1, num_carries);

/// The attribute `largest`: whether `topk` selects the largest elements. It is always written,
/// because the default is true.
pub static LARGEST: Attribute = Attribute { is_set: |_| true, ..boolean!("largest", largest) };

pub static LEFT_SIDE: Attribute = boolean!("left_side", (triangular_solve_options) left_side);
pub static LOWER: Attribute = boolean!("lower", (triangular_solve_options) lower);
pub static UNIT_DIAGONAL: Attribute =
    boolean!("unit_diagonal", (triangular_solve_options) unit_diagonal);
pub static TRANSPOSE_A: Attribute =
    enumeration!("transpose_a", Transpose, (triangular_solve_options) transpose_a);
pub static CHOLESKY_LOWER: Attribute = boolean!("lower", (cholesky_options) lower);

pub static EPSILON: Attribute = Attribute {
    name: "epsilon",
    read: |reader, instruction| {
        instruction.epsilon = reader.cursor.float()? as f32;
        Ok(())
    },
    is_set: |_| true,
    write: |writer, instruction| writer.push(&Float(instruction.epsilon).to_string()),
};

pub static DIRECTION: Attribute = Attribute {
    name: "direction",
    read: |reader, instruction| {
        instruction.comparison_direction = reader.cursor.one_of(&DIRECTIONS)?.to_owned();
        Ok(())
    },
    is_set: |_| true,
    write: |writer, instruction| writer.push(&instruction.comparison_direction),
};

pub static COMPARISON_TYPE: Attribute = Attribute {
    name: "type",
    read: |reader, instruction| {
        instruction.comparison_type = reader.cursor.one_of(&COMPARISON_TYPES)?.to_owned();
        Ok(())
    },
    // The other values follow from the element type.
    is_set: |instruction| instruction.comparison_type == "TOTALORDER",
    write: |writer, instruction| writer.push(&instruction.comparison_type),
};

pub static CROSS_PROGRAM_PREFETCH_INDEX: Attribute = Attribute {
    name: "cross_program_prefetch_index",
    read: |reader, instruction| {
        let index = reader.cursor.integer()?;
        instruction.optional_cross_program_prefetch_index =
            Some(OptionalCrossProgramPrefetchIndex::CrossProgramPrefetchIndex(index));
        Ok(())
    },
    is_set: |instruction| instruction.optional_cross_program_prefetch_index.is_some(),
    write: |writer, instruction| {
        if let Some(OptionalCrossProgramPrefetchIndex::CrossProgramPrefetchIndex(index)) =
            instruction.optional_cross_program_prefetch_index
        {
            writer.push(&index.to_string());
        }
    },
};

pub static ASYNC_EXECUTION_THREAD: Attribute = Attribute {
    name: "async_execution_thread",
    read: |reader, instruction| {
        instruction.async_execution_thread = reader.execution_thread()?;
        Ok(())
    },
    is_set: |instruction| !instruction.async_execution_thread.is_empty(),
    write: |writer, instruction| {
        escape::quote(&mut writer.out, instruction.async_execution_thread.as_bytes());
    },
};

pub static IS_ASSOCIATIVE: Attribute = Attribute {
    name: "is_associative",
    read: |reader, instruction| {
        let value = if reader.cursor.boolean()? { TriState::True } else { TriState::False };
        instruction.is_associative = value.into();
        Ok(())
    },
    is_set: |instruction| instruction.is_associative() != TriState::Unspecified,
    write: |writer, instruction| {
        let value = instruction.is_associative() == TriState::True;
        writer.push(if value { "true" } else { "false" });
    },
};

pub static PARAMETER_REPLICATION: Attribute = Attribute {
    name: "parameter_replication",
    read: |reader, instruction| {
        let replicated_at_leaf_buffers = reader.cursor.list(["{", "}"], Cursor::boolean)?;
        instruction.parameter_replication =
            Some(Box::new(ParameterReplication { replicated_at_leaf_buffers }));
        Ok(())
    },
    is_set: |instruction| instruction.parameter_replication.is_some(),
    write: |writer, instruction| {
        let leaves = instruction.parameter_replication.as_ref();
        let leaves = leaves.map(|leaves| leaves.replicated_at_leaf_buffers.as_slice());
        writer.push(&list::braced(leaves.unwrap_or_default()));
    },
};

pub static RESULT_ACCURACY: Attribute = Attribute {
    name: "result_accuracy",
    read: read_result_accuracy,
    is_set: |instruction| {
        let specs =
            instruction.result_accuracy.as_ref().and_then(|accuracy| accuracy.specs.as_ref());
        specs.is_some_and(|specs| *specs != Specs::Mode(Mode::Default.into()))
    },
    write: |writer, instruction| {
        let accuracy = instruction.result_accuracy.as_ref();
        match accuracy.and_then(|accuracy| accuracy.specs.as_ref()) {
            Some(Specs::Tolerance(Tolerance { atol, rtol, ulps })) => {
                let (atol, rtol) = (Float(*atol), Float(*rtol));
                writer.push(&format!("{{tolerance={{atol={atol},rtol={rtol},ulps={ulps}}}}}"));
            }
            Some(Specs::Mode(mode)) => {
                writer.push(&format!("{{mode={}}}", names::name::<Mode>(*mode)));
            }
            None => writer.push("{mode=default}"),
        }
    },
};

fn read_result_accuracy(reader: &mut Reader, instruction: &mut HloInstructionProto) -> Result<()> {
    let cursor = &mut reader.cursor;
    cursor.expect("{")?;
    let specs = match cursor.attribute_name() {
        Some("mode") => Specs::Mode(names::read::<Mode>(cursor)?),
        Some("tolerance") => {
            let mut tolerance = Tolerance::default();
            cursor.expect("{")?;
            while !cursor.eat("}") {
                cursor.eat(",");
                match cursor.attribute_name() {
                    Some("atol") => tolerance.atol = cursor.float()?,
                    Some("rtol") => tolerance.rtol = cursor.float()?,
                    Some("ulps") => tolerance.ulps = cursor.float()? as i64,
                    _ => return Err(cursor.expected("`atol=`, `rtol=`, `ulps=` or `}`")),
                }
            }
            Specs::Tolerance(tolerance)
        }
        _ => return Err(cursor.expected("`mode=` or `tolerance=`")),
    };
    cursor.expect("}")?;
    instruction.result_accuracy = Some(Box::new(ResultAccuracy { specs: Some(specs) }));
    Ok(())
}

/// The attribute `domain`: the shardings on both sides of a `domain` boundary. The names are
/// swapped: the entry sharding of the message, which applies to the operand, is `exit` in the text.
pub static DOMAIN: Attribute = Attribute {
    name: "domain",
    read: |reader, instruction| {
        let cursor = &mut reader.cursor;
        cursor.expect("{")?;
        while !cursor.eat("}") {
            cursor.eat(",");
            match cursor.attribute_name() {
                Some("kind") => {
                    let kind = cursor.utf8()?;
                    if kind != "sharding" {
                        return Err(cursor
                            .error(format!("expected domain kind `sharding`, found `{kind}`")));
                    }
                }
                Some("entry") => {
                    instruction.domain_exit_sharding = Some(Box::new(sharding::read(cursor)?));
                }
                Some("exit") => {
                    instruction.domain_entry_sharding = Some(Box::new(sharding::read(cursor)?));
                }
                _ => return Err(cursor.expected("`kind=`, `entry=`, `exit=` or `}`")),
            }
        }
        Ok(())
    },
    is_set: |_| true,
    write: |writer, instruction| {
        let usual = OpSharding::default();
        writer.push("{kind=\"sharding\", entry=");
        let entry = instruction.domain_exit_sharding.as_deref();
        sharding::write(&mut writer.out, entry.unwrap_or(&usual));
        writer.push(", exit=");
        let exit = instruction.domain_entry_sharding.as_deref();
        sharding::write(&mut writer.out, exit.unwrap_or(&usual));
        writer.push("}");
    },
};
