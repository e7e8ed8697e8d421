// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads and writes the signature of the entry function: the types and attributes of its arguments
//! and results.

use super::markers::XLA;
use hloom_dialects::op_view::{read_array, read_text};
use hloom_ir::{self as ir, Attribute, Context, Op, Type};
use melior::ir::Identifier;
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// An entry of a dictionary attribute: a name and its value.
pub type Field<'a> = (Identifier<'a>, Attribute<'a>);

/// Returns the attributes of each argument (`arg_attrs`) or result (`res_attrs`), or `None` if the
/// function has no such list.
pub fn dictionaries<'a>(function: Op<'a>, name: &str) -> Option<Vec<DictionaryAttribute<'a>>> {
    let all = read_array(function.attribute(name).ok()?)?;
    all.into_iter().map(|one| DictionaryAttribute::try_from(one).ok()).collect()
}

/// Returns the fields of a dictionary except the field `name`, and the value of that field.
pub fn without<'a>(
    dictionary: DictionaryAttribute<'a>,
    name: &str,
) -> (Vec<Field<'a>>, Option<Attribute<'a>>) {
    let fields = (0..dictionary.len()).filter_map(|index| dictionary.element(index).ok());
    let (named, others): (Vec<_>, Vec<_>) = fields.partition(|field| is_named(field, name));
    (others, named.first().map(|(_, value)| *value))
}

fn is_named(field: &Field, name: &str) -> bool {
    field.0.as_string_ref().as_str().is_ok_and(|it| it == name)
}

/// Returns an entry of a dictionary attribute whose value is the string `text`.
pub fn field<'a>(context: &'a Context, name: &str, text: &str) -> Field<'a> {
    (Identifier::new(context, name), ir::string_attr(context, text))
}

/// Returns XLA's text of the sharding of each argument (`arg_attrs`) or result (`res_attrs`).
/// `count` is the number of arguments or results. The entry is `None` for a value without a
/// sharding.
pub fn shardings(function: Op, name: &str, count: usize) -> Vec<Option<String>> {
    let one = |dictionary: DictionaryAttribute| {
        dictionary.element_by_name(XLA).and_then(|text| read_text(text).map(str::to_owned))
    };
    let dictionaries = dictionaries(function, name);
    let mut shardings: Vec<_> = dictionaries.into_iter().flatten().map(one).collect();
    shardings.resize(count, None);
    shardings
}

/// The attribute of an argument or result with the dimensions that propagation may split.
pub const OPEN: &str = "hloom.open_dimensions";

/// Returns the dimensions of each argument (`arg_attrs`) or result (`res_attrs`) that propagation
/// may split. `count` is the number of arguments or results.
pub fn open_dimensions(function: Op, name: &str, count: usize) -> Vec<Vec<usize>> {
    let one = |dictionary: DictionaryAttribute| {
        let list = dictionary.element_by_name(OPEN).and_then(read_text).unwrap_or_default();
        list.split(',').filter_map(|dim| dim.parse().ok()).collect()
    };
    let mut open: Vec<_> = dictionaries(function, name).into_iter().flatten().map(one).collect();
    open.resize(count, Vec::new());
    open
}

/// The arguments or the results of the partitioned entry function.
pub struct Side<'a, 's> {
    /// XLA's text of each sharding; `None` for a value without a sharding.
    pub shardings: &'s [Option<String>],
    /// The types of the shards.
    pub types: &'s [Type<'a>],
}

/// Sets the type of the function `new`, and the attributes of its arguments and results. The
/// attributes are copied from the function `old`, with the new shardings.
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
                let fields: Vec<_> = fields.into_iter().filter(|it| !is_named(it, OPEN)).collect();
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

/// Returns the attributes of an argument of type `ty`. Replaces an alias to a result of another
/// type by a donation.
///
/// A result takes the memory of an argument (`tf.aliasing_output`) only if both have the same type.
/// After partitioning, the types may differ. The caller still donates the argument, which therefore
/// becomes a `jax.buffer_donor`.
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
