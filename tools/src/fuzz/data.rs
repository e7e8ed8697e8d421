// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Random tensors for the inputs and constants of random programs.

use super::facts::Facts;
use super::random::Random;
use hloom_compiler::{ElementType, Error, Literal, Shape};
use hloom_values::{ElementClass, Scalar};
use serde::{Deserialize, Serialize};

/// Distribution of the elements of a random tensor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Kind {
    /// Integers with random bits, with many values near the limits of the type.
    Bits,
    /// Random multiples of a step.
    Steps {
        /// Smallest factor by which the step is multiplied.
        low: i64,
        /// Largest factor by which the step is multiplied.
        high: i64,
        /// The step, which is a power of two.
        step: f64,
    },
    /// Floats that are uniformly distributed in a range.
    Uniform {
        /// Lower bound of the range.
        low: f64,
        /// Upper bound of the range.
        high: f64,
    },
    /// Floats of every class: NaN, infinities, zeros, subnormal numbers and normal numbers.
    Special,
    /// Elements of a batch of well-conditioned Hermitian matrices.
    Dominant,
    /// The given integers, as elements in row-major order.
    Explicit(Vec<i64>),
}

/// Description of a tensor of random elements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Data {
    /// Shape and element type of the tensor, serialized as an MLIR type.
    #[serde(with = "shape_text")]
    pub shape: Shape,
    /// Distribution of the elements of the tensor.
    pub kind: Kind,
    /// Seed of the random number generator.
    pub seed: u64,
}

