// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Machines whose programs valgrind or QEMU runs.

use crate::execute::{execute, hlo_compile, llvm};
use crate::folder;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A machine with a C library.
pub struct Machine {
    /// The name of the table of counts.
    pub name: &'static str,
    /// The name and the features, for a reader.
    pub description: &'static str,
    triple: &'static str,
    /// Options of `hlo-compile`.
    options: &'static [&'static str],
    counter: Counter,
}

/// The program that counts instructions.
enum Counter {
    Valgrind,
    /// QEMU for an architecture, with its model of the CPU.
    Qemu {
        architecture: &'static str,
        cpu: &'static str,
    },
}

/// x86-64 with AVX2.
pub const X86_64: Machine = Machine {
    name: "x86_64",
    description: "x86-64-v3",
    triple: "x86_64-unknown-linux-gnu",
    options: &["--cpu", "x86-64-v3"],
    counter: Counter::Valgrind,
};

/// AArch64 with dot products.
pub const AARCH64: Machine = Machine {
    name: "aarch64",
    description: "neoverse-n1",
    triple: "aarch64-linux-gnu",
    options: &["--cpu", "neoverse-n1"],
    counter: Counter::Qemu { architecture: "aarch64", cpu: "max" },
};

/// RISC-V with the vector extension.
pub const RISCV64: Machine = Machine {
    name: "riscv64",
    description: "rv64gcv with registers of 128 bits",
    triple: "riscv64-linux-gnu",
    options: &["--features", "+v"],
    counter: Counter::Qemu { architecture: "riscv64", cpu: "rv64,v=true,vlen=128" },
};

/// A C program that fills the arguments with floats between 0 and 1 and calls the kernel. The calls
/// of `begin` and `end` tell the plugin when to count.
const BEGIN: &str = r#"
#include <stdlib.h>

static float *buffer(size_t bytes) {
  float *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
  unsigned state = 1;
  for (size_t i = 0; i < bytes / 4; ++i) {
    state = state * 1664525u + 1013904223u;
    memory[i] = (float)(state >> 8) / (1 << 24);
  }
  return memory;
}

__attribute__((noinline)) void begin(void) { __asm__ volatile(""); }
__attribute__((noinline)) void end(void) { __asm__ volatile(""); }

int main(void) {
"#;

impl Machine {
    /// Returns the number of instructions of a call. Writes files to `scratch`.
    ///
    /// # Errors
    /// Fails if the program cannot be compiled or run.
    pub fn count(
        &self,
        program: &Path,
        function: &str,
        scratch: &Path,
    ) -> Result<u64, Box<dyn Error>> {
        let file = |extension: &str| scratch.join(format!("{function}{extension}"));
        let (object, header, main) = (file(".o"), file(".h"), file(".c"));
        let mut compile = hlo_compile(program, function, self.triple);
        compile.args(self.options).arg("-o").arg(&object).arg("--header").arg(&header);
        execute(&mut compile)?;
        fs::write(&main, caller(function, &fs::read_to_string(&header)?)?)?;
        let mut link = llvm("clang");
        link.args(["-O1", "-fuse-ld=lld"]).arg(&main).arg(&object).arg("-o").arg(file(""));
        if let Counter::Qemu { .. } = self.counter {
            link.args(["-static", "-target", self.triple, "-isystem"]);
            link.arg(format!("/usr/{}/include", self.triple));
        }
        execute(link.arg("-lm"))?;
        match self.counter {
            Counter::Valgrind => in_valgrind(&file(""), function),
            Counter::Qemu { architecture, cpu } => in_qemu(&file(""), architecture, cpu, scratch),
        }
    }
}

fn in_valgrind(executable: &Path, function: &str) -> Result<u64, Box<dyn Error>> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg(format!("--toggle-collect={function}")).arg(executable);
    let output = execute(&mut valgrind)?;
    number_after(&output.stderr, "Collected :").ok_or("valgrind prints no count".into())
}

/// Counts the instructions between the calls of `begin` and `end`.
fn in_qemu(
    executable: &Path,
    architecture: &str,
    cpu: &str,
    scratch: &Path,
) -> Result<u64, Box<dyn Error>> {
    let symbols = execute(llvm("llvm-nm").arg(executable))?;
    let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
    let address = |name: &str| {
        let mut lines = symbols.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let address =
            lines.find_map(|line| (line.get(2) == Some(&name)).then(|| line[0].to_owned()));
        address.ok_or(format!("no symbol `{name}`"))
    };
    let (begin, end) = (address("begin")?, address("end")?);
    let emulator = format!("qemu-{architecture}");
    let plugin = scratch.join("count.so");
    if !plugin.exists() {
        // QEMU refuses plugins of another version of its interface than it supports.
        let version = execute(Command::new(&emulator).arg("--version"))?;
        let major = number_after(&version.stdout, "version ").ok_or("QEMU prints no version")?;
        let version = if major < 9 { 1 } else { 2 };
        let mut compile = llvm("clang");
        compile.args(["-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror"]);
        compile.arg(format!("-DVERSION={version}")).arg(folder().join("count.c"));
        execute(compile.arg("-o").arg(&plugin))?;
    }
    let mut run = Command::new(&emulator);
    run.args(["-cpu", cpu, "-plugin"]);
    run.arg(format!("{},begin=0x{begin},end=0x{end}", plugin.display())).arg(executable);
    let output = execute(&mut run)?;
    let count = number_after(&output.stderr, "instructions: ");
    count.filter(|count| *count > 0).ok_or("the plugin prints no count".into())
}

/// Returns the number after some text of an output.
fn number_after(output: &[u8], text: &str) -> Option<u64> {
    let output = String::from_utf8_lossy(output);
    let (_, rest) = output.split_once(text)?;
    let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// Returns the C program that calls a function with buffers of the sizes in its header.
fn caller(function: &str, header: &str) -> Result<String, Box<dyn Error>> {
    let prefix = function.to_ascii_uppercase();
    let sizes = |kind: &str| {
        let all = (0..).map(|index| format!("{prefix}_{kind}{index}_BYTES"));
        all.take_while(|name| header.contains(name)).collect::<Vec<_>>()
    };
    let mut text = format!("#include \"{function}.h\"\n{BEGIN}");
    let mut names = Vec::new();
    for (index, size) in sizes("ARGUMENT").iter().chain(&sizes("RESULT")).enumerate() {
        writeln!(text, "  void *buffer{index} = buffer({size});")?;
        names.push(format!("buffer{index}"));
    }
    writeln!(text, "  void *arena = buffer({prefix}_ARENA_BYTES);")?;
    let names = names.join(", ");
    write!(text, "  begin();\n  {function}({names}, arena);\n  end();\n  return 0;\n}}\n")?;
    Ok(text)
}
