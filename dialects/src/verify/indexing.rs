// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of sort, and of ops that address elements by computed indices:
//! gather, scatter, dynamic slices.

use super::{
    dimensions::{dimension, in_range, index, per_dimension, sorted, unique},
    reducers::{accumulators, scalars},
    results::{check_results, no_rule},
};
use crate::{
    attributes::stablehlo::{GatherDimensionNumbers, ScatterDimensionNumbers},
    ensure,
    op::Op,
    op_view::{InferView, OpView, constant_integers},
    shape::{
        Dim, TensorType, compatible_dim, compatible_dims, format_dims, most_specific, same_baseline,
    },
    violation,
    violation::Violation,
};
use melior::ir::Type;

/// Checks the constraints of an indexing op, such as `gather`.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloTorchIndexSelect => verify_torch_index_select(op),
        Op::StablehloDynamicSlice => check_results(op, &infer(op)?, "c5"),
        Op::StablehloDynamicUpdateSlice => check_results(op, &infer(op)?, "c1"),
        Op::StablehloDynamicGather => check_results(op, &infer(op)?, "c13"),
        Op::StablehloGather => check_results(op, &infer(op)?, "c22"),
        Op::StablehloScatter => check_results(op, &infer(op)?, "c24"),
        _ => check_results(op, &infer(op)?, "c2"),
    }
}

/// Infers the result types of an indexing op, such as `gather`.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloDynamicGather => infer_dynamic_gather(op),
        Op::StablehloDynamicSlice => infer_dynamic_slice(op),
        Op::StablehloDynamicUpdateSlice => infer_dynamic_update_slice(op),
        Op::StablehloGather => infer_gather(op),
        Op::StablehloScatter => infer_scatter(op),
        Op::StablehloSort => infer_sort(op),
        _ => Err(no_rule(op)),
    }
}

// --- dynamic slices ---------------------------------------------------------

/// Checks the start indices of a dynamic slice: one scalar for each dimension of the operand, all
/// of the same type.
fn verify_starts(
    op: &InferView,
    first: usize,
    operand: &TensorType,
    [count, same]: [&str; 2],
) -> Result<(), Violation> {
    let found = op.operand_count().saturating_sub(first);
    ensure!(
        found == operand.rank(),
        op.constraint(count),
        "start_indices must have one entry for each of {} dimensions of {operand}, found {found}",
        operand.rank()
    );
    for position in first..op.operand_count() {
        let (one, other) = (op.tensor(first)?, op.tensor(position)?);
        ensure!(
            other.rank() == 0,
            op.constraint(same),
            "start_indices must be scalars, found {other}"
        );
        ensure!(
            one.element() == other.element(),
            op.constraint(same),
            "start_indices must have the same type, found {one} and {other}"
        );
    }
    Ok(())
}

fn infer_dynamic_slice<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let operand = op.tensor(0)?;
    verify_starts(op, 1, &operand, ["c2", "c3"])?;
    let sizes = op.integers("slice_sizes")?;
    per_dimension(op, "slice_sizes", &sizes, operand.rank(), "c2")?;
    verify_slice_sizes(op, &sizes, &operand, "c4")?;
    let dims: Vec<Dim> = sizes.into_iter().map(Some).collect();
    Ok(vec![TensorType::new(operand.element(), &dims).ty()])
}

fn verify_slice_sizes(
    op: &InferView,
    sizes: &[i64],
    operand: &TensorType,
    constraint: &str,
) -> Result<(), Violation> {
    for (index, size) in sizes.iter().enumerate() {
        let limit = operand.dim(index).or(operand.bound(index));
        ensure!(
            *size >= 0 && limit.is_none_or(|limit| *size <= limit),
            op.constraint(constraint),
            "slice size {size} must lie within dimension {index} of {operand}"
        );
    }
    Ok(())
}

