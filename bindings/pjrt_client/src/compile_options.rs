// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The options of a compilation, serialized (`xla/pjrt/proto/compile_options.proto`).

use hloom_hlo::proto::device_assignment_proto::ComputationDevice;
use hloom_hlo::proto::{CompileOptionsProto, DeviceAssignmentProto, ExecutableBuildOptionsProto};
use prost::Message;

/// Returns a serialized `CompileOptionsProto` for one device. `id` is the number of the device
/// among the devices of all processes.
pub fn for_device(id: i32) -> Vec<u8> {
    let assignment = DeviceAssignmentProto {
        replica_count: 1,
        computation_count: 1,
        computation_devices: vec![ComputationDevice { replica_device_ids: vec![id.into()] }],
    };
    let build = ExecutableBuildOptionsProto {
        num_replicas: 1,
        num_partitions: 1,
        device_assignment: Some(assignment),
        ..ExecutableBuildOptionsProto::default()
    };
    let options = CompileOptionsProto {
        executable_build_options: Some(build),
        ..CompileOptionsProto::default()
    };
    options.encode_to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_those_that_jax_sends() {
        let assignment = [8, 1, 16, 1, 26, 3, 10, 1, 5];
        let build = [vec![32, 1, 40, 1, 74, 9], assignment.to_vec()].concat();
        assert_eq!(for_device(5), [vec![26, 15], build].concat());
        assert!(for_device(300).ends_with(&[0xac, 2]));
    }
}
