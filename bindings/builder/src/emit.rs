// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Appends one operation to a program, and creates errors that name the operation and its position.

use crate::attributes::Attributes;
use crate::error::{At, Error, Result};
use crate::program::Program;
use crate::types::Type;
use crate::value::Value;
use hloom_portable::Region;
use hloom_portable::operations::unversioned;
use hloom_values::{ElementType, Shape};

/// Returns the error of a violated constraint from the enclosing function unless a condition holds.
///
/// Example: `ensure!(emit, stride > 0, "c4", "stride must be positive, found {stride}")`.
macro_rules! ensure {
    ($emit:expr, $condition:expr, $constraint:expr, $($message:tt)+) => {
        if !$condition {
            return Err($emit.violation($constraint, format!($($message)+)));
        }
    };
}

pub(crate) use ensure;

type SetAttributes<'e> = Box<dyn FnOnce(&mut Attributes<'_>) + 'e>;

/// An operation that is being built.
pub(crate) struct Emit<'p, 'e> {
    program: &'p Program,
    name: &'static str,
    at: At,
    operands: Vec<Value<'p>>,
    regions: Vec<Region>,
    attributes: Vec<SetAttributes<'e>>,
}

impl<'p, 'e> Emit<'p, 'e> {
    /// Starts an operation whose position is that of the caller. `name` contains the dialect.
    #[track_caller]
    pub fn start(program: &'p Program, name: &'static str) -> Self {
        Self::at_position(program, name, At::caller())
    }

    pub fn at_position(program: &'p Program, name: &'static str, at: At) -> Self {
        let (operands, regions, attributes) = (Vec::new(), Vec::new(), Vec::new());
        Self { program, name, at, operands, regions, attributes }
    }

