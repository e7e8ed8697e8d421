// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Runs object files for GPUs with a fake driver, and compares their calls of the driver with the
//! commands that the loader of executables gives.
//!
//! The fake driver has no device: kernels are not executed, and the tests choose the numbers that the
//! host reads. What kernels compute is tested by the platforms that execute them.

mod folder;
mod programs;
mod recorder;

use folder::{CHIP, Folder, printed};
use hloom_gpu_runtime::{GpuProgram, fingerprint};
use hloom_stream_executor::serialized;
use object::{Architecture, Object};
use programs::PROGRAMS;
use recorder::{expected, is_expected};
use std::fmt::Write;
use std::path::Path;

const ADD: &str = "func.func @main(%x: tensor<1000xf32>) -> tensor<1000xf32> {\n  \
                     %0 = stablehlo.add %x, %x : tensor<1000xf32>\n  \
                     return %0 : tensor<1000xf32>\n}\n";

/// The beginning of C programs that use the fake driver.
const BEGIN: &str = "#include <dlfcn.h>\n\
    #include <stdio.h>\n\
    #include <stdlib.h>\n\
    static void *driver;\n\
    static void find(void *function, const char *name) {\n  \
      if (!driver && !(driver = dlopen(\"libcuda.so.1\", RTLD_NOW)))\n    \
        exit(98);\n  \
      *(void **)function = dlsym(driver, name);\n\
    }\n";

/// Returns a C program that creates the buffers of a function, and calls it `runs` times.
fn caller(name: &str, program: &GpuProgram, runs: usize) -> String {
    let prefix = name.to_ascii_uppercase();
    let mut names: Vec<String> = Vec::new();
    let signature = &program.signature;
    names.extend((0..signature.arguments.len()).map(|index| format!("argument{index}")));
    names.extend((0..signature.results.len()).map(|index| format!("result{index}")));
    names.push("arena".to_owned());
    let mut text = format!(
        "#include \"{name}.h\"\n{BEGIN}\
         int main(void) {{\n  \
           void *(*buffer)(const char *, size_t);\n  \
           void *(*stream)(void);\n  \
           void (*context)(int);\n  \
           find(&buffer, \"fake_buffer\");\n  \
           find(&stream, \"fake_stream\");\n  \
           find(&context, \"fake_context\");\n  \
           context(0);\n"
    );
    for name in &names {
        let size = format!("{prefix}_{}_BYTES", name.to_ascii_uppercase());
        let _ = writeln!(text, "  void *{name} = buffer(\"{name}\", {size});");
    }
    for _ in 0..runs {
        let _ = writeln!(text, "  printf(\"%d\\n\", {name}({}, stream()));", names.join(", "));
    }
    text + "}\n"
}

/// Compiles a program to the object and the header `name`, and to an executable, whose content is
/// returned.
fn compile(folder: &Folder, program: &Path, name: &str) -> GpuProgram {
    let program = program.to_str().expect("UTF-8");
    let (object, header) = (format!("{name}.o"), format!("{name}.h"));
    let target = folder.host.map(|host| ["--target", host]);
    let options = [program, "--name", name, "-o", &object, "--header", &header];
    folder.compile(&[&options[..], target.as_ref().map_or(&[], |it| &it[..])].concat());
    folder.compile(&[program, "--emit", "executable", "-o", "executable"]);
    let fingerprint = fingerprint("cuda", CHIP);
    serialized::open(&fingerprint, &folder.read("executable")).expect("an executable")
}

