// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Helpers of the tests: platforms, and comparisons between them.
#![allow(dead_code, reason = "each test uses some of it")]

use hloom_compiler::interface::CompileOptions;
use hloom_compiler::{CompiledProgram, Error, Literal, Program, Shape, platform};
use hloom_npu::{NpuPlatform, Plan};
use hloom_plugin::Registrar;
use hloom_values::{Tolerance, compare};
use std::sync::{Arc, OnceLock};

/// Returns a platform with the `cpu` platform of this process as host, and registers the backend.
pub fn npu() -> Arc<NpuPlatform> {
    static NPU: OnceLock<Arc<NpuPlatform>> = OnceLock::new();
    let make = || {
        hloom_backends::register().expect("the backends are there once");
        let mut registrar = Registrar::new();
        hloom_npu::register(&mut registrar).expect("the npu can be registered");
        registrar.install().expect("nobody else has its name");
        Arc::new(NpuPlatform::new(platform("cpu").ok()))
    };
    Arc::clone(NPU.get_or_init(make))
}

/// Returns a program from the text of its functions.
pub fn program(text: &str) -> Program {
    npu();
    Program::from_text("test.mlir", text).expect("a text")
}

/// Returns a program with a function `main` of the given argument types, body and results.
pub fn main_of(arguments: &[&str], body: &str, returned: &str, results: &str) -> Program {
    let arguments: Vec<_> =
        arguments.iter().enumerate().map(|(at, ty)| format!("%{at}: {ty}")).collect();
    let arguments = arguments.join(", ");
    program(&format!(
        "func.func @main({arguments}) -> ({results}) {{\n{body}\nreturn {returned} : {results}\n}}"
    ))
}

/// Returns the plan of a program.
pub fn plan(program: &Program) -> Plan {
    let compiler = npu().npu_compiler();
    compiler.plan(program, &CompileOptions::default(), &mut Vec::new()).expect("it compiles")
}

/// Returns random values of the types of a program's arguments.
pub fn arguments(program: &Program) -> Vec<Literal> {
    let compiled = compiled(program, "interpreter").expect("the interpreter takes it");
    let shapes = compiled.executable().signature().arguments.clone();
    let random = |(seed, shape): (u64, Shape)| Literal::random(shape, seed).expect("it fits");
    (1..).zip(shapes).map(random).collect()
}

/// Compiles a program for a registered platform.
pub fn compiled(program: &Program, name: &str) -> Result<CompiledProgram, Error> {
    npu();
    CompiledProgram::new(&*platform(name)?, program, &CompileOptions::default())
}

/// Runs a program on the npu and the interpreter; returns a description of a difference.
pub fn difference(program: &Program, inputs: &[Literal]) -> Option<String> {
    let run = |name: &str| compiled(program, name)?.run(inputs);
    let expected = match run("interpreter") {
        Ok(expected) => expected,
        Err(error) => return Some(format!("the interpreter: {error}")),
    };
    let found = match run("npu") {
        Ok(found) => found,
        Err(error) => return Some(error.to_string()),
    };
    found.iter().zip(&expected).enumerate().find_map(|(number, (found, expected))| {
        let tolerance = Tolerance::of_sums(found.shape().element_type);
        let mismatch = compare(found, expected, tolerance).expect("they are of one type")?;
        Some(format!("result {number}: {mismatch}"))
    })
}

/// Checks that a program yields the interpreter's results for random arguments, and that all of
/// it runs on the device.
pub fn check_on_device(program: &Program) {
    check(program, &[]);
}

/// Checks that a program yields the interpreter's results, and that only the given operations run
/// on the host.
pub fn check(program: &Program, on_host: &[&str]) {
    let text = program.text().unwrap_or_default();
    let plan = plan(program);
    assert_eq!(plan.reason, None, "{text}");
    assert_eq!(plan.operations(false), on_host, "{text}");
    if let Some(difference) = difference(program, &arguments(program)) {
        panic!("{difference}\n{text}");
    }
}
