// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Refinement of the functions that a program calls.
//!
//! A function is refined once, for the arguments of its first call: their types, and the values of
//! the scalar integers at the beginning, which hold sizes in exports of JAX. These values become
//! constants of the function. A later call must agree, because a function has one signature.

use super::refine_arguments::{body, check_types, entry, first, set_types};
use super::refine_shapes::{Refinement, erase_constants, is_integer};
use super::{effects, sizes};
use crate::build::Hlo;
use crate::elements;
use hloom_dialects::op_view::read_array;
use hloom_dialects::shape::TensorType;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Type, Value, attributes};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;
use std::collections::HashMap;

/// The functions of a module, and the arguments for which they are refined.
pub(super) struct Calls<'a> {
    functions: HashMap<String, Op<'a>>,
    refined: Vec<(Op<'a>, Key<'a>)>,
    active: Vec<Op<'a>>,
}

/// The arguments that a function is refined for. Tokens come first, then constants.
#[derive(Debug, PartialEq)]
struct Key<'a> {
    tokens: usize,
    constants: Vec<Attribute<'a>>,
    /// The types of all arguments that are not constants.
    types: Vec<Type<'a>>,
}

impl<'a> Calls<'a> {
    pub fn new(module: Op<'a>) -> Self {
        let ops = ir::regions(module).into_iter().flat_map(ir::blocks).flat_map(ir::ops);
        let functions = ops.filter(|op| ir::op_name(*op) == "func.func");
        let functions = functions.filter_map(|op| Some((ir::symbol_name(op)?, op))).collect();
        Self { functions, refined: Vec::new(), active: Vec::new() }
    }

