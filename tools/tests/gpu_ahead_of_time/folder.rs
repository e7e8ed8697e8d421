// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A folder in which programs are compiled, linked and run with the fake driver.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The chip for which programs are compiled.
pub const CHIP: &str = "sm_90";

/// The options of `cc` for programs of the tests.
const STRICT: [&str; 6] = ["-std=c99", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-pthread"];

/// A folder for a test.
pub struct Folder {
    folder: TempDir,
    /// The triple of the host; `None` for this machine.
    pub host: Option<&'static str>,
}

impl Folder {
    /// Creates a folder for programs of this machine.
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder"), host: None }
    }

    /// Creates a folder for programs of a machine, which run in an emulator.
    pub fn of(host: &'static str) -> Self {
        Self { host: Some(host), ..Self::new() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).expect("writable");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).expect("UTF-8")
    }

    /// Returns a command that runs in the folder.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path());
        command
    }

    /// Runs a command, which must succeed. Returns what it prints.
    pub fn execute(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> String {
        let output = self.command(&program).args(arguments).output();
        printed(output.unwrap_or_else(|error| {
            panic!("{}: {error}; `cargo ci setup` installs it", Path::new(&program).display())
        }))
    }

    fn hlo_compile(&self, arguments: &[&str]) -> Output {
        let mut command = self.command(env!("CARGO_BIN_EXE_hlo-compile"));
        command.args(["--platform", "cuda", "--cpu", CHIP]).args(arguments);
        command.output().expect("the tool runs")
    }

    /// Runs `hlo-compile` for a chip of CUDA.
    pub fn compile(&self, arguments: &[&str]) {
        assert_eq!(printed(self.hlo_compile(arguments)), "");
    }

    /// Runs `hlo-compile` for a chip of CUDA, which must fail. Returns the error message.
    pub fn refusal(&self, arguments: &[&str]) -> String {
        let output = self.hlo_compile(arguments);
        let said = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        assert_eq!(output.status.code(), Some(1), "{said}");
        said
    }

    /// Compiles C sources for the host.
    fn cc(&self, arguments: &[&str]) {
        let Some(host) = self.host else {
            self.execute("cc", &[&STRICT[..], arguments].concat());
            return;
        };
        let llvm = std::env::var("MLIR_SYS_220_PREFIX");
        let llvm = llvm.unwrap_or_else(|_| "/usr/lib/llvm-22".into());
        let headers = format!("/usr/{host}/include");
        let options = ["-fuse-ld=lld", "-target", host, "-isystem", &headers];
        let clang = Path::new(&llvm).join("bin/clang");
        self.execute(clang, &[&STRICT[..], &options, arguments].concat());
    }

    /// Links a C program with objects and libdl.
    pub fn link(&self, source: &str, objects: &[&str], output: &str) {
        self.cc(&[&[source], objects, &["-ldl", "-o", output]].concat());
    }

    /// Makes the fake driver. It lacks the function `without`, unless that is empty.
    pub fn make_driver(&self, without: &str) {
        self.write("fake_driver.c", include_str!("fake_driver.c"));
        let missing = format!("-DWITHOUT_{without}");
        self.cc(&["-shared", "-fPIC", &missing, "fake_driver.c", "-o", "libcuda.so.1"]);
    }

    /// Returns a command that runs a linked program with the fake driver, which writes its calls to
    /// `log`.
    pub fn run(&self, program: &str) -> Command {
        let program = self.path(program);
        let mut command = match self.host {
            None => self.command(program),
            Some(host) => {
                let machine = host.split('-').next().unwrap_or_default();
                let machine = machine.replace("powerpc64le", "ppc64le");
                let mut command = self.command(format!("qemu-{machine}"));
                command.args(["-L", &format!("/usr/{host}")]).arg(program);
                command
            }
        };
        command.env("LD_LIBRARY_PATH", self.folder.path()).env("FAKE_LOG", "log");
        command
    }

    /// Returns the lines of a file.
    pub fn lines(&self, name: &str) -> Vec<String> {
        self.text(name).lines().map(str::to_owned).collect()
    }
}

/// Returns what a command has printed. The command must have succeeded.
pub fn printed(output: Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {said}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}
