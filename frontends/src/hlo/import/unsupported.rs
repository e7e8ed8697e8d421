// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that affect the result of an instruction but cannot be represented in StableHLO.

use hloom_hlo::proto::precision_config::Algorithm;
use hloom_hlo::proto::{ConvolutionKind, HloInstructionProto};
use hloom_hlo::{Instruction, Opcode};

/// Checks that StableHLO can represent the attributes of an instruction.
///
/// # Errors
/// Fails if StableHLO cannot represent an attribute. The message names the first such attribute.
pub fn check(instruction: Instruction) -> Result<(), String> {
    let proto = instruction.proto();
    match offending(instruction.opcode(), proto) {
        Some(name) => Err(format!("StableHLO cannot represent `{name}`")),
        None => Ok(()),
    }
}

fn offending(opcode: Opcode, proto: &HloInstructionProto) -> Option<&'static str> {
    let algorithm = proto.precision_config.as_ref().map(|config| config.algorithm());
    let has_algorithm = algorithm.is_some_and(|algorithm| algorithm != Algorithm::AlgUnset);
    let window = || proto.window.iter().flat_map(|window| &window.dimensions);
    let is_reversed = || window().any(|dimension| dimension.window_reversal);
    let is_dilated =
        || window().any(|dimension| dimension.window_dilation != 1 || dimension.base_dilation != 1);
    let is_sparse = || {
        let config = proto.sparsity_config.as_ref();
        config.is_some_and(|config| config.lhs.is_some() || config.rhs.is_some())
    };
    let checks = match opcode {
        Opcode::Convolution => vec![
            (has_algorithm, "algorithm"),
            (is_sparse(), "sparsity_config"),
            (is_other_convolution(proto.conv_kind()), "convolution_kind"),
        ],
        Opcode::CustomCall => vec![
            (proto.literal.is_some(), "literal"),
            (window().next().is_some(), "window"),
            (proto.convolution_dimension_numbers.is_some(), "dim_labels"),
            (has_algorithm, "algorithm"),
        ],
        Opcode::RaggedDot => vec![(has_algorithm, "algorithm")],
        Opcode::ReduceWindow => vec![(is_reversed(), "window reversal")],
        Opcode::SelectAndScatter => {
            vec![(is_reversed(), "window reversal"), (is_dilated(), "window dilation")]
        }
        Opcode::CollectivePermute | Opcode::CollectivePermuteStart => {
            vec![(!proto.dynamic_slice_sizes.is_empty(), "slice_sizes")]
        }
        Opcode::TopK => vec![(!proto.largest, "largest=false")],
        _ => return None,
    };
    checks.into_iter().find(|(is_there, _)| *is_there).map(|(_, name)| name)
}

/// Returns true if a convolution of this kind computes a gradient. The meaning of its operands then
/// differs from the meaning in StableHLO.
fn is_other_convolution(kind: ConvolutionKind) -> bool {
    !matches!(kind, ConvolutionKind::Unset | ConvolutionKind::Fprop)
}