/// Checks that host code calls the driver as the loader does, in two runs, and that it needs no
/// further libraries.
fn check(folder: &Folder, program: &Path, name: &str, reads: &[i64]) {
    folder.make_driver("");
    let compiled = compile(folder, program, name);
    folder.write("main.c", &caller(name, &compiled, 2));
    folder.link("main.c", &[&format!("{name}.o")], "main");
    if folder.host.is_none() {
        check_needs(folder, &format!("{name}.o"), "main");
    }

    let list: Vec<_> = reads.iter().map(ToString::to_string).collect();
    let output = folder.run("main").env("FAKE_READS", list.join(",")).output();
    assert_eq!(printed(output.expect("the program runs")), "0\n0\n", "{name}");
    let mut log = folder.lines("log");
    if !compiled.code.is_empty() {
        assert_eq!(log.remove(0), "load", "{name}");
    }
    // The first run copies the constants, and waits.
    let mut on_device = Vec::new();
    if log[0].starts_with("upload constants0+0 ") {
        on_device = folder.read("constants");
        assert_eq!(log.drain(..2).next_back().as_deref(), Some("wait"), "{name}");
    }
    let (mut reads, mut lines) = (reads.iter().copied().collect(), Vec::new());
    for _ in 0..2 {
        lines.extend(expected(&compiled, &mut reads).expect("a plan"));
    }
    assert_eq!(log.len(), lines.len(), "{name}: {log:#?}, expected {lines:#?}");
    for (expected, found) in lines.iter().zip(&log) {
        let is_expected = is_expected(&compiled.plan, &on_device, expected, found);
        assert!(is_expected, "{name}: expected {expected}, found {found}");
    }
    let header = folder.text(&format!("{name}.h"));
    let bytes = format!("_CONSTANT_BYTES {}\n", on_device.len());
    assert!(header.contains(&bytes), "{name}: {bytes} is not in {header}");
    let waits = lines.iter().any(|line| line == "wait");
    let says = header.contains("_WAITS 1\n");
    assert!(says || !waits, "{name}: the header must say that the function waits");
}

/// Checks the symbols that an object needs, and the libraries that a program with it needs.
fn check_needs(folder: &Folder, object: &str, program: &str) {
    let undefined = folder.execute("nm", &["--undefined-only", "--format=just-symbols", object]);
    let mut undefined: Vec<_> = undefined.lines().collect();
    undefined.retain(|name| *name != "_GLOBAL_OFFSET_TABLE_");
    assert_eq!(undefined, ["dlopen", "dlsym", "sched_yield"]);
    let dynamic = folder.execute("readelf", &["--dynamic", "--wide", program]);
    for line in dynamic.lines().filter(|line| line.contains("(NEEDED)")) {
        assert!(line.contains("[libc.so") || line.contains("[libdl.so"), "{line}");
    }
}

#[test]
fn the_example_of_the_documentation_runs() {
    let page = include_str!("../../../docs/ahead-of-time.md");
    let example = page.split("```c\n").find(|block| block.contains("#include <cuda.h>"));
    let example = example.and_then(|block| block.split("```").next()).expect("an example");
    let folder = Folder::new();
    folder.make_driver("");
    folder.write("cuda.h", include_str!("cuda.h"));
    folder.write("main.c", example);
    let classifier = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/digits/classifier.mlir");
    let (object, header) = ("gpu_classifier.o", "gpu_classifier.h");
    folder.compile(&[classifier, "--name", "classifier", "-o", object, "--header", header]);
    folder.link("main.c", &["-I.", object, "libcuda.so.1"], "main");
    let printed = printed(folder.run("main").output().expect("the program runs"));
    assert!(printed.trim_end().parse::<f32>().is_ok(), "{printed}");
    let log = folder.lines("log");
    assert!(log.len() > 1 && log.iter().skip(1).any(|line| line.starts_with("launch ")), "{log:?}");
}

#[test]
fn host_code_calls_the_driver_as_the_loader_does() {
    for program in PROGRAMS {
        let folder = Folder::new();
        folder.write("program.mlir", program.text);
        let name = format!("run_{}", program.name);
        check(&folder, &folder.path("program.mlir"), &name, program.reads);
    }
}

/// Launches have more arguments than other machines pass in registers, and the machines extend
/// integers in different ways.
#[test]
fn host_code_runs_on_other_machines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for host in ["aarch64-linux-gnu", "riscv64-linux-gnu", "powerpc64le-linux-gnu"] {
        let folder = Folder::of(host);
        check(&folder, &root.join("examples/digits/classifier.mlir"), "digits", &[]);
        for program in PROGRAMS.iter().filter(|it| ["while", "case", "donated"].contains(&it.name))
        {
            folder.write("program.mlir", program.text);
            check(&folder, &folder.path("program.mlir"), "run", program.reads);
        }
    }
}

