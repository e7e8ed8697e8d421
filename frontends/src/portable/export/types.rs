// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of StableHLO and builtin types to VHLO, or to builtin types of an artifact.

use super::Exporter;
use crate::portable::names;
use hloom_dialects::attributes::stablehlo::Future;
use hloom_dialects::quantized::Quantized;
use hloom_dialects::shape::{TensorType, complex_part, element_of};
use hloom_portable::vhlo::Type as Vhlo;
use hloom_portable::{Bits, Type as Target, TypeId, builtin};
use melior::ir::r#type::{FunctionType, IntegerType, RankedTensorType, TupleType};
use melior::ir::{Type, TypeLike};

impl Exporter {
    /// Returns the VHLO form of a type.
    ///
    /// # Errors
    /// Fails if a portable artifact cannot store the type.
    pub fn ty(&mut self, ty: Type<'_>) -> Result<TypeId, String> {
        let key = ty.to_raw().ptr as usize;
        if let Some(known) = self.types.get(&key) {
            return Ok(*known);
        }
        let made = self.vhlo_type(ty)?;
        let id = self.module.context.add_type(made);
        self.types.insert(key, id);
        Ok(id)
    }

    fn all<'c>(&mut self, types: impl Iterator<Item = Type<'c>>) -> Result<Vec<TypeId>, String> {
        types.map(|ty| self.ty(ty)).collect()
    }

    fn vhlo_type(&mut self, ty: Type<'_>) -> Result<Vhlo, String> {
        if let Some(quantized) = Quantized::from_type(ty) {
            return self.quantized(&quantized);
        }
        if let Some(tensor) = TensorType::from_type(ty) {
            let encoding = RankedTensorType::try_from(ty).ok().and_then(|it| it.encoding());
            return Ok(Vhlo::RankedTensorV1 {
                encoding: encoding.map(|it| self.attribute(it)).transpose()?,
                shape: shape(&tensor),
                element_type: self.ty(tensor.element())?,
            });
        }
        if let Ok(function) = FunctionType::try_from(ty) {
            return Ok(Vhlo::FunctionV1 {
                inputs: self.all(inputs(function))?,
                outputs: self.all(results(function))?,
            });
        }
        if let Ok(tuple) = TupleType::try_from(ty) {
            return Ok(Vhlo::TupleV1 { types: self.all(elements(tuple))? });
        }
        if let Some(Future { types }) = Future::from_type(ty) {
            return Ok(Vhlo::FutureV1 { types: self.all(types.into_iter())? });
        }
        let text = ty.to_string();
        if let Some(plain) = names::type_of_text(&text) {
            return Ok(plain);
        }
        if let Some(part) = complex_part(ty) {
            return Ok(Vhlo::ComplexV1 { element_type: self.ty(part)? });
        }
        if text.starts_with("tensor<*x")
            && let Some(element) = element_of(ty)
        {
            return Ok(Vhlo::UnrankedTensorV1 { element_type: self.ty(element)? });
        }
        if let Some(element) = element_of(ty)
            && let Some(shape) = sizes_of_buffer(&text, element)
        {
            return Ok(Vhlo::RankedBufferV1 { shape, element_type: self.ty(element)? });
        }
        Err(format!("the type `{ty}` cannot be stored in a portable artifact"))
    }

    fn quantized(&mut self, quantized: &Quantized<'_>) -> Result<Vhlo, String> {
        let flags = u64::from(quantized.signed);
        let storage_type = self.ty(quantized.storage)?;
        let expressed_type = self.ty(quantized.expressed)?;
        let (storage_type_min, storage_type_max) = (quantized.storage_min, quantized.storage_max);
        let scale = |scale: &f64| Bits::new(64, scale.to_bits());
        Ok(match (quantized.axis, &quantized.scales[..], &quantized.zero_points[..]) {
            (Some(axis), scales, zero_points) => Vhlo::UniformQuantizedPerAxisV1 {
                flags,
                storage_type,
                expressed_type,
                quantized_dimension: u64::try_from(axis)
                    .map_err(|_| "expected a non-negative quantized axis")?,
                storage_type_min,
                storage_type_max,
                scales: scales.iter().map(scale).collect(),
                zero_points: zero_points.to_vec(),
            },
            (None, [only], [zero_point]) => Vhlo::UniformQuantizedV1 {
                flags,
                storage_type,
                expressed_type,
                scale: scale(only),
                zero_point: *zero_point,
                storage_type_min,
                storage_type_max,
            },
            _ => {
                return Err(format!(
                    "expected one scale and one zero point in the type `{}`",
                    quantized.ty
                ));
            }
        })
    }

    /// Returns the builtin form of a type, for operations outside VHLO.
    ///
    /// # Errors
    /// Fails if a portable artifact cannot store the type outside VHLO.
    pub fn builtin_type(&mut self, ty: Type<'_>) -> Result<TypeId, String> {
        use builtin::Type as Builtin;
        let key = ty.to_raw().ptr as usize;
        if let Some(known) = self.builtin_types.get(&key) {
            return Ok(*known);
        }
        let made: Target = if let Ok(integer) = IntegerType::try_from(ty) {
            let sign = match (integer.is_signed(), integer.is_unsigned()) {
                (true, _) => 1,
                (_, true) => 2,
                _ => 0,
            };
            let width_and_sign = u64::from(integer.width()) << 2 | sign;
            Builtin::Integer { width_and_sign }.into()
        } else if let Some(tensor) = TensorType::from_type(ty) {
            let encoding = RankedTensorType::try_from(ty).ok().and_then(|it| it.encoding());
            if encoding.is_some() {
                return Err(format!(
                    "the type `{ty}` cannot be stored in a portable artifact outside of VHLO"
                ));
            }
            let element_type = self.builtin_type(tensor.element())?;
            Builtin::RankedTensor { encoding: None, shape: shape(&tensor), element_type }.into()
        } else if let Ok(function) = FunctionType::try_from(ty) {
            let mut all = |types: Vec<_>| -> Result<_, String> {
                types.into_iter().map(|ty| self.builtin_type(ty)).collect()
            };
            let (inputs, results) = (inputs(function).collect(), results(function).collect());
            Builtin::Function { inputs: all(inputs)?, results: all(results)? }.into()
        } else if let Some(part) = complex_part(ty) {
            Builtin::Complex { element_type: self.builtin_type(part)? }.into()
        } else {
            match ty.to_string().as_str() {
                "index" => Builtin::Index.into(),
                "bf16" => Builtin::BFloat16.into(),
                "f16" => Builtin::Float16.into(),
                "f32" => Builtin::Float32.into(),
                "f64" => Builtin::Float64.into(),
                "none" => Builtin::None.into(),
                text if ty.is_float() => {
                    Target::Text { dialect: "builtin".into(), text: text.into() }
                }
                _ => {
                    return Err(format!(
                        "the type `{ty}` cannot be stored in a portable artifact outside of VHLO"
                    ));
                }
            }
        };
        let id = self.module.context.add_type(made);
        self.builtin_types.insert(key, id);
        Ok(id)
    }
}

