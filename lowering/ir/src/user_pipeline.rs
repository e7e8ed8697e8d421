// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A lowering pipeline that the user specifies as a textual pass pipeline of MLIR.
//!
//! It replaces a backend's own pipeline, for experiments with passes. The backend's pipeline serves
//! as a model, which determines the level of each given pass.

use crate::old_names::current;
use crate::pipeline::{Level, LoweringPipeline, Step};

/// A list of passes that replaces a backend's own pipeline.
#[derive(Clone, Debug)]
pub struct UserPipeline {
    name: &'static str,
    steps: Vec<(Level, Step)>,
}

impl UserPipeline {
    /// Parses a pipeline, for example `builtin.module(cse,hlo-to-linalg)`, for the backend of
    /// `model`. A level begins at its first pass in `model`, or at another hloom pass that `model`
    /// contains only at this level.
    ///
    /// # Errors
    /// Fails if the text is not a list of passes in `builtin.module(...)`.
    pub fn new(model: &dyn LoweringPipeline, text: &str) -> Result<Self, String> {
        let list = text.trim().strip_prefix("builtin.module(").and_then(|it| it.strip_suffix(')'));
        let list = list.ok_or_else(|| {
            format!("expected passes in the form `builtin.module(cse,inline)`, found `{text}`")
        })?;
        let names = |level: Level| model.steps(level).into_iter().map(|step| name(&step.passes));
        let levels: Vec<(Level, Vec<String>)> =
            Level::ALL.into_iter().map(|level| (level, names(level).collect())).collect();
        let begins = |pass: &str| {
            let is_in = |(_, names): &&(Level, Vec<String>)| names.iter().any(|it| it == pass);
            let mut of: Vec<_> = levels.iter().filter(is_in).collect();
            if !(pass.starts_with("hlo-") || pass.starts_with("hloom-")) || of.len() > 1 {
                of.retain(|(_, names)| names[0] == pass);
            }
            of.into_iter().map(|(level, _)| *level).collect::<Vec<_>>()
        };
        let mut reached = Level::Hlo;
        let steps = split(list).into_iter().map(|passes| {
            let next = begins(&name(passes)).into_iter().find(|level| *level > reached);
            reached = next.unwrap_or(reached);
            (reached, Step::new(passes, "given by the user"))
        });
        Ok(Self { name: model.name(), steps: steps.collect() })
    }

    /// Returns all steps with the levels to which they belong.
    pub fn all(&self) -> &[(Level, Step)] {
        &self.steps
    }
}

impl LoweringPipeline for UserPipeline {
    fn name(&self) -> &'static str {
        self.name
    }

    fn description(&self) -> &'static str {
        "passes given by the user"
    }

    fn steps(&self, level: Level) -> Vec<Step> {
        let steps = self.steps.iter().filter(|(of, _)| *of == level);
        steps.map(|(_, step)| step.clone()).collect()
    }
}

/// Returns the current name of the first pass in the text of a step, which may use a former name.
pub(crate) fn name(passes: &str) -> String {
    let passes = passes.split('{').next().unwrap_or(passes);
    let innermost = passes.rsplit('(').next().unwrap_or(passes);
    let name = innermost.split([',', ')']).next().unwrap_or(innermost).trim();
    current(name).to_owned()
}

/// Splits a list at the commas outside of brackets. Omits empty parts.
pub(crate) fn split(list: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (position, character) in list.char_indices() {
        match character {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&list[start..position]);
                start = position + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
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
                Level::Linalg => &["hlo-to-linalg", "cse"],
                Level::Buffers => &["func.func(hloom-normalize-while-iter-args)", "cse"],
                Level::Target => &["lower-affine", "hloom-emit-entry"],
                Level::Loops => &[],
            };
            passes.iter().map(|passes| Step::new(*passes, "")).collect()
        }
    }

    #[test]
    fn levels_begin_as_in_the_model() {
        let text = "builtin.module(cse, a{x=1 y=[2,3]},hlo-to-linalg{t=tensor<1,2>},inline,\
                    func.func(hloom-normalize-while-iter-args,b{c=d,e}),hloom-emit-entry,cse)";
        let given = UserPipeline::new(&Model, text).expect("a pipeline");
        let steps = |level| given.steps(level).into_iter().map(|step| step.passes);
        assert!(steps(Level::Hlo).eq(["cse", "a{x=1 y=[2,3]}"]));
        assert!(steps(Level::Linalg).eq(["hlo-to-linalg{t=tensor<1,2>}", "inline"]));
        assert!(steps(Level::Loops).eq([""; 0]));
        assert!(steps(Level::Buffers).eq(["func.func(hloom-normalize-while-iter-args,b{c=d,e})"]));
        assert!(steps(Level::Target).eq(["hloom-emit-entry", "cse"]), "not the level's first pass");
        assert_eq!(given.all().len(), 7);
    }

    #[test]
    fn what_is_no_pipeline() {
        let refusal = UserPipeline::new(&Model, "cse").expect_err("no anchor");
        let expected = "expected passes in the form `builtin.module(cse,inline)`, found `cse`";
        assert_eq!(refusal, expected);
        let none = UserPipeline::new(&Model, "builtin.module()").expect("nothing");
        assert!(none.all().is_empty());
    }
}
