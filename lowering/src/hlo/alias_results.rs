// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-alias-results`: results are where arguments were that the caller gives up.
//!
//! Before: `func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32>`
//! After:  the same with the attribute `hloom.aliases = array<i64: 0, 0>`
//!
//! The attribute has pairs of a result and an argument, which is in the result's memory when
//! the function is called. `tf.aliasing_output` names an argument's result;
//! `jax.buffer_donor` leaves the choice, which is the first result of the argument's type
//! that nobody has taken. Types must be the same, and have elements. With the option
//! `none`, and in private functions, no result does.
//!
//! Source: XLA's `HloInputOutputAliasConfig` and `OptimizeInputOutputBufferAlias`.

use crate::ffi;
use crate::ir::{self, Context, Op, Shaped};
use crate::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_dialects::op_view::read_integer;
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute, TypeAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-alias-results",
    description: "decide which results take the memory of arguments that are given up",
    anchor: "func.func",
    options: &[PassOption {
        name: "none",
        description: "callers keep all arguments",
        default: "false",
    }],
    dialects: &[],
    run,
};

/// The attribute that says which results take the memory of which arguments.
pub const ALIASES: &str = "hloom.aliases";

/// Pairs of a result and the argument whose memory it takes, of a function at any level.
pub fn aliases(function: Op) -> Vec<(usize, usize)> {
    let flat = function.attribute(ALIASES).ok().and_then(ir::i64_array).unwrap_or_default();
    let (pairs, _) = flat.as_chunks::<2>();
    pairs.iter().map(|[result, argument]| (*result as usize, *argument as usize)).collect()
}

/// Says which results of a function take the memory of which arguments.
pub fn set_aliases<'a>(context: &'a Context, function: Op<'a>, pairs: &[(usize, usize)]) {
    ffi::remove_attribute(function, ALIASES);
    let flat: Vec<_> =
        pairs.iter().flat_map(|(result, argument)| [*result as i64, *argument as i64]).collect();
    if !flat.is_empty() {
        ffi::set_attribute(function, ALIASES, ir::dense_i64_attr(context, &flat));
    }
}

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    // What a program says itself was not checked.
    ffi::remove_attribute(function, ALIASES);
    let is_private = ir::text(function, "sym_visibility").as_deref() == Some("private");
    if is_private || options.flag("none", function)? {
        return Ok(());
    }
    let Some(entry) = Entry::of(function) else { return Ok(()) };
    let mut taken = entry.named().map_err(|message| Failure::at(function, message))?;
    for donor in entry.donors() {
        let mut results = taken.iter_mut().enumerate();
        let free = results.find(|(result, taken)| taken.is_none() && entry.fit(*result, donor));
        if let Some((_, taken)) = free {
            *taken = Some(donor);
        }
    }
    let pairs = taken.into_iter().enumerate();
    let pairs = pairs.filter_map(|(result, argument)| Some((result, argument?)));
    let pairs: Vec<_> = pairs.filter(|(result, argument)| entry.fit(*result, *argument)).collect();
    set_aliases(context, function, &pairs);
    Ok(())
}

/// A function and what it says of its arguments.
struct Entry<'a> {
    ty: FunctionType<'a>,
    said: Vec<DictionaryAttribute<'a>>,
}

impl<'a> Entry<'a> {
    /// Nothing of a function that says nothing.
    fn of(function: Op<'a>) -> Option<Self> {
        let ty = TypeAttribute::try_from(function.attribute("function_type").ok()?).ok()?;
        let all = ArrayAttribute::try_from(function.attribute("arg_attrs").ok()?).ok()?;
        let one = |index| DictionaryAttribute::try_from(all.element(index).ok()?).ok();
        let said = (0..all.len()).map(one).collect::<Option<_>>()?;
        Some(Self { ty: FunctionType::try_from(ty.value()).ok()?, said })
    }

    /// For each result the argument that names it.
    ///
    /// # Errors
    /// If an argument names none, or one that another names.
    fn named(&self) -> Result<Vec<Option<usize>>, String> {
        let mut taken = vec![None; self.ty.result_count()];
        let count = taken.len();
        for (argument, said) in self.said.iter().enumerate() {
            let result = said.element_by_name("tf.aliasing_output").and_then(read_integer);
            let Some(result) = result else { continue };
            let what = format!("`tf.aliasing_output` of argument {argument} is result {result}");
            match usize::try_from(result).ok().and_then(|result| taken.get_mut(result)) {
                Some(place @ None) => *place = Some(argument),
                Some(Some(other)) => {
                    return Err(format!("{what}, as that of argument {other} is"));
                }
                None => return Err(format!("{what}, of {count} results")),
            }
        }
        Ok(taken)
    }

    /// The arguments that are given up for any result.
    fn donors(&self) -> impl Iterator<Item = usize> {
        let is_said = |said: &DictionaryAttribute<'a>, name| said.element_by_name(name).is_some();
        let said = self.said.iter().enumerate();
        let donors = said.filter(move |(_, said)| {
            is_said(said, "jax.buffer_donor") && !is_said(said, "tf.aliasing_output")
        });
        donors.map(|(argument, _)| argument)
    }

    /// Whether a result has the type of an argument, and elements.
    fn fit(&self, result: usize, argument: usize) -> bool {
        let (result, argument) = (self.ty.result(result).ok(), self.ty.input(argument).ok());
        let shaped = argument.and_then(Shaped::of);
        result == argument
            && shaped.is_some_and(|shaped| shaped.is_static() && shaped.elements() > 0)
    }
}
