// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reduces failing programs to smaller ones that fail in the same way.

use super::case::{Case, Outcome};
use super::child::Workers;
use super::data::Data;
use super::program::{Op, Program, Region, Type, ValueId};
use hloom_compiler::Error;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// Time limit for the reduction of one program.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Reduces a failing program. Returns the smallest test case that was found to fail in the same
/// way, and its outcome.
///
/// # Errors
/// Fails if a worker cannot be started.
pub fn shrink(
    program: &Program,
    case: &Case,
    outcome: Outcome,
    workers: &mut Workers,
) -> Result<(Case, Outcome), Error> {
    let start = Instant::now();
    let mut best = (program.clone(), case.clone(), outcome);
    // Changes are numbered. After a successful change, its number refers to the next change.
    let mut index = 0;
    let mut helped = false;
    while start.elapsed() < TIMEOUT {
        let Some(candidate) = candidate(&best.0, index) else {
            if !helped {
                break;
            }
            (index, helped) = (0, false);
            continue;
        };
        let Some(candidate) = candidate else {
            index += 1;
            continue;
        };
        let smaller = Case::new(case.name.clone(), &candidate, case.threads)?;
        let outcome = workers.run(&smaller)?;
        if outcome.kind() == best.2.kind() {
            best = (candidate, smaller, outcome);
            helped = true;
        } else {
            index += 1;
        }
    }
    Ok((best.1, best.2))
}

/// Returns the program after one reducing change, which is identified by a number.
///
/// Returns `Some(None)` if the change does not apply, and `None` if there is no change with this
/// number.
fn candidate(program: &Program, index: usize) -> Option<Option<Program>> {
    let results = program.entry().results.len();
    if index < results {
        let mut changed = program.clone();
        changed.functions[0].body.results = vec![program.entry().results[index]];
        return Some((results > 1).then(|| cleaned(changed)));
    }
    let places = places(program);
    let changes: &[fn(&Program, ValueId) -> Option<Program>] = &[cut, bypassed];
    let index = index - results;
    let place = places.get(index / changes.len())?;
    Some(changes[index % changes.len()](program, *place).map(cleaned))
}

/// Returns the first result of every operation of a program, from the last operation to the first.
fn places(program: &Program) -> Vec<ValueId> {
    fn visit(region: &Region, found: &mut Vec<ValueId>) {
        for op in &region.ops {
            op.regions.iter().for_each(|region| visit(region, found));
            found.extend(op.results.first());
        }
    }
    let mut found = Vec::new();
    program.functions.iter().rev().for_each(|function| visit(&function.body, &mut found));
    found.reverse();
    found
}

/// Returns the operation that computes a value, and whether it is at the top level of the entry
/// function. Returns `None` for a block argument.
fn find(program: &Program, result: ValueId) -> Option<(Op, bool)> {
    fn visit(region: &Region, result: ValueId) -> Option<(Op, bool)> {
        region.ops.iter().find_map(|op| {
            if op.results.contains(&result) {
                return Some((op.clone(), true));
            }
            let inner = op.regions.iter().find_map(|region| visit(region, result));
            inner.map(|(op, _)| (op, false))
        })
    }
    program.functions.iter().enumerate().find_map(|(index, function)| {
        let (op, top) = visit(&function.body, result)?;
        Some((op, top && index == 0))
    })
}

/// Replaces the results of an operation by new arguments of the entry function if the operation is
/// at its top level, otherwise by constants. Returns `None` if the change does not apply.
fn cut(program: &Program, result: ValueId) -> Option<Program> {
    let (op, top) = find(program, result)?;
    if op.data.is_some() && !top {
        return None;
    }
    let mut data = Vec::new();
    for id in &op.results {
        let value = &program.values[*id];
        let shape = value.ty.shape()?.clone();
        data.push(op.data.clone().unwrap_or_else(|| Data::within(shape, &value.facts, *id as u64)));
    }
    let mut changed = program.clone();
    for (id, data) in op.results.iter().zip(&data) {
        let facts = data.facts();
        changed.values[*id].facts = facts;
    }
    if top {
        let body = &mut changed.functions[0].body;
        body.ops.retain(|other| other.results != op.results);
        body.arguments.extend(&op.results);
        changed.inputs.extend(data);
        // A returned argument tests nothing.
        let arguments = body.arguments.clone();
        body.results.retain(|id| !arguments.contains(id));
        return (!body.results.is_empty()).then_some(changed);
    }
    let constants: Vec<_> = op
        .results
        .iter()
        .zip(data)
        .map(|(id, data)| Op {
            name: "stablehlo.constant".to_owned(),
            operands: Vec::new(),
            results: vec![*id],
            attributes: String::new(),
            regions: Vec::new(),
            data: Some(data),
        })
        .collect();
    let mut replaced = false;
    for function in &mut changed.functions {
        replaced |= replace(&mut function.body, &op.results, &constants);
    }
    replaced.then_some(changed)
}

