// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls (specification, section "custom_call").

mod symbolic;

use super::attributes::to_sizes;
use super::dynamic::integers;
use super::types::result_types;
use crate::custom_call::{CustomCall, Kept, Setting, setting};
use crate::program::{Decoder, Frame, Operation};
use crate::{Error, Literal, Type, Value};
use hloom_dialects::op_view::OpView;
use melior::ir::operation::OperationLike;
use std::borrow::Cow;
use std::sync::Arc;

/// Decodes `stablehlo.custom_call`.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    let target = op.string("call_target_name")?;
    if let Some(operation) = symbolic::decode(target, op, decoder)? {
        return Ok(operation);
    }
    let config = op.attribute("backend_config").map(Setting::read);
    let operation = op.operation();
    let attributes =
        operation.attributes().map(|(name, entry)| (setting::text(name), Setting::read(entry)));
    let shapes = to_sizes(&op.optional_integers("indices_of_shape_operands").unwrap_or_default())?;
    let call = CustomCall {
        target: target.to_owned(),
        config: config.unwrap_or_else(|| Setting::Text(String::new())),
        attributes: attributes.filter(|(name, _)| name != "backend_config").collect(),
        results: result_types(op)?,
        kept: Kept::default(),
    };
    Ok(Box::new(Call { call, shapes }))
}

#[derive(Debug)]
struct Call {
    call: CustomCall,
    /// Indices of the operands that contain the shapes of dynamic results
    /// (`indices_of_shape_operands`, which JAX adds to calls with symbolic sizes). The called
    /// function does not see these operands.
    shapes: Vec<usize>,
}

impl Operation for Call {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let mut tensors = Vec::new();
        operands.into_iter().for_each(|operand| flatten(operand, &mut tensors));
        let mut call = Cow::Borrowed(&self.call);
        if !self.shapes.is_empty() {
            self.set_shapes(call.to_mut(), &mut tensors)?;
        }
        let results = frame.mesh().host.custom_calls.call(&call, &tensors)?;
        let (given, target) = (results.len(), &call.target);
        let mut results = results.into_iter();
        let packed = call.results.iter().map(|ty| pack(ty, &mut results)).collect();
        match (packed, results.next()) {
            (Some(packed), None) => Ok(packed),
            _ => Err(Error::invalid(format!(
                "custom call `{target}`: expected one returned tensor for each tensor in the \
                 declared results, found {given}"
            ))),
        }
    }
}

impl Call {
    /// Reads the shapes of the results from operands, and removes these operands.
    fn set_shapes(&self, call: &mut CustomCall, tensors: &mut Vec<Literal>) -> Result<(), Error> {
        let shape = |index: &usize| {
            let tensor = tensors.get(*index).ok_or_else(|| {
                Error::invalid(format!("`indices_of_shape_operands`: there is no operand {index}"))
            })?;
            to_sizes(&integers(tensor)?)
        };
        let shapes = self.shapes.iter().map(shape).collect::<Result<Vec<_>, _>>()?;
        if shapes.len() != call.results.len() {
            return Err(Error::invalid(format!(
                "`indices_of_shape_operands`: expected one index for each of {} results, found {}",
                call.results.len(),
                shapes.len()
            )));
        }
        for (result, shape) in call.results.iter_mut().zip(shapes) {
            if let Type::Tensor(tensor) = result {
                tensor.dims = shape.into_iter().map(Some).collect();
            }
        }
        let mut index = 0;
        tensors.retain(|_| {
            index += 1;
            !self.shapes.contains(&(index - 1))
        });
        Ok(())
    }
}

/// Appends the tensors in a value, such as the elements of a tuple, to `tensors`. A token contains no
/// tensors.
fn flatten(value: Value, tensors: &mut Vec<Literal>) {
    match value {
        Value::Tensor(tensor) => tensors.push(Arc::unwrap_or_clone(tensor)),
        Value::Tuple(values) | Value::Future(values) => {
            values.into_iter().for_each(|value| flatten(value, tensors));
        }
        Value::Token => {}
    }
}

