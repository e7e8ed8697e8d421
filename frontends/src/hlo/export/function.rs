// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Modules, and functions as computations.

use super::attributes::{Attached, entries, frontend_attributes};
use super::region::arguments;
use super::{Exporter, Outcome, Refusal};
use crate::Error;
use hloom_dialects::diagnostic::render_location;
use hloom_dialects::op_view::{read_array, read_integer, read_text};
use hloom_hlo::HloModule;
use hloom_hlo::proto::hlo_buffer_donor_proto::BufferDonorEntryProto;
use hloom_hlo::proto::hlo_input_output_alias_proto::AliasEntryProto;
use hloom_hlo::proto::{HloModuleConfigProto, HloModuleProto, Kind};
use melior::ir::attribute::BoolAttribute;
use melior::ir::operation::{OperationLike, OperationRef};
use melior::ir::{BlockLike, Module, RegionLike};

/// A program as HLO.
pub fn module(module: &Module<'_>) -> Result<HloModule, Error> {
    let first = module.body().first_operation();
    let all: Vec<_> = std::iter::successors(first, |it| it.next_in_block()).collect();
    let is_function = |operation: &&OperationRef<'_, '_>| name_of(**operation) == "func.func";
    if let Some(other) = all.iter().find(|operation| !is_function(operation)) {
        return Err(error(*other, Refusal("HLO has no such operation".to_owned())));
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
            let message = "there is no function `main`, nor one public function alone".to_owned();
            return Err(error(module.as_operation(), Refusal(message)));
        }
    };
    let mut exporter = Exporter::default();
    let entry_computation_id = exporter.function(entry, true)?;
    let mut proto = HloModuleProto { entry_computation_id, ..HloModuleProto::default() };
    let mut config = HloModuleConfigProto {
        replica_count: 1,
        num_partitions: 1,
        ..HloModuleConfigProto::default()
    };
    let root = module.as_operation();
    proto.name = text(root, "sym_name").unwrap_or_else(|| "main".to_owned());
    set_attributes(root, &mut proto, &mut config).map_err(|refusal| error(root, refusal))?;
    set_aliases(entry, &mut proto).map_err(|refusal| error(entry, refusal))?;
    proto.computations = exporter.computations;
    if let Some(entry) = proto.computations.iter().find(|it| it.id == entry_computation_id) {
        proto.entry_computation_name = entry.name.clone();
        proto.host_program_shape = entry.program_shape.clone();
        config.entry_computation_layout = proto.host_program_shape.clone();
    }
    // As in XLA, which counts on from its computations.
    proto.id = entry_computation_id;
    HloModule::with_config(proto, config).map_err(|wrong| error(root, Refusal(wrong.to_string())))
}

impl Exporter {
    /// The computation of a function.
    pub fn function(
        &mut self,
        function: OperationRef<'_, '_>,
        is_entry: bool,
    ) -> Result<i64, Error> {
        let at = |refusal| error(function, refusal);
        let name = text(function, "sym_name").unwrap_or_default();
        match self.functions.get(&name) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err(at("it calls itself".into())),
            None => {}
        }
        self.functions.insert(name.clone(), None);
        let body = function.region(0).ok().and_then(|region| region.first_block());
        let body = body.ok_or_else(|| at("it has no body".into()))?;
        let mut scope = self.begin(&name);
        let attached = attached(function, "arg_attrs").map_err(at)?;
        for (number, argument) in arguments(body).into_iter().enumerate() {
            let shape =
                super::shapes::shape(melior::ir::ValueLike::r#type(&argument)).map_err(at)?;
            let attached = attached.get(number);
            scope.sharding = attached.and_then(|attached| attached.sharding.clone());
            scope.metadata = super::metadata::metadata(melior::ir::ValueLike::location(&argument));
            let id = self.parameter(&mut scope, number, shape);
            if let Some(attributes) = attached.and_then(|it| it.frontend_attributes.clone()) {
                scope.set_frontend_attributes(id, attributes);
            }
            scope.define(argument, id);
        }
        scope.sharding = None;
        scope.metadata = None;
        let results = self.body(&mut scope, body)?;
        let results = self.sharded_results(&mut scope, results, function, is_entry).map_err(at)?;
        let root = self.pack(&mut scope, &results);
        let id = self.end(scope, root);
        self.functions.insert(name, Some(id));
        Ok(id)
    }

