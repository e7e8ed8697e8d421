// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of modules to HLO modules, and of functions to computations.

use super::attributes::{DiscardableAttributes, entries, frontend_attributes};
use super::error::{ExportError, ExportResult, name_of};
use super::exporter::Exporter;
use super::region::arguments;
use crate::Error;
use hloom_dialects::op_view::{read_array, read_integer, read_text};
use hloom_hlo::HloModule;
use hloom_hlo::proto::hlo_buffer_donor_proto::BufferDonorEntryProto;
use hloom_hlo::proto::hlo_input_output_alias_proto::AliasEntryProto;
use hloom_hlo::proto::{HloModuleConfigProto, HloModuleProto, Kind};
use melior::ir::attribute::BoolAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, Module, RegionLike};

/// Converts a program to HLO.
///
/// # Errors
/// Fails if HLO cannot represent the program; see [`export`](super::export).
pub fn module(module: &Module<'_>) -> Result<HloModule, Error> {
    let first = module.body().first_operation();
    let all: Vec<_> = std::iter::successors(first, |it| it.next_in_block()).collect();
    let is_function = |operation: &&OperationRef<'_, '_>| name_of(**operation) == "func.func";
    if let Some(other) = all.iter().find(|operation| !is_function(operation)) {
        return Err(ExportError("HLO has no equivalent operation".to_owned()).at(*other));
    }
    let has_body =
        |it: &&OperationRef<'_, '_>| it.region(0).is_ok_and(|it| it.first_block().is_some());
    let functions: Vec<_> = all.iter().filter(has_body).collect();
    let public: Vec<_> = functions
        .iter()
        .filter(|it| text(***it, "sym_visibility").is_none_or(|it| it == "public"))
        .collect();
    let main = functions.iter().find(|it| text(***it, "sym_name").as_deref() == Some("main"));
    let entry = match (main, &public[..]) {
        (Some(main), _) => **main,
        (None, [only]) => ***only,
        _ => {
            let message = format!(
                "expected a function `main` or exactly one public function, found {} public functions",
                public.len()
            );
            return Err(ExportError(message).at(module.as_operation()));
        }
    };
    let mut exporter = Exporter::default();
    let entry_computation_id = exporter.function(entry)?;
    let mut proto = HloModuleProto { entry_computation_id, ..HloModuleProto::default() };
    let mut config = HloModuleConfigProto {
        replica_count: 1,
        num_partitions: 1,
        ..HloModuleConfigProto::default()
    };
    let root = module.as_operation();
    proto.name = text(root, "sym_name").unwrap_or_else(|| "main".to_owned());
    set_attributes(root, &mut proto, &mut config).map_err(|error| error.at(root))?;
    set_aliases(entry, &mut proto).map_err(|error| error.at(entry))?;
    proto.computations = exporter.computations;
    if let Some(entry) = proto.computations.iter().find(|it| it.id == entry_computation_id) {
        proto.entry_computation_name = entry.name.clone();
        proto.host_program_shape = entry.program_shape.clone();
        config.entry_computation_layout = proto.host_program_shape.clone();
    }
    // As in XLA, which numbers modules and computations with the same counter.
    proto.id = entry_computation_id;
    HloModule::with_config(proto, config).map_err(|wrong| ExportError(wrong.to_string()).at(root))
}

impl Exporter {
    /// Converts a function and returns the ID of its computation. Converts each function only once.
    pub fn function(&mut self, function: OperationRef<'_, '_>) -> Result<i64, Error> {
        let at = |error: ExportError| error.at(function);
        let name = text(function, "sym_name").unwrap_or_default();
        match self.functions.get(&name) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err(at("HLO has no recursive calls".into())),
            None => {}
        }
        self.functions.insert(name.clone(), None);
        check_attributes(function).map_err(at)?;
        let body = function.region(0).ok().and_then(|region| region.first_block());
        let body = body.ok_or_else(|| at("expected a function with a body".into()))?;
        let mut scope = self.begin(&name);
        let all = discardable_attributes(function, "arg_attrs").map_err(at)?;
        for (number, argument) in arguments(body).into_iter().enumerate() {
            let shape =
                super::shapes::shape(melior::ir::ValueLike::r#type(&argument)).map_err(at)?;
            let attributes = all.get(number);
            scope.sharding = attributes.and_then(|it| it.sharding.clone());
            scope.metadata = super::metadata::metadata(melior::ir::ValueLike::location(&argument));
            let id = self.parameter(&mut scope, number, shape);
            if let Some(own) = attributes.and_then(|it| it.frontend_attributes.clone()) {
                scope.set_frontend_attributes(id, own);
            }
            scope.define(argument, id);
        }
        scope.sharding = None;
        scope.metadata = None;
        let results = self.body(&mut scope, body)?;
        let results = self.annotated_results(&mut scope, results, function).map_err(at)?;
        let root = self.pack(&mut scope, &results);
        let id = self.end(scope, root);
        self.functions.insert(name, Some(id));
        Ok(id)
    }

