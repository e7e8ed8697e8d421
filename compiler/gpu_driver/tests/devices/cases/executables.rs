// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Serialized executables, which the crate `hloom-loader` runs.

use crate::fake::Fake;
use crate::platforms::Platform;
use hloom_gpu_runtime::{GpuProgram, fingerprint};
use hloom_launch_plan::{Base, Kernel, Place, Plan, Step};
use hloom_loader::{ElementType, Error, Literal, LoadedExecutable, Shape, Signature};
use hloom_stream_executor::serialized;
use hloom_values::AlignedBytes;

/// Serializes a program for a chip. It adds two arguments of four numbers, adds a constant to the sum, and
/// returns the latter sum as the second result and a copy of the first argument as the first.
fn serialize(platform: &Platform, chip: &str, text: &str) -> Vec<u8> {
    let shape = || Shape::new(ElementType::U32, [4]);
    let place = |base| Place { base, offset: 0, bytes: 16 };
    let kernel = |name: &str| Kernel {
        name: name.to_owned(),
        blocks: [2, 1, 1],
        threads: [2, 1, 1],
        shared_bytes: 0,
    };
    let arena = Place { base: Base::Arena, offset: 256, bytes: 16 };
    let launch =
        |kernel, arguments: [Place; 3]| Step::Launch { kernel, arguments: arguments.into() };
    let constant: Vec<u8> = [100_u32; 4].into_iter().flat_map(u32::to_ne_bytes).collect();
    let (a, b) = (place(Base::Argument(0)), place(Base::Argument(1)));
    let plan = Plan {
        kernels: vec![kernel("first"), kernel("second")],
        constants: vec![AlignedBytes::try_copy_of(&constant).expect("there is memory")],
        arena_bytes: 512,
        registers: 0,
        steps: vec![
            launch(0, [a, b, arena]),
            launch(1, [arena, place(Base::Constant(0)), place(Base::Result(1))]),
            Step::Copy { source: a, destination: place(Base::Result(0)) },
        ],
    };
    let program = GpuProgram {
        signature: Signature {
            name: "main".to_owned(),
            arguments: vec![shape(), shape()],
            results: vec![shape(), shape()],
        },
        values: vec![None, None],
        calls: vec![],
        aliases: vec![],
        plan,
        code: (platform.image)(text),
    };
    serialized::seal(&fingerprint(platform.name, chip), &program).expect("it can be serialized")
}

const KERNELS: &str = "fake 1\nkernel first add 3\nkernel second add 3\n";

fn numbers(values: [u32; 4]) -> Literal {
    Literal::from_slice(&values, [4]).expect("four numbers")
}

pub fn an_executable_runs(platform: &Platform, fake: &Fake) {
    let serialized = serialize(platform, platform.chips[0], KERNELS);
    let loaded = LoadedExecutable::new(&serialized, 0).expect("it is loaded");
    assert_eq!(loaded.platform(), platform.name);
    let arguments = [numbers([1, 2, 3, 4]), numbers([10, 20, 30, 40])];
    let expected = vec![numbers([1, 2, 3, 4]), numbers([111, 122, 133, 144])];
    for _ in 0..3 {
        assert_eq!(loaded.run(&arguments), Ok(expected.clone()));
    }
    let (times, results) = loaded.benchmark(&arguments, 2, 5).expect("it runs");
    assert!(times.to_string().contains("ms"), "{times}");
    assert_eq!(results, expected);
    assert_eq!(fake.get("launches"), 2 * (3 + 2 + 5));
}

pub fn executables_for_other_chips(platform: &Platform, _: &Fake) {
    let (chip, message) = platform.other_chip;
    let refused = LoadedExecutable::new(&serialize(platform, chip, KERNELS), 0).err();
    assert_eq!(refused, Some(Error::invalid(message)));
}

pub fn an_executable_without_a_device(platform: &Platform, _: &Fake) {
    let serialized = serialize(platform, platform.chips[0], KERNELS);
    let expected = platform.error(format!("the {} finds no device", platform.driver));
    assert_eq!(LoadedExecutable::new(&serialized, 0).err(), Some(expected));
}

pub fn an_executable_with_a_faulty_kernel(platform: &Platform, _: &Fake) {
    let text = KERNELS.replace("second add", "second fault");
    let serialized = serialize(platform, platform.chips[0], &text);
    let loaded = LoadedExecutable::new(&serialized, 0).expect("it is loaded");
    let arguments = [numbers([0; 4]), numbers([0; 4])];
    let expected = format!("cannot run the program: {}", platform.messages.fault);
    assert_eq!(loaded.run(&arguments), Err(platform.error(expected)));
}
