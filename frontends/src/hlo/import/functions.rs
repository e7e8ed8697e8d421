// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Conversion of modules, and of computations that become functions.

use super::annotations::{frontend_attributes, leaf_shardings, sharding};
use super::body::Body;
use super::importer::Importer;
use super::{aliases, by_opcode, make};
use crate::Error;
use hloom_hlo::Computation;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationBuilder, OperationMutLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, Identifier, Location, Module, Operation, ValueLike};

impl<'c, 'm> Importer<'c, 'm> {
    /// Converts the module to StableHLO. The caller verifies the result.
    ///
    /// # Errors
    /// Fails if an instruction cannot be converted.
    pub fn module(&self) -> Result<Module<'c>, Error> {
        let mut module = Module::new(Location::unknown(self.context));
        self.symbol(self.module.entry());
        while let Some(computation) = self.next_function() {
            let function = self.function(computation)?;
            module.body().append_operation(function);
        }
        let mut root = module.as_operation_mut();
        for (name, attribute) in self.module_attributes() {
            root.set_attribute(name, attribute);
        }
        Ok(module)
    }

    fn module_attributes(&self) -> Vec<(&'static str, Attribute<'c>)> {
        let (proto, config) = (self.module.proto(), self.module.config());
        let mut attributes = Vec::new();
        if !self.module.name().is_empty() {
            attributes.push(("sym_name", make::string(self.context, self.module.name())));
        }
        for (name, count) in [
            ("mhlo.num_partitions", config.num_partitions),
            ("mhlo.num_replicas", config.replica_count),
        ] {
            if let Ok(count) = i32::try_from(count)
                && count > 1
            {
                attributes.push((name, make::i32(self.context, count)));
            }
        }
        if let Some(output) = &proto.spmd_output_sharding {
            attributes.push(("mhlo.spmd_output_sharding", sharding(self.context, output)));
        }
        if !proto.spmd_parameters_shardings.is_empty() {
            let shardings = proto.spmd_parameters_shardings.iter();
            let shardings: Vec<_> = shardings.map(|one| sharding(self.context, one)).collect();
            let shardings = make::array(self.context, &shardings);
            attributes.push(("mhlo.spmd_parameters_shardings", shardings));
        }
        if let Some(map) = frontend_attributes(self.context, proto.frontend_attributes.as_ref()) {
            attributes.push(("mhlo.frontend_attributes", map));
        }
        attributes
    }

    fn function(&self, computation: Computation<'m>) -> Result<Operation<'c>, Error> {
        let root = computation.root();
        let at_root = |message: String| self.error(root, message.into());
        let symbol = self.symbol(computation);
        let body = Body::of(self, computation, by_opcode::convert, 0)?;
        let block = body.block();
        let inputs: Vec<_> = (0..block.argument_count())
            .filter_map(|index| Some(block.argument(index).ok()?.r#type()))
            .collect();
        let results = self.leaf_types(root.shape()).map_err(at_root)?;
        let ty = FunctionType::new(self.context, &inputs, &results);
        let mut attributes = vec![
            ("sym_name", make::string(self.context, &symbol)),
            ("function_type", TypeAttribute::new(ty.into()).into()),
        ];
        if !computation.is_entry() {
            attributes.push(("sym_visibility", make::string(self.context, "private")));
        }
        let arguments = self.argument_attributes(computation)?;
        attributes.extend(self.all_attributes("arg_attrs", arguments));
        let of_results: Vec<_> = leaf_shardings(self.context, root)
            .into_iter()
            .map(|sharding| sharding.map(|one| ("mhlo.sharding", one)).into_iter().collect())
            .collect();
        attributes.extend(self.all_attributes("res_attrs", of_results));
        let attributes: Vec<_> = attributes
            .into_iter()
            .map(|(name, value)| (Identifier::new(self.context, name), value))
            .collect();
        let region = body.finish("func.return")?;
        OperationBuilder::new("func.func", Location::unknown(self.context))
            .add_attributes(&attributes)
            .add_regions_vec(vec![region])
            .build()
            .map_err(|_| at_root("internal error: MLIR could not build a function".to_owned()))
    }

    /// Returns an array attribute of dictionaries, or `None` if all of them are empty.
    fn all_attributes(
        &self,
        name: &'static str,
        lists: Vec<Vec<(&'static str, Attribute<'c>)>>,
    ) -> Option<(&'static str, Attribute<'c>)> {
        if lists.iter().all(Vec::is_empty) {
            return None;
        }
        let lists = lists.iter().map(|list| make::dictionary(self.context, list));
        Some((name, make::array(self.context, &lists.collect::<Vec<_>>())))
    }

    /// Returns the attributes of a function's arguments.
    fn argument_attributes(
        &self,
        computation: Computation<'m>,
    ) -> Result<Vec<Vec<(&'static str, Attribute<'c>)>>, Error> {
        let mut lists = Vec::new();
        for parameter in computation.parameters() {
            let proto = parameter.proto();
            let map = frontend_attributes(self.context, proto.frontend_attributes.as_deref());
            for sharding in leaf_shardings(self.context, parameter) {
                let sharding = sharding.map(|one| ("mhlo.sharding", one));
                let map = map.map(|map| ("mhlo.frontend_attributes", map));
                lists.push(sharding.into_iter().chain(map).collect());
            }
        }
        if computation.is_entry() {
            aliases::add(self, &mut lists).map_err(|message| self.module_error(message))?;
        }
        Ok(lists)
    }
}
