// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Attributes that VHLO and StableHLO have both, with parts of the same names.

use super::export::Exporter;
use super::import::Importer;
use hloom_dialects::attributes::stablehlo;
use hloom_dialects::dense;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{Attribute as Source, AttributeId, Bits, vhlo};
use melior::ir::attribute::FloatAttribute;
use melior::ir::{Attribute, Type};

/// A part of an attribute of StableHLO, which is a `V` in VHLO.
pub trait Part<'c, V>: Sized {
    /// What it is in StableHLO.
    fn import(part: &V, importer: &Importer<'c, '_>) -> Result<Self, String>;
    /// What it is in VHLO.
    fn export(&self, exporter: &mut Exporter) -> Result<V, String>;
}

macro_rules! structs {
    ($($Vhlo:ident $Stablehlo:ident { $($part:ident),* },)*) => {
        /// StableHLO's attribute of these parts, nothing of other attributes.
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
                        let refused = concat!("a part of ", stringify!($Vhlo), " is of another kind");
                        parts.checked(importer.context).ok_or_else(|| refused.to_owned())
                    }))
                })*
                _ => None,
            }
        }

        /// VHLO's attribute of these parts, nothing of other attributes.
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
        // What stands for an absent part.
        if part == Attribute::unit(importer.context) {
            return Err("a part of an attribute is missing".to_owned());
        }
        Ok(Some(part))
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        exporter.attribute(self.ok_or("a part of an attribute is missing")?)
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

/// A double.
impl<'c> Part<'c, Bits> for Option<Attribute<'c>> {
    fn import(part: &Bits, importer: &Importer<'c, '_>) -> Result<Self, String> {
        let value = f64::from_bits(part.low());
        Ok(Some(
            FloatAttribute::new(importer.context, Type::float64(importer.context), value).into(),
        ))
    }
    fn export(&self, _: &mut Exporter) -> Result<Bits, String> {
        let bytes = self.and_then(dense::bytes_of_number);
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok()).ok_or("a tolerance is no f64")?;
        Ok(Bits::new(64, u64::from_le_bytes(bytes)))
    }
}

/// An array.
impl<'c> Part<'c, AttributeId> for Vec<Attribute<'c>> {
    fn import(part: &AttributeId, importer: &Importer<'c, '_>) -> Result<Self, String> {
        match importer.module.context.attribute(*part) {
            Source::Vhlo(Vhlo::ArrayV1 { value }) => importer.all(value),
            _ => Err("a list is none".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        let value = self.iter().map(|element| exporter.attribute(*element));
        let value = value.collect::<Result<_, _>>()?;
        Ok(exporter.add(Vhlo::ArrayV1 { value }))
    }
}

/// An integer of 64 bits.
impl Part<'_, AttributeId> for i64 {
    fn import(part: &AttributeId, importer: &Importer<'_, '_>) -> Result<Self, String> {
        match importer.module.context.attribute(*part) {
            Source::Vhlo(Vhlo::IntegerV1 { value, .. }) => Ok(value.signed()),
            _ => Err("a number is no integer".to_owned()),
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
            _ => Err("a truth value is none".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        Ok(exporter.add(Vhlo::BooleanV1 { value: *self }))
    }
}

/// A list, which is a tensor in VHLO.
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
            _ => Err("a type is none".to_owned()),
        }
    }
    fn export(&self, exporter: &mut Exporter) -> Result<AttributeId, String> {
        let value = exporter.ty(self.ok_or("a part of an attribute is missing")?)?;
        Ok(exporter.add(Vhlo::TypeV1 { value }))
    }
}
