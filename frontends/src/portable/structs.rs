// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that VHLO and StableHLO share, with parameters of the same names.

use super::export::Exporter;
use super::import::Importer;
use hloom_dialects::attributes::stablehlo;
use hloom_dialects::dense;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{Attribute as Source, AttributeId, Bits, vhlo};
use melior::ir::attribute::FloatAttribute;
use melior::ir::{Attribute, Type};

/// A parameter of a StableHLO attribute that VHLO stores as the type `V`.
pub trait Part<'c, V>: Sized {
    /// Converts the parameter from VHLO.
    ///
    /// # Errors
    /// Fails if the parameter has the wrong kind or has no equivalent in StableHLO.
    fn import(part: &V, importer: &Importer<'c, '_>) -> Result<Self, String>;
    /// Converts the parameter to VHLO.
    ///
    /// # Errors
    /// Fails if the parameter is missing, or if a portable artifact cannot store it.
    fn export(&self, exporter: &mut Exporter) -> Result<V, String>;
}

macro_rules! structs {
    ($($Vhlo:ident $Stablehlo:ident { $($part:ident),* },)*) => {
        /// Returns the StableHLO attribute with the same parameters, or `None` for other
        /// attributes.
        pub fn to_stablehlo<'c>(
            importer: &Importer<'c, '_>,
            attribute: &Vhlo,
        ) -> Option<Result<Attribute<'c>, String>> {
            match attribute {
                $(Vhlo::$Vhlo { $($part),* } => {
                    let parts = || Ok(stablehlo::$Stablehlo {
                        $($part: Part::import($part, importer)?),*
                    });
                    Some(parts().and_then(|parts| {
                        let kind = stringify!($Vhlo);
                        let refused = || format!("the portable artifact has an attribute `{kind}` with a parameter of the wrong kind");
                        parts.checked(importer.context).ok_or_else(refused)
                    }))
                })*
                _ => None,
            }
        }

        /// Returns the VHLO attribute with the same parameters, or `None` for other attributes.
        pub fn to_vhlo(
            exporter: &mut Exporter,
            attribute: Attribute<'_>,
        ) -> Option<Result<Vhlo, String>> {
            $(if let Some(parts) = stablehlo::$Stablehlo::from_attribute(attribute) {
                let mut made = || Ok(Vhlo::$Vhlo { $($part: parts.$part.export(exporter)?),* });
                return Some(made());
            })*
            None
        }
    };
}

structs! {
    AxisRefV1 AxisRef { name, sub_axis_info },
    MeshAxisV1 MeshAxis { name, size },
    MeshV1 Mesh { axes, device_ids },
    OutputOperandAliasV1 OutputOperandAlias {
        output_tuple_indices, operand_index, operand_tuple_indices
    },
    ReplicaGroupMeshAxesV1 ReplicaGroupMeshAxes { mesh, axes },
    ResultAccuracyV1 ResultAccuracy { atol, rtol, ulps, mode },
    SubAxisInfoV1 SubAxisInfo { pre_size, size },
    TypeExtensionsV1 TypeExtensions { bounds },
}

impl Part<'_, Self> for i64 {
    fn import(part: &Self, _: &Importer<'_, '_>) -> Result<Self, String> {
        Ok(*part)
    }
    fn export(&self, _: &mut Exporter) -> Result<Self, String> {
        Ok(*self)
    }
}

impl Part<'_, Self> for Vec<i64> {
    fn import(part: &Self, _: &Importer<'_, '_>) -> Result<Self, String> {
        Ok(part.clone())
    }
    fn export(&self, _: &mut Exporter) -> Result<Self, String> {
        Ok(self.clone())
    }
}

impl Part<'_, AttributeId> for String {
    fn import(part: &AttributeId, importer: &Importer<'_, '_>) -> Result<Self, String> {
        importer.name(*part)
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        Ok(exporter.string(self.as_bytes()))
    }
}

impl<'c> Part<'c, AttributeId> for Option<Attribute<'c>> {
    fn import(part: &AttributeId, importer: &Importer<'c, '_>) -> Result<Self, String> {
        let part = importer.attribute(*part)?;
        // Writers store a unit attribute for an absent parameter.
        if part == Attribute::unit(importer.context) {
            return Err("a parameter of a StableHLO attribute is missing".to_owned());
        }
        Ok(Some(part))
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        exporter.attribute(self.ok_or("a parameter of a StableHLO attribute is missing")?)
    }
}

