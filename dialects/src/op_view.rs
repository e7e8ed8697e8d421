// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Safe views of an operation for verifiers and type inference.
//!
//! [`InferView`] contains the parts that are known before the results: the op, operands, attributes
//! and regions. [`OpView`] is the view of an existing operation. It dereferences to its
//! `InferView`, so that a constraint on operands is written once, as a function of `&InferView`.
//!
//! An operation under verification can be invalid in every way that its ODS does not rule out.
//! Inference can even run before the ODS constraints are checked. Getters therefore return
//! `Option`, or a `Result` with a [`Violation`] for parts that the specification requires. No
//! function in this module panics.
//!
//! ```
//! use hloom_dialects::{ensure, op_view::OpView, violation::Violation};
//!
//! fn verify_slice(op: &OpView) -> Result<(), Violation> {
//!     let operand = op.tensor(0)?;
//!     let strides = op.integers("strides")?;
//!     ensure!(strides.len() == operand.rank(), "slice_c2", "{} strides for {operand}", strides.len());
//!     Ok(())
//! }
//! ```

pub use crate::builtin_attributes::{
    read_array, read_booleans, read_integer, read_integers, read_text,
};

use crate::{
    attributes::FromAttribute, ffi, op::Op, shape::TensorType, violation, violation::Violation,
};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, BlockRef, Location, RegionLike, RegionRef, Type,
        Value, ValueLike,
        attribute::{BoolAttribute, DictionaryAttribute, FlatSymbolRefAttribute, FloatAttribute},
        operation::{OperationLike, OperationRef},
    },
};
use std::ops::Deref;

/// The parts of an operation that are known before its results.
pub struct InferView<'c, 'a> {
    op: Op,
    context: &'c Context,
    location: Location<'c>,
    operands: Vec<Value<'c, 'a>>,
    attributes: Source<'c, 'a>,
    regions: Vec<RegionRef<'c, 'a>>,
}

/// The source of attributes: an operation, or the dictionaries passed to type inference.
enum Source<'c, 'a> {
    Operation(OperationRef<'c, 'a>),
    Dictionaries(Vec<Attribute<'c>>),
}

impl<'c, 'a> InferView<'c, 'a> {
    pub(crate) fn new(
        op: Op,
        context: &'c Context,
        location: Location<'c>,
        operands: Vec<Value<'c, 'a>>,
        dictionaries: Vec<Attribute<'c>>,
        regions: Vec<RegionRef<'c, 'a>>,
    ) -> Self {
        let attributes = Source::Dictionaries(dictionaries);
        Self { op, context, location, operands, attributes, regions }
    }

    // --- the op ---------------------------------------------------------------

    /// Returns the kind of the operation, such as `stablehlo.add`.
    pub fn op(&self) -> Op {
        self.op
    }

    /// Returns the name of a constraint in the op's section of the specification.
    ///
    /// For a slice, `op.constraint("c3")` is `slice_c3`.
    pub fn constraint(&self, number: &str) -> String {
        format!("{}_{number}", self.op.mnemonic())
    }

    /// Returns the MLIR context of the operation.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Returns the location in the user's source.
    pub fn location(&self) -> Location<'c> {
        self.location
    }

    // --- operands -------------------------------------------------------------

    /// Returns the operands of the operation.
    pub fn operands(&self) -> &[Value<'c, 'a>] {
        &self.operands
    }

    /// Returns the number of operands of the operation.
    pub fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Returns the types of the operation's operands.
    pub fn operand_types(&self) -> Vec<Type<'c>> {
        self.operands.iter().map(|operand| operand.r#type()).collect()
    }

    /// Returns the operand at `index`.
    ///
    /// # Errors
    /// Returns a violation if there are too few operands.
    pub fn operand(&self, index: usize) -> Result<Value<'c, 'a>, Violation> {
        self.operands.get(index).copied().ok_or_else(|| {
            let count = self.operands.len();
            violation!(
                self.constraint("operands"),
                "has {count} operands, expected operand {index}"
            )
        })
    }

