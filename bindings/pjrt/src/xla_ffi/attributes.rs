// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of the attributes of a custom call to the forms of XLA's foreign function interface.

use super::element_type::number_of;
use hloom_compiler::ElementType;
use hloom_evaluator::custom_call::Setting;

/// The attributes of a custom call, sorted by name, in the form that handlers receive.
#[derive(Debug, Default)]
pub struct Attributes {
    pub names: Vec<String>,
    pub values: Vec<Value>,
}

/// The value of an attribute. Element types are given by XLA's numbers (`XLA_FFI_DataType`).
#[derive(Debug)]
pub enum Value {
    /// An array of numbers that all have one element type. `bytes` contains the numbers.
    Array { element_type: i32, count: usize, bytes: Vec<u8> },
    /// A dictionary of nested attributes.
    Dictionary(Attributes),
    /// A number, which occupies the first bytes of `bytes`.
    Scalar { element_type: i32, bytes: [u8; 8] },
    /// A string.
    Text(String),
}

impl Attributes {
    /// Converts the `backend_config` of a custom call, which must be a dictionary or empty.
    ///
    /// # Errors
    /// Fails if the `backend_config` is neither empty nor a dictionary, or if the interface cannot
    /// represent a value in it.
    pub fn of(config: &Setting) -> Result<Self, String> {
        match config {
            Setting::Dictionary(entries) => {
                let values = entries.iter().map(|(name, setting)| {
                    value(setting).map_err(|message| format!("attribute `{name}`: {message}"))
                });
                let values = values.collect::<Result<_, _>>()?;
                Ok(Self { names: entries.keys().cloned().collect(), values })
            }
            Setting::Text(text) if text.is_empty() => Ok(Self::default()),
            other => {
                Err(format!("backend_config: expected a dictionary, found {}", text_of(other)))
            }
        }
    }
}

/// Returns a description of an attribute for error messages.
fn text_of(setting: &Setting) -> String {
    match setting {
        Setting::Bool(truth) => format!("`{truth}`"),
        Setting::Integer(number, ty) => format!("`{number}` of type {ty}"),
        Setting::Float(number, ty) => format!("`{number}` of type {ty}"),
        Setting::Text(text) => format!("the string `{text}`"),
        Setting::List(_) => "a list".to_owned(),
        Setting::Dictionary(_) => "a dictionary".to_owned(),
        Setting::Tensor(literal) => format!("a tensor of type {}", literal.shape()),
        Setting::Other(text) => format!("`{text}`"),
    }
}

/// Returns the element type and the bytes of an attribute that is a number, or `None` for other
/// attributes. The number occupies the first of the eight bytes, in little-endian order.
fn bytes_of(setting: &Setting) -> Option<(ElementType, [u8; 8])> {
    let mut bytes = [0; 8];
    let ty = match setting {
        Setting::Bool(truth) => {
            bytes[0] = u8::from(*truth);
            ElementType::Pred
        }
        Setting::Integer(number, ty) => {
            bytes = number.to_le_bytes();
            *ty
        }
        Setting::Float(number, ElementType::F32) => {
            bytes[..4].copy_from_slice(&(*number as f32).to_le_bytes());
            ElementType::F32
        }
        Setting::Float(number, ElementType::F64) => {
            bytes = number.to_le_bytes();
            ElementType::F64
        }
        _ => return None,
    };
    Some((ty, bytes))
}

fn value(setting: &Setting) -> Result<Value, String> {
    if let Some((ty, bytes)) = bytes_of(setting) {
        return Ok(Value::Scalar { element_type: number_of(ty)?, bytes });
    }
    match setting {
        Setting::Text(text) => Ok(Value::Text(text.clone())),
        Setting::Dictionary(_) => Ok(Value::Dictionary(Attributes::of(setting)?)),
        Setting::List(all) => {
            let mut list = (None, Vec::new());
            for one in all {
                let number = bytes_of(one);
                let (ty, bytes) =
                    number.ok_or_else(|| format!("expected numbers, found {}", text_of(one)))?;
                if *list.0.get_or_insert(ty) != ty {
                    return Err("expected numbers of one type, found several types".to_owned());
                }
                list.1.extend(&bytes[..ty.byte_width()]);
            }
            let element_type = number_of(list.0.unwrap_or(ElementType::S64))?;
            Ok(Value::Array { element_type, count: all.len(), bytes: list.1 })
        }
        Setting::Tensor(literal) if literal.shape().rank() == 1 => Ok(Value::Array {
            element_type: number_of(literal.shape().element_type)?,
            count: literal.shape().dims[0],
            bytes: literal.bytes().to_vec(),
        }),
        other => {
            let found = text_of(other);
            Err(format!("XLA's foreign function interface has no form for {found}"))
        }
    }
}
