// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that a program written at any version is read back as the same program, or is refused
//! with a reason.

#[path = "support/artifacts.rs"]
mod artifacts;
mod support;

use artifacts::artifacts;
use hloom_portable::{
    CompatibilityRequirement, Error, Value, Version, artifact_version, builtin, is_bytecode,
    producer, read, verify, vhlo, write,
};
use support::{Builder, default_accuracy, program};

fn version(text: &str) -> Version {
    text.parse().expect("a version")
}

#[test]
fn what_is_written_is_read_as_the_same_program() {
    let program = program();
    let current = write(&program, Version::CURRENT).unwrap();
    for target in Version::known().filter(|target| *target >= version("1.4.0")) {
        let written = write(&program, target).unwrap();
        assert!(is_bytecode(&written));
        assert_eq!(producer(&written), Ok(format!("StableHLO_v{target}")));
        assert_eq!(artifact_version(&written), Ok(Some(target)));
        let back = read(&written).unwrap();
        verify(&back).unwrap();
        assert_eq!(write(&back, Version::CURRENT).unwrap(), current, "{target}");
    }
}

#[test]
fn every_format_is_written_and_read() {
    let mut b = Builder::new();
    let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
    let x = b.argument(scalar);
    let called = support::custom_call(&mut b, &[x], &[scalar]);
    b.operation("vhlo.return_v1", &called, &[], &[]);
    let program = b.finish(&[scalar]);
    let current = write(&program, Version::CURRENT).unwrap();
    for target in Version::known() {
        let written = write(&program, target).unwrap();
        assert_eq!(u64::from(written[4] >> 1), target.bytecode_format().unwrap());
        assert_eq!(write(&read(&written).unwrap(), Version::CURRENT).unwrap(), current, "{target}");
    }
}

#[test]
fn a_patch_is_named_but_changes_nothing() {
    let target = Version::for_compatibility(CompatibilityRequirement::Week12);
    let written = write(&program(), target).unwrap();
    assert_eq!(producer(&written), Ok("StableHLO_v1.16.2".to_owned()));
}

#[test]
fn a_version_without_an_operation_is_named_with_what_needs_it() {
    let error = write(&program(), version("1.3.0")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "f.py:6:7: `vhlo.tan_v1` needs StableHLO version 1.4.0 or later, the target version is \
         1.3.0"
    );
}

#[test]
fn a_version_without_a_type_is_named_with_what_needs_it() {
    let mut b = Builder::new();
    let small = b.tensor(&[2], vhlo::Type::FloatF8E4M3V1);
    let x = b.argument(small);
    b.operation("vhlo.return_v1", &[x], &[], &[]);
    let program = b.finish(&[small]);
    assert!(write(&program, version("1.7.0")).is_ok());
    assert_eq!(
        write(&program, version("1.6.0")).unwrap_err().to_string(),
        "f.py:3:7: `FloatF8E4M3V1`, which `vhlo.func_v1` uses, needs StableHLO version 1.7.0 or \
         later, the target version is 1.6.0"
    );
}

#[test]
fn a_version_without_a_property_is_named_if_the_property_says_something() {
    let mut b = Builder::new();
    let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
    let x = b.argument(scalar);
    let value = vhlo::ResultAccuracyModeV1::Highest;
    let mode = b.module.context.add_attribute(vhlo::Attribute::ResultAccuracyModeV1 { value });
    let zero = || hloom_portable::Bits::new(64, 0);
    let accuracy = vhlo::Attribute::ResultAccuracyV1 { atol: zero(), rtol: zero(), ulps: 0, mode };
    let accuracy = b.module.context.add_attribute(accuracy);
    let y = b.operation("vhlo.log_v2", &[x], &[scalar], &[("result_accuracy", accuracy)]);
    b.operation("vhlo.return_v1", &y, &[], &[]);
    let program = b.finish(&[scalar]);
    assert!(write(&program, version("1.10.0")).is_ok());
    assert_eq!(
        write(&program, version("1.9.0")).unwrap_err().to_string(),
        "f.py:2:7: `result_accuracy` of `vhlo.log_v2` needs StableHLO version 1.10.0 or later, \
         the target version is 1.9.0"
    );
}

#[test]
fn a_use_that_came_later_is_named() {
    let mut b = Builder::new();
    let (narrow, wide) =
        (b.tensor(&[], vhlo::Type::FloatF32V1), b.tensor(&[], vhlo::Type::FloatF64V1));
    let x = b.argument(wide);
    b.operation("vhlo.return_v1", &[x], &[], &[]);
    let body = b.region();
    let x = b.argument(narrow);
    let dimensions = b.integers(&[]);
    let properties = [("dimensions", dimensions)];
    let y = b.with_regions("vhlo.reduce_v1", &[x, x], &[wide], &properties, vec![body]);
    b.operation("vhlo.return_v1", &y, &[], &[]);
    let program = b.finish(&[wide]);
    assert!(write(&program, version("0.17.0")).is_ok());
    assert_eq!(
        write(&program, version("0.16.0")).unwrap_err().to_string(),
        "f.py:4:7: `vhlo.reduce_v1` with results of another element type needs StableHLO version \
         0.17.0 or later, the target version is 0.16.0"
    );
}

