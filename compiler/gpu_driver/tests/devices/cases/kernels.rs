// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Images, launches and faults.

use super::{buffer, content, load, numbers};
use crate::fake::Fake;
use crate::platforms::Platform;
use hloom_stream_executor::{KernelArgument, LaunchDimensions, read};

const fn dimensions(groups: [u32; 3], threads: [u32; 3], shared_bytes: u32) -> LaunchDimensions {
    LaunchDimensions { groups, threads, shared_bytes }
}

const ONE: LaunchDimensions = dimensions([1, 1, 1], [1, 1, 1], 0);

pub fn launches_with_arguments(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let add = load(platform, &*device, "add").expect("it is loaded");
    assert_eq!(add.name(), "add");
    let a = buffer(&*device, &mut *stream, &numbers(0..24));
    let b = buffer(&*device, &mut *stream, &numbers((0..24).map(|it| it * 100)));
    let sum = device.allocate(24 * 4).expect("there is memory");
    let given = [&a, &b, &sum].map(|it| KernelArgument::Buffer(it.clone()));
    stream.launch(&add, dimensions([2, 1, 1], [3, 2, 2], 0), &given).expect("it is enqueued");
    // Arguments may be parts of buffers.
    let part = |range| KernelArgument::Buffer(sum.slice(range).expect("it is in bounds"));
    let parts = [part(0..4), part(4..8), part(92..96)];
    stream.launch(&add, ONE, &parts).expect("it is enqueued");
    assert_eq!(fake.get("launches"), 0);
    let expected = (0..23).map(|it| it * 101).chain([101]);
    assert_eq!(content(&mut *stream, &sum), numbers(expected));
    assert_eq!(fake.get("launches"), 2);
}

pub fn launches_with_dimensions(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let kernel = load(platform, &*device, "dimensions").expect("it is loaded");
    let given = device.allocate(28).expect("there is memory");
    let argument = [KernelArgument::Buffer(given.clone())];
    let dimensions = dimensions([2, 3, 4], [5, 6, 7], 4096);
    stream.launch(&kernel, dimensions, &argument).expect("it is enqueued");
    assert_eq!(content(&mut *stream, &given), numbers([2, 3, 4, 5, 6, 7, 4096]));
}

pub fn launches_that_the_driver_rejects(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let kernel = load(platform, &*device, "dimensions").expect("it is loaded");
    let given = buffer(&*device, &mut *stream, &[1; 28]);
    let argument = [KernelArgument::Buffer(given.clone())];
    let empty = dimensions([0, 1, 1], [1, 1, 1], 0);
    stream.launch(&kernel, empty, &argument).expect("the stream keeps the error");
    let expected = format!("cannot launch a kernel: {}", platform.messages.invalid);
    assert_eq!(stream.synchronize(), Err(platform.error(expected)));
    // The device is not spoiled.
    assert_eq!(content(&mut *stream, &given), [1; 28]);
    let value = [KernelArgument::Value(vec![1])];
    let expected =
        platform.error("expected buffers as kernel arguments, found an argument passed by value");
    assert_eq!(stream.launch(&kernel, ONE, &value), Err(expected));
}

pub fn kernels_of_other_devices(platform: &Platform, _: &Fake) {
    let devices = [0, 1].map(|ordinal| (platform.device)(ordinal).expect("there are two devices"));
    let mut stream = devices[0].create_stream().expect("there are streams");
    let foreign = load(platform, &*devices[1], "add").expect("it is loaded");
    stream.launch(&foreign, ONE, &[]).expect("the stream keeps the error");
    let expected = platform.error("expected a kernel of this device, found one of another device");
    assert_eq!(stream.synchronize(), Err(expected));
}

