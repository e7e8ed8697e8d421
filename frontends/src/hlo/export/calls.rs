// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Export of calls of functions, composites and custom calls to HLO.

use super::error::{ExportError, ExportResult, name_of};
use super::exporter::Exporter;
use super::instruction::{Converted, instruction};
use super::scope::Scope;
use super::shapes::{shape, shape_of_parts};
use crate::Error;
use hloom_dialects::attributes::stablehlo::OutputOperandAlias;
use hloom_dialects::op_view::{OpView, read_array, read_integers, read_text};
use hloom_hlo::Opcode;
use hloom_hlo::proto::{
    CustomCallApiVersion, FrontendAttributes, HloInstructionProto, OutputOperandAliasing,
    ShapeProto,
};
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{Attribute, BlockLike, Type};

/// Name of the attribute in which JAX stores the configuration of a typed FFI call. The attribute
/// `backend_config` of such a call is empty.
pub const DICTIONARY: &str = "mhlo.backend_config";

impl Exporter {
    /// Converts a call of a function of the program.
    ///
    /// # Errors
    /// Fails if the operation is not a call, or if HLO cannot represent the called function.
    pub(super) fn function_call(
        &mut self,
        _: &mut Scope,
        operation: OperationRef<'_, '_>,
    ) -> Result<Converted, Error> {
        let at = |error: ExportError| error.at(operation);
        if name_of(operation) != "func.call" {
            return Err(at("HLO has no equivalent operation".into()));
        }
        let callee = operation.attribute("callee").ok();
        let callee = callee.and_then(symbol).ok_or_else(|| at("expected a callee".into()))?;
        Ok(self.call(operation, &callee)?.into())
    }

    /// Returns an instruction that calls the function `callee`.
    fn call(
        &mut self,
        operation: OperationRef<'_, '_>,
        callee: &str,
    ) -> Result<HloInstructionProto, Error> {
        Ok(HloInstructionProto {
            called_computation_ids: vec![self.called(operation, callee)?],
            ..instruction(Opcode::Call)
        })
    }

    /// Returns the ID of the computation of the function that an operation calls.
    fn called(&mut self, operation: OperationRef<'_, '_>, callee: &str) -> Result<i64, Error> {
        let found = function(operation, callee);
        let missing = || ExportError(format!("unknown function `{callee}`")).at(operation);
        self.function(found.ok_or_else(missing)?)
    }

    /// Converts a composite to a call of its decomposition. Frontend attributes of the call contain
    /// the name, the attributes and the version of the composite.
    pub(super) fn composite(
        &mut self,
        view: &OpView<'_, '_>,
    ) -> Result<HloInstructionProto, Error> {
        let operation = view.operation();
        let at = |error: ExportError| error.at(operation);
        if view.region_count() > 0 {
            return Err(at("HLO has no composites with regions".into()));
        }
        let callee = view.optional_symbol("decomposition");
        let mut made = self.call(operation, callee.unwrap_or_default())?;
        let attributes = view.attribute("composite_attributes");
        let attributes = attributes.map_or_else(|| "{}".to_owned(), |it| it.to_string());
        let name = view.optional_string("name").unwrap_or_default().to_owned();
        let version = view.optional_integer("version").unwrap_or(0).to_string();
        let map = [
            ("composite.attributes", attributes),
            ("composite.name", name),
            ("composite.version", version),
        ];
        let map = map.map(|(name, text)| (name.to_owned(), text)).into_iter().collect();
        made.frontend_attributes = Some(FrontendAttributes { map }.into());
        made.is_composite = true;
        Ok(made)
    }

    /// Converts a custom call, which may call functions of the program.
    pub(super) fn custom_call(
        &mut self,
        view: &OpView<'_, '_>,
    ) -> Result<HloInstructionProto, Error> {
        let operation = view.operation();
        let at = |error: ExportError| error.at(operation);
        let mut made = outside(view).map_err(at)?;
        for callee in view.optional_array("called_computations").unwrap_or_default() {
            let callee = symbol(callee)
                .ok_or_else(|| at("expected symbols in `called_computations`".into()))?;
            made.called_computation_ids.push(self.called(operation, &callee)?);
        }
        Ok(made)
    }
}

