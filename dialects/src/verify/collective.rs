// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Verification and type inference of collective ops, in which several participants exchange data.
//!
//! The specification calls the participants processes. The verifier does not know their total
//! number, so it checks participant ids only against each other.

use super::{
    dimensions::dimension,
    reducers::accumulators,
    results::{check_results, no_rule},
};
use crate::{
    attributes::stablehlo::{AxisRef, ChannelHandle, Mesh, ReplicaGroupMeshAxes},
    ensure, ffi,
    op::Op,
    op_view::{InferView, OpView, read_array, read_integers},
    shape::{Dim, TensorType, accepts, compatible_dim, format_dims, same_baseline},
    violation,
    violation::Violation,
};
use melior::ir::{AttributeLike, Type, r#type::IntegerType};

/// Checks the constraints of a collective op.
///
/// # Errors
/// Returns the first violated constraint.
pub fn verify(op: &OpView) -> Result<(), Violation> {
    match op.op() {
        Op::StablehloAllGather => verify_all_gather(op),
        Op::StablehloReduceScatter => verify_reduce_scatter(op),
        Op::StablehloAllReduce => {
            verify_groups(op, &GroupConstraints::new(["c1", "c3", "c4"], false))?;
            check_results(op, &infer(op)?, "c6")
        }
        Op::StablehloAllToAll => check_results(op, &infer(op)?, "c9"),
        Op::StablehloCollectiveBroadcast => {
            verify_groups(op, &GroupConstraints::partial(["c1", "c2"]))?;
            check_results(op, &infer(op)?, "c3")
        }
        Op::StablehloCollectivePermute => {
            verify_pairs(op, ["c1", "c2", "c3", "c4"])?;
            check_results(op, &infer(op)?, "c5")
        }
        Op::StablehloCollectiveReduce => {
            verify_groups(op, &GroupConstraints::partial(["c1", "c2"]))?;
            check_results(op, &infer(op)?, "c3")
        }
        Op::StablehloCrossReplicaSum => {
            verify_groups(op, &GroupConstraints::new(["c1", "c2", "c2"], false))?;
            check_results(op, &infer(op)?, "c1")
        }
        _ => check_results(op, &infer(op)?, "results"),
    }
}

/// Infers the result types of a collective op.
///
/// # Errors
/// Returns the first violated constraint, or a violation if the op has no inference rule.
pub fn infer<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    match op.op() {
        Op::StablehloAllReduce => reduced(op, op.operand_count(), "c5"),
        Op::StablehloAllToAll => infer_all_to_all(op),
        Op::StablehloCollectiveBroadcast => {
            let roots = verify_dynamic_root(op, "c4", "c3")?;
            Ok(op.operand_types()[..op.operand_count() - roots].to_vec())
        }
        Op::StablehloCollectiveReduce => {
            let roots = verify_dynamic_root(op, "c3", "c3")?;
            reduced(op, op.operand_count() - roots, "c4")
        }
        Op::StablehloCollectivePermute | Op::StablehloCrossReplicaSum => {
            Ok(vec![op.tensor(0)?.ty()])
        }
        Op::StablehloPartitionId | Op::StablehloReplicaId => {
            Ok(vec![TensorType::new(IntegerType::unsigned(op.context(), 32).into(), &[]).ty()])
        }
        _ => Err(no_rule(op)),
    }
}

// --- groups of participants -------------------------------------------------

/// The constraints that apply to the groups of participants of a collective op.
struct GroupConstraints {
    /// The specification's number, such as `c1`, of the constraint that participant ids are unique.
    unique: &'static str,
    /// The specification's number, such as `c1`, of the constraint that participant ids are in
    /// range.
    range: &'static str,
    /// The specification's number, such as `c1`, of the constraint on `use_global_device_ids`.
    global_ids: &'static str,
    /// Whether all groups of participants must have the same size.
    same_size: bool,
    /// Whether every participant must be in a group of participants.
    complete: bool,
}

