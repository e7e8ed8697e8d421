// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operands and results of a custom call, in the layouts that the call requests.

use crate::layout::{dense, for_each_run};
use hloom_compiler::{Literal, Shape};
use hloom_evaluator::Type;
use hloom_evaluator::custom_call::{CustomCall, Setting};
use hloom_values::AlignedBytes;

/// An array that a handler reads or writes.
pub struct Buffer {
    shape: Shape,
    pub dims: Vec<i64>,
    pub bytes: AlignedBytes,
    /// The stride of each dimension, in bytes.
    strides: Vec<i64>,
}

impl Buffer {
    fn new(shape: Shape, minor_to_major: &[usize]) -> Result<Self, String> {
        let strides = dense(&shape, minor_to_major);
        let bytes = shape.byte_size().and_then(AlignedBytes::try_zeroed);
        let bytes = bytes.ok_or_else(|| format!("out of memory for {shape}"))?;
        let dims = shape.dims.iter().map(|dim| *dim as i64).collect();
        Ok(Self { shape, dims, bytes, strides })
    }

    /// Returns the number that XLA's foreign function interface gives to the element type.
    ///
    /// # Errors
    /// Fails if XLA has no corresponding type.
    pub fn element_type(&self) -> Result<i32, String> {
        super::element_type::number_of(self.shape.element_type)
    }

    /// Copies the elements of a row-major array into this buffer, in the buffer's layout.
    fn fill(&mut self, literal: &Literal) {
        let bytes = literal.bytes();
        for_each_run(&self.shape, &self.strides, |place, dense, count| {
            let place = place.unsigned_abs();
            self.bytes[place..place + count].copy_from_slice(&bytes[dense..dense + count]);
        });
    }

    /// Returns the elements of the buffer as a row-major array.
    ///
    /// # Errors
    /// Fails if the host is out of memory.
    pub fn into_literal(self) -> Result<Literal, String> {
        let mut rows = AlignedBytes::try_zeroed(self.bytes.len())
            .ok_or_else(|| format!("out of memory for {}", self.shape))?;
        for_each_run(&self.shape, &self.strides, |place, dense, count| {
            let place = place.unsigned_abs();
            rows[dense..dense + count].copy_from_slice(&self.bytes[place..place + count]);
        });
        self.shape.element_type.clear_unused_bits(&mut rows);
        Literal::from_aligned_bytes(self.shape, rows).map_err(|error| error.to_string())
    }
}

/// Creates the buffers of a call's operands, with the values of the operands.
///
/// # Errors
/// Fails if a requested layout does not match its operand, or if the host is out of memory.
pub fn operands(call: &CustomCall, operands: &[Literal]) -> Result<Vec<Buffer>, String> {
    let layouts = Layouts::of(call, "operand_layouts");
    let buffer = |(index, literal): (usize, &Literal)| {
        let order = layouts.order(index, literal.shape())?;
        let mut buffer = Buffer::new(literal.shape().clone(), &order)?;
        buffer.fill(literal);
        Ok(buffer)
    };
    operands.iter().enumerate().map(buffer).collect()
}

/// Creates the buffers of a call's results. A result that aliases an operand is initialized with
/// the value of the operand, and any other result with zeros.
///
/// # Errors
/// Fails if a result is not a tensor of static shape, if a layout or alias does not match the call,
/// or if the host is out of memory.
pub fn results(call: &CustomCall, operands: &[Literal]) -> Result<Vec<Buffer>, String> {
    let layouts = Layouts::of(call, "result_layouts");
    let buffer = |(index, ty): (usize, &Type)| {
        let spec = if let Type::Tensor(spec) = ty { Some(spec) } else { None };
        let shape = spec.and_then(|spec| {
            let dims = spec.dims.iter().copied().collect::<Option<Vec<_>>>()?;
            Some(Shape::new(spec.element.storage, dims))
        });
        let shape =
            shape.ok_or_else(|| format!("result {index}: expected a tensor of static shape"))?;
        Buffer::new(shape.clone(), &layouts.order(index, &shape)?)
    };
    let mut results: Vec<Buffer> =
        call.results.iter().enumerate().map(buffer).collect::<Result<_, _>>()?;
    for (result, operand) in aliases(call)? {
        let (result, operand) =
            results.get_mut(result).zip(operands.get(operand)).ok_or(ALIAS_MISMATCH)?;
        if result.shape != *operand.shape() {
            return Err(ALIAS_MISMATCH.to_owned());
        }
        result.fill(operand);
    }
    Ok(results)
}

const ALIAS_MISMATCH: &str = "`output_operand_aliases` does not match the operands and results";

/// Returns the aliases of a call as pairs of a result index and an operand index.
///
/// # Errors
/// Fails if the attribute is malformed, or if it refers to an element of an operand tuple.
fn aliases(call: &CustomCall) -> Result<Vec<(usize, usize)>, String> {
    let Some(Setting::List(aliases)) = call.attributes.get("output_operand_aliases") else {
        return Ok(Vec::new());
    };
    let indices = |alias: &Setting, name: &str| -> Option<Vec<usize>> {
        let Some(Setting::List(indices)) = alias.get(name) else { return None };
        indices.iter().map(index_of).collect()
    };
    let pair = |alias: &Setting| {
        let result = indices(alias, "output_tuple_indices")?;
        let operand = index_of(alias.get("operand_index")?)?;
        let within = indices(alias, "operand_tuple_indices")?;
        // Several results form a tuple, and an alias has one tuple index. A single result has
        // none. Operands are never tuples here.
        match (&*result, &*within) {
            ([], []) => Some((0, operand)),
            ([result], []) => Some((*result, operand)),
            _ => None,
        }
    };
    aliases.iter().map(|alias| pair(alias).ok_or_else(|| ALIAS_MISMATCH.to_owned())).collect()
}

fn index_of(setting: &Setting) -> Option<usize> {
    match setting {
        Setting::Integer(index, _) => usize::try_from(*index).ok(),
        _ => None,
    }
}

/// The layouts that a call requests for its operands or results; `None` if it requests no layouts.
struct Layouts<'a>(Option<&'a [Setting]>);

impl<'a> Layouts<'a> {
    fn of(call: &'a CustomCall, name: &str) -> Self {
        match call.attributes.get(name) {
            Some(Setting::List(layouts)) => Self(Some(layouts)),
            _ => Self(None),
        }
    }

    /// Returns the requested order of dimensions of operand or result `index`, from the minor-most
    /// on; row-major if the call requests no layouts.
    ///
    /// # Errors
    /// Fails if there is no layout for this value, or if the layout does not list each dimension
    /// once.
    fn order(&self, index: usize, shape: &Shape) -> Result<Vec<usize>, String> {
        let rank = shape.rank();
        let wrong = || format!("layout of value {index}: expected each dimension of {shape} once");
        let Some(layouts) = self.0 else { return Ok((0..rank).rev().collect()) };
        let Some(Setting::List(order)) = layouts.get(index) else { return Err(wrong()) };
        let dim = |setting: &Setting| index_of(setting).filter(|dim| *dim < rank);
        let order: Vec<usize> = order.iter().map(dim).collect::<Option<_>>().ok_or_else(wrong)?;
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if sorted.into_iter().eq(0..rank) { Ok(order) } else { Err(wrong()) }
    }
}