/// Replaces the operation with the given results by other operations. Returns true if the region
/// contains the operation.
fn replace(region: &mut Region, results: &[ValueId], with: &[Op]) -> bool {
    if let Some(place) = region.ops.iter().position(|op| op.results == results) {
        region.ops.splice(place..=place, with.iter().cloned());
        return true;
    }
    let inner = region.ops.iter_mut().flat_map(|op| &mut op.regions);
    inner.into_iter().any(|region| replace(region, results, with))
}

/// Replaces uses of an operation's first result by an operand of the same type. Returns `None` if
/// the change does not apply.
fn bypassed(program: &Program, result: ValueId) -> Option<Program> {
    let (op, _) = find(program, result)?;
    let value = &program.values[result];
    let operand = op.operands.iter().copied().find(|id| {
        let other = &program.values[*id];
        other.ty == value.ty
            && matches!(other.ty, Type::Tensor(_))
            && value.facts.covers(&other.facts)
    })?;
    fn rename(region: &mut Region, from: ValueId, to: ValueId) {
        let change = |id: &mut ValueId| {
            if *id == from {
                *id = to;
            }
        };
        region.results.iter_mut().for_each(change);
        for op in &mut region.ops {
            op.operands.iter_mut().for_each(change);
            op.regions.iter_mut().for_each(|region| rename(region, from, to));
        }
    }
    let mut changed = program.clone();
    for function in &mut changed.functions {
        rename(&mut function.body, result, operand);
    }
    let body = &mut changed.functions[0].body;
    let arguments = body.arguments.clone();
    body.results.retain(|id| !arguments.contains(id));
    (!body.results.is_empty()).then_some(changed)
}

/// Removes unused operations, uncalled functions and unused arguments of the entry function.
fn cleaned(mut program: Program) -> Program {
    let mut called = HashSet::new();
    for function in &mut program.functions {
        while clean(&mut function.body) {}
    }
    fn calls(region: &Region, called: &mut HashSet<String>) {
        for op in &region.ops {
            let name = op.attributes.split('@').nth(1).map(|rest| rest.split(',').next());
            called.extend(name.flatten().map(str::to_owned));
            op.regions.iter().for_each(|region| calls(region, called));
        }
    }
    loop {
        let before = program.functions.len();
        called.clear();
        program.functions.iter().for_each(|function| calls(&function.body, &mut called));
        let kept = |name: &str| name == "main" || called.contains(name);
        program.functions.retain(|function| kept(&function.name));
        if program.functions.len() == before {
            break;
        }
    }
    let mut used = HashSet::new();
    uses(program.entry(), &mut used);
    let body = &mut program.functions[0].body;
    let keep: Vec<_> = body.arguments.iter().map(|id| used.contains(id)).collect();
    let mut kept = keep.iter();
    body.arguments.retain(|_| kept.next().copied().unwrap_or(true));
    let mut kept = keep.iter();
    program.inputs.retain(|_| kept.next().copied().unwrap_or(true));
    program
}

/// Removes the operations of a region whose results are unused. Returns false if there are none.
fn clean(region: &mut Region) -> bool {
    let mut used = HashSet::new();
    uses(region, &mut used);
    let before = region.ops.len();
    region.ops.retain(|op| op.results.iter().any(|id| used.contains(id)));
    let mut changed = region.ops.len() != before;
    for inner in region.ops.iter_mut().flat_map(|op| &mut op.regions) {
        changed |= clean(inner);
    }
    changed
}

fn uses(region: &Region, used: &mut HashSet<ValueId>) {
    used.extend(&region.results);
    for op in &region.ops {
        used.extend(&op.operands);
        op.regions.iter().for_each(|region| uses(region, used));
    }
}
