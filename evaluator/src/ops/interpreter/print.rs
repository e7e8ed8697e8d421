// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Printing of tensors in the format of StableHLO's interpreter: every element, in MLIR's syntax.

use hloom_values::{ElementClass, ElementType, Literal, Scalar};
use melior::ir::Type;
use melior::ir::attribute::FloatAttribute;

/// Formats the type, then the elements within braces, one row on each line.
pub fn pretty(tensor: &Literal) -> String {
    let writer = Writer { context: melior::Context::new(), tensor };
    let shape = tensor.shape();
    if shape.dims.is_empty() {
        let element = tensor.get(0).map(|element| writer.element(element));
        return format!("{shape} {{{}}}", element.unwrap_or_default());
    }
    format!("{shape} {{\n{}\n}}", writer.rows(0, 0))
}

struct Writer<'a> {
    context: melior::Context,
    tensor: &'a Literal,
}

impl Writer<'_> {
    /// Formats the elements that start at a position, along a dimension and all later dimensions.
    fn rows(&self, dimension: usize, position: usize) -> String {
        let dims = &self.tensor.shape().dims;
        let indent = "  ".repeat(dimension + 1);
        let (size, inner) = (dims[dimension], &dims[dimension + 1..]);
        if inner.is_empty() {
            let elements = (position..position + size).filter_map(|it| self.tensor.get(it));
            let elements: Vec<_> = elements.map(|element| self.element(element)).collect();
            return format!("{indent}[{}]", elements.join(", "));
        }
        if size == 0 {
            return format!("{indent}[]");
        }
        let step: usize = inner.iter().product();
        let rows = (0..size).map(|row| self.rows(dimension + 1, position + row * step));
        format!("{indent}[\n{}\n{indent}]", rows.collect::<Vec<_>>().join(",\n"))
    }

    fn element(&self, element: Scalar) -> String {
        let element_type = self.tensor.shape().element_type;
        let (real, imaginary) = element.parts();
        match element_type.class() {
            ElementClass::Float => self.float(element_type, real),
            ElementClass::Complex => {
                let part = element_type.part();
                format!("[{}, {}]", self.float(part, real), self.float(part, imaginary))
            }
            _ => element.display(element_type).to_string(),
        }
    }

    /// Formats a float in the syntax of MLIR's attributes.
    fn float(&self, element_type: ElementType, value: f64) -> String {
        let Some(ty) = Type::parse(&self.context, element_type.name()) else {
            return Scalar::Float(value).display(element_type).to_string();
        };
        let text = FloatAttribute::new(&self.context, ty, value).to_string();
        text.split(" : ").next().unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    #[test]
    fn as_upstream_prints() {
        let text = |source: &str| pretty(&crate::attribute::parse_literal(source).expect("dense"));
        assert_eq!(text("dense<[1, -4]> : tensor<2xi8>"), "tensor<2xi8> {\n  [1, -4]\n}");
        assert_eq!(
            text("dense<[1.0, -4.0, 0.1]> : tensor<3xf32>"),
            "tensor<3xf32> {\n  [1.000000e+00, -4.000000e+00, 1.000000e-01]\n}"
        );
        assert_eq!(text("dense<true> : tensor<1xi1>"), "tensor<1xi1> {\n  [true]\n}");
        assert_eq!(text("dense<1> : tensor<ui8>"), "tensor<ui8> {1}");
        assert_eq!(
            text("dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>"),
            "tensor<2x2xi8> {\n  [\n    [1, 2],\n    [3, 4]\n  ]\n}"
        );
        assert_eq!(text("dense<> : tensor<0x2xi8>"), "tensor<0x2xi8> {\n  []\n}");
        assert_eq!(
            text("dense<> : tensor<2x0xi8>"),
            "tensor<2x0xi8> {\n  [\n    [],\n    []\n  ]\n}"
        );
        assert_eq!(
            text("dense<(3.14, 1.0)> : tensor<1xcomplex<f32>>"),
            "tensor<1xcomplex<f32>> {\n  [[3.140000e+00, 1.000000e+00]]\n}"
        );
        assert_eq!(text("dense<-3.0> : tensor<f6E2M3FN>"), "tensor<f6E2M3FN> {-3.000000e+00}");
    }

    #[test]
    fn every_type_is_printed() {
        for element_type in ElementType::ALL {
            let tensor = Literal::random(Shape::new(element_type, [2]), 3).expect("small");
            assert!(pretty(&tensor).ends_with("]\n}"), "{element_type}");
        }
    }
}
