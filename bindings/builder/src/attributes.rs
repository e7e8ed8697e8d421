// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Creation of the attributes of operations, in the form of VHLO.

use hloom_portable::vhlo::{self, Attribute as Vhlo, Type as VhloType};
use hloom_portable::{AttributeId, Bits, Context, Layout, Property, TypeId};
use hloom_values::{ElementType, Literal, Shape};
use std::sync::Arc;

/// The attributes of an operation that is being built, as VHLO attributes by name.
pub(crate) struct Attributes<'c> {
    context: &'c mut Context,
    made: Vec<(&'static str, AttributeId)>,
}

impl<'c> Attributes<'c> {
    pub fn new(context: &'c mut Context) -> Self {
        Self { context, made: Vec::new() }
    }

    /// Returns the attributes, sorted by name.
    pub fn finish(mut self) -> Arc<[Property]> {
        self.made.sort_unstable_by_key(|(name, _)| *name);
        self.made
            .iter()
            .map(|(name, value)| Property { name: (*name).into(), value: *value })
            .collect()
    }

    pub fn set(&mut self, name: &'static str, attribute: Vhlo) {
        let id = self.context.add_attribute(attribute);
        self.made.push((name, id));
    }

    pub fn add(&mut self, attribute: Vhlo) -> AttributeId {
        self.context.add_attribute(attribute)
    }

    pub fn ty(&mut self, name: &'static str, value: TypeId) {
        self.set(name, Vhlo::TypeV1 { value });
    }

    /// Sets an attribute to an element type, or to the type `none` if `value` is `None`.
    pub fn element(&mut self, name: &'static str, value: Option<ElementType>) {
        let value = match value {
            Some(ty) => crate::types::element(self.context, ty),
            None => self.context.add_type(VhloType::NoneV1),
        };
        self.ty(name, value);
    }

    pub fn boolean(&mut self, name: &'static str, value: bool) {
        self.set(name, Vhlo::BooleanV1 { value });
    }

    /// Sets an attribute to a signed 64-bit integer.
    pub fn integer(&mut self, name: &'static str, value: i64) {
        self.sized(name, value, 64, VhloType::IntegerSI64V1);
    }

    /// Sets an attribute to a signed 32-bit integer.
    pub fn narrow(&mut self, name: &'static str, value: i64) {
        self.sized(name, value, 32, VhloType::IntegerSI32V1);
    }

