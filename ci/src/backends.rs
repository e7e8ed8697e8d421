// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Skips the tests of backends whose folders are missing.
//!
//! A backend is a folder that may be removed. Without it, tests that run on the backend, or that
//! compare results with it, cannot run.

use crate::project::Project;

/// The integration tests that require a backend, as nextest filter expressions. Goldens and lit
/// tests (by `REQUIRES`) are not listed, because they check themselves whether the required
/// backends exist.
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
    ("cuda", &["binary(gpu_ahead_of_time)", "(binary(snapshots) & test(cuda::))"]),
    (
        "hexagon",
        &[
            "(binary(ahead_of_time) & test(hexagon::))",
            "(binary(operations) & test(capabilities_of_hexagon))",
        ],
    ),
    (
        "interpreter",
        &[
            "binary(compilation_cache)",
            "(binary(hlo_compile) & test(wrong_requests_are_refused))",
            "binary(hlo_fuzz)",
            "binary(hlo_run)",
            "binary(operations)",
            "(package(hloom-plugin) & binary(c_plugin))",
            "(package(hloom-plugin) & binary(load))",
        ],
    ),
    ("rocm", &["(binary(snapshots) & test(rocm::))"]),
    (
        "simt",
        &[
            "(binary(snapshots) & test(simt::))",
            "binary(matrix_units)",
            "(package(hloom-tests) & binary(simt))",
            "(package(hloom-pjrt) & test(programs_run_on_two_simulated_gpus))",
        ],
    ),
    ("vulkan", &["(binary(snapshots) & test(vulkan::))", "binary(vulkan)"]),
];

/// Returns the backends in [`TESTS`] whose folders are missing.
pub fn missing(project: &Project) -> Vec<&'static str> {
    let folder = project.root.join("compiler/backends");
    let names = TESTS.iter().map(|(name, _)| *name);
    names.filter(|name| !folder.join(name).join("mod.rs").exists()).collect()
}

/// Returns the nextest filter that excludes the tests of missing backends, or `None` if no backend
/// is missing.
pub fn filter(project: &Project) -> Option<String> {
    let missing = missing(project);
    let tests = TESTS.iter().filter(|(name, _)| missing.contains(name));
    let tests: Vec<_> = tests.flat_map(|(_, tests)| *tests).copied().collect();
    (!tests.is_empty()).then(|| format!("not ({})", tests.join(" + ")))
}
