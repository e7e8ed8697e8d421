// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The functions of a module, and the arguments for which they are refined.

use crate::elements;
use hloom_dialects::attributes::stablehlo::Token;
use hloom_dialects::element::ElementType;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Op, Type, Value, attributes};
use melior::ir::ValueLike;
use std::collections::HashMap;

/// The functions of a module, and the arguments for which they are refined.
pub struct Calls<'a> {
    pub functions: HashMap<String, Op<'a>>,
    pub refined: Vec<(Op<'a>, Key<'a>)>,
    pub active: Vec<Op<'a>>,
}

/// The arguments for which a function is refined, in this order: tokens, constants, and all other
/// arguments.
#[derive(Debug, PartialEq)]
pub struct Key<'a> {
    pub tokens: usize,
    pub constants: Vec<Attribute<'a>>,
    /// The types of all non-constant arguments.
    pub types: Vec<Type<'a>>,
}

impl<'a> Calls<'a> {
    pub fn new(module: Op<'a>) -> Self {
        let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let functions = ops.filter(|op| ir::op_name(*op) == "func.func");
        let functions = functions.filter_map(|op| Some((ir::symbol_name(op)?, op))).collect();
        Self { functions, refined: Vec::new(), active: Vec::new() }
    }

    /// Returns the function that a `func.call` calls, or `None` if the module has no such function.
    pub fn callee(&self, call: Op<'a>) -> Option<Op<'a>> {
        self.functions.get(&attributes::symbol(call, "callee")?).copied()
    }

    /// Returns true if a function is already refined for the arguments `key`, and false if it is
    /// not refined yet.
    ///
    /// # Errors
    /// Fails if the function is refined for other arguments, or if its refinement is still in
    /// progress because it calls itself.
    pub fn is_refined(&self, function: Op<'a>, key: &Key<'a>) -> Result<bool, Failure<'a>> {
        let Some((_, known)) = self.refined.iter().find(|(other, _)| *other == function) else {
            return Ok(false);
        };
        if key != known {
            let message = format!(
                "'func.func' op refined with incompatible refinement keys: {key} and {known}"
            );
            return Err(Failure::at(function, message));
        }
        if self.active.contains(&function) {
            let name = ir::symbol_name(function).unwrap_or_default();
            let message = format!("'func.func' op Function {name} is being refined recursively");
            return Err(Failure::at(function, message));
        }
        Ok(true)
    }
}

impl<'a> Key<'a> {
    pub fn of(operands: &[Value<'a>]) -> Self {
        let is_token = |value: &&Value| Token::from_type(value.r#type()).is_some();
        let tokens = operands.iter().take_while(is_token).count();
        let constants: Vec<_> =
            operands[tokens..].iter().map_while(|value| scalar_constant(*value)).collect();
        let rest = tokens + constants.len();
        let kept = operands[..tokens].iter().chain(&operands[rest..]);
        Self { tokens, constants, types: kept.map(|value| value.r#type()).collect() }
    }

    /// Returns the elements of a list, which has one element for each argument, that correspond to
    /// non-constant arguments.
    pub fn kept<T: Copy>(&self, list: &[T]) -> Vec<T> {
        let constants = self.tokens..self.tokens + self.constants.len();
        let kept = list.iter().enumerate().filter(|(index, _)| !constants.contains(index));
        kept.map(|(_, element)| *element).collect()
    }
}

impl std::fmt::Display for Key<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        let list = |items: Vec<String>| items.join(", ");
        let constants = list(self.constants.iter().map(ToString::to_string).collect());
        let types = list(self.types.iter().map(ToString::to_string).collect());
        write!(formatter, "[{constants}] ({types})")
    }
}

/// Returns the attribute of a constant that is a scalar integer or boolean, or `None` for any other
/// value.
fn scalar_constant(value: Value<'_>) -> Option<Attribute<'_>> {
    let is_scalar = TensorType::from_type(value.r#type()).is_some_and(|it| it.rank() == 0);
    integer_constant(value).filter(|_| is_scalar)
}

/// Returns the attribute of a constant of integers or booleans, or `None` for any other value.
pub fn integer_constant(value: Value<'_>) -> Option<Attribute<'_>> {
    let tensor = TensorType::from_type(value.r#type())?;
    is_integer(tensor.element_type()).then(|| elements::constant_attribute(value))?
}

/// Returns true for integers and booleans, the element types of sizes and of conditions on sizes.
pub fn is_integer(element: ElementType) -> bool {
    matches!(element, ElementType::Boolean | ElementType::Signed(_) | ElementType::Unsigned(_))
}