#[test]
fn host_code_runs_whole_models() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    check(&Folder::new(), &root.join("examples/digits/classifier.mlir"), "digits", &[]);
    let goldens = root.join("goldens");
    for (golden, reads) in [
        ("networks/cnn", &[][..]),
        ("networks/lstm_scan", &[]),
        ("networks/mlp_bf16", &[]),
        ("training/transformer_train_step", &[]),
        ("arithmetic/zero_sized", &[]),
        ("movement/constants", &[]),
        ("sorting/top_k", &[]),
        ("control_flow/branches_then_updates", &[1, 0]),
        ("control_flow/cond_nested", &[1, 0, 1, 1, 0, 0, 1]),
        ("control_flow/scan_map", &[]),
        ("control_flow/switch", &[1, 0, 2, -5, 3, 1]),
        ("control_flow/while_data_dependent", &[1, 1, 0, 1]),
        ("control_flow/while_nested", &[1, 1, 0, 1, 0, 1, 1, 0, 0]),
        ("control_flow/while_shares_buffers", &[1, 0, 1, 1, 0, 0]),
    ] {
        let program = goldens.join(golden).join("program.mlir");
        check(&Folder::new(), &program, "golden", reads);
    }
}

/// Object, archive and library, each linked to the same program.
#[test]
fn libraries_have_the_function() {
    let folder = Folder::new();
    folder.make_driver("");
    folder.write("add.mlir", ADD);
    let compiled = compile(&folder, &folder.path("add.mlir"), "add");
    folder.write("main.c", &caller("add", &compiled, 1));
    for (kind, file) in [("static-lib", "libadd.a"), ("shared-lib", "libadd.so")] {
        folder.compile(&["add.mlir", "--emit", kind]);
        folder.link("main.c", &[&format!("./{file}")], kind);
        let output = folder.run(kind).output().expect("the program runs");
        assert_eq!(printed(output), "0\n", "{kind}");
        assert_eq!(folder.lines("log").len(), 2, "{kind}");
    }
}

#[test]
fn headers_describe_host_code_in_c_and_cpp() {
    let folder = Folder::new();
    folder.write(
        "model.mlir",
        "func.func @main(%x: tensor<2x3xbf16> {tf.aliasing_output = 1 : i32}, %n: tensor<i1>)\n    \
             -> (tensor<0x2xf64>, tensor<2x3xbf16>) {\n  \
           %0 = stablehlo.constant dense<> : tensor<0x2xf64>\n  \
           %1 = stablehlo.while(%y = %x) : tensor<2x3xbf16> cond {\n    \
             stablehlo.return %n : tensor<i1>\n  \
           } do {\n    \
             %2 = stablehlo.add %y, %y : tensor<2x3xbf16>\n    \
             stablehlo.return %2 : tensor<2x3xbf16>\n  \
           }\n  \
           return %0, %1 : tensor<0x2xf64>, tensor<2x3xbf16>\n}\n",
    );
    folder.compile(&["model.mlir", "--target", "x86_64-linux-gnu", "--header", "model.h"]);
    insta::assert_snapshot!(folder.text("model.h"));
    for (compiler, standard) in [("cc", "-std=c99"), ("c++", "-std=c++98")] {
        let language = if compiler == "cc" { "c" } else { "c++" };
        let strict = ["-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only", standard];
        folder.execute(compiler, &[&strict[..], &["-x", language, "model.h"]].concat());
    }
}

