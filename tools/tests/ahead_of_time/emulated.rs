// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! All programs as functions of one program in C, which reads the arguments of one after the
//! other from a file and writes their results to another.

use crate::case::Case;
use crate::target::Target;
use crate::{bytes, compile, execute};
use libtest_mimic::Failed;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// What objects may need of C's libraries.
const C_LIBRARIES: [&str; 13] = [
    "ceil", "ceilf", "floor", "floorf", "fma", "fmaf", "fmod", "fmodf", "memcpy", "memmove",
    "memset", "round", "roundf",
];

const BEGIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>

static FILE *in, *out;

static void *buffer(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 127) / 64 * 64);
  if (!memory)
    exit(2);
  return memory;
}

static void *read_buffer(size_t bytes) {
  void *memory = buffer(bytes);
  if (fread(memory, 1, bytes, in) != bytes)
    exit(3);
  return memory;
}

static void write_buffer(void *memory, size_t bytes) {
  if (fwrite(memory, 1, bytes, out) != bytes)
    exit(4);
  free(memory);
}

int main(int count, char **arguments) {
  in = fopen(arguments[1], "rb");
  out = fopen(arguments[2], "wb");
  if (count != 3 || !in || !out)
    return 1;
"#;

/// Runs every program on a target and compares what they give.
///
/// # Errors
/// If one cannot be compiled or linked, needs more than it may, or gives another result.
pub fn run(target: &Target, cases: &[Case], folder: &Path) -> Result<(), Failed> {
    let (mut main, mut body, mut inputs) = (String::new(), String::new(), Vec::new());
    let mut linked = clang(target);
    linked.arg("-o").arg(folder.join("program")).arg(folder.join("main.c"));
    for case in cases {
        let function = &case.function;
        let (object, header) = (format!("{function}.o"), format!("{function}.h"));
        let (object, header) = (folder.join(object), folder.join(header));
        let paths = [&object, &header].map(|path| path.to_string_lossy().into_owned());
        compile(target, case, &["-o", &paths[0], "--header", &paths[1]])?;
        check_needs(target, case, &std::fs::read_to_string(&header)?)?;
        linked.arg(&object);
        writeln!(main, "#include \"{function}.h\"")?;
        body.push_str(&call(case)?);
        for input in &case.inputs {
            inputs.extend(bytes::encode(target, input)?);
        }
    }
    let main_c = format!("{main}{BEGIN}{body}  return fclose(out);\n}}\n");
    std::fs::write(folder.join("main.c"), main_c)?;
    std::fs::write(folder.join("inputs"), inputs)?;
    execute(linked.args(["-lm"]))?;

    let program = folder.join("program");
    let mut emulated = match target.emulator {
        [] => Command::new(&program),
        [emulator, options @ ..] => {
            let mut command = Command::new(emulator);
            command.args(options).arg(&program);
            command
        }
    };
    execute(emulated.arg(folder.join("inputs")).arg(folder.join("outputs")))?;
    compare(target, cases, &std::fs::read(folder.join("outputs"))?)
}

/// A call of a function with buffers of the sizes that its header says.
fn call(case: &Case) -> Result<String, Failed> {
    let function = &case.function;
    let prefix = function.to_ascii_uppercase();
    let mut text = "  {\n".to_owned();
    let mut names = Vec::new();
    for index in 0..case.inputs.len() {
        writeln!(text, "    void *a{index} = read_buffer({prefix}_ARGUMENT{index}_BYTES);")?;
        names.push(format!("a{index}"));
    }
    let results = case.results().count();
    for index in 0..results {
        writeln!(text, "    void *r{index} = buffer({prefix}_RESULT{index}_BYTES);")?;
        names.push(format!("r{index}"));
    }
    writeln!(text, "    void *arena = buffer({prefix}_ARENA_BYTES);")?;
    names.push("arena".to_owned());
    writeln!(text, "    {function}({});", names.join(", "))?;
    for index in 0..results {
        writeln!(text, "    write_buffer(r{index}, {prefix}_RESULT{index}_BYTES);")?;
    }
    for name in names.iter().filter(|name| !name.starts_with('r')) {
        writeln!(text, "    free({name});")?;
    }
    text.push_str("  }\n");
    Ok(text)
}

/// Compares the results of all programs with what they should be.
pub fn compare(target: &Target, cases: &[Case], mut outputs: &[u8]) -> Result<(), Failed> {
    let mut failures = Vec::new();
    for case in cases {
        let mut results = Vec::new();
        for shape in case.results() {
            let size = shape.byte_size().ok_or("a result larger than memory")?;
            let (bytes, rest) = outputs.split_at_checked(size).ok_or("too few results")?;
            results.push(bytes::decode(target, shape, bytes)?);
            outputs = rest;
        }
        if let Err(failure) = case.check(&results) {
            failures.push(failure.message().unwrap_or_default().to_owned());
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// Refuses an object that needs what is not C's, nor what the target's compiler has.
fn check_needs(target: &Target, case: &Case, header: &str) -> Result<(), Failed> {
    let needs = header.lines().find_map(|line| line.strip_prefix(" * The code calls: "));
    let needs = needs.ok_or("the header does not say what the code calls")?;
    let needs = needs.trim_end_matches('.').split(", ").filter(|name| *name != "nothing");
    let known = |name: &&str| C_LIBRARIES.contains(name) || target.runtime.contains(name);
    let more: Vec<_> = needs.filter(|name| !known(name)).collect();
    if more.is_empty() {
        return Ok(());
    }
    Err(format!("{} calls {}", case.function, more.join(", ")).into())
}

/// LLVM's compiler of C for a target, as strict as it is.
fn clang(target: &Target) -> Command {
    let llvm = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let mut command = Command::new(Path::new(&llvm).join("bin/clang"));
    command.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fuse-ld=lld"]);
    if let Some(system) = target.system {
        command.args(["-static", "-target", system, "-isystem"]);
        command.arg(format!("/usr/{system}/include"));
    }
    command
}
