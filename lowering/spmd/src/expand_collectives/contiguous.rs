// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Collectives of C functions, which exchange contiguous blocks by the caller's transport.
//!
//! A C function runs on one rank of a program, and the caller moves bytes between ranks. The calls
//! therefore have few forms. Each moves blocks that are contiguous in memory, and names the members
//! of groups by ranks. Transpositions before and after a call make blocks contiguous, and the
//! program itself combines the blocks of a reduction.
//!
//! ```mlir
//! %all = stablehlo.custom_call @hloom.exchange(%x) {pattern = "gather",
//!     groups = [array<i64: 0, 1>, array<i64: 2, 3>], ranks = 4 : i64, channel = 1 : i64,
//!     number = 7 : i64, bytes = 16 : i64, operation = "stablehlo.all_reduce"}
//!     : (tensor<1x4xf32>) -> tensor<2x4xf32>
//! ```
//!
//! | pattern | result |
//! |---|---|
//! | `gather` | the operands of all members, in the order of the group |
//! | `scatter` | the block for this rank from the operand of each member, in the order of the group |
//! | `broadcast` | the operand of the first member; zeros on ranks that are in no group |
//! | `permute` | the operand of the source; `groups` has pairs of a source and a target; zeros on ranks that are no target |
//!
//! `number` is different for each collective of the program, and `bytes` is the size of its operands.

use super::collective::Collective;
use super::ranks::Contiguous;
use hloom_dialects::op_view::read_integers;
use hloom_hlo_passes::build::element_of;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Type, Value};
use melior::ir::{TypeLike, ValueLike};

/// Builds the call that returns the partition or replica number of the rank; `name` is
/// `partition_id` or `replica_id`.
pub fn place<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
    name: &str,
    result: Type<'a>,
) -> Value<'a> {
    let context = of.context();
    let number = |number: u32| ir::i64_attr(context, i64::from(number));
    let settings = [
        ("number_of", ir::string_attr(context, name)),
        ("partitions", number(form.mesh.partitions)),
        ("ranks", number(form.mesh.ranks())),
    ];
    of.call("place", None, result, &settings)
}

/// Gathers the operands of all members along a dimension.
///
/// # Errors
/// Fails if the groups are invalid or have unequal sizes, or if the result has other sizes.
pub fn all_gather<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
    operand: Value<'a>,
    dimension: i64,
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let groups = complete_groups(of, form)?;
    let count = size_of(of, &groups)?;
    let shape = ir::shape_of(operand);
    let mut expected = shape.clone();
    expected[dimension as usize] *= count;
    check_sizes(of, &expected, result)?;
    let all = ir::tensor(&[&[count], &shape[..]].concat(), element_of(operand));
    let all = exchange(of, form, "gather", &groups, operand, all);
    let all = move_first(of, all, dimension as usize);
    Ok(of.hlo.reshape(all, &expected))
}

/// Splits the operand along the dimension `split`, sends a part to each member, and concatenates the
/// received parts along the dimension `concat`.
///
/// # Errors
/// Fails if the groups are invalid or have unequal sizes, or if the result has other sizes.
pub fn all_to_all<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
    operand: Value<'a>,
    [split, concat]: [i64; 2],
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let groups = complete_groups(of, form)?;
    let count = size_of(of, &groups)?;
    let [split, concat] = [split, concat].map(|dimension| dimension as usize);
    let mut part = ir::shape_of(operand);
    if part[split] % count != 0 {
        let (name, size) = (ir::op_name(of.op), part[split]);
        let message = format!(
            "`{name}`: expected a split dimension whose size is a multiple of {count}, found {size}"
        );
        return Err(Failure::at(of.op, message));
    }
    part[split] /= count;
    let mut expected = part.clone();
    expected[concat] *= count;
    check_sizes(of, &expected, result)?;
    let blocks = [&part[..split], &[count], &part[split..]].concat();
    let blocks = move_to_front(of, of.hlo.reshape(operand, &blocks), split);
    let received = exchange(of, form, "scatter", &groups, blocks, blocks.r#type());
    let received = move_first(of, received, concat);
    Ok(of.hlo.reshape(received, &expected))
}

/// Copies the operand of the first member of each group to the other members.
///
/// # Errors
/// Fails if the groups are invalid, or if the result has other sizes.
pub fn broadcast<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
    operand: Value<'a>,
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let groups = form.mesh.groups(&of.groups()?, false).map_err(|why| invalid(of, &why))?;
    check_sizes(of, &ir::shape_of(operand), result)?;
    Ok(exchange(of, form, "broadcast", &groups, operand, result))
}

