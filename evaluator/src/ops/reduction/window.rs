// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Windows that slide over tensors (specification, section "reduce_window").

use super::elements::{element, missing, set_element};
use super::reducer::Reducer;
use crate::ops::attributes::{pairs, sizes, to_sizes};
use crate::program::{Frame, Operation, Region};
use crate::{Error, Value};
use hloom_dialects::op_view::OpView;
use hloom_values::{ElementType, Literal, Shape};

/// A window and its movement. Every list has one entry for each dimension.
#[derive(Clone, Debug)]
pub struct Window {
    /// The size of the window in each dimension.
    pub sizes: Vec<usize>,
    /// The stride of the window in each dimension.
    pub strides: Vec<usize>,
    /// The dilation of the tensor in each dimension.
    pub base_dilations: Vec<usize>,
    /// The dilation of the window in each dimension.
    pub window_dilations: Vec<usize>,
    /// The padding before and after the tensor in each dimension. Negative padding removes
    /// elements.
    pub padding: Vec<(i64, i64)>,
}

impl Window {
    /// Reads the attributes of a window. An absent or empty list means that all numbers are 1, and
    /// absent or empty padding means zeros.
    ///
    /// # Errors
    /// Fails if an attribute is invalid.
    pub fn read(op: &OpView) -> Result<Self, Error> {
        let sizes = sizes(op, "window_dimensions")?;
        let rank = sizes.len();
        let list = |name: &str| -> Result<Vec<usize>, Error> {
            let mut values = to_sizes(&op.optional_integers(name).unwrap_or_default())?;
            values.resize(rank, 1);
            Ok(values.into_iter().map(|value| value.max(1)).collect())
        };
        let mut padding = pairs(&op.optional_integers("padding").unwrap_or_default());
        padding.resize(rank, (0, 0));
        Ok(Self {
            strides: list("window_strides")?,
            base_dilations: list("base_dilations")?,
            window_dilations: list("window_dilations")?,
            padding,
            sizes,
        })
    }

    /// Creates a window from five lists: sizes, strides, dilations of the tensor, dilations of the
    /// window, and padding. Padding has two numbers for each dimension, and the other lists have
    /// one.
    ///
    /// # Errors
    /// Fails if the number or the length of lists is wrong, or if a number other than padding is
    /// not positive.
    pub fn of_lists(lists: &[Vec<i64>]) -> Result<Self, Error> {
        let [sizes, strides, base, window, padding] = lists else {
            return Err(Error::invalid(format!(
                "expected five lists that describe a window, found {}",
                lists.len()
            )));
        };
        let rank = sizes.len();
        let list = |list: &[i64]| -> Result<Vec<usize>, Error> {
            if list.len() != rank || list.iter().any(|number| *number <= 0) {
                let message =
                    format!("list of a window: expected {rank} positive numbers, found {list:?}");
                return Err(Error::invalid(message));
            }
            to_sizes(list)
        };
        if padding.len() != 2 * rank {
            let expected = format!("expected two numbers of padding for each of {rank} dimensions");
            return Err(Error::invalid(format!("{expected}, found {padding:?}")));
        }
        Ok(Self {
            sizes: list(sizes)?,
            strides: list(strides)?,
            base_dilations: list(base)?,
            window_dilations: list(window)?,
            padding: pairs(padding),
        })
    }

    /// Returns the number of window positions along each dimension of a tensor.
    ///
    /// # Errors
    /// Fails if padding crops more elements than a dimension has, or if the ranks differ.
    pub fn places(&self, shape: &Shape) -> Result<Vec<usize>, Error> {
        if shape.rank() != self.sizes.len() {
            let rank = self.sizes.len();
            return Err(Error::invalid(format!(
                "expected a tensor of the rank {rank} of the window, found a {shape}"
            )));
        }
        let dilate = |size: usize, dilation: usize| match size {
            0 => 0,
            size => (size as i128 - 1) * dilation as i128 + 1,
        };
        let places = |index: usize| {
            let (low, high) = self.padding[index];
            let base = dilate(shape.dims[index], self.base_dilations[index]);
            let padded = base + i128::from(low) + i128::from(high);
            let window = dilate(self.sizes[index], self.window_dilations[index]);
            if padded < 0 {
                let message = format!(
                    "padding removes more elements of dimension {index} of a {shape} than it has"
                );
                return Err(Error::invalid(message));
            }
            if padded == 0 || window > padded {
                return Ok(0);
            }
            let places = (padded - window) / self.strides[index] as i128 + 1;
            usize::try_from(places).map_err(|_| {
                Error::invalid(format!("expected fewer than 2^64 window positions, found {places}"))
            })
        };
        (0..shape.rank()).map(places).collect()
    }

