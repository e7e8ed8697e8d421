// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs for several ranks, which all run the same function, each on its own shards.

use super::check_arguments;
use crate::c_ranks::{Collective, Ranks, Shard, Shards};
use crate::partition::{expect_count, has_manual_computation, is_collective, partition};
use crate::specialize::specialize;
use hloom_compiler::interface::AotCompilationOptions;
use hloom_compiler::{Error, Program, Shape, mlir};
use hloom_dialects::op::{Family, Op as Kind};
use hloom_dialects::op_view::{read_array, read_integer, read_text};
use hloom_lowering::facts::COLLECTIVES;
use hloom_lowering::ir;
use hloom_lowering::spmd::MAX_PARTICIPANTS;
use hloom_lowering::spmd::partition::{Annotation, Sharding, Split};
use melior::ir::attribute::DictionaryAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, BlockLike, Module};

/// Returns true if a program communicates between ranks, or reads the number of its partition.
pub fn communicates(module: &Module) -> bool {
    let is_collective =
        |kind: Kind| kind.family() == Family::Collective && kind != Kind::StablehloReplicaId;
    ir::walk(module.as_operation()).into_iter().filter_map(ir::hlo_op).any(is_collective)
}

/// Converts a program to the program of one rank, for the numbers of partitions and replicas in the
/// options. Returns the shards of its arguments and results; `None` if this function does not
/// partition it.
///
/// # Errors
/// Fails if there are too many ranks, or if the program specifies other numbers of partitions or
/// replicas. Returns the located diagnostics of the partitioner.
pub fn partitioned<'c>(
    context: &'c hloom_dialects::Context,
    module: &mut Module<'c>,
    program: &Program,
    options: &AotCompilationOptions,
) -> Result<Option<Shards>, Error> {
    let of_module = |what| ir::integer(module.as_operation(), what);
    let specified = |what| of_module(what).and_then(|it| usize::try_from(it).ok()).unwrap_or(1);
    let partitions = options.partitions.unwrap_or_else(|| specified("mhlo.num_partitions"));
    let replicas = options.replicas.unwrap_or_else(|| specified("mhlo.num_replicas"));
    let is_possible = |ranks: &usize| (1..=MAX_PARTICIPANTS).contains(ranks);
    if partitions.checked_mul(replicas).filter(is_possible).is_none() {
        return Err(Error::invalid(format!(
            "expected 1 to {MAX_PARTICIPANTS} ranks, found {partitions} partitions and {replicas} replicas"
        )));
    }
    for (what, count) in [("partitions", options.partitions), ("replicas", options.replicas)] {
        if let Some(count) = count {
            expect_count(context, module.as_operation(), what, count)?;
        }
    }
    // Replicas communicate before a program is partitioned, too.
    let is_partitioned = ir::walk(module.as_operation()).into_iter().any(is_collective)
        && !has_manual_computation(module.as_operation());
    if options.partitions.is_none() || is_partitioned || partitions == 1 && replicas > 1 {
        return Ok(None);
    }
    let name = mlir::keep_entry(context, module, program)?;
    let named = program.clone().with_entry(&name);
    let values = specialize(context, module, &name, &options.compile_options())?;
    let whole = mlir::signature(&mlir::entry(module, &named)?)?;
    check_arguments(&options.arguments, &whole, &values)?;
    partition(context, module, &named, partitions)?;
    let entry = mlir::entry(module, &named)?;
    let shards = |name: &str, shapes: &[Shape]| -> Result<Vec<_>, Error> {
        let attributes = entry.attribute(name).ok().and_then(read_array).unwrap_or_default();
        let mut attributes = attributes.into_iter();
        let sizes = [replicas, partitions];
        shapes.iter().map(|shape| shard(attributes.next(), shape, sizes)).collect()
    };
    let shards = Shards {
        ranks: replicas * partitions,
        arguments: shards("arg_attrs", &whole.arguments)?,
        results: shards("res_attrs", &whole.results)?,
    };
    let is_split = shards.arguments.iter().chain(&shards.results).any(Option::is_some);
    if partitions > 1
        && !is_split
        && !communicates(module)
        && let Some(warnings) = &options.warnings
    {
        let name = program.name();
        warnings.warn(&format!(
            "{name}: warning: the program has no sharding; each of {partitions} partitions computes \
             the whole program"
        ));
    }
    Ok(Some(shards))
}

