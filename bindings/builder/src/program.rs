// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs: functions, and the regions that are being built.
//!
//! A program is stored as the VHLO program that a portable artifact contains. The functions and
//! regions that are being built form a stack of scopes. A new operation is appended to the
//! innermost scope, and its operands must be values of an open scope.

use crate::error::At;
use crate::signature::Function;
use crate::types::Type;
use hloom_portable::{Block, BlockArgument, Module, Operation, Region, operations};
use std::cell::RefCell;

/// A StableHLO program that is being built.
///
/// See the [crate documentation](crate) for an example. Operations are appended through
/// [values](crate::Value) and through the methods of the program. Only complete functions are part
/// of the program: if the closure of [`Program::function`] fails, the program does not change.
pub struct Program {
    state: RefCell<State>,
}

pub(crate) struct State {
    pub module: Module,
    /// The type of each value, by the number of the value.
    types: Vec<Type>,
    /// The number of the scope that defines each value, by the number of the value.
    owners: Vec<usize>,
    scopes: Vec<Scope>,
    scope_count: usize,
    functions: Vec<Function>,
}

/// A function or a region that is being built.
struct Scope {
    number: usize,
    block: Block,
    /// Whether the scope is a function. Operations in a function and its regions must not use
    /// values of the scopes around the function.
    is_function: bool,
}

impl Default for Program {
    fn default() -> Self {
        Self::new()
    }
}

impl Program {
    /// Creates a program without functions.
    pub fn new() -> Self {
        let state = State {
            module: Module::new(),
            types: Vec::new(),
            owners: Vec::new(),
            scopes: Vec::new(),
            scope_count: 0,
            functions: Vec::new(),
        };
        Self { state: RefCell::new(state) }
    }

    /// Returns the signature of a function, or `None` if the program has no function of the name.
    pub fn signature(&self, name: &str) -> Option<Function> {
        self.state.borrow().functions.iter().find(|function| function.name == name).cloned()
    }

    /// Returns the signatures of all functions, in the order in which the functions were added.
    pub fn functions(&self) -> Vec<Function> {
        self.state.borrow().functions.clone()
    }

    /// Returns the type of the value with the number `value`.
    pub(crate) fn type_of(&self, value: usize) -> Type {
        self.state.borrow().types[value].clone()
    }

    pub(crate) fn with<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        change(&mut self.state.borrow_mut())
    }

    /// Returns true if an operation in the innermost scope may use the value with the number
    /// `value`.
    pub(crate) fn is_visible(&self, value: usize) -> bool {
        let state = self.state.borrow();
        let function = state.scopes.iter().rposition(|scope| scope.is_function).unwrap_or(0);
        let owner = state.owners[value];
        state.scopes[function..].iter().any(|scope| scope.number == owner)
    }

    /// Opens a scope with arguments of the given types. Returns a guard of the scope, and the
    /// numbers of the arguments. Dropping the guard discards the scope unless [`Open::close`] was
    /// called.
    pub(crate) fn open(
        &self,
        at: At,
        is_function: bool,
        arguments: &[Type],
    ) -> (Open<'_>, Vec<usize>) {
        let mut state = self.state.borrow_mut();
        let depth = state.scopes.len();
        state.scope_count += 1;
        let (number, block) = (state.scope_count, Block::default());
        state.scopes.push(Scope { number, block, is_function });
        let location = state.location(at);
        let mut numbers = Vec::with_capacity(arguments.len());
        for ty in arguments {
            let value = state.value(ty.clone());
            state.scopes[depth].block.arguments.push(BlockArgument { value, location });
            numbers.push(value.0);
        }
        (Open { program: self, depth }, numbers)
    }
}

impl State {
    /// Creates a value of the given type that the innermost scope defines.
    fn value(&mut self, ty: Type) -> hloom_portable::Value {
        let id = ty.add_to(&mut self.module.context);
        self.types.push(ty);
        self.owners.push(self.scopes.last().map_or(0, |scope| scope.number));
        self.module.add_value(id)
    }

    /// Adds a position in a Rust source file to the program, as a location attribute.
    pub fn location(&mut self, at: At) -> hloom_portable::AttributeId {
        use hloom_portable::builtin::Attribute;
        let context = &mut self.module.context;
        let file = context.string(at.file().as_bytes());
        let file = context.add_attribute(Attribute::String { value: file, r#type: None });
        let (line, column) = (at.line().into(), at.column().into());
        context.add_attribute(Attribute::FileLineColLoc { file, line, column })
    }

    /// Appends a complete function to the program.
    pub fn append_function(&mut self, operation: Operation, function: Function) {
        self.module.operation.regions[0].blocks[0].operations.push(operation);
        self.functions.push(function);
    }

    /// Appends an operation to the innermost scope, and returns the numbers of its results. Returns
    /// `None` if no function is being built, or if VHLO has no such operation.
    pub fn append(
        &mut self,
        name: &str,
        at: At,
        fill: impl FnOnce(&mut Operation, &mut hloom_portable::Context),
        results: &[Type],
    ) -> Option<Vec<usize>> {
        let location = self.location(at);
        let plain = name.split_once('.').map_or(name, |(_, plain)| plain);
        let full = operations::current(plain)?.to_string();
        let mut operation = Operation::new(full.as_str(), location);
        fill(&mut operation, &mut self.module.context);
        self.scopes.last()?;
        operation.results = results.iter().map(|ty| self.value(ty.clone())).collect();
        let numbers = operation.results.iter().map(|value| value.0).collect();
        self.scopes.last_mut()?.block.operations.push(operation);
        Some(numbers)
    }
}

/// The guard of an open scope. Dropping the guard after an error or a panic discards the scope.
pub(crate) struct Open<'p> {
    program: &'p Program,
    depth: usize,
}

impl Open<'_> {
    /// Closes the scope, and returns its operations as a region.
    pub fn close(self) -> Region {
        let scope = self.program.state.borrow_mut().scopes.pop();
        Region { blocks: scope.map(|scope| scope.block).into_iter().collect() }
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        if let Ok(mut state) = self.program.state.try_borrow_mut() {
            state.scopes.truncate(self.depth);
        }
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<_> = self.functions().into_iter().map(|function| function.name).collect();
        formatter.debug_struct("Program").field("functions", &names).finish()
    }
}
