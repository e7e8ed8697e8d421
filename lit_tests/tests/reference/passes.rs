// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `docs/passes.md`: every pass with its options, and an example before and after it.
//!
//! The example is the first function of the pass's lit test, which has the name of the pass.

use super::{check, root, sentence};
use hloom_dialects::Diagnostics;
use hloom_lowering::foreign_names::{STABLEHLO_NAMES, XLA_NAMES};
use hloom_lowering::old_names::OLD_NAMES;
use hloom_lowering::pass::PassInfo;
use hloom_lowering::pipeline::Level;
use melior::pass::PassManager;
use melior::utility::parse_pass_pipeline;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Longest text of an example that the page shows, in lines.
const MAX_LINES: usize = 40;

#[test]
fn passes_page_is_current() {
    hloom_lowering::registry();
    let mut page = String::from(
        "# Passes\n\nThe passes that hloom adds to those of MLIR, by level. The prefix `hlo-` is for passes \
         on HLO, `hloom-` for passes on\nother dialects. `hlo-opt --help` lists all passes, upstream's \
         among them, and `hlo-opt --print-pipeline=cpu` prints the\npasses of a backend in their order, with \
         the reason for each.\n\nThis page is generated from the passes themselves and from the first \
         function of their lit tests.\n",
    );
    for level in Level::ALL {
        write!(page, "\n## Level `{level}`\n").expect("a string grows");
        let mut passes = hloom_lowering::passes();
        passes.retain(|pass| pass.level == level);
        passes.sort_by_key(|pass| pass.argument);
        for pass in passes {
            page.push_str(&section(pass));
        }
    }
    check("passes.md", &page);
}

#[test]
fn every_pass_has_a_lit_test_of_its_name() {
    let missing: Vec<_> = hloom_lowering::passes()
        .into_iter()
        .filter(|pass| lit_test(pass).is_none())
        .map(|pass| pass.argument)
        .collect();
    assert!(missing.is_empty(), "expected a lit test of the pass's name: {missing:?}");
}

#[test]
fn other_names_stand_for_passes() {
    let passes = hloom_lowering::passes();
    let foreign = STABLEHLO_NAMES.iter().chain(&XLA_NAMES);
    let foreign = foreign.map(|foreign| (foreign.name, foreign.own));
    for (old, new) in OLD_NAMES.into_iter().chain(foreign) {
        assert!(passes.iter().any(|pass| pass.argument == new), "{old}: there is no {new}");
        assert!(!passes.iter().any(|pass| pass.argument == old), "{old} is a pass");
    }
}

fn section(pass: &PassInfo) -> String {
    let mut text = format!("\n### `{}`\n\n{}", pass.argument, sentence(pass.description));
    if !pass.anchor.is_empty() {
        write!(text, " Runs on `{}`.", pass.anchor).expect("a string grows");
    }
    let former = OLD_NAMES.iter().filter(|(_, new)| *new == pass.argument);
    for (old, _) in former {
        write!(text, " Former name: `{old}`.").expect("a string grows");
    }
    for (tool, names) in [("stablehlo-opt", &STABLEHLO_NAMES[..]), ("XLA's hlo-opt", &XLA_NAMES)] {
        let names = names.iter().filter(|foreign| foreign.own == pass.argument);
        let names: Vec<_> = names.map(|foreign| format!("`{}`", foreign.name)).collect();
        if !names.is_empty() {
            write!(text, " In {tool}: {}.", names.join(", ")).expect("a string grows");
        }
    }
    text.push('\n');
    if !pass.options.is_empty() {
        text.push_str("\n| option | default | |\n|---|---|---|\n");
        for option in pass.options {
            let default = match option.default {
                "" => "(empty)".to_owned(),
                default => format!("`{default}`"),
            };
            writeln!(text, "| `{}` | {default} | {} |", option.name, option.description)
                .expect("a string grows");
        }
    }
    let Some(test) = lit_test(pass) else { return text };
    let path = test.strip_prefix(root()).expect("a file of the checkout").display();
    write!(text, "\nTest: [`{path}`](../{path})").expect("a string grows");
    // Some passes have a folder with further tests.
    let folder = test.with_extension("");
    if folder.is_dir() {
        let folder = folder.strip_prefix(root()).expect("a folder of the checkout").display();
        write!(text, ", and those in [`{folder}/`](../{folder})").expect("a string grows");
    }
    text.push_str(".\n");
    let source = fs::read_to_string(&test).expect("a readable test");
    let (before, after) =
        example(pass.argument, &source).unwrap_or_else(|reason| panic!("{path}: {reason}"));
    let (before, after) = (shortened(&before), shortened(&after));
    write!(text, "\nBefore:\n\n```mlir\n{before}```\n\nAfter:\n\n```mlir\n{after}```\n")
        .expect("a string grows");
    text
}

