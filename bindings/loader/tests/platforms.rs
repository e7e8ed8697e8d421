// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests that the platform of an executable follows from its fingerprint.

use hloom_gpu_runtime::{GpuProgram, fingerprint};
use hloom_launch_plan::Plan;
use hloom_loader::{LoadedExecutable, Signature};
use hloom_stream_executor::serialized;

/// Serializes a program without kernels, arguments and results. The host executes `calls`.
fn serialize(platform: &str, code: &str, calls: &[&str]) -> Vec<u8> {
    let program = GpuProgram {
        signature: Signature { name: "main".to_owned(), arguments: vec![], results: vec![] },
        values: vec![],
        calls: calls.iter().copied().map(str::to_owned).collect(),
        aliases: vec![],
        plan: Plan::default(),
        code: vec![],
    };
    serialized::seal(&fingerprint(platform, code), &program).expect("it can be serialized")
}

/// Returns the error of loading a program.
fn refusal(serialized: &[u8]) -> String {
    let refused = LoadedExecutable::new(serialized, 0).err();
    refused.expect("it cannot be loaded").to_string()
}

#[test]
fn the_fingerprint_tells_the_platform() {
    let fft = |platform| {
        format!(
            "platform `{platform}` does not support operations that run on the host, without a \
             compiler: fft"
        )
    };
    for chip in hloom_cuda::CHIPS {
        assert_eq!(refusal(&serialize("cuda", chip.name, &["fft"])), fft("cuda"));
    }
    for chip in hloom_rocm::CHIPS {
        assert_eq!(refusal(&serialize("rocm", chip.name, &["fft"])), fft("rocm"));
    }
    assert_eq!(refusal(&serialize("vulkan", hloom_vulkan::CODE, &["fft"])), fft("vulkan"));
}

#[test]
fn executables_of_other_platforms_are_refused() {
    let cpu = refusal(&serialize("cpu", "x86-64", &[]));
    let expected = format!(
        "the serialized executable: expected fingerprint `{}` or another chip or `{}` or another \
         chip or `{}`, found `{}`",
        fingerprint("cuda", hloom_cuda::CHIPS[0].name),
        fingerprint("rocm", hloom_rocm::CHIPS[0].name),
        fingerprint("vulkan", hloom_vulkan::CODE),
        fingerprint("cpu", "x86-64"),
    );
    assert_eq!(cpu, expected);
    let unknown = refusal(&serialize("cuda", "sm_1", &[]));
    assert!(unknown.ends_with(&format!("found `{}`", fingerprint("cuda", "sm_1"))), "{unknown}");
    let message = "the bytes to load are not a serialized executable";
    assert_eq!(refusal(b"\x93NUMPY"), message);
}

#[test]
fn cuda_without_a_driver_says_so() {
    let program = serialize("cuda", hloom_cuda::CHIPS[0].name, &[]);
    match hloom_cuda::device_count() {
        // This machine has devices, which run the program.
        Ok(1..) => {
            let loaded = LoadedExecutable::new(&program, 0).expect("it is loaded");
            assert_eq!(loaded.platform(), "cuda");
            assert_eq!(loaded.run(&[]), Ok(vec![]));
        }
        Ok(0) => assert_eq!(refusal(&program), "platform `cuda`: the CUDA driver finds no device"),
        Err(error) => {
            assert_eq!(refusal(&program), error.to_string());
            assert!(error.to_string().starts_with("platform `cuda`: "), "{error}");
        }
    }
}

#[test]
fn rocm_without_a_runtime_or_the_chip_says_so() {
    let code = hloom_rocm::CHIPS[0].name;
    let program = serialize("rocm", code, &[]);
    match hloom_rocm::device(0) {
        // This machine has a device.
        Ok(device) if device.chip_name() == code => {
            let loaded = LoadedExecutable::new(&program, 0).expect("it is loaded");
            assert_eq!(loaded.platform(), "rocm");
        }
        Ok(device) => {
            let expected = format!(
                "an executable for {code}: expected a device with this chip, found {} with {}",
                device.name(),
                device.chip_name()
            );
            assert_eq!(refusal(&program), expected);
        }
        Err(error) => {
            assert_eq!(refusal(&program), error.to_string());
            assert!(error.to_string().starts_with("platform `rocm`: "), "{error}");
        }
    }
}
