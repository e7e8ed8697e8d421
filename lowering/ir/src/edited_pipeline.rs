// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A backend's pipeline with a user's changes: the edits of a pipeline file, and schedules.
//!
//! A *pipeline file* is a list of edits. The first line of an edit names a place in the pipeline.
//! The indented lines below it list passes in MLIR's textual form:
//!
//! ```text
//! # Propagate constants after fusion, and tile for one thread.
//! after hloom-fuse-elementwise:
//!   func.func(sccp)
//! instead of hloom-tile-and-fuse:
//!   func.func(hloom-tile-and-fuse{threads=1})
//! before canonicalize in buffers:
//!   cse
//! level loops:
//!   func.func(hloom-tile-and-fuse{threads=4}), cse
//! ```
//!
//! `in LEVEL` selects one of several levels that contain the same pass. If a level contains a pass
//! several times, an edit must replace the whole level.

use crate::old_names::current;
use crate::pipeline::{Level, LoweringPipeline, Step};
use crate::schedules::{self, ScheduleError};
use crate::user_pipeline::{name, split};
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::path::PathBuf;

/// A backend's pipeline with a user's changes to its levels.
#[derive(Clone, Debug)]
pub struct EditedPipeline {
    name: &'static str,
    description: &'static str,
    levels: Vec<(Level, Vec<Step>)>,
}

/// The value of [`Step::why`] for steps that a user's pipeline file adds.
const EDITED: &str = "added by the pipeline file";

impl EditedPipeline {
    /// Copies a pipeline and splits its steps into single passes, so that an edit can name any
    /// pass.
    pub fn new(model: &dyn LoweringPipeline) -> Self {
        let single = |step: Step| {
            let Step { passes, why, condition } = step;
            singles(&passes).into_iter().map(move |passes| Step { passes, why, condition })
        };
        let steps = |level| model.steps(level).into_iter().flat_map(single).collect();
        Self {
            name: model.name(),
            description: model.description(),
            levels: Level::ALL.into_iter().map(|level| (level, steps(level))).collect(),
        }
    }

    /// Applies the edits of a pipeline file, in order.
    ///
    /// # Errors
    /// Fails if a line is not part of an edit, if an edit names an unknown level, if the named pass
    /// is missing from the pipeline or occurs several times, or if MLIR cannot parse a pass. The
    /// message begins with the number of the line.
    pub fn edit(mut self, file: &str) -> Result<Self, String> {
        for edit in edits(file)? {
            for (line, passes) in &edit.passes {
                check(passes).map_err(|reason| format!("{line}: {reason}"))?;
            }
            let line = edit.line;
            self.apply(edit).map_err(|reason| format!("{line}: {reason}"))?;
        }
        Ok(self)
    }

    /// Applies schedules before the pipeline's own passes of level `loops`.
    ///
    /// Schedules are files of the transform dialect. One of them defines `@__transform_main`.
    ///
    /// # Errors
    /// Fails if a file cannot be read or is not a module with named sequences, if two files define
    /// the same sequence, if no file defines `@__transform_main`, if a path contains a character
    /// that pass options cannot express, or if the pipeline has no passes at level `loops`.
    pub fn with_schedules(mut self, files: &[PathBuf]) -> Result<Self, ScheduleError> {
        if files.is_empty() {
            return Ok(self);
        }
        schedules::check(files)?;
        let mut paths = Vec::new();
        for file in files {
            let path = file.display().to_string();
            // MLIR's textual form of pass options cannot quote these characters.
            if path.contains(|it: char| it.is_whitespace() || ",{}'\"".contains(it)) {
                return Err(ScheduleError::Invalid(format!(
                    "{path}: expected a path without spaces, commas, braces or quotes"
                )));
            }
            paths.push(path);
        }
        let paths = paths.join(",");
        // Both passes form one step: the loaded library is in the context, not in the program.
        let load = format!("transform-preload-library{{transform-library-paths={paths}}}");
        let passes = format!("{load},transform-interpreter");
        let step = Step::new(passes, "apply the user's schedules before the backend's own");
        match self.levels.iter_mut().find(|(level, _)| *level == Level::Loops) {
            Some((_, present)) if !present.is_empty() => present.insert(0, step),
            _ => {
                let name = self.name;
                return Err(ScheduleError::Invalid(format!(
                    "the pipeline of `{name}` has no level `loops` to schedule"
                )));
            }
        }
        Ok(self)
    }