/// Returns the sizes of a tensor; dynamic sizes are `i64::MIN`, as in artifacts.
fn shape(tensor: &TensorType<'_>) -> Vec<i64> {
    tensor.dims().iter().map(|size| size.unwrap_or(i64::MIN)).collect()
}

fn inputs<'c>(function: FunctionType<'c>) -> impl Iterator<Item = Type<'c>> {
    (0..function.input_count()).filter_map(move |index| function.input(index).ok())
}

fn results<'c>(function: FunctionType<'c>) -> impl Iterator<Item = Type<'c>> {
    (0..function.result_count()).filter_map(move |index| function.result(index).ok())
}

fn elements<'c>(tuple: TupleType<'c>) -> impl Iterator<Item = Type<'c>> {
    (0..tuple.type_count()).filter_map(move |index| tuple.r#type(index).ok())
}

/// Parses the sizes of a memref type that has only sizes and an element type, from its text.
fn sizes_of_buffer(text: &str, element: Type<'_>) -> Option<Vec<i64>> {
    let sizes = text.strip_prefix("memref<")?.strip_suffix(&format!("{element}>"))?;
    let sizes = sizes.split_terminator('x');
    sizes.map(|size| if size == "?" { Some(i64::MIN) } else { size.parse().ok() }).collect()
}
