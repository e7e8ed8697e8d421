// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Chooses the operations that `hloom-merge-elementwise` merges.
//!
//! A cluster starts with one operation and grows backward. All members have the same iteration
//! space, and read each other's results without shift or transposition. There are two kinds of
//! members:
//!
//! - Members whose results are used only by other members, so that the results need no memory.
//! - Members whose results are in memory in any case, because an operation other than a
//!   `linalg.generic` of the block uses them. (`hloom-tile-and-fuse` can keep other values in the
//!   tiles of a reduction or contraction, but only values of operations with one result.)
//!
//! Operations of the second kind join if they share an input with the cluster, or compute an input
//! of the cluster. At most one of them may be the only user of a reduction or contraction, with
//! which it could be tiled. No member may depend on another member through an operation outside of
//! the cluster.

use hloom_ir::linalg::code_size::expanded;
use hloom_ir::linalg::generic::identity_map;
use hloom_ir::linalg::structured::Structured;
use hloom_ir::{self as ir, Context, Op, Shaped, Value, address};
use melior::ir::operation::OperationLike;
use melior::ir::{TypeLike, ValueLike};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Largest estimated number of operations in a merged body, after math expansion.
const MAX_OPS: usize = 512;

/// Largest number of different arrays that a merged operation reads and writes. Hardware can
/// prefetch about this number of streams.
const MAX_ARRAYS: usize = 16;

/// Largest number of uses of an input whose users are considered as members.
const MAX_USES: usize = 32;

/// Largest distance in operations from the first member of a cluster to the last member.
const MAX_SPAN: usize = 512;

/// An elementwise operation that may be merged.
struct Candidate<'a> {
    generic: Structured<'a>,
    shape: Vec<i64>,
    code_size: usize,
    /// Whether the results are stored in memory even if the operation is merged, because of their
    /// users.
    is_kept: bool,
}

/// The elementwise operations of a block that may be merged and are not merged yet.
pub struct Clusters<'a> {
    candidates: HashMap<usize, Rc<Candidate<'a>>>,
}

/// A set of elementwise operations that are merged into one operation.
pub struct Cluster<'a> {
    members: HashMap<usize, Rc<Candidate<'a>>>,
    code_size: usize,
    /// Operations between the first and the last member that are not members but depend on a
    /// member, in program order.
    dependents: Vec<Op<'a>>,
}

