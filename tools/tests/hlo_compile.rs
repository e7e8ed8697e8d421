// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests `hlo-compile` from the command line to the files that it writes.
//!
//! The tests in `ahead_of_time/` check the results of the generated code.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Temporary folder with a program in it.
struct Folder(TempDir);

const PROGRAM: &str = "func.func @main(%x: tensor<2x3xf32>, %n: tensor<i32>) \
                       -> (tensor<2x3xf32>, tensor<0x2xi1>, tensor<complex<f64>>) {\n  \
                         %0 = stablehlo.tanh %x : tensor<2x3xf32>\n  \
                         %1 = stablehlo.constant dense<> : tensor<0x2xi1>\n  \
                         %2 = stablehlo.convert %n : (tensor<i32>) -> tensor<complex<f64>>\n  \
                         return %0, %1, %2 : tensor<2x3xf32>, tensor<0x2xi1>, tensor<complex<f64>>\n\
                       }\n";

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().expect("a temporary folder"));
        folder.write("model.mlir", PROGRAM);
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).expect("writable");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let tool = env!("CARGO_BIN_EXE_hlo-compile");
        self.command(tool, arguments)
    }

    fn command(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Output {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).args(arguments).output().expect("the program starts")
    }

    fn done(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, b"");
    }

    /// Runs the tool and returns its error message. The exit status must be 1.
    fn refusal(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        said
    }
}

fn llvm(program: &str) -> PathBuf {
    let prefix = std::env::var("MLIR_SYS_220_PREFIX").unwrap_or_else(|_| "/usr/lib/llvm-22".into());
    Path::new(&prefix).join("bin").join(program)
}