impl<'c> Part<'c, Option<AttributeId>> for Option<Attribute<'c>> {
    fn import(part: &Option<AttributeId>, importer: &Importer<'c, '_>) -> Result<Self, String> {
        part.as_ref().map_or(Ok(None), |part| Part::import(part, importer))
    }
    fn export(&self, exporter: &mut Exporter) -> Result<Option<AttributeId>, String> {
        self.map(|attribute| exporter.attribute(attribute)).transpose()
    }
}

/// A parameter that is a 64-bit floating-point number.
impl<'c> Part<'c, Bits> for Option<Attribute<'c>> {
    fn import(part: &Bits, importer: &Importer<'c, '_>) -> Result<Self, String> {
        let value = f64::from_bits(part.low());
        Ok(Some(
            FloatAttribute::new(importer.context, Type::float64(importer.context), value).into(),
        ))
    }
    fn export(&self, _: &mut Exporter) -> Result<Bits, String> {
        let bytes = self.and_then(dense::bytes_of_number);
        let bytes = bytes
            .and_then(|bytes| bytes.try_into().ok())
            .ok_or("expected a tolerance of type f64")?;
        Ok(Bits::new(64, u64::from_le_bytes(bytes)))
    }
}

/// A parameter that is an array of attributes.
impl<'c> Part<'c, AttributeId> for Vec<Attribute<'c>> {
    fn import(part: &AttributeId, importer: &Importer<'c, '_>) -> Result<Self, String> {
        match importer.module.context.attribute(*part) {
            Source::Vhlo(Vhlo::ArrayV1 { value }) => importer.all(value),
            _ => Err("expected an array attribute as a parameter of an attribute".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        let value = self.iter().map(|element| exporter.attribute(*element));
        let value = value.collect::<Result<_, _>>()?;
        Ok(exporter.add(Vhlo::ArrayV1 { value }))
    }
}

/// A parameter that is a 64-bit integer, which VHLO stores as an attribute.
impl Part<'_, AttributeId> for i64 {
    fn import(part: &AttributeId, importer: &Importer<'_, '_>) -> Result<Self, String> {
        match importer.module.context.attribute(*part) {
            Source::Vhlo(Vhlo::IntegerV1 { value, .. }) => Ok(value.signed()),
            _ => Err("expected an integer attribute as a parameter of an attribute".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        let r#type = exporter.module.context.add_type(vhlo::Type::IntegerSI64V1);
        let value = Bits::new(64, self.cast_unsigned());
        Ok(exporter.add(Vhlo::IntegerV1 { r#type, value }))
    }
}

impl Part<'_, AttributeId> for bool {
    fn import(part: &AttributeId, importer: &Importer<'_, '_>) -> Result<Self, String> {
        match importer.module.context.attribute(*part) {
            Source::Vhlo(Vhlo::BooleanV1 { value }) => Ok(*value),
            _ => Err("expected a Boolean attribute as a parameter of an attribute".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        Ok(exporter.add(Vhlo::BooleanV1 { value: *self }))
    }
}

/// A parameter that is a list of integers, which VHLO stores as a tensor.
impl Part<'_, AttributeId> for Vec<i64> {
    fn import(part: &AttributeId, importer: &Importer<'_, '_>) -> Result<Self, String> {
        importer.integers(*part)
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        Ok(exporter.integers(self))
    }
}

impl<'c> Part<'c, AttributeId> for Option<Type<'c>> {
    fn import(part: &AttributeId, importer: &Importer<'c, '_>) -> Result<Self, String> {
        match importer.module.context.attribute(*part) {
            Source::Vhlo(Vhlo::TypeV1 { value }) => Ok(Some(importer.ty(*value)?)),
            _ => Err("expected a type attribute as a parameter of an attribute".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        let value = exporter.ty(self.ok_or("a parameter of a StableHLO attribute is missing")?)?;
        Ok(exporter.add(Vhlo::TypeV1 { value }))
    }
}