mod shape_text {
    use hloom_compiler::Shape;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(shape: &Shape, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(shape)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl Data {
    /// Returns facts that hold for every element of the tensor.
    pub fn facts(&self) -> Facts {
        let element_type = self.shape.element_type;
        match &self.kind {
            Kind::Steps { low, high, step } => {
                Facts::exact(*low as f64 * step, *high as f64 * step, *step)
            }
            Kind::Uniform { low, high } => Facts::exact(*low, *high, 0.0),
            Kind::Dominant => Facts::exact(-2.0, 2.0, 0.0),
            Kind::Explicit(values) => {
                let mut low = values.iter().copied().min().unwrap_or(0);
                let mut high = values.iter().copied().max().unwrap_or(0);
                if element_type.class() == ElementClass::Complex {
                    // Imaginary parts are zero.
                    (low, high) = (low.min(0), high.max(0));
                }
                Facts::exact(low as f64, high as f64, 1.0)
            }
            Kind::Bits | Kind::Special => Facts::of_type(element_type),
        }
    }

    /// Creates a description of random data in the range of `facts`, at multiples of its step if it
    /// has one. Floats without finite bounds can be of any class.
    pub fn within(shape: Shape, facts: &Facts, seed: u64) -> Self {
        let integers = matches!(
            shape.element_type.class(),
            ElementClass::Boolean | ElementClass::Signed | ElementClass::Unsigned
        );
        let kind = if integers && *facts == Facts::of_type(shape.element_type) {
            Kind::Bits
        } else if !facts.is_bounded() {
            Kind::Special
        } else if facts.step > 0.0 {
            let (low, high) = ((facts.low / facts.step).ceil(), (facts.high / facts.step).floor());
            Kind::Steps { low: low as i64, high: high as i64, step: facts.step }
        } else {
            Kind::Uniform { low: facts.low, high: facts.high }
        };
        Self { shape, kind, seed }
    }

    /// Generates the elements of the tensor.
    ///
    /// # Errors
    /// Fails if memory runs out.
    pub fn literal(&self) -> Result<Literal, Error> {
        let mut random = Random::new(self.seed);
        let element_type = self.shape.element_type;
        let mut literal = Literal::zeros(self.shape.clone())?;
        for position in 0..literal.element_count() {
            let mut part = || self.element(element_type, position, &mut random);
            let value = match element_type.class() {
                ElementClass::Complex => {
                    let (real, imaginary) = (part(), part());
                    self.complex(position, real, imaginary)
                }
                _ => part(),
            };
            literal.set(position, value);
        }
        Ok(literal)
    }

    /// Generates the element at `position`, or the real or imaginary part of this element if it is
    /// complex.
    fn element(&self, ty: ElementType, position: usize, random: &mut Random) -> Scalar {
        match &self.kind {
            Kind::Bits => Scalar::Signed(bits(ty, random)).wrapped(ty),
            Kind::Steps { low, high, step } => {
                let value = random.between(*low, *high);
                match ty.class() {
                    ElementClass::Float | ElementClass::Complex => {
                        Scalar::Float(value as f64 * step)
                    }
                    _ => Scalar::Signed(value),
                }
            }
            Kind::Uniform { low, high } => {
                let value = low + (high - low) * random.unit();
                // Rounding must not move the value out of the range.
                let value = if ty == ElementType::F8E8M0FNU { value.abs() } else { value };
                Scalar::Float(value.clamp(*low, *high))
            }
            Kind::Special => special(ty, random),
            Kind::Dominant => self.matrix_element(position),
            Kind::Explicit(values) => {
                Scalar::Signed(values.get(position).copied().unwrap_or_default())
            }
        }
    }

    fn complex(&self, position: usize, real: Scalar, imaginary: Scalar) -> Scalar {
        if matches!(self.kind, Kind::Explicit(_)) {
            return Scalar::Complex(real.parts().0, 0.0);
        }
        if self.kind != Kind::Dominant {
            return Scalar::Complex(real.parts().0, imaginary.parts().0);
        }
        let (row, column) = self.row_and_column(position);
        let imaginary = match row.cmp(&column) {
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Less => 0.5 * real.parts().0,
            std::cmp::Ordering::Greater => -0.5 * real.parts().0,
        };
        Scalar::Complex(real.parts().0, imaginary)
    }

    fn row_and_column(&self, position: usize) -> (usize, usize) {
        let size = self.shape.dims.last().copied().unwrap_or(1).max(1);
        (position / size % size, position % size)
    }

    /// Returns the element at `position` of a batch of symmetric, diagonally dominant matrices.
    fn matrix_element(&self, position: usize) -> Scalar {
        let size = self.shape.dims.last().copied().unwrap_or(1).max(1);
        let (row, column) = self.row_and_column(position);
        let batch = position / (size * size);
        let (least, most) = (row.min(column), row.max(column));
        let key = ((batch * size + least) * size + most) as u64;
        let unit = Random::new(self.seed ^ (key << 20)).unit();
        Scalar::Float(if row == column { 1.0 + unit } else { (unit - 0.5) / size as f64 })
    }
}

fn bits(element_type: ElementType, random: &mut Random) -> i64 {
    let (low, high) = element_type.integer_range().unwrap_or((0, 1));
    match random.below(6) {
        0 => *random.pick(&[0, 1, -1, 2]),
        1 => *random.pick(&[low as i64, high as i64, low as i64 + 1, high as i64 - 1]),
        2 => random.between(-20, 20),
        _ => random.bits() as i64,
    }
}

fn special(ty: ElementType, random: &mut Random) -> Scalar {
    let (largest, smallest) = (super::facts::largest(ty), super::facts::smallest(ty));
    let sign = if random.chance(0.5) { -1.0 } else { 1.0 };
    let magnitude = match random.below(16) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => 0.0,
        3 => largest,
        4 => smallest,
        5 => smallest * random.unit() / 64.0,
        6 => *random.pick(&[0.5, 1.5, 2.5, 1.0, 2.0]),
        7 => (random.unit() * 700.0 - 350.0).exp(),
        8 => random.unit() * 1e5,
        9 => (random.unit() - 0.5).mul_add(1e-3, 1.0),
        _ => random.unit() * 8.0,
    };
    Scalar::Float(sign * magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_as_the_facts_have_them() {
        let kinds = [
            Kind::Steps { low: -8, high: 8, step: 0.25 },
            Kind::Uniform { low: -1.0, high: 1.0 },
            Kind::Dominant,
        ];
        for kind in kinds {
            let shape = Shape::new(ElementType::C64, [3, 3]);
            let data = Data { shape, kind, seed: 3 };
            let facts = data.facts();
            for value in data.literal().expect("small").iter() {
                let (real, imaginary) = value.parts();
                for part in [real, imaginary] {
                    assert!((facts.low..=facts.high).contains(&part), "{part} {facts:?}");
                    assert!(facts.step == 0.0 || part % facts.step == 0.0);
                }
            }
        }
    }

    #[test]
    fn data_are_the_same_after_a_journey() {
        let shape = Shape::new(ElementType::S16, [4]);
        let data = Data { shape, kind: Kind::Bits, seed: 3 };
        let text = serde_json::to_string(&data).expect("plain data");
        let back: Data = serde_json::from_str(&text).expect("as written");
        assert_eq!(back, data);
        assert_eq!(back.literal().expect("small"), data.literal().expect("small"));
    }
}