// dynamic_update_slice(operand, update, start_indices...)
fn infer_dynamic_update_slice<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let (operand, update) = (op.tensor(0)?, op.tensor(1)?);
    ensure!(
        same_baseline(operand.element(), update.element()),
        "dynamic_update_slice_c2",
        "operand and update must have the same element type, found {operand} and {update}"
    );
    ensure!(
        operand.rank() == update.rank(),
        "dynamic_update_slice_c3",
        "operand and update must have the same rank, found {operand} and {update}"
    );
    verify_starts(op, 2, &operand, ["c4", "c5"])?;
    for index in 0..operand.rank() {
        let sizes = update.dim(index).zip(operand.dim(index).or(operand.bound(index)));
        ensure!(
            sizes.is_none_or(|(update, operand)| update <= operand),
            "dynamic_update_slice_c6",
            "dimension {index} of {update} must lie within the same dimension of {operand}"
        );
    }
    Ok(vec![operand.ty()])
}

// --- gather -----------------------------------------------------------------

/// The specification's numbers, such as `c1`, of the constraints of gather and dynamic_gather.
struct GatherConstraints {
    rank: &'static str,
    index_vector_dim: &'static str,
    start_index_map_size: &'static str,
    offset_dims: [&'static str; 2],
    collapsed: [&'static str; 4],
    start_index_map: [&'static str; 2],
    slice_sizes: [&'static str; 2],
}

const GATHER: GatherConstraints = GatherConstraints {
    rank: "c1",
    index_vector_dim: "c2",
    start_index_map_size: "c3",
    offset_dims: ["c4", "c5"],
    collapsed: ["c6", "c7", "c8", "c9"],
    start_index_map: ["c18", "c19"],
    slice_sizes: ["c20", "c21"],
};

const DYNAMIC_GATHER: GatherConstraints = GatherConstraints {
    rank: "c1",
    index_vector_dim: "c2",
    start_index_map_size: "c3",
    offset_dims: ["c4", "c5"],
    collapsed: ["c6", "c6", "c7", "c8"],
    start_index_map: ["c9", "c10"],
    slice_sizes: ["c11", "c12"],
};

fn infer_gather<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let sizes: Vec<Dim> = op.integers("slice_sizes")?.into_iter().map(Some).collect();
    gathered(op, &sizes, &GATHER)
}

fn infer_dynamic_gather<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let operand = op.tensor(0)?;
    let sizes = op.tensor(2)?;
    ensure!(
        sizes.rank() == 1 && compatible_dim(sizes.dim(0), Some(operand.rank() as i64)),
        "dynamic_gather_c11",
        "slice_sizes must have {} elements, found {sizes}",
        operand.rank()
    );
    let known = constant_integers(op.operand(2)?).filter(|known| known.len() == operand.rank());
    let sizes: Vec<Dim> = match known {
        Some(known) => known.into_iter().map(Some).collect(),
        None => vec![None; operand.rank()],
    };
    gathered(op, &sizes, &DYNAMIC_GATHER)
}

fn gathered<'c>(
    op: &InferView<'c, '_>,
    sizes: &[Dim],
    constraints: &GatherConstraints,
) -> Result<Vec<Type<'c>>, Violation> {
    let (operand, starts) = (op.tensor(0)?, op.tensor(1)?);
    let numbers: GatherDimensionNumbers = op.typed("dimension_numbers")?;
    let rank = operand.rank();

    let [order, sorted_collapsed, collapsed_range, collapsed_size] = constraints.collapsed;
    let collapsed =
        in_range(op, "collapsed_slice_dims", &numbers.collapsed_slice_dims, rank, collapsed_range)?;
    let batching =
        in_range(op, "operand_batching_dims", &numbers.operand_batching_dims, rank, "c11")?;
    unique(op, "collapsed_slice_dims and operand_batching_dims", &[&collapsed, &batching], order)?;
    sorted(op, "collapsed_slice_dims", &collapsed, sorted_collapsed)?;
    sorted(op, "operand_batching_dims", &batching, "c10")?;
    ensure!(
        rank == numbers.offset_dims.len() + collapsed.len() + batching.len(),
        op.constraint(constraints.rank),
        "offset_dims, collapsed_slice_dims and operand_batching_dims together must have as many \
         entries as {operand} has dimensions, found {}, {} and {}",
        numbers.offset_dims.len(),
        collapsed.len(),
        batching.len()
    );
    let vector = index_vector(op, numbers.index_vector_dim, &starts, constraints.index_vector_dim)?;
    let entries = starts.dims().get(vector).copied().unwrap_or(Some(1));
    ensure!(
        compatible_dim(entries, Some(numbers.start_index_map.len() as i64)),
        op.constraint(constraints.start_index_map_size),
        "start_index_map must have an entry for each index in {starts}, found {}",
        numbers.start_index_map.len()
    );
    let [map_unique, map_range] = constraints.start_index_map;
    let map = in_range(op, "start_index_map", &numbers.start_index_map, rank, map_range)?;
    unique(op, "start_index_map and operand_batching_dims", &[&map, &batching], map_unique)?;

