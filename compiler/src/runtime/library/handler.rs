// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Custom calls: functions that were registered by name.

use super::{CallDescription, LibraryCall};
use crate::interface::TransferManager;
use crate::runtime::ThreadPool;
use crate::{Error, Literal, Shape};
use hloom_evaluator::custom_call::{CustomCall, CustomCallRegistry, Setting};
use hloom_evaluator::{TensorSpec, Type};
use std::sync::Arc;

/// A registered function with what a program says to it.
pub struct HandlerCall {
    registry: CustomCallRegistry,
    call: CustomCall,
    operands: Vec<Shape>,
    results: Vec<Shape>,
    transfers: Arc<dyn TransferManager>,
}

impl HandlerCall {
    /// The function that a custom call names.
    ///
    /// # Errors
    /// If nothing of the name is registered.
    pub fn new(
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
        };
        Ok(Self { registry, call, operands, results, transfers })
    }
}

impl LibraryCall for HandlerCall {
    fn run(
        &self,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
        _threads: Option<&ThreadPool>,
    ) -> Result<(), Error> {
        let mut literals = Vec::with_capacity(operands.len());
        for (shape, bytes) in self.operands.iter().zip(operands) {
            let mut literal = Literal::from_bytes(shape.clone(), bytes)?;
            self.transfers.decode(shape.element_type, literal.bytes_mut());
            literals.push(literal);
        }
        let computed = self.registry.call(&self.call, &literals)?;
        let target = &self.call.target;
        if computed.len() != results.len() {
            let (given, declared) = (computed.len(), results.len());
            let message = format!("`@{target}` gives {given} results, {declared} are declared");
            return Err(Error::invalid(message));
        }
        for (index, (mut literal, bytes)) in computed.into_iter().zip(results).enumerate() {
            let (declared, given) = (&self.results[index], literal.shape());
            if given != declared {
                return Err(Error::invalid(format!(
                    "result {index} of `@{target}` is a {given}, declared as {declared}"
                )));
            }
            self.transfers.encode(declared.element_type, literal.bytes_mut());
            bytes.copy_from_slice(literal.bytes());
        }
        Ok(())
    }
}