    /// The results of a function. HLO has no shardings of results, but of what makes them.
    fn sharded_results(
        &mut self,
        scope: &mut super::scope::Scope,
        results: Vec<i64>,
        function: OperationRef<'_, '_>,
        is_entry: bool,
    ) -> Outcome<Vec<i64>> {
        let attached = attached(function, "res_attrs")?;
        if !is_entry || attached.iter().all(|it| it.sharding.is_none()) {
            return Ok(results);
        }
        let copied = results.into_iter().enumerate().map(|(index, result)| {
            scope.sharding = attached.get(index).and_then(|it| it.sharding.clone());
            if scope.sharding.is_none() {
                return result;
            }
            let shape = scope.shape(result);
            self.apply(scope, hloom_hlo::Opcode::Copy, &[result], shape)
        });
        let copied = copied.collect();
        scope.sharding = None;
        Ok(copied)
    }
}

/// What is attached to the arguments or results of a function.
fn attached(function: OperationRef<'_, '_>, name: &str) -> Outcome<Vec<Attached>> {
    let all = function.attribute(name).ok().and_then(read_array).unwrap_or_default();
    let attached = all.into_iter().map(|one| {
        let mut attached = Attached::default();
        for (name, attribute) in entries(one) {
            attached.take(&name, attribute)?;
        }
        Ok(attached)
    });
    attached.collect()
}

fn set_attributes<'c: 'a, 'a>(
    module: impl OperationLike<'c, 'a>,
    proto: &mut HloModuleProto,
    config: &mut HloModuleConfigProto,
) -> Outcome<()> {
    for (name, attribute) in module.attributes() {
        let name = name.as_string_ref().as_str().unwrap_or_default();
        let number = || read_integer(attribute).ok_or(Refusal(format!("`{name}` is no number")));
        match name {
            "sym_name" | "sym_visibility" => {}
            "mhlo.num_replicas" => config.replica_count = number()?,
            "mhlo.num_partitions" => config.num_partitions = number()?,
            "mhlo.frontend_attributes" => {
                proto.frontend_attributes = Some(frontend_attributes(attribute)?);
            }
            _ if name.starts_with("jax.") => {}
            _ => return Err(Refusal(format!("HLO has no place for the attribute `{name}`"))),
        }
    }
    Ok(())
}

/// What the caller gives up of arguments: for a result, or for anything.
fn set_aliases(function: OperationRef<'_, '_>, proto: &mut HloModuleProto) -> Outcome<()> {
    let all = function.attribute("arg_attrs").ok().and_then(read_array).unwrap_or_default();
    let results = melior::ir::attribute::TypeAttribute::try_from(
        function.attribute("function_type").map_err(|_| "it has no type")?,
    );
    let results =
        results.ok().and_then(|it| melior::ir::r#type::FunctionType::try_from(it.value()).ok());
    let is_tuple = results.is_none_or(|it| it.result_count() != 1);
    for (number, attributes) in all.into_iter().enumerate() {
        let parameter_number = number as i64;
        for (name, attribute) in entries(attributes) {
            match name.as_str() {
                "tf.aliasing_output" => {
                    let result = read_integer(attribute).ok_or("an alias is no number")?;
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

/// The name of an operation.
pub fn name_of<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>) -> String {
    operation.name().as_string_ref().as_str().unwrap_or_default().to_owned()
}

fn text<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>, name: &str) -> Option<String> {
    let text = operation.attribute(name).ok().and_then(read_text)?;
    (!text.is_empty()).then(|| text.to_owned())
}

/// An error at an operation.
pub fn error<'c: 'a, 'a>(operation: impl OperationLike<'c, 'a>, refusal: Refusal) -> Error {
    let location = match render_location(operation.location()) {
        unknown if unknown.is_empty() => "unknown location".to_owned(),
        known => known,
    };
    Error::Program { location, message: format!("`{}`: {}", name_of(operation), refusal.0) }
}