    fn apply(&mut self, edit: Edit) -> Result<(), String> {
        let steps = edit.passes.into_iter().map(|(_, passes)| Step::new(passes, EDITED));
        let (pass, level) = match &edit.place {
            Place::Level(level) => {
                let present = self.levels.iter_mut().find(|(known, _)| known == level);
                present.expect("`EditedPipeline::new` adds every level").1 = steps.collect();
                return Ok(());
            }
            Place::At { pass, level, .. } => (pass, *level),
        };
        let found: Vec<_> = self
            .levels
            .iter()
            .enumerate()
            .filter(|(_, (known, _))| level.is_none_or(|level| level == *known))
            .flat_map(|(at, (_, steps))| {
                let matches = move |(position, step): (usize, &Step)| {
                    (name(&step.passes) == current(pass)).then_some((at, position))
                };
                steps.iter().enumerate().filter_map(matches)
            })
            .collect();
        let of = format!("the pipeline of `{}`", self.name);
        let within = level.map_or(String::new(), |level| format!(" in level `{level}`"));
        let (at, position) = match &*found {
            [] => return Err(format!("{of} has no pass `{pass}`{within}")),
            [place] => *place,
            several => {
                let mut levels: Vec<_> =
                    several.iter().map(|(at, _)| self.levels[*at].0.name()).collect();
                levels.dedup();
                return Err(match level {
                    None if levels.len() > 1 => format!(
                        "{of} has several passes `{pass}`; add `in LEVEL` with one of {}",
                        levels.join(", ")
                    ),
                    _ => format!(
                        "{of} has several passes `{pass}` in level `{0}`; edit all of it with \
                         `level {0}:`",
                        levels[0]
                    ),
                });
            }
        };
        let range = match &edit.place {
            Place::At { side: Side::Before, .. } => position..position,
            Place::At { side: Side::After, .. } => position + 1..position + 1,
            _ => position..position + 1,
        };
        self.levels[at].1.splice(range, steps);
        Ok(())
    }
}

impl LoweringPipeline for EditedPipeline {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        self.description
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        let steps = self.levels.iter().find(|(known, _)| *known == level);
        steps.map(|(_, steps)| steps.clone()).unwrap_or_default()
    }
}

/// Prints a pipeline as a pipeline file that leaves it unchanged: every level, with the reason for
/// each step as a comment.
pub fn to_file(pipeline: &dyn LoweringPipeline) -> String {
    let mut text = format!("# {}: {}\n", pipeline.name(), pipeline.description());
    for level in Level::ALL {
        text += &format!("level {level}:\n");
        for step in pipeline.steps(level) {
            text += &format!("  # {}\n  {}\n", step.why, step.passes);
        }
    }
    text
}

struct Edit {
    line: usize,
    place: Place,
    /// The passes to insert, each with the number of its line in the pipeline file.
    passes: Vec<(usize, String)>,
}

enum Place {
    Level(Level),
    At { side: Side, pass: String, level: Option<Level> },
}

enum Side {
    Before,
    After,
    Instead,
}

