// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Scatter: updates of parts of a tensor at computed positions.

use super::check::{in_range, list, same_dims, same_elements, sorted, unique};
use super::gather::{batching_dims, index_vector, same_batches};
use super::region::reducer;
use crate::emit::{Emit, ensure};
use crate::error::Result;
use crate::program::Program;
use crate::types::{Type, is_integer};
use crate::value::{Value, Values};
use hloom_values::Shape;

/// The roles of the dimensions of a [`scatter`](Value::scatter).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScatterDimensionNumbers {
    /// The dimensions of the updates that are dimensions of an update window.
    pub update_window_dims: Vec<usize>,
    /// The dimensions of the input that the windows of the updates lack, because their size there
    /// is 1.
    pub inserted_window_dims: Vec<usize>,
    /// The batch dimensions of the input.
    pub input_batching_dims: Vec<usize>,
    /// The batch dimensions of the indices, in the order of the input's batch dimensions.
    pub scatter_indices_batching_dims: Vec<usize>,
    /// For each entry of an index vector, the dimension of the input that the entry indexes.
    pub scatter_dims_to_operand_dims: Vec<usize>,
    /// The dimension of the indices that contains the index vectors. It is the rank of the indices
    /// if each element is an index vector of length 1.
    pub index_vector_dim: usize,
}

impl<'p> Value<'p> {
    /// Combines windows of `self` at the positions in `scatter_indices` with windows of `updates`.
    /// `update_computation` combines an element of `self` and an element of `updates`.
    ///
    /// # Errors
    /// Returns the error of `update_computation`. Also fails if the operands violate a constraint
    /// of `scatter`.
    #[track_caller]
    pub fn scatter(
        self,
        scatter_indices: Value<'p>,
        updates: Value<'p>,
        numbers: &ScatterDimensionNumbers,
        update_computation: impl FnOnce(Value<'p>, Value<'p>) -> Result<Value<'p>>,
    ) -> Result<Self> {
        let body = |one: &[Value<'p>], other: &[Value<'p>]| update_computation(one[0], other[0]);
        let (inputs, updates) = ([self], [updates]);
        let results =
            self.program.scatter(&inputs, scatter_indices, &updates, numbers, [false; 2], body)?;
        Ok(results[0])
    }
}