    /// Starts an operation with operands. Fails if there are none, or if the innermost scope may
    /// not use one of them.
    #[track_caller]
    pub fn new(name: &'static str, operands: &[Value<'p>]) -> Result<Self> {
        let at = At::caller();
        match operands.first() {
            Some(first) => Self::at_position(first.program, name, at).operands(operands),
            None => {
                let (operation, message) = (name.to_owned(), "expected an operand".to_owned());
                Err(Error::Invalid { at, operation, message })
            }
        }
    }

    /// Adds operands. Fails if the innermost scope may not use one of them.
    pub fn operands(mut self, operands: &[Value<'p>]) -> Result<Self> {
        for operand in operands {
            if !std::ptr::eq(operand.program, self.program) {
                return Err(self.invalid("an operand belongs to another program".to_owned()));
            }
            if !self.program.is_visible(operand.id) {
                let what = "is not a value of the function or region that is being built";
                return Err(self.invalid(format!("the operand {operand:?} {what}")));
            }
            self.operands.push(*operand);
        }
        Ok(self)
    }

    pub fn at(&self) -> At {
        self.at
    }

    /// Returns the name of the operation without the dialect.
    fn plain_name(&self) -> &'static str {
        self.name.split_once('.').map_or(self.name, |(_, plain)| plain)
    }

    /// Returns the error of a violated constraint. `constraint` is the number of the constraint in
    /// the specification, such as `c3`.
    pub fn violation(&self, constraint: &str, message: String) -> Error {
        let constraint = format!("{}_{constraint}", self.plain_name());
        Error::Constraint { at: self.at, operation: self.name.to_owned(), constraint, message }
    }

    /// Returns the error for an operation that no program can contain.
    pub fn invalid(&self, message: String) -> Error {
        Error::Invalid { at: self.at, operation: self.name.to_owned(), message }
    }

    /// Returns the shape of the operand with the number `index`, which must be a tensor.
    pub fn shape(&self, index: usize) -> Result<Shape> {
        let Some(operand) = self.operands.get(index) else {
            let count = self.operands.len();
            let message = format!("expected more than {index} operands, found {count}");
            return Err(self.invalid(message));
        };
        match operand.ty() {
            Type::Tensor(shape) => Ok(shape),
            other => {
                let message = format!("operand {index} must be a tensor, found {other}");
                Err(self.violation(&format!("i{}", index + 1), message))
            }
        }
    }

    /// Returns the shapes of all operands, which must be tensors.
    pub fn shapes(&self) -> Result<Vec<Shape>> {
        (0..self.operands.len()).map(|index| self.shape(index)).collect()
    }

    /// Checks the element type of an operand with `is_permitted`, and returns the shape of the
    /// operand. `expected` describes the permitted elements in the message.
    pub fn elements(
        &self,
        index: usize,
        expected: &str,
        is_permitted: impl FnOnce(ElementType) -> bool,
    ) -> Result<Shape> {
        let shape = self.shape(index)?;
        ensure!(
            self,
            is_permitted(shape.element_type),
            &format!("i{}", index + 1),
            "operand {index} must hold {expected}, found {shape}"
        );
        Ok(shape)
    }

    /// Builds a region of the operation with `body`, and returns the types of the region's results.
    pub fn region(
        &mut self,
        arguments: &[Type],
        body: impl FnOnce(&[Value<'p>]) -> Result<Vec<Value<'p>>>,
    ) -> Result<Vec<Type>> {
        let (region, types) = build_scope(self.program, self.at, false, arguments, body)?;
        self.regions.push(region);
        Ok(types)
    }

    /// Returns the names of the operations in the last region, without dialect and version.
    pub fn names_in_region(&self) -> Vec<String> {
        let blocks = self.regions.last().into_iter().flat_map(|region| &region.blocks);
        let operations = blocks.flat_map(|block| &block.operations);
        let name =
            |it: &hloom_portable::Operation| unversioned(&it.name.name.to_string()).to_owned();
        operations.map(name).collect()
    }

    /// Adds a function that sets attributes when the operation is appended.
    #[must_use]
    pub fn with(mut self, set: impl FnOnce(&mut Attributes<'_>) + 'e) -> Self {
        self.attributes.push(Box::new(set));
        self
    }

    /// Checks that the sizes of types fit into the integers and the address space of a program.
    pub fn sizes(&self, types: &[Type]) -> Result<()> {
        match types.iter().find(|ty| !ty.fits()) {
            Some(ty) => Err(self.invalid(format!("{ty} is larger than the address space"))),
            None => Ok(()),
        }
    }

    /// Appends the operation to the innermost scope, and returns its results, which have the given
    /// types.
    pub fn finish(self, results: &[Type]) -> Result<Vec<Value<'p>>> {
        self.sizes(results)?;
        let Self { program, name, at, operands, regions, attributes } = self;
        let fill = |operation: &mut hloom_portable::Operation, context: &mut _| {
            let mut made = Attributes::new(context);
            attributes.into_iter().for_each(|set| set(&mut made));
            operation.properties = made.finish();
            operation.operands = operands.iter().map(|it| hloom_portable::Value(it.id)).collect();
            operation.regions = regions;
        };
        let made = program.with(|state| state.append(name, at, fill, results));
        let Some(numbers) = made else {
            let message = "expected a function that is being built, found none".to_owned();
            return Err(Error::Invalid { at, operation: name.to_owned(), message });
        };
        Ok(numbers.into_iter().map(|id| Value { program, id }).collect())
    }

    /// Appends an operation that has one result, and returns the result.
    pub fn one(self, result: impl Into<Type>) -> Result<Value<'p>> {
        let (name, at) = (self.name, self.at);
        let lost = || {
            let message = "expected one result".to_owned();
            Error::Invalid { at, operation: name.to_owned(), message }
        };
        self.finish(&[result.into()])?.pop().ok_or_else(lost)
    }
}

/// Builds a function or a region: opens a scope, calls `body` with the arguments, and ends the
/// scope with a return of the values that `body` returns. Returns the region and the types of these
/// values.
pub(crate) fn build_scope<'p>(
    program: &'p Program,
    at: At,
    is_function: bool,
    arguments: &[Type],
    body: impl FnOnce(&[Value<'p>]) -> Result<Vec<Value<'p>>>,
) -> Result<(Region, Vec<Type>)> {
    let (open, numbers) = program.open(at, is_function, arguments);
    let values: Vec<_> = numbers.into_iter().map(|id| Value { program, id }).collect();
    let results = body(&values)?;
    let types = results.iter().map(|value| value.ty()).collect();
    let name = if is_function { "func.return" } else { "stablehlo.return" };
    Emit::at_position(program, name, at).operands(&results)?.finish(&[])?;
    Ok((open.close(), types))
}