/// Every failure is a status, and the process goes on.
#[test]
fn failures_of_the_driver_are_statuses() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    folder.compile(&["add.mlir", "-o", "add.o", "--header", "add.h"]);
    // Loads twice and runs. The buffers do not matter: the fake driver does not execute kernels.
    folder.write(
        "main.c",
        &format!(
            "#include \"add.h\"\n{BEGIN}\
             int main(void) {{\n  \
               void *(*buffer)(const char *, size_t);\n  \
               void *(*stream)(void);\n  \
               void (*context)(int);\n  \
               printf(\"%d \", add_load());\n  \
               printf(\"%d \", add_load());\n  \
               driver = dlopen(\"libcuda.so.1\", RTLD_NOW);\n  \
               if (!driver) {{\n    \
                 printf(\"%d\\n\", add(0, 0, 0, 0));\n    \
                 return 0;\n  \
               }}\n  \
               find(&buffer, \"fake_buffer\");\n  \
               find(&stream, \"fake_stream\");\n  \
               find(&context, \"fake_context\");\n  \
               context(atoi(getenv(\"CONTEXT\")));\n  \
               void *x = buffer(\"x\", ADD_ARGUMENT0_BYTES);\n  \
               printf(\"%d \", add(x, x, 0, stream()));\n  \
               printf(\"%d\\n\", add_unload());\n\
             }}\n"
        ),
    );
    folder.link("main.c", &["add.o"], "main");
    let statuses = |errors: &str, devices: &str| {
        let mut command = folder.run("main");
        command.env("FAKE_ERRORS", errors).env("FAKE_DEVICES", devices).env("CONTEXT", "0");
        printed(command.output().expect("the program runs")).trim_end().to_owned()
    };
    let header = folder.text("add.h");
    let number = |name: &str| {
        let value = header.lines().find_map(|line| {
            let value =
                line.trim().strip_prefix("ADD_")?.strip_prefix(name)?.strip_prefix(" = ")?;
            value.trim_end_matches(',').parse::<i32>().ok()
        });
        value.unwrap_or_else(|| panic!("{name} is not in the header"))
    };
    let all = |name: &str| [number(name).to_string().as_str(); 3].join(" ");

    // A file that is no library stands for a missing one, even if this machine has a driver.
    folder.write("libcuda.so.1", "");
    assert_eq!(statuses("", "1"), all("NO_DRIVER"));
    for function in [
        "cuInit",
        "cuDeviceGetCount",
        "cuLibraryLoadData",
        "cuLibraryUnload",
        "cuLibraryGetKernel",
        "cuLaunchKernel",
        "cuMemcpyDtoDAsync_v2",
        "cuMemcpyHtoDAsync_v2",
        "cuMemcpyDtoHAsync_v2",
        "cuStreamSynchronize",
    ] {
        folder.make_driver(function);
        assert_eq!(statuses("", "1"), format!("{} 0", all("MISSING_FUNCTION")), "{function}");
        assert!(!folder.path("log").exists(), "{function}: nothing is called");
    }
    folder.make_driver("");
    assert_eq!(statuses("", "1"), "0 0 0 0");
    assert_eq!(folder.lines("log").len(), 3);
    assert_eq!(statuses("", "0"), format!("{} 0", all("NO_DEVICE")));
    for (error, name) in [
        ("cuInit=100", "NO_DEVICE"),
        ("cuDeviceGetCount=100", "NO_DEVICE"),
        ("cuLibraryLoadData=2", "OUT_OF_MEMORY"),
        ("cuLibraryLoadData=209", "IMAGE_REFUSED"),
        ("cuLibraryLoadData=218", "IMAGE_REFUSED"),
        ("cuLibraryLoadData=222", "IMAGE_REFUSED"),
        ("cuInit=34", "NO_DRIVER"),
    ] {
        assert_eq!(statuses(error, "1"), format!("{} 0", all(name)), "{error}");
    }
    let other = number("DRIVER_ERROR");
    let unknown = other + 999;
    assert_eq!(statuses("cuInit=999", "1"), format!("{unknown} {unknown} {unknown} 0"));
    // The image is unloaded again if it lacks a kernel, and the next call tries once more.
    let missing = format!("{} 0 0 0", other + 500);
    assert_eq!(statuses("cuLibraryGetKernel@1=500", "1"), missing);
    assert_eq!(
        folder.lines("log")[..4],
        ["load", "cuLibraryGetKernel fails with 500", "unload", "load"]
    );
    // With lazy loading, the driver reports errors of the image when a kernel is launched.
    for (code, status) in [
        (2, number("OUT_OF_MEMORY")),
        (201, number("NO_CONTEXT")),
        (222, number("IMAGE_REFUSED")),
        (719, other + 719),
    ] {
        let error = format!("cuLaunchKernel={code}");
        assert_eq!(statuses(&error, "1"), format!("0 0 {status} 0"));
    }
    let output = folder.run("main").env("CONTEXT", "-1").output();
    let status = number("NO_CONTEXT");
    assert_eq!(printed(output.expect("the program runs")), format!("0 0 {status} 0\n"));
    assert_eq!(statuses("cuLibraryUnload=4", "1"), format!("0 0 0 {}", other + 4));
}

