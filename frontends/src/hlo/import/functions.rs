// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Modules, and computations that are functions.

use super::annotations::{frontend_attributes, leaf_shardings, sharding};
use super::body::Body;
use super::problem::Problem;
use super::{aliases, make};
use crate::Error;
use hloom_hlo::{Computation, HloModule, Instruction, PrimitiveType};
use melior::Context;
use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::{OperationBuilder, OperationMutLike};
use melior::ir::r#type::FunctionType;
use melior::ir::{Attribute, BlockLike, Identifier, Location, Module, Operation, Type, ValueLike};
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};

/// How many operations a program may become: computations that are regions are repeated
/// wherever they are called.
const MOST_OPERATIONS: usize = 1 << 22;

/// Converts a module.
pub struct Importer<'c, 'm> {
    /// The context.
    pub context: &'c Context,
    /// The module.
    pub module: &'m HloModule,
    /// The types of elements that were asked for.
    pub element_types: RefCell<HashMap<PrimitiveType, Type<'c>>>,
    /// How many devices were listed.
    pub listed_devices: Cell<usize>,
    name: &'m str,
    functions: RefCell<Functions>,
    operations: Cell<usize>,
}

/// The computations that are functions.
#[derive(Default)]
struct Functions {
    /// Their names, by ids.
    symbols: HashMap<i64, String>,
    /// All names.
    taken: HashSet<String>,
    /// Those that are still to be made.
    waiting: VecDeque<i64>,
}

impl<'c, 'm> Importer<'c, 'm> {
    /// For a module that messages call by this name.
    pub fn new(context: &'c Context, module: &'m HloModule, name: &'m str) -> Self {
        let element_types = RefCell::default();
        let (functions, operations) = (RefCell::default(), Cell::default());
        let listed_devices = Cell::default();
        Self { context, module, element_types, listed_devices, name, functions, operations }
    }

    /// The error of an instruction.
    pub fn error(&self, instruction: Instruction, problem: Problem) -> Error {
        match problem {
            Problem::There(error) => error,
            Problem::Here(message) => {
                let computation = instruction.computation().name();
                let (opcode, name) = (instruction.opcode(), instruction.name());
                let location = format!("{}: {computation}%{name}", self.name);
                Error::Program { location, message: format!("`{opcode}`: {message}") }
            }
        }
    }

    /// An error of the module as a whole.
    pub fn module_error(&self, message: String) -> Error {
        Error::Program { location: self.name.to_owned(), message }
    }

    /// Counts an operation, or an instruction, which may be none.
    pub fn count(&self) -> Result<(), String> {
        self.operations.set(self.operations.get() + 1);
        match self.operations.get() <= MOST_OPERATIONS {
            true => Ok(()),
            false => Err(format!("the program would be more than {MOST_OPERATIONS} operations")),
        }
    }

    /// The name of the function that a computation is.
    pub fn symbol(&self, computation: Computation) -> String {
        let functions = &mut *self.functions.borrow_mut();
        if let Some(known) = functions.symbols.get(&computation.id()) {
            return known.clone();
        }
        let wanted = if computation.is_entry() { "main" } else { computation.name() };
        let mut symbol = wanted.to_owned();
        let mut number = 0;
        // `main` is the entry's, whatever comes first.
        while functions.taken.contains(&symbol) || (symbol == "main" && !computation.is_entry()) {
            number += 1;
            symbol = format!("{wanted}.{number}");
        }
        functions.taken.insert(symbol.clone());
        functions.symbols.insert(computation.id(), symbol.clone());
        functions.waiting.push_back(computation.id());
        symbol
    }

    /// The module of StableHLO, which is still to be verified.
    pub fn module(&self) -> Result<Module<'c>, Error> {
        let mut module = Module::new(Location::unknown(self.context));
        self.symbol(self.module.entry());
        loop {
            let next = self.functions.borrow_mut().waiting.pop_front();
            let Some(computation) = next.and_then(|id| self.module.computation(id)) else { break };
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
        let at_root = |problem: String| self.error(root, problem.into());
        let symbol = self.symbol(computation);
        let body = Body::of(self, computation, 0)?;
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
            .map_err(|_| at_root("MLIR does not take the function".to_owned()))
    }

    /// An attribute that lists attributes; nothing if all are without.
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

    /// The attributes of a function's arguments.
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
