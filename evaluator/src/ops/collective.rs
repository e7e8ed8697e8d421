// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Collective operations (specification, "Collective ops" and the section of each operation), and
//! `partition_id` and `replica_id` (sections of these names).

mod combine;
mod groups;
mod mesh;
mod reduce;

use super::attributes::size;
use super::quantized;
use super::shape::{concatenate, slice};
use super::types::result_types;
use crate::program::{Decoder, Frame, Operation, Region};
use crate::run::ParticipantId;
use crate::{Error, TensorSpec, Value};
use groups::pairs_of;
use hloom_dialects::op::Op;
use hloom_dialects::op_view::OpView;
use hloom_values::{Literal, Scalar};
use reduce::Computation;

pub use combine::{Combine, IN_PARTS, combine_of};
pub use groups::{Groups, Strategy, channel};

/// Decodes a collective operation.
///
/// # Errors
/// Fails if an attribute, a type or a region of the operation cannot be decoded.
pub fn decode(op: &OpView, decoder: &mut dyn Decoder) -> Result<Box<dyn Operation>, Error> {
    let (complete, action) = match op.op() {
        Op::StablehloPartitionId => return Ok(Box::new(Number(|id| id.partition))),
        Op::StablehloReplicaId => return Ok(Box::new(Number(|id| id.replica))),
        Op::StablehloAllGather => (true, Action::Gather(size(op, "all_gather_dim")?)),
        Op::StablehloAllToAll => {
            let (split, concat) = (size(op, "split_dimension")?, size(op, "concat_dimension")?);
            let count = size(op, "split_count")?;
            (true, Action::Exchange { split, concat, count })
        }
        Op::StablehloCollectiveBroadcast => (false, Action::Broadcast),
        Op::StablehloCollectivePermute => (false, Action::Permute(pairs_of(op))),
        Op::StablehloCollectiveReduce => {
            (false, Action::ReduceToRoot(Computation::read(op, decoder)?))
        }
        Op::StablehloAllReduce => (true, Action::Reduce(Computation::read(op, decoder)?)),
        Op::StablehloReduceScatter => {
            let computation = Computation::read(op, decoder)?;
            let dimension = size(op, "scatter_dimension")?;
            (true, Action::Scatter { computation, dimension })
        }
        Op::StablehloCrossReplicaSum => (true, Action::Sum),
        other => {
            return Err(Error::Internal(format!(
                "the evaluator passed `{other}` to the decoder of collective operations"
            )));
        }
    };
    let types =
        result_types(op)?.iter().map(|ty| ty.tensor().cloned()).collect::<Result<_, _>>()?;
    Ok(Box::new(Collective {
        purpose: format!("`{}` on channel {}", op.op(), channel(op)),
        groups: Groups::of_operation(op)?,
        complete,
        dynamic_root: op.optional_boolean("has_dynamic_root").unwrap_or(false),
        types,
        action,
    }))
}

/// An operation whose result is the replica or the partition number of the participant.
struct Number(fn(ParticipantId) -> u32);

impl std::fmt::Debug for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str("Number")
    }
}

impl Operation for Number {
    fn evaluate(&self, _: Vec<Value>, frame: &mut dyn Frame) -> Result<Vec<Value>, Error> {
        Ok(vec![Literal::scalar((self.0)(frame.id()))?.into()])
    }
}

/// A collective operation on the operands of all participants of a group.
#[derive(Debug)]
struct Collective {
    /// The purpose of the rendezvous, which distinguishes this operation from the group's other
    /// operations.
    purpose: String,
    groups: Groups,
    /// Whether every participant must be in a group. If this is true and there are no groups, all
    /// participants form one group. If it is false, participants outside every group receive zeros.
    complete: bool,
    /// Whether the last operand contains the position of the root in the group, for each of the
    /// other operands.
    dynamic_root: bool,
    /// The types of the results of the collective.
    types: Vec<TensorSpec>,
    action: Action,
}

