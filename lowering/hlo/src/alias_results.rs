// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `hlo-alias-results`: assigns the memory of donated arguments to results.
//!
//! Before: `func @main(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32>` After:
//! the function with the attribute `hloom.aliases = array<i64: 0, 0>`
//!
//! The attribute contains pairs of a result and an argument. When the function is called, the
//! memory of the result contains the argument. The argument attribute `tf.aliasing_output` names
//! the result; `jax.buffer_donor` leaves the choice to this pass, which chooses the first free
//! result with the type of the argument. The result and the argument must have the same static
//! type, with at least one element. The pass does not change private functions. With the option
//! `none`, it creates no aliases.
//!
//! Source: XLA's `HloInputOutputAliasConfig` and `OptimizeInputOutputBufferAlias`.

use hloom_dialects::op_view::read_integer;
use hloom_ir::facts::{ALIASES, set_aliases};
use hloom_ir::pass::{Failure, OptionValues, PassInfo, PassOption};
use hloom_ir::pipeline::Level;
use hloom_ir::{self as ir, Context, Op, Shaped};
use melior::ir::attribute::{ArrayAttribute, DictionaryAttribute};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::FunctionType;

/// The pass `hlo-alias-results`.
pub static PASS: PassInfo = PassInfo {
    argument: "hlo-alias-results",
    description: "let results take the memory of donated arguments",
    anchor: "func.func",
    level: Level::Hlo,
    options: &[PassOption {
        name: "none",
        description: "let no result take the memory of an argument, for callers that keep all \
                      arguments",
        default: "false",
    }],
    dialects: &[],
    run,
};

fn run<'a>(
    context: &'a Context,
    function: Op<'a>,
    options: &OptionValues,
) -> Result<(), Failure<'a>> {
    // An attribute of the input program has not been checked, so it is discarded.
    ir::remove_attribute(function, ALIASES);
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

/// The type of a function, and the attributes of its arguments.
struct Entry<'a> {
    ty: FunctionType<'a>,
    argument_attributes: Vec<DictionaryAttribute<'a>>,
}

impl<'a> Entry<'a> {
    /// Reads the type of a function and the attributes of its arguments. Returns `None` if the
    /// arguments have no attributes.
    fn of(function: Op<'a>) -> Option<Self> {
        let all = ArrayAttribute::try_from(function.attribute("arg_attrs").ok()?).ok()?;
        let one = |index| DictionaryAttribute::try_from(all.element(index).ok()?).ok();
        let argument_attributes = (0..all.len()).map(one).collect::<Option<_>>()?;
        Some(Self { ty: ir::function_type(function)?, argument_attributes })
    }

    /// Returns for each result the argument that names it in `tf.aliasing_output`, or `None` if no
    /// argument does.
    ///
    /// # Errors
    /// Fails if an argument names a result that does not exist, or a result that another argument
    /// also names.
    fn named(&self) -> Result<Vec<Option<usize>>, String> {
        let mut taken = vec![None; self.ty.result_count()];
        let count = taken.len();
        for (argument, attributes) in self.argument_attributes.iter().enumerate() {
            let result = attributes.element_by_name("tf.aliasing_output").and_then(read_integer);
            let Some(result) = result else { continue };
            match usize::try_from(result).ok().and_then(|result| taken.get_mut(result)) {
                Some(place @ None) => *place = Some(argument),
                Some(Some(other)) => {
                    return Err(format!(
                        "`tf.aliasing_output` of argument {argument}: expected a result that no \
                         other argument names, found result {result} of argument {other}"
                    ));
                }
                None => {
                    return Err(format!(
                        "`tf.aliasing_output` of argument {argument}: expected a result number \
                         below {count}, found {result}"
                    ));
                }
            }
        }
        Ok(taken)
    }

    /// Returns the donated arguments that do not name a result.
    fn donors(&self) -> impl Iterator<Item = usize> {
        let has =
            |attributes: &DictionaryAttribute<'a>, name| attributes.element_by_name(name).is_some();
        let arguments = self.argument_attributes.iter().enumerate();
        let donors = arguments.filter(move |(_, attributes)| {
            has(attributes, "jax.buffer_donor") && !has(attributes, "tf.aliasing_output")
        });
        donors.map(|(argument, _)| argument)
    }

    /// Returns true if the result and the argument have the same static type with at least one
    /// element.
    fn fit(&self, result: usize, argument: usize) -> bool {
        let (result, argument) = (self.ty.result(result).ok(), self.ty.input(argument).ok());
        let shaped = argument.and_then(Shaped::of);
        result == argument
            && shaped.is_some_and(|shaped| shaped.is_static() && shaped.elements() > 0)
    }
}
