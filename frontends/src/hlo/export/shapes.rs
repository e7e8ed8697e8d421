// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of types to shapes.

use super::error::{ExportError, ExportResult};
use hloom_dialects::element::ElementType;
use hloom_dialects::shape::TensorType;
use hloom_hlo::PrimitiveType;
use hloom_hlo::proto::ShapeProto;
use melior::ir::Type;
use melior::ir::r#type::{RankedTensorType, TupleType};

/// Returns the HLO shape of an MLIR type, with a row-major layout.
///
/// # Errors
/// Fails if HLO has no corresponding type, or if the type has an unbounded dynamic size.
pub fn shape(ty: Type<'_>) -> ExportResult<ShapeProto> {
    let unsupported = || ExportError(format!("HLO has no type `{ty}`"));
    if let Some(tensor) = TensorType::from_type(ty) {
        let element = element_type(tensor.element_type()).ok_or_else(unsupported)?;
        let encoding = RankedTensorType::try_from(ty).ok().and_then(|it| it.encoding());
        if encoding.is_some() && tensor.bounds().is_empty() {
            return Err(unsupported());
        }
        let size = |index| tensor.dim(index).or_else(|| tensor.bound(index));
        let sizes: Option<Vec<i64>> = (0..tensor.rank()).map(size).collect();
        let sizes =
            sizes.ok_or_else(|| format!("expected static or bounded sizes, found `{ty}`"))?;
        let mut shape = ShapeProto::array(element, sizes);
        shape.is_dynamic_dimension =
            (0..tensor.rank()).map(|index| tensor.dim(index).is_none()).collect();
        return Ok(shape);
    }
    if let Ok(tuple) = TupleType::try_from(ty) {
        let elements = (0..tuple.type_count()).filter_map(|index| tuple.r#type(index).ok());
        return Ok(ShapeProto::tuple(elements.map(shape).collect::<ExportResult<_>>()?));
    }
    match ty.to_string().as_str() {
        "!stablehlo.token" => {
            let element_type = PrimitiveType::Token.into();
            Ok(ShapeProto { element_type, ..ShapeProto::default() })
        }
        _ => Err(unsupported()),
    }
}

/// Returns the HLO shape of a single MLIR type, or the tuple shape of any other number of types.
///
/// # Errors
/// Fails if HLO has no equivalent of one of the types.
pub fn shape_of_all<'c>(types: impl IntoIterator<Item = Type<'c>>) -> ExportResult<ShapeProto> {
    Ok(shape_of_parts(types.into_iter().map(shape).collect::<ExportResult<_>>()?))
}

/// Returns a single shape unchanged, and the tuple shape of any other number of shapes.
pub fn shape_of_parts(mut parts: Vec<ShapeProto>) -> ShapeProto {
    if parts.len() == 1 { parts.remove(0) } else { ShapeProto::tuple(parts) }
}

/// Returns HLO's equivalent of an element type, or `None` if there is none.
pub fn element_type(element: ElementType) -> Option<PrimitiveType> {
    element.value_type().map(PrimitiveType::from)
}