/// Builds a value of a type from the tensors in it.
fn pack(ty: &Type, tensors: &mut dyn Iterator<Item = Literal>) -> Option<Value> {
    let mut all =
        |types: &[Type]| types.iter().map(|ty| pack(ty, tensors)).collect::<Option<Vec<_>>>();
    Some(match ty {
        Type::Tuple(types) => Value::Tuple(all(types)?),
        Type::Future(types) => Value::Future(all(types)?),
        Type::Token => Value::Token,
        Type::Tensor(_) => tensors.next()?.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ElementType;
    use crate::ops::testing::{main_of, program};
    use crate::{Host, custom_call::CustomCallRegistry};

    #[test]
    fn what_is_called_knows_the_call() {
        let program = program(
            "func.func @main() -> (tensor<i32>, tuple<tensor<i32>, tensor<i32>>) {
               %0 = stablehlo.constant dense<4> : tensor<i32>
               %1:2 = stablehlo.custom_call @thrice(%0) {api_version = 4 : i32, note = [1, \"a\"], mhlo.backend_config = {n = 3 : i64, deep = {on}, sizes = array<i64: 1, 2>, f = 1.5 : f32}, backend_config = {n = 3 : i64, deep = {on}, sizes = array<i64: 1, 2>, f = 1.5 : f32}} : (tensor<i32>) -> (tensor<i32>, tuple<tensor<i32>, tensor<i32>>)
               return %1#0, %1#1 : tensor<i32>, tuple<tensor<i32>, tensor<i32>>
             }",
        );
        let mut host = Host::default();
        host.custom_calls.register("thrice", |call: &CustomCall, operands: &[Literal]| {
            let config = &call.config;
            assert_eq!(config.get("n"), Some(&Setting::Integer(3, ElementType::S64)));
            assert_eq!(config.get("f"), Some(&Setting::Float(1.5, ElementType::F32)));
            let sizes =
                Setting::List([1, 2].map(|it| Setting::Integer(it, ElementType::S64)).to_vec());
            assert_eq!(config.get("sizes"), Some(&sizes));
            let on = config.get("deep").and_then(|deep| deep.get("on"));
            assert_eq!(on, Some(&Setting::Bool(true)));
            let note = Setting::List(vec![
                Setting::Integer(1, ElementType::S64),
                Setting::Text("a".to_owned()),
            ]);
            assert_eq!(call.attributes.get("note"), Some(&note));
            Ok(vec![operands[0].clone(); 3])
        });
        let program = program.expect("a call");
        let results = program.evaluate_on(&Arc::new(host), "main", Vec::new()).expect("known");
        let four = Value::from(Literal::scalar(4).expect("one"));
        assert_eq!(results, [four.clone(), Value::Tuple(vec![four.clone(), four])]);
        let refusal = program.evaluate("main", Vec::new()).expect_err("not known");
        let known = CustomCallRegistry::built_in();
        let named = known.names().take(24).all(|name| refusal.to_string().contains(name));
        assert!(named && refusal.to_string().contains(" more"), "{refusal}");
        let unknown = "custom call target `thrice` is not registered";
        assert!(refusal.to_string().contains(unknown), "{refusal}");
    }

    #[test]
    fn assertions_fail_where_they_stand() {
        let refusal = main_of(
            "func.func @main() {
               %0 = stablehlo.constant dense<false> : tensor<i1>
               %1 = stablehlo.constant dense<5> : tensor<i32>
               stablehlo.custom_call @shape_assertion(%0, %1) {api_version = 2 : i32, error_message = \"found {0}\", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
               return
             }",
        );
        let refusal = refusal.expect_err("false").to_string();
        assert_eq!(refusal, "test.mlir:4:16: error: found 5");
    }
}
