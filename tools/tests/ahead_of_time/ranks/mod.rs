// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs programs with collectives on all of their ranks, which are threads of one C program, and
//! compares the bits of the results with those of the interpreter.

mod programs;

use crate::target::Target;
use crate::{bytes, execute};
use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Literal, Shape};
use hloom_evaluator::DeviceMesh;
use hloom_values::ElementType;
use libtest_mimic::Failed;
use programs::Program;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

/// Element types of which a target runs programs. The first target runs all types.
const FEW_TYPES: [ElementType; 8] = [
    ElementType::Pred,
    ElementType::S4,
    ElementType::S16,
    ElementType::U64,
    ElementType::F8E4M3FN,
    ElementType::Bf16,
    ElementType::F32,
    ElementType::C128,
];

/// The number of wrong results that a failure shows.
const MOST_FAILURES: usize = 8;

/// A program with the arguments and the expected results of each rank.
struct Case {
    program: Program,
    arguments: Vec<Vec<Literal>>,
    expected: Vec<Vec<Literal>>,
    results: Vec<Shape>,
}

/// Compiles, links and runs the programs for a target, and compares the results.
///
/// # Errors
/// Fails if a program cannot be compiled or run, or for the first result with other bits.
pub fn run(target: &Target, all_types: bool, folder: &Path) -> Result<(), Failed> {
    hloom_backends::register()?;
    let types = if all_types { ElementType::ALL.to_vec() } else { FEW_TYPES.to_vec() };
    let mut programs: Vec<_> = types.into_iter().map(programs::of_type).collect();
    programs.push(programs::of_replicas());
    programs.push(programs::of_large_operands());
    programs.push(programs::of_many_ranks());
    programs.push(programs::without_a_member());
    let cases: Vec<_> = programs.into_iter().map(case).collect::<Result<_, _>>()?;
    let objects = cases.iter().map(|case| compile(target, case, folder));
    let objects: Vec<_> = objects.collect::<Result<_, _>>()?;
    std::fs::write(folder.join("cases.h"), table(&cases)?)?;
    let mut inputs = Vec::new();
    for argument in cases.iter().flat_map(|case| case.arguments.iter().flatten()) {
        inputs.extend(bytes::encode(target, argument)?);
    }
    std::fs::write(folder.join("inputs"), inputs)?;
    let host = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ahead_of_time/ranks/host.c");
    let program = folder.join("program");
    let mut linked = crate::emulated::clang(target);
    linked.arg("-I").arg(folder).arg("-o").arg(&program).arg(host).args(objects);
    execute(linked.args(["-pthread", "-lm"]))?;
    let mut command = match target.emulator {
        [] => Command::new(&program),
        [emulator, options @ ..] => {
            let mut command = Command::new(emulator);
            command.args(options).arg(&program);
            command
        }
    };
    execute(command.arg(folder.join("inputs")).arg(folder.join("outputs")))?;
    compare(target, &cases, &std::fs::read(folder.join("outputs"))?)
}

/// Chooses random arguments, and computes the expected results with the interpreter.
fn case(program: Program) -> Result<Case, Failed> {
    let ranks = program.replicas * program.partitions;
    let text =
        hloom_compiler::Program::from_text(format!("{}.mlir", program.name), &*program.text)?;
    let platform = hloom_compiler::platform("interpreter")?;
    let compiled = CompiledProgram::new(&*platform, &text, &CompileOptions::default())?;
    let results = compiled.executable().signature().results.clone();
    let argument = |rank: u32| {
        let shapes = program.arguments.iter().zip(u64::from(rank) * 100..);
        shapes.map(|(shape, seed)| Literal::random(shape.clone(), seed)).collect()
    };
    let arguments: Vec<Vec<_>> = (0..ranks).map(argument).collect::<Result<_, _>>()?;
    let expected = if program.not_members.is_empty() {
        let devices = vec![platform.device(0)?; ranks as usize];
        let mesh = || DeviceMesh::new(Arc::default(), program.replicas, program.partitions);
        compiled.benchmark_parallel(&devices, &arguments, [0, 1], mesh)?.1
    } else {
        Vec::new()
    };
    Ok(Case { program, arguments, expected, results })
}

