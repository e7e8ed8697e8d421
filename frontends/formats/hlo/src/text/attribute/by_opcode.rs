// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lists the attributes of each opcode, in the order in which they are written.

use super::calls::*;
use super::collective::*;
use super::common::*;
use super::contraction::*;
use super::custom_call::*;
use super::indexing::*;
use super::origin::ORIGIN;
use super::sparsity::SPARSITY_CONFIG;
use super::various::*;
use super::{Attribute, Use};
use crate::opcode::Opcode;

const fn must(attribute: &'static Attribute) -> Use {
    Use { attribute, required: true }
}

const fn may(attribute: &'static Attribute) -> Use {
    Use { attribute, required: false }
}

/// Attributes that the instructions of every opcode may have.
pub static COMMON: [Use; 8] = [
    may(&SHARDING),
    may(&FRONTEND_ATTRIBUTES),
    may(&CONTROL_PREDECESSORS),
    may(&STATISTICS),
    may(&PARAMETER_REPLICATION),
    may(&ORIGIN),
    may(&METADATA),
    may(&BACKEND_CONFIG),
];

/// Returns the attributes of an opcode, without the attributes that every instruction may have.
/// `over_boolean` states that the first operand is a boolean; a `conditional` then has one
/// attribute for each of its two branches instead of a list of branches.
pub fn of(opcode: Opcode, over_boolean: bool) -> &'static [Use] {
    macro_rules! uses {
        ($($need:ident $attribute:path),* $(,)?) => {{
            static USES: &[Use] = &[$($need(&$attribute)),*];
            USES
        }};
    }
    match opcode {
        Opcode::AllGather | Opcode::AllGatherStart => uses![
            may CHANNEL_ID, may REPLICA_GROUPS, may CONSTRAIN_LAYOUT, must DIMENSIONS,
            may USE_GLOBAL_DEVICE_IDS,
        ],
        Opcode::AllReduce | Opcode::AllReduceStart => uses![
            may CHANNEL_ID, may REPLICA_GROUPS, may CONSTRAIN_LAYOUT, may USE_GLOBAL_DEVICE_IDS,
            may MODE, must TO_APPLY,
        ],
        Opcode::ReduceScatter => uses![
            may CHANNEL_ID, may REPLICA_GROUPS, may CONSTRAIN_LAYOUT, may USE_GLOBAL_DEVICE_IDS,
            may MODE, must DIMENSIONS, must TO_APPLY,
        ],
        Opcode::AllToAll | Opcode::RaggedAllToAll => uses![
            may CHANNEL_ID, may REPLICA_GROUPS, may CONSTRAIN_LAYOUT, may DIMENSIONS,
        ],
        Opcode::CollectiveBroadcast => uses![
            may CHANNEL_ID, may REPLICA_GROUPS, may CONSTRAIN_LAYOUT, may HAS_DYNAMIC_ROOT,
        ],
        Opcode::CollectivePermute | Opcode::CollectivePermuteStart => {
            uses![may CHANNEL_ID, must SOURCE_TARGET_PAIRS, may SLICE_SIZES]
        }
        Opcode::Send | Opcode::SendDone | Opcode::Recv | Opcode::RecvDone => {
            uses![may CHANNEL_ID, may IS_HOST_TRANSFER]
        }
        Opcode::AsyncStart => uses![
            may ASYNC_EXECUTION_THREAD, may OUTPUT_TO_OPERAND_ALIASING, must CALLS,
        ],
        Opcode::AsyncUpdate => uses![
            may ASYNC_EXECUTION_THREAD, may OUTPUT_TO_OPERAND_ALIASING, may CALLS,
        ],
        Opcode::AsyncDone => uses![may ASYNC_EXECUTION_THREAD, may CALLS],
        Opcode::CopyStart => uses![may CROSS_PROGRAM_PREFETCH_INDEX],
        Opcode::BatchNormTraining | Opcode::BatchNormInference | Opcode::BatchNormGrad => {
            uses![must EPSILON, must FEATURE_INDEX]
        }
        Opcode::Broadcast => uses![may DIMENSIONS],
        Opcode::Concatenate
        | Opcode::GetDimensionSize
        | Opcode::Reverse
        | Opcode::SetDimensionSize
        | Opcode::Transpose => uses![must DIMENSIONS],
        Opcode::Call => uses![must TO_APPLY, may IS_COMPOSITE],
        Opcode::Cholesky => uses![may CHOLESKY_LOWER],
        Opcode::Compare => uses![must DIRECTION, may COMPARISON_TYPE],
        Opcode::Conditional if over_boolean => {
            uses![must TRUE_COMPUTATION, must FALSE_COMPUTATION]
        }
        Opcode::Conditional => uses![must BRANCH_COMPUTATIONS],
        Opcode::Convolution => uses![
            may WINDOW, must DIM_LABELS, may FEATURE_GROUP_COUNT, may BATCH_GROUP_COUNT,
            may CONVOLUTION_KIND, may OPERAND_PRECISION, may ALGORITHM, may SPARSITY_CONFIG,
        ],
        Opcode::CustomCall => uses![
            may WINDOW, may DIM_LABELS, may FEATURE_GROUP_COUNT, may BATCH_GROUP_COUNT,
            may OPERAND_PRECISION, may ALGORITHM, may PADDING_TYPE, must CUSTOM_CALL_TARGET,
            may OPERAND_LAYOUT_CONSTRAINTS, may CUSTOM_CALL_HAS_SIDE_EFFECT, may LITERAL,
            may OUTPUT_TO_OPERAND_ALIASING, may SCHEDULE, may API_VERSION,
            may CALLED_COMPUTATIONS, may CUSTOM_CALL_TO_APPLY,
        ],
        Opcode::Domain => uses![must DOMAIN],
        Opcode::Dot | Opcode::ScaledDot => uses![
            may LHS_BATCH_DIMS, may LHS_CONTRACTING_DIMS, may RHS_BATCH_DIMS,
            may RHS_CONTRACTING_DIMS, may OPERAND_PRECISION, may ALGORITHM,
        ],
        Opcode::RaggedDot => uses![
            may ragged::LHS_BATCH_DIMS, may ragged::LHS_CONTRACTING_DIMS,
            may ragged::RHS_BATCH_DIMS, may ragged::RHS_CONTRACTING_DIMS,
            may ragged::LHS_RAGGED_DIMS, may ragged::RHS_GROUP_DIMS, may OPERAND_PRECISION,
            may ALGORITHM,
        ],
        Opcode::DynamicSlice => uses![must DYNAMIC_SLICE_SIZES],
        Opcode::Fft => uses![must FFT_TYPE, must FFT_LENGTH],
        Opcode::Fusion => uses![must FUSION_KIND, may OUTPUT_TO_OPERAND_ALIASING, must CALLS],
        Opcode::Gather => uses![
            must OFFSET_DIMS, must COLLAPSED_SLICE_DIMS, must START_INDEX_MAP,
            may OPERAND_BATCHING_DIMS, may START_INDICES_BATCHING_DIMS,
            must GATHER_INDEX_VECTOR_DIM, must GATHER_SLICE_SIZES, may INDICES_ARE_SORTED,
        ],
        Opcode::GetTupleElement => uses![must INDEX],
        Opcode::Infeed => uses![may INFEED_CONFIG],
        Opcode::Iota => uses![must IOTA_DIMENSION],
        Opcode::Map => uses![may DIMENSIONS, must TO_APPLY],
        Opcode::Outfeed => uses![may OUTFEED_SHAPE, may OUTFEED_CONFIG],
        Opcode::Pad => uses![must PADDING],
        Opcode::Reduce => uses![must DIMENSIONS, must TO_APPLY],
        Opcode::ReducePrecision => uses![must EXPONENT_BITS, must MANTISSA_BITS],
        Opcode::ReduceWindow => uses![may WINDOW, must TO_APPLY],
        Opcode::Reshape => uses![may INFERRED_DIMENSION],
        Opcode::Rng => uses![must DISTRIBUTION],
        Opcode::RngBitGenerator => uses![must RNG_ALGORITHM],
        Opcode::RngGetAndUpdateState => uses![must DELTA],
        Opcode::Scan => uses![
            must DIMENSIONS, must NUM_CARRIES, may IS_REVERSE, may IS_ASSOCIATIVE, must TO_APPLY,
        ],
        Opcode::Scatter => uses![
            must UPDATE_WINDOW_DIMS, must INSERTED_WINDOW_DIMS, must SCATTER_DIMS_TO_OPERAND_DIMS,
            may INPUT_BATCHING_DIMS, may SCATTER_INDICES_BATCHING_DIMS,
            must SCATTER_INDEX_VECTOR_DIM, may INDICES_ARE_SORTED, may UNIQUE_INDICES,
            must TO_APPLY,
        ],
        Opcode::SelectAndScatter => uses![may WINDOW, must SELECT, must SCATTER],
        Opcode::Slice => uses![must SLICE],
        Opcode::Sort => uses![must DIMENSIONS, may IS_STABLE, must TO_APPLY],
        Opcode::TopK => uses![must K, may LARGEST, may IS_STABLE],
        Opcode::TriangularSolve => {
            uses![may LEFT_SIDE, may LOWER, may UNIT_DIAGONAL, may TRANSPOSE_A]
        }
        Opcode::While => uses![must CONDITION, must BODY],
        opcode if opcode.has_result_accuracy() => uses![may RESULT_ACCURACY],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_opcode_has_an_attribute_twice() {
        for opcode in Opcode::ALL {
            for over_boolean in [false, true] {
                let mut names = BTreeSet::new();
                for used in of(*opcode, over_boolean).iter().chain(&COMMON) {
                    let name = used.attribute.name;
                    // The two forms of a custom call's computations have different names.
                    assert!(names.insert(name), "`{opcode}` has `{name}` twice");
                }
            }
        }
    }
}
