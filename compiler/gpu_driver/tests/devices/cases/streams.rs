// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The order of work, events, and functions of the host.

use super::{buffer, bytes, content, load, numbers};
use crate::fake::Fake;
use crate::platforms::Platform;
use hloom_stream_executor::{Error, KernelArgument, LaunchDimensions};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

pub fn work_is_in_order(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let a = device.allocate(4).expect("there is memory");
    let b = device.allocate(4).expect("there is memory");
    for value in 0..10 {
        stream.copy_from_host(bytes(&[value; 4]), &a).expect("it is enqueued");
        stream.copy_on_device(&a, &b).expect("it is enqueued");
        stream.fill(&a, 0xff).expect("it is enqueued");
    }
    assert_eq!(fake.get("pending"), 30);
    assert_eq!(content(&mut *stream, &b), [9; 4]);
    assert_eq!(content(&mut *stream, &a), [0xff; 4]);
}

pub fn work_keeps_its_resources(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let add = load(platform, &*device, "add").expect("it is loaded");
    let sum = {
        let buffers = [
            buffer(&*device, &mut *stream, &numbers([1, 2])),
            buffer(&*device, &mut *stream, &numbers([10, 20])),
            device.allocate(8).expect("there is memory"),
        ];
        let dimensions =
            LaunchDimensions { groups: [1, 1, 1], threads: [2, 1, 1], shared_bytes: 0 };
        let arguments = buffers.clone().map(KernelArgument::Buffer);
        stream.launch(&add, dimensions, &arguments).expect("it is enqueued");
        let sum = device.allocate(8).expect("there is memory");
        stream.copy_on_device(&buffers[2], &sum).expect("it is enqueued");
        sum
    };
    drop(add);
    // Nothing has run, and the caller has dropped all but one buffer. The stream has not: a buffer of
    // the same size is other memory.
    assert_eq!(fake.get("launches"), 0);
    let mut other = device.create_stream().expect("there are streams");
    let _new = buffer(&*device, &mut *other, &[0; 8]);
    other.synchronize().expect("the work succeeds");
    assert_eq!(content(&mut *stream, &sum), numbers([11, 22]));
    // Now the memory is free.
    assert_eq!(fake.get("allocations"), 5);
    let _later: Vec<_> = (0..3).map(|_| device.allocate(8).expect("there is memory")).collect();
    assert_eq!(fake.get("allocations"), 5);
}

pub fn a_stream_with_much_work(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let counted = device.allocate(1).expect("there is memory");
    for value in 0..70_000_u32 {
        stream.fill(&counted, value as u8).expect("it is enqueued");
    }
    // The stream has waited once, for what it keeps is limited.
    assert_eq!(fake.get("pending"), 70_000 - (1 << 16));
    assert_eq!(content(&mut *stream, &counted), [(69_999 % 256) as u8]);
}

pub fn a_stream_with_pending_work_is_dropped(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let event = device.create_event().expect("there are events");
    let filled = device.allocate(4).expect("there is memory");
    {
        let mut stream = device.create_stream().expect("there are streams");
        stream.copy_from_host(bytes(&[5; 4]), &filled).expect("it is enqueued");
        stream.record(&event).expect("it is enqueued");
        assert_eq!(fake.get("pending"), 2);
    }
    assert!(event.has_happened());
    assert_eq!(event.wait(), Ok(()));
    let mut stream = device.create_stream().expect("there are streams");
    assert_eq!(content(&mut *stream, &filled), [5; 4]);
}

pub fn streams_wait_for_events(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let [mut a, mut b] = [0, 1].map(|_| device.create_stream().expect("there are streams"));
    let event = device.create_event().expect("there are events");
    let shared = device.allocate(4).expect("there is memory");
    let copy = device.allocate(4).expect("there is memory");
    a.fill(&shared, 1).expect("it is enqueued");
    a.record(&event).expect("it is enqueued");
    a.fill(&shared, 2).expect("it is enqueued");
    b.wait_for(&event).expect("it is enqueued");
    b.copy_on_device(&shared, &copy).expect("it is enqueued");
    assert_eq!(content(&mut *b, &copy), [1; 4]);
    // Only the work before the recording was needed.
    assert_eq!(fake.get("pending"), 1);
    assert_eq!(content(&mut *a, &shared), [2; 4]);
    // An event may be recorded again, and dropped while a stream waits for it.
    a.fill(&shared, 3).expect("it is enqueued");
    a.record(&event).expect("it is enqueued");
    assert!(!event.has_happened());
    b.wait_for(&event).expect("it is enqueued");
    drop(event);
    b.copy_on_device(&shared, &copy).expect("it is enqueued");
    assert_eq!(content(&mut *b, &copy), [3; 4]);
}

pub fn the_host_waits_for_events(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let event = device.create_event().expect("there are events");
    assert!(!event.has_happened(), "no stream has recorded it");
    let filled = device.allocate(4).expect("there is memory");
    let (sender, receiver) = mpsc::channel();
    let waiter = thread::spawn({
        let event = Arc::clone(&event);
        move || {
            sender.send(()).expect("the test receives it");
            event.wait()
        }
    });
    receiver.recv().expect("the thread has started");
    stream.fill(&filled, 1).expect("it is enqueued");
    stream.record(&event).expect("it is enqueued");
    assert_eq!(waiter.join().expect("it does not panic"), Ok(()));
    assert!(event.has_happened());
    // Asking is enough for the work to go on.
    stream.fill(&filled, 2).expect("it is enqueued");
    stream.record(&event).expect("it is enqueued");
    while !event.has_happened() {}
    assert_eq!(fake.get("pending"), 0);
}