    /// Returns the type of the operand at `index`, which has to be a ranked tensor.
    ///
    /// # Errors
    /// Returns a violation if there is no such operand or it is not a ranked tensor.
    pub fn tensor(&self, index: usize) -> Result<TensorType<'c>, Violation> {
        let ty = self.operand(index)?.r#type();
        TensorType::from_type(ty).ok_or_else(|| {
            violation!(
                self.constraint(&format!("i{}", index + 1)),
                "operand {index} must be a ranked tensor, found {ty}"
            )
        })
    }

    /// Returns the types of all operands, which have to be ranked tensors.
    ///
    /// # Errors
    /// Returns a violation if an operand is not a ranked tensor.
    pub fn tensors(&self) -> Result<Vec<TensorType<'c>>, Violation> {
        (0..self.operands.len()).map(|index| self.tensor(index)).collect()
    }

    /// Splits the operands into the groups that the attribute `operandSegmentSizes` specifies.
    ///
    /// If the attribute is absent, all operands form one group.
    ///
    /// # Errors
    /// Returns a violation if the sizes do not add up to the number of operands.
    pub fn operand_groups(&self) -> Result<Vec<&[Value<'c, 'a>]>, Violation> {
        let Some(sizes) = self.optional_integers("operandSegmentSizes") else {
            return Ok(vec![&self.operands]);
        };
        let mut rest = self.operands.as_slice();
        let mut groups = Vec::with_capacity(sizes.len());
        for size in &sizes {
            let split = usize::try_from(*size).ok().and_then(|size| rest.split_at_checked(size));
            let Some((group, others)) = split else {
                break;
            };
            groups.push(group);
            rest = others;
        }
        if groups.len() != sizes.len() || !rest.is_empty() {
            return Err(violation!(
                self.constraint("operands"),
                "operand segment sizes {sizes:?} do not add up to {} operands",
                self.operands.len()
            ));
        }
        Ok(groups)
    }

    // --- attributes -----------------------------------------------------------

    /// Returns the inherent or discardable attribute with the given name, or `None` if it is
    /// absent.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'c>> {
        match &self.attributes {
            Source::Operation(operation) => operation.attribute(name).ok(),
            Source::Dictionaries(dictionaries) => dictionaries.iter().find_map(|dictionary| {
                DictionaryAttribute::try_from(*dictionary).ok()?.element_by_name(name)
            }),
        }
    }

    /// Returns true if the operation has an attribute with the given name.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// Returns the attribute with the given name, which has to be present.
    ///
    /// # Errors
    /// Returns a violation if the attribute is absent.
    pub fn required(&self, name: &str) -> Result<Attribute<'c>, Violation> {
        self.attribute(name)
            .ok_or_else(|| violation!(self.constraint("attributes"), "requires attribute '{name}'"))
    }

    fn wrong<T>(&self, name: &str, expected: &str, value: Option<T>) -> Result<T, Violation> {
        let attribute = self.required(name)?;
        value.ok_or_else(|| {
            violation!(
                self.constraint("attributes"),
                "attribute '{name}' must be {expected}, found {attribute}"
            )
        })
    }

    /// Returns the value of an integer attribute of any width.
    ///
    /// A `ui64` of 2^63 or more becomes negative.
    pub fn optional_integer(&self, name: &str) -> Option<i64> {
        read_integer(self.attribute(name)?)
    }

    /// Returns the value of an integer attribute that has to be present.
    ///
    /// # Errors
    /// Returns a violation if the attribute is absent or not an integer.
    pub fn integer(&self, name: &str) -> Result<i64, Violation> {
        self.wrong(name, "an integer", self.optional_integer(name))
    }

    /// Returns the value of a boolean attribute. A unit attribute counts as true.
    pub fn optional_boolean(&self, name: &str) -> Option<bool> {
        let attribute = self.attribute(name)?;
        if attribute.is_unit() {
            return Some(true);
        }
        Some(BoolAttribute::try_from(attribute).ok()?.value())
    }

    /// Returns the value of a float attribute.
    pub fn optional_float(&self, name: &str) -> Option<f64> {
        Some(FloatAttribute::try_from(self.attribute(name)?).ok()?.value())
    }

    /// Returns the integers of `array<i64: ..>`, `array<i32: ..>` or dense integer elements.
    ///
    /// Dense elements may have any shape and are returned in row-major order.
    pub fn optional_integers(&self, name: &str) -> Option<Vec<i64>> {
        read_integers(self.attribute(name)?)
    }

    /// Returns the integers of an attribute that has to be present.
    ///
    /// # Errors
    /// Returns a violation if the attribute is absent or not a list of integers.
    pub fn integers(&self, name: &str) -> Result<Vec<i64>, Violation> {
        self.wrong(name, "a list of integers", self.optional_integers(name))
    }

    /// Returns the booleans of `array<i1: ..>` or dense `i1` elements.
    pub fn optional_booleans(&self, name: &str) -> Option<Vec<bool>> {
        read_booleans(self.attribute(name)?)
    }

    /// Returns the text of a string attribute.
    pub fn optional_string(&self, name: &str) -> Option<&'c str> {
        read_text(self.attribute(name)?)
    }

    /// Returns the text of a string attribute that has to be present.
    ///
    /// # Errors
    /// Returns a violation if the attribute is absent or not a string.
    pub fn string(&self, name: &str) -> Result<&'c str, Violation> {
        self.wrong(name, "a string", self.optional_string(name))
    }

    /// Returns the name in a flat symbol reference.
    pub fn optional_symbol(&self, name: &str) -> Option<&'c str> {
        Some(FlatSymbolRefAttribute::try_from(self.attribute(name)?).ok()?.value())
    }

    /// Returns an attribute or enum of this crate's dialects as its type in
    /// [`attributes`](crate::attributes).
    pub fn optional_typed<T: FromAttribute<'c>>(&self, name: &str) -> Option<T> {
        T::from_attribute(self.attribute(name)?)
    }

    /// Returns an attribute or enum of this crate's dialects that has to be present.
    ///
    /// # Errors
    /// Returns a violation if the attribute is absent or has another kind.
    pub fn typed<T: FromAttribute<'c>>(&self, name: &str) -> Result<T, Violation> {
        self.wrong(name, "of the kind that the op declares", self.optional_typed(name))
    }

    /// Returns the elements of an array attribute.
    pub fn optional_array(&self, name: &str) -> Option<Vec<Attribute<'c>>> {
        read_array(self.attribute(name)?)
    }

    // --- regions --------------------------------------------------------------

    /// Returns the number of regions of the operation.
    pub fn region_count(&self) -> usize {
        self.regions.len()
    }

    /// Returns the regions of the operation.
    pub fn regions(&self) -> impl Iterator<Item = RegionView<'c, 'a>> + '_ {
        self.regions.iter().map(|region| RegionView { region: *region })
    }

    /// Returns the region at `index`.
    ///
    /// # Errors
    /// Returns a violation if there are too few regions.
    pub fn region(&self, index: usize) -> Result<RegionView<'c, 'a>, Violation> {
        self.regions.get(index).map(|region| RegionView { region: *region }).ok_or_else(|| {
            let count = self.regions.len();
            violation!(self.constraint("regions"), "has {count} regions, expected region {index}")
        })
    }
}

