// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that the encoding of a file is detected from its content.

use hloom_hlo::binary::Container;
use hloom_hlo::proto::hlo_instruction_proto::ReplicaGroupList;
use hloom_hlo::proto::{
    CollectiveDeviceListProto, HloInputs, HloModuleConfigProto, HloModuleProtoWithConfig, HloProto,
    HloSnapshot, HloUnoptimizedSnapshot, LiteralProto, PrimitiveType, ShapeProto,
};
use hloom_hlo::{
    Encoding, Error, HloModule, encoding, is_hlo_proto, is_hlo_text, read, text_format,
};
use prost::Message;

const TEXT: &str = "HloModule m, replica_count=2\nENTRY e { ROOT x = f32[2] parameter(0) }";

fn module() -> HloModule {
    read(TEXT.as_bytes()).expect("valid HLO text")
}

fn argument() -> LiteralProto {
    let shape = ShapeProto::array(PrimitiveType::F32, [2]);
    LiteralProto::from_bytes(shape, vec![0; 8]).expect("two of four bytes")
}

#[track_caller]
fn is_recognized(message: &impl Message, container: Container) {
    let bytes = message.encode_to_vec();
    assert_eq!(encoding(&bytes), Some(Encoding::Binary(container)));
    assert!(is_hlo_proto(&bytes) && !is_hlo_text(&bytes));
    let module = read(&bytes).unwrap_or_else(|error| panic!("{container:?}: {error}"));
    assert_eq!(module.name(), "m");
}

#[test]
fn every_message_that_holds_a_module() {
    let proto = module().proto().clone();
    is_recognized(&proto, Container::Module);
    let hlo = HloProto { hlo_module: Some(proto.clone()) };
    is_recognized(&hlo, Container::Hlo);
    let snapshot = HloSnapshot { hlo: Some(hlo.clone()), ..HloSnapshot::default() };
    is_recognized(&snapshot, Container::Snapshot);
    let full = HloSnapshot { arguments: vec![argument()], result: Some(argument()), ..snapshot };
    is_recognized(&full, Container::Snapshot);
    let inputs = HloInputs { arguments: vec![argument()], ..HloInputs::default() };
    let unoptimized = HloUnoptimizedSnapshot {
        hlo_module: Some(proto),
        partitions: vec![inputs],
        ..HloUnoptimizedSnapshot::default()
    };
    is_recognized(&unoptimized, Container::UnoptimizedSnapshot);
    is_recognized(&module().into_proto(), Container::ModuleWithConfig);
}

#[test]
fn the_configuration_is_kept() {
    let bytes = module().into_proto().encode_to_vec();
    assert_eq!(read(&bytes).expect("a module").config().replica_count, 2);
    let bytes = module().proto().encode_to_vec();
    assert_eq!(read(&bytes).expect("a module").config().replica_count, 1);
    let without = HloModuleProtoWithConfig { config: None, ..module().into_proto() };
    assert_eq!(read(&without.encode_to_vec()).expect("a module").config().num_partitions, 1);
    let empty = HloModuleProtoWithConfig {
        hlo_module: None,
        config: Some(HloModuleConfigProto::default()),
    };
    assert!(matches!(read(&empty.encode_to_vec()), Err(Error::Unknown)));
}

#[test]
fn texts() {
    assert!(is_hlo_text(TEXT.as_bytes()));
    assert!(is_hlo_text(b"// a comment\n/* another */ \r\n HloModule m"));
    assert!(is_hlo_text(b"ENTRY e { ROOT x = f32[2] parameter(0) }"));
    let headless = "sum { ROOT a = f32[] parameter(0) } ENTRY e { ROOT x = f32[2] parameter(0) }";
    assert_eq!(encoding(headless.as_bytes()), Some(Encoding::Text));
    assert_eq!(read(headless.as_bytes()).expect("a module").name(), "module_e");
    assert!(!is_hlo_text(b"HloModules"));
    assert!(!is_hlo_text(b"// HloModule"));
    assert!(!is_hlo_text(b"/* HloModule"));
    assert!(!is_hlo_text(b"module @m {}"));
    let text = text_format::print(&module()).expect("it does not nest deep");
    assert_eq!(encoding(text.as_bytes()), Some(Encoding::TextFormat(Container::Module)));
    let wrapped = format!("# proto-file: hlo.proto\nhlo_module {{\n{text}\n}}\n");
    assert_eq!(encoding(wrapped.as_bytes()), Some(Encoding::TextFormat(Container::Hlo)));
    assert_eq!(read(wrapped.as_bytes()).expect("a module").name(), "m");
}

#[test]
fn messages_do_not_nest_without_bound() {
    let open = "tuple_shapes {".repeat(100_000);
    let text = format!("name: \"m\" computations {{ instructions {{ shape {{ {open}");
    assert!(read(text.as_bytes()).is_err());
    let close = "}".repeat(100_000);
    assert!(read(format!("{text} {close} }} }} }}").as_bytes()).is_err());
    let mut bytes = Vec::new();
    for _ in 0..1_000 {
        // Field 4 of `ShapeProto` is `tuple_shapes`.
        let mut outer = Vec::new();
        prost::encoding::bytes::encode(4, &bytes, &mut outer);
        bytes = outer;
    }
    let mut message = Vec::new();
    for field in [3, 2, 3] {
        message.clear();
        prost::encoding::bytes::encode(field, &bytes, &mut message);
        bytes.clone_from(&message);
    }
    let error = read(&bytes).expect_err("it nests deep").to_string();
    assert!(error.contains("recursion limit"), "{error}");
}

#[test]
fn what_is_something_else() {
    for bytes in [&b""[..], b"\x7fELF", b"ML\xefR\x01", b"module @m {}", b"\n\x01m", &[0xff; 64]] {
        assert_eq!(encoding(bytes), None);
        let error = read(bytes).expect_err("not an HLO module").to_string();
        assert!(error.starts_with("expected HLO text, a protocol buffer"), "{error}");
    }
}

/// Older XLA messages have iota replica groups inside the list of devices, before these got a
/// field of their own.
#[test]
fn ranges_of_former_days_are_those_of_today() {
    let today = "replica_groups=[2,2]<=[2,2]T(1,0)";
    let text = format!(
        "HloModule m, replica_count=4\nadd {{ a = f32[] parameter(0) b = f32[] parameter(1) \
         ROOT c = f32[] add(a, b) }}\nENTRY e {{ x = f32[2] parameter(0) \
         ROOT r = f32[2] all-reduce(x), {today}, to_apply=add }}"
    );
    let mut proto = read(text.as_bytes()).expect("valid HLO text").proto().clone();
    let groups = proto
        .computations
        .iter_mut()
        .flat_map(|computation| &mut computation.instructions)
        .find_map(|instruction| instruction.replica_group_list.as_mut())
        .expect("it has groups");
    let ReplicaGroupList::IotaCollectiveDeviceList(range) = groups.clone() else {
        panic!("{today} is no range");
    };
    let iota_replica_group_list = Some(range);
    *groups = ReplicaGroupList::CollectiveDeviceList(CollectiveDeviceListProto {
        replica_groups: Vec::new(),
        iota_replica_group_list,
    });
    let module = read(&proto.encode_to_vec()).expect("valid HLO text");
    let printed = hloom_hlo::text::print(&module);
    assert!(printed.contains(today), "{printed}");
}
