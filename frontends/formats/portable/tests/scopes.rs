// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of the scopes of values: an operation may use the values of its own region and of the
//! regions around it, up to an operation that is isolated from above.

mod support;

use hloom_portable::{Module, Operation, TypeId, Value, Version, read, verify, vhlo, write};
use support::Builder;

/// Creates a program, given the operations of its function.
fn program(build: impl FnOnce(&mut Builder, TypeId)) -> Module {
    let mut b = Builder::new();
    let scalar = b.tensor(&[], vhlo::Type::FloatF32V1);
    build(&mut b, scalar);
    b.finish(&[])
}

/// Returns the error of `verify`, which must be that of `write` too.
fn refusal(module: &Module) -> String {
    let error = verify(module).expect_err("an invalid program");
    for version in [Version::new(1, 11, 0), Version::CURRENT] {
        assert_eq!(write(module, version), Err(error.clone()));
    }
    error.to_string()
}

/// Adds an operation that defines a value and returns the value.
fn define(b: &mut Builder, r#type: TypeId) -> Value {
    b.operation("other.define", &[], &[r#type], &[])[0]
}

#[test]
fn a_value_of_a_sibling_region_is_refused() {
    let program = program(|b, scalar| {
        let value = define(b, scalar);
        let first = b.region();
        define(b, scalar);
        b.operation("other.use", &[value], &[], &[]);
        let second = b.region();
        b.with_regions("other.branch", &[], &[], &[], vec![first, second]);
    });
    assert_eq!(
        refusal(&program),
        "f.py:3:7: `other.use` uses a value that is not defined in scope"
    );
}

#[test]
fn a_value_of_a_region_that_ended_is_refused() {
    let program = program(|b, scalar| {
        let value = define(b, scalar);
        let inner = b.region();
        define(b, scalar);
        b.with_regions("other.loop", &[], &[], &[], vec![inner]);
        b.operation("other.use", &[value], &[], &[]);
    });
    assert_eq!(
        refusal(&program),
        "f.py:4:7: `other.use` uses a value that is not defined in scope"
    );
}

#[test]
fn a_value_from_above_an_isolated_operation_is_refused() {
    let mut program = program(|b, scalar| {
        let outside = define(b, scalar);
        define(b, scalar);
        let outer = b.region();
        b.operation("other.use", &[outside], &[], &[]);
        let inner = b.region();
        let mut blocks = outer.blocks;
        blocks[0].operations.push(Operation {
            regions: vec![inner],
            ..Operation::new("other.isolated", b.module.operation.location)
        });
        b.with_regions("other.loop", &[], &[], &[], vec![hloom_portable::Region { blocks }]);
    });
    assert_eq!(verify(&program), Ok(()));
    let function = &mut program.operation.regions[0].blocks[0].operations[0];
    let outer = &mut function.regions[0].blocks[0].operations[0];
    let isolated = outer.regions[0].blocks[0].operations.last_mut().expect("an operation");
    isolated.is_isolated = true;
    assert_eq!(
        refusal(&program),
        "f.py:3:7: `other.use` uses a value that is not defined in scope"
    );
}

#[test]
fn a_value_of_two_operations_is_refused() {
    let mut program = program(|b, scalar| {
        define(b, scalar);
        define(b, scalar);
    });
    let function = &mut program.operation.regions[0].blocks[0].operations[0];
    let operations = &mut function.regions[0].blocks[0].operations;
    operations[1].results = operations[0].results.clone();
    assert_eq!(
        refusal(&program),
        "f.py:2:7: `other.define` defines a value that is defined already"
    );
}

#[test]
fn values_are_visible_in_their_region_and_in_those_inside() {
    let program = program(|b, scalar| {
        let outside = define(b, scalar);
        let before = b.region();
        b.operation("other.use", &[outside], &[], &[]);
        let inner = b.region();
        let mut blocks = before.blocks;
        // An operation of an earlier block uses a value of a later one.
        let later = b.module.add_value(scalar);
        let location = b.module.operation.location;
        blocks[0].operations.push(Operation {
            operands: vec![later],
            regions: vec![inner],
            ..Operation::new("other.first", location)
        });
        let second = Operation { results: vec![later], ..Operation::new("other.second", location) };
        let (arguments, operations) = (Vec::new(), vec![second]);
        blocks.push(hloom_portable::Block { arguments, operations });
        b.with_regions("other.loop", &[], &[], &[], vec![hloom_portable::Region { blocks }]);
    });
    assert_eq!(verify(&program), Ok(()));
    let written = write(&program, Version::CURRENT).expect("an artifact");
    assert_eq!(write(&read(&written).expect("a program"), Version::CURRENT), Ok(written));
}