    let starts_batching = batching_dims(
        op,
        "start_indices_batching_dims",
        &numbers.start_indices_batching_dims,
        &starts,
        vector,
        ["c13", "c14", "c15"],
    )?;
    same_batches(op, &operand, &batching, &starts, &starts_batching, ["c16", "c17"])?;

    let [sizes_count, sizes_range] = constraints.slice_sizes;
    ensure!(
        sizes.len() == rank,
        op.constraint(sizes_count),
        "slice_sizes must have {rank} entries, found {}",
        sizes.len()
    );
    for (index, size) in sizes.iter().enumerate() {
        let limit = operand.dim(index).or(operand.bound(index));
        ensure!(
            size.is_none_or(|size| size >= 0 && limit.is_none_or(|limit| size <= limit)),
            op.constraint(sizes_range),
            "slice size {} must lie within dimension {index} of {operand}",
            size.unwrap_or_default()
        );
        let at_most_one = [(&collapsed, collapsed_size), (&batching, "c12")];
        for (dims, constraint) in at_most_one {
            ensure!(
                !dims.contains(&index) || size.is_none_or(|size| size <= 1),
                op.constraint(constraint),
                "slice size of dimension {index}, which does not occur in the result, must be at \
                 most 1, found {}",
                size.unwrap_or_default()
            );
        }
    }

    // The result has the batch dimensions of the indices and the dimensions of a slice, the latter
    // at `offset_dims`.
    let slice: Vec<Dim> = (0..rank)
        .filter(|index| !collapsed.contains(index) && !batching.contains(index))
        .map(|index| sizes[index])
        .collect();
    let batch: Vec<usize> = (0..starts.rank()).filter(|index| *index != vector).collect();
    let result_rank = slice.len() + batch.len();
    let [offset_order, offset_range] = constraints.offset_dims;
    let offsets = in_range(op, "offset_dims", &numbers.offset_dims, result_rank, offset_range)?;
    sorted(op, "offset_dims", &offsets, offset_order)?;
    unique(op, "offset_dims", &[&offsets], offset_order)?;
    let mut slice = slice.into_iter();
    let mut batch = batch.into_iter();
    let mut dims = Vec::new();
    let mut bounds = Vec::new();
    for index in 0..result_rank {
        if offsets.contains(&index) {
            dims.push(slice.next().flatten());
            bounds.push(None);
        } else {
            let from = batch.next();
            dims.push(from.and_then(|from| starts.dim(from)));
            bounds.push(from.and_then(|from| starts.bound(from)));
        }
    }
    Ok(vec![TensorType::with_bounds(operand.element(), &dims, &bounds).ty()])
}

/// Returns `index_vector_dim`, the dimension of `indices` that contains the index vectors.
///
/// The result is the rank of `indices` if every element is an index vector of length 1.
fn index_vector(
    op: &InferView,
    value: i64,
    indices: &TensorType,
    constraint: &str,
) -> Result<usize, Violation> {
    usize::try_from(value).ok().filter(|dim| *dim <= indices.rank()).ok_or_else(|| {
        violation!(
            op.constraint(constraint),
            "index_vector_dim must be in [0, {}], found {value}",
            indices.rank()
        )
    })
}

/// Returns the batching dimensions of `indices`. They must be unique and must not contain the
/// dimension `vector` of the index vectors.
fn batching_dims(
    op: &InferView,
    name: &str,
    values: &[i64],
    indices: &TensorType,
    vector: usize,
    [distinct, range, not_vector]: [&str; 3],
) -> Result<Vec<usize>, Violation> {
    let dims = in_range(op, name, values, indices.rank(), range)?;
    unique(op, name, &[&dims], distinct)?;
    ensure!(
        !dims.contains(&vector),
        op.constraint(not_vector),
        "{name} must not contain index_vector_dim, found {vector}"
    );
    Ok(dims)
}

