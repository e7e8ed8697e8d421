// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that contents with many references are read, checked and written once, not once for each
//! reference.

mod support;

use hloom_portable::{Str, Version, builtin, read, vhlo, write};
use std::time::{Duration, Instant};
use support::{Builder, custom_call};

/// Time limit: far more than the tests need, and far less than work for each reference would need.
const LONGEST: Duration = Duration::from_secs(30);

#[test]
fn a_long_array_in_many_properties() {
    let mut b = Builder::new();
    let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
    let x = b.argument(scalar);
    let names: Vec<_> = (0..20_000).map(|name| b.string(&name.to_string())).collect();
    let long = b.array(names);
    for index in 0..20_000 {
        custom_call(&mut b, &[x], &[scalar]);
        let target = b.string(&format!("t{index}"));
        b.set_last("called_computations", long);
        b.set_last("call_target_name", target);
    }
    b.operation("vhlo.return_v1", &[x], &[], &[]);
    let program = b.finish(&[scalar]);
    let begun = Instant::now();
    for version in [Version::MINIMUM, Version::CURRENT] {
        let written = write(&program, version).unwrap();
        assert!(written.len() < 4 << 20);
        read(&written).unwrap();
    }
    assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
}

#[test]
fn a_long_string_in_many_places() {
    let mut b = Builder::new();
    let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
    let x = b.argument(scalar);
    let long = Str::from("l".repeat(1 << 20).as_str());
    let context = &mut b.module.context;
    let name =
        context.add_attribute(builtin::Attribute::String { value: long.clone(), r#type: None });
    for line in 0..20_000 {
        let child = builtin::Attribute::FileLineColLoc { file: name, line, column: 1 };
        let child = b.module.context.add_attribute(child);
        b.operation("vhlo.add_v1", &[x, x], &[scalar], &[]);
        let location = b.module.context.add_attribute(builtin::Attribute::NameLoc { name, child });
        b.locate_last(location);
    }
    b.operation("vhlo.return_v1", &[x], &[], &[]);
    let program = b.finish(&[scalar]);
    let begun = Instant::now();
    let written = write(&program, Version::CURRENT).unwrap();
    assert!(written.len() < 4 << 20);
    read(&written).unwrap();
    assert!(begun.elapsed() < LONGEST, "{:?}", begun.elapsed());
}