/// Checks that MLIR can parse the passes. The error is MLIR's message.
fn check(passes: &str) -> Result<(), String> {
    let context = melior::Context::new();
    let manager = PassManager::new(&context);
    let text = format!("builtin.module({passes})");
    parse_pass_pipeline(manager.as_operation_pass_manager(), &text).map_err(|error| {
        let message = error.to_string();
        let reasons = message.lines().filter_map(|line| line.split_once("error: "));
        let reasons: Vec<_> = reasons.map(|(_, reason)| reason.trim()).collect();
        let known = reasons.iter().find(|reason| !reason.is_empty());
        known.map_or_else(|| message.trim().to_owned(), |reason| (*reason).to_owned())
    })
}

/// Splits a step into single passes: `func.func(a,b)` becomes `func.func(a)` and `func.func(b)`.
fn singles(passes: &str) -> Vec<String> {
    let single = |passes: &str| {
        let nest = passes.split_once('(').filter(|(anchor, _)| !anchor.contains('{'));
        let nest = nest.and_then(|(anchor, list)| Some((anchor, list.strip_suffix(')')?)));
        match nest {
            Some((anchor, list)) => {
                singles(list).iter().map(|pass| format!("{anchor}({pass})")).collect()
            }
            None => vec![passes.to_owned()],
        }
    };
    split(passes).into_iter().flat_map(single).collect()
}

/// Removes the comment of a line. A comment begins with a `#` outside brackets, at the beginning of
/// the line or after a space.
fn without_comment(line: &str) -> &str {
    let (mut depth, mut after_space) = (0, true);
    for (position, character) in line.char_indices() {
        match character {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            '#' if depth == 0 && after_space => return &line[..position],
            _ => {}
        }
        after_space = character.is_whitespace();
    }
    line
}

fn edits(file: &str) -> Result<Vec<Edit>, String> {
    let mut edits: Vec<Edit> = Vec::new();
    for (index, text) in file.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = index + 1;
        let content = without_comment(text).trim_end();
        if content.trim().is_empty() {
            continue;
        }
        if content.starts_with([' ', '\t']) {
            let edit = edits.last_mut();
            let edit = edit.ok_or_else(|| {
                format!("{line}: expected a place such as `after PASS:` before the first pass")
            })?;
            edit.passes.extend(split(content).into_iter().map(|it| (line, it.to_owned())));
        } else {
            let place = place(content).map_err(|reason| format!("{line}: {reason}"))?;
            edits.push(Edit { line, place, passes: Vec::new() });
        }
    }
    Ok(edits)
}

