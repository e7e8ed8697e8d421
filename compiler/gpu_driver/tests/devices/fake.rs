// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The driver that runs on the host: `fake_driver.c`, compiled by the system's C compiler. Its library
//! is in a folder that `LD_LIBRARY_PATH` names, under the names of both drivers' libraries.

mod ffi;

pub use ffi::Fake;

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The environment variable of a process that runs a case, with the path of the library.
const CHILD: &str = "HLOOM_FAKE_DRIVER";

/// The files of the driver in the folder of tests, the first of which includes the others.
const SOURCES: [&str; 4] =
    ["fake_driver.c", "fake_driver/errors.h", "fake_driver/settings.h", "fake_driver/work.h"];

/// The library that a case finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Library {
    Whole,
    /// One without the functions by which a stream calls the host, as in old drivers.
    WithoutHostCalls,
    Absent,
}

/// The driver that a case finds.
pub struct Setup {
    pub library: Library,
    /// The settings of the driver at the start, as `fake_driver.c` describes them.
    pub settings: &'static str,
}

/// Runs a case in a process of its own: that process runs the test again, and nothing but the case. A
/// case fails if the driver was called in a way that the real drivers forbid, or if not everything but
/// the memory of pools was freed.
pub fn run(test: &str, setup: Setup, case: impl FnOnce(&Fake)) {
    if let Some(library) = env::var_os(CHILD) {
        let fake = Fake::open(Path::new(&library));
        case(&fake);
        for counter in ["misuses", "pending", "streams", "events", "modules"] {
            assert_eq!(fake.get(counter), 0, "{counter}");
        }
        return;
    }
    let folder = folder(setup.library);
    let inherited = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = [folder.clone()].into_iter().chain(env::split_paths(&inherited));
    let output = Command::new(env::current_exe().expect("this runs"))
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env("LD_LIBRARY_PATH", env::join_paths(folders).expect("a list of folders"))
        .env(CHILD, self::folder(Library::Whole).join("libcuda.so"))
        .env("FAKE_DRIVER", setup.settings)
        .output()
        .expect("the test runs again");
    let [said, complained] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{}: {said}{complained}", output.status);
    assert!(said.contains("1 passed"), "expected a run of `{test}`: {said}");
}

/// Returns a folder with a library, after compiling it unless an earlier test has.
fn folder(library: Library) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut hasher = DefaultHasher::new();
    for source in SOURCES {
        fs::read(tests.join(source)).expect("the source is there").hash(&mut hasher);
    }
    let variant = match library {
        Library::Whole => "whole",
        Library::WithoutHostCalls => "without_host_calls",
        Library::Absent => "absent",
    };
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let folder = parent.join(format!("fake_driver_{variant}_{:x}", hasher.finish()));
    if folder.exists() {
        return folder;
    }
    fs::create_dir_all(parent).expect("the folder of temporary files can be created");
    let new = tempfile::tempdir_in(parent).expect("a folder can be created");
    if library != Library::Absent {
        let file = new.path().join("libcuda.so");
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-pthread"]);
        if library == Library::WithoutHostCalls {
            compiler.arg("-DWITHOUT_HOST_CALLS");
        }
        let status = compiler.arg("-o").arg(&file).arg(tests.join(SOURCES[0])).status();
        assert!(status.expect("there is a C compiler").success(), "the driver is not compiled");
        symlink("libcuda.so", new.path().join("libamdhip64.so.7")).expect("a link can be created");
    }
    // Another test may have been faster.
    let _ = fs::rename(new.path(), &folder);
    assert!(folder.exists(), "{} cannot be renamed", new.path().display());
    folder
}