#[test]
fn headers_say_what_buffers_are_in_c_and_cpp() {
    let folder = Folder::new();
    folder.done(&["model.mlir", "--header", "model.h", "--target", "x86_64-linux-gnu"]);
    let header = String::from_utf8(folder.read("model.h")).expect("text");
    insta::assert_snapshot!(header);
    for (language, standard) in [("c", "-std=c99"), ("c++", "-std=c++98")] {
        let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", standard];
        let arguments = [&strict[..], &["-x", language, "model.h"]].concat();
        let checked = folder.command(llvm("clang"), &arguments);
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn files_are_of_the_kinds_asked_for() {
    let folder = Folder::new();
    let target = ["model.mlir", "--target", "aarch64-linux-gnu", "--emit"];
    let emit = |kind: &'static str| folder.done(&[&target[..], &[kind]].concat());
    emit("object");
    assert_eq!(folder.read("model.o")[..4], *b"\x7fELF");
    emit("asm");
    assert!(String::from_utf8_lossy(&folder.read("model.s")).contains("\nmodel:"));
    emit("llvm-ir");
    let ir = String::from_utf8_lossy(&folder.read("model.ll")).into_owned();
    assert!(ir.contains("define void @model(ptr") && ir.contains("aarch64-unknown-linux-gnu"));
    emit("static-lib");
    let symbols = folder.command(llvm("llvm-nm"), &["--print-armap", "libmodel.a"]);
    assert!(String::from_utf8_lossy(&symbols.stdout).contains("model in model.o"));
    emit("shared-lib");
    let symbols = folder.command(llvm("llvm-nm"), &["-D", "libmodel.so"]);
    assert!(String::from_utf8_lossy(&symbols.stdout).contains(" T model\n"));
    folder.done(&["model.mlir", "--emit", "wasm", "-o", "other.wasm"]);
    assert_eq!(folder.read("other.wasm")[..4], *b"\0asm");
}

#[test]
fn objects_are_the_same_every_time() {
    let folder = Folder::new();
    folder.done(&["model.mlir", "-o", "one.o"]);
    folder.done(&["model.mlir", "-o", "other.o"]);
    assert_eq!(folder.read("one.o"), folder.read("other.o"));
}

#[test]
fn unknown_targets_are_refused_with_those_like_them() {
    let folder = Folder::new();
    let refusal = |target: &[&str]| folder.refusal(&[&["model.mlir", "--target"], target].concat());
    let target = "error: unknown target";
    assert!(refusal(&["aarch6-linux-gnu"]).contains("architecture `aarch6`; similar: aarch64,"));
    assert!(refusal(&["x86_64-linx-gnu"]).contains("operating system `linx`; similar: linux"));
    assert!(refusal(&["x86_64-pc-linx-gnu"]).contains("operating system `linx`; similar: linux"));
    assert!(refusal(&["x86_64-linux-gnuu"]).contains("environment `gnuu`; similar: gnu"));
    assert!(refusal(&["it"]).starts_with(target));
    let arm = "aarch64-linux-gnu";
    assert_eq!(
        refusal(&[arm, "--cpu", "cortex-a7x"]),
        "error: unknown CPU `cortex-a7x` for target `aarch64-unknown-linux-gnu`; \
         similar: cortex-a57, cortex-a72, cortex-a73, cortex-a75, cortex-a76"
    );
    assert_eq!(
        refusal(&[arm, "--features", "+noen"]),
        "error: unknown feature `noen` for target `aarch64-unknown-linux-gnu`; similar: neon"
    );
    assert!(refusal(&[arm, "--features", "neon"]).contains("features begin with + or -"));
    assert!(refusal(&["i686-linux-gnu", "--cpu", "i586"]).contains("without the feature `sse2`"));
    let soft = refusal(&["riscv64-linux-gnu", "--cpu", "generic-rv64"]);
    assert!(soft.contains("passes floats in registers"), "{soft}");
    let soft = refusal(&["arm-linux-gnueabihf", "--features", "-vfp2sp"]);
    assert!(soft.contains("passes floats in registers"), "{soft}");
    assert!(refusal(&["spirv64"]).contains("it is not a CPU"));
    assert!(refusal(&["it", "--cpu", "native"]).starts_with(target));
    assert!(refusal(&["i686-linux-gnu", "--cpu", "native"]).contains("CPU `native`"));
}

#[test]
fn targets_of_all_systems_are_known() {
    let folder = Folder::new();
    for target in [
        "x86_64-apple-macosx14.0",
        "arm64-apple-darwin23",
        "x86_64-pc-windows-msvc",
        "aarch64-linux-android21",
        "x86_64-alpine-linux-musl",
        "thumbv7em-none-eabi",
        "riscv32-unknown-elf",
        "x86_64-unknown-freebsd14.1",
    ] {
        folder.done(&["model.mlir", "--target", target]);
    }
}

#[test]
fn what_c_has_not_is_refused() {
    let folder = Folder::new();
    folder.write(
        "calls.mlir",
        "func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {\n  \
           %0 = stablehlo.fft %x, type = FFT, length = [4] \
             : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>\n  \
           return %0 : tensor<4xcomplex<f32>>\n}\n",
    );
    folder.write(
        "sizes.mlir",
        "func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {\n  \
           return %x : tensor<?x3xf32>\n}\n",
    );
    folder.write(
        "large.mlir",
        "func.func @main(%x: tensor<70000x40000xi8>) -> tensor<70000x40000xi8> {\n  \
           return %x : tensor<70000x40000xi8>\n}\n",
    );
    assert_eq!(
        folder.refusal(&["calls.mlir"]),
        "calls.mlir:2:8: error: `stablehlo.fft` needs the runtime, which C functions do not have\n\
         note: while lowering to level `linalg` of platform `cpu`"
    );
    folder.write(
        "both.mlir",
        "func.func @main(%x: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>) {\n  \
           \"stablehlo.trace\"() {tag = \"a\"} : () -> ()\n  \
           %0 = stablehlo.create_token : !stablehlo.token\n  \
           %1:2 = \"stablehlo.infeed\"(%0) : (!stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)\n  \
           %2 = stablehlo.fft %x, type = FFT, length = [4] \
             : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>\n  \
           return %2, %1#0 : tensor<4xcomplex<f32>>, tensor<4xf32>\n}\n",
    );
    assert_eq!(
        folder.refusal(&["both.mlir"]),
        "both.mlir:2:3: error: `stablehlo.trace` cannot be lowered to linalg: hloom has no \
         lowering for this operation\n\
         both.mlir:4:10: error: `stablehlo.infeed` needs the runtime, which C functions do not have\n\
         both.mlir:5:8: error: `stablehlo.fft` needs the runtime, which C functions do not have\n\
         note: while lowering to level `linalg` of platform `cpu`"
    );
    folder.write(
        "columns.mlir",
        "func.func @main(%x: tensor<3x?xf32>) -> tensor<3x?xf32> {\n  \
           return %x : tensor<3x?xf32>\n}\n",
    );
    let refused = folder.refusal(&["columns.mlir"]);
    assert!(refused.contains("argument 0: expected a dynamic size in the first"), "{refused}");
    folder.done(&["columns.mlir", "--sizes", "3x2"]);
    folder.done(&["sizes.mlir"]);
    folder.done(&["sizes.mlir", "--sizes", "2x3"]);
    let refused = folder.refusal(&["sizes.mlir", "--sizes", "2x4"]);
    assert!(refused.contains("2x4"), "{refused}");
    let refused = folder.refusal(&["sizes.mlir", "--sizes", "2x3", "--sizes", "1"]);
    assert_eq!(refused, "error: `main`: expected sizes for at most 1 arguments, found sizes for 2");
    let refused = folder.refusal(&["model.mlir", "--sizes", "9x9"]);
    assert_eq!(refused, "error: argument 0: expected tensor<2x3xf32>, found sizes 9x9");
    assert!(folder.refusal(&["sizes.mlir", "--sizes", "2xx3"]).contains("expected sizes as in"));
    let refused = folder.refusal(&["large.mlir", "--target", "armv7-linux-gnueabihf"]);
    assert!(refused.contains("larger than 32-bit addresses allow"), "{refused}");
    folder.done(&["large.mlir"]);
    let refused = folder.refusal(&["model.mlir", "--target", "bpf"]);
    let reason = "target `bpf` is not supported: it is not a CPU and cannot run C functions";
    assert!(refused.contains(reason), "{refused}");
}

#[test]
fn wrong_requests_are_refused() {
    let folder = Folder::new();
    let refusal = |arguments: &[&str]| folder.refusal(&[&["model.mlir"], arguments].concat());
    assert!(refusal(&["--name", "1a"]).starts_with("error: `1a` cannot be the function's name"));
    assert!(refusal(&["--name", "double"]).contains("C or C++ reserves this name"));
    assert!(refusal(&["--emit", "wasm", "--target", "x86_64-linux-gnu"]).contains("WebAssembly"));
    let windows = ["--emit", "shared-lib", "--target", "x86_64-pc-windows-msvc"];
    assert!(refusal(&windows).contains("expected a target with ELF files"));
    assert!(refusal(&["--platform", "interpreter"]).contains("ahead of time"));
    assert!(refusal(&["--platform", "tpu"]).contains("known platforms: cpu"));
    assert!(refusal(&["-o", "nowhere/model.o"]).contains("nowhere/model.o: No such file"));
    assert!(refusal(&["-o", "model.mlir"]).contains("the output file would overwrite the program"));
    assert!(refusal(&["-o", "same", "--header", "same"]).contains("both the code and the header"));
    let fixed = ["--emit", "shared-lib", "--relocation-model", "static"];
    assert!(refusal(&fixed).contains("cannot have fixed addresses"));
    assert!(refusal(&["--emit", "wasm", "--name", "memory"]).contains("export their memory"));
    assert!(refusal(&["--entry", "other"]).contains("no entry function `@other`"));
    assert!(folder.refusal(&["other.mlir"]).contains("other.mlir: no such file"));
}

/// Internal functions of the code do not collide with the chosen name or with C functions.
#[test]
fn names_of_functions_do_not_meet() {
    let folder = Folder::new();
    folder.write(
        "kernels.mlir",
        "func.func @floor(%x: tensor<4096xf32>, %y: tensor<64x64xf32>) \
           -> (tensor<4096xf32>, tensor<64x64xf32>) {\n  \
           %0 = stablehlo.floor %x : tensor<4096xf32>\n  \
           %1 = stablehlo.dot_general %y, %y, contracting_dims = [1] x [0] \
             : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n  \
           return %0, %1 : tensor<4096xf32>, tensor<64x64xf32>\n}\n",
    );
    folder.done(&["kernels.mlir", "--name", "floor_kernel_0", "-o", "kernels.o"]);
    let symbols = folder.command(llvm("llvm-nm"), &["kernels.o"]);
    let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
    let defined: Vec<_> = symbols.lines().filter(|line| line.contains(" T ")).collect();
    assert!(defined.len() == 1 && defined[0].ends_with(" floor_kernel_0"), "{symbols}");
    assert!(symbols.contains(" U floorf\n"), "{symbols}");
}

/// Assembly and LLVM IR have the same header as the object file.
#[test]
fn headers_say_what_assembly_calls() {
    let folder = Folder::new();
    folder.write(
        "rest.mlir",
        "func.func @main(%x: tensor<f64>) -> tensor<f64> {\n  \
           %0 = stablehlo.remainder %x, %x : tensor<f64>\n  \
           return %0 : tensor<f64>\n}\n",
    );
    for form in ["object", "asm", "llvm-ir"] {
        folder.done(&["rest.mlir", "--emit", form, "--header", "rest.h"]);
        let header = String::from_utf8(folder.read("rest.h")).expect("text");
        assert!(header.contains("The code calls: fmod.\n"), "{form}: {header}");
    }
}

#[test]
fn libraries_are_linked_and_loaded() {
    let folder = Folder::new();
    folder.write(
        "add.mlir",
        "func.func @main(%x: tensor<2xi32>) -> tensor<2xi32> {\n  \
           %0 = stablehlo.add %x, %x : tensor<2xi32>\n  \
           return %0 : tensor<2xi32>\n}\n",
    );
    folder.write(
        "main.c",
        "#include \"add.h\"\n\
         int main(void) {\n  \
           int32_t x[ADD_ARGUMENT0_ELEMENTS] = {20, 1}, y[ADD_RESULT0_ELEMENTS];\n  \
           add(x, y, 0);\n  \
           return y[0] + y[1];\n}\n",
    );
    for (form, file) in [("static-lib", "libadd.a"), ("shared-lib", "libadd.so")] {
        folder.done(&["add.mlir", "--emit", form, "--cpu", "native", "--header", "add.h"]);
        let file = folder.path(file);
        let file = file.to_str().expect("UTF-8");
        let linked = folder.command(llvm("clang"), &["main.c", file, "-Wl,-rpath,.", "-o", "main"]);
        assert!(linked.status.success(), "{}", String::from_utf8_lossy(&linked.stderr));
        assert_eq!(folder.command(folder.path("main"), &[]).status.code(), Some(42), "{form}");
        std::fs::remove_file(file).expect("it is there");
    }
}

#[test]
fn the_code_may_go_to_the_standard_output() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/../goldens/control_flow/cond/program.mlir");
    let output = Command::new(env!("CARGO_BIN_EXE_hlo-compile"))
        .args(["-", "-o", "-", "--emit", "asm", "--name", "choose"])
        .stdin(std::fs::File::open(golden).expect("it is there"))
        .output()
        .expect("the tool runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("choose"));
}