/// Compiles a program to an object file, and returns its path. The header is beside it.
fn compile(target: &Target, case: &Case, folder: &Path) -> Result<String, Failed> {
    let name = &case.program.name;
    let path =
        |suffix: &str| folder.join(format!("{name}.{suffix}")).to_string_lossy().into_owned();
    std::fs::write(path("mlir"), &case.program.text)?;
    let mut tool = Command::new(env!("CARGO_BIN_EXE_hlo-compile"));
    tool.arg(path("mlir")).args(["--target", target.triple]).args(target.options);
    execute(tool.args(["-o", &path("o"), "--header", &path("h")]))?;
    Ok(path("o"))
}

/// Returns the text of `cases.h`, which describes the programs to the host.
fn table(cases: &[Case]) -> Result<String, Failed> {
    let (mut includes, mut calls, mut rows) = (String::new(), String::new(), String::new());
    for case in cases {
        let Program { name, checks_errors, not_members, .. } = &case.program;
        let upper = name.to_ascii_uppercase();
        writeln!(includes, "#include \"{name}.h\"")?;
        let arguments = case.program.arguments.len();
        let count = arguments + case.results.len();
        let buffers: String =
            (0..count).map(|index| format!("(void *)buffers[{index}], ")).collect();
        writeln!(
            calls,
            "static int run_{name}(unsigned char **buffers, void *arena, const hloom_ranks *ranks) {{\n  \
             return {name}({buffers}arena, ranks);\n}}"
        )?;
        let sizes = (0..arguments).map(|index| format!("{upper}_ARGUMENT{index}_BYTES"));
        let results = (0..case.results.len()).map(|index| format!("{upper}_RESULT{index}_BYTES"));
        let sizes = sizes.chain(results).collect::<Vec<_>>().join(", ");
        let members = (0..case.program.replicas * case.program.partitions)
            .map(|rank| u8::from(!not_members.contains(&rank)).to_string());
        let members = members.collect::<Vec<_>>().join(", ");
        writeln!(
            rows,
            "  {{\"{name}\", run_{name}, {upper}_RANKS, {upper}_ARGUMENTS, {upper}_RESULTS, \
             {{{sizes}}}, {upper}_ARENA_BYTES, {upper}_LARGEST_TRANSFER, {name}_collectives, \
             {upper}_COLLECTIVES, {{{members}}}, {}}},",
            u8::from(*checks_errors)
        )?;
    }
    let count = cases.len();
    Ok(format!(
        "{includes}
struct test_case {{
  const char *name;
  int (*run)(unsigned char **buffers, void *arena, const hloom_ranks *ranks);
  uint32_t ranks;
  size_t argument_count, result_count, bytes[64], arena;
  uint64_t largest;
  const hloom_collective *collectives;
  uint32_t collective_count;
  unsigned char is_member[128], checks_errors;
}};
enum {{ CASES = {count} }};
{calls}
static const struct test_case cases[CASES] = {{
{rows}}};
"
    ))
}

/// Compares the results of all ranks with the expected ones, bit for bit.
fn compare(target: &Target, cases: &[Case], mut outputs: &[u8]) -> Result<(), Failed> {
    let mut failures = Vec::new();
    for case in cases {
        let Program { name, replicas, partitions, .. } = &case.program;
        for rank in 0..(replicas * partitions) as usize {
            for (index, shape) in case.results.iter().enumerate() {
                let size = shape.byte_size().ok_or("a result larger than memory")?;
                let (bytes, rest) = outputs.split_at_checked(size).ok_or("too few results")?;
                outputs = rest;
                let Some(expected) = case.expected.get(rank).map(|results| &results[index]) else {
                    continue;
                };
                let found = bytes::decode(target, shape, bytes)?;
                if found.bytes() != expected.bytes() {
                    failures.push(format!(
                        "{name}: result {index} of rank {rank}: expected {expected}, found {found}"
                    ));
                }
            }
        }
    }
    if !outputs.is_empty() {
        return Err("too many results".into());
    }
    failures.truncate(MOST_FAILURES);
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n").into()) }
}