#[derive(Debug)]
enum Action {
    /// Concatenates the operands of all participants along a dimension.
    Gather(usize),
    /// Splits each operand into `count` parts along `split`, sends a part to each participant, and
    /// concatenates the received parts along `concat`.
    Exchange { split: usize, concat: usize, count: usize },
    /// Sends to each participant the operand of its source, or zeros if it has no source.
    Permute(Vec<(i64, i64)>),
    /// Sends the operand of the root to all participants.
    Broadcast,
    /// Combines the operands with a reduction; all participants receive the result.
    Reduce(Computation),
    /// Combines the operands for the root; the other participants receive zeros.
    ReduceToRoot(Computation),
    /// Combines the operands with a reduction, and sends each participant a slice of the result
    /// along a dimension.
    Scatter { computation: Computation, dimension: usize },
    /// Adds the operands; all participants receive the sum.
    Sum,
}

/// The operands of the participants of a group, and the position of one participant in it.
struct GroupOperands<'a> {
    /// The position of this participant in the group.
    place: usize,
    /// The operands of each participant, in the group's order.
    given: Vec<Vec<&'a Literal>>,
    /// The position of the root in the group, for each operand.
    roots: Vec<usize>,
    /// The participants of the group.
    group: Vec<ParticipantId>,
}

impl Operation for Collective {
    fn evaluate(
        &self,
        mut operands: Vec<Value>,
        frame: &mut dyn Frame,
    ) -> Result<Vec<Value>, Error> {
        let roots = if self.dynamic_root { operands.pop() } else { None };
        let (me, mesh) = (frame.id(), frame.mesh());
        let group = match self.complete {
            true => self.groups.or_all(mesh).of(me, mesh)?,
            false => self.groups.of_partial(me, mesh)?,
        };
        let Some(group) = group else {
            if self.complete {
                return Err(Error::invalid(format!(
                    "`replica_groups`: expected a group with participant {me}, found none"
                )));
            }
            return self.zeros(&operands);
        };
        let roots = match roots {
            Some(roots) => roots.tensor()?.iter().map(Scalar::to_integer).collect(),
            None => vec![0; operands.len()],
        };
        let roots = roots.into_iter().map(|root| {
            let place = usize::try_from(root).ok().filter(|place| *place < group.len());
            let count = group.len();
            place.ok_or_else(|| {
                Error::invalid(format!(
                    "expected a root below {count}, the size of the group, found {root}"
                ))
            })
        });
        let roots = roots.collect::<Result<_, _>>()?;
        let place = group.iter().position(|member| *member == me).unwrap_or_default();
        let given = mesh.meet(me, &self.purpose, &group, operands.clone())?;
        let given = tensors_of(&given)?;
        let gathered = GroupOperands { place, given, roots, group };
        (0..operands.len()).map(|index| self.result(index, &operands, &gathered, frame)).collect()
    }

    fn regions(&self) -> Vec<&Region> {
        match &self.action {
            Action::Reduce(computation)
            | Action::ReduceToRoot(computation)
            | Action::Scatter { computation, .. } => vec![&computation.region],
            _ => Vec::new(),
        }
    }
}

impl Collective {
    fn result(
        &self,
        index: usize,
        operands: &[Value],
        gathered: &GroupOperands,
        frame: &mut dyn Frame,
    ) -> Result<Value, Error> {
        let all: Vec<_> = gathered.given.iter().map(|tensors| tensors[index]).collect();
        let root = gathered.roots.get(index).copied().unwrap_or_default();
        Ok(match &self.action {
            Action::Gather(dimension) => concatenate(&all, *dimension)?.into(),
            Action::Exchange { split, concat, count } => {
                let parts = all.iter().map(|tensor| part(tensor, *split, gathered.place, *count));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                concatenate(&parts.iter().collect::<Vec<_>>(), *concat)?.into()
            }
            Action::Permute(pairs) => {
                match self.groups.source(pairs, &gathered.group, gathered.place) {
                    Some(source) => all[source].clone().into(),
                    None => self.zero(index, operands)?,
                }
            }
            Action::Broadcast => all[root].clone().into(),
            Action::Reduce(computation) => computation.fold(index, &all, frame)?.into(),
            Action::ReduceToRoot(computation) if gathered.place == root => {
                computation.fold(index, &all, frame)?.into()
            }
            Action::ReduceToRoot(_) => self.zero(index, operands)?,
            Action::Scatter { computation, dimension } => {
                let reduced = computation.fold(index, &all, frame)?;
                part(&reduced, *dimension, gathered.place, gathered.group.len())?.into()
            }
            Action::Sum => reduce::sum(&all)?.into(),
        })
    }