/// Reads the shard that each rank has of an argument or result, from the attributes of the argument
/// or result. All replicas have the same shards. Returns `None` if every rank has the whole tensor.
fn shard(
    attributes: Option<Attribute>,
    whole: &Shape,
    [replicas, partitions]: [usize; 2],
) -> Result<Option<Shard>, Error> {
    let attributes = attributes.and_then(|it| DictionaryAttribute::try_from(it).ok());
    let sharding = attributes.and_then(|it| it.element_by_name("mhlo.sharding"));
    let Some(text) = sharding.and_then(read_text) else { return Ok(None) };
    let tiles = |sharding: Sharding| {
        let splits = whole.dims.iter().zip(&sharding.dims);
        let start = |partition: usize| {
            let tile =
                |(size, split): (&usize, &Split)| split.of()[partition] * (size / split.tiles());
            splits.clone().map(tile).collect()
        };
        let is_split = sharding.dims.iter().any(|split| !split.is_whole());
        let starts = (0..replicas).flat_map(|_| (0..partitions).map(start)).collect();
        is_split.then(|| Shard { whole: whole.dims.clone(), starts })
    };
    match Annotation::read(text, 0, whole.rank(), partitions) {
        Ok(Annotation::Tiles(sharding)) => Ok(tiles(sharding)),
        found => Err(Error::Internal(format!(
            "expected a tiled sharding from the partitioner, found `{text}` ({found:?})"
        ))),
    }
}

/// Returns the communication of a lowered program; `None` if it does not communicate.
///
/// # Errors
/// Returns [`Error::Internal`] if the attribute of the pass `hloom-emit-entry` that describes the
/// communication cannot be read.
pub fn ranks_of(module: &Module) -> Result<Option<Ranks>, Error> {
    let mut functions =
        std::iter::successors(module.body().first_operation(), |op| op.next_in_block());
    let Some(attribute) = functions.find_map(|op| op.attribute(COLLECTIVES).ok()) else {
        return Ok(None);
    };
    let broken = || Error::Internal(format!("cannot read the attribute `{COLLECTIVES}`"));
    read(attribute).ok_or_else(broken).map(Some)
}

fn read(attribute: Attribute) -> Option<Ranks> {
    let dictionary = DictionaryAttribute::try_from(attribute).ok()?;
    let number = |of: &DictionaryAttribute, name: &str| read_integer(of.element_by_name(name)?);
    let collective = |attribute: Attribute| {
        let of = DictionaryAttribute::try_from(attribute).ok()?;
        let group = |group: Attribute| -> Option<Vec<u32>> {
            ir::i64_array(group)?.into_iter().map(|rank| u32::try_from(rank).ok()).collect()
        };
        let groups = read_array(of.element_by_name("groups")?)?;
        Some(Collective {
            kind: read_text(of.element_by_name("kind")?)?.to_owned(),
            bytes: number(&of, "bytes")?.try_into().ok()?,
            channel: number(&of, "channel")?,
            groups: groups.into_iter().map(group).collect::<Option<_>>()?,
        })
    };
    let list = read_array(dictionary.element_by_name("list")?)?;
    Some(Ranks {
        count: number(&dictionary, "ranks")?.try_into().ok()?,
        largest: number(&dictionary, "largest")?.try_into().ok()?,
        collectives: list.into_iter().map(collective).collect::<Option<_>>()?,
    })
}
