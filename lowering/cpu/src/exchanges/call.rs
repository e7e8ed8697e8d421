// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads the calls of `hlo-expand-collectives` that exchange blocks between ranks.

use hloom_dialects::op_view::{read_array, read_integer, read_text};
use hloom_dialects::shape::TensorType;
use hloom_ir::facts::{EXCHANGE, PLACE, RUNTIME_CALL};
use hloom_ir::{self as ir, Attribute, Op};
use melior::ir::attribute::{DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;

/// A runtime call that a C function executes itself, instead of calling the runtime.
#[derive(Clone, Debug)]
pub enum Call {
    /// Writes the partition number of the rank (`is_partition`) or its replica number to a buffer.
    Place {
        is_partition: bool,
        partitions: i64,
    },
    Exchange(Exchange),
}

/// An exchange of blocks between the ranks of each group of a collective.
#[derive(Clone, Debug)]
pub struct Exchange {
    pub pattern: Pattern,
    /// The ranks of each group; for [`Pattern::Permute`], pairs of a source rank and a target rank.
    pub groups: Vec<Vec<u32>>,
    /// The size in bytes of a block that the exchange moves.
    pub bytes: i64,
    pub collective: Collective,
}

/// The way in which blocks move between ranks. The module `contiguous` of `hlo-expand-collectives`
/// describes each pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Gather,
    Scatter,
    Broadcast,
    Permute,
}

/// The collective of the program to which an exchange belongs.
#[derive(Clone, Debug)]
pub struct Collective {
    /// A number that distinguishes the collectives of a program, and increases in program order.
    pub number: i64,
    /// The name of the collective operation, without its dialect.
    pub kind: String,
    /// The size in bytes of the operands of the collective operation.
    pub bytes: i64,
    pub channel: i64,
}

impl Call {
    /// Reads the declaration of a runtime call. Returns the call and the number of ranks of the program,
    /// or `None` for runtime calls that C functions cannot make.
    pub fn read(declaration: Op) -> Option<(Self, i64)> {
        let description = dictionary(declaration.attribute(RUNTIME_CALL).ok()?)?;
        let attributes = dictionary(description.element_by_name("attributes")?)?;
        let text = |name: &str| attributes.element_by_name(name).and_then(read_text);
        let number = |name: &str| attributes.element_by_name(name).and_then(read_integer);
        let ranks = number("ranks").filter(|ranks| *ranks > 0)?;
        let call = match text("call_target_name")? {
            PLACE => Self::Place {
                is_partition: text("number_of")? == "partition_id",
                partitions: number("partitions").filter(|partitions| *partitions > 0)?,
            },
            EXCHANGE => {
                let groups = read_array(attributes.element_by_name("groups")?)?;
                let group = |group: Attribute| {
                    let numbers = ir::i64_array(group)?.into_iter();
                    let is_rank = |rank: &u32| i64::from(*rank) < ranks;
                    numbers.map(|rank| u32::try_from(rank).ok().filter(is_rank)).collect()
                };
                let groups: Vec<Vec<_>> = groups.into_iter().map(group).collect::<Option<_>>()?;
                let operand =
                    byte_size(*read_array(description.element_by_name("operands")?)?.first()?)?;
                let (pattern, bytes) = match text("pattern")? {
                    "gather" => (Pattern::Gather, operand),
                    "scatter" => (Pattern::Scatter, operand / groups.first()?.len().max(1) as i64),
                    "broadcast" => (Pattern::Broadcast, operand),
                    "permute" => (Pattern::Permute, operand),
                    _ => return None,
                };
                let collective = Collective {
                    number: number("number")?,
                    kind: text("operation")?.trim_start_matches("stablehlo.").to_owned(),
                    bytes: number("bytes")?,
                    channel: number("channel")?,
                };
                Self::Exchange(Exchange { pattern, groups, bytes, collective })
            }
            _ => return None,
        };
        Some((call, ranks))
    }

    /// Returns true if the call does nothing, because its blocks have no elements.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Exchange(exchange) if exchange.bytes == 0)
    }
}

/// Returns the size in bytes of a tensor of a type. Each element takes a whole number of bytes.
fn byte_size(ty: Attribute) -> Option<i64> {
    let ty = TensorType::from_type(TypeAttribute::try_from(ty).ok()?.value())?;
    let width = i64::from(ty.element_type().width()?.div_ceil(8));
    ty.dims().iter().try_fold(width, |size, dim| size.checked_mul((*dim)?))
}

fn dictionary(attribute: Attribute) -> Option<DictionaryAttribute> {
    DictionaryAttribute::try_from(attribute).ok()
}
