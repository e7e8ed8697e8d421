// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests the verifier: each test makes one part of a valid message inconsistent.

use hloom_hlo::HloModule;
use hloom_hlo::proto::original_value_recovery_table_proto::Entry;
use hloom_hlo::proto::{
    HloInstructionProto, HloModuleProto, LiteralProto, PrimitiveType, ShapeProto,
};
use hloom_hlo::text;

const SOUND: &str = "HloModule m, is_scheduled=true
    add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
    cond { s = (f32[2]{0}) parameter(0)  ROOT t = pred[] constant(true) }
    ENTRY main {
      x = f32[2]{0} parameter(0)
      zero = f32[] constant(0)
      sum = f32[] reduce(x, zero), dimensions={0}, to_apply=add
      pair = (f32[2]{0}, f32[]) tuple(x, sum)
      ROOT y = f32[2]{0} get-tuple-element(pair), index=0
    }";

/// Returns the error of verification after a change of the module.
fn refusal(change: impl FnOnce(&mut HloModuleProto)) -> String {
    let mut module = text::parse(SOUND).expect("valid HLO text").hlo_module.expect("a module");
    HloModule::new(module.clone()).expect("a valid module");
    change(&mut module);
    HloModule::new(module).expect_err("an invalid module").to_string()
}

/// Returns the error of verification after a change of an instruction of the entry computation.
fn instruction_refusal(name: &str, change: impl FnOnce(&mut HloInstructionProto)) -> String {
    refusal(|module| {
        let entry = module.computations.last_mut().expect("it has an entry");
        let named = entry.instructions.iter_mut().find(|instruction| instruction.name == name);
        change(named.expect("it has the instruction"));
    })
}

#[test]
fn ids() {
    let message = refusal(|module| module.entry_computation_id = 9);
    assert_eq!(message, "the entry computation with id 9 does not exist");
    let message = refusal(|module| module.computations[1].id = module.computations[0].id);
    assert_eq!(message, "in `cond`: two computations have the id 0");
    let message = refusal(|module| module.computations[2].root_id = 7);
    assert_eq!(message, "in `main`: the root instruction with id 7 does not exist");
    let message = refusal(|module| {
        let instructions = &mut module.computations[0].instructions;
        instructions[1].id = instructions[0].id;
    });
    assert_eq!(message, "in `add`: two instructions have the id 0");
}

#[test]
fn operands() {
    let message = instruction_refusal("sum", |sum| sum.operand_ids[1] = 77);
    assert_eq!(message, "in `main`, `sum`: the operand with id 77 does not exist");
    let message = instruction_refusal("sum", |sum| sum.operand_ids[1] = sum.id + 1);
    assert!(message.ends_with("comes later"), "{message}");
    let message = instruction_refusal("sum", |sum| sum.operand_ids[1] = sum.id);
    assert!(message.ends_with("comes later"), "{message}");
    let message = instruction_refusal("sum", |sum| sum.control_predecessor_ids.push(5));
    assert_eq!(message, "in `main`, `sum`: the control predecessor with id 5 does not exist");
    let message = instruction_refusal("y", |y| y.operand_ids.clear());
    assert_eq!(message, "in `main`, `y`: `get-tuple-element`: expected 1 operands, found 0");
    let message = instruction_refusal("y", |y| y.tuple_index = 2);
    assert_eq!(
        message,
        "in `main`, `y`: expected an index below 2, the number of tuple elements, found 2"
    );
    let message = instruction_refusal("y", |y| y.opcode = "get".to_owned());
    assert_eq!(message, "in `main`, `y`: `get` is not an opcode of HLO");
}

#[test]
fn calls() {
    let message = instruction_refusal("sum", |sum| sum.called_computation_ids = vec![4]);
    assert_eq!(message, "in `main`, `sum`: the called computation with id 4 does not exist");
    let message = instruction_refusal("sum", |sum| sum.called_computation_ids.clear());
    assert_eq!(message, "in `main`, `sum`: `reduce`: expected 1 called computations, found 0");
    let message = instruction_refusal("sum", |sum| sum.called_computation_ids = vec![2]);
    assert_eq!(message, "in `main`: the computation calls itself");
}

