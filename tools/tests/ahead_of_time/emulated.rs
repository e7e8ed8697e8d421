// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Links all programs into one C program and runs it in an emulator.
//!
//! The C program reads the arguments of each function from one file and writes the results to
//! another.

use crate::case::Case;
use crate::target::Target;
use crate::{bytes, compile, execute};
use libtest_mimic::Failed;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Functions of the C library that objects may reference.
const C_LIBRARIES: [&str; 13] = [
    "ceil", "ceilf", "floor", "floorf", "fma", "fmaf", "fmod", "fmodf", "memcpy", "memmove",
    "memset", "round", "roundf",
];

const BEGIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static FILE *in, *out;

/* Guard bytes before and after a buffer, which must not be written. The offset gives the buffer
   the alignment of its elements and no more. */
enum { GUARD = 64, WRONG = 0xa5 };

static unsigned char *buffer(size_t bytes, size_t alignment) {
  size_t before = GUARD + alignment % GUARD;
  unsigned char *memory = aligned_alloc(64, (before + bytes + 2 * GUARD) / 64 * 64);
  if (!memory)
    exit(2);
  memset(memory, WRONG, before + bytes + GUARD);
  return memory + before;
}

static unsigned char *read_buffer(size_t bytes, size_t alignment) {
  unsigned char *memory = buffer(bytes, alignment);
  if (fread(memory, 1, bytes, in) != bytes)
    exit(3);
  return memory;
}

/* Frees a buffer. Exits if the guard bytes around it were written. */
static void release(unsigned char *memory, size_t bytes, size_t alignment) {
  size_t before = GUARD + alignment % GUARD;
  for (size_t i = 0; i < GUARD; ++i)
    if (memory[bytes + i] != WRONG || (memory - before)[i] != WRONG)
      exit(5);
  free(memory - before);
}

/* Checks that a read-only buffer is unchanged, and frees it with its copy. */
static void check_buffer(unsigned char *memory, unsigned char *copy, size_t bytes,
                         size_t alignment) {
  if (memcmp(memory, copy, bytes))
    exit(6);
  release(memory, bytes, alignment);
  release(copy, bytes, alignment);
}

static void write_buffer(unsigned char *memory, size_t bytes, size_t alignment) {
  if (fwrite(memory, 1, bytes, out) != bytes)
    exit(4);
  release(memory, bytes, alignment);
}

int main(int count, char **arguments) {
  in = fopen(arguments[1], "rb");
  out = fopen(arguments[2], "wb");
  if (count != 3 || !in || !out)
    return 1;
"#;

/// Runs every program on a target and compares the results.
///
/// # Errors
/// Fails if a program cannot be compiled or linked, references an unexpected symbol, or gives a
/// wrong result.
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
    execute(if target.freestanding { &mut linked } else { linked.arg("-lm") })?;

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

/// Returns C code that calls a function twice with buffers of the sizes in its header.
///
/// The second call finds the arena as the first call left it.
fn call(case: &Case) -> Result<String, Failed> {
    let function = &case.function;
    let prefix = function.to_ascii_uppercase();
    let (mut begin, mut end) = ("  {\n".to_owned(), String::new());
    let mut names = Vec::new();
    for (index, input) in case.inputs.iter().enumerate() {
        let size = format!("{prefix}_ARGUMENT{index}_BYTES");
        let alignment = bytes::alignment(input.shape().element_type);
        writeln!(begin, "    unsigned char *a{index} = read_buffer({size}, {alignment});")?;
        writeln!(begin, "    unsigned char *c{index} = buffer({size}, {alignment});")?;
        writeln!(begin, "    memcpy(c{index}, a{index}, {size});")?;
        writeln!(end, "    check_buffer(a{index}, c{index}, {size}, {alignment});")?;
        names.push(format!("(const void *)a{index}"));
    }
    for (index, result) in case.results().enumerate() {
        let size = format!("{prefix}_RESULT{index}_BYTES");
        let alignment = bytes::alignment(result.element_type);
        writeln!(begin, "    unsigned char *r{index} = buffer({size}, {alignment});")?;
        writeln!(end, "    write_buffer(r{index}, {size}, {alignment});")?;
        names.push(format!("(void *)r{index}"));
    }
    let (size, alignment) = (format!("{prefix}_ARENA_BYTES"), format!("{prefix}_ARENA_ALIGNMENT"));
    writeln!(begin, "    unsigned char *arena = buffer({size}, {alignment});")?;
    writeln!(end, "    release(arena, {size}, {alignment});")?;
    names.push("arena".to_owned());
    let call = format!("    {function}({});\n", names.join(", "));
    Ok(format!("{begin}{call}{call}{end}  }}\n"))
}

/// Compares the results of all programs with the expected ones.
///
/// # Errors
/// Fails if a result is wrong or if the number of bytes in `outputs` is wrong.
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
    if !outputs.is_empty() {
        return Err("too many results".into());
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}

/// Checks that an object references only the C library and the target's compiler runtime.
///
/// # Errors
/// Fails if the header lists another function, or no list at all.
pub fn check_needs(target: &Target, case: &Case, header: &str) -> Result<(), Failed> {
    let needs = header.lines().find_map(|line| line.strip_prefix(" * The code calls: "));
    let needs = needs.ok_or("the header does not say what the code calls")?;
    let needs = needs.trim_end_matches('.').split(", ").filter(|name| *name != "nothing");
    let known = |name: &&str| {
        C_LIBRARIES.contains(name) || target.runtime.iter().any(|list| list.contains(name))
    };
    let more: Vec<_> = needs.filter(|name| !known(name)).collect();
    if more.is_empty() {
        return Ok(());
    }
    Err(format!("{} calls {}", case.function, more.join(", ")).into())
}

/// Returns a command that runs clang for a target with strict warnings.
pub fn clang(target: &Target) -> Command {
    let llvm = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    let mut command = Command::new(Path::new(&llvm).join("bin/clang"));
    command.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Werror", "-fuse-ld=lld"]);
    if let Some(system) = target.system {
        command.args(["-static", "-target", system, "-isystem"]);
        if target.freestanding {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
            let folder = folder.join("tests/ahead_of_time/freestanding");
            command.arg(&folder).args(["-ffreestanding", "-fno-builtin", "-nostdlib"]);
            command.args(["system.c", "arithmetic.c"].map(|file| folder.join(file)));
        } else {
            command.arg(format!("/usr/{system}/include"));
        }
    }
    command
}
