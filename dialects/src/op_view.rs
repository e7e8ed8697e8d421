// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The view of an operation that verifiers and type inference work on.
//!
//! [`InferView`] is what is known before there are results: the op, operands,
//! attributes and regions. [`OpView`] is an operation that exists; it dereferences
//! to its `InferView`, so a constraint on operands is written once, as a function
//! of `&InferView`, and serves both.
//!
//! An operation under verification can be wrong in any way that its ODS does not
//! rule out; getters therefore return `Option`, or, where the specification asks
//! for something, `Result` with a [`Violation`]. Nothing here panics. Inference can
//! even run where the ODS has not been checked yet.
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

use crate::{
    attributes::FromAttribute, element::ElementType, ffi, op::Op, shape::TensorType, violation,
    violation::Violation,
};
use melior::{
    Context,
    ir::{
        Attribute, AttributeLike, BlockLike, BlockRef, Location, RegionLike, RegionRef, Type,
        Value, ValueLike,
        attribute::{
            ArrayAttribute, BoolAttribute, DenseElementsAttribute, DenseI32ArrayAttribute,
            DenseI64ArrayAttribute, DictionaryAttribute, FlatSymbolRefAttribute, FloatAttribute,
            IntegerAttribute, StringAttribute,
        },
        operation::{OperationLike, OperationRef},
        r#type::IntegerType,
    },
};
use std::ops::Deref;

/// The largest splat that is read element by element.
const MAX_SPLAT: usize = 1 << 20;

/// What is known of an operation before its results.
pub struct InferView<'c, 'a> {
    op: Op,
    context: &'c Context,
    location: Location<'c>,
    operands: Vec<Value<'c, 'a>>,
    attributes: Source<'c, 'a>,
    regions: Vec<RegionRef<'c, 'a>>,
}