fn same_batches(
    op: &InferView,
    operand: &TensorType,
    ours: &[usize],
    indices: &TensorType,
    theirs: &[usize],
    [count, sizes]: [&str; 2],
) -> Result<(), Violation> {
    ensure!(
        ours.len() == theirs.len(),
        op.constraint(count),
        "operand and indices must have the same number of batching dimensions, found {} and {}",
        ours.len(),
        theirs.len()
    );
    for (one, other) in ours.iter().zip(theirs) {
        ensure!(
            compatible_dim(operand.dim(*one), indices.dim(*other)),
            op.constraint(sizes),
            "batching dimensions {one} of {operand} and {other} of {indices} must have the same size"
        );
    }
    Ok(())
}

// --- scatter ----------------------------------------------------------------

// scatter(inputs..., scatter_indices, updates...)
fn infer_scatter<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let mut inputs = op.tensors()?;
    let total = inputs.len();
    ensure!(
        total >= 3 && total % 2 == 1,
        "scatter_c5",
        "must have inputs, scatter_indices and one update for each input, found {total} operands"
    );
    let updates = inputs.split_off(total / 2 + 1);
    let Some(indices) = inputs.pop() else { return Err(no_rule(op)) };
    let common = |tensors: &[TensorType<'c>], name: &str, constraint: &str| {
        most_specific(tensors).ok_or_else(|| {
            let types: Vec<_> = tensors.iter().map(ToString::to_string).collect();
            violation!(
                op.constraint(constraint),
                "{name} must have the same shape, found {}",
                types.join(" and ")
            )
        })
    };
    let shape = common(&inputs, "inputs", "c1")?;
    let update = common(&updates, "updates", "c3")?;
    for (input, update) in inputs.iter().zip(&updates) {
        ensure!(
            same_baseline(input.element(), update.element()),
            "scatter_c6",
            "inputs and updates must have the same element type, found {input} and {update}"
        );
    }
    let numbers: ScatterDimensionNumbers = op.typed("scatter_dimension_numbers")?;
    verify_scatter_numbers(op, &numbers, &shape, &indices, &update)?;
    let elements: Vec<_> = inputs.iter().map(TensorType::element).collect();
    let results = accumulators(op, &op.region(0)?, "update_computation", &elements, "c23")?;
    Ok(inputs
        .iter()
        .zip(results)
        .map(|(input, element)| input.with_element(element).ty())
        .collect())
}

fn verify_scatter_numbers(
    op: &InferView,
    numbers: &ScatterDimensionNumbers,
    input: &TensorType,
    indices: &TensorType,
    update: &TensorType,
) -> Result<(), Violation> {
    let rank = input.rank();
    let window =
        in_range(op, "update_window_dims", &numbers.update_window_dims, update.rank(), "c8")?;
    unique(op, "update_window_dims", &[&window], "c7")?;
    sorted(op, "update_window_dims", &window, "c7")?;
    let inserted =
        in_range(op, "inserted_window_dims", &numbers.inserted_window_dims, rank, "c11")?;
    let batching = in_range(op, "input_batching_dims", &numbers.input_batching_dims, rank, "c13")?;
    unique(op, "inserted_window_dims and input_batching_dims", &[&inserted, &batching], "c9")?;
    sorted(op, "inserted_window_dims", &inserted, "c10")?;
    sorted(op, "input_batching_dims", &batching, "c12")?;
    ensure!(
        rank == window.len() + inserted.len() + batching.len(),
        "scatter_c2",
        "update_window_dims, inserted_window_dims and input_batching_dims together must have as \
         many entries as {input} has dimensions, found {}, {} and {}",
        window.len(),
        inserted.len(),
        batching.len()
    );
    let vector = index_vector(op, numbers.index_vector_dim, indices, "c22")?;
    let indices_batching = batching_dims(
        op,
        "scatter_indices_batching_dims",
        &numbers.scatter_indices_batching_dims,
        indices,
        vector,
        ["c14", "c15", "c16"],
    )?;
    same_batches(op, input, &batching, indices, &indices_batching, ["c17", "c18"])?;
    let entries = indices.dims().get(vector).copied().unwrap_or(Some(1));
    ensure!(
        compatible_dim(entries, Some(numbers.scatter_dims_to_operand_dims.len() as i64)),
        "scatter_c19",
        "scatter_dims_to_operand_dims must have an entry for each index in {indices}, found {}",
        numbers.scatter_dims_to_operand_dims.len()
    );
    let map = in_range(
        op,
        "scatter_dims_to_operand_dims",
        &numbers.scatter_dims_to_operand_dims,
        rank,
        "c21",
    )?;
    unique(op, "scatter_dims_to_operand_dims and input_batching_dims", &[&map, &batching], "c20")?;

    // C4: updates have the batch dimensions of the indices and the dimensions of a window, which
    // must not be larger than the input.
    let outer: Vec<Dim> = (0..indices.rank())
        .filter(|index| *index != vector)
        .map(|index| indices.dim(index))
        .collect();
    let found: Vec<Dim> = (0..update.rank())
        .filter(|index| !window.contains(index))
        .map(|index| update.dim(index))
        .collect();
    ensure!(
        compatible_dims(&outer, &found),
        "scatter_c4",
        "updates must have the dimensions {} of the indices besides those of a window, found {}",
        format_dims(&outer),
        format_dims(&found)
    );
    let kept = (0..rank).filter(|index| !inserted.contains(index) && !batching.contains(index));
    for (from, to) in window.iter().zip(kept) {
        let sizes = update.dim(*from).zip(input.dim(to).or(input.bound(to)));
        ensure!(
            sizes.is_none_or(|(update, input)| update <= input),
            "scatter_c4",
            "dimension {from} of {update} must lie within dimension {to} of {input}"
        );
    }
    Ok(())
}