/// Returns the function with a given name in the outermost module that contains an operation, or
/// `None` if there is none.
fn function<'c, 'a>(from: OperationRef<'c, 'a>, name: &str) -> Option<OperationRef<'c, 'a>> {
    let mut module = from;
    while let Some(parent) = module.parent_operation() {
        module = parent;
    }
    let body = melior::ir::RegionLike::first_block(&module.region(0).ok()?)?;
    let mut all = std::iter::successors(body.first_operation(), |it| it.next_in_block());
    all.find(|it| {
        let own = it.attribute("sym_name").ok();
        own.and_then(read_text) == Some(name)
    })
}

fn symbol(attribute: Attribute<'_>) -> Option<String> {
    let symbol = melior::ir::attribute::FlatSymbolRefAttribute::try_from(attribute).ok()?;
    Some(symbol.value().to_owned())
}

/// Returns the instruction of a custom call, without the IDs of the computations that it calls.
fn outside(view: &OpView<'_, '_>) -> ExportResult<HloInstructionProto> {
    let target = view.string("call_target_name")?;
    if target.starts_with("mhlo.") || target.starts_with("stablehlo.") {
        return Err(ExportError(format!("HLO cannot represent a custom call of `{target}`")));
    }
    if view.optional_array("result_tilings").is_some_and(|tilings| !tilings.is_empty()) {
        return Err("`result_tilings` is not supported in HLO".into());
    }
    let dictionary = view.operation().attribute(DICTIONARY).ok();
    let other = view.attribute("backend_config").filter(|config| read_text(*config) != Some(""));
    if dictionary.is_some() && other.is_some() {
        return Err(
            format!("expected either `backend_config` or `{DICTIONARY}`, found both").into()
        );
    }
    let backend_config = match dictionary.or(view.attribute("backend_config")) {
        None => String::new(),
        Some(config) => read_text(config).map_or_else(|| config.to_string(), str::to_owned),
    };
    let version = match dictionary {
        Some(_) => CustomCallApiVersion::ApiVersionTypedFfi,
        None => {
            CustomCallApiVersion::try_from(view.optional_integer("api_version").unwrap_or(1) as i32)
                .map_err(|_| "unknown `api_version`")?
        }
    };
    let operands = layouts(view, "operand_layouts", &view.operand_types())?;
    let results = layouts(view, "result_layouts", &view.result_types())?;
    let aliases = view.optional_array("output_operand_aliases").unwrap_or_default();
    let alias = |attribute| {
        let alias = OutputOperandAlias::from_attribute(attribute)
            .ok_or("expected an output operand alias")?;
        Ok(OutputOperandAliasing {
            output_shape_index: alias.output_tuple_indices,
            operand_index: alias.operand_index,
            operand_shape_index: alias.operand_tuple_indices,
        })
    };
    Ok(HloInstructionProto {
        custom_call_target: target.to_owned(),
        backend_config: backend_config.into_bytes(),
        custom_call_has_side_effect: view.optional_boolean("has_side_effect").unwrap_or(false),
        custom_call_api_version: version.into(),
        constrain_layout: operands.is_some() || results.is_some(),
        operand_shapes_with_layout: operands.unwrap_or_default(),
        shape: results.map(shape_of_parts),
        output_operand_aliasing: aliases.into_iter().map(alias).collect::<ExportResult<_>>()?,
        ..instruction(Opcode::CustomCall)
    })
}

/// Returns the shapes of types with the layouts of an attribute, or `None` if the attribute is
/// absent.
fn layouts(
    view: &OpView<'_, '_>,
    name: &str,
    types: &[Type<'_>],
) -> ExportResult<Option<Vec<ShapeProto>>> {
    let Some(layouts) = view.attribute(name).and_then(read_array) else { return Ok(None) };
    if layouts.len() != types.len() {
        return Err("expected one layout per value; tuple elements cannot have layouts".into());
    }
    let shapes = types.iter().zip(layouts).map(|(ty, layout)| {
        let mut shape = shape(*ty)?;
        let order = read_integers(layout).ok_or("expected a list of integers as a layout")?;
        if let Some(layout) = &mut shape.layout {
            layout.minor_to_major = order;
        }
        Ok(shape)
    });
    shapes.collect::<ExportResult<_>>().map(Some)
}