/// Where attributes are looked up.
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

    /// Which op it is.
    pub fn op(&self) -> Op {
        self.op
    }

    /// The constraint of that number in the op's section of the specification:
    /// `op.constraint("c3")` is `slice_c3` for a slice.
    pub fn constraint(&self, number: &str) -> String {
        format!("{}_{number}", self.op.mnemonic())
    }

    /// The context.
    pub fn context(&self) -> &'c Context {
        self.context
    }

    /// Where it stands in the user's source.
    pub fn location(&self) -> Location<'c> {
        self.location
    }

    // --- operands -------------------------------------------------------------

    /// The operands.
    pub fn operands(&self) -> &[Value<'c, 'a>] {
        &self.operands
    }

    /// The number of operands.
    pub fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// The types of the operands.
    pub fn operand_types(&self) -> Vec<Type<'c>> {
        self.operands.iter().map(|operand| operand.r#type()).collect()
    }

    /// One operand.
    ///
    /// # Errors
    /// If there are not as many.
    pub fn operand(&self, index: usize) -> Result<Value<'c, 'a>, Violation> {
        self.operands.get(index).copied().ok_or_else(|| {
            let count = self.operands.len();
            violation!(
                self.constraint("operands"),
                "has {count} operands, expected operand {index}"
            )
        })
    }

    /// The type of an operand that has to be a ranked tensor.
    ///
    /// # Errors
    /// If there is no such operand or it is none.
    pub fn tensor(&self, index: usize) -> Result<TensorType<'c>, Violation> {
        let ty = self.operand(index)?.r#type();
        TensorType::from_type(ty).ok_or_else(|| {
            violation!(
                self.constraint(&format!("i{}", index + 1)),
                "operand {index} must be a ranked tensor, found {ty}"
            )
        })
    }

    /// The types of all operands, which have to be ranked tensors.
    ///
    /// # Errors
    /// If one is not.
    pub fn tensors(&self) -> Result<Vec<TensorType<'c>>, Violation> {
        (0..self.operands.len()).map(|index| self.tensor(index)).collect()
    }

    /// The operands in their groups, as the attribute `operandSegmentSizes` says;
    /// without it, one group with all of them.
    ///
    /// # Errors
    /// If the sizes do not add up.
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

    /// An attribute, inherent or not.
    pub fn attribute(&self, name: &str) -> Option<Attribute<'c>> {
        match &self.attributes {
            Source::Operation(operation) => operation.attribute(name).ok(),
            Source::Dictionaries(dictionaries) => dictionaries.iter().find_map(|dictionary| {
                DictionaryAttribute::try_from(*dictionary).ok()?.element_by_name(name)
            }),
        }
    }

    /// Whether there is such an attribute.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// An attribute there has to be.
    ///
    /// # Errors
    /// If there is none.
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

    /// An integer attribute of any width. A `ui64` beyond 2^63 is negative here.
    pub fn optional_integer(&self, name: &str) -> Option<i64> {
        read_integer(self.attribute(name)?)
    }

    /// An integer attribute there has to be.
    ///
    /// # Errors
    /// If there is none or it is something else.
    pub fn integer(&self, name: &str) -> Result<i64, Violation> {
        self.wrong(name, "an integer", self.optional_integer(name))
    }

    /// A boolean attribute; a unit attribute is true.
    pub fn optional_boolean(&self, name: &str) -> Option<bool> {
        let attribute = self.attribute(name)?;
        if attribute.is_unit() {
            return Some(true);
        }
        Some(BoolAttribute::try_from(attribute).ok()?.value())
    }

    /// A float attribute.
    pub fn optional_float(&self, name: &str) -> Option<f64> {
        Some(FloatAttribute::try_from(self.attribute(name)?).ok()?.value())
    }

    /// A list of integers: `array<i64: ..>`, `array<i32: ..>` or dense integer
    /// elements of any shape, row by row.
    pub fn optional_integers(&self, name: &str) -> Option<Vec<i64>> {
        read_integers(self.attribute(name)?)
    }

    /// A list of integers there has to be.
    ///
    /// # Errors
    /// If there is none or it is something else.
    pub fn integers(&self, name: &str) -> Result<Vec<i64>, Violation> {
        self.wrong(name, "a list of integers", self.optional_integers(name))
    }

    /// A list of booleans: `array<i1: ..>` or dense `i1` elements.
    pub fn optional_booleans(&self, name: &str) -> Option<Vec<bool>> {
        read_booleans(self.attribute(name)?)
    }

    /// A string.
    pub fn optional_string(&self, name: &str) -> Option<&'c str> {
        read_text(self.attribute(name)?)
    }

    /// A string there has to be.
    ///
    /// # Errors
    /// If there is none or it is something else.
    pub fn string(&self, name: &str) -> Result<&'c str, Violation> {
        self.wrong(name, "a string", self.optional_string(name))
    }

    /// The name in a reference to a symbol of the nearest table.
    pub fn optional_symbol(&self, name: &str) -> Option<&'c str> {
        Some(FlatSymbolRefAttribute::try_from(self.attribute(name)?).ok()?.value())
    }

    /// An attribute or enum of one of our dialects, from
    /// [`attributes`](crate::attributes).
    pub fn optional_typed<T: FromAttribute<'c>>(&self, name: &str) -> Option<T> {
        T::from_attribute(self.attribute(name)?)
    }

    /// An attribute or enum of one of our dialects there has to be.
    ///
    /// # Errors
    /// If there is none or it is something else.
    pub fn typed<T: FromAttribute<'c>>(&self, name: &str) -> Result<T, Violation> {
        self.wrong(name, "of the op's own kind", self.optional_typed(name))
    }

    /// The elements of an array attribute.
    pub fn optional_array(&self, name: &str) -> Option<Vec<Attribute<'c>>> {
        read_array(self.attribute(name)?)
    }

    // --- regions --------------------------------------------------------------

    /// The number of regions.
    pub fn region_count(&self) -> usize {
        self.regions.len()
    }

    /// The regions.
    pub fn regions(&self) -> impl Iterator<Item = RegionView<'c, 'a>> + '_ {
        self.regions.iter().map(|region| RegionView { region: *region })
    }

    /// One region.
    ///
    /// # Errors
    /// If there are not as many.
    pub fn region(&self, index: usize) -> Result<RegionView<'c, 'a>, Violation> {
        self.regions.get(index).map(|region| RegionView { region: *region }).ok_or_else(|| {
            let count = self.regions.len();
            violation!(self.constraint("regions"), "has {count} regions, expected region {index}")
        })
    }
}