#[test]
fn parameters() {
    let missing = "in `add`: parameter 1 is missing or duplicated (see `b`)";
    assert_eq!(
        refusal(|module| module.computations[0].instructions[1].parameter_number = 2),
        missing
    );
    assert_eq!(
        refusal(|module| module.computations[0].instructions[1].parameter_number = 0),
        missing
    );
}

#[test]
fn shapes() {
    let message = |change: fn(&mut ShapeProto)| {
        let message = instruction_refusal("x", |x| change(x.shape.as_mut().expect("a shape")));
        message.trim_start_matches("in `main`, `x`: ").to_owned()
    };
    assert_eq!(
        message(|shape| shape.dimensions[0] = -1),
        "expected a non-negative size of dimension 0, found -1"
    );
    assert_eq!(
        message(|shape| shape.dimensions[0] = i64::MAX),
        "the size of the shape in bytes is out of range"
    );
    assert_eq!(message(|shape| shape.element_type = 0), "the shape has no element type");
    assert_eq!(message(|shape| shape.element_type = 99), "the shape has no element type");
    assert_eq!(
        message(|shape| shape.element_type = PrimitiveType::Token.into()),
        "the shape is token: expected no dimensions"
    );
    assert_eq!(
        message(|shape| shape.tuple_shapes.push(ShapeProto::default())),
        "the shape has no element type"
    );
    assert_eq!(
        message(|shape| shape.layout.as_mut().expect("it has one").minor_to_major = vec![1]),
        "expected a layout that permutes 1 dimensions, found [1]"
    );
    assert_eq!(
        message(|shape| shape.is_dynamic_dimension = vec![true, false]),
        "expected `is_dynamic_dimension` of length 1, found 2"
    );
    assert_eq!(
        instruction_refusal("x", |x| x.shape = None),
        "in `main`, `x`: the instruction has no shape"
    );
}

#[test]
fn literals() {
    let message = instruction_refusal("zero", |zero| zero.literal = None);
    assert_eq!(message, "in `main`, `zero`: the constant has no literal");
    let message = instruction_refusal("zero", |zero| {
        zero.literal.as_mut().expect("it has one").f32s.push(1.0);
    });
    let expected = "expected 4 bytes of literal elements, found 8";
    assert_eq!(message, format!("in `main`, `zero`: {expected}"));
    let message = instruction_refusal("zero", |zero| {
        zero.literal = Some(Box::new(LiteralProto::tuple(Vec::new())));
    });
    assert_eq!(
        message,
        "in `main`, `zero`: the shape of the literal differs from the expected shape"
    );
}

/// In text, each nested module is a string within the string of the module around it, so the text
/// grows exponentially with the depth.
#[test]
fn modules_in_recovery_tables_do_not_nest_without_bound() {
    let nested = |depth: usize| {
        let innermost = text::parse(SOUND).expect("valid HLO text").hlo_module.expect("a module");
        (0..depth).fold(innermost.clone(), |inner, _| {
            let mut outer = innermost.clone();
            let table = outer.original_value_recovery_table.get_or_insert_default();
            table.entries.push(Entry { recovery_module: Some(inner), ..Entry::default() });
            outer
        })
    };
    let module = HloModule::new(nested(8)).expect("it does not nest deep");
    assert!(text::print(&module).len() < 1 << 20);
    let error = HloModule::new(nested(9)).expect_err("it nests deep").to_string();
    assert_eq!(error, "expected recovery tables to nest at most 8 modules, found more");
}

#[test]
fn schedules() {
    let change = |change: fn(&mut Vec<i64>)| {
        refusal(|module| {
            let schedule = module.schedule.as_mut().expect("it has one");
            change(
                &mut schedule.sequences.get_mut(&2).expect("the schedule of main").instruction_ids,
            );
        })
    };
    assert_eq!(
        change(|ids| ids.swap(0, 2)),
        "in `main`: `sum` is scheduled before an instruction that it uses"
    );
    assert_eq!(change(|ids| ids.truncate(4)), "in `main`: `y` is not scheduled");
    assert_eq!(change(|ids| ids.push(ids[0])), "in `main`: `x` is scheduled twice");
}
