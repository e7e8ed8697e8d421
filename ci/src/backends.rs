// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Backends are folders; where one is not there, its tests are left out.

use crate::project::Project;

/// The integration tests that are of a backend, or compare with it, as nextest selects them.
/// Others ask for what they need themselves: goldens, and lit tests by `REQUIRES`.
const TESTS: &[(&str, &[&str])] = &[
    (
        "cpu",
        &[
            "binary(ahead_of_time)",
            "binary(build_script)",
            "binary(compilation_cache)",
            "binary(hlo_compile)",
            "binary(hlo_fuzz)",
            "binary(hlo_run)",
            "binary(operations)",
            "binary(run_program)",
        ],
    ),
    ("hexagon", &["(binary(ahead_of_time) & test(hexagon::))"]),
    (
        "interpreter",
        &[
            "binary(compilation_cache)",
            "(binary(hlo_compile) & test(wrong_requests_are_refused))",
            "binary(hlo_fuzz)",
            "binary(hlo_run)",
            "binary(operations)",
            "(package(hloom-plugin) & binary(load))",
        ],
    ),
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
    let tests: Vec<_> = tests.flat_map(|(_, tests)| *tests).copied().collect();
    (!tests.is_empty()).then(|| format!("not ({})", tests.join(" + ")))
}