/// An operation, with what comes of it.
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
    /// The view of an operation that is known to be that op.
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

    /// The view of an operation, if it is of one of our dialects.
    pub fn from_operation(operation: OperationRef<'c, 'a>) -> Option<Self> {
        let op = Op::from_name(ffi::identifier_text(operation.name()))?;
        Some(Self::new(op, operation))
    }

    /// What is known without the results.
    pub fn inputs(&self) -> &InferView<'c, 'a> {
        &self.inputs
    }

    /// The operation itself.
    pub fn operation(&self) -> OperationRef<'c, 'a> {
        self.operation
    }

    /// The number of results.
    pub fn result_count(&self) -> usize {
        self.operation.result_count()
    }

    /// The types of the results.
    pub fn result_types(&self) -> Vec<Type<'c>> {
        self.operation.results().map(|result| result.r#type()).collect()
    }

    /// The type of a result.
    ///
    /// # Errors
    /// If there are not as many.
    pub fn result_type(&self, index: usize) -> Result<Type<'c>, Violation> {
        self.operation.result(index).map(|result| result.r#type()).map_err(|_| {
            let count = self.result_count();
            violation!(self.constraint("results"), "has {count} results, expected result {index}")
        })
    }

    /// The type of a result that has to be a ranked tensor.
    ///
    /// # Errors
    /// If there is no such result or it is none.
    pub fn result_tensor(&self, index: usize) -> Result<TensorType<'c>, Violation> {
        let ty = self.result_type(index)?;
        TensorType::from_type(ty).ok_or_else(|| {
            violation!(
                self.constraint("results"),
                "result {index} must be a ranked tensor, found {ty}"
            )
        })
    }

    /// The operation around it.
    pub fn parent(&self) -> Option<OperationRef<'c, 'a>> {
        self.operation.parent_operation()
    }

    /// The operation a symbol names, seen from here outwards.
    pub fn lookup_symbol(&self, name: &str) -> Option<OperationRef<'c, 'a>> {
        ffi::lookup_symbol(self.operation, name)
    }
}

/// A region of an operation.
#[derive(Clone, Copy)]
pub struct RegionView<'c, 'a> {
    region: RegionRef<'c, 'a>,
}

impl<'c, 'a> RegionView<'c, 'a> {
    /// The blocks.
    pub fn blocks(&self) -> impl Iterator<Item = BlockRef<'c, 'a>> + use<'c, 'a> {
        std::iter::successors(self.region.first_block(), |block| block.next_in_region())
    }

    /// Whether there is no block.
    pub fn is_empty(&self) -> bool {
        self.region.first_block().is_none()
    }

    /// The types of the first block's arguments; none without a block.
    pub fn argument_types(&self) -> Vec<Type<'c>> {
        let Some(block) = self.region.first_block() else { return Vec::new() };
        (0..block.argument_count())
            .filter_map(|index| block.argument(index).ok())
            .map(|argument| argument.r#type())
            .collect()
    }

    /// The first block's terminator, if it has one.
    pub fn terminator(&self) -> Option<OperationRef<'c, 'a>> {
        self.region.first_block()?.terminator()
    }

