// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Comparisons and selections.

use super::check::{same_dims, same_elements};
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::is_boolean;
use crate::value::{Operand, Value};
use hloom_portable::vhlo::{
    ComparisonDirectionV1 as Direction, ComparisonTypeV1 as ComparisonType,
};
use hloom_values::{ElementClass, ElementType, Shape};

macro_rules! comparisons {
    ($($(#[$about:meta])* $method:ident $Direction:ident;)*) => {
        impl<'p> Value<'p> {$(
            $(#[$about])*
            ///
            /// # Errors
            /// Fails if the operands violate a constraint of `compare`.
            #[track_caller]
            pub fn $method(self, other: impl Into<Operand<'p>>) -> Result<Self> {
                self.compare(other, Direction::$Direction)
            }
        )*}
    };
}

comparisons! {
    /// Returns whether each element of `self` equals the corresponding element of `other`.
    equal Eq;
    /// Returns whether each element of `self` differs from the corresponding element of `other`.
    not_equal Ne;
    /// Returns whether each element of `self` is greater than or equal to the element of `other`.
    greater_equal Ge;
    /// Returns whether each element of `self` is greater than the element of `other`.
    greater Gt;
    /// Returns whether each element of `self` is less than or equal to the element of `other`.
    less_equal Le;
    /// Returns whether each element of `self` is less than the element of `other`.
    less Lt;
}

impl<'p> Value<'p> {
    /// Compares elements: floats as IEEE 754 defines, and integers as signed or unsigned numbers
    /// according to their type.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `compare`.
    #[track_caller]
    pub fn compare(self, other: impl Into<Operand<'p>>, direction: Direction) -> Result<Self> {
        let ty = match self.element_type().map(ElementType::class) {
            Some(ElementClass::Float | ElementClass::Complex) => ComparisonType::Float,
            Some(ElementClass::Signed) => ComparisonType::Signed,
            Some(ElementClass::Unsigned | ElementClass::Boolean) => ComparisonType::Unsigned,
            None => ComparisonType::NoType,
        };
        self.compare_as(other, direction, ty)
    }

    /// Compares elements with the given comparison type. `TotalOrder` compares floats in the total
    /// order of IEEE 754, which includes NaN.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `compare`.
    #[track_caller]
    pub fn compare_as(
        self,
        other: impl Into<Operand<'p>>,
        direction: Direction,
        ty: ComparisonType,
    ) -> Result<Self> {
        let other = self.like(other.into())?;
        let emit = Emit::new("stablehlo.compare", &[self, other])?;
        let (lhs, rhs) = (emit.shape(0)?, emit.shape(1)?);
        same_elements(&emit, "operands", &lhs, &rhs, "c1")?;
        same_dims(&emit, "operands", &[lhs.clone(), rhs], "c2")?;
        let class = lhs.element_type.class();
        let fits = match ty {
            ComparisonType::NoType => true,
            ComparisonType::Float => matches!(class, ElementClass::Float | ElementClass::Complex),
            ComparisonType::TotalOrder => class == ElementClass::Float,
            ComparisonType::Signed => class == ElementClass::Signed,
            ComparisonType::Unsigned => {
                matches!(class, ElementClass::Unsigned | ElementClass::Boolean)
            }
        };
        ensure!(
            emit,
            fits,
            "c3",
            "compare_type {} does not fit the element type of {lhs}",
            ty.name()
        );
        let emit = emit.with(move |attributes| {
            use hloom_portable::vhlo::Attribute;
            let direction = Attribute::ComparisonDirectionV1 { value: direction };
            attributes.set("comparison_direction", direction);
            attributes.set("compare_type", Attribute::ComparisonTypeV1 { value: ty });
        });
        emit.one(Shape::new(ElementType::Pred, lhs.dims))
    }

    /// Selects elements of `on_true` where `self` is true, and of `on_false` elsewhere. `self` is a
    /// boolean scalar or has the shape of `on_true`.
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `select`.
    #[track_caller]
    pub fn select(self, on_true: Value<'p>, on_false: impl Into<Operand<'p>>) -> Result<Self> {
        let on_false = on_true.like(on_false.into())?;
        let emit = Emit::new("stablehlo.select", &[self, on_true, on_false])?;
        let pred = emit.elements(0, "booleans", is_boolean)?;
        let (one, other) = (emit.shape(1)?, emit.shape(2)?);
        same_elements(&emit, "operands", &one, &other, "c2")?;
        same_dims(&emit, "operands", &[one.clone(), other], "c2")?;
        ensure!(
            emit,
            pred.rank() == 0 || pred.dims == one.dims,
            "c1",
            "pred must be a scalar or have the shape of on_true, found {pred} and {one}"
        );
        emit.one(one)
    }
}
