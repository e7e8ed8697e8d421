// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Backends are folders; where one is not there, its tests are left out.

use crate::project::Project;

/// The files of integration tests that are of a backend, or compare with it. Others ask for
/// what they need themselves: goldens, and lit tests by `REQUIRES`.
const TESTS: &[(&str, &[&str])] = &[
    (
        "cpu",
        &[
            "ahead_of_time",
            "build_script",
            "compilation_cache",
            "hlo_compile",
            "hlo_fuzz",
            "hlo_run",
            "operations",
            "run_program",
        ],
    ),
    ("hexagon", &[]),
    ("interpreter", &["compilation_cache", "hlo_fuzz", "hlo_run", "operations"]),
];

/// The backends whose folders are not there.
pub fn missing(project: &Project) -> Vec<&'static str> {
    let folder = project.root.join("compiler/backends");
    let names = TESTS.iter().map(|(name, _)| *name);
    names.filter(|name| !folder.join(name).join("mod.rs").exists()).collect()
}

/// What leaves out the tests of backends that are not there, for nextest; nothing if all are.
pub fn filter(project: &Project) -> Option<String> {
    let missing = missing(project);
    let tests = TESTS.iter().filter(|(name, _)| missing.contains(name));
    let tests: Vec<_> =
        tests.flat_map(|(_, tests)| *tests).map(|test| format!("binary({test})")).collect();
    (!tests.is_empty()).then(|| format!("not ({})", tests.join(" + ")))
}
