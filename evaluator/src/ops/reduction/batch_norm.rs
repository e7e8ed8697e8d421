// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Batch normalization (specification, sections "batch_norm_grad",
//! "batch_norm_inference", "batch_norm_training"). Everything is computed in `f64` and
//! rounded once.

use crate::Error;
use crate::ops::attributes::size;
use crate::ops::on_tensors::on_tensors;
use crate::program::Operation;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar, Shape};

/// Decodes the batch normalizations.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView) -> Result<Box<dyn Operation>, Error> {
    let epsilon = op.optional_float("epsilon").unwrap_or_default();
    let norm = BatchNorm { epsilon, feature: size(op, "feature_index")? };
    Ok(match op.op() {
        Op::StablehloBatchNormInference => {
            on_tensors(move |operands| norm.inference(operands).map(|result| vec![result]))
        }
        Op::StablehloBatchNormTraining => on_tensors(move |operands| norm.training(operands)),
        Op::StablehloBatchNormGrad => on_tensors(move |operands| norm.grad(operands)),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of batch normalizations"
            )));
        }
    })
}

/// A batch normalization over all dimensions except the feature dimension.
#[derive(Clone, Copy, Debug)]
pub struct BatchNorm {
    /// The number that a batch normalization adds to the variance.
    pub epsilon: f64,
    /// The number of the feature dimension. The elements at each index along this dimension are
    /// normalized separately.
    pub feature: usize,
}

/// The elements of a tensor in row-major order, and the feature of each element: its index along the
/// feature dimension.
struct Numbers {
    shape: Shape,
    values: Vec<f64>,
    features: Vec<usize>,
    /// The number of features, which is the size of the feature dimension.
    count: usize,
}

impl Numbers {
    /// Returns the number of elements of each feature.
    fn per_feature(&self) -> f64 {
        self.values.len() as f64 / self.count as f64
    }

    /// Returns, for each feature, the sum of `function(position, feature)` over the positions of
    /// its elements. A position is an index into the values.
    fn sums(&self, function: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut sums = vec![0.0; self.count];
        for (place, feature) in self.features.iter().enumerate() {
            sums[*feature] += function(place, *feature);
        }
        sums
    }

    /// Returns, for each feature, the mean of `function(position, feature)` over the positions of
    /// its elements.
    fn means(&self, function: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        self.sums(function).into_iter().map(|sum| sum / self.per_feature()).collect()
    }

    /// Creates a tensor of the same shape. The element at each position, counted in row-major order,
    /// is `function(position, feature)`.
    fn map(&self, function: impl Fn(usize, usize) -> f64) -> Result<Literal, Error> {
        let mut places = self.features.iter().enumerate();
        Literal::generate(self.shape.clone(), |_| {
            let (place, feature) = places.next().unwrap_or((0, &0));
            Ok(Scalar::Float(function(place, *feature)))
        })
    }

    /// Creates a tensor with one number for each feature.
    fn vector(&self, values: &[f64]) -> Result<Literal, Error> {
        let shape = Shape::new(self.shape.element_type, [self.count]);
        Literal::generate(shape, |index| Ok(Scalar::Float(values[index[0]])))
    }
}

fn floats(tensor: &Literal) -> Vec<f64> {
    tensor.iter().map(|element| element.parts().0).collect()
}

impl BatchNorm {
    /// Returns the elements of the first operand, after checking that there are `others` operands in
    /// total. Each further operand must have one element for each feature or, if `others` is 5, the
    /// shape of the first operand.
    fn numbers(self, operands: &[&Literal], others: usize) -> Result<Numbers, Error> {
        let shape = operands[0].shape().clone();
        let count = shape.dims.get(self.feature).copied().unwrap_or(0);
        let fits = |other: &&&Literal| {
            let dims = &other.shape().dims;
            *dims == [count] || (*dims == shape.dims && others == 5)
        };
        if operands.len() != others || !operands[1..].iter().all(|other| fits(&other)) {
            return Err(Error::invalid(format!(
                "expected vectors of {count} elements, one for each feature of a {shape}, or a \
                 gradient of its shape"
            )));
        }
        let mut features = Vec::with_capacity(operands[0].element_count());
        shape.try_for_each_index(|index| {
            features.push(index[self.feature]);
            Ok::<(), Error>(())
        })?;
        Ok(Numbers { values: floats(operands[0]), features, count, shape })
    }

    fn normalize(
        self,
        numbers: &Numbers,
        [scale, offset, mean, variance]: [&[f64]; 4],
    ) -> Result<Literal, Error> {
        numbers.map(|place, feature| {
            let deviation = (variance[feature] + self.epsilon).sqrt();
            let normalized = (numbers.values[place] - mean[feature]) / deviation;
            normalized * scale[feature] + offset[feature]
        })
    }