/// Lets events happen when it is dropped, so that a stream can be dropped after a failed assertion.
struct Released<'a>(&'a Fake);

impl Drop for Released<'_> {
    fn drop(&mut self) {
        self.0.set("hang", 0);
    }
}

pub fn an_event_that_does_not_happen(platform: &Platform, fake: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let event = device.create_event().expect("there are events");
    fake.set("hang", 1);
    stream.record(&event).expect("it is enqueued");
    let _guard = Released(fake);
    for _ in 0..100 {
        assert!(!event.has_happened());
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let waiter = thread::spawn({
        let (event, is_over) = (Arc::clone(&event), Arc::clone(&is_over));
        move || {
            let outcome = event.wait();
            is_over.store(true, Ordering::SeqCst);
            outcome
        }
    });
    thread::sleep(Duration::from_millis(50));
    assert!(!is_over.load(Ordering::SeqCst));
    assert!(!event.has_happened(), "another thread may ask meanwhile");
    fake.set("hang", 0);
    assert_eq!(waiter.join().expect("it does not panic"), Ok(()));
    assert!(event.has_happened());
}

pub fn events_of_other_devices(platform: &Platform, _: &Fake) {
    let devices = [0, 1].map(|ordinal| (platform.device)(ordinal).expect("there are two devices"));
    let mut stream = devices[0].create_stream().expect("there are streams");
    let foreign = devices[1].create_event().expect("there are events");
    let expected = Err(platform.error("an event of another device was used"));
    assert_eq!(stream.record(&foreign), expected);
    assert_eq!(stream.wait_for(&foreign), expected);
    let mut other = devices[1].create_stream().expect("there are streams");
    assert_eq!(other.record(&foreign), Ok(()));
    assert_eq!(foreign.wait(), Ok(()));
}

pub fn functions_of_the_host_are_in_order(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let order = Arc::new(Mutex::new(Vec::new()));
    let filled = device.allocate(4).expect("there is memory");
    for number in 0..3 {
        stream.fill(&filled, number).expect("it is enqueued");
        let order = Arc::clone(&order);
        let note = move || {
            order.lock().expect("no thread panics").push(number);
            Ok(())
        };
        stream.call_host(Box::new(note)).expect("it is enqueued");
    }
    assert_eq!(*order.lock().expect("no thread panics"), []);
    stream.synchronize().expect("the work succeeds");
    assert_eq!(*order.lock().expect("no thread panics"), [0, 1, 2]);
}

pub fn functions_of_the_host_that_fail(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let first = Error::invalid("the first error");
    let fail = |error: Error| Box::new(move || Err(error));
    stream.call_host(fail(first.clone())).expect("it is enqueued");
    stream.call_host(fail(Error::invalid("a later error"))).expect("it is enqueued");
    assert_eq!(stream.synchronize(), Err(first));
    assert_eq!(stream.synchronize(), Ok(()));
    stream.call_host(Box::new(|| panic!("on purpose"))).expect("it is enqueued");
    let expected = Error::Internal("a host callback of the stream panicked".to_owned());
    assert_eq!(stream.synchronize(), Err(expected));
}

pub fn functions_of_the_host_after_a_fault(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let fault = load(platform, &*device, "fault").expect("it is loaded");
    let dimensions = LaunchDimensions { groups: [1; 3], threads: [1; 3], shared_bytes: 0 };
    stream.launch(&fault, dimensions, &[]).expect("it is enqueued");
    let (sender, receiver) = mpsc::channel();
    let tell = move || {
        sender.send(()).expect("the test receives it");
        Ok(())
    };
    stream.call_host(Box::new(tell)).expect("it is enqueued");
    let expected = format!("cannot run the program: {}", platform.messages.fault);
    assert_eq!(stream.synchronize(), Err(platform.error(expected)));
    // The driver does not call the function. It is dropped, so that nobody waits for it.
    assert_eq!(receiver.recv(), Err(mpsc::RecvError));
}

pub fn calls_that_the_driver_rejects(platform: &Platform, _: &Fake) {
    let device = platform.first();
    let mut stream = device.create_stream().expect("there are streams");
    let owned = Arc::new(());
    let kept = Arc::clone(&owned);
    let call = move || {
        drop(kept);
        Ok(())
    };
    stream.call_host(Box::new(call)).expect("the stream keeps the error");
    let expected = format!("cannot call the host: {}", platform.messages.invalid);
    assert_eq!(stream.synchronize(), Err(platform.error(expected)));
    assert_eq!(Arc::strong_count(&owned), 1, "the function is dropped");
}

pub fn threads_use_a_device(platform: &Platform, fake: &Fake) {
    thread::scope(|scope| {
        for number in 0..8_u8 {
            scope.spawn(move || {
                // Half of them use the other device.
                let device = (platform.device)(usize::from(number % 2)).expect("there is one");
                for round in 0..20_u8 {
                    let mut stream = device.create_stream().expect("there are streams");
                    let value = number * 20 + round;
                    let from = buffer(&*device, &mut *stream, &[value; 2000]);
                    let to = device.allocate(2000).expect("there is memory");
                    stream.copy_on_device(&from, &to).expect("it is enqueued");
                    assert_eq!(content(&mut *stream, &to), [value; 2000]);
                }
            });
        }
    });
    assert!(fake.get("allocations") <= 16, "at most two of each thread");
}
