// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of StableHLO and builtin attributes to VHLO, or to builtin attributes of an
//! artifact.

use super::Exporter;
use crate::ffi;
use crate::portable::{enums, structs};
use hloom_dialects::attributes::{dense_elements, sdy};
use hloom_dialects::dense;
use hloom_dialects::element::ElementType;
use hloom_dialects::op_view::{read_array, read_booleans, read_integer, read_integers};
use hloom_portable::operations::Kind;
use hloom_portable::vhlo::{Attribute as Vhlo, CustomCallApiVersionV1, Type as VhloType};
use hloom_portable::{Attribute as Target, AttributeId, Bits, Layout, TypeId, builtin};
use melior::ir::attribute::{
    BoolAttribute, DenseI32ArrayAttribute, DictionaryAttribute, FlatSymbolRefAttribute,
    TypeAttribute,
};
use melior::ir::{Attribute, AttributeLike};
use std::sync::Arc;

impl Exporter {
    /// Returns the VHLO form of an attribute.
    ///
    /// # Errors
    /// Fails if a portable artifact cannot store the attribute.
    pub fn attribute(&mut self, attribute: Attribute<'_>) -> Result<AttributeId, String> {
        let key = attribute.to_raw().ptr as usize;
        if let Some(known) = self.attributes.get(&key) {
            return Ok(*known);
        }
        let made = self.vhlo(attribute)?;
        let id = self.module.context.add_attribute(made);
        self.attributes.insert(key, id);
        Ok(id)
    }

    /// Returns the VHLO form of an attribute that an operation stores as `kind`.
    ///
    /// # Errors
    /// Fails if a portable artifact cannot store the attribute.
    pub fn stored(&mut self, attribute: Attribute<'_>, kind: Kind) -> Result<AttributeId, String> {
        match kind {
            Kind::Boolean if attribute.is_unit() => Ok(self.add(Vhlo::BooleanV1 { value: true })),
            Kind::CustomCallApiVersion => {
                use CustomCallApiVersionV1 as Version;
                let known = [
                    Version::Unspecified,
                    Version::Original,
                    Version::StatusReturning,
                    Version::StatusReturningUnified,
                    Version::TypedFfi,
                ];
                let number = read_integer(attribute).and_then(|it| usize::try_from(it).ok());
                let value = number.and_then(|number| known.get(number));
                let value = *value
                    .ok_or_else(|| format!("unknown custom call API version `{attribute}`"))?;
                Ok(self.add(Vhlo::CustomCallApiVersionV1 { value }))
            }
            _ => self.attribute(attribute),
        }
    }