// --- sort and select --------------------------------------------------------

fn infer_sort<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let inputs = op.tensors()?;
    let Some(first) = inputs.first() else {
        return Err(violation!("sort_c1", "has no inputs"));
    };
    for input in &inputs {
        ensure!(
            compatible_dims(first.dims(), input.dims()),
            "sort_c3",
            "inputs must have the same shape, found {first} and {input}"
        );
    }
    let rank = first.rank() as i64;
    let dimension = op.optional_integer("dimension").unwrap_or(-1);
    ensure!(
        (-rank..rank).contains(&dimension),
        "sort_c4",
        "dimension must be in [-{rank}, {rank}), found {dimension}"
    );
    let comparator = op.region(0)?;
    let arguments = scalars(op, &comparator.argument_types(), "comparator", "argument", "c5")?;
    let expected: Vec<Type> =
        inputs.iter().flat_map(|input| [input.element(), input.element()]).collect();
    ensure!(
        arguments.len() == expected.len()
            && arguments.iter().zip(&expected).all(|(one, other)| same_baseline(*one, *other)),
        "sort_c5",
        "comparator must take, for each input, two scalars of the input's element type"
    );
    let returned = comparator.returned_types().unwrap_or_default();
    let returns_one = returned.len() == 1
        && TensorType::from_type(returned[0])
            .is_some_and(|tensor| tensor.rank() == 0 && tensor.element_type().is_boolean());
    ensure!(returns_one, "sort_c5", "comparator must return one tensor<i1>");
    Ok(op.operand_types())
}

// torch_index_select(operand, index) selects the slices along `dim` that `index` names. Operand and
// index share the leading `batch_dims` dimensions.
fn verify_torch_index_select(op: &OpView) -> Result<(), Violation> {
    let (operand, indices, result) = (op.tensor(0)?, op.tensor(1)?, op.result_tensor(0)?);
    let dim = dimension(op, "dim", operand.rank(), "dim")?;
    let limit = operand.rank().min(indices.rank()) + 1;
    let batch = index(op, "batch_dims", op.integer("batch_dims")?, limit, "batch_dims")?;
    ensure!(
        batch <= dim && compatible_dims(&operand.dims()[..batch], &indices.dims()[..batch]),
        op.constraint("batch_dims"),
        "the first {batch} dimensions of operand and index must be the same and lie before \
         dimension {dim}, found {operand} and {indices}"
    );
    let expected =
        [&operand.dims()[..dim], &indices.dims()[batch..], &operand.dims()[dim + 1..]].concat();
    ensure!(
        compatible_dims(&expected, result.dims())
            && same_baseline(operand.element(), result.element()),
        op.constraint("results"),
        "result has type {result}, expected {}",
        TensorType::new(operand.element(), &expected)
    );
    Ok(())
}