    /// Returns the results of a function, with their shardings and frontend attributes.
    ///
    /// Only instructions can have these attributes in HLO, so each result with attributes is copied
    /// by an instruction that has the attributes.
    fn annotated_results(
        &mut self,
        scope: &mut super::scope::Scope,
        results: Vec<i64>,
        function: OperationRef<'_, '_>,
    ) -> ExportResult<Vec<i64>> {
        let all = discardable_attributes(function, "res_attrs")?;
        let copied = results.into_iter().enumerate().map(|(index, result)| {
            let Some(attributes) = all.get(index).filter(|it| !it.is_empty()) else {
                return result;
            };
            scope.sharding = attributes.sharding.clone();
            let shape = scope.shape(result);
            let copy = self.apply(scope, hloom_hlo::Opcode::Copy, &[result], shape);
            if let Some(own) = attributes.frontend_attributes.clone() {
                scope.set_frontend_attributes(copy, own);
            }
            copy
        });
        let copied = copied.collect();
        scope.sharding = None;
        Ok(copied)
    }
}

/// Checks the attributes of a function itself, without the attributes of its arguments and results.
/// An HLO computation has no attributes.
///
/// # Errors
/// Fails if a discardable attribute affects the computation.
fn check_attributes(function: OperationRef<'_, '_>) -> ExportResult<()> {
    const INHERENT: [&str; 6] =
        ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs", "no_inline"];
    let mut others = DiscardableAttributes::default();
    for (name, attribute) in function.attributes() {
        let name = name.as_string_ref().as_str().unwrap_or_default();
        if !INHERENT.contains(&name) {
            others.take(name, attribute)?;
        }
    }
    others.expect_none()
}

/// Returns the discardable attributes of the arguments or results of a function.
fn discardable_attributes(
    function: OperationRef<'_, '_>,
    name: &str,
) -> ExportResult<Vec<DiscardableAttributes>> {
    let all = function.attribute(name).ok().and_then(read_array).unwrap_or_default();
    let lists = all.into_iter().map(|one| {
        let mut attributes = DiscardableAttributes::default();
        for (name, attribute) in entries(one) {
            attributes.take(&name, attribute)?;
        }
        Ok(attributes)
    });
    lists.collect()
}

fn set_attributes<'c: 'a, 'a>(
    module: impl OperationLike<'c, 'a>,
    proto: &mut HloModuleProto,
    config: &mut HloModuleConfigProto,
) -> ExportResult<()> {
    for (name, attribute) in module.attributes() {
        let name = name.as_string_ref().as_str().unwrap_or_default();
        let number = || {
            let message = || format!("expected an integer as module attribute `{name}`");
            read_integer(attribute).ok_or_else(|| ExportError(message()))
        };
        match name {
            "sym_name" | "sym_visibility" => {}
            "mhlo.num_replicas" => config.replica_count = number()?,
            "mhlo.num_partitions" => config.num_partitions = number()?,
            "mhlo.frontend_attributes" => {
                proto.frontend_attributes = Some(frontend_attributes(attribute)?);
            }
            _ if name.starts_with("jax.") => {}
            _ => {
                let message = format!("HLO cannot represent the module attribute `{name}`");
                return Err(ExportError(message));
            }
        }
    }
    Ok(())
}

/// Sets the aliases and buffer donors according to the argument attributes of the entry.
fn set_aliases(function: OperationRef<'_, '_>, proto: &mut HloModuleProto) -> ExportResult<()> {
    let all = function.attribute("arg_attrs").ok().and_then(read_array).unwrap_or_default();
    let results = melior::ir::attribute::TypeAttribute::try_from(
        function.attribute("function_type").map_err(|_| "`function_type` is missing")?,
    );
    let results =
        results.ok().and_then(|it| melior::ir::r#type::FunctionType::try_from(it.value()).ok());
    let is_tuple = results.is_none_or(|it| it.result_count() != 1);
    for (number, attributes) in all.into_iter().enumerate() {
        let parameter_number = number as i64;
        for (name, attribute) in entries(attributes) {
            match name.as_str() {
                "tf.aliasing_output" => {
                    let result = read_integer(attribute)
                        .ok_or("expected an integer as `tf.aliasing_output`")?;
                    let entry = AliasEntryProto {
                        output_shape_index: if is_tuple { vec![result] } else { Vec::new() },
                        parameter_number,
                        kind: Kind::MayAlias.into(),
                        ..AliasEntryProto::default()
                    };
                    proto.input_output_alias.get_or_insert_default().entries.push(entry);
                }
                "jax.buffer_donor"
                    if BoolAttribute::try_from(attribute).is_ok_and(|it| it.value()) =>
                {
                    let entry = BufferDonorEntryProto {
                        parameter_number,
                        ..BufferDonorEntryProto::default()
                    };
                    proto.buffer_donor.get_or_insert_default().entries.push(entry);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn text<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>, name: &str) -> Option<String> {
    let text = operation.attribute(name).ok().and_then(read_text)?;
    (!text.is_empty()).then(|| text.to_owned())
}