    /// The types of what the terminator hands back, if there is one.
    pub fn returned_types(&self) -> Option<Vec<Type<'c>>> {
        Some(self.terminator()?.operands().map(|operand| operand.r#type()).collect())
    }

    /// The operations of the first block.
    pub fn operations(&self) -> impl Iterator<Item = OperationRef<'c, 'a>> + use<'c, 'a> {
        let first = self.region.first_block().and_then(|block| block.first_operation());
        std::iter::successors(first, |operation| operation.next_in_block())
    }
}

/// The integers that a constant op makes, row by row, if the value is the result of
/// one.
pub fn constant_integers(value: Value) -> Option<Vec<i64>> {
    let owner = ffi::defining_operation(value)?;
    let op = Op::from_name(ffi::identifier_text(owner.name()))?;
    if op.mnemonic() != "constant" {
        return None;
    }
    read_integers(owner.attribute("value").ok()?)
}

/// A string attribute's text, which may be empty.
pub fn read_text(attribute: Attribute<'_>) -> Option<&str> {
    StringAttribute::try_from(attribute).ok().map(ffi::string_value)
}

/// An integer attribute's value.
pub fn read_integer(attribute: Attribute) -> Option<i64> {
    let integer = IntegerAttribute::try_from(attribute).ok()?;
    Some(match IntegerType::try_from(attribute.r#type()) {
        Ok(ty) if ty.is_unsigned() => integer.unsigned_value() as i64,
        Ok(ty) if ty.is_signed() => integer.signed_value(),
        _ => integer.value(),
    })
}

/// The integers of a dense array or of dense elements, row by row. Of a splat with
/// millions of elements nothing is read: it takes no room in a program, but would here.
pub fn read_integers(attribute: Attribute) -> Option<Vec<i64>> {
    if let Ok(array) = DenseI64ArrayAttribute::try_from(attribute) {
        return (0..array.len()).map(|index| array.element(index).ok()).collect();
    }
    if let Ok(array) = DenseI32ArrayAttribute::try_from(attribute) {
        return (0..array.len()).map(|index| array.element(index).ok().map(i64::from)).collect();
    }
    let elements = DenseElementsAttribute::try_from(attribute).ok()?;
    if elements.len() > MAX_SPLAT && elements.is_splat() {
        return None;
    }
    let kind = ElementType::from_type(ffi::shaped_element(attribute.r#type())?);
    (0..elements.len())
        .map(|index| {
            Some(match kind {
                ElementType::Boolean => i64::from(elements.bool_element(index).ok()?),
                ElementType::Signed(8) => i64::from(elements.i8_element(index).ok()?),
                ElementType::Signed(16) => i64::from(elements.i16_element(index).ok()?),
                ElementType::Signed(32) => i64::from(elements.i32_element(index).ok()?),
                ElementType::Signed(64) => elements.i64_element(index).ok()?,
                ElementType::Unsigned(8) => i64::from(elements.u8_element(index).ok()?),
                ElementType::Unsigned(16) => i64::from(elements.u16_element(index).ok()?),
                ElementType::Unsigned(32) => i64::from(elements.u32_element(index).ok()?),
                ElementType::Unsigned(64) => elements.u64_element(index).ok()? as i64,
                ElementType::Index => elements.index_element(index).ok()? as i64,
                _ => return None,
            })
        })
        .collect()
}

/// The booleans of a dense array or of dense elements.
pub fn read_booleans(attribute: Attribute) -> Option<Vec<bool>> {
    if attribute.is_dense_bool_array() {
        return ffi::dense_bool_array(attribute);
    }
    let elements = DenseElementsAttribute::try_from(attribute).ok()?;
    let kind = ElementType::from_type(ffi::shaped_element(attribute.r#type())?);
    if kind != ElementType::Boolean || (elements.len() > MAX_SPLAT && elements.is_splat()) {
        return None;
    }
    (0..elements.len()).map(|index| elements.bool_element(index).ok()).collect()
}

/// The elements of an array attribute.
pub fn read_array(attribute: Attribute<'_>) -> Option<Vec<Attribute<'_>>> {
    let array = ArrayAttribute::try_from(attribute).ok()?;
    (0..array.len()).map(|index| array.element(index).ok()).collect()
}
