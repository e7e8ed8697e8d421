// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! `cargo ci new-backend`: writes the skeleton of a backend.

use crate::project::Project;
use crate::{backends, process};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};

/// The name of the backend in the templates. The new name replaces it.
const TEMPLATE: &str = "skeleton";

/// The first line of each Rust template. It is removed from the files of a plugin, because the
/// author of the plugin chooses the license.
const LICENSE: &str = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n";

/// The templates of the files in a backend's folder.
const BACKEND: &[(&str, &str)] = &[
    ("mod.rs", include_str!("../templates/backend/src/backend/mod.rs")),
    ("pipeline.rs", include_str!("../templates/backend/src/backend/pipeline.rs")),
    ("passes.rs", include_str!("../templates/backend/src/backend/passes.rs")),
    ("compiler.rs", include_str!("../templates/backend/src/backend/compiler.rs")),
    ("platform.rs", include_str!("../templates/backend/src/backend/platform.rs")),
];

/// The templates of a plugin's files, without those of its backend.
const PLUGIN: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../templates/backend/Cargo.toml.txt")),
    (".cargo/config.toml", include_str!("../templates/backend/config.toml.txt")),
    ("src/lib.rs", include_str!("../templates/backend/src/lib.rs")),
    ("tests/programs.rs", include_str!("../templates/backend/tests/programs.rs")),
];

/// The names that a backend cannot have, which are keywords and the names of crates and platforms.
const TAKEN: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "cpu",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "hexagon",
    "if",
    "impl",
    "in",
    "interpreter",
    "let",
    "loop",
    "macro",
    "match",
    "melior",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// The options of `cargo ci new-backend`.
#[derive(Debug, Args)]
pub struct Options {
    /// The name of the platform: lowercase letters, digits and underscores
    name: String,

    /// The folder of the plugin, which must not exist [default: the name, in the current folder]
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,

    /// Create the backend in this project's folder of backends instead of creating a plugin
    #[arg(long, conflicts_with = "path")]
    in_tree: bool,
}

/// Runs `cargo ci new-backend`: writes the files, and prints the commands that try them.
///
/// # Errors
/// Fails if the name is not permitted, if the folder exists, or if a file cannot be written.
pub fn task(project: &Project, options: &Options) -> Result<()> {
    let name = &*options.name;
    check_name(name)?;
    let folder = match (&options.path, options.in_tree) {
        (_, true) => project.root.join("compiler/backends").join(name),
        (Some(path), false) => path.clone(),
        (None, false) => PathBuf::from(name),
    };
    let folder = std::path::absolute(&folder)?;
    if folder.exists() {
        bail!("folder {} already exists; choose another name or remove it", folder.display());
    }
    let fill = |text: &str| fill(text, name, &project.root, &project.llvm);
    if options.in_tree {
        for (file, text) in BACKEND {
            write(&folder.join(file), &fill(text))?;
        }
        println!("{}: try", folder.display());
        println!("  cargo build --workspace --bins");
        println!("  target/debug/hlo-run PROGRAM --platform {name} --compare-with interpreter");
        return Ok(());
    }
    let fill = |text: &str| fill(text.strip_prefix(LICENSE).unwrap_or(text));
    for (file, text) in BACKEND {
        write(&folder.join("src/backend").join(file), &fill(text))?;
    }
    for (file, text) in PLUGIN {
        write(&folder.join(file), &fill(text))?;
    }
    // The versions that hloom itself is built with.
    fs::copy(project.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    println!("{}: try", folder.display());
    println!("  cargo test");
    println!(
        "  hlo-run --load-backend={} --platform {name} PROGRAM --input random",
        project.tool("debug", &format!("lib{name}.so")).display()
    );
    Ok(())
}

/// Creates a plugin outside this workspace, as an author of a backend would, builds and tests it,
/// and runs a program on it with the tools that were built.
///
/// # Errors
/// Fails if the plugin cannot be built, if one of its tests fails, or if `hlo-run` fails.
pub fn check(project: &Project) -> Result<()> {
    // Outside of the checkout, so that only the plugin's own configuration of Cargo counts.
    let folder = tempfile::tempdir()?;
    let name = "brand_new";
    let path = folder.path().join(name);
    task(project, &Options { name: name.to_owned(), path: Some(path.clone()), in_tree: false })?;
    for task in ["build", "test"] {
        let mut command = project.cargo(&[task]);
        process::run(command.current_dir(&path).env("CARGO_TARGET_DIR", project.target()))?;
    }
    let mut command = project.command(project.target().join("debug/hlo-run"));
    let golden = Path::new("goldens/networks/cnn");
    command.arg(golden.join("program.mlir")).args(["--platform", name]);
    command.env("HLOOM_PLUGINS", project.tool("debug", &format!("lib{name}.so")));
    if !backends::missing(project).contains(&"interpreter") {
        command.args(["--compare-with", "interpreter"]);
    }
    process::run(command.args(inputs(project, golden)))
}

/// Returns the arguments for `hlo-run` that name the inputs in the folder of a golden.
fn inputs(project: &Project, folder: &Path) -> Vec<String> {
    let files = (0..).map(|index| folder.join(format!("in{index}.npy")));
    let files = files.take_while(|file| project.root.join(file).exists());
    files.flat_map(|file| ["--input".to_owned(), file.display().to_string()]).collect()
}

fn check_name(name: &str) -> Result<()> {
    let is_name = name.starts_with(|it: char| it.is_ascii_lowercase())
        && name.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_');
    if !is_name {
        bail!(
            "expected a name of lower-case letters, digits and `_`, a letter first, found `{name}`"
        );
    }
    if TAKEN.contains(&name) || name.starts_with("hloom") {
        bail!("name `{name}` is taken by Rust or by hloom; choose another name");
    }
    Ok(())
}

/// Returns a template, with the name of the backend and the folders of hloom and LLVM inserted.
fn fill(text: &str, name: &str, hloom: &Path, llvm: &Path) -> String {
    let pascal: String = name.split('_').map(capitalized).collect();
    text.replace(TEMPLATE, name)
        .replace(&capitalized(TEMPLATE), &pascal)
        .replace("@HLOOM@", &hloom.display().to_string())
        .replace("@LLVM@", &llvm.display().to_string())
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn write(path: &Path, text: &str) -> Result<()> {
    let in_no_folder = || format!("expected a file in a folder, found `{}`", path.display());
    let folder = path.parent().with_context(in_no_folder)?;
    fs::create_dir_all(folder)?;
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled() {
        let all = BACKEND.iter().chain(PLUGIN);
        for (file, text) in all {
            let text = fill(text, "my_device", Path::new("/hloom"), Path::new("/llvm"));
            for left in ["skeleton", "Skeleton", "@HLOOM@", "@LLVM@"] {
                assert!(!text.contains(left), "{file}: {left}");
            }
        }
        let text = fill("SkeletonPlatform skeleton", "my_device", Path::new(""), Path::new(""));
        assert_eq!(text, "MyDevicePlatform my_device");
    }

    #[test]
    fn names_are_those_of_modules() {
        assert!(check_name("npu2_a").is_ok());
        for name in ["", "2npu", "Npu", "my-npu", "a/b", "ä", "fn", "cpu", "hloom_plugin"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_skeleton_has_as_many_lines_as_the_guide_says() {
        let all = BACKEND.iter().chain(PLUGIN);
        let lines: usize = all.map(|(_, text)| text.lines().count()).sum();
        assert!(lines <= 400, "{lines}");
        let guide = include_str!("../../docs/writing-a-backend.md");
        assert!(guide.contains(&format!("| a name | {lines} |")), "{lines}");
    }
}
