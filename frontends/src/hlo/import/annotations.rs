// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that do not affect the computation: shardings and frontend attributes.

use super::make;
use super::tree::leaf_shapes;
use hloom_hlo::Instruction;
use hloom_hlo::proto::op_sharding::Type;
use hloom_hlo::proto::{FrontendAttributes, OpSharding, ShapeProto};
use hloom_hlo::text::print_sharding;
use melior::Context;
use melior::ir::Attribute;

/// Returns a sharding as an attribute in the syntax of HLO text.
pub fn sharding<'c>(context: &'c Context, sharding: &OpSharding) -> Attribute<'c> {
    make::string(context, &print_sharding(sharding))
}

/// Returns the sharding of each leaf of an instruction's value; `None` for a leaf without a
/// sharding.
pub fn leaf_shardings<'c>(
    context: &'c Context,
    instruction: Instruction,
) -> Vec<Option<Attribute<'c>>> {
    let leaves = leaf_shapes(instruction.shape());
    let mut flat = Vec::new();
    if let Some(one) = &instruction.proto().sharding {
        flatten(one, instruction.shape(), &mut flat);
    }
    let is_known = flat.len() == leaves.len();
    let leaf = |number: usize| is_known.then(|| sharding(context, flat[number]));
    (0..leaves.len()).map(leaf).collect()
}

/// Appends the sharding of each leaf. A tuple sharding lists one sharding for each leaf, or one for
/// each element of the tuple.
fn flatten<'s>(sharding: &'s OpSharding, shape: &ShapeProto, flat: &mut Vec<&'s OpSharding>) {
    match sharding.r#type() {
        Type::Tuple => sharding.tuple_shardings.iter().for_each(|one| match one.r#type() {
            Type::Tuple => flatten(one, shape, flat),
            _ => flat.push(one),
        }),
        _ => flat.extend(leaf_shapes(shape).into_iter().map(|_| sharding)),
    }
}

/// Returns frontend attributes as a dictionary of strings, or `None` if there are none.
pub fn frontend_attributes<'c>(
    context: &'c Context,
    attributes: Option<&FrontendAttributes>,
) -> Option<Attribute<'c>> {
    let mut entries: Vec<_> = attributes?.map.iter().collect();
    entries.sort_unstable();
    let entry = |(name, value): (&'_ String, &String)| (name.clone(), make::string(context, value));
    let entries: Vec<_> = entries.into_iter().map(entry).collect();
    (!entries.is_empty()).then(|| make::dictionary(context, &entries))
}

/// Returns the attributes that any operation may have: those for the sharding and the frontend
/// attributes of an instruction.
pub fn of<'c>(context: &'c Context, instruction: Instruction) -> Vec<(String, Attribute<'c>)> {
    let proto = instruction.proto();
    let mut attributes = Vec::new();
    if let Some(one) = &proto.sharding {
        attributes.push(("mhlo.sharding".to_owned(), sharding(context, one)));
    }
    if let Some(map) = frontend_attributes(context, proto.frontend_attributes.as_deref()) {
        attributes.push(("mhlo.frontend_attributes".to_owned(), map));
    }
    attributes
}
