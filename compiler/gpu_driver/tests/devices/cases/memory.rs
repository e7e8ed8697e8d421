// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Allocations, copies and fills.

use super::{buffer, bytes, content};
use crate::fake::Fake;
use crate::platforms::Platform;
use hloom_stream_executor::{Error, read};

pub fn copies_in_all_directions(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let values: Vec<u8> = (0..=255).cycle().take(100_003).collect();
    let from = buffer(&*device, &mut *stream, &values);
    let to = device.allocate(values.len()).expect("there is memory");
    stream.copy_on_device(&from, &to).expect("it is enqueued");
    assert_eq!(content(&mut *stream, &to), values);
    // The same buffer may be both.
    stream.copy_on_device(&to, &to).expect("it is enqueued");
    assert_eq!(content(&mut *stream, &to), values);
}

pub fn copies_of_slices(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let whole = buffer(&*device, &mut *stream, &[0; 16]);
    let part = |range| whole.slice(range).expect("it is in bounds");
    // Host bytes may be fewer than those of the buffer.
    stream.copy_from_host(bytes(&[1, 2, 3]), &part(4..9)).expect("it is enqueued");
    stream.copy_on_device(&part(5..7), &part(10..12)).expect("it is enqueued");
    stream.fill(&part(15..16), 9).expect("it is enqueued");
    let expected = [0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 2, 3, 0, 0, 0, 9];
    assert_eq!(content(&mut *stream, &whole), expected);
    assert_eq!(content(&mut *stream, &part(3..6)), [0, 1, 2]);
    assert!(whole.slice(10..17).is_none());
}

pub fn copies_of_nothing(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let empty = buffer(&*device, &mut *stream, &[]);
    let other = device.allocate(0).expect("there is memory");
    stream.copy_on_device(&empty, &other).expect("it is enqueued");
    stream.fill(&other, 1).expect("it is enqueued");
    assert_eq!(content(&mut *stream, &other), []);
    // The driver would reject some of these.
    assert_eq!(fake.get("pending"), 0);
}

pub fn copies_of_wrong_sizes(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let four = buffer(&*device, &mut *stream, &[7; 4]);
    let eight = device.allocate(8).expect("there is memory");
    stream.synchronize().expect("the work succeeds");
    let error = |from, to| {
        let message = format!("cannot copy {from} bytes to a buffer of {to} bytes");
        Err::<(), _>(platform.error(message))
    };
    stream.copy_from_host(bytes(&[0; 5]), &four).expect("the stream keeps the error");
    // The stream does nothing after an error.
    stream.fill(&four, 1).expect("the stream keeps the error");
    assert_eq!(stream.synchronize(), error(5, 4));
    stream.copy_on_device(&four, &eight).expect("the stream keeps the error");
    assert_eq!(stream.synchronize(), error(4, 8));
    stream.copy_on_device(&eight, &four).expect("the stream keeps the error");
    assert_eq!(stream.synchronize(), error(8, 4));
    assert_eq!(fake.get("pending"), 0);
    assert_eq!(content(&mut *stream, &four), [7; 4]);
}

pub fn fills(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    for size in [1, 2, 3, 4, 511, 512, 513, 70_000] {
        let filled = device.allocate(size).expect("there is memory");
        stream.fill(&filled, 0xa5).expect("it is enqueued");
        assert_eq!(content(&mut *stream, &filled), vec![0xa5; size]);
    }
}

pub fn freed_memory_is_used_again(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let allocate = |size| device.allocate(size).expect("there is memory");
    let first = allocate(1000);
    let address = first.address();
    let part = first.slice(10..20);
    drop(first);
    assert_ne!(allocate(1000).address(), address, "a part of the memory is in use");
    drop(part);
    let (second, third) = (allocate(513), allocate(1024));
    assert_eq!(fake.get("allocations"), 2, "sizes are rounded up to multiples of 512 bytes");
    assert!([second.address(), third.address()].contains(&address));
    assert_eq!((second.byte_size(), third.byte_size()), (513, 1024));
    let _other = allocate(1025);
    assert_eq!(fake.get("allocations"), 3);
}

pub fn memory_of_the_pool_is_freed_for_others(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    // Each takes more than a quarter of the memory.
    let large: Vec<_> = (0..3).map(|_| buffer(&*device, &mut *stream, &[1; 17 << 20])).collect();
    stream.synchronize().expect("the work succeeds");
    drop(large);
    assert_eq!(fake.get("allocations"), 3);
    let larger = device.allocate(50 << 20).expect("the pool is freed");
    assert_eq!(fake.get("allocations"), 1);
    stream.fill(&larger, 2).expect("it is enqueued");
    stream.synchronize().expect("the work succeeds");
    // The other device has a pool and memory of its own.
    let other = (platform.device)(1).expect("there are two devices");
    assert!(other.allocate(50 << 20).is_ok());
}

pub fn too_large_allocations(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let _used = device.allocate(40 << 20).expect("there is memory");
    for bytes in [30 << 20, usize::MAX - 1, usize::MAX] {
        let what = format!("a buffer on {} 0", platform.device_name);
        let expected = Error::OutOfMemory { bytes, what };
        assert_eq!(device.allocate(bytes).err(), Some(expected));
    }
    assert!(device.allocate(20 << 20).is_ok());
    fake.set("fail_allocate", 999);
    let expected = format!("cannot allocate memory: {}", platform.messages.unknown);
    assert_eq!(device.allocate(1).err(), Some(platform.error(expected)));
}

pub fn buffers_of_other_devices(platform: &Platform, _: &Fake) {
    let devices = [0, 1].map(|ordinal| (platform.device)(ordinal).expect("there are two devices"));
    let mut stream = devices[0].create_stream().expect("there are streams");
    let [own, foreign] = [0, 1].map(|index| devices[index].allocate(4).expect("there is memory"));
    let expected = platform.error("a buffer of another device was used");
    stream.copy_from_host(bytes(&[1; 4]), &foreign).expect("the stream keeps the error");
    assert_eq!(stream.synchronize(), Err(expected.clone()));
    for (from, to) in [(&own, &foreign), (&foreign, &own)] {
        stream.copy_on_device(from, to).expect("the stream keeps the error");
        assert_eq!(stream.synchronize(), Err(expected.clone()));
    }
    stream.fill(&foreign, 1).expect("the stream keeps the error");
    assert_eq!(stream.synchronize(), Err(expected.clone()));
    assert_eq!(read(&mut *stream, &foreign).err(), Some(expected));
}