#[test]
fn other_dialects_came_with_version_1_11() {
    let mut program = program();
    let mesh = program.context.add_attribute(builtin::Attribute::Unit);
    let name = builtin::Attribute::String { value: "mesh".into(), r#type: None };
    let name = program.context.add_attribute(name);
    let mut operation = hloom_portable::Operation::new("sdy.mesh", program.operation.location);
    let property = |name: &str, value| hloom_portable::Property { name: name.into(), value };
    operation.properties = [property("mesh", mesh), property("sym_name", name)].into();
    program.operation.regions[0].blocks[0].operations.push(operation);
    assert!(write(&program, version("1.11.0")).is_ok());
    assert_eq!(
        write(&program, version("1.10.0")).unwrap_err().to_string(),
        "unknown location: `sdy.mesh` needs StableHLO version 1.11.0 or later, the target version \
         is 1.10.0"
    );
}

#[test]
fn versions_that_do_not_exist_are_refused() {
    for bad in ["0.8.0", "1.21.0", "2.0.0"] {
        let error = write(&program(), version(bad)).unwrap_err();
        assert_eq!(error, Error::NoSuchVersion(bad.to_owned()));
    }
    let mut newer = write(&program(), Version::CURRENT).unwrap();
    let at = newer.windows(6).position(|bytes| bytes == b"1.20.0").unwrap();
    newer[at..at + 6].copy_from_slice(b"1.21.0");
    assert_eq!(
        read(&newer).unwrap_err().to_string(),
        "version 1.21.0 of StableHLO is newer than 1.20.0, the last supported version"
    );
}

#[test]
fn ranges_become_their_starts_before_1_9() {
    let mut program = program();
    let file = builtin::Attribute::String { value: "g.py".into(), r#type: None };
    let file = program.context.add_attribute(file);
    let numbers = vec![3, 4, 5];
    let range =
        program.context.add_attribute(builtin::Attribute::FileLineColRange { file, numbers });
    let child = builtin::Attribute::NameLoc { name: file, child: range };
    program.operation.location = program.context.add_attribute(child);
    let location = |target: &str| {
        let back = read(&write(&program, version(target)).unwrap()).unwrap();
        let builtin::Attribute::NameLoc { child, .. } =
            (match back.context.attribute(back.operation.location) {
                hloom_portable::Attribute::Builtin(location) => location.clone(),
                other => panic!("{other:?}"),
            })
        else {
            panic!("not a name");
        };
        match back.context.attribute(child) {
            hloom_portable::Attribute::Builtin(location) => location.kind(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(location("1.9.0"), "FileLineColRange");
    assert_eq!(location("1.8.0"), "FileLineColLoc");
}

#[test]
fn what_a_definition_asks_for_is_missed() {
    let wrong = |change: &dyn Fn(&mut Builder, Value)| {
        let mut b = Builder::new();
        let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
        let x = b.argument(scalar);
        change(&mut b, x);
        verify(&b.finish(&[])).unwrap_err().to_string()
    };
    assert_eq!(
        wrong(&|b, x| drop(b.operation("vhlo.add_v1", &[x], &[], &[]))),
        "f.py:2:7: expected 2 operands of `vhlo.add_v1`, found 1"
    );
    assert_eq!(
        wrong(&|b, x| {
            let scalar = b.module.type_of(x);
            b.operation("vhlo.tan_v2", &[x], &[scalar], &[]);
        }),
        "f.py:2:7: `vhlo.tan_v2` lacks the property `result_accuracy`"
    );
    assert_eq!(
        wrong(&|b, x| {
            let scalar = b.module.type_of(x);
            let yes = b.boolean(true);
            b.operation("vhlo.tan_v2", &[x], &[scalar], &[("result_accuracy", yes)]);
        }),
        "f.py:2:7: expected `result_accuracy` of `vhlo.tan_v2` to be `ResultAccuracy`, found `BooleanV1`"
    );
    assert_eq!(
        wrong(&|b, x| {
            let scalar = b.module.type_of(x);
            let accuracy = default_accuracy(b);
            let both = [("result_accuracy", accuracy), ("zeal", accuracy)];
            b.operation("vhlo.tan_v2", &[x], &[scalar], &both);
        }),
        "f.py:2:7: `vhlo.tan_v2` has no property `zeal`"
    );
    assert_eq!(
        wrong(&|b, _| drop(b.operation("vhlo.add_v1", &[Value(9), Value(9)], &[], &[]))),
        "f.py:2:7: expected a value index below 1, found 9"
    );
    assert_eq!(
        wrong(&|b, _| drop(b.operation("vhlo.frobnicate_v1", &[], &[], &[]))),
        "f.py:2:7: unknown operation `vhlo.frobnicate_v1`"
    );
}

/// Rewrites artifacts of StableHLO and jaxlib, if there are any. Each rewritten artifact must be
/// readable, and writing it again must give the same bytes.
#[test]
fn artifacts_of_others_are_read_and_rewritten() {
    for (name, bytes) in artifacts() {
        let own = artifact_version(&bytes).expect(&name).unwrap_or(Version::CURRENT);
        let module = match read(&bytes) {
            Err(Error::Newer { .. }) if own.is_newer_than_known() => continue,
            module => module.unwrap_or_else(|error| panic!("{name}: {error}")),
        };
        for target in [own, Version::CURRENT] {
            let written = write(&module, target)
                .unwrap_or_else(|error| panic!("{name} at {target}: {error}"));
            let back = read(&written).unwrap_or_else(|error| panic!("{name} at {target}: {error}"));
            assert_eq!(write(&back, target).as_ref(), Ok(&written), "{name} at {target}");
        }
    }
}
