// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Programs with every operation: their text, and portable artifacts of them.

mod programs;

use hloom_builder::Version;
use hloom_portable::operations::{definitions, unversioned};
use std::collections::BTreeSet;

/// The operations that the builder lacks, with the reasons: dynamic shapes, quantized types,
/// tuples, operations that the specification deprecates, and two that few programs contain.
const ABSENT: [&str; 19] = [
    "broadcast",
    "collective_reduce",
    "cross-replica-sum",
    "dot",
    "dynamic_broadcast_in_dim",
    "dynamic_conv",
    "dynamic_gather",
    "dynamic_iota",
    "dynamic_pad",
    "dynamic_reshape",
    "einsum",
    "get_tuple_element",
    "real_dynamic_slice",
    "set_dimension_size",
    "torch_index_select",
    "tuple",
    "unary_einsum",
    "uniform_dequantize",
    "uniform_quantize",
];

/// The programs that version 1.4 of StableHLO cannot represent, because of small floats, algorithms
/// of products, and asynchronous operations.
const REFUSED_BY_1_4: [&str; 4] = ["conversions", "constants", "products", "communication"];

#[test]
fn every_operation_has_a_program() {
    let mut found = BTreeSet::new();
    for (_, program) in programs::programs() {
        program.to_module().walk(|operation| {
            found.insert(unversioned(&operation.name.name.to_string()).to_owned());
        });
    }
    let known = definitions().filter(|it| it.dialect == "vhlo" && it.until.is_none());
    let known = known.map(|it| unversioned(it.name).to_owned());
    let absent: Vec<_> = known.filter(|name| !found.contains(name)).collect();
    assert_eq!(absent, ABSENT);
}

#[test]
fn texts_are_as_recorded() {
    for (name, program) in programs::programs() {
        if name != "constants" && name != "conversions" {
            insta::assert_snapshot!(name, program.to_text());
        }
    }
}

#[test]
fn artifacts_are_read_back() {
    for (name, program) in programs::programs() {
        let artifact = program.to_bytes(Version::CURRENT);
        let artifact = artifact.unwrap_or_else(|error| panic!("{name}: {error}"));
        let read = hloom_portable::read(&artifact).expect("valid");
        let again = hloom_portable::write(&read, Version::CURRENT).expect("valid");
        assert_eq!(artifact, again, "{name}");
    }
}

#[test]
fn artifacts_of_old_versions_lack_new_operations() {
    let old = Version::new(1, 4, 0);
    let mut refused = Vec::new();
    for (name, program) in programs::programs() {
        match program.to_bytes(old) {
            Ok(artifact) => {
                hloom_portable::read(&artifact).expect("valid");
            }
            Err(error) => {
                assert!(error.to_string().contains("programs.rs:"), "{error}");
                refused.push(name);
            }
        }
    }
    assert_eq!(refused, REFUSED_BY_1_4);
}
