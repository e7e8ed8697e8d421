// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Lowering pipelines: for each level, the passes that reach it.

use std::fmt::{self, Display};
use std::str::FromStr;

/// A form that a program takes on its way to machine code. Each level's IR is
/// valid, printable and readable again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// StableHLO, simplified.
    Hlo,
    /// linalg, tensor, arith and math on tensors, fused into loop nests worth running.
    Linalg,
    /// The same, scheduled for the backend: tiled and mapped to its parallelism.
    Loops,
    /// Memrefs; every temporary has an offset in one arena.
    Buffers,
    /// The LLVM dialect, or whatever the backend's code generator takes.
    Target,
}

impl Level {
    /// All levels in the order they are reached.
    pub const ALL: [Self; 5] = [Self::Hlo, Self::Linalg, Self::Loops, Self::Buffers, Self::Target];

    /// The level's name in flags, folders, snapshots and dumps.
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

/// A text that names no level.
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

/// One entry of a pipeline: passes in MLIR's textual form, anchored at
/// `builtin.module`, and why they stand where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// E.g. `canonicalize` or `func.func(hlo-simplify{rounds=2})`.
    pub passes: String,
    /// Why it is here.
    pub why: &'static str,
}

impl Step {
    /// An entry.
    pub fn new(passes: impl Into<String>, why: &'static str) -> Self {
        Self { passes: passes.into(), why }
    }
}

/// A lowering pipeline: what a backend contributes to the compiler.
///
/// Implementations are stateless and shared between threads.
pub trait LoweringPipeline: Send + Sync {
    /// The name in `--pipeline=<name>`, the backend's platform id.
    fn name(&self) -> &'static str;

    /// One sentence for `--list-pipelines`.
    fn description(&self) -> &'static str;

    /// The passes that take a module of the level before to `level`.
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

/// The textual pass pipeline for the levels from `first` to `last`.
pub fn text(pipeline: &dyn LoweringPipeline, first: Level, last: Level) -> String {
    let passes: Vec<_> = Level::ALL
        .into_iter()
        .filter(|level| (first..=last).contains(level))
        .flat_map(|level| pipeline.steps(level))
        .map(|step| step.passes)
        .collect();
    format!("builtin.module({})", passes.join(","))
}
