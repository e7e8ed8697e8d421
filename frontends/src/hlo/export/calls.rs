// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Calls: of functions of the program, of composites, and of what is outside of it.

use super::function::{error, name_of};
use super::instruction::{Made, instruction};
use super::scope::Scope;
use super::shapes::{shape, shape_of_parts};
use super::{Exporter, Outcome, Refusal};
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

/// What says how to call, where JAX has it beside a `backend_config` that says nothing.
pub const DICTIONARY: &str = "mhlo.backend_config";

impl Exporter {
    /// A call of a function of the program.
    pub(super) fn function_call(
        &mut self,
        _: &mut Scope,
        operation: OperationRef<'_, '_>,
    ) -> Result<Made, Error> {
        let at = |refusal| error(operation, refusal);
        if name_of(operation) != "func.call" {
            return Err(at("HLO has no such operation".into()));
        }
        let callee = operation.attribute("callee").ok();
        let callee = callee.and_then(symbol).ok_or_else(|| at("it calls nothing".into()))?;
        Ok(self.call(operation, &callee)?.into())
    }

    /// The instruction of a call.
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

    /// The computation that a function is which an operation calls.
    fn called(&mut self, operation: OperationRef<'_, '_>, callee: &str) -> Result<i64, Error> {
        let found = function(operation, callee);
        let missing = || error(operation, Refusal(format!("there is no function `{callee}`")));
        self.function(found.ok_or_else(missing)?, false)
    }

    /// A call of the decomposition of a composite, which says of what.
    pub(super) fn composite(
        &mut self,
        view: &OpView<'_, '_>,
    ) -> Result<HloInstructionProto, Error> {
        let operation = view.operation();
        let at = |refusal| error(operation, refusal);
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

    /// A call of something outside of the program, which may call functions of it.
    pub(super) fn custom_call(
        &mut self,
        view: &OpView<'_, '_>,
    ) -> Result<HloInstructionProto, Error> {
        let operation = view.operation();
        let at = |refusal| error(operation, refusal);
        let mut made = outside(view).map_err(at)?;
        for callee in view.optional_array("called_computations").unwrap_or_default() {
            let callee = symbol(callee).ok_or_else(|| at("what it calls has no name".into()))?;
            made.called_computation_ids.push(self.called(operation, &callee)?);
        }
        Ok(made)
    }
}

/// The function of a name in the module of an operation.
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

/// The instruction of a call of something outside of the program.
fn outside(view: &OpView<'_, '_>) -> Outcome<HloInstructionProto> {
    let target = view.string("call_target_name")?;
    if target.starts_with("mhlo.") || target.starts_with("stablehlo.") {
        return Err(Refusal(format!("`{target}` is an operation, of which HLO knows nothing")));
    }
    if view.optional_array("result_tilings").is_some_and(|tilings| !tilings.is_empty()) {
        return Err("tilings of results are not written".into());
    }
    let dictionary = view.operation().attribute(DICTIONARY).ok();
    let other = view.attribute("backend_config").filter(|config| read_text(*config) != Some(""));
    if dictionary.is_some() && other.is_some() {
        return Err(format!("it has a `backend_config` beside `{DICTIONARY}`").into());
    }
    let backend_config = match dictionary.or(view.attribute("backend_config")) {
        None => String::new(),
        Some(config) => read_text(config).map_or_else(|| config.to_string(), str::to_owned),
    };
    let version = match dictionary {
        Some(_) => CustomCallApiVersion::ApiVersionTypedFfi,
        None => {
            CustomCallApiVersion::try_from(view.optional_integer("api_version").unwrap_or(1) as i32)
                .map_err(|_| "there is no such version")?
        }
    };
    let operands = layouts(view, "operand_layouts", &view.operand_types())?;
    let results = layouts(view, "result_layouts", &view.result_types())?;
    let aliases = view.optional_array("output_operand_aliases").unwrap_or_default();
    let alias = |attribute| {
        let alias = OutputOperandAlias::from_attribute(attribute).ok_or("an alias is none")?;
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
        output_operand_aliasing: aliases.into_iter().map(alias).collect::<Outcome<_>>()?,
        ..instruction(Opcode::CustomCall)
    })
}

/// The shapes of types with layouts that an attribute has, if it is there.
fn layouts(
    view: &OpView<'_, '_>,
    name: &str,
    types: &[Type<'_>],
) -> Outcome<Option<Vec<ShapeProto>>> {
    let Some(layouts) = view.attribute(name).and_then(read_array) else { return Ok(None) };
    if layouts.len() != types.len() {
        return Err("layouts of parts of a tuple are not written".into());
    }
    let shapes = types.iter().zip(layouts).map(|(ty, layout)| {
        let mut shape = shape(*ty)?;
        let order = read_integers(layout).ok_or("a layout is no list")?;
        if let Some(layout) = &mut shape.layout {
            layout.minor_to_major = order;
        }
        Ok(shape)
    });
    shapes.collect::<Outcome<_>>().map(Some)
}