/// Returns the lit test with the name of a pass.
fn lit_test(pass: &PassInfo) -> Option<PathBuf> {
    let argument = pass.argument;
    let short = argument.strip_prefix("hlo-").or_else(|| argument.strip_prefix("hloom-"));
    let name = short.unwrap_or(argument).replace('-', "_");
    let folder = root().join("lit_tests/lit");
    find(&folder, &format!("{name}.mlir"))
        .or_else(|| find(&folder, &format!("{}.mlir", argument.replace('-', "_"))))
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries: Vec<_> =
        fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries.iter().find_map(|path| match path.is_dir() {
        // Inputs of other tests.
        true if path.ends_with("Inputs") => None,
        true => find(path, name),
        false => path.ends_with(name).then(|| path.clone()),
    })
}

/// Returns the first function of a test before and after the passes of the test's first command.
///
/// # Errors
/// Returns the reason why the test has no example: it runs no `--pass-pipeline`, the first function
/// does not parse alone, or the passes fail on it.
fn example(name: &str, text: &str) -> Result<(String, String), String> {
    let pipeline = text
        .lines()
        .find_map(|line| line.split_once("--pass-pipeline='").map(|(_, rest)| rest))
        .and_then(|rest| rest.split_once('\''))
        .map(|(pipeline, _)| pipeline.to_owned())
        .ok_or("no command of the test has `--pass-pipeline='...'`")?;
    let before = first_function(text);
    let context = hloom_dialects::Context::new();
    let mut module = hloom_dialects::parse_module(&context, &before, name)
        .map_err(|error| format!("the first function does not parse: {error}"))?;
    let manager = PassManager::new(&context);
    parse_pass_pipeline(manager.as_operation_pass_manager(), &pipeline)
        .map_err(|error| format!("pipeline `{pipeline}`: {error}"))?;
    let diagnostics = Diagnostics::collect(&context);
    manager.run(&mut module).map_err(|_| {
        let messages: Vec<_> = diagnostics.take().iter().map(ToString::to_string).collect();
        format!("`{pipeline}` fails on the first function: {}", messages.join("; "))
    })?;
    let printed = module.as_operation().to_string();
    let lines: Vec<_> = printed.lines().collect();
    // A module without attributes is not worth its lines.
    let after = if lines.first() == Some(&"module {") {
        let inside = lines[1..lines.len() - 1].iter();
        inside.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>().join("\n")
    } else {
        printed.trim_end().to_owned()
    };
    Ok((before, format!("{after}\n")))
}

#[test]
fn tests_without_an_example_are_errors() {
    hloom_lowering::registry();
    let reason = |text: &str| example("test", text).err().unwrap_or_default();
    let function =
        "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n";
    let run = |passes: &str| format!("// RUN: hlo-opt %s --pass-pipeline='{passes}'\n");
    assert!(reason(function).contains("no command"));
    assert!(reason(&(run("builtin.module(cse)") + "func.func @f(")).contains("does not parse"));
    assert!(reason(&(run("builtin.module(none)") + function)).contains("pipeline"));
    let failing = run("builtin.module(hloom-verify-level{level=linalg})")
        + "func.func @f() {\n  %0 = stablehlo.constant dense<1> : tensor<i32>\n  return\n}\n";
    assert!(reason(&failing).contains("must not remain"), "{}", reason(&failing));
    assert_eq!(reason(&(run("builtin.module(cse)") + function)), "");
}

/// Returns the text up to the end of the first function, without comments.
fn first_function(text: &str) -> String {
    let mut function = String::new();
    let mut is_in_function = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        if function.is_empty() && line.trim().is_empty() {
            continue;
        }
        is_in_function |= line.contains("func.func");
        function.push_str(line);
        function.push('\n');
        if is_in_function && line == "}" {
            break;
        }
    }
    function
}

fn shortened(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().collect();
    if lines.len() <= MAX_LINES {
        return format!("{}\n", lines.join("\n"));
    }
    let rest = lines.len() - MAX_LINES;
    format!("{}\n// ({rest} more lines)\n", lines[..MAX_LINES].join("\n"))
}