/// The view of an existing operation, which has results and a parent.
pub struct OpView<'c, 'a> {
    inputs: InferView<'c, 'a>,
    operation: OperationRef<'c, 'a>,
}

impl<'c, 'a> Deref for OpView<'c, 'a> {
    type Target = InferView<'c, 'a>;

    fn deref(&self) -> &InferView<'c, 'a> {
        &self.inputs
    }
}

impl<'c, 'a> OpView<'c, 'a> {
    /// Creates the view of an operation whose op is `op`.
    pub(crate) fn new(op: Op, operation: OperationRef<'c, 'a>) -> Self {
        let inputs = InferView {
            op,
            context: ffi::context_of(operation),
            location: operation.location(),
            operands: operation.operands().collect(),
            attributes: Source::Operation(operation),
            regions: operation.regions().collect(),
        };
        Self { inputs, operation }
    }

    /// Creates the view of an operation, or returns `None` if the operation is not of this crate's
    /// dialects.
    pub fn from_operation(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let op = Op::from_name(ffi::identifier_text(operation.name()))?;
        Some(Self::new(op, operation))
    }

    /// Returns the view of the operation's op, operands, attributes and regions, without its
    /// results.
    pub fn inputs(&self) -> &InferView<'c, 'a> {
        &self.inputs
    }