    fn sized(&mut self, name: &'static str, value: i64, width: u32, ty: VhloType) {
        let r#type = self.context.add_type(ty);
        let value = Bits::new(width, value.cast_unsigned());
        self.set(name, Vhlo::IntegerV1 { r#type, value });
    }

    /// Sets an attribute to a 32-bit float.
    pub fn float(&mut self, name: &'static str, value: f32) {
        let r#type = self.context.add_type(VhloType::FloatF32V1);
        let value = Bits::new(32, value.to_bits().into());
        self.set(name, Vhlo::FloatV1 { r#type, value });
    }

    pub fn text(&mut self, name: &'static str, value: &str) {
        let value = self.context.string(value.as_bytes());
        self.set(name, Vhlo::StringV1 { value });
    }

    pub fn texts(&mut self, name: &'static str, values: &[String]) {
        let of = |text: &String| Vhlo::StringV1 { value: text.as_str().into() };
        let value = values.iter().map(|text| self.context.add_attribute(of(text))).collect();
        self.set(name, Vhlo::ArrayV1 { value });
    }

    pub fn empty_array(&mut self, name: &'static str) {
        self.set(name, Vhlo::ArrayV1 { value: Vec::new() });
    }

    /// Sets an attribute to a list of signed 64-bit integers.
    pub fn integers(&mut self, name: &'static str, values: &[i64]) {
        self.matrix(name, values, &[values.len() as i64]);
    }

    /// Sets an attribute to a list of sizes or of dimension numbers, as signed 64-bit integers.
    pub fn sizes(&mut self, name: &'static str, values: &[usize]) {
        let values: Vec<_> = values.iter().map(|value| *value as i64).collect();
        self.integers(name, &values);
    }

    /// Sets an attribute to a list of pairs of signed 64-bit integers.
    pub fn pairs(&mut self, name: &'static str, values: &[(i64, i64)]) {
        let flat: Vec<_> = values.iter().flat_map(|(one, other)| [*one, *other]).collect();
        self.matrix(name, &flat, &[values.len() as i64, 2]);
    }

    /// Sets an attribute to a tensor of signed 64-bit integers with the given shape.
    pub fn matrix(&mut self, name: &'static str, values: &[i64], shape: &[i64]) {
        let element_type = self.context.add_type(VhloType::IntegerSI64V1);
        let tensor =
            VhloType::RankedTensorV1 { encoding: None, shape: shape.to_vec(), element_type };
        let r#type = self.context.add_type(tensor);
        let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.set(name, Vhlo::TensorV1 { r#type, data });
    }

    /// Sets an attribute to a list of booleans.
    pub fn booleans(&mut self, name: &'static str, values: &[bool]) {
        let element_type = self.context.add_type(VhloType::BooleanV1);
        let shape = vec![values.len() as i64];
        let tensor = VhloType::RankedTensorV1 { encoding: None, shape, element_type };
        let r#type = self.context.add_type(tensor);
        self.set(name, Vhlo::TensorV1 { r#type, data: Layout::pack(values) });
    }

    /// Sets an attribute to a tensor with the shape and the elements of a literal.
    pub fn literal(&mut self, name: &'static str, literal: &Literal) {
        self.elements(name, literal, literal.shape());
    }

    /// Sets an attribute to a tensor of the given shape, whose elements all equal the only element
    /// of the literal `one`.
    pub fn splat(&mut self, name: &'static str, one: &Literal, shape: &Shape) {
        self.elements(name, one, shape);
    }

    fn elements(&mut self, name: &'static str, literal: &Literal, shape: &Shape) {
        let ty = shape.element_type;
        let r#type = crate::types::Type::from(shape).add_to(self.context);
        let data = if shape.element_count() == Some(0) {
            [].into()
        } else if ty == ElementType::Pred {
            let values: Vec<_> = literal.bytes().iter().map(|byte| *byte != 0).collect();
            Layout::pack(&values)
        } else {
            let bytes = little_endian(literal.bytes(), ty);
            let width = ty.byte_width();
            match bytes.get(..width) {
                Some(first) if bytes.chunks_exact(width).all(|it| it == first) => first.into(),
                _ => bytes.into(),
            }
        };
        self.set(name, Vhlo::TensorV1 { r#type, data });
    }

    /// Sets `precision_config`: the precision of each of the two operands of a dot product or a
    /// convolution.
    pub fn precisions(&mut self, values: [vhlo::PrecisionV1; 2]) {
        let value = values.map(|value| self.context.add_attribute(Vhlo::PrecisionV1 { value }));
        self.set("precision_config", Vhlo::ArrayV1 { value: value.to_vec() });
    }

    /// Sets `result_accuracy`, the required accuracy of a mathematical function, to its default.
    pub fn default_accuracy(&mut self) {
        let value = vhlo::ResultAccuracyModeV1::Default;
        let mode = self.context.add_attribute(Vhlo::ResultAccuracyModeV1 { value });
        let zero = Bits::new(64, 0);
        let (atol, rtol) = (zero.clone(), zero);
        self.set("result_accuracy", Vhlo::ResultAccuracyV1 { atol, rtol, ulps: 0, mode });
    }
}

/// Converts the bytes of elements from the host's byte order to little-endian.
fn little_endian(bytes: &[u8], ty: ElementType) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if cfg!(target_endian = "big") {
        bytes.chunks_exact_mut(ty.part().byte_width()).for_each(<[u8]>::reverse);
    }
    bytes
}
