// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random numbers.

use super::check::same_elements;
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::types::{Type, is_boolean, is_complex, is_float, is_integer};
use crate::value::{Operand, Value};
use hloom_portable::vhlo::{
    Attribute, RngAlgorithmV1 as RngAlgorithm, RngDistributionV1 as RngDistribution,
};
use hloom_values::{ElementType, Literal, Shape};

impl<'p> Value<'p> {
    /// Returns the next state of a random number generator, and uniformly distributed bits with the
    /// shape and element type of `output`. `self` is the current state.
    ///
    /// # Errors
    /// Fails if the operand violates a constraint of `rng_bit_generator`.
    #[track_caller]
    pub fn rng_bit_generator(
        self,
        algorithm: RngAlgorithm,
        output: impl Into<Shape>,
    ) -> Result<(Self, Self)> {
        let output = output.into();
        let emit = Emit::new("stablehlo.rng_bit_generator", &[self])?;
        let state = emit.shape(0)?;
        let size = match algorithm {
            RngAlgorithm::ThreeFry => state.dims == [2],
            RngAlgorithm::Philox => state.dims == [2] || state.dims == [3],
            RngAlgorithm::Default => state.rank() == 1,
        };
        ensure!(
            emit,
            size && state.element_type == ElementType::U64,
            "c2",
            "initial_state must be a tensor<2xui64>, or also a tensor<3xui64> for PHILOX, or any \
             vector of ui64 for DEFAULT, found {state}"
        );
        let ty = output.element_type;
        ensure!(
            emit,
            !is_boolean(ty) && !is_complex(ty),
            "o2",
            "output must hold integers or floats, found {output}"
        );
        let emit = emit.with(move |attributes| {
            attributes.set("rng_algorithm", Attribute::RngAlgorithmV1 { value: algorithm });
        });
        let results = emit.finish(&[Type::Tensor(state), Type::Tensor(output)])?;
        Ok((results[0], results[1]))
    }

    /// Returns random numbers: uniformly distributed between `self` and `b`, or normally
    /// distributed with the mean `self` and the standard deviation `b`.
    ///
    /// The specification leaves the generator to the implementation; programs whose results must be
    /// reproducible use [`Value::rng_bit_generator`].
    ///
    /// # Errors
    /// Fails if the operands violate a constraint of `rng`.
    #[track_caller]
    pub fn rng(
        self,
        b: impl Into<Operand<'p>>,
        dims: impl AsRef<[usize]>,
        distribution: RngDistribution,
    ) -> Result<Self> {
        let dims = dims.as_ref();
        let b = self.scalar_like(b.into())?;
        let sizes: Vec<_> = dims.iter().map(|dim| *dim as i64).collect();
        let sizes = self.program.constant(&Literal::from_slice(&sizes, [dims.len()])?)?;
        let emit = Emit::new("stablehlo.rng", &[self, b, sizes])?;
        let (a, b) = (emit.shape(0)?, emit.shape(1)?);
        ensure!(
            emit,
            a.rank() == 0 && b.rank() == 0,
            "i1",
            "a and b must be scalars, found {a} and {b}"
        );
        same_elements(&emit, "a and b", &a, &b, "c1")?;
        let ty = a.element_type;
        ensure!(
            emit,
            is_integer(ty) || is_boolean(ty) || is_float(ty),
            "i1",
            "a must be a boolean, an integer or a float, found {a}"
        );
        ensure!(
            emit,
            distribution != RngDistribution::Normal || is_float(ty),
            "c2",
            "a normal distribution must be of floats, found {a}"
        );
        let emit = emit.with(move |attributes| {
            attributes
                .set("rng_distribution", Attribute::RngDistributionV1 { value: distribution });
        });
        emit.one(Shape::new(ty, dims))
    }
}