    /// Returns the MLIR operation that this view wraps.
    pub fn operation(&self) -> OperationRef<'c, 'a> {
        self.operation
    }

    /// Returns the number of results of the operation.
    pub fn result_count(&self) -> usize {
        self.operation.result_count()
    }

    /// Returns the types of the operation's results.
    pub fn result_types(&self) -> Vec<Type<'c>> {
        self.operation.results().map(|result| result.r#type()).collect()
    }

    /// Returns the type of the result at `index`.
    ///
    /// # Errors
    /// Returns a violation if there are too few results.
    pub fn result_type(&self, index: usize) -> Result<Type<'c>, Violation> {
        self.operation.result(index).map(|result| result.r#type()).map_err(|_| {
            let count = self.result_count();
            violation!(self.constraint("results"), "has {count} results, expected result {index}")
        })
    }

    /// Returns the type of the result at `index`, which has to be a ranked tensor.
    ///
    /// # Errors
    /// Returns a violation if there is no such result or it is not a ranked tensor.
    pub fn result_tensor(&self, index: usize) -> Result<TensorType<'c>, Violation> {
        let ty = self.result_type(index)?;
        TensorType::from_type(ty).ok_or_else(|| {
            violation!(
                self.constraint("results"),
                "result {index} must be a ranked tensor, found {ty}"
            )
        })
    }

    /// Returns the parent of the operation, or `None` if it has none.
    pub fn parent(&self) -> Option<OperationRef<'c, 'a>> {
        self.operation.parent_operation()
    }

    /// Returns the operation that a symbol names, searched from this operation outwards.
    pub fn lookup_symbol(&self, name: &str) -> Option<OperationRef<'c, 'a>> {
        ffi::lookup_symbol(self.operation, name)
    }
}

/// The view of a region of an operation.
#[derive(Clone, Copy)]
pub struct RegionView<'c, 'a> {
    region: RegionRef<'c, 'a>,
}

impl<'c, 'a> RegionView<'c, 'a> {
    /// Returns the blocks of the region.
    pub fn blocks(&self) -> impl Iterator<Item = BlockRef<'c, 'a>> + use<'c, 'a> {
        std::iter::successors(self.region.first_block(), |block| block.next_in_region())
    }

    /// Returns true if the region has no blocks.
    pub fn is_empty(&self) -> bool {
        self.region.first_block().is_none()
    }

    /// Returns the types of the arguments of the region's first block, or an empty list if there is
    /// no block.
    pub fn argument_types(&self) -> Vec<Type<'c>> {
        let Some(block) = self.region.first_block() else { return Vec::new() };
        (0..block.argument_count())
            .filter_map(|index| block.argument(index).ok())
            .map(|argument| argument.r#type())
            .collect()
    }

    /// Returns the terminator of the region's first block, if it has one.
    pub fn terminator(&self) -> Option<OperationRef<'c, 'a>> {
        self.region.first_block()?.terminator()
    }

    /// Returns the types of the terminator's operands, or `None` if there is no terminator.
    pub fn returned_types(&self) -> Option<Vec<Type<'c>>> {
        Some(self.terminator()?.operands().map(|operand| operand.r#type()).collect())
    }

    /// Returns the operations of the region's first block.
    pub fn operations(&self) -> impl Iterator<Item = OperationRef<'c, 'a>> + use<'c, 'a> {
        let first = self.region.first_block().and_then(|block| block.first_operation());
        std::iter::successors(first, |operation| operation.next_in_block())
    }
}

/// Returns the integers of a value that a constant op defines, in row-major order.
///
/// Returns `None` if another op defines the value, or if its elements are not integers.
pub fn constant_integers(value: Value) -> Option<Vec<i64>> {
    let owner = ffi::defining_operation(value)?;
    let name = ffi::identifier_text(owner.name());
    if name != "arith.constant" && Op::from_name(name)?.mnemonic() != "constant" {
        return None;
    }
    read_integers(owner.attribute("value").ok()?)
}