    /// Returns the linear index of the tensor element at index `index` of the window at position
    /// `place`. Returns `None` for padding and between dilated elements.
    pub fn at(&self, shape: &Shape, place: &[usize], index: &[usize]) -> Option<usize> {
        let position = |dimension: usize| {
            let dilation = self.base_dilations[dimension] as i128;
            let at = place[dimension] as i128 * self.strides[dimension] as i128
                + index[dimension] as i128 * self.window_dilations[dimension] as i128
                - i128::from(self.padding[dimension].0);
            let inside = at >= 0 && at % dilation == 0;
            usize::try_from(at / dilation).ok().filter(|_| inside)
        };
        let index = (0..shape.rank()).map(position).collect::<Option<Vec<_>>>()?;
        shape.linear(&index)
    }

    /// Returns a shape with the sizes of the window, for iteration over the indices of the window.
    pub fn indices(&self) -> Shape {
        Shape::new(ElementType::Pred, self.sizes.clone())
    }
}

#[derive(Debug)]
pub struct ReduceWindow {
    pub window: Window,
    pub reducer: Reducer,
}

impl Operation for ReduceWindow {
    fn evaluate(&self, operands: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        reduce_window(&self.window, &self.reducer, operands, frame)
    }

    fn regions(&self) -> Vec<&Region> {
        vec![&self.reducer.body]
    }
}

/// Reduces the elements in the window at each of its positions.
///
/// # Errors
/// Fails if the operands do not match the window, or if the body fails.
pub fn reduce_window(
    window: &Window,
    reducer: &Reducer,
    operands: Vec<Value>,
    frame: &mut dyn Frame,
) -> Result<Vec<Value>, Error> {
    let (inputs, inits) = reducer.inputs_and_inits(operands)?;
    let shape = inputs[0].shape();
    let places = Shape::new(ElementType::Pred, window.places(shape)?);
    let types = reducer.takes.iter().map(|element| &element.storage);
    let mut results = types
        .map(|element_type| Literal::zeros(Shape::new(*element_type, places.dims.clone())))
        .collect::<Result<Vec<_>, _>>()?;
    let indices = window.indices();
    let mut target = 0;
    places.try_for_each_index(|place| {
        let mut so_far = inits.clone();
        indices.try_for_each_index(|index| {
            // Padding elements are the initial values, which the body receives, too.
            let elements = match window.at(shape, place, index) {
                Some(linear) => {
                    let elements = inputs.iter().map(|input| element(input, linear));
                    elements.collect::<Result<_, _>>()?
                }
                None => inits.clone(),
            };
            so_far = reducer.combine(frame, std::mem::take(&mut so_far), elements)?;
            Ok::<(), Error>(())
        })?;
        for (result, value) in results.iter_mut().zip(&so_far) {
            set_element(result, target, value)?;
        }
        target += 1;
        Ok::<(), Error>(())
    })?;
    if target != places.element_count().unwrap_or(0) {
        return Err(missing());
    }
    Ok(results.into_iter().map(Value::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_and_dilation() {
        // The specification's example, along its first dimension.
        let window = Window {
            sizes: vec![2],
            strides: vec![4],
            base_dilations: vec![2],
            window_dilations: vec![3],
            padding: vec![(2, 1)],
        };
        let shape = Shape::new(ElementType::S64, [3]);
        assert_eq!(window.places(&shape), Ok(vec![2]));
        let at = |place, index| window.at(&shape, &[place], &[index]);
        assert_eq!([at(0, 0), at(0, 1), at(1, 0), at(1, 1)], [None, None, Some(1), None]);
    }

    #[test]
    fn odd_places() {
        let window = |size, low, high| Window {
            sizes: vec![size],
            strides: vec![1],
            base_dilations: vec![1],
            window_dilations: vec![1],
            padding: vec![(low, high)],
        };
        let shape = Shape::new(ElementType::S64, [3]);
        assert_eq!(window(1, -1, -1).places(&shape), Ok(vec![1]));
        assert_eq!(window(1, -1, -1).at(&shape, &[0], &[0]), Some(1));
        assert_eq!(window(4, 0, 0).places(&shape), Ok(vec![0]));
        assert_eq!(window(1, -3, 0).places(&shape), Ok(vec![0]));
        assert!(window(1, -4, 0).places(&shape).is_err());
        assert!(window(1, i64::MAX, i64::MAX).places(&shape).is_err());
    }
}