    /// Computes `batch_norm_inference` of operand, scale, offset, mean and variance.
    ///
    /// # Errors
    /// Fails if the sizes do not match.
    pub fn inference(self, operands: &[&Literal]) -> Result<Literal, Error> {
        let numbers = self.numbers(operands, 5)?;
        let lists: Vec<_> = operands[1..].iter().map(|other| floats(other)).collect();
        if lists.iter().any(|list| list.len() != numbers.count) {
            let Numbers { shape, count, .. } = &numbers;
            return Err(Error::invalid(format!(
                "expected vectors of {count} elements, one for each feature of a {shape}"
            )));
        }
        self.normalize(&numbers, [&lists[0], &lists[1], &lists[2], &lists[3]])
    }

    /// Computes `batch_norm_training` of operand, scale and offset.
    ///
    /// # Errors
    /// Fails if the sizes do not match.
    pub fn training(self, operands: &[&Literal]) -> Result<Vec<Literal>, Error> {
        let numbers = self.numbers(operands, 3)?;
        let (scale, offset) = (floats(operands[1]), floats(operands[2]));
        let mean = numbers.means(|place, _| numbers.values[place]);
        let variance =
            numbers.means(|place, feature| (numbers.values[place] - mean[feature]).powi(2));
        let output = self.normalize(&numbers, [&scale, &offset, &mean, &variance])?;
        Ok(vec![output, numbers.vector(&mean)?, numbers.vector(&variance)?])
    }

    /// Computes `batch_norm_grad` of operand, scale, mean, variance and the gradient of the
    /// output.
    ///
    /// # Errors
    /// Fails if the sizes do not match.
    pub fn grad(self, operands: &[&Literal]) -> Result<Vec<Literal>, Error> {
        let numbers = self.numbers(operands, 5)?;
        let lists: Vec<_> = operands[1..].iter().map(|other| floats(other)).collect();
        let [scale, mean, variance, gradient] = lists.as_slice() else {
            return Err(Error::Internal(
                "the evaluator did not pass five operands to `stablehlo.batch_norm_grad`"
                    .to_owned(),
            ));
        };
        let vectors = [scale, mean, variance].iter().all(|list| list.len() == numbers.count);
        if !vectors || gradient.len() != numbers.values.len() {
            let Numbers { shape, count, .. } = &numbers;
            return Err(Error::invalid(format!(
                "expected vectors of {count} elements, one for each feature of a {shape}, and a \
                 gradient of its shape"
            )));
        }
        let centered = |place: usize, feature: usize| numbers.values[place] - mean[feature];
        let total = |feature: usize| variance[feature] + self.epsilon;
        let offsets = numbers.sums(|place, _| gradient[place]);
        let products = numbers.sums(|place, feature| gradient[place] * centered(place, feature));
        let scales: Vec<_> =
            products.iter().enumerate().map(|(it, sum)| sum / total(it).sqrt()).collect();
        let per_feature = numbers.per_feature();
        let operand = numbers.map(|place, feature| {
            let bend = products[feature] * centered(place, feature) / total(feature);
            let inner = gradient[place] * per_feature - offsets[feature] - bend;
            scale[feature] / total(feature).sqrt() / per_feature * inner
        })?;
        Ok(vec![operand, numbers.vector(&scales)?, numbers.vector(&offsets)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERAND: [f64; 8] = [1.0, 2.0, 3.0, 4.0, 3.0, 4.0, 1.0, 2.0];

    fn tensor(elements: &[f64], dims: &[usize]) -> Literal {
        Literal::from_slice(elements, dims).expect("as many")
    }

    #[test]
    fn the_examples_of_the_specification() {
        let norm = BatchNorm { epsilon: 0.0, feature: 2 };
        let operand = tensor(&OPERAND, &[2, 2, 2]);
        let (ones, means) = (tensor(&[1.0; 2], &[2]), tensor(&[2.0, 3.0], &[2]));
        let signs = tensor(&[0.0, 0.0, 2.0, 2.0, 2.0, 2.0, 0.0, 0.0], &[2, 2, 2]);
        assert_eq!(norm.inference(&[&operand, &ones, &ones, &means, &ones]), Ok(signs.clone()));
        let trained = norm.training(&[&operand, &ones, &ones]);
        assert_eq!(trained, Ok(vec![signs, means.clone(), ones.clone()]));
        let gradient = tensor(&[0.1; 8], &[2, 2, 2]);
        let grads = norm.grad(&[&operand, &ones, &means, &ones, &gradient]).expect("fits");
        assert!(grads[0].iter().all(|it| it.parts().0.abs() < 1e-15));
        assert!(grads[1].iter().all(|it| it.parts().0.abs() < 1e-15));
        assert_eq!(grads[2], tensor(&[0.4; 2], &[2]));
    }

    #[test]
    fn sizes_have_to_agree() {
        let norm = BatchNorm { epsilon: 0.0, feature: 0 };
        let (two, three) = (tensor(&[1.0; 2], &[2]), tensor(&[1.0; 3], &[3]));
        assert!(norm.training(&[&two, &two, &three]).is_err());
        assert!(norm.grad(&[&two, &two, &two, &two, &three]).is_err());
        let none = tensor(&[], &[0]);
        assert_eq!(norm.training(&[&none, &none, &none]).map(|it| it.len()), Ok(3));
    }
}