    fn vhlo(&mut self, attribute: Attribute<'_>) -> Result<Target, String> {
        let vhlo = if attribute.is_string() {
            let value = self.module.context.string(ffi::string_bytes(attribute));
            Vhlo::StringV1 { value }
        } else if let Some(elements) = read_array(attribute) {
            let value = elements.into_iter().map(|element| self.attribute(element));
            Vhlo::ArrayV1 { value: value.collect::<Result<_, _>>()? }
        } else if let Ok(dictionary) = DictionaryAttribute::try_from(attribute) {
            let mut value = Vec::with_capacity(dictionary.len());
            for (name, element) in entries(dictionary) {
                value.push((self.string(name.as_bytes()), self.attribute(element)?));
            }
            Vhlo::DictionaryV1 { value }
        } else if let Ok(boolean) = BoolAttribute::try_from(attribute) {
            Vhlo::BooleanV1 { value: boolean.value() }
        } else if attribute.is_integer() || attribute.is_float() {
            let value = bits(attribute)?;
            let r#type = self.ty(attribute.r#type())?;
            match attribute.is_float() {
                true => Vhlo::FloatV1 { r#type, value },
                false => Vhlo::IntegerV1 { r#type, value },
            }
        } else if let Ok(symbol) = FlatSymbolRefAttribute::try_from(attribute) {
            Vhlo::StringV1 { value: self.module.context.string(symbol.value().as_bytes()) }
        } else if let Ok(ty) = TypeAttribute::try_from(attribute) {
            Vhlo::TypeV1 { value: self.ty(ty.value())? }
        } else if attribute.is_elements() {
            return self.tensor(attribute);
        } else if attribute.is_dense_i64_array() {
            return Ok(self.list(&read_integers(attribute).unwrap_or_default()).into());
        } else if attribute.is_dense_bool_array() {
            let values = read_booleans(attribute).unwrap_or_default();
            let r#type = self.tensor_type(&[values.len() as i64], VhloType::BooleanV1);
            Vhlo::TensorV1 { r#type, data: Layout::pack(&values) }
        } else if let Some(case) = enums::to_vhlo(attribute) {
            case
        } else if let Some(made) = structs::to_vhlo(self, attribute) {
            made?
        } else {
            // Discardable attributes may belong to other dialects.
            return self.foreign(attribute);
        };
        Ok(vhlo.into())
    }

    /// Converts a constant tensor.
    fn tensor(&mut self, attribute: Attribute<'_>) -> Result<Target, String> {
        let r#type = self.ty(attribute.r#type())?;
        let refused =
            || "the elements of a constant are missing or do not match its type".to_owned();
        let dense = dense_elements(attribute).ok_or_else(refused)?;
        let data = match dense::booleans_of(dense) {
            Some(booleans) => Layout::pack(&booleans.data),
            None => dense::bytes_of(dense).ok_or_else(refused)?.data.into(),
        };
        Ok(Vhlo::TensorV1 { r#type, data }.into())
    }

    /// Converts an attribute that VHLO does not define.
    fn foreign(&mut self, attribute: Attribute<'_>) -> Result<Target, String> {
        if attribute.is_unit() {
            return Ok(builtin::Attribute::Unit.into());
        }
        if let Some(sdy::Text { text }) = sdy::Text::from_attribute(attribute) {
            let text = format!("#sdy<{text}>").as_str().into();
            return Ok(Target::Text { dialect: "sdy".into(), text });
        }
        Err(format!("the attribute `{attribute}` cannot be stored in a portable artifact"))
    }

    /// Returns the builtin form of an attribute, for operations outside VHLO.
    ///
    /// # Errors
    /// Fails if a portable artifact cannot store the attribute.
    pub fn builtin(&mut self, attribute: Attribute<'_>) -> Result<AttributeId, String> {
        use builtin::Attribute as Builtin;
        let key = attribute.to_raw().ptr as usize;
        if let Some(known) = self.builtin.get(&key) {
            return Ok(*known);
        }
        let made: Target = if attribute.is_string() {
            let value = self.module.context.string(ffi::string_bytes(attribute));
            Builtin::String { value, r#type: None }.into()
        } else if let Some(elements) = read_array(attribute) {
            let value = elements.into_iter().map(|element| self.builtin(element));
            Builtin::Array { value: value.collect::<Result<_, _>>()? }.into()
        } else if let Ok(dictionary) = DictionaryAttribute::try_from(attribute) {
            let mut value = Vec::with_capacity(dictionary.len());
            for (name, element) in entries(dictionary) {
                value.push((self.builtin_string(name.as_bytes()), self.builtin(element)?));
            }
            Builtin::Dictionary { value }.into()
        } else if attribute.is_integer() || attribute.is_float() || attribute.is_bool() {
            let value = bits(attribute)?;
            let r#type = self.builtin_type(attribute.r#type())?;
            match attribute.is_float() {
                true => Builtin::Float { r#type, value }.into(),
                false => Builtin::Integer { r#type, value }.into(),
            }
        } else if let Ok(symbol) = FlatSymbolRefAttribute::try_from(attribute) {
            let root = self.builtin_string(symbol.value().as_bytes());
            Builtin::SymbolRef { root, nested: None }.into()
        } else if let Ok(ty) = TypeAttribute::try_from(attribute) {
            Builtin::Type { value: self.builtin_type(ty.value())? }.into()
        } else if attribute.is_dense_i64_array() {
            let values = read_integers(attribute).unwrap_or_default();
            let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            self.dense_array(64, values.len(), data)
        } else if let Ok(array) = DenseI32ArrayAttribute::try_from(attribute) {
            let values = (0..array.len()).filter_map(|index| array.element(index).ok());
            let data = values.flat_map(i32::to_le_bytes).collect();
            self.dense_array(32, array.len(), data)
        } else if attribute.is_dense_bool_array() {
            let values = read_booleans(attribute).unwrap_or_default();
            self.dense_array(1, values.len(), values.iter().map(|it| u8::from(*it)).collect())
        } else {
            self.foreign(attribute)?
        };
        let id = self.module.context.add_attribute(made);
        self.builtin.insert(key, id);
        Ok(id)
    }

    fn dense_array(&mut self, width: u64, size: usize, data: Arc<[u8]>) -> Target {
        let element_type = builtin::Type::Integer { width_and_sign: width << 2 };
        let element_type = self.module.context.add_type(element_type);
        builtin::Attribute::DenseArray { element_type, size: size as u64, data }.into()
    }

    /// Adds a builtin string attribute to the artifact.
    pub fn builtin_string(&mut self, bytes: &[u8]) -> AttributeId {
        let value = self.module.context.string(bytes);
        self.module.context.add_attribute(builtin::Attribute::String { value, r#type: None })
    }

    /// Adds a VHLO string attribute to the artifact.
    pub fn string(&mut self, bytes: &[u8]) -> AttributeId {
        let value = self.module.context.string(bytes);
        self.add(Vhlo::StringV1 { value })
    }

    /// Adds a 64-bit VHLO integer attribute to the artifact.
    pub fn integer(&mut self, value: i64) -> AttributeId {
        let r#type = self.module.context.add_type(VhloType::IntegerSI64V1);
        self.add(Vhlo::IntegerV1 { r#type, value: Bits::new(64, value.cast_unsigned()) })
    }

    /// Adds a VHLO attribute of a list of integers, a rank-1 tensor of 64-bit integers, to the
    /// artifact.
    pub fn integers(&mut self, values: &[i64]) -> AttributeId {
        let list = self.list(values);
        self.add(list)
    }

    fn list(&mut self, values: &[i64]) -> Vhlo {
        let r#type = self.tensor_type(&[values.len() as i64], VhloType::IntegerSI64V1);
        let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Vhlo::TensorV1 { r#type, data }
    }

    /// Adds a VHLO splat tensor attribute to the artifact. `data` contains one element, and is
    /// ignored if the tensor has no elements.
    pub fn splat(&mut self, shape: &[i64], element: VhloType, data: &[u8]) -> AttributeId {
        let r#type = self.tensor_type(shape, element);
        let data = if shape.contains(&0) { &[] } else { data };
        self.add(Vhlo::TensorV1 { r#type, data: data.into() })
    }

    fn tensor_type(&mut self, shape: &[i64], element: VhloType) -> TypeId {
        let element_type = self.module.context.add_type(element);
        let shape = shape.to_vec();
        let tensor = VhloType::RankedTensorV1 { encoding: None, shape, element_type };
        self.module.context.add_type(tensor)
    }
}

/// Returns the names and values of a dictionary attribute.
fn entries<'c>(dictionary: DictionaryAttribute<'c>) -> Vec<(String, Attribute<'c>)> {
    let entry = |index| dictionary.element(index).ok();
    let text = |(name, value): (melior::ir::Identifier<'c>, _)| {
        (name.as_string_ref().as_str().unwrap_or_default().to_owned(), value)
    };
    (0..dictionary.len()).filter_map(entry).map(text).collect()
}

/// Returns the bits of a Boolean, integer or float attribute.
fn bits(number: Attribute<'_>) -> Result<Bits, String> {
    if let Ok(boolean) = BoolAttribute::try_from(number) {
        return Ok(Bits::new(1, u64::from(boolean.value())));
    }
    let width = match ElementType::from_type(number.r#type()) {
        ElementType::Index => Some(64),
        element => element.width(),
    };
    let bytes = dense::bytes_of_number(number);
    let (width, bytes) =
        width.zip(bytes).ok_or_else(|| format!("expected a number, found `{number}`"))?;
    let word =
        |chunk: &[u8]| chunk.iter().rev().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
    Ok(Bits::from_words(width, bytes.chunks(8).map(word).collect()))
}