/// Copies operands from sources to targets.
///
/// # Errors
/// Fails if the pairs are invalid, or if the result has other sizes.
pub fn permute<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
    operand: Value<'a>,
    result: Type<'a>,
) -> Result<Value<'a>, Failure<'a>> {
    let ids = of.view.attribute("source_target_pairs").and_then(read_integers).unwrap_or_default();
    let (pairs, _) = ids.as_chunks::<2>();
    let pairs: Vec<_> = pairs.iter().map(|[source, target]| (*source, *target)).collect();
    let pairs = form.mesh.pairs(&of.groups()?, &pairs).map_err(|why| invalid(of, &why))?;
    let groups: Vec<_> = pairs.iter().map(|pair| pair.to_vec()).collect();
    check_sizes(of, &ir::shape_of(operand), result)?;
    Ok(exchange(of, form, "permute", &groups, operand, result))
}

/// Builds the call of an exchange.
fn exchange<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
    pattern: &str,
    groups: &[Vec<u32>],
    operand: Value<'a>,
    result: Type<'a>,
) -> Value<'a> {
    let context = of.context();
    let number = |number: i64| ir::i64_attr(context, number);
    let group = |group: &Vec<u32>| -> Attribute<'a> {
        let ranks: Vec<_> = group.iter().map(|rank| i64::from(*rank)).collect();
        ir::dense_i64_attr(context, &ranks)
    };
    let groups: Vec<_> = groups.iter().map(group).collect();
    let settings = [
        ("pattern", ir::string_attr(context, pattern)),
        ("groups", ir::array_attr(context, &groups)),
        ("ranks", number(i64::from(form.mesh.ranks()))),
        ("channel", number(of.channel())),
        ("number", number(form.number as i64)),
        ("bytes", number(form.bytes)),
    ];
    of.call("exchange", Some(operand), result, &settings)
}

/// Returns the ranks of each group; a collective without groups has one group of all participants.
fn complete_groups<'a>(
    of: &Collective<'a>,
    form: &Contiguous,
) -> Result<Vec<Vec<u32>>, Failure<'a>> {
    form.mesh.groups(&of.groups()?, true).map_err(|why| invalid(of, &why))
}

/// Returns the number of members of each group.
fn size_of<'a>(of: &Collective<'a>, groups: &[Vec<u32>]) -> Result<i64, Failure<'a>> {
    let sizes: Vec<_> = groups.iter().map(Vec::len).collect();
    match sizes.split_first() {
        Some((first, others)) if others.iter().all(|size| size == first) => Ok(*first as i64),
        _ => Err(invalid(of, &format!("expected groups of equal size, found sizes {sizes:?}"))),
    }
}

fn check_sizes<'a>(
    of: &Collective<'a>,
    expected: &[i64],
    result: Type<'a>,
) -> Result<(), Failure<'a>> {
    // The quantized dimension would have another number while blocks are rearranged.
    if ir::element_of(result).is_uniform_quantized_per_axis_type() {
        return Err(invalid(of, &format!("`{result}`, quantized per axis, is not supported")));
    }
    let found = ir::Shaped::of(result).map(|shaped| shaped.shape).unwrap_or_default();
    if found == expected {
        return Ok(());
    }
    let message = format!("expected a result of sizes {expected:?} for its group, found {result}");
    Err(invalid(of, &message))
}

fn invalid<'a>(of: &Collective<'a>, why: &str) -> Failure<'a> {
    Failure::at(of.op, format!("`{}`: {why}", ir::op_name(of.op)))
}

/// Moves the first dimension of `value` to the position `to`, and the dimensions before that
/// position forward.
fn move_first<'a>(of: &Collective<'a>, value: Value<'a>, to: usize) -> Value<'a> {
    let rank = ir::shape_of(value).len();
    let order: Vec<_> = (1..=to).chain([0]).chain(to + 1..rank).map(|dim| dim as i64).collect();
    of.hlo.transpose(value, &order)
}

/// Moves the dimension `from` of `value` to the front.
fn move_to_front<'a>(of: &Collective<'a>, value: Value<'a>, from: usize) -> Value<'a> {
    let rank = ir::shape_of(value).len();
    let others = (0..rank).filter(|dim| *dim != from);
    let order: Vec<_> = [from].into_iter().chain(others).map(|dim| dim as i64).collect();
    of.hlo.transpose(value, &order)
}