/// After the first error of a run, nothing is enqueued, and loops end.
#[test]
fn runs_end_at_the_first_error() {
    let folder = Folder::new();
    folder.make_driver("");
    for (name, error, reads, last) in [
        ("while", "cuLaunchKernel@3=719", "1,1,1,1,1,1,1,1", "cuLaunchKernel fails with 719"),
        ("while", "cuMemcpyDtoHAsync_v2@2=719", "1,1", "cuMemcpyDtoHAsync_v2 fails with 719"),
        ("while", "cuStreamSynchronize@2=719", "1,1", "cuStreamSynchronize fails with 719"),
        ("counted", "cuLaunchKernel@2=719", "", "cuLaunchKernel fails with 719"),
        ("no_kernels", "cuMemcpyDtoDAsync_v2=719", "", "cuMemcpyDtoDAsync_v2 fails with 719"),
        ("constants", "cuMemcpyHtoDAsync_v2=719", "", "cuMemcpyHtoDAsync_v2 fails with 719"),
    ] {
        let program = PROGRAMS.iter().find(|program| program.name == name).expect("a program");
        folder.write("program.mlir", program.text);
        let compiled = compile(&folder, &folder.path("program.mlir"), "program");
        folder.write("main.c", &caller("program", &compiled, 1));
        folder.link("main.c", &["program.o"], "main");
        let mut command = folder.run("main");
        let output = command.env("FAKE_ERRORS", error).env("FAKE_READS", reads).output();
        assert_eq!(printed(output.expect("the program runs")), "1719\n", "{name}: {error}");
        let log = folder.lines("log");
        assert_eq!(log.last().map(String::as_str), Some(last), "{name}: {error}: {log:?}");
    }
}