impl Program {
    /// Combines windows of several input tensors of the same shape at the positions in
    /// `scatter_indices` with windows of `updates`.
    ///
    /// `update_computation` receives an element of each input, followed by an element of each
    /// update, and returns the new elements of the inputs. The two booleans state that the indices
    /// are sorted and that they are unique.
    ///
    /// # Errors
    /// Returns the error of `update_computation`. Also fails if the operands violate a constraint
    /// of `scatter`.
    #[track_caller]
    pub fn scatter<'p, V: Values<'p>>(
        &'p self,
        inputs: &[Value<'p>],
        scatter_indices: Value<'p>,
        updates: &[Value<'p>],
        numbers: &ScatterDimensionNumbers,
        [indices_are_sorted, unique_indices]: [bool; 2],
        update_computation: impl FnOnce(&[Value<'p>], &[Value<'p>]) -> Result<V>,
    ) -> Result<Vec<Value<'p>>> {
        let emit = Emit::start(self, "stablehlo.scatter");
        let emit = emit.operands(inputs)?.operands(&[scatter_indices])?;
        let mut emit = emit.operands(updates)?;
        let count = inputs.len();
        ensure!(
            emit,
            count > 0 && updates.len() == count,
            "c5",
            "must have inputs, scatter_indices and one update for each input, found {count} inputs \
             and {} updates",
            updates.len()
        );
        let shapes = emit.shapes()?;
        let (inputs, updates) = (&shapes[..count], &shapes[count + 1..]);
        let indices = emit.elements(count, "integers", is_integer)?;
        same_dims(&emit, "inputs", inputs, "c1")?;
        same_dims(&emit, "updates", updates, "c3")?;
        for (input, update) in inputs.iter().zip(updates) {
            same_elements(&emit, "inputs and updates", input, update, "c6")?;
        }
        verify_numbers(&emit, numbers, &inputs[0], &indices, &updates[0])?;
        let elements: Vec<_> = inputs.iter().map(|input| input.element_type).collect();
        let body =
            |one: &[Value<'p>], other: &[Value<'p>]| Ok(update_computation(one, other)?.into_vec());
        reducer(&mut emit, "update_computation", &elements, "c23", body)?;
        let types: Vec<Type> = inputs.iter().map(Type::from).collect();
        let emit = emit.with(|attributes| {
            let lists = [
                ("update_window_dims", &numbers.update_window_dims),
                ("inserted_window_dims", &numbers.inserted_window_dims),
                ("input_batching_dims", &numbers.input_batching_dims),
                ("scatter_indices_batching_dims", &numbers.scatter_indices_batching_dims),
                ("scatter_dims_to_operand_dims", &numbers.scatter_dims_to_operand_dims),
            ];
            lists.into_iter().for_each(|(name, list)| attributes.sizes(name, list));
            attributes.integer("index_vector_dim", numbers.index_vector_dim as i64);
            attributes.boolean("indices_are_sorted", indices_are_sorted);
            attributes.boolean("unique_indices", unique_indices);
        });
        emit.finish(&types)
    }
}

fn verify_numbers(
    emit: &Emit<'_, '_>,
    numbers: &ScatterDimensionNumbers,
    input: &Shape,
    indices: &Shape,
    update: &Shape,
) -> Result<()> {
    let rank = input.rank();
    let window = &numbers.update_window_dims;
    let (inserted, batching) = (&numbers.inserted_window_dims, &numbers.input_batching_dims);
    in_range(emit, "update_window_dims", window, update.rank(), "c8")?;
    unique(emit, "update_window_dims", &[window], "c7")?;
    sorted(emit, "update_window_dims", window, "c7")?;
    in_range(emit, "inserted_window_dims", inserted, rank, "c11")?;
    in_range(emit, "input_batching_dims", batching, rank, "c13")?;
    let both = "inserted_window_dims and input_batching_dims";
    unique(emit, both, &[inserted, batching], "c9")?;
    sorted(emit, "inserted_window_dims", inserted, "c10")?;
    sorted(emit, "input_batching_dims", batching, "c12")?;
    ensure!(
        emit,
        rank == window.len() + inserted.len() + batching.len(),
        "c2",
        "update_window_dims, inserted_window_dims and input_batching_dims together must have as \
         many entries as {input} has dimensions, found {}, {} and {}",
        window.len(),
        inserted.len(),
        batching.len()
    );
    let vector = numbers.index_vector_dim;
    let entries = index_vector(emit, vector, indices, "c22")?;
    let indices_batching = &numbers.scatter_indices_batching_dims;
    let name = "scatter_indices_batching_dims";
    batching_dims(emit, name, indices_batching, indices, vector, ["c14", "c15", "c16"])?;
    same_batches(emit, input, batching, indices, indices_batching, ["c17", "c18"])?;
    let map = &numbers.scatter_dims_to_operand_dims;
    ensure!(
        emit,
        entries == map.len(),
        "c19",
        "scatter_dims_to_operand_dims must have an entry for each index in {indices}, found {}",
        map.len()
    );
    in_range(emit, "scatter_dims_to_operand_dims", map, rank, "c21")?;
    let both = "scatter_dims_to_operand_dims and input_batching_dims";
    unique(emit, both, &[map, batching], "c20")?;
    let outer = (0..indices.rank()).filter(|index| *index != vector);
    let outer: Vec<_> = outer.map(|index| indices.dims[index]).collect();
    let found = (0..update.rank()).filter(|index| !window.contains(index));
    let found: Vec<_> = found.map(|index| update.dims[index]).collect();
    ensure!(
        emit,
        outer == found,
        "c4",
        "updates must have the dimensions {} of the indices besides those of a window, found {}",
        list(&outer),
        list(&found)
    );
    let kept = (0..rank).filter(|index| !inserted.contains(index) && !batching.contains(index));
    for (from, to) in window.iter().zip(kept) {
        ensure!(
            emit,
            update.dims[*from] <= input.dims[to],
            "c4",
            "dimension {from} of {update} must lie within dimension {to} of {input}"
        );
    }
    Ok(())
}
