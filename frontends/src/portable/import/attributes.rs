// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of VHLO attributes to StableHLO and builtin attributes.

use super::importer::Importer;
use super::sharding;
use crate::ffi;
use crate::portable::enums;
use crate::portable::structs::{self, Part};
use hloom_dialects::attributes::stablehlo::{ReplicaGroupMeshAxes, TypeExtensions};
use hloom_dialects::dense;
use hloom_portable::vhlo::Attribute as Vhlo;
use hloom_portable::{
    Attribute as Source, AttributeId, Bits, ResourceId, ResourceValue, TypeId, builtin, layout,
    stablehlo,
};
use melior::ir::attribute::{
    ArrayAttribute, BoolAttribute, DenseI64ArrayAttribute, DictionaryAttribute,
    FlatSymbolRefAttribute, IntegerAttribute, TypeAttribute,
};
use melior::ir::r#type::IntegerType;
use melior::ir::{Attribute, Identifier, Location};

impl<'c> Importer<'c, '_> {
    /// Converts an attribute to MLIR, without caching the result.
    ///
    /// # Errors
    /// Fails if MLIR has no equivalent attribute.
    pub(super) fn convert_attribute(&self, attribute: &Source) -> Result<Attribute<'c>, String> {
        match attribute {
            Source::Builtin(attribute) => self.builtin(attribute),
            Source::Vhlo(attribute) => self.vhlo(attribute),
            Source::Stablehlo(stablehlo::Attribute::TypeExtensions { bounds }) => {
                Ok(TypeExtensions { bounds: bounds.clone() }.to_attribute(self.context))
            }
            Source::Sdy(_) => {
                self.parse(&format!("#sdy<{}>", sharding::text(&self.module.context, attribute)?))
            }
            Source::Text { dialect, text } => {
                let text = String::from_utf8_lossy(text.bytes());
                if *dialect == *"builtin" && text.starts_with("loc(") {
                    return Ok(Location::unknown(self.context).to_attribute());
                }
                self.parse(&text)
            }
        }
    }

    /// Converts a dictionary of named attributes.
    fn dictionary(&self, entries: &[(AttributeId, AttributeId)]) -> Result<Attribute<'c>, String> {
        let entry = |(name, value): &(AttributeId, AttributeId)| {
            Ok((Identifier::new(self.context, &self.name(*name)?), self.attribute(*value)?))
        };
        let entries = entries.iter().map(entry).collect::<Result<Vec<_>, String>>()?;
        Ok(DictionaryAttribute::new(self.context, &entries).into())
    }

    fn parse(&self, text: &str) -> Result<Attribute<'c>, String> {
        let parsed = self.quietly(|| Attribute::parse(self.context, text));
        parsed.ok_or_else(|| format!("cannot parse `{text}` as an MLIR attribute"))
    }

    fn vhlo(&self, attribute: &Vhlo) -> Result<Attribute<'c>, String> {
        if let Some(case) = enums::to_stablehlo(self.context, attribute) {
            return Ok(case);
        }
        if let Vhlo::ReplicaGroupMeshAxesV1 { mesh, axes } = attribute
            && let Ok(mesh) = self.symbol(*mesh)
        {
            // In this form, the mesh is a string with the name of a mesh.
            let (mesh, axes) = (Some(mesh), Part::import(axes, self)?);
            let made = ReplicaGroupMeshAxes { mesh, axes }.checked(self.context);
            return made.ok_or_else(|| {
                "the portable artifact has an attribute `ReplicaGroupMeshAxesV1` with a parameter of the \
                 wrong kind"
                    .to_owned()
            });
        }
        if let Some(made) = structs::to_stablehlo(self, attribute) {
            return made;
        }
        Ok(match attribute {
            Vhlo::ArrayV1 { value } => ArrayAttribute::new(self.context, &self.all(value)?).into(),
            Vhlo::BooleanV1 { value } => BoolAttribute::new(self.context, *value).into(),
            Vhlo::CustomCallApiVersionV1 { value } => {
                let i32_type = IntegerType::new(self.context, 32).into();
                IntegerAttribute::new(i32_type, *value as i64).into()
            }
            Vhlo::DictionaryV1 { value } => self.dictionary(value)?,
            Vhlo::FloatV1 { r#type, value } => self.float(*r#type, value)?,
            Vhlo::IntegerV1 { r#type, value } => self.integer(*r#type, value)?,
            Vhlo::StringV1 { value } => ffi::string(self.context, value.bytes()),
            Vhlo::TensorV1 { r#type, data } => self.tensor(*r#type, data)?,
            Vhlo::TypeV1 { value } => TypeAttribute::new(self.ty(*value)?).into(),
            _ => return Err(format!("the VHLO attribute `{}` is not supported", attribute.kind())),
        })
    }

    /// Returns a symbol reference whose name is the text of a string attribute.
    fn symbol(&self, id: AttributeId) -> Result<Attribute<'c>, String> {
        Ok(FlatSymbolRefAttribute::new(self.context, &self.name(id)?).into())
    }

    fn float(&self, ty: TypeId, value: &Bits) -> Result<Attribute<'c>, String> {
        let digits = (value.width.div_ceil(8) * 2) as usize;
        let ty = self.ty(ty)?;
        match value.width {
            ..=64 => self.parse(&format!("0x{:0digits$X} : {ty}", value.low())),
            _ => Err(format!("constants of type `{ty}` are not supported")),
        }
    }

    fn integer(&self, ty: TypeId, value: &Bits) -> Result<Attribute<'c>, String> {
        let ty = self.ty(ty)?;
        if value.width > 64 {
            return Err(format!("constants of type `{ty}` are not supported"));
        }
        Ok(IntegerAttribute::new(ty, value.signed()).into())
    }

    fn tensor(&self, ty: TypeId, data: &[u8]) -> Result<Attribute<'c>, String> {
        let layout = layout(&self.module.context, ty);
        let expected = "expected a static tensor of numbers or booleans as the type of a constant";
        let layout = layout.ok_or(expected)?;
        let ty = self.ty(ty)?;
        let refused = || format!("the data of a constant does not match its type `{ty}`");
        if layout.size > 0 {
            return dense::attribute(ty, data).ok_or_else(refused);
        }
        let bits = layout.unpack(data).ok_or_else(refused)?;
        dense::booleans_or_splat(ty, &bits).ok_or_else(refused)
    }

    /// Returns the integers of a list, which VHLO stores as a tensor.
    ///
    /// # Errors
    /// Fails if the attribute is not a tensor of 64-bit integers, or is a splat of more than
    /// 65536 elements.
    pub fn integers(&self, id: AttributeId) -> Result<Vec<i64>, String> {
        let wrong =
            || "expected a list of integers, stored as a tensor of 64-bit integers".to_owned();
        let Source::Vhlo(Vhlo::TensorV1 { r#type, data }) = self.module.context.attribute(id)
        else {
            return Err(wrong());
        };
        let layout = layout(&self.module.context, *r#type).ok_or_else(wrong)?;
        if layout.size != 8 {
            return Err(wrong());
        }
        let number = |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let numbers: Vec<i64> = data.chunks_exact(8).map(number).collect();
        match (&numbers[..], layout.count) {
            ([all], count) if count <= 1 << 16 => Ok(vec![*all; count]),
            (numbers, count) if numbers.len() == count => Ok(numbers.to_vec()),
            _ => Err(wrong()),
        }
    }

    /// Returns the Booleans of a list, which VHLO stores as a tensor.
    fn bools(&self, id: AttributeId) -> Result<Vec<bool>, String> {
        let wrong = || "expected a tensor of i1 as a list of Booleans".to_owned();
        let Source::Vhlo(Vhlo::TensorV1 { r#type, data }) = self.module.context.attribute(id)
        else {
            return Err(wrong());
        };
        let layout = layout(&self.module.context, *r#type).ok_or_else(wrong)?;
        if layout.size != 0 || layout.count > 1 << 16 {
            return Err(wrong());
        }
        let bits = layout.unpack(data).ok_or_else(wrong)?;
        Ok(if let [all] = bits[..] { vec![all; layout.count] } else { bits })
    }

    /// Returns the StableHLO form of a VHLO attribute, with the storage type that the operation
    /// uses.
    ///
    /// Returns `None` if an absent attribute represents the value, such as the value `false` of a
    /// `UnitAttr`.
    ///
    /// # Errors
    /// Fails if MLIR has no equivalent of the attribute.
    pub fn stored(&self, id: AttributeId, storage: &str) -> Result<Option<Attribute<'c>>, String> {
        let source = self.module.context.attribute(id);
        Ok(Some(match (storage, source) {
            ("DenseI64ArrayAttr", _) => {
                DenseI64ArrayAttribute::new(self.context, &self.integers(id)?).into()
            }
            ("DenseBoolArrayAttr", _) => ffi::bool_array(self.context, &self.bools(id)?),
            ("UnitAttr", Source::Vhlo(Vhlo::BooleanV1 { value: false })) => return Ok(None),
            ("UnitAttr", Source::Vhlo(Vhlo::BooleanV1 { value: true })) => {
                Attribute::unit(self.context)
            }
            ("FlatSymbolRefAttr", Source::Vhlo(_)) => self.symbol(id)?,
            ("SymbolRefArrayAttr", Source::Vhlo(Vhlo::ArrayV1 { value })) => {
                let symbols = value.iter().map(|id| self.symbol(*id));
                let symbols = symbols.collect::<Result<Vec<_>, _>>()?;
                ArrayAttribute::new(self.context, &symbols).into()
            }
            _ => self.attribute(id)?,
        }))
    }

    fn builtin(&self, attribute: &builtin::Attribute) -> Result<Attribute<'c>, String> {
        use builtin::Attribute as A;
        let context = self.context;
        let place = |location: Location<'c>| location.to_attribute();
        let text = |id: &AttributeId| self.name(*id).unwrap_or_default();
        let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        Ok(match attribute {
            A::Array { value } => ArrayAttribute::new(context, &self.all(value)?).into(),
            A::Dictionary { value } => self.dictionary(value)?,
            A::String { value, .. } => ffi::string(context, value.bytes()),
            A::SymbolRef { root, nested: None } => {
                FlatSymbolRefAttribute::new(context, &self.name(*root)?).into()
            }
            A::Type { value } => TypeAttribute::new(self.ty(*value)?).into(),
            A::Unit => Attribute::unit(context),
            A::Integer { r#type, value } => self.integer(*r#type, value)?,
            A::Float { r#type, value } => self.float(*r#type, value)?,
            A::DenseElements { r#type, data } => self.tensor(*r#type, data)?,
            A::DenseResourceElements { r#type, resource } => {
                let data = self.resource(*resource).ok_or("a dense resource is missing")?;
                self.tensor(*r#type, data)?
            }
            A::DenseArray { element_type, size, data } => {
                self.dense_array(*element_type, *size, data)?
            }
            A::CallSiteLoc { callee, caller } => {
                place(Location::call_site(self.location(*callee), self.location(*caller)))
            }
            A::FileLineColLoc { file, line, column } => {
                place(Location::new(context, &text(file), number(*line), number(*column)))
            }
            A::FileLineColRange { file, numbers } => {
                let at = |index: usize| numbers.get(index).map(|value| number(*value));
                let (line, column) = (at(0).unwrap_or(0), at(1).unwrap_or(0));
                let (end_line, end_column) = (at(3).unwrap_or(line), at(2).unwrap_or(column));
                let file = text(file);
                let range = Location::file_line_col_range;
                place(range(context, &file, line, column, end_line, end_column))
            }
            A::FusedLoc { locations, metadata } => {
                let all: Vec<_> = locations.iter().map(|id| self.location(*id)).collect();
                let metadata = metadata.and_then(|id| self.attribute(id).ok());
                place(if all.is_empty() {
                    Location::unknown(context)
                } else {
                    ffi::fused_location(context, &all, metadata)
                })
            }
            A::NameLoc { name, child } => {
                place(Location::name(context, &text(name), self.location(*child)))
            }
            A::UnknownLoc => place(Location::unknown(context)),
            A::SymbolRef { .. }
            | A::DenseStringElements { .. }
            | A::SparseElements { .. }
            | A::Distinct { .. } => {
                return Err(format!(
                    "the builtin attribute `{}` is not supported",
                    attribute.kind()
                ));
            }
        })
    }

    fn resource(&self, id: ResourceId) -> Option<&[u8]> {
        let groups = self.module.resources.iter().filter(|group| group.of_dialect);
        let resource = groups.flat_map(|group| &group.resources).nth(id.0)?;
        match &resource.value {
            ResourceValue::Blob { data, .. } => Some(data),
            _ => None,
        }
    }

    fn dense_array(
        &self,
        element: TypeId,
        size: u64,
        data: &[u8],
    ) -> Result<Attribute<'c>, String> {
        let element = self.ty(element)?;
        let wrong = || {
            format!("expected a dense array of i1, i32 or i64 of matching size, found `{element}`")
        };
        match element.to_string().as_str() {
            "i64" if u64::try_from(data.len()) == Ok(size.saturating_mul(8)) => {
                let number =
                    |bytes: &[u8]| i64::from_le_bytes(bytes.try_into().unwrap_or_default());
                let numbers: Vec<_> = data.chunks_exact(8).map(number).collect();
                Ok(DenseI64ArrayAttribute::new(self.context, &numbers).into())
            }
            "i1" if u64::try_from(data.len()) == Ok(size) => {
                let values: Vec<_> = data.iter().map(|byte| *byte != 0).collect();
                Ok(ffi::bool_array(self.context, &values))
            }
            "i32" if u64::try_from(data.len()) == Ok(size.saturating_mul(4)) => {
                let number =
                    |bytes: &[u8]| i32::from_le_bytes(bytes.try_into().unwrap_or_default());
                let numbers: Vec<_> = data.chunks_exact(4).map(number).collect();
                let array =
                    melior::ir::attribute::DenseI32ArrayAttribute::new(self.context, &numbers);
                Ok(array.into())
            }
            _ => Err(wrong()),
        }
    }
}