/// Each context gets the constants once. A failure is tried again.
#[test]
fn constants_are_copied_once_for_each_context() {
    let folder = Folder::new();
    folder.make_driver("");
    let hex: String = (0..64 * 64 * 4).map(|byte| format!("{:02X}", byte * 7 % 100)).collect();
    folder.write(
        "weights.mlir",
        &format!(
            "func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {{\n  \
               %0 = stablehlo.constant dense<\"0x{hex}\"> : tensor<64x64xf32>\n  \
               %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] \
                 : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n  \
               return %1 : tensor<64x64xf32>\n}}\n"
        ),
    );
    folder.compile(&["weights.mlir", "-o", "weights.o", "--header", "weights.h"]);
    let runs = |text: &str| {
        folder.write(
            "main.c",
            &format!(
                "#include \"weights.h\"\n{BEGIN}\
                 int main(void) {{\n  \
                   void *(*buffer)(const char *, size_t);\n  \
                   void *(*stream)(void);\n  \
                   void (*context)(int);\n  \
                   find(&buffer, \"fake_buffer\");\n  \
                   find(&stream, \"fake_stream\");\n  \
                   find(&context, \"fake_context\");\n  \
                   void *x = buffer(\"x\", WEIGHTS_ARGUMENT0_BYTES);\n  \
                   void *arena = buffer(\"arena\", WEIGHTS_ARENA_BYTES);\n  \
                   {text}\n\
                 }}\n"
            ),
        );
        folder.link("main.c", &["weights.o"], "main");
    };
    let run = "printf(\"%d \", weights(x, x, arena, stream()));";
    let load = "printf(\"%d \", weights_load());";
    let log = |errors: &str| {
        let output = folder.run("main").env("FAKE_ERRORS", errors).output();
        let statuses = printed(output.expect("the program runs"));
        let log = folder.lines("log").into_iter().map(|line| {
            let words: Vec<_> = line.split(' ').collect();
            match words[0] {
                "upload" => [&["upload", words[1]], &words[4..]].concat().join(" "),
                "launch" => "launch".to_owned(),
                _ => line,
            }
        });
        (statuses.trim_end().to_owned(), log.collect::<Vec<_>>())
    };
    runs(&format!("context(0); {run} {run} context(3); {run} context(0); {run} context(3); {run}"));
    let (statuses, lines) = log("");
    assert_eq!(statuses, "0 0 0 0 0");
    let first = |context| [format!("upload constants{context}+0"), "wait".to_owned()];
    let launch = ["launch".to_owned()];
    let load_line = ["load".to_owned()];
    assert_eq!(
        lines,
        [&load_line[..], &first(0), &launch, &launch, &first(3), &launch, &launch, &launch]
            .concat()
    );

    // Loading copies the constants if there is a context, and a run if there was none. After
    // unloading, they are copied again.
    runs(&format!(
        "{load} {run} context(1); {run} {load} context(2); {load} {run} weights_unload(); {run}"
    ));
    let (statuses, lines) = log("");
    assert_eq!(statuses, "0 4 0 0 0 0 0");
    let default = [
        "upload constants2+0 of the default stream".to_owned(),
        "wait of the default stream".to_owned(),
    ];
    let unload = ["unload".to_owned()];
    assert_eq!(
        lines,
        [
            &load_line[..],
            &first(1),
            &launch,
            &default,
            &launch,
            &unload,
            &load_line,
            &first(2),
            &launch
        ]
        .concat()
    );

    // Host code remembers 64 contexts.
    for (contexts, uploads) in [(64, 64), (70, 140)] {
        runs(&format!(
            "for (int i = 0; i < 2 * {contexts}; ++i) {{ context(i % {contexts}); {run} }}"
        ));
        let (statuses, lines) = log("");
        assert_eq!(statuses, ["0"; 2].repeat(contexts).join(" "));
        assert_eq!(lines.iter().filter(|line| line.starts_with("upload")).count(), uploads);
    }

    for (error, status) in [
        ("cuLibraryGetGlobal@1=2", "6"),
        ("cuCtxGetCurrent@1=999", "1999"),
        ("cuCtxGetId@1=999", "1999"),
        ("cuMemcpyHtoDAsync_v2@1=719", "1719"),
        ("cuStreamSynchronize@1=719", "1719"),
    ] {
        runs(&format!("context(0); {run} {run}"));
        let (statuses, lines) = log(error);
        assert_eq!(statuses, format!("{status} 0"), "{error}");
        assert_eq!(lines.last(), launch.first(), "{error}");
        assert_eq!(lines.iter().filter(|line| *line == "launch").count(), 1, "{error}");
    }
}

#[test]
fn threads_load_the_code_once() {
    let folder = Folder::new();
    folder.make_driver("");
    folder.write("add.mlir", ADD);
    folder.compile(&["add.mlir", "-o", "add.o", "--header", "add.h"]);
    folder.write(
        "main.c",
        &format!(
            "#include \"add.h\"\n{BEGIN}#include <pthread.h>\n\
             enum {{ THREADS = 16 }};\n\
             static pthread_barrier_t barrier;\n\
             static void *load(void *status) {{\n  \
               pthread_barrier_wait(&barrier);\n  \
               *(int *)status = add_load();\n  \
               return 0;\n\
             }}\n\
             int main(void) {{\n  \
               pthread_t threads[THREADS];\n  \
               int statuses[THREADS], (*libraries)(void);\n  \
               find(&libraries, \"fake_libraries\");\n  \
               for (int round = 0; round < 100; ++round) {{\n    \
                 pthread_barrier_init(&barrier, 0, THREADS);\n    \
                 for (int i = 0; i < THREADS; ++i)\n      \
                   pthread_create(&threads[i], 0, load, &statuses[i]);\n    \
                 for (int i = 0; i < THREADS; ++i)\n      \
                   if (pthread_join(threads[i], 0) || statuses[i])\n        \
                     return 1;\n    \
                 if (libraries() != 1 || add_unload() || libraries() != 0 || add_unload())\n      \
                   return 2;\n  \
               }}\n\
             }}\n"
        ),
    );
    folder.link("main.c", &["add.o"], "main");
    printed(folder.run("main").output().expect("the program runs"));
    assert_eq!(folder.lines("log"), ["load", "unload"].repeat(100));
}

