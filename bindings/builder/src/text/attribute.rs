// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Assembly of the attributes of operations.

use super::groups::{Form, Group, groups};
use super::types::{shape, ty};
use hloom_portable::operations::{Kind, definition};
use hloom_portable::vhlo::{Attribute as Vhlo, ComparisonTypeV1, PrecisionV1, Type as VhloType};
use hloom_portable::{Attribute, AttributeId, Layout, Module, Operation, Type};

/// The attributes of an operation.
pub(super) struct Attributes<'m> {
    pub module: &'m Module,
    pub operation: &'m Operation,
}

impl Attributes<'_> {
    /// Returns the assembly of each attribute of the operation that does not have its default
    /// value.
    pub fn print(&self, name: &str) -> Vec<String> {
        let groups = groups(name);
        let mut printed: Vec<_> = groups.iter().filter_map(|group| self.group(group)).collect();
        let properties = definition(&self.operation.name).map_or(&[][..], |it| it.properties);
        for property in properties {
            if groups.iter().any(|group| group.parts.contains(&property.name)) {
                continue;
            }
            let value = self.operation.property(property.name);
            let value = value.filter(|value| !self.is_default(name, property.name, *value));
            let text = value.and_then(|value| self.value(property.name, property.kind, value));
            match text.as_deref() {
                // A unit attribute, which is true if it is present.
                Some("unit") => printed.push(property.name.to_owned()),
                Some(text) => printed.push(format!("{} = {text}", property.name)),
                None => {}
            }
        }
        printed
    }

    fn get(&self, name: &str) -> Option<&Vhlo> {
        self.vhlo(self.operation.property(name)?)
    }

    fn vhlo(&self, id: AttributeId) -> Option<&Vhlo> {
        match self.module.context.attribute(id) {
            Attribute::Vhlo(attribute) => Some(attribute),
            _ => None,
        }
    }

    /// Returns the value of a string attribute, or an empty string if the operation has no such
    /// attribute.
    pub fn string(&self, name: &str) -> String {
        match self.get(name) {
            Some(Vhlo::StringV1 { value }) => value.to_string(),
            _ => String::new(),
        }
    }

    fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Vhlo::IntegerV1 { value, .. } => Some(value.signed()),
            _ => None,
        }
    }

    /// Returns the value of an attribute that is a list of integers, which VHLO stores as a tensor.
    fn list(&self, name: &str) -> Option<Vec<i64>> {
        Some(self.numbers(self.get(name)?)?.1)
    }

    /// Returns the dimensions and the elements of a tensor of 64-bit integers.
    fn numbers(&self, attribute: &Vhlo) -> Option<(Vec<usize>, Vec<i64>)> {
        let Vhlo::TensorV1 { r#type, data } = attribute else { return None };
        let dims = shape(&self.module.context, *r#type)?.dims;
        let number = |bytes: &[u8]| bytes.try_into().map(i64::from_le_bytes).ok();
        let numbers = data.chunks(8).map(number).collect::<Option<Vec<_>>>()?;
        Some((dims, numbers))
    }

    /// Returns true if an attribute has its default value, so that StableHLO assembly may omit it.
    fn is_default(&self, operation: &str, name: &str, id: AttributeId) -> bool {
        let Some(attribute) = self.vhlo(id) else { return false };
        let are_all = |number| {
            self.numbers(attribute).is_some_and(|(_, found)| found.iter().all(|it| *it == number))
        };
        match name {
            "has_dynamic_root"
            | "has_side_effect"
            | "indices_are_sorted"
            | "is_host_transfer"
            | "is_stable"
            | "unique_indices"
            | "use_global_device_ids" => *attribute == Vhlo::BooleanV1 { value: false },
            "lower" => operation == "cholesky" && *attribute == Vhlo::BooleanV1 { value: false },
            "precision_config" => match attribute {
                Vhlo::ArrayV1 { value } => value.iter().all(|id| {
                    self.vhlo(*id) == Some(&Vhlo::PrecisionV1 { value: PrecisionV1::Default })
                }),
                _ => false,
            },
            "window_strides" | "lhs_dilation" | "rhs_dilation" | "base_dilations"
            | "window_dilations" => are_all(1),
            "padding" => are_all(0),
            "source_target_pairs" => operation != "collective_permute" && are_all(0),
            "window_reversal" => match attribute {
                Vhlo::TensorV1 { data, .. } => data.iter().all(|bits| *bits == 0),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the assembly of an attribute's value, or `None` if the assembly omits the attribute.
    fn value(&self, name: &str, kind: Kind, id: AttributeId) -> Option<String> {
        match self.vhlo(id)? {
            Vhlo::BooleanV1 { value } => match name {
                "use_global_device_ids" | "has_dynamic_root" => value.then(|| "unit".to_owned()),
                _ => Some(value.to_string()),
            },
            Vhlo::IntegerV1 { r#type, value } => {
                Some(format!("{} : {}", value.signed(), ty(&self.module.context, *r#type)))
            }
            Vhlo::FloatV1 { r#type, value } => {
                let ty = ty(&self.module.context, *r#type);
                Some(format!("0x{:08X} : {ty}", value.low()))
            }
            Vhlo::StringV1 { value } => {
                let is_symbol = matches!(name, "callee" | "decomposition");
                let is_default = value.bytes().is_empty() && name != "call_target_name";
                let text = quoted(value.bytes());
                (!is_default).then(|| if is_symbol { format!("@{text}") } else { text })
            }
            tensor @ Vhlo::TensorV1 { .. } => self.tensor(kind, tensor),
            Vhlo::ArrayV1 { value } => {
                let of = |id: &AttributeId| match self.vhlo(*id)? {
                    Vhlo::StringV1 { value } => Some(format!("@{}", quoted(value.bytes()))),
                    Vhlo::PrecisionV1 { value } => {
                        Some(format!("#stablehlo<precision {}>", value.name()))
                    }
                    _ => None,
                };
                let values = value.iter().map(of).collect::<Option<Vec<_>>>()?;
                (!values.is_empty()).then(|| format!("[{}]", values.join(", ")))
            }
            Vhlo::DictionaryV1 { value } => {
                let text = |id: &AttributeId| match self.vhlo(*id)? {
                    Vhlo::StringV1 { value } => Some(quoted(value.bytes())),
                    _ => None,
                };
                let entry = |(name, value): &(AttributeId, AttributeId)| {
                    Some(format!("{} = {}", text(name)?, text(value)?))
                };
                let entries = value.iter().map(entry).collect::<Option<Vec<_>>>()?;
                Some(format!("{{{}}}", entries.join(", ")))
            }
            Vhlo::ComparisonDirectionV1 { value } => {
                Some(format!("#stablehlo<comparison_direction {}>", value.name()))
            }
            Vhlo::ComparisonTypeV1 { value } => (*value != ComparisonTypeV1::NoType)
                .then(|| format!("#stablehlo<comparison_type {}>", value.name())),
            Vhlo::CustomCallApiVersionV1 { value } => Some(format!("{} : i32", *value as u32)),
            Vhlo::FftTypeV1 { value } => Some(format!("#stablehlo<fft_type {}>", value.name())),
            Vhlo::RngAlgorithmV1 { value } => {
                Some(format!("#stablehlo<rng_algorithm {}>", value.name()))
            }
            Vhlo::RngDistributionV1 { value } => {
                Some(format!("#stablehlo<rng_distribution {}>", value.name()))
            }
            Vhlo::TransposeV1 { value } => Some(format!("#stablehlo<transpose {}>", value.name())),
            // The accuracy always has its default value.
            _ => None,
        }
    }

    fn tensor(&self, kind: Kind, tensor: &Vhlo) -> Option<String> {
        if kind == Kind::Booleans {
            let Vhlo::TensorV1 { r#type, data } = tensor else { return None };
            let count = shape(&self.module.context, *r#type)?.element_count()?;
            let values = Layout { count, size: 0 }.unpack(data)?;
            let values = if values.len() == 1 { vec![values[0]; count] } else { values };
            let values: Vec<_> = values.iter().map(bool::to_string).collect();
            return Some(array("i1", &values.join(", ")));
        }
        let (dims, numbers) = self.numbers(tensor)?;
        match &dims[..] {
            [_] => Some(array("i64", &commas(&numbers))),
            [0, columns] => Some(format!("dense<> : tensor<0x{columns}xi64>")),
            [rows, columns] => {
                let lines = numbers.chunks(*columns).map(|row| format!("[{}]", commas(row)));
                let lines: Vec<_> = lines.collect();
                let ty = format!("tensor<{rows}x{columns}xi64>");
                Some(match numbers.is_empty() {
                    true => format!("dense<> : {ty}"),
                    false => format!("dense<[{}]> : {ty}", lines.join(", ")),
                })
            }
            _ => None,
        }
    }

    /// Returns the assembly of a StableHLO attribute that VHLO stores as several attributes, or
    /// `None` if the operation lacks it.
    fn group(&self, group: &Group) -> Option<String> {
        let name = group.name;
        match group.form {
            Form::Struct(ty) => {
                Some(format!("{name} = #stablehlo.{ty}<{}>", self.parts(group).join(", ")))
            }
            Form::Algorithm => {
                let parts = self.parts(group);
                (!parts.is_empty())
                    .then(|| format!("{name} = #stablehlo.dot_algorithm<{}>", parts.join(", ")))
            }
            Form::Convolution => {
                let side = |name: &str, [one, other]: [&str; 2], letters: [&str; 2]| {
                    let spatial = self.list(&format!("{name}_spatial_dimensions"))?;
                    let mut labels = vec![String::new(); spatial.len() + 2];
                    for (part, letter) in [one, other].into_iter().zip(letters) {
                        let dim = self.integer(&format!("{name}_{part}_dimension"))?;
                        letter.clone_into(labels.get_mut(usize::try_from(dim).ok()?)?);
                    }
                    for (index, dim) in spatial.iter().enumerate() {
                        *labels.get_mut(usize::try_from(*dim).ok()?)? = index.to_string();
                    }
                    Some(format!("[{}]", labels.join(", ")))
                };
                let input = side("input", ["batch", "feature"], ["b", "f"])?;
                let kernel = side("kernel", ["input_feature", "output_feature"], ["i", "o"])?;
                let output = side("output", ["batch", "feature"], ["b", "f"])?;
                Some(format!("{name} = #stablehlo.conv<{input}x{kernel}->{output}>"))
            }
            Form::Channel => {
                let handle = self.integer("channel_id")?;
                let ty = self.integer("channel_type").unwrap_or(0);
                let channel = "#stablehlo.channel_handle";
                (handle != 0 || ty != 0)
                    .then(|| format!("{name} = {channel}<handle = {handle}, type = {ty}>"))
            }
        }
    }

    fn parts(&self, group: &Group) -> Vec<String> {
        let part = |name: &&str| {
            let value = match self.get(name)? {
                Vhlo::IntegerV1 { value, .. } => value.signed().to_string(),
                Vhlo::BooleanV1 { value } => value.to_string(),
                Vhlo::TypeV1 { value } => match self.module.context.r#type(*value) {
                    Type::Vhlo(VhloType::NoneV1) => return None,
                    _ => ty(&self.module.context, *value),
                },
                tensor => match self.numbers(tensor)?.1 {
                    empty if empty.is_empty() => return None,
                    numbers => format!("[{}]", commas(&numbers)),
                },
            };
            Some(format!("{name} = {value}"))
        };
        group.parts.iter().filter_map(part).collect()
    }
}

fn array(element: &str, values: &str) -> String {
    if values.is_empty() {
        format!("array<{element}>")
    } else {
        format!("array<{element}: {values}>")
    }
}

fn commas(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Returns a string in quotes. Quotes, backslashes and bytes outside printable ASCII are escaped.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b' '..=b'~' if !matches!(byte, b'"' | b'\\') => text.push(char::from(*byte)),
            _ => text.push_str(&format!("\\{byte:02X}")),
        }
    }
    text + "\""
}