pub fn damaged_images(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let outcome = |image: &[u8]| device.load_kernel(image, "add").err();
    let messages = &platform.messages;
    assert_eq!(outcome(b"image"), Some(platform.error(messages.not_an_image)));
    assert!(outcome(b"").is_some());
    let expected = format!("cannot load kernels: {}", messages.damaged_image);
    let image = (platform.image)("an image of another driver");
    assert_eq!(outcome(&image), Some(platform.error(expected)));
    // Shortened images are refused before the driver reads beyond them.
    let image = (platform.image)("fake 8\nkernel add add 3\n");
    for length in 0..image.len() {
        assert!(outcome(&image[..length]).is_some(), "{length} bytes");
    }
    assert_eq!(outcome(&image), None);
}

pub fn images_for_later_drivers(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let image = (platform.image)("fake 9\nkernel add add 3\n");
    let expected = format!("cannot load kernels: {}", platform.messages.later_image);
    let outcome = device.load_kernel(&image, "add");
    assert_eq!(outcome.err(), Some(platform.error(expected)));
}

pub fn images_without_the_kernel(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let expected = format!("cannot find kernel `other`: {}", platform.messages.no_kernel);
    let outcome = load(platform, &*device, "other");
    assert_eq!(outcome.err(), Some(platform.error(expected)));
    let expected =
        platform.error("expected a kernel name without a zero byte, found one with a zero byte");
    assert_eq!(load(platform, &*device, "a\0b").err(), Some(expected));
    // Some names are found, all are needed.
    let image = (platform.image)("fake 1\nkernel a add 3\nkernel b add 3\n");
    assert!(device.load_kernels(&image, &["a", "c"]).is_err());
    let kernels = device.load_kernels(&image, &["b", "a", "b"]).expect("they are loaded");
    let names: Vec<_> = kernels.iter().map(|kernel| kernel.name()).collect();
    assert_eq!(names, ["b", "a", "b"]);
    assert_eq!(device.load_kernels(b"not read", &[]).map(|it| it.len()), Ok(0));
    assert_eq!(fake.get("launches"), 0);
}

pub fn a_faulty_kernel(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let before = device.create_event().expect("there are events");
    let after = device.create_event().expect("there are events");
    let fault = load(platform, &*device, "fault").expect("it is loaded");
    let filled = buffer(&*device, &mut *stream, &[1; 8]);
    stream.record(&before).expect("it is enqueued");
    stream.launch(&fault, ONE, &[]).expect("it is enqueued");
    stream.record(&after).expect("it is enqueued");
    stream.fill(&filled, 2).expect("it is enqueued");
    assert_eq!(before.wait(), Ok(()));
    let error =
        |action: &str| platform.error(format!("cannot {action}: {}", platform.messages.fault));
    assert_eq!(after.wait(), Err(error("wait for an event")));
    assert!(after.has_happened(), "nobody waits forever");
    assert_eq!(stream.synchronize(), Err(error("run the program")));
    // The device stays spoiled, as the driver's documentation says.
    assert_eq!(read(&mut *stream, &filled).err(), Some(error("copy to the host")));
    assert_eq!(stream.synchronize(), Err(error("run the program")));
    assert_eq!(device.create_stream().err(), Some(error("create a stream")));
    assert_eq!(device.create_event().err(), Some(error("create an event")));
    assert_eq!(device.allocate(1 << 20).err(), Some(error("allocate memory")));
    assert_eq!(load(platform, &*device, "add").err(), Some(error("load kernels")));
    // The other device is not.
    let other = (platform.device)(1).expect("there are two devices");
    let mut stream = other.create_stream().expect("there are streams");
    let filled = buffer(&*other, &mut *stream, &[3; 8]);
    assert_eq!(content(&mut *stream, &filled), [3; 8]);
}

pub fn a_kernel_with_a_short_buffer(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let add = load(platform, &*device, "add").expect("it is loaded");
    let short = buffer(&*device, &mut *stream, &[0; 512]);
    let arguments = [(); 3].map(|()| KernelArgument::Buffer(short.clone()));
    stream.launch(&add, dimensions([129, 1, 1], [1, 1, 1], 0), &arguments).expect("it is enqueued");
    let expected = format!("cannot run the program: {}", platform.messages.fault);
    assert_eq!(stream.synchronize(), Err(platform.error(expected)));
}