#[test]
fn hosts_are_machines_with_elf_files() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    for (triple, architecture) in [
        ("aarch64-linux-gnu", Architecture::Aarch64),
        ("x86_64-linux-gnu", Architecture::X86_64),
        ("riscv64-linux-gnu", Architecture::Riscv64),
        ("powerpc64le-linux-gnu", Architecture::PowerPc64),
    ] {
        folder.compile(&["add.mlir", "--target", triple, "--header", "add.h"]);
        let object = folder.read("add.o");
        let object = object::File::parse(&*object).expect("an object file");
        assert_eq!(object.architecture(), architecture, "{triple}");
        let header = folder.text("add.h");
        assert!(header.contains("The code calls: dlopen, dlsym, sched_yield.\n"), "{header}");
    }
    for triple in ["wasm32", "i686-linux-gnu", "s390x-linux-gnu", "x86_64-pc-windows-msvc"] {
        let refused = folder.refusal(&["add.mlir", "--target", triple]);
        assert!(refused.contains("expected a host with ELF files"), "{refused}");
    }
    let refused = folder.refusal(&["add.mlir", "--target", "aarch6-linux-gnu"]);
    assert!(refused.contains("similar: aarch64"), "{refused}");
}

#[test]
fn what_host_code_cannot_do_is_refused() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    folder.write(
        "calls.mlir",
        "func.func @main(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {\n  \
           %0 = stablehlo.fft %x, type = FFT, length = [4] \
             : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>\n  \
           return %0 : tensor<4xcomplex<f32>>\n}\n",
    );
    let refused = folder.refusal(&["calls.mlir"]);
    assert_eq!(
        refused,
        "error: platform `cuda` does not support programs with operations that the host executes: \
         `stablehlo.fft` at calls.mlir:2:8"
    );
    let refused = folder.refusal(&["add.mlir", "--rust", "add.rs"]);
    assert!(refused.contains("`--rust` describes a function on the memory of the host"));
    let refused = folder.refusal(&["add.mlir", "--emit", "asm", "--header", "add.h"]);
    assert!(refused.contains("expected --emit object, static-lib or shared-lib"), "{refused}");
    let refused = folder.refusal(&["add.mlir", "--emit", "asm", "--target", "aarch64-linux-gnu"]);
    assert!(refused.contains("a target triple (except with `--emit object`)"), "{refused}");
    let refused = folder.refusal(&["add.mlir", "--features", "+v"]);
    assert!(refused.contains("a target triple (except with `--emit object`)"), "{refused}");
    let refused = folder.refusal(&["add.mlir", "--name", "dlsym"]);
    assert!(refused.contains("the generated code uses the name already"), "{refused}");
    let refused = folder.refusal(&["add.mlir", "--name", "malloc"]);
    assert!(refused.contains("the C library has a function of that name"), "{refused}");
    let refused = folder.refusal(&["add.mlir", "--emit", "llvm-ir"]);
    assert!(refused.contains("the output format LLVM IR; use assembly"), "{refused}");
}

#[test]
fn objects_are_the_same_every_time() {
    let folder = Folder::new();
    folder.write("add.mlir", ADD);
    folder.compile(&["add.mlir", "-o", "one.o"]);
    folder.compile(&["add.mlir", "-o", "other.o"]);
    assert_eq!(folder.read("one.o"), folder.read("other.o"));
}
