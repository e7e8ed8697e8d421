// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs every program of `mixed/` on the cpu and on GPUs without hardware, and compares the results with
//! those in its comments.
//!
//! The programs mix StableHLO with upstream's dialects, or are linalg, affine loops or TOSA alone.
//! `// INPUT:` states the arguments and `// EXPECT:` the results, in order, each a literal in MLIR's
//! notation. A line above them names the source of the results.

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::mlir::parse_literal;
use hloom_compiler::{CompiledProgram, ElementType, Error, Literal, Program, platform};
use hloom_values::{ElementClass, Tolerance, compare};
use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};

/// Platforms under test, with the programs that fail on them.
const TESTED: [(&str, &[&[Exception]]); 3] = [
    ("cpu", &[EXCEPTIONS]),
    ("simt", &[EXCEPTIONS, EXCEPTIONS_OF_GPUS]),
    ("vulkan", &[EXCEPTIONS, EXCEPTIONS_OF_GPUS, EXCEPTIONS_OF_VULKAN]),
];

/// A program that upstream runs, but hloom rejects or runs with another number of results.
struct Exception {
    /// Folder and name of the program.
    program: &'static str,
    /// A part of the error message.
    message: &'static str,
}

/// Programs whose test fails. `docs/other-dialects.md` has the reasons.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        program: "affine/no_elements",
        message: "expected a memref with at least one element",
    },
    Exception { program: "affine/reinterpreted_memref", message: "expected 2 results, found 3" },
    Exception {
        program: "linalg/winograd",
        message: "`linalg.winograd_filter_transform` cannot be lowered to linalg",
    },
    Exception {
        program: "mixed/alloc_tensor",
        message: "`bufferization.alloc_tensor` is not a StableHLO operation",
    },
    Exception {
        program: "mixed/f8_round_trip",
        message: "on `tensor<19xf8E4M3FN>` is not supported; use StableHLO operations",
    },
    Exception {
        program: "mixed/math_clampf",
        message: "failed to legalize operation 'math.clampf'",
    },
    Exception {
        program: "mixed/memref_inside_of_tensors",
        message: "`memref.alloc` is not a StableHLO operation",
    },
    Exception {
        program: "mixed/torch_embedding_bag",
        message: "`cf.assert` is not a StableHLO operation",
    },
    Exception {
        program: "tosa/variable",
        message: "failed to legalize operation 'tosa.variable_read'",
    },
];

/// Programs whose test fails only on GPUs.
const EXCEPTIONS_OF_GPUS: &[Exception] = &[
    Exception { program: "affine/parallel_reduce", message: PARALLEL_REDUCTION },
    Exception { program: "affine/scf_parallel", message: PARALLEL_REDUCTION },
    Exception { program: "mixed/affine_parallel_of_tensor", message: PARALLEL_REDUCTION },
    Exception { program: "mixed/parallel_reduction_of_tensor", message: PARALLEL_REDUCTION },
    Exception {
        program: "mixed/math_clampf",
        message: "`math.clampf` cannot be compiled for a GPU",
    },
    Exception {
        program: "affine/reinterpreted_memref",
        message: "`memref.transpose` cannot be in the host program of a GPU",
    },
    Exception {
        program: "mixed/reshapes_of_dialects",
        message: "`memref.reshape` cannot be in the host program of a GPU",
    },
];

/// Programs whose test fails only on Vulkan.
const EXCEPTIONS_OF_VULKAN: &[Exception] = &[
    Exception {
        program: "affine/atomic_updates",
        message: "`memref.atomic_rmw` cannot be in a kernel for Vulkan",
    },
    Exception { program: "affine/floyd_warshall_65", message: LONG_LOOP },
    Exception { program: "mixed/i128_products", message: "Vulkan has no integers of type `i128`" },
];

/// The error of a kernel that runs longer than Mesa's lavapipe allows.
const LONG_LOOP: &str = "has ended a loop of a kernel early";

/// The refusal of an `scf.parallel` with results: its initial values are scalars.
const PARALLEL_REDUCTION: &str = "expected memrefs of static layout as kernel arguments";

