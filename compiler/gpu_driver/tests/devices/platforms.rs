// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The platforms under test.

use hloom_gpu_runtime::device::GpuExecutor;
use hloom_stream_executor::{Error, StreamExecutor};

/// A platform, with the texts in which it differs.
pub struct Platform {
    pub name: &'static str,
    pub device_count: fn() -> Result<usize, Error>,
    pub device: fn(usize) -> Result<Box<dyn StreamExecutor>, Error>,
    pub chip_name: fn(usize) -> Result<String, Error>,
    /// The names of the chips of both devices.
    pub chips: [&'static str; 2],
    /// A chip whose code device 0 does not run, and the message.
    pub other_chip: (&'static str, &'static str),
    /// Makes an image from the text of kernels.
    pub image: fn(&str) -> Vec<u8>,
    /// The driver in messages.
    pub driver: &'static str,
    /// The name in messages about a device.
    pub device_name: &'static str,
    /// The number of multiprocessors of device 0.
    pub cores: usize,
    pub messages: Messages,
}

/// The messages of a platform, without its name.
pub struct Messages {
    pub no_driver: &'static str,
    pub no_function: &'static str,
    pub unknown: &'static str,
    pub invalid: &'static str,
    pub not_an_image: &'static str,
    pub damaged_image: &'static str,
    pub later_image: &'static str,
    pub no_kernel: &'static str,
    pub fault: &'static str,
}

impl Platform {
    /// Returns an error of the platform.
    pub fn error(&self, message: impl Into<String>) -> Error {
        Error::Device { platform: self.name.to_owned(), message: message.into() }
    }

    /// Returns a device that can be used.
    pub fn first(&self) -> Box<dyn StreamExecutor> {
        (self.device)(0).expect("there is a device")
    }
}

pub const CUDA: Platform = Platform {
    name: hloom_cuda::NAME,
    device_count: hloom_cuda::device_count,
    device: |ordinal| Ok(Box::new(GpuExecutor::new(hloom_cuda::device(ordinal)?, ordinal))),
    chip_name: |ordinal| Ok(hloom_cuda::device(ordinal)?.chip_name()),
    chips: ["sm_90", "sm_90"],
    other_chip: (
        "sm_100",
        "an executable for sm_100: expected a device of compute capability 10.0 or later, found Fake \
         CUDA device 0 of 9.0",
    ),
    image: |text| [text.as_bytes(), &[0]].concat(),
    driver: "CUDA driver",
    device_name: "Fake CUDA device",
    cores: 100,
    messages: Messages {
        no_driver: "there is no CUDA driver on this machine (`libcuda.so`)",
        no_function: "the CUDA driver lacks `cuLaunchHostFunc`; update the driver of this machine",
        unknown: "unknown error (CUDA_ERROR_UNKNOWN)",
        invalid: "invalid argument (CUDA_ERROR_INVALID_VALUE)",
        not_an_image: "kernel image: expected code that ends with a zero byte",
        damaged_image: "device kernel image is invalid (CUDA_ERROR_INVALID_IMAGE)",
        later_image: "the provided PTX was compiled with an unsupported toolchain. \
                      (CUDA_ERROR_UNSUPPORTED_PTX_VERSION)",
        no_kernel: "named symbol not found (CUDA_ERROR_NOT_FOUND)",
        fault: "an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)",
    },
};

pub const ROCM: Platform = Platform {
    name: hloom_rocm::NAME,
    device_count: hloom_rocm::device_count,
    device: |ordinal| Ok(Box::new(GpuExecutor::new(hloom_rocm::device(ordinal)?, ordinal))),
    chip_name: |ordinal| Ok(hloom_rocm::device(ordinal)?.chip_name()),
    chips: ["gfx942", "gfx1100"],
    other_chip: (
        "gfx1100",
        "an executable for gfx1100: expected a device with this chip, found Fake HIP device 0 with \
         gfx942",
    ),
    image: code_object,
    driver: "HIP runtime",
    device_name: "Fake HIP device",
    cores: 200,
    messages: Messages {
        no_driver: "there is no HIP runtime on this machine (`libamdhip64.so`)",
        no_function: "the HIP runtime lacks `hipLaunchHostFunc`; expected ROCm 6.0 or later",
        unknown: "unknown error (hipErrorUnknown)",
        invalid: "invalid argument (hipErrorInvalidValue)",
        not_an_image: "kernel image: expected an ELF code object for AMD's GPUs, found 5 bytes of \
                       another format",
        damaged_image: "device kernel image is invalid (hipErrorInvalidImage)",
        later_image: "no kernel image is available for execution on the device \
                      (hipErrorNoBinaryForGpu)",
        no_kernel: "named symbol not found (hipErrorNotFound)",
        fault: "an illegal memory access was encountered (hipErrorIllegalAddress)",
    },
};

/// Returns an ELF file for AMD's GPUs whose only section is a text.
fn code_object(text: &str) -> Vec<u8> {
    const TEXT: usize = 128;
    let mut file = vec![0; TEXT];
    file[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    // The machine, the version, and the offset, size and number of the section headers.
    for (at, value) in [(18, 224), (20, 1), (40, 64), (52, 64), (58, 64), (60, 1)] {
        file[at] = value;
    }
    // The type of the section, its offset and its size.
    (file[64 + 4], file[64 + 24]) = (1, TEXT as u8);
    file[64 + 32..64 + 40].copy_from_slice(&(text.len() as u64).to_le_bytes());
    file.extend(text.bytes());
    file
}
