// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls (specification, section "custom_call").

use super::result_types;
use crate::custom_call::{CustomCall, Setting, setting};
use crate::program::Operation;
use crate::run::Frame;
use crate::{Error, Literal, Type, Value};
use hloom_dialects::op_view::OpView;
use melior::ir::operation::OperationLike;
use std::sync::Arc;

pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let config = op.attribute("backend_config").map(Setting::read);
    let operation = op.operation();
    let attributes =
        operation.attributes().map(|(name, entry)| (setting::text(name), Setting::read(entry)));
    Ok(Box::new(Call(CustomCall {
        target: op.string("call_target_name")?.to_owned(),
        config: config.unwrap_or_else(|| Setting::Text(String::new())),
        attributes: attributes.filter(|(name, _)| name != "backend_config").collect(),
        results: result_types(op)?,
    })))
}

#[derive(Debug)]
struct Call(CustomCall);

impl Operation for Call {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut Frame) -> Result<Vec<Value>, Error> {
        let mut tensors = Vec::new();
        operands.into_iter().for_each(|operand| flatten(operand, &mut tensors));
        let results = frame.process.grid.host.custom_calls.call(&self.0, &tensors)?;
        let (given, target) = (results.len(), &self.0.target);
        let mut results = results.into_iter();
        let packed = self.0.results.iter().map(|ty| pack(ty, &mut results)).collect();
        match (packed, results.next()) {
            (Some(packed), None) => Ok(packed),
            _ => Err(Error::invalid(format!("`{target}` has other results: {given} tensors"))),
        }
    }
}

/// The tensors in a value; tokens say nothing.
fn flatten(value: Value, tensors: &mut Vec<Literal>) {
    match value {
        Value::Tensor(tensor) => tensors.push(Arc::unwrap_or_clone(tensor)),
        Value::Tuple(values) | Value::Future(values) => {
            values.into_iter().for_each(|value| flatten(value, tensors));
        }
        Value::Token => {}
    }
}

/// A value of a type from the tensors in it.
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
            assert_eq!(config.get("n"), Some(&Setting::Integer(3)));
            assert_eq!(config.get("f"), Some(&Setting::Float(1.5)));
            let sizes = Setting::List(vec![Setting::Integer(1), Setting::Integer(2)]);
            assert_eq!(config.get("sizes"), Some(&sizes));
            let on = config.get("deep").and_then(|deep| deep.get("on"));
            assert_eq!(on, Some(&Setting::Bool(true)));
            let note = Setting::List(vec![Setting::Integer(1), Setting::Text("a".to_owned())]);
            assert_eq!(call.attributes.get("note"), Some(&note));
            Ok(vec![operands[0].clone(); 3])
        });
        let program = program.expect("a call");
        let results = program.evaluate_on(&Arc::new(host), "main", Vec::new()).expect("known");
        let four = Value::from(Literal::scalar(4).expect("one"));
        assert_eq!(results, [four.clone(), Value::Tuple(vec![four.clone(), four])]);
        let refusal = program.evaluate("main", Vec::new()).expect_err("not known");
        let known = CustomCallRegistry::built_in();
        assert!(known.names().all(|name| refusal.to_string().contains(name)), "{refusal}");
        assert!(refusal.to_string().contains("nothing called `thrice` is registered"), "{refusal}");
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
