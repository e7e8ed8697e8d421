// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of VHLO types to StableHLO and builtin types.

use super::importer::Importer;
use crate::ffi;
use crate::portable::names;
use hloom_portable::vhlo::Type as Vhlo;
use hloom_portable::{Bits, Type as Source, TypeId, builtin, stablehlo};
use melior::ir::r#type::{FunctionType, TupleType};
use melior::ir::{Attribute, Type};

impl<'c> Importer<'c, '_> {
    /// Converts a type to MLIR, without caching the result.
    ///
    /// # Errors
    /// Fails if MLIR has no equivalent type.
    pub(super) fn convert_type(&self, ty: &Source) -> Result<Type<'c>, String> {
        match ty {
            Source::Builtin(ty) => self.builtin_type(ty),
            Source::Vhlo(ty) => self.vhlo_type(ty),
            Source::Stablehlo(stablehlo::Type::Token) => self.parse_type("!stablehlo.token"),
            Source::Stablehlo(stablehlo::Type::Future { types }) => self.future(types),
            Source::Text { text, .. } => self.parse_type(&String::from_utf8_lossy(text.bytes())),
        }
    }

    fn parse_type(&self, text: &str) -> Result<Type<'c>, String> {
        self.quietly(|| Type::parse(self.context, text))
            .ok_or(format!("cannot parse `{text}` as an MLIR type"))
    }

    fn types(&self, ids: &[TypeId]) -> Result<Vec<Type<'c>>, String> {
        ids.iter().map(|id| self.ty(*id)).collect()
    }

    fn tensor_type(
        &self,
        shape: &[i64],
        element: TypeId,
        encoding: Option<Attribute<'c>>,
    ) -> Result<Type<'c>, String> {
        let element = self.ty(element)?;
        let make = || ffi::tensor_type(self.context, shape, element, encoding);
        let ty = self.quietly(make);
        ty.ok_or_else(|| {
            format!(
                "invalid shape {shape:?}, element type `{element}` or encoding of a tensor type"
            )
        })
    }

    fn vhlo_type(&self, ty: &Vhlo) -> Result<Type<'c>, String> {
        if let Some(text) = names::text_of_type(ty) {
            return self.parse_type(text);
        }
        match ty {
            Vhlo::ComplexV1 { element_type } => self.complex(*element_type),
            Vhlo::FunctionV1 { inputs, outputs } => {
                let (inputs, outputs) = (self.types(inputs)?, self.types(outputs)?);
                Ok(FunctionType::new(self.context, &inputs, &outputs).into())
            }
            Vhlo::RankedTensorV1 { encoding, shape, element_type } => {
                let encoding = encoding.map(|id| self.attribute(id)).transpose()?;
                self.tensor_type(shape, *element_type, encoding)
            }
            Vhlo::UnrankedTensorV1 { element_type } => {
                let element = self.ty(*element_type)?;
                self.parse_type(&format!("tensor<*x{element}>"))
            }
            Vhlo::RankedBufferV1 { shape, element_type } => {
                let element = self.ty(*element_type)?;
                self.parse_type(&memref(shape, element))
            }
            Vhlo::TupleV1 { types } => Ok(TupleType::new(self.context, &self.types(types)?).into()),
            Vhlo::FutureV1 { types } => self.future(types),
            Vhlo::UniformQuantizedV1 {
                flags,
                storage_type,
                expressed_type,
                scale,
                zero_point,
                storage_type_min,
                storage_type_max,
            } => {
                let range = (*storage_type_min, *storage_type_max);
                let start = self.quantized(*flags, *storage_type, range, *expressed_type)?;
                self.parse_type(&format!("{start}, {}>", scaled(scale, *zero_point)))
            }
            Vhlo::UniformQuantizedPerAxisV1 {
                flags,
                storage_type,
                expressed_type,
                quantized_dimension,
                storage_type_min,
                storage_type_max,
                scales,
                zero_points,
            } => {
                let range = (*storage_type_min, *storage_type_max);
                let start = self.quantized(*flags, *storage_type, range, *expressed_type)?;
                let scales = scales.iter().zip(zero_points);
                let scales: Vec<_> = scales.map(|(scale, zero)| scaled(scale, *zero)).collect();
                let scales = scales.join(", ");
                self.parse_type(&format!("{start}:{quantized_dimension}, {{{scales}}}>"))
            }
            _ => Err(format!("the VHLO type `{}` is not supported", ty.kind())),
        }
    }

    fn future(&self, types: &[TypeId]) -> Result<Type<'c>, String> {
        let types: Vec<_> = self.types(types)?.iter().map(Type::to_string).collect();
        self.parse_type(&format!("!stablehlo.future<{}>", types.join(", ")))
    }

    fn complex(&self, element: TypeId) -> Result<Type<'c>, String> {
        let element = self.ty(element)?;
        self.parse_type(&format!("complex<{element}>"))
    }

    /// Returns the start of the text of a quantized type, up to and including the expressed type.
    fn quantized(
        &self,
        flags: u64,
        storage: TypeId,
        (least, most): (i64, i64),
        expressed: TypeId,
    ) -> Result<String, String> {
        let (storage, expressed) = (self.ty(storage)?, self.ty(expressed)?);
        let storage = storage.to_string();
        let width = storage.trim_start_matches(char::is_alphabetic);
        let sign = if flags & 1 == 0 { "u" } else { "i" };
        Ok(format!("!quant.uniform<{sign}{width}<{least}:{most}>:{expressed}"))
    }

    fn builtin_type(&self, ty: &builtin::Type) -> Result<Type<'c>, String> {
        use builtin::Type as T;
        match ty {
            T::Integer { width_and_sign } => {
                let sign = ["i", "si", "ui"].get((width_and_sign & 3) as usize);
                let sign = sign.ok_or("invalid signedness of an integer type")?;
                self.parse_type(&format!("{sign}{}", width_and_sign >> 2))
            }
            T::Index => self.parse_type("index"),
            T::BFloat16 => self.parse_type("bf16"),
            T::Float16 => self.parse_type("f16"),
            T::Float32 => self.parse_type("f32"),
            T::Float64 => self.parse_type("f64"),
            T::Float80 => self.parse_type("f80"),
            T::Float128 => self.parse_type("f128"),
            T::None => self.parse_type("none"),
            T::Function { inputs, results } => {
                let (inputs, results) = (self.types(inputs)?, self.types(results)?);
                Ok(FunctionType::new(self.context, &inputs, &results).into())
            }
            T::Complex { element_type } => self.complex(*element_type),
            T::Tuple { types } => Ok(TupleType::new(self.context, &self.types(types)?).into()),
            T::RankedTensor { encoding, shape, element_type } => {
                let encoding = encoding.map(|id| self.attribute(id)).transpose()?;
                self.tensor_type(shape, *element_type, encoding)
            }
            T::UnrankedTensor { element_type } => {
                let element = self.ty(*element_type)?;
                self.parse_type(&format!("tensor<*x{element}>"))
            }
            T::MemRef { .. } | T::UnrankedMemRef { .. } | T::Vector { .. } => {
                Err(format!("the builtin type `{}` is not supported", ty.kind()))
            }
        }
    }
}

fn memref(shape: &[i64], element: Type) -> String {
    let size = |size: &i64| if *size == i64::MIN { "?x".to_owned() } else { format!("{size}x") };
    format!("memref<{}{element}>", shape.iter().map(size).collect::<String>())
}

fn scaled(scale: &Bits, zero_point: i64) -> String {
    format!("{:.17e}:{zero_point}", f64::from_bits(scale.low()))
}
