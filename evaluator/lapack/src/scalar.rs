// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The element types of LAPACK.

use faer::traits::{ComplexField, RealField};
use hloom_values::Element;
use num_complex::{Complex, ComplexFloat};
use num_traits::{Float, Zero};

/// A real or complex number.
pub trait Scalar:
    ComplexField<Real = Self::Base> + ComplexFloat<Real = Self::Base> + Element
{
    /// The type of the real and imaginary parts.
    type Base: Scalar<Base = Self::Base> + RealField + Float;

    /// Creates a number from its parts. A real number ignores the imaginary part.
    fn of(re: Self::Base, im: Self::Base) -> Self;

    /// Returns the magnitude `|re| + |im|` that LAPACK compares to choose a pivot (`cabs1`).
    fn size(self) -> Self::Base {
        Float::abs(self.re()) + Float::abs(self.im())
    }

    /// Converts a real number to this type.
    fn real(re: Self::Base) -> Self {
        Self::of(re, Self::Base::zero())
    }
}

macro_rules! scalars {
    ($($real:ty),*) => {
        $(
            impl Scalar for $real {
                type Base = $real;

                fn of(re: $real, _: $real) -> Self {
                    re
                }
            }

            impl Scalar for Complex<$real> {
                type Base = $real;

                fn of(re: $real, im: $real) -> Self {
                    Self::new(re, im)
                }
            }
        )*
    };
}

scalars!(f32, f64);
