// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runtime calls on literals: custom calls, which are registered by name, and random number
//! generation.

use super::call::{CallContext, RuntimeCall};
use super::description::CallDescription;
use crate::interface::TransferManager;
use crate::{Error, Literal, Shape};
use hloom_dialects::attributes::stablehlo::RngDistribution;
use hloom_evaluator::custom_call::{CustomCall, CustomCallRegistry, Kept, Setting};
use hloom_evaluator::{Draws, TensorSpec, Type};
use std::sync::Arc;

/// A function that computes the results of a runtime call from its operands, as literals.
type OnLiterals = dyn Fn(&[Literal]) -> Result<Vec<Literal>, hloom_evaluator::Error> + Send + Sync;

/// A runtime call on literals, with the operand and result types that the program declares.
pub struct HandlerCall {
    name: String,
    function: Box<OnLiterals>,
    operands: Vec<Shape>,
    results: Vec<Shape>,
    transfers: Arc<dyn TransferManager>,
}

impl HandlerCall {
    /// Creates the runtime call of a `stablehlo.rng` operation.
    ///
    /// # Errors
    /// Returns [`Error::Internal`] if the distribution is unknown.
    pub fn random(
        description: CallDescription,
        transfers: Arc<dyn TransferManager>,
    ) -> Result<Self, Error> {
        let CallDescription { name, location, attributes, operands, results } = description;
        let distribution = match attributes.get("rng_distribution") {
            Some(Setting::Other(text)) => text.trim_end_matches('>').rsplit(' ').next(),
            _ => None,
        };
        let distribution = distribution.and_then(|it| it.parse::<RngDistribution>().ok());
        let distribution = distribution
            .ok_or_else(|| Error::Internal("`stablehlo.rng`: unknown distribution".to_owned()))?;
        let draws = Draws::new(distribution, &location);
        let function = Box::new(move |operands: &[Literal]| {
            Ok(vec![draws.draw(&operands.iter().collect::<Vec<_>>())?])
        });
        Ok(Self { name, function, operands, results, transfers })
    }

    /// Creates the runtime call of a custom call.
    ///
    /// # Errors
    /// Fails if no function is registered under the name of the call's target.
    pub fn custom(
        description: CallDescription,
        transfers: Arc<dyn TransferManager>,
    ) -> Result<Self, Error> {
        let CallDescription { mut attributes, operands, results, .. } = description;
        let target = attributes.get("call_target_name").and_then(Setting::text);
        let target = target.unwrap_or_default().to_owned();
        let registry = CustomCallRegistry::process_wide();
        registry.find(&target)?;
        let config = attributes.remove("backend_config");
        let types = results.iter().map(|shape| Type::Tensor(TensorSpec::from(shape)));
        let call = CustomCall {
            target,
            config: config.unwrap_or_else(|| Setting::Text(String::new())),
            attributes,
            results: types.collect(),
            kept: Kept::default(),
        };
        let name = format!("@{}", call.target);
        let function = Box::new(move |operands: &[Literal]| registry.call(&call, operands));
        Ok(Self { name, function, operands, results, transfers })
    }
}

impl RuntimeCall for HandlerCall {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        _context: &CallContext,
    ) -> Result<(), Error> {
        let mut literals = Vec::with_capacity(operands.len());
        for (shape, bytes) in self.operands.iter().zip(operands) {
            let mut literal = Literal::from_bytes(shape.clone(), bytes)?;
            self.transfers.decode(shape.element_type, literal.bytes_mut());
            literals.push(literal);
        }
        let computed = (self.function)(&literals)?;
        let name = &self.name;
        if computed.len() != results.len() {
            let (given, declared) = (computed.len(), results.len());
            let message = format!(
                "`{name}`: expected the custom call to return {declared} results, found {given}"
            );
            return Err(Error::invalid(message));
        }
        for (index, (mut literal, bytes)) in computed.into_iter().zip(results).enumerate() {
            let (declared, given) = (&self.results[index], literal.shape());
            if given != declared {
                return Err(Error::invalid(format!(
                    "result {index} of `{name}`: expected {declared}, found {given}"
                )));
            }
            self.transfers.encode(declared.element_type, literal.bytes_mut());
            bytes.copy_from_slice(literal.bytes());
        }
        Ok(())
    }
}