fn place(content: &str) -> Result<Place, String> {
    let unknown = || {
        format!(
            "expected `after PASS:`, `before PASS:` or `instead of PASS:`, each optionally with \
             `in LEVEL`, or `level LEVEL:`, found `{content}`"
        )
    };
    let words = content.strip_suffix(':').ok_or_else(unknown)?;
    let words: Vec<_> = words.split_whitespace().collect();
    let level = |name: &str| name.parse::<Level>().map_err(|error| error.to_string());
    let (side, rest) = match &*words {
        ["level", name] => return Ok(Place::Level(level(name)?)),
        ["after", rest @ ..] => (Side::After, rest),
        ["before", rest @ ..] => (Side::Before, rest),
        ["instead", "of", rest @ ..] => (Side::Instead, rest),
        _ => return Err(unknown()),
    };
    match rest {
        [pass] => Ok(Place::At { side, pass: (*pass).to_owned(), level: None }),
        [pass, "in", name] => {
            Ok(Place::At { side, pass: (*pass).to_owned(), level: Some(level(name)?) })
        }
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Model;

    impl LoweringPipeline for Model {
        fn name(&self) -> &'static str {
            "model"
        }

        fn description(&self) -> &'static str {
            "for tests"
        }

        fn steps(&self, level: Level) -> Vec<Step> {
            let passes: &[&str] = match level {
                Level::Hlo => &["inline", "cse"],
                Level::Loops => &["func.func(tile{threads=2})", "cse", "cse"],
                _ => &[],
            };
            passes.iter().map(|passes| Step::new(*passes, "a reason")).collect()
        }
    }

    fn edited(file: &str) -> Result<String, String> {
        crate::registry::Registry::global();
        let pipeline = EditedPipeline::new(&Model).edit(file)?;
        Ok(crate::pipeline::text(&pipeline, Level::Hlo, Level::Target))
    }

    #[test]
    fn edits_are_made_where_they_say() {
        let file = "# a comment\n\
                    after inline:  # another\n  canonicalize{max-iterations=2}, symbol-dce\n  \
                    func.func(sccp,mem2reg)\n\
                    before cse in hlo:\n  sccp\n\
                    instead of tile:\n  func.func(affine-loop-unroll{unroll-factor=3})\n\
                    level target:\n  convert-scf-to-cf\n";
        let expected = "builtin.module(inline,canonicalize{max-iterations=2},symbol-dce,\
                        func.func(sccp,mem2reg),sccp,cse,\
                        func.func(affine-loop-unroll{unroll-factor=3}),cse,cse,convert-scf-to-cf)";
        assert_eq!(edited(file).as_deref(), Ok(expected));
        let removed = edited("instead of inline:\nlevel loops:\n").expect("empty edits");
        assert_eq!(removed, "builtin.module(cse)");
    }

    #[test]
    fn what_is_written_changes_nothing() {
        let unchanged = edited("").expect("nothing");
        let file =
            to_file(&Model).replace("tile{threads=2}", "affine-loop-unroll{unroll-factor=2}");
        let again = edited(&file)
            .map(|text| text.replace("affine-loop-unroll{unroll-factor=2}", "tile{threads=2}"));
        assert_eq!(again, Ok(unchanged));
    }

    #[test]
    fn what_is_not_there_is_refused_with_its_line() {
        let refusal = |file: &str| edited(file).expect_err(file);
        assert_eq!(
            refusal("\nafter tiles:\n  cse"),
            "2: the pipeline of `model` has no pass `tiles`"
        );
        assert_eq!(
            refusal("after tile in hlo:\n  cse"),
            "1: the pipeline of `model` has no pass `tile` in level `hlo`"
        );
        assert_eq!(
            refusal("after cse:\n  cse"),
            "1: the pipeline of `model` has several passes `cse`; add `in LEVEL` with one of hlo, \
             loops"
        );
        assert_eq!(
            refusal("after cse in loops:\n  cse"),
            "1: the pipeline of `model` has several passes `cse` in level `loops`; edit all of it \
             with `level loops:`"
        );
        assert_eq!(
            refusal("level loop:\n"),
            "1: unknown level `loop`; the levels are hlo, linalg, loops, buffers, target"
        );
        assert_eq!(
            refusal("after inline:\n  cse\n  nothing\n"),
            "3: 'nothing' does not refer to a registered pass or pass pipeline"
        );
        assert!(refusal("  cse\n").starts_with("1: expected a place such as"));
        assert!(refusal("after:\n").starts_with("1: expected `after PASS:`"));
        assert!(refusal("after a\n").starts_with("1: expected"));
    }

    #[test]
    fn steps_are_single_passes() {
        assert_eq!(
            singles("a{x=1,2},func.func(b,c{y=(1,2)},scf.for(d,e)),f"),
            [
                "a{x=1,2}",
                "func.func(b)",
                "func.func(c{y=(1,2)})",
                "func.func(scf.for(d))",
                "func.func(scf.for(e))",
                "f"
            ]
        );
    }

    #[test]
    fn comments_begin_after_a_space() {
        for (line, content) in [
            ("# all", ""),
            ("\t# all", "\t"),
            ("  cse\t# why", "  cse\t"),
            ("  a{x=y #z}", "  a{x=y #z}"),
            ("  a#b", "  a#b"),
        ] {
            assert_eq!(without_comment(line), content);
        }
        assert!(edited("\u{feff}instead of inline:\n").is_ok());
    }
}
