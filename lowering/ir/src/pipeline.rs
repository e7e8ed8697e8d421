// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowering pipelines, which lower a program from StableHLO to the input of a backend's code
//! generator.
//!
//! The lowering is divided into levels ([`Level`]). For each level, a pipeline lists the passes
//! that lower a program from the previous level.

use crate::condition::Condition;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A representation of a program between StableHLO and machine code. The IR of each level is valid
/// and can be printed and parsed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// StableHLO, simplified.
    Hlo,
    /// linalg, tensor, arith and math on tensors, fused into larger loop nests.
    Linalg,
    /// The same dialects, tiled and mapped to the parallelism of the backend.
    Loops,
    /// Memrefs; every temporary has an offset in one arena, or is on the stack of its task.
    Buffers,
    /// The LLVM dialect, or another input of the backend's code generator.
    Target,
}

impl Level {
    /// All levels, in the order in which a program reaches them.
    pub const ALL: [Self; 5] = [Self::Hlo, Self::Linalg, Self::Loops, Self::Buffers, Self::Target];

    /// Returns the level's name in flags, folders, snapshots and dumps.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hlo => "hlo",
            Self::Linalg => "linalg",
            Self::Loops => "loops",
            Self::Buffers => "buffers",
            Self::Target => "target",
        }
    }
}

impl Display for Level {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The error for a string that is not the name of a level.
#[derive(Debug, thiserror::Error)]
#[error("unknown level `{0}`; the levels are hlo, linalg, loops, buffers, target")]
pub struct ParseLevelError(String);

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|level| level.name() == text);
        known.ok_or_else(|| ParseLevelError(text.to_owned()))
    }
}

/// One entry of a pipeline: passes in MLIR's textual form, anchored at `builtin.module`, with the
/// reason for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The passes, for example `canonicalize` or `func.func(hlo-simplify{rounds=2})`.
    pub passes: String,
    /// The reason for the passes at this position, for `--print-pipeline`.
    pub why: &'static str,
    /// A property of programs. The passes have no effect on programs without this property, so that
    /// a compiler can skip them.
    pub condition: Option<Condition>,
}

impl Step {
    /// Creates a step that always runs.
    pub fn new(passes: impl Into<String>, why: &'static str) -> Self {
        Self { passes: passes.into(), why, condition: None }
    }

    /// Returns the step with a condition. Its passes must have no effect on programs for which
    /// `condition` is false.
    pub fn only_for(self, condition: Condition) -> Self {
        Self { condition: Some(condition), ..self }
    }
}

/// The lowering pipeline of a backend.
///
/// Implementations are stateless and shared between threads.
pub trait LoweringPipeline: Send + Sync {
    /// Returns the name in `--pipeline=<name>`, which is the backend's platform id.
    fn name(&self) -> &'static str;

    /// Returns a one-sentence description for `--list-pipelines`.
    fn description(&self) -> &'static str;

    /// Returns the passes that lower a module from the previous level to `level`.
    fn steps(&self, level: Level) -> Vec<Step>;
}

impl LoweringPipeline for Box<dyn LoweringPipeline> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn description(&self) -> &'static str {
        (**self).description()
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        (**self).steps(level)
    }
}

/// Returns the textual pass pipeline for the levels from `first` to `last`, inclusive.
pub fn text(pipeline: &dyn LoweringPipeline, first: Level, last: Level) -> String {
    let passes: Vec<_> = Level::ALL
        .into_iter()
        .filter(|level| (first..=last).contains(level))
        .flat_map(|level| pipeline.steps(level))
        .map(|step| step.passes)
        .collect();
    format!("builtin.module({})", passes.join(","))
}

/// Joins adjacent steps with the same condition into textual pass pipelines. Returns each pipeline
/// with the condition of its steps.
pub fn parts(steps: Vec<Step>) -> Vec<(String, Option<Condition>)> {
    let mut parts: Vec<(Vec<String>, Option<Condition>)> = Vec::new();
    for step in steps {
        match parts.last_mut().filter(|(_, condition)| *condition == step.condition) {
            Some((passes, _)) => passes.push(step.passes),
            None => parts.push((vec![step.passes], step.condition)),
        }
    }
    let text = |passes: Vec<String>| format!("builtin.module({})", passes.join(","));
    parts.into_iter().map(|(passes, condition)| (text(passes), condition)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Condition, Step, parts};

    #[test]
    fn neighbors_with_the_same_condition_are_one_part() {
        let step = |passes: &str| Step::new(passes, "");
        let complex = |passes: &str| step(passes).only_for(Condition::Complex);
        let steps = vec![step("a"), step("func.func(b)"), complex("c"), complex("d"), step("e")];
        let expected = [
            ("builtin.module(a,func.func(b))", None),
            ("builtin.module(c,d)", Some(Condition::Complex)),
            ("builtin.module(e)", None),
        ];
        let parts = parts(steps);
        assert!(parts.iter().map(|(text, condition)| (&**text, *condition)).eq(expected));
    }
}