impl<'a> Clusters<'a> {
    /// Finds the candidates among the operations of a block.
    pub fn of(context: &'a Context, ops: &[Op<'a>]) -> Self {
        let candidates = ops.iter().filter_map(|op| Candidate::of(context, *op));
        let candidates =
            candidates.map(|candidate| (address(candidate.generic.op), Rc::new(candidate)));
        Self { candidates: candidates.collect() }
    }

    /// Returns the cluster that grows from `op`, if it has more than one member.
    pub fn grow(&self, op: Op<'a>) -> Option<Cluster<'a>> {
        let root = self.candidates.get(&address(op))?.clone();
        let is_kept = root.is_kept;
        let mut cluster = Cluster {
            code_size: root.code_size,
            members: HashMap::from([(address(op), root)]),
            dependents: Vec::new(),
        };
        let mut refused = HashSet::new();
        loop {
            let producer = self.producers(&cluster).into_iter().find(|producer| {
                cluster.contains_uses_of(producer.generic.op) && cluster.may_take(producer)
            });
            if let Some(producer) = producer {
                cluster.add(producer);
                continue;
            }
            if !is_kept {
                break;
            }
            let sibling = self.siblings(&cluster).into_iter().find(|sibling| {
                refused.insert(address(sibling.generic.op))
                    && cluster.may_take(sibling)
                    && cluster.has_no_other_nest(sibling)
                    && cluster.take_if_convex(sibling.clone())
            });
            if sibling.is_none() {
                break;
            }
        }
        (cluster.members.len() > 1).then_some(cluster)
    }

    /// Removes the members of a cluster that has been merged into one operation.
    pub fn forget(&mut self, cluster: &Cluster<'a>) {
        for op in cluster.members.keys() {
            self.candidates.remove(op);
        }
    }

    /// Returns the candidates that compute inputs of the cluster.
    fn producers(&self, cluster: &Cluster<'a>) -> Vec<Rc<Candidate<'a>>> {
        let inputs = cluster.inputs().into_iter();
        let producers = inputs.filter_map(ir::defining_op).map(address);
        producers.filter_map(|op| self.candidates.get(&op).cloned()).collect()
    }

    /// Returns the candidates outside the cluster that compute or read an input of the cluster, and
    /// whose results are in memory in any case.
    fn siblings(&self, cluster: &Cluster<'a>) -> Vec<Rc<Candidate<'a>>> {
        let mut found = self.producers(cluster);
        for input in cluster.inputs() {
            let uses = ir::uses(input);
            if uses.len() > MAX_USES || Shaped::of(input.r#type()).is_none() {
                continue;
            }
            // A transposition loads other elements than its sibling.
            if !cluster.reads_by_own_map(input) {
                continue;
            }
            let is_read = |user: &Rc<Candidate<'a>>, operand: usize| {
                operand < user.generic.inputs && user.has_own_map(operand)
            };
            for (user, operand) in uses {
                let user = self.candidates.get(&address(user));
                found.extend(user.filter(|user| is_read(user, operand)).cloned());
            }
        }
        let is_member = |op: Op| cluster.members.contains_key(&address(op));
        found.retain(|sibling| sibling.is_kept && !is_member(sibling.generic.op));
        found
    }
}

impl<'a> Candidate<'a> {
    fn of(context: &'a Context, op: Op<'a>) -> Option<Self> {
        let generic = Structured::of(op)?;
        let results = ir::results(op);
        let shape = Shaped::of(results.first()?.r#type())?.shape;
        let identity = identity_map(context, generic.parallel.len());
        let has_regions = |op: &Op<'a>| op.region_count() > 0;
        let is_one = generic.is_elementwise()
            && results.iter().all(|result| result.r#type().is_tensor())
            && shape.len() == generic.parallel.len()
            && shape.iter().all(|size| *size > 0)
            && generic.maps[generic.inputs..].iter().all(|map| *map == identity)
            && !generic.reads_outputs()
            && !generic.body_ops().iter().any(has_regions);
        let is_other = |(user, _): &(Op<'a>, usize)| {
            ir::op_name(*user) != "linalg.generic" || user.block() != op.block()
        };
        is_one.then(|| Self {
            code_size: expanded(generic.body_ops()),
            is_kept: results.into_iter().all(|result| ir::uses(result).iter().any(is_other)),
            shape,
            generic,
        })
    }

    /// Returns true if operand number `operand` has the same indexing map as the results.
    fn has_own_map(&self, operand: usize) -> bool {
        self.generic.maps[operand] == self.generic.maps[self.generic.inputs]
    }

    /// Returns the reductions and contractions among the producers of the operation whose results
    /// no other operation uses.
    fn own_nests(&self) -> impl Iterator<Item = Op<'a>> {
        let op = self.generic.op;
        let producers = ir::operands(op).into_iter().filter_map(ir::defining_op);
        producers.filter(move |producer| {
            Structured::of(*producer).is_some_and(|producer| !producer.is_elementwise())
                && ir::results(*producer).into_iter().flat_map(ir::uses).all(|(user, _)| user == op)
        })
    }
}

impl<'a> Cluster<'a> {
    /// Returns the members in the order of the block.
    pub fn in_order(&self) -> Vec<&Structured<'a>> {
        let mut members: Vec<_> = self.members.values().map(|member| &member.generic).collect();
        members.sort_by(|one, other| match (one.op == other.op, is_before(one.op, other.op)) {
            (true, _) => std::cmp::Ordering::Equal,
            (_, true) => std::cmp::Ordering::Less,
            _ => std::cmp::Ordering::Greater,
        });
        members
    }

    /// Returns the operations between the first and the last member that are not members but depend
    /// on a member, in program order. They must move after the merged operation.
    pub fn dependents(&self) -> &[Op<'a>] {
        &self.dependents
    }

    /// Returns true if a member of the cluster computes the value.
    pub fn computes(&self, value: Value<'a>) -> bool {
        ir::defining_op(value).is_some_and(|op| self.members.contains_key(&address(op)))
    }

    /// Returns true if an operation outside the cluster uses the value.
    pub fn is_read_outside(&self, value: Value<'a>) -> bool {
        !ir::uses(value).iter().all(|(user, _)| self.members.contains_key(&address(*user)))
    }

    /// Returns the values that members read and that are computed outside the cluster.
    fn inputs(&self) -> Vec<Value<'a>> {
        let mut inputs = Vec::new();
        for member in self.in_order() {
            for value in &ir::operands(member.op)[..member.inputs] {
                if !self.computes(*value) && !inputs.contains(value) {
                    inputs.push(*value);
                }
            }
        }
        inputs
    }

    /// Returns true if a member reads the value with the indexing map of its own results.
    fn reads_by_own_map(&self, value: Value<'a>) -> bool {
        self.members.values().any(|member| {
            let operands = ir::operands(member.generic.op);
            (0..member.generic.inputs)
                .any(|operand| operands[operand] == value && member.has_own_map(operand))
        })
    }

    /// Returns true if only members of the cluster use the results of an operation.
    fn contains_uses_of(&self, op: Op<'a>) -> bool {
        ir::results(op).into_iter().all(|result| !self.is_read_outside(result))
    }

    /// Returns true if the candidate may join the cluster. The candidate must have the iteration
    /// space of the members, and the cluster must remain small enough. The candidate and the
    /// members may read each other's results only at the element that they compute.
    fn may_take(&self, candidate: &Candidate<'a>) -> bool {
        let op = candidate.generic.op;
        let shape =
            &self.members.values().next().expect("a cluster must have at least one member").shape;
        if candidate.shape != *shape || self.code_size + candidate.code_size > MAX_OPS {
            return false;
        }
        // A body may also extract any element of a tensor.
        let reads_well = |(user, operand): (Op<'a>, usize)| {
            let beside = ir::beside(user, op).and_then(|op| self.members.get(&address(op)));
            beside.is_none_or(|member| member.generic.op == user && member.has_own_map(operand))
        };
        if !ir::results(op).into_iter().flat_map(ir::uses).all(reads_well) {
            return false;
        }
        let operands = ir::operands(op);
        let is_read_well =
            |operand: usize| !self.computes(operands[operand]) || candidate.has_own_map(operand);
        let captured = candidate.generic.body_ops().into_iter().flat_map(ir::operands);
        if !(0..candidate.generic.inputs).all(is_read_well)
            || captured.into_iter().any(|value| self.computes(value))
        {
            return false;
        }
        let inputs: HashSet<_> = self.inputs().into_iter().map(ir::value_address).collect();
        let results: HashSet<_> = ir::results(op).into_iter().map(ir::value_address).collect();
        let outputs = self.members.values().flat_map(|member| ir::results(member.generic.op));
        let outputs = outputs.filter(|result| self.is_read_outside(*result)).count();
        let new: HashSet<_> = operands[..candidate.generic.inputs]
            .iter()
            .filter(|value| !self.computes(**value))
            .map(|value| ir::value_address(*value))
            .collect();
        let own = ir::results(op).into_iter().filter(|result| self.is_read_outside(*result));
        let arrays = inputs.difference(&results).chain(new.difference(&inputs)).count();
        let arrays = arrays + outputs + own.count();
        arrays <= MAX_ARRAYS.max(inputs.len() + outputs)
    }

    /// Returns false if the candidate is the only user of a reduction or contraction, and a member
    /// is the only user of another one.
    fn has_no_other_nest(&self, candidate: &Candidate<'a>) -> bool {
        candidate.own_nests().next().is_none()
            || self.members.values().all(|member| member.own_nests().next().is_none())
    }

    fn add(&mut self, candidate: Rc<Candidate<'a>>) {
        self.code_size += candidate.code_size;
        self.members.insert(address(candidate.generic.op), candidate);
    }

    /// Adds a candidate, unless members would then depend on each other through other operations.
    /// Returns true if the candidate was added.
    fn take_if_convex(&mut self, candidate: Rc<Candidate<'a>>) -> bool {
        let id = address(candidate.generic.op);
        let code_size = self.code_size;
        self.add(candidate);
        match self.find_dependents() {
            Some(dependents) => {
                self.dependents = dependents;
                true
            }
            None => {
                self.members.remove(&id);
                self.code_size = code_size;
                false
            }
        }
    }

    /// Returns the operations between the first and the last member that are not members but depend
    /// on a member. Returns `None` if a member depends on one of these operations, if one of them
    /// cannot move, or if the last member is more than [`MAX_SPAN`] operations after the first one.
    fn find_dependents(&self) -> Option<Vec<Op<'a>>> {
        let members = self.in_order();
        let (first, last) = (members.first()?.op, members.last()?.op);
        let (mut dependents, mut found) = (Vec::new(), HashSet::new());
        let ops = std::iter::successors(Some(first), |op| op.next_in_block());
        for (position, op) in ops.enumerate() {
            if position > MAX_SPAN {
                return None;
            }
            let producers: Vec<_> = ir::walk(op)
                .into_iter()
                .flat_map(ir::operands)
                .filter_map(ir::defining_op)
                .map(address)
                .collect();
            let depends = producers.iter().any(|producer| found.contains(producer));
            if self.members.contains_key(&address(op)) {
                if depends {
                    return None;
                }
            } else if depends
                || producers.iter().any(|producer| self.members.contains_key(producer))
            {
                if !matches!(ir::dialect(op), "arith" | "linalg" | "math" | "tensor") {
                    return None;
                }
                found.insert(address(op));
                dependents.push(op);
            }
            if op == last {
                break;
            }
        }
        Some(dependents)
    }
}

fn is_before<'a>(one: Op<'a>, other: Op<'a>) -> bool {
    one.is_before_in_block(other)
}
