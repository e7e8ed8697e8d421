// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Scatters to the elements that windows select (specification, section "select_and_scatter").
//!
//! Padding is never selected, and a window without an element scatters nothing. The specification
//! does not define these cases.

use super::elements::{element, missing, set_element};
use super::window::Window;
use crate::ops::quantized::to_destination_type;
use crate::program::{Frame, Operation, Region};
use crate::{Element, Error, Value};
use hloom_values::{ElementType, Literal, Scalar, Shape};

#[derive(Debug)]
pub struct SelectAndScatter {
    pub window: Window,
    pub select: Region,
    pub scatter: Region,
    /// The element type of the source operand.
    pub source: Element,
    /// The element type of the initial value.
    pub init: Element,
    /// The element type of the result, which is also the type of the arguments and the result of
    /// the region `scatter`.
    pub result: Element,
}

impl Operation for SelectAndScatter {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        let mut operands = operands.into_iter().map(Value::into_tensor);
        let mut next = || operands.next().ok_or_else(missing)?;
        let (operand, source, init) = (next()?, next()?, next()?);
        let shape = operand.shape();
        let places = Shape::new(ElementType::Pred, self.window.places(shape)?);
        if places.dims != source.shape().dims {
            let (source, places) = (source.shape(), places.dims);
            return Err(Error::invalid(format!(
                "`select_and_scatter`: expected a source of sizes {places:?}, found {source}"
            )));
        }
        let source = to_destination_type(source, &self.source, &self.result)?;
        let init = to_destination_type(init, &self.init, &self.result)?;
        let init = init.get(0).ok_or_else(missing)?;
        let result = Shape::new(self.result.storage, shape.dims.clone());
        let mut result = Literal::splat(result, init)?;
        let mut place_number = 0;
        places.try_for_each_index(|place| {
            let from = place_number;
            place_number += 1;
            let Some(target) = self.selected(&operand, place, frame)? else { return Ok(()) };
            let arguments = vec![element(&result, target)?, element(&source, from)?];
            let values = frame.run(&self.scatter, arguments)?;
            set_element(&mut result, target, values.first().ok_or_else(missing)?)
        })?;
        Ok(vec![Value::from(result)])
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.select, &self.scatter]
    }
}

impl SelectAndScatter {
    /// Returns the element that the window at a position selects, or `None` if the window contains
    /// no element.
    fn selected(
        &self,
        operand: &Literal,
        place: &[usize],
        frame: &mut dyn Frame,
    ) -> Result<Option<usize>, Error> {
        let mut selected: Option<usize> = None;
        self.window.indices().try_for_each_index(|index| {
            let Some(candidate) = self.window.at(operand.shape(), place, index) else {
                return Ok::<(), Error>(());
            };
            selected = match selected {
                None => Some(candidate),
                Some(held) => {
                    let arguments = vec![element(operand, held)?, element(operand, candidate)?];
                    let values = frame.run(&self.select, arguments)?;
                    let keeps = values.first().ok_or_else(missing)?.tensor()?.get(0);
                    Some(if keeps == Some(Scalar::Bool(true)) { held } else { candidate })
                }
            };
            Ok(())
        })?;
        Ok(selected)
    }
}