    fn zeros(&self, operands: &[Value]) -> Result<Vec<Value>, Error> {
        (0..operands.len()).map(|index| self.zero(index, operands)).collect()
    }

    /// Returns zeros with the sizes of an operand and the element type of its result.
    fn zero(&self, index: usize, operands: &[Value]) -> Result<Value, Error> {
        let missing = || {
            Error::Internal(
                "the evaluator decoded a collective with fewer results than operands".to_owned(),
            )
        };
        let element = &self.types.get(index).ok_or_else(missing)?.element;
        let dims = operands[index].tensor()?.shape().dims.clone();
        quantized::zeros(element, dims).map(Value::from)
    }
}

/// Returns the tensors that each participant contributed, which must agree in element type and
/// rank.
fn tensors_of(given: &[Vec<Value>]) -> Result<Vec<Vec<&Literal>>, Error> {
    let tensors = given
        .iter()
        .map(|values| values.iter().map(Value::tensor).collect())
        .collect::<Result<Vec<Vec<&Literal>>, _>>()?;
    let kinds = |tensors: &Vec<&Literal>| -> Vec<_> {
        tensors.iter().map(|it| (it.shape().element_type, it.shape().rank())).collect()
    };
    let first = tensors.first().map(kinds).unwrap_or_default();
    if tensors.iter().any(|others| kinds(others) != first) {
        return Err(Error::invalid(
            "expected operands of the same types in all participants of a group",
        ));
    }
    Ok(tensors)
}

/// Returns one of `count` equal slices along a dimension.
fn part(tensor: &Literal, dimension: usize, place: usize, count: usize) -> Result<Literal, Error> {
    let shape = tensor.shape();
    let whole = shape.dims.get(dimension).copied().unwrap_or_default();
    if count == 0 || whole % count != 0 || place >= count {
        return Err(Error::invalid(format!(
            "cannot split a {shape} into {count} equal parts along dimension {dimension}"
        )));
    }
    let (mut starts, mut limits) = (vec![0; shape.rank()], shape.dims.clone());
    if let (Some(start), Some(limit)) = (starts.get_mut(dimension), limits.get_mut(dimension)) {
        *start = place * (whole / count);
        *limit = (place + 1) * (whole / count);
    }
    slice(tensor, &starts, &limits, &vec![1; shape.rank()])
}

#[cfg(test)]
mod tests {
    use crate::ops::testing::main_of;