    /// Returns the function that a `func.call` calls.
    fn callee(&self, call: Op<'a>) -> Option<Op<'a>> {
        self.functions.get(&attributes::symbol(call, "callee")?).copied()
    }

    /// Checks whether a function may be refined for these arguments. Returns true if it is already.
    ///
    /// # Errors
    /// Fails if it is refined for other arguments, or if it calls itself.
    fn is_refined(&self, function: Op<'a>, key: &Key<'a>) -> Result<bool, Failure<'a>> {
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
    fn of(operands: &[Value<'a>]) -> Self {
        let is_token = |value: &&Value| value.r#type().to_string() == "!stablehlo.token";
        let tokens = operands.iter().take_while(is_token).count();
        let constants: Vec<_> =
            operands[tokens..].iter().map_while(|value| scalar_constant(*value)).collect();
        let rest = tokens + constants.len();
        let kept = operands[..tokens].iter().chain(&operands[rest..]);
        Self { tokens, constants, types: kept.map(|value| value.r#type()).collect() }
    }

    /// Returns the elements of a list that belong to arguments that are not constants.
    fn kept<T: Copy>(&self, list: &[T]) -> Vec<T> {
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

/// Returns the attribute of a constant that is a scalar integer.
fn scalar_constant(value: Value<'_>) -> Option<Attribute<'_>> {
    let tensor = TensorType::from_type(value.r#type()).filter(|tensor| tensor.rank() == 0)?;
    is_integer(tensor.element_type()).then(|| elements::constant_attribute(value))?
}

/// Returns the attribute of a constant of integers.
fn integer_constant(value: Value<'_>) -> Option<Attribute<'_>> {
    let tensor = TensorType::from_type(value.r#type())?;
    is_integer(tensor.element_type()).then(|| elements::constant_attribute(value))?
}

impl<'a> Refinement<'a> {
    /// Refines the entry of a module and the functions that it calls.
    pub fn refine_module(&mut self, module: Op<'a>) -> Result<(), Failure<'a>> {
        if self.calls.as_ref().is_none_or(|calls| calls.functions.is_empty()) {
            return Ok(());
        }
        let entry = entry(module)?;
        let arguments = body(entry).map(ir::args).unwrap_or_default();
        let types = arguments.iter().map(|argument| argument.r#type()).collect();
        self.refine_function(entry, Key { tokens: 0, constants: Vec::new(), types })
    }

    fn refine_function(&mut self, function: Op<'a>, key: Key<'a>) -> Result<(), Failure<'a>> {
        let blocks = ir::regions(function).into_iter().flat_map(ir::blocks).count();
        let Some(block) = body(function).filter(|_| blocks == 1) else {
            return Err(Failure::at(function, "'func.func' op must have exactly one block"));
        };
        let arguments = ir::args(block);
        let kept = key.kept(&arguments);
        check_types(function, &kept, &key.types)?;
        let hlo = Hlo { at: first(self.context, block, function) };
        set_types(hlo, &kept, &key.types);
        for (argument, value) in arguments[key.tokens..].iter().zip(&key.constants) {
            ir::replace_all_uses(*argument, hlo.constant(*value, argument.r#type()));
        }
        if let Some(attributes) = kept_attributes(self.context, function, &key) {
            ir::set_attribute(function, "arg_attrs", attributes);
        }
        for _ in &key.constants {
            ir::erase_argument(block, key.tokens);
        }
        if let Some(calls) = &mut self.calls {
            calls.active.push(function);
            calls.refined.push((function, key));
        }
        self.refine_block(block)?;
        if let Some(calls) = &mut self.calls {
            calls.active.pop();
        }
        erase_constants(function);
        sizes::set_signature(self.context, function);
        Ok(())
    }

    /// Refines the function that an operation calls, and the call.
    pub fn refine_call(&mut self, call: Op<'a>) -> Result<(), Failure<'a>> {
        let Some(calls) = &self.calls else { return Ok(()) };
        let Some(function) = calls.callee(call) else { return Ok(()) };
        let Some(block) = body(function) else { return Ok(()) };
        let operands = ir::operands(call);
        let key = Key::of(&operands);
        let kept = key.kept(&operands);
        let argument_attributes = kept_attributes(self.context, call, &key);
        let is_refined = calls.is_refined(function, &key).map_err(|mut failure| {
            if ir::args(block).len() != operands.len() {
                let message = "'func.call' op incorrect number of operands for callee";
                failure.merge(Failure::at(call, message));
            }
            failure
        })?;
        if !is_refined {
            self.refine_function(function, key)?;
        }
        let returned = ir::ops(block).pop().map(ir::operands).unwrap_or_default();
        let hlo = Hlo { at: Builder::before(self.context, call) };
        for (result, value) in ir::results(call).into_iter().zip(&returned) {
            if let Some(constant) = integer_constant(*value).filter(|_| ir::has_uses(result)) {
                replace(hlo, result, hlo.constant(constant, value.r#type()));
            }
        }
        let functions = &self.calls.as_ref().expect("the run is on a module").functions;
        let is_unused = ir::results(call).into_iter().all(|result| !ir::has_uses(result));
        if is_unused && !effects::has_effects(function, functions) {
            ir::erase(call);
            return Ok(());
        }
        let types: Vec<_> = returned.iter().map(|value| value.r#type()).collect();
        let new = hlo.at.op("func.call").operands(&kept).attrs_of(call, &["arg_attrs"]);
        let new = match argument_attributes {
            Some(attributes) => new.attr("arg_attrs", attributes),
            None => new,
        };
        let results = ir::results(new.results(&types).build());
        for (old, new) in ir::results(call).into_iter().zip(results) {
            replace(hlo, old, new);
        }
        ir::erase(call);
        Ok(())
    }
}

/// Returns the attributes of the arguments of a function or call without those of constants.
fn kept_attributes<'a>(context: &'a Context, op: Op<'a>, key: &Key<'a>) -> Option<Attribute<'a>> {
    let attributes = read_array(op.attribute("arg_attrs").ok()?)?;
    Some(ir::array_attr(context, &key.kept(&attributes)))
}

/// Replaces a value by one of a more specific type. Users that do not accept it get a cast.
fn replace<'a>(hlo: Hlo<'a>, old: Value<'a>, new: Value<'a>) {
    let others = ir::uses(old).into_iter().filter(|(user, _)| !sizes::accepts_refined(*user));
    if old.r#type() != new.r#type() {
        for (user, index) in others {
            let cast = "builtin.unrealized_conversion_cast";
            let cast = hlo.at.simple(cast, &[new], old.r#type());
            ir::set_operand(user, index, cast);
        }
    }
    ir::replace_all_uses(old, new);
}
