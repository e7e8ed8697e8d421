// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The signature of the entry: what is said of its arguments and results, and saying what
//! became of them.

use super::markers::XLA;
use crate::ir::{self, Attribute, Context, Op, Type};
use hloom_dialects::op_view::{read_array, read_text};
use melior::ir::Identifier;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// A name and its value in a dictionary.
pub type Field<'a> = (Identifier<'a>, Attribute<'a>);

/// The attributes of each argument (`arg_attrs`) or result (`res_attrs`).
pub fn dictionaries<'a>(function: Op<'a>, name: &str) -> Option<Vec<DictionaryAttribute<'a>>> {
    let all = read_array(function.attribute(name).ok()?)?;
    all.into_iter().map(|one| DictionaryAttribute::try_from(one).ok()).collect()
}

/// The fields of a dictionary without one of a name, and the value of that.
pub fn without<'a>(
    dictionary: DictionaryAttribute<'a>,
    name: &str,
) -> (Vec<Field<'a>>, Option<Attribute<'a>>) {
    let fields = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
    let is_named = |field: &Field<'a>| field.0.as_string_ref().as_str().is_ok_and(|it| it == name);
    let (named, others): (Vec<_>, Vec<_>) = fields.partition(is_named);
    (others, named.first().map(|(_, value)| *value))
}

/// A field with a string.
pub fn field<'a>(context: &'a Context, name: &str, text: &str) -> Field<'a> {
    (Identifier::new(context, name), ir::string_attr(context, text))
}

/// What is said of the sharding of each argument or result, of which there are so many.
pub fn said(function: Op, name: &str, count: usize) -> Vec<Option<String>> {
    let one = |dictionary: DictionaryAttribute| {
        dictionary.element_by_name(XLA).and_then(|text| read_text(text).map(str::to_owned))
    };
    let dictionaries = dictionaries(function, name);
    let mut said: Vec<_> = dictionaries.into_iter().flatten().map(one).collect();
    said.resize(count, None);
    said
}

/// Arguments or results as they have become: how sharded, and of which types.
pub struct Side<'a, 's> {
    /// XLA's texts of the shardings; none for what has none.
    pub shardings: &'s [Option<String>],
    /// The types.
    pub types: &'s [Type<'a>],
}

/// Gives a function, of the new types, the attributes that another had.
pub fn set_signature<'a>(
    context: &'a Context,
    (old, new): (Op<'a>, Op<'a>),
    arguments: &Side<'a, '_>,
    results: &Side<'a, '_>,
) {
    let ty = FunctionType::new(context, arguments.types, results.types);
    ir::set_attribute(new, "function_type", ir::type_attr(ty.into()));
    for (name, side) in [("arg_attrs", arguments), ("res_attrs", results)] {
        let mut dictionaries = dictionaries(old, name).unwrap_or_default();
        dictionaries.resize(side.types.len(), DictionaryAttribute::new(context, &[]));
        let all: Vec<Attribute<'a>> = dictionaries
            .into_iter()
            .zip(side.shardings)
            .zip(side.types)
            .map(|((dictionary, sharding), ty)| {
                let (fields, _) = without(dictionary, XLA);
                let mut fields = still_aliased(context, fields, *ty, results.types);
                if let Some(sharding) = sharding {
                    fields.push(field(context, XLA, sharding));
                }
                DictionaryAttribute::new(context, &fields).into()
            })
            .collect();
        ir::set_attribute(new, name, ir::array_attr(context, &all));
    }
}

/// An argument whose memory a result was to have, and which has another type now, may still
/// be given up.
fn still_aliased<'a>(
    context: &'a Context,
    fields: Vec<Field<'a>>,
    ty: Type<'a>,
    results: &[Type<'a>],
) -> Vec<Field<'a>> {
    let is = |field: &Field<'a>, name: &str| field.0.as_string_ref().as_str() == Ok(name);
    let is_donated = fields.iter().any(|field| is(field, "jax.buffer_donor"));
    let one = |(name, value): Field<'a>| {
        if !name.as_string_ref().as_str().is_ok_and(|name| name == "tf.aliasing_output") {
            return Some((name, value));
        }
        let output = hloom_dialects::op_view::read_integer(value);
        let output = output.and_then(|output| results.get(usize::try_from(output).ok()?));
        if output == Some(&ty) {
            return Some((name, value));
        }
        let donor = (Identifier::new(context, "jax.buffer_donor"), ir::bool_attr(context, true));
        (!is_donated).then_some(donor)
    };
    fields.into_iter().filter_map(one).collect()
}