fn main() {
    let arguments = Arguments::from_args();
    // Every program is a test, but backends must be registered only once in a process.
    hloom_backends::register().expect("backend names are unique");
    let programs = programs().expect("the folder of programs is readable");
    let mut trials = Vec::new();
    for (on, exceptions) in TESTED {
        // A backend whose folder does not exist is not tested.
        let is_missing = platform(on).is_err();
        for (name, path) in &programs {
            let mut lists = exceptions.iter().rev().flat_map(|list| list.iter());
            let exception = lists.find(|it| it.program == name);
            let path = path.clone();
            let check = move || match exception {
                None => check(on, &path),
                Some(exception) => check_exception(on, &path, exception),
            };
            let title = if on == "cpu" { name.clone() } else { format!("{on}::{name}") };
            trials.push(Trial::test(title, check).with_ignored_flag(is_missing));
        }
    }
    let names: Vec<_> = programs.into_iter().map(|(name, _)| name).collect();
    trials.push(Trial::test("exceptions_exist", move || {
        let mut exceptions =
            EXCEPTIONS.iter().chain(EXCEPTIONS_OF_GPUS).chain(EXCEPTIONS_OF_VULKAN);
        match exceptions.find(|it| !names.iter().any(|name| name == it.program)) {
            None => Ok(()),
            Some(it) => Err(format!("`{}`: no such program in `mixed/`", it.program).into()),
        }
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// Returns the names of all programs, such as `tosa/add`, and their files.
fn programs() -> std::io::Result<Vec<(String, PathBuf)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("mixed");
    let mut programs = Vec::new();
    for folder in std::fs::read_dir(root)? {
        let folder = folder?;
        for file in std::fs::read_dir(folder.path())? {
            let path = file?.path();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let name = format!("{}/{stem}", folder.file_name().to_string_lossy());
            programs.push((name, path));
        }
    }
    programs.sort();
    Ok(programs)
}

/// Runs a program and compares its results with the expected ones.
fn check(on: &str, path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let expected = literals(&text, "// EXPECT: ")?;
    let found = run(on, path, &literals(&text, "// INPUT: ")?)?;
    if found.len() != expected.len() {
        let counts = (expected.len(), found.len());
        return Err(format!("expected {} results, found {}", counts.0, counts.1).into());
    }
    for (index, (found, expected)) in found.iter().zip(&expected).enumerate() {
        let tolerance = tolerance(expected.shape().element_type);
        if let Some(mismatch) = compare(found, expected, tolerance)? {
            return Err(format!("result {index}: {mismatch}").into());
        }
    }
    Ok(())
}

/// Checks that the test of a program fails with the message of its exception.
fn check_exception(on: &str, path: &Path, exception: &Exception) -> Result<(), Failed> {
    let Err(error) = check(on, path) else {
        return Err(format!("{}: passes; remove it from EXCEPTIONS", exception.program).into());
    };
    let found = error.message().unwrap_or_default();
    if found.contains(exception.message) {
        return Ok(());
    }
    Err(format!("expected `{}`, found: {found}", exception.message).into())
}

fn run(on: &str, path: &Path, inputs: &[Literal]) -> Result<Vec<Literal>, Error> {
    let program = Program::from_file(path)?;
    let options = CompileOptions { threads: Some(2), ..CompileOptions::default() };
    CompiledProgram::new(&*platform(on)?, &program, &options)?.run(inputs)
}

/// Returns the literals of the lines that begin with `prefix`.
fn literals(text: &str, prefix: &str) -> Result<Vec<Literal>, Error> {
    let lines = text.lines().filter_map(|line| line.strip_prefix(prefix));
    lines.map(|literal| Ok(parse_literal(literal)?)).collect()
}

/// Returns the tolerance of a type: the expected values are rounded in other places.
fn tolerance(element_type: ElementType) -> Tolerance {
    let part = element_type.part();
    let bound = match part {
        _ if part.class() != ElementClass::Float => return Tolerance::ExactOrNan,
        ElementType::F64 => 1e-12,
        ElementType::F32 => 1e-5,
        ElementType::F16 => 2e-3,
        _ => 2e-2,
    };
    Tolerance::Close { absolute: bound, relative: bound }
}
