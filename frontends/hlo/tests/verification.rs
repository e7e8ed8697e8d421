// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Messages whose parts do not fit together.

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

/// What is said of the module after a change.
fn refusal(change: impl FnOnce(&mut HloModuleProto)) -> String {
    let mut module = text::parse(SOUND).expect("it is right").hlo_module.expect("it is there");
    HloModule::new(module.clone()).expect("it is sound");
    change(&mut module);
    HloModule::new(module).expect_err("it is not sound any more").to_string()
}

/// What is said of the module after an instruction of its entry is changed.
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
    assert_eq!(message, "the entry computation has the id 9, which none has");
    let message = refusal(|module| module.computations[1].id = module.computations[0].id);
    assert_eq!(message, "in `cond`: two computations have the id 0");
    let message = refusal(|module| module.computations[2].root_id = 7);
    assert_eq!(message, "in `main`: the root has the id 7, which no instruction has");
    let message = refusal(|module| {
        let instructions = &mut module.computations[0].instructions;
        instructions[1].id = instructions[0].id;
    });
    assert_eq!(message, "in `add`: two instructions have the id 0");
}

#[test]
fn operands() {
    let message = instruction_refusal("sum", |sum| sum.operand_ids[1] = 77);
    assert_eq!(message, "in `main`, `sum`: its operand with the id 77 is not there");
    let message = instruction_refusal("sum", |sum| sum.operand_ids[1] = sum.id + 1);
    assert!(message.ends_with("comes later"), "{message}");
    let message = instruction_refusal("sum", |sum| sum.operand_ids[1] = sum.id);
    assert!(message.ends_with("comes later"), "{message}");
    let message = instruction_refusal("sum", |sum| sum.control_predecessor_ids.push(5));
    assert_eq!(message, "in `main`, `sum`: its control predecessor with the id 5 is not there");
    let message = instruction_refusal("y", |y| y.operand_ids.clear());
    assert_eq!(message, "in `main`, `y`: `get-tuple-element` has 1 operands, found 0");
    let message = instruction_refusal("y", |y| y.tuple_index = 2);
    assert_eq!(message, "in `main`, `y`: it takes element 2 of a tuple that has 2");
    let message = instruction_refusal("y", |y| y.opcode = "get".to_owned());
    assert_eq!(message, "in `main`, `y`: `get` is not an opcode of HLO");
}

#[test]
fn calls() {
    let message = instruction_refusal("sum", |sum| sum.called_computation_ids = vec![4]);
    assert_eq!(
        message,
        "in `main`, `sum`: it calls the computation with the id 4, which is not there"
    );
    let message = instruction_refusal("sum", |sum| sum.called_computation_ids.clear());
    assert_eq!(message, "in `main`, `sum`: `reduce` calls 1 computations, found 0");
    let message = instruction_refusal("sum", |sum| sum.called_computation_ids = vec![2]);
    assert_eq!(message, "in `main`: the computation calls itself");
}

#[test]
fn parameters() {
    let missing = "in `add`: parameter 1 is missing or twice there (see `b`)";
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
    assert_eq!(message(|shape| shape.dimensions[0] = -1), "its dimension 0 has the size -1");
    assert_eq!(
        message(|shape| shape.dimensions[0] = i64::MAX),
        "its shape has more elements than can be"
    );
    assert_eq!(message(|shape| shape.element_type = 0), "its shape has no element type");
    assert_eq!(message(|shape| shape.element_type = 99), "its shape has no element type");
    assert_eq!(
        message(|shape| shape.element_type = PrimitiveType::Token.into()),
        "its shape is token, but has dimensions"
    );
    assert_eq!(
        message(|shape| shape.tuple_shapes.push(ShapeProto::default())),
        "its shape has no element type"
    );
    assert_eq!(
        message(|shape| shape.layout.as_mut().expect("it has one").minor_to_major = vec![1]),
        "its layout [1] does not order 1 dimensions"
    );
    assert_eq!(
        message(|shape| shape.is_dynamic_dimension = vec![true, false]),
        "its shape has 1 dimensions, but says of 2 if they vary"
    );
    assert_eq!(instruction_refusal("x", |x| x.shape = None), "in `main`, `x`: it has no shape");
}

#[test]
fn literals() {
    let message = instruction_refusal("zero", |zero| zero.literal = None);
    assert_eq!(message, "in `main`, `zero`: the constant has no literal");
    let message = instruction_refusal("zero", |zero| {
        zero.literal.as_mut().expect("it has one").f32s.push(1.0);
    });
    let expected = "the literal has 8 bytes of elements, its shape takes 4";
    assert_eq!(message, format!("in `main`, `zero`: {expected}"));
    let message = instruction_refusal("zero", |zero| {
        zero.literal = Some(Box::new(LiteralProto::tuple(Vec::new())));
    });
    assert_eq!(message, "in `main`, `zero`: its literal has another shape than it");
}

/// In text each is in quotes within the quotes of the one that has it.
#[test]
fn modules_in_recovery_tables_do_not_nest_without_bound() {
    let nested = |depth: usize| {
        let innermost = text::parse(SOUND).expect("it is right").hlo_module.expect("it is there");
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
    assert_eq!(error, "more than 8 modules are nested in recovery tables");
}

#[test]
fn schedules() {
    let change = |change: fn(&mut Vec<i64>)| {
        refusal(|module| {
            let schedule = module.schedule.as_mut().expect("it has one");
            change(&mut schedule.sequences.get_mut(&2).expect("of main").instruction_ids);
        })
    };
    assert_eq!(change(|ids| ids.swap(0, 2)), "in `main`: `sum` is scheduled before what it uses");
    assert_eq!(change(|ids| ids.truncate(4)), "in `main`: `y` is not scheduled");
    assert_eq!(change(|ids| ids.push(ids[0])), "in `main`: `x` is scheduled twice");
}