    /// Returns the results of an operation on a device mesh of two by two. The operand of each
    /// participant is a vector of its replica and its partition.
    fn of_four(operation: &str, ty: &str) -> Result<Vec<String>, crate::Error> {
        let types = [ty; 4].join(", ");
        let text = format!(
            "func.func @participant() -> {ty} {{
               %a = stablehlo.replica_id : tensor<ui32>
               %b = stablehlo.partition_id : tensor<ui32>
               %c = stablehlo.reshape %a : (tensor<ui32>) -> tensor<1xui32>
               %d = stablehlo.reshape %b : (tensor<ui32>) -> tensor<1xui32>
               %x = stablehlo.concatenate %c, %d, dim = 0 : (tensor<1xui32>, tensor<1xui32>) -> tensor<2xui32>
               %r = \"stablehlo.{operation} : (tensor<2xui32>) -> {ty}
               return %r : {ty}
             }}
             func.func @main() -> ({types}) {{
               %r:4 = \"interpreter.run_parallel\"() {{programs = [[@participant, @participant], [@participant, @participant]]}} : () -> ({types})
               return %r#0, %r#1, %r#2, %r#3 : {types}
             }}"
        );
        let elements = |value: &crate::Value| {
            let tensor = value.tensor()?.as_slice::<u32>().map(<[u32]>::to_vec);
            Ok(format!("{:?}", tensor.unwrap_or_default()))
        };
        main_of(&text)?.iter().map(elements).collect()
    }

    #[test]
    fn joined_and_exchanged() {
        let gathered = of_four(
            "all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}",
            "tensor<4xui32>",
        );
        let gathered = gathered.expect("groups of replicas");
        assert_eq!(gathered, ["[1, 0, 0, 0]", "[1, 1, 0, 1]", "[1, 0, 0, 0]", "[1, 1, 0, 1]"]);
        let larger = of_four(
            "all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[1, 0]]> : tensor<1x2xi64>}",
            "tensor<6xui32>",
        );
        let refusal = larger.expect_err("two of two are not six").to_string();
        let types = "expected `tensor<6xui32>`, found `tensor<4xui32>`";
        assert!(refusal.contains(types), "{refusal}");
        let exchanged = of_four(
            "all_to_all\"(%x) {split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, \
             channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}",
            "tensor<2xui32>",
        );
        let exchanged = exchanged.expect("groups of partitions");
        assert_eq!(exchanged, ["[0, 0]", "[0, 1]", "[1, 1]", "[0, 1]"]);
    }

    #[test]
    fn from_one_to_others() {
        let permuted = of_four(
            "collective_permute\"(%x) {source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}",
            "tensor<2xui32>",
        );
        let permuted = permuted.expect("pairs of replicas");
        assert_eq!(permuted, ["[0, 0]", "[0, 0]", "[0, 0]", "[0, 1]"]);
        let broadcast = of_four(
            "collective_broadcast\"(%x) {replica_groups = dense<[[1]]> : tensor<1x1xi64>}",
            "tensor<2xui32>",
        );
        assert_eq!(broadcast.expect("a group"), ["[0, 0]", "[0, 0]", "[1, 0]", "[1, 1]"]);
        let sum = of_four(
            "cross-replica-sum\"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}",
            "tensor<2xui32>",
        );
        assert_eq!(sum.expect("a group"), ["[1, 0]", "[1, 2]", "[1, 0]", "[1, 2]"]);
    }

    #[test]
    fn combined() {
        let last = "({ ^bb0(%i: tensor<ui32>, %j: tensor<ui32>): \"stablehlo.return\"(%j) : (tensor<ui32>) -> () })";
        let reduced = of_four(
            &format!(
                "all_reduce\"(%x) {last} {{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, \
                 channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}}"
            ),
            "tensor<2xui32>",
        );
        assert_eq!(reduced.expect("one group"), ["[1, 1]"; 4]);
        let scattered = of_four(
            &format!(
                "reduce_scatter\"(%x) {last} {{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}}"
            ),
            "tensor<1xui32>",
        );
        assert_eq!(scattered.expect("groups of replicas"), ["[1]", "[1]", "[0]", "[1]"]);
    }

    #[test]
    fn groups_have_to_be_those_of_the_grid() {
        let refusal = of_four(
            "all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0], [1], [2]]> : tensor<3x1xi64>}",
            "tensor<2xui32>",
        );
        assert!(refusal.is_ok(), "{refusal:?}");
        let refusal = of_four(
            "all_gather\"(%x) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}",
            "tensor<6xui32>",
        );
        let refusal = refusal.expect_err("three replicas").to_string();
        let outside = "a device mesh of 2 by 2 (replicas by partitions), found participant (2, 0)";
        assert!(refusal.contains(outside), "{refusal}");
        // Nobody is in a group: the results must not be zeros.
        let last = "({ ^bb0(%i: tensor<ui32>, %j: tensor<ui32>): \"stablehlo.return\"(%j) : (tensor<ui32>) -> () })";
        let groups = "replica_groups = dense<[[2, 3]]> : tensor<1x2xi64>";
        for operation in [
            format!("collective_broadcast\"(%x) {{{groups}}}"),
            format!("collective_reduce\"(%x) {last} {{{groups}}}"),
            "collective_permute\"(%x) {source_target_pairs = dense<[[2, 3]]> : tensor<1x2xi64>}"
                .to_owned(),
        ] {
            let refusal = of_four(&operation, "tensor<2xui32>").expect_err("two replicas");
            let outside = "a device mesh of 2 by 2 (replicas by partitions), found replica 2";
            assert!(refusal.to_string().contains(outside), "{refusal}");
        }
    }
}
