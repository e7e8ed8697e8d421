// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Values of instructions. Tuples are represented by their elements. The leaves of a value are its
//! arrays and tokens.

use hloom_hlo::proto::ShapeProto;
use melior::ir::Value;
use std::rc::Rc;

/// The value of an instruction.
#[derive(Clone)]
pub enum Tree<'c> {
    /// An array or a token, as an MLIR value.
    Leaf(Value<'c, 'c>),
    /// A tuple, with the values of its elements.
    Tuple(Rc<[Self]>),
    /// The value of an asynchronous start, which is available after the matching done instruction.
    Started(Rc<Self>),
}

impl<'c> Tree<'c> {
    /// Builds a value with the given shape from its leaves, which are taken from the iterator in
    /// order.
    ///
    /// # Errors
    /// Fails if there are fewer leaves than the shape has.
    pub fn of(
        shape: &ShapeProto,
        leaves: &mut impl Iterator<Item = Value<'c, 'c>>,
    ) -> Result<Self, String> {
        if shape.is_tuple() {
            return Self::tuple(shape.tuple_shapes.iter().map(|shape| Self::of(shape, leaves)));
        }
        leaves
            .next()
            .map(Self::Leaf)
            .ok_or_else(|| "the shape has more leaves than there are values".to_owned())
    }

    /// Builds a tuple from its elements.
    ///
    /// # Errors
    /// Fails with the first error among the elements.
    pub fn tuple(parts: impl Iterator<Item = Result<Self, String>>) -> Result<Self, String> {
        Ok(Self::Tuple(parts.collect::<Result<Vec<_>, _>>()?.into()))
    }

    /// Appends the leaves of the value to a list.
    ///
    /// # Errors
    /// Fails if a part is an unfinished asynchronous start.
    pub fn flatten_into(&self, leaves: &mut Vec<Value<'c, 'c>>) -> Result<(), String> {
        match self {
            Self::Leaf(value) => leaves.push(*value),
            Self::Tuple(parts) => {
                parts.iter().try_for_each(|part| part.flatten_into(leaves))?;
            }
            Self::Started(_) => {
                return Err("expected a finished value, found an asynchronous start".to_owned());
            }
        }
        Ok(())
    }

    /// Returns the leaves of the value, in order.
    ///
    /// # Errors
    /// Fails if a part is an unfinished asynchronous start.
    pub fn leaves(&self) -> Result<Vec<Value<'c, 'c>>, String> {
        let mut leaves = Vec::new();
        self.flatten_into(&mut leaves)?;
        Ok(leaves)
    }

    /// Returns the leaf of a value that is an array or a token.
    ///
    /// # Errors
    /// Fails if the value is a tuple or an unfinished asynchronous start.
    pub fn leaf(&self) -> Result<Value<'c, 'c>, String> {
        match self {
            Self::Leaf(value) => Ok(*value),
            Self::Tuple(_) => Err("expected an array, found a tuple".to_owned()),
            Self::Started(_) => {
                Err("expected a finished value, found an asynchronous start".to_owned())
            }
        }
    }

    /// Marks a value as an asynchronous start.
    pub fn started(self) -> Self {
        Self::Started(Rc::new(self))
    }
}

/// Returns the shapes of a shape's leaves, in order.
pub fn leaf_shapes(shape: &ShapeProto) -> Vec<&ShapeProto> {
    fn append<'s>(shape: &'s ShapeProto, leaves: &mut Vec<&'s ShapeProto>) {
        match shape.is_tuple() {
            true => shape.tuple_shapes.iter().for_each(|shape| append(shape, leaves)),
            false => leaves.push(shape),
        }
    }
    let mut leaves = Vec::new();
    append(shape, &mut leaves);
    leaves
}

/// Returns the position of a leaf among all leaves of a shape. `path` consists of tuple indices.
/// Returns `None` if the path does not lead to a leaf.
pub fn leaf_number(shape: &ShapeProto, path: &[i64]) -> Option<usize> {
    let Some((first, rest)) = path.split_first() else {
        return (!shape.is_tuple()).then_some(0);
    };
    let first = usize::try_from(*first).ok()?;
    let before = shape.tuple_shapes.get(..first)?;
    let before: usize = before.iter().map(|shape| leaf_shapes(shape).len()).sum();
    Some(before + leaf_number(shape.tuple_shapes.get(first)?, rest)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_hlo::PrimitiveType;

    #[test]
    fn leaves_are_numbered() {
        let array = || ShapeProto::array(PrimitiveType::F32, [2]);
        let pair = || ShapeProto::tuple(vec![array(), array()]);
        let shape = ShapeProto::tuple(vec![pair(), ShapeProto::tuple(Vec::new()), array()]);
        assert_eq!(leaf_shapes(&shape).len(), 3);
        for (path, expected) in [
            (&[0, 1][..], Some(1)),
            (&[2], Some(2)),
            (&[0], None),
            (&[1], None),
            (&[2, 0], None),
            (&[-1], None),
        ] {
            assert_eq!(leaf_number(&shape, path), expected, "{path:?}");
        }
        assert_eq!(leaf_number(&array(), &[]), Some(0));
    }
}