impl GroupConstraints {
    fn new([unique, range, global_ids]: [&'static str; 3], same_size: bool) -> Self {
        Self { unique, range, global_ids, same_size, complete: true }
    }

    /// Returns the constraints of an op whose groups need not contain every participant.
    fn partial([unique, range]: [&'static str; 2]) -> Self {
        let global_ids = range;
        Self { unique, range, global_ids, same_size: false, complete: false }
    }
}

/// Checks `replica_groups` and returns the size of the groups, if it is known.
///
/// The attribute is a matrix with a group of participant ids in each row, or axes of a mesh. The
/// ids of a matrix are 0, 1, 2, and so on, in any order; some may be missing if the groups need not
/// contain every participant. Shorter groups are padded with -1.
fn verify_groups(op: &InferView, constraints: &GroupConstraints) -> Result<Dim, Violation> {
    let attribute = op.required("replica_groups")?;
    let global_ids = op.optional_boolean("use_global_device_ids").unwrap_or(false);
    let channel: Option<ChannelHandle> = op.optional_typed("channel_handle");
    ensure!(
        !global_ids || channel.as_ref().is_some_and(|channel| channel.handle > 0),
        op.constraint(constraints.global_ids),
        "channel_handle must have a positive handle where use_global_device_ids is set, found {}",
        channel.map_or(0, |channel| channel.handle)
    );
    if let Some(axes) = ReplicaGroupMeshAxes::from_attribute(attribute) {
        return verify_mesh_axes(op, &axes, constraints.range);
    }
    let shape = ffi::ranked_tensor(attribute.r#type()).map(|(_, dims, _)| dims);
    let Some((&[Some(count), Some(size)], ids)) = shape
        .as_deref()
        .and_then(|dims| <&[Dim; 2]>::try_from(dims).ok())
        .zip(read_integers(attribute))
    else {
        return Err(violation!(
            op.constraint("replica_groups"),
            "replica_groups must have two dimensions, found {attribute}"
        ));
    };
    ensure!(
        !global_ids || (count > 0 && size > 0),
        op.constraint(constraints.global_ids),
        "replica_groups must not be empty where use_global_device_ids is set"
    );
    let mut present: Vec<i64> = ids;
    if !constraints.same_size {
        present.retain(|id| *id != -1);
    }
    present.sort_unstable();
    for pair in present.windows(2) {
        ensure!(
            pair[0] != pair[1],
            op.constraint(constraints.unique),
            "ids in replica_groups must be unique, found {} twice",
            pair[0]
        );
    }
    for (expected, id) in (0..).zip(&present) {
        ensure!(
            *id == expected || (!constraints.complete && *id >= 0),
            op.constraint(constraints.range),
            "ids in replica_groups must be all of [0, {}), found {id} and not {expected}",
            present.len()
        );
    }
    Ok((count > 0).then_some(size))
}

// Returns the size of a group: the product of the axes' sizes, if the mesh is given in place.
fn verify_mesh_axes(
    op: &InferView,
    groups: &ReplicaGroupMeshAxes,
    constraint: &str,
) -> Result<Dim, Violation> {
    let wrong =
        |what: &str| Err(violation!(op.constraint(constraint), "replica_groups must have {what}"));
    let axes: Option<Vec<AxisRef>> = groups
        .axes
        .and_then(read_array)
        .and_then(|axes| axes.into_iter().map(AxisRef::from_attribute).collect());
    let Some(axes) = axes else { return wrong("a list of axes") };
    let Some(mesh) = groups.mesh else { return wrong("a mesh") };
    let Some(mesh) = Mesh::from_attribute(mesh) else {
        // `verifyMeshSymbol` in stablehlo/Effects.cpp checks a symbol.
        return if mesh.is_symbol_ref() { Ok(None) } else { wrong("a mesh or its name") };
    };
    let mut size = Some(1i64);
    for axis in &axes {
        let found = mesh
            .axes
            .iter()
            .filter_map(|axis| crate::attributes::stablehlo::MeshAxis::from_attribute(*axis))
            .find(|one| one.name == axis.name);
        let Some(found) = found else {
            return wrong(&format!("axes of its mesh, found \"{}\"", axis.name));
        };
        let part = axis
            .sub_axis_info
            .and_then(crate::attributes::stablehlo::SubAxisInfo::from_attribute)
            .map_or(found.size, |part| part.size);
        size = size.and_then(|size| size.checked_mul(part));
    }
    Ok(size)
}

/// Returns true if each row of `replica_groups` lists all participants of a group.
///
/// With a channel and without global device ids, the rows list replicas. Each replica then takes
/// part with all of its partitions, so the groups are larger than the rows.
fn groups_are_listed(op: &InferView) -> bool {
    let channel: Option<ChannelHandle> = op.optional_typed("channel_handle");
    op.optional_boolean("use_global_device_ids").unwrap_or(false)
        || channel.is_none_or(|channel| channel.handle <= 0)
}

/// Checks `source_target_pairs`, which consists of two columns of participant ids, each without
/// duplicates.
pub fn verify_pairs(
    op: &InferView,
    [columns, sources, targets, range]: [&str; 4],
) -> Result<(), Violation> {
    let Some(attribute) = op.attribute("source_target_pairs") else { return Ok(()) };
    let shape = ffi::ranked_tensor(attribute.r#type()).map(|(_, dims, _)| dims).unwrap_or_default();
    let values = read_integers(attribute).ok_or_else(|| {
        violation!(op.constraint(columns), "source_target_pairs must be pairs, found {attribute}")
    })?;
    ensure!(
        shape.len() == 2 && (shape[1] == Some(2) || shape[0] == Some(0)),
        op.constraint(columns),
        "source_target_pairs must have the shape [n, 2], found {}",
        format_dims(&shape)
    );
    for (offset, name, constraint) in [(0, "sources", sources), (1, "targets", targets)] {
        let mut column: Vec<i64> = values.iter().copied().skip(offset).step_by(2).collect();
        column.sort_unstable();
        if let Some(negative) = column.first().filter(|first| **first < 0) {
            return Err(violation!(
                op.constraint(range),
                "source_target_pairs must not be negative, found {negative}"
            ));
        }
        if let Some(twice) = column.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(violation!(
                op.constraint(constraint),
                "{name} in source_target_pairs must be unique, found {} twice",
                twice[0]
            ));
        }
    }
    Ok(())
}

// --- results ----------------------------------------------------------------

/// Returns the types of the first `count` operands. Their element types are replaced by the element
/// types that the op's computation returns.
fn reduced<'c>(
    op: &InferView<'c, '_>,
    count: usize,
    constraint: &str,
) -> Result<Vec<Type<'c>>, Violation> {
    let computation = op.region(0)?;
    (0..count)
        .map(|index| {
            let operand = op.tensor(index)?;
            let elements = [operand.element()];
            let results = accumulators(op, &computation, "computation", &elements, constraint)?;
            Ok(operand.with_element(results[0]).ty())
        })
        .collect()
}

/// Checks the operand of a broadcast that contains the roots, if `has_dynamic_root` is set. Returns
/// the number of such operands, 0 or 1.
///
/// The roots are the last operand, a vector with one root for each other operand.
fn verify_dynamic_root(op: &InferView, dynamic: &str, fixed: &str) -> Result<usize, Violation> {
    let count = op.operand_count();
    if !op.optional_boolean("has_dynamic_root").unwrap_or(false) {
        ensure!(count >= 1, op.constraint(fixed), "has no operands");
        return Ok(0);
    }
    ensure!(
        count >= 2,
        op.constraint(dynamic),
        "must have an operand and the roots where has_dynamic_root is set, found {count} operands"
    );
    let roots = op.tensor(count - 1)?;
    let expected = count as i64 - 1;
    ensure!(
        roots.rank() == 1
            && compatible_dim(roots.dim(0), Some(expected))
            && roots.element_type() == crate::element::ElementType::Signed(32),
        op.constraint(dynamic),
        "the roots must be a tensor<{expected}xi32>, found {roots}"
    );
    Ok(1)
}

fn infer_all_to_all<'c>(op: &InferView<'c, '_>) -> Result<Vec<Type<'c>>, Violation> {
    let count = op.integer("split_count")?;
    ensure!(count > 0, "all_to_all_c4", "split_count must be positive, found {count}");
    let size = verify_groups(op, &GroupConstraints::new(["c5", "c7", "c5"], true))?;
    let empty = size.is_none() && read_integers(op.required("replica_groups")?).is_some();
    ensure!(
        !empty && compatible_dim(size, Some(count)),
        "all_to_all_c8",
        "groups must have split_count participants ({count}), found {}",
        size.unwrap_or_default()
    );
    (0..op.operand_count())
        .map(|index| {
            let operand = op.tensor(index)?;
            let split = dimension(op, "split_dimension", operand.rank(), "c1")?;
            let concat = dimension(op, "concat_dimension", operand.rank(), "c3")?;
            ensure!(
                operand.dim(split).is_none_or(|size| size % count == 0),
                "all_to_all_c2",
                "dimension {split} of {operand} must be a multiple of split_count {count}"
            );
            if split == concat {
                return Ok(operand.ty());
            }
            let mut dims = operand.dims().to_vec();
            let mut bounds: Vec<Dim> = (0..operand.rank()).map(|dim| operand.bound(dim)).collect();
            for sizes in [&mut dims, &mut bounds] {
                sizes[split] = sizes[split].map(|size| size / count);
                sizes[concat] = sizes[concat].and_then(|size| size.checked_mul(count));
            }
            Ok(TensorType::with_bounds(operand.element(), &dims, &bounds).ty())
        })
        .collect()
}

fn verify_all_gather(op: &OpView) -> Result<(), Violation> {
    verify_groups(op, &GroupConstraints::new(["c2", "c4", "c5"], true))?;
    ensure!(
        op.operand_count() == op.result_count() && op.operand_count() > 0,
        "all_gather_c6",
        "must have one result for each operand, found {} and {}",
        op.result_count(),
        op.operand_count()
    );
    for index in 0..op.operand_count() {
        let (operand, result) = (op.tensor(index)?, op.result_tensor(index)?);
        let dim = dimension(op, "all_gather_dim", operand.rank(), "c1")?;
        let mut dims = operand.dims().to_vec();
        // The growth is compared with the size of the group when the collective runs, not here,
        // because programs in use declare any multiple.
        dims[dim] = None;
        let expected = TensorType::new(operand.element(), &dims);
        ensure!(
            accepts(expected.ty(), result.ty()),
            "all_gather_c6",
            "result {index} has type {result}, expected {expected}"
        );
        let multiple = operand
            .dim(dim)
            .zip(result.dim(dim))
            .is_none_or(|(part, whole)| if part == 0 { whole == 0 } else { whole % part == 0 });
        ensure!(
            multiple,
            "all_gather_c6",
            "dimension {dim} of {result} must be a multiple of the same dimension of {operand}"
        );
    }
    Ok(())
}

fn verify_reduce_scatter(op: &OpView) -> Result<(), Violation> {
    let size = verify_groups(op, &GroupConstraints::new(["c3", "c5", "c6"], true))?;
    let (operand, result) = (op.tensor(0)?, op.result_tensor(0)?);
    let dim = dimension(op, "scatter_dimension", operand.rank(), "c2")?;
    let elements = [operand.element()];
    let reduced = accumulators(op, &op.region(0)?, "computation", &elements, "c7")?[0];
    ensure!(
        same_baseline(reduced, result.element()),
        "reduce_scatter_c9",
        "result must have the element type that computation returns, found {result} and {reduced}"
    );
    let mut dims = operand.dims().to_vec();
    dims[dim] = match size.filter(|size| *size > 0 && groups_are_listed(op)) {
        Some(size) => {
            ensure!(
                dims[dim].is_none_or(|dim| dim % size == 0),
                "reduce_scatter_c1",
                "dimension {dim} of {operand} must be a multiple of the size of groups, {size}"
            );
            dims[dim].map(|dim| dim / size)
        }
        None => None,
    };
    let expected = TensorType::new(result.element(), &dims);
    ensure!(
        accepts(expected.ty(), result.ty()),
        "reduce_scatter_c8",
        "result has type {result}, expected {expected}"
    );
    let divides = operand
        .dim(dim)
        .zip(result.dim(dim))
        .is_none_or(|(whole, part)| if part == 0 { whole == 0 } else { whole % part == 0 });
    ensure!(
        divides,
        "reduce_scatter_c8",
        "dimension {dim} of {operand} must be a multiple of the same dimension of {result}"
    );
    Ok(())
}
