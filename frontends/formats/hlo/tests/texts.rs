// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Round-trip tests of the modules in `texts/`, one file for each family of operations.

use hloom_hlo::proto::hlo_instruction_proto::ReplicaGroupList;
use hloom_hlo::{HloModule, Instruction, Opcode, binary, read, text, text_format};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn module(name: &str) -> HloModule {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texts").join(name);
    let bytes = fs::read(&file).expect("the text is there");
    read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texts");
    let entries = fs::read_dir(folder).expect("the texts are there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

fn instruction<'m>(module: &'m HloModule, name: &str) -> Instruction<'m> {
    let found = module.entry().instructions().find(|instruction| instruction.name() == name);
    found.unwrap_or_else(|| panic!("there is no `{name}`"))
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    for name in names() {
        let module = module(&name);
        let printed = text::print(&module);
        let again = read(printed.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(text::print(&again), printed, "{name}");
        let encoded = binary::encode(&module);
        let again = read(&encoded).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(binary::encode(&again), encoded, "{name}");
        let formatted = text_format::print(&module).expect("it does not nest deep");
        let again = read(formatted.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (one, other) = (format!("{:?}", again.proto()), format!("{:?}", module.proto()));
        assert_eq!(one, other, "{name}");
    }
}

#[test]
fn every_opcode_is_in_some_text() {
    let mut seen = BTreeSet::new();
    for name in names() {
        for computation in module(&name).computations() {
            seen.extend(computation.instructions().map(Instruction::opcode));
        }
    }
    let unseen: Vec<_> = Opcode::ALL.iter().filter(|opcode| !seen.contains(opcode)).collect();
    assert_eq!(unseen, [&Opcode::Add; 0]);
}

#[test]
fn asynchronous_sugar_is_a_computation() {
    let module = module("asynchronous.hlo");
    let start = instruction(&module, "sugar");
    assert_eq!(start.opcode(), Opcode::AsyncStart);
    let wrapped = start.called_computations().next().expect("it has one");
    assert_eq!(wrapped.name(), "async_wrapped");
    assert_eq!(wrapped.root().opcode(), Opcode::Exp);
    assert_eq!(wrapped.parameters().len(), 1);
    let done = instruction(&module, "sugar.2");
    assert_eq!(done.opcode(), Opcode::AsyncDone);
    let custom = instruction(&module, "custom").called_computations().next().expect("it has one");
    assert_eq!(custom.root().proto().custom_call_target, "f");
    assert_eq!(custom.root().operands().count(), 2);
}

#[test]
fn groups_of_devices_keep_their_form() {
    let module = module("collectives.hlo");
    let groups = |name| instruction(&module, name).proto().replica_group_list.clone();
    assert!(matches!(groups("all-reduce"), Some(ReplicaGroupList::CollectiveDeviceList(_))));
    let Some(ReplicaGroupList::IotaCollectiveDeviceList(iota)) = groups("iota-groups") else {
        panic!("a range");
    };
    assert_eq!((iota.num_replica_groups, iota.num_devices_per_group), (2, 2));
    assert_eq!(iota.iota_transpose_perm, [1, 0]);
    assert!(matches!(groups("mesh-groups"), Some(ReplicaGroupList::MeshAxesReplicaGroupList(_))));
    assert_eq!((module.config().replica_count, module.config().num_partitions), (2, 2));
}

#[test]
fn calls_have_their_places() {
    let module = module("operations.hlo");
    let called = |name| -> Vec<_> {
        instruction(&module, name).called_computations().map(|one| one.name()).collect()
    };
    assert_eq!(called("branch"), ["one", "two", "one"]);
    assert_eq!(called("choice"), ["one", "two"]);
    assert_eq!(called("selected"), ["larger", "sum"]);
    assert_eq!(called("inline"), ["_"]);
    let order: Vec<_> = module.computations_callees_first().map(|one| one.name()).collect();
    assert_eq!(order.last(), Some(&"main"));
}

#[test]
fn elements_of_tuples_are_instructions() {
    let text = b"HloModule m
        ENTRY e {
          t = (f32[], (s32[], pred[])) parameter(0)
          a = f32[] negate(t#0)
          b = f32[] add(a, t#0)
          c = pred[] not(t#1#1)
          ROOT r = (f32[], pred[]) tuple(b, c)
        }";
    let module = read(text).expect("valid HLO text");
    let names: Vec<_> = module.entry().instructions().map(Instruction::name).collect();
    assert_eq!(names, ["t", "t_0", "a", "b", "t_1", "t_1_1", "c", "r"]);
}

#[test]
fn operands_may_be_instructions() {
    let text = b"HloModule m:
        ENTRY e {
          x = f32[2] parameter(0)
          ROOT y = f32[2] add(x, f32[2] broadcast(f32[] constant(1)))
        }";
    let module = read(text).expect("valid HLO text");
    let names: Vec<_> = module.entry().instructions().map(Instruction::name).collect();
    assert_eq!(names, ["x", "constant.anon", "broadcast.anon", "y"]);
}

#[test]
fn threads_are_those_of_the_start() {
    let text = b"HloModule m
        inner { ROOT i = f32[] parameter(0) }
        outer { p = f32[] parameter(0)  ROOT c = f32[] call(p), to_apply=inner }
        ENTRY e {
          x = f32[] parameter(0)
          s = ((f32[]), f32[], s32[]) async-start(x), async_execution_thread=\"t\", calls=outer
          ROOT d = f32[] async-done(s), calls=outer
        }";
    let module = read(text).expect("valid HLO text");
    let threads: Vec<_> =
        module.computations().map(|one| one.proto().execution_thread.as_str()).collect();
    assert_eq!(threads, ["t", "t", ""]);
    assert_eq!(module.entry().root().called_computations().count(), 0);
}

#[test]
fn names_are_unique_in_the_module() {
    let module = read(
        b"HloModule m f { x = s32[] parameter(0) } ENTRY g { x = s32[] parameter(0)
        ROOT y = s32[] call(x), to_apply=f }",
    );
    let module = module.expect("valid HLO text");
    assert_eq!(module.entry().parameters().next().map(Instruction::name), Some("x.1"));
}
