// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Refinement of the functions that a program calls.
//!
//! A function is refined once, for the arguments of its first call: for their types, and for the
//! values of leading constant scalars (integers or booleans), which are sizes in exports of JAX.
//! These values become constants of the function. Later calls must have the same types and values,
//! because a function has only one signature.

use super::calls::{Key, integer_constant};
use super::refine_arguments::{body, check_types, entry, first, set_types};
use super::refine_shapes::Refinement;
use super::{effects, sizes};
use crate::build::Hlo;
use crate::fold_constants;
use hloom_dialects::op_view::read_array;
use hloom_ir::pass::Failure;
use hloom_ir::{self as ir, Attribute, Builder, Context, Op, Value};
use melior::ir::ValueLike;
use melior::ir::operation::OperationLike;

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
        fold_constants::erase_unused_constants(function);
        sizes::set_signature(self.context, function);
        Ok(())
    }

    /// Refines the callee of `call`, and the call itself. Erases a call without side effects whose
    /// results are unused.
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
        let functions = &self.calls.as_ref().expect("`calls` must be set").functions;
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

/// Returns the argument attributes of a function or call, except for arguments that become
/// constants. Returns `None` if there are no attributes.
fn kept_attributes<'a>(context: &'a Context, op: Op<'a>, key: &Key<'a>) -> Option<Attribute<'a>> {
    let attributes = read_array(op.attribute("arg_attrs").ok()?)?;
    Some(ir::array_attr(context, &key.kept(&attributes)))
}

/// Replaces a value by a value with a more specific type. Inserts a cast to the old type for users
/// that do not accept the new type.
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
