// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of streams and events on a queue whose commands complete when the test says so.

use hloom_compiler::Error;
use hloom_compiler::host::HostExecutor;
use hloom_compiler::interface::{
    DeviceBuffer, DeviceMemory, Event, Kernel, KernelArgument, LaunchDimensions, Stream,
};
use hloom_device::DeviceId;
use hloom_device::stream::{Command, Completion, DeviceEvent, DeviceStream, Launch, Queue};
use hloom_values::AlignedBytes;
use std::any::Any;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

/// A limit for things that happen; a test that waits as long has failed.
const LONG: Duration = Duration::from_secs(30);
/// A limit for things that must not happen.
const SHORT: Duration = Duration::from_millis(20);

/// A command that was submitted and is not complete.
enum Pending {
    Command(Arc<Command>, Completion<()>),
    Read(Completion<AlignedBytes>),
}

impl Pending {
    fn succeed(self) {
        match self {
            Pending::Command(_, done) => done.finish(Ok(())),
            Pending::Read(done) => done.finish(Ok(bytes(b"data"))),
        }
    }

    fn fail(self, message: &str) {
        match self {
            Pending::Command(_, done) => done.finish(Err(Error::invalid(message))),
            Pending::Read(done) => done.finish(Err(Error::invalid(message))),
        }
    }

    fn is_cancelled(&self) -> bool {
        match self {
            Pending::Command(_, done) => done.is_cancelled(),
            Pending::Read(done) => done.is_cancelled(),
        }
    }

    /// Returns the byte that a fill writes.
    fn value(&self) -> Option<u8> {
        match self {
            Pending::Command(command, _) => match &**command {
                Command::Fill { value, .. } => Some(*value),
                _ => None,
            },
            Pending::Read(_) => None,
        }
    }
}

/// A queue that hands its commands to the test.
struct TestQueue {
    device: DeviceId,
    submitted: Mutex<Sender<Pending>>,
}

impl TestQueue {
    fn hand_over(&self, pending: Pending) {
        // A test that has ended does not receive.
        let _ = self.submitted.lock().expect("no test panics with the lock").send(pending);
    }
}

impl Queue for TestQueue {
    fn device(&self) -> &DeviceId {
        &self.device
    }

    fn check_buffer(&self, buffer: &DeviceBuffer) -> Result<(), Error> {
        let memory = buffer.memory().as_any().downcast_ref::<TestMemory>();
        memory.map(drop).ok_or_else(|| self.device.error("expected a buffer of this device"))
    }

    fn check_launch(&self, _launch: &Launch) -> Result<(), Error> {
        Err(self.device.error("no kernel is known"))
    }

    fn submit(&self, command: &Arc<Command>, done: Completion<()>) {
        assert!(!matches!(&**command, Command::Fill { value: 0xEE, .. }), "a fault of the driver");
        self.hand_over(Pending::Command(Arc::clone(command), done));
    }

    fn read(&self, _source: &DeviceBuffer, done: Completion<AlignedBytes>) {
        self.hand_over(Pending::Read(done));
    }
}

#[derive(Debug)]
struct TestMemory;

impl DeviceMemory for TestMemory {
    fn byte_size(&self) -> usize {
        4
    }

    fn address(&self) -> u64 {
        0
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

fn bytes(content: &[u8]) -> AlignedBytes {
    AlignedBytes::try_copy_of(content).expect("a few bytes")
}

fn buffer() -> DeviceBuffer {
    DeviceBuffer::new(Arc::new(TestMemory))
}

/// A stream, and its submitted commands.
struct Device {
    stream: DeviceStream,
    submitted: Receiver<Pending>,
    queue: Weak<TestQueue>,
}

fn device_id() -> DeviceId {
    DeviceId::new("test", 0)
}

fn device() -> Device {
    let (sender, submitted) = channel();
    let queue = Arc::new(TestQueue { device: device_id(), submitted: Mutex::new(sender) });
    let weak = Arc::downgrade(&queue);
    let stream = DeviceStream::new(Box::new(HostExecutor::new("test", 0)), queue);
    Device { stream: stream.expect("a thread starts"), submitted, queue: weak }
}

impl Device {
    /// Enqueues fills with some values.
    fn fill(&mut self, values: impl IntoIterator<Item = u8>) {
        values.into_iter().for_each(|value| self.stream.fill(&buffer(), value).expect("enqueued"));
    }

    /// Returns the next commands that were submitted.
    fn next<const N: usize>(&self) -> [Pending; N] {
        std::array::from_fn(|_| self.submitted.recv_timeout(LONG).expect("a command is submitted"))
    }

    fn is_idle(&self) -> bool {
        matches!(self.submitted.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout))
    }

    /// Enqueues a copy to the host; its receiver sends a name and the outcome.
    fn read(&mut self, name: &'static str, to: &Sender<(&'static str, Result<Vec<u8>, Error>)>) {
        let to = to.clone();
        let receive = move |bytes: Result<AlignedBytes, Error>| {
            to.send((name, bytes.map(|bytes| bytes.to_vec()))).expect("the test receives");
        };
        self.stream.copy_to_host(&buffer(), Box::new(receive)).expect("enqueued");
    }

    /// Enqueues a function that sends a name.
    fn call(&mut self, name: &'static str, to: &Sender<&'static str>) {
        let to = to.clone();
        let callback = move || to.send(name).map_err(Error::invalid);
        self.stream.call_host(Box::new(callback)).expect("enqueued");
    }
}

fn event() -> Arc<dyn Event> {
    Arc::new(DeviceEvent::new(&device_id()))
}

fn message(outcome: Result<(), Error>) -> String {
    outcome.expect_err("it fails").to_string()
}

#[test]
fn commands_are_submitted_while_earlier_ones_run() -> Result<(), Error> {
    let mut device = device();
    device.fill([1, 2, 3]);
    let commands: [_; 3] = device.next();
    assert_eq!(commands.each_ref().map(Pending::value), [Some(1), Some(2), Some(3)]);
    commands.into_iter().for_each(Pending::succeed);
    device.stream.synchronize()
}

#[test]
fn completions_out_of_order_take_effect_in_order() -> Result<(), Error> {
    let mut device = device();
    let (sender, received) = channel();
    let recorded = event();
    device.read("first", &sender);
    device.read("second", &sender);
    device.stream.record(&recorded)?;
    device.read("third", &sender);
    let [first, second, third] = device.next();
    third.succeed();
    second.succeed();
    assert_eq!(received.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
    assert!(!recorded.has_happened());
    first.succeed();
    for name in ["first", "second", "third"] {
        assert_eq!(received.recv_timeout(LONG), Ok((name, Ok(b"data".to_vec()))));
    }
    assert!(recorded.has_happened());
    device.stream.synchronize()
}

#[test]
fn a_function_runs_between_the_commands_around_it() -> Result<(), Error> {
    let mut device = device();
    let (sender, called) = channel();
    device.fill([1]);
    device.call("function", &sender);
    device.fill([2]);
    let [before] = device.next();
    assert_eq!(called.recv_timeout(SHORT), Err(RecvTimeoutError::Timeout));
    assert!(device.is_idle());
    before.succeed();
    assert_eq!(called.recv_timeout(LONG), Ok("function"));
    let [after] = device.next();
    assert_eq!(after.value(), Some(2));
    after.succeed();
    device.stream.synchronize()
}

#[test]
fn an_error_in_the_middle_skips_the_rest_and_is_returned_once() -> Result<(), Error> {
    let mut device = device();
    let ((sender, received), (to_call, called)) = (channel(), channel());
    let (before, behind) = (event(), event());
    device.fill([1]);
    device.stream.record(&before)?;
    device.fill([2, 3]);
    device.read("in flight", &sender);
    let [first, second, third, read] = device.next();
    read.succeed();
    second.fail("the second");
    assert!(third.is_cancelled() && !first.is_cancelled());
    third.fail("the third");
    first.succeed();
    device.fill([4]);
    device.call("function", &to_call);
    device.read("skipped", &sender);
    device.stream.record(&behind)?;
    let failure = Err(Error::invalid("the second"));
    assert_eq!(before.wait(), Ok(()));
    assert_eq!(behind.wait(), failure);
    for name in ["in flight", "skipped"] {
        let expected = (name, failure.clone().map(|()| Vec::new()));
        assert_eq!(received.recv_timeout(LONG), Ok(expected));
    }
    assert_eq!(device.stream.synchronize(), failure);
    assert!(device.is_idle());
    assert!(called.try_recv().is_err());
    // The failure is gone.
    device.fill([5]);
    let [next] = device.next();
    assert!(!next.is_cancelled());
    next.succeed();
    device.stream.synchronize()
}

#[test]
fn the_first_failure_is_first_in_the_order_of_the_stream() {
    let mut device = device();
    device.fill([1, 2]);
    let [first, second] = device.next();
    second.fail("the second");
    assert!(!first.is_cancelled());
    first.fail("the first");
    assert_eq!(message(device.stream.synchronize()), "the first");
}

#[test]
fn many_wait_for_one_event() -> Result<(), Error> {
    const WAITERS: u8 = 16;
    let mut recorder = device();
    let recorded = event();
    recorder.fill([1]);
    recorder.stream.record(&recorded)?;
    let mut streams: Vec<_> = (0..WAITERS).map(|_| device()).collect();
    for (number, waiting) in (0..).zip(&mut streams) {
        waiting.stream.wait_for(&recorded)?;
        waiting.fill([number]);
    }
    let threads: Vec<_> = (0..WAITERS)
        .map(|_| {
            let recorded = Arc::clone(&recorded);
            std::thread::spawn(move || recorded.wait())
        })
        .collect();
    assert!(streams[0].is_idle() && !recorded.has_happened());
    let [command] = recorder.next();
    command.succeed();
    for (number, waiting) in (0..).zip(&mut streams) {
        let [command] = waiting.next();
        assert_eq!(command.value(), Some(number));
        command.succeed();
        waiting.stream.synchronize()?;
    }
    for thread in threads {
        thread.join().expect("no panic")?;
    }
    recorder.stream.synchronize()
}

#[test]
fn a_failure_reaches_all_that_wait_for_it() -> Result<(), Error> {
    let (mut first, mut second, mut third) = (device(), device(), device());
    let (one, other) = (event(), event());
    first.fill([1]);
    first.stream.record(&one)?;
    second.stream.wait_for(&one)?;
    second.fill([2]);
    second.stream.record(&other)?;
    third.stream.wait_for(&other)?;
    third.fill([3]);
    let [command] = first.next();
    command.fail("a fault");
    for device in [&mut third, &mut second, &mut first] {
        assert_eq!(message(device.stream.synchronize()), "a fault");
    }
    assert!(second.is_idle() && third.is_idle());
    // A new recording starts anew.
    first.stream.record(&one)?;
    one.wait()
}

#[test]
fn a_stream_that_has_failed_waits_for_nothing() -> Result<(), Error> {
    let mut device = device();
    let never = event();
    device.fill([1]);
    device.stream.wait_for(&never)?;
    let [command] = device.next();
    command.fail("a fault");
    device.stream.wait_for(&never)?;
    assert_eq!(message(device.stream.synchronize()), "a fault");
    // The waits that were skipped have no effect when the event is gone.
    drop(never);
    device.stream.synchronize()
}

#[test]
fn a_wait_for_an_event_that_is_gone_fails() -> Result<(), Error> {
    let mut device = device();
    let lost = event();
    device.stream.wait_for(&lost)?;
    device.fill([1]);
    assert!(device.is_idle());
    drop(lost);
    let expected = "platform `test`: an event was dropped before a stream recorded it";
    assert_eq!(message(device.stream.synchronize()), expected);
    Ok(())
}

#[test]
fn an_event_that_was_recorded_twice_waits_for_both() -> Result<(), Error> {
    let (mut first, mut second) = (device(), device());
    let recorded = event();
    for device in [&mut first, &mut second] {
        device.fill([1]);
        device.stream.record(&recorded)?;
    }
    let ([one], [other]) = (first.next(), second.next());
    other.succeed();
    second.stream.synchronize()?;
    assert!(!recorded.has_happened());
    one.succeed();
    recorded.wait()
}

#[test]
fn work_in_flight_goes_on_after_its_stream_is_dropped() -> Result<(), Error> {
    let mut device = device();
    let (sender, called) = channel();
    let (memory, recorded) = (Arc::new(TestMemory), event());
    let weak = Arc::downgrade(&memory);
    device.stream.fill(&DeviceBuffer::new(memory), 1)?;
    device.call("function", &sender);
    device.fill([2]);
    device.stream.record(&recorded)?;
    let Device { stream, submitted, queue } = device;
    let next = || submitted.recv_timeout(LONG).expect("a command is submitted");
    let first = next();
    drop(stream);
    assert!(called.recv_timeout(SHORT).is_err());
    // The command holds the memory, although the queue and the user have dropped it.
    let Pending::Command(command, done) = first else { panic!("expected a fill") };
    drop(command);
    assert!(weak.upgrade().is_some());
    done.finish(Ok(()));
    assert_eq!(called.recv_timeout(LONG), Ok("function"));
    assert!(weak.upgrade().is_none());
    next().succeed();
    recorded.wait()?;
    // The thread ends and drops the queue, the last sender of the channel.
    assert!(matches!(submitted.recv_timeout(LONG), Err(RecvTimeoutError::Disconnected)));
    assert!(queue.upgrade().is_none());
    Ok(())
}

#[test]
fn a_completion_that_is_dropped_is_a_failure() {
    let mut device = device();
    device.fill([1]);
    let [command] = device.next();
    drop(command);
    let expected = "platform `test`: the driver dropped a command before its completion";
    assert_eq!(message(device.stream.synchronize()), expected);
}

#[test]
fn panics_are_failures_of_the_stream() -> Result<(), Error> {
    let mut device = device();
    device.fill([0xEE]);
    let expected = "internal error: the driver panicked while it submitted a command of a stream; \
                    please report it";
    assert_eq!(message(device.stream.synchronize()), expected);
    device.stream.call_host(Box::new(|| panic!("a fault of the user")))?;
    let expected = "internal error: a host function of a stream panicked; please report it";
    assert_eq!(message(device.stream.synchronize()), expected);
    device.stream.copy_to_host(&buffer(), Box::new(|_| panic!("a fault of the user")))?;
    let [read] = device.next();
    read.succeed();
    let expected =
        "internal error: the function that receives a copy to the host panicked; please report it";
    assert_eq!(message(device.stream.synchronize()), expected);
    device.stream.synchronize()
}

#[derive(Debug)]
struct NoKernel;

impl Kernel for NoKernel {
    fn name(&self) -> &str {
        "none"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[test]
fn wrong_work_is_refused_when_it_is_enqueued() -> Result<(), Error> {
    let mut device = device();
    let stream = &mut device.stream;
    let foreign = HostExecutor::new("host", 0);
    let foreign = hloom_compiler::interface::StreamExecutor::allocate(&foreign, 4)?;
    let own = buffer();
    assert_eq!(
        message(stream.fill(&foreign, 0)),
        "platform `test`: expected a buffer of this device"
    );
    assert!(stream.copy_on_device(&own, &foreign).is_err());
    assert!(stream.copy_to_host(&foreign, Box::new(drop)).is_err());
    let long = Arc::new(bytes(b"12345"));
    assert_eq!(
        message(stream.copy_from_host(long, &own)),
        "platform `test`: cannot copy 5 bytes to a buffer of 4 bytes"
    );
    let part = |range| own.slice(range).expect("within");
    assert!(stream.copy_on_device(&own, &part(0..2)).is_err());
    assert_eq!(
        message(stream.copy_on_device(&part(0..3), &part(1..4))),
        "platform `test`: a copy on the device: expected identical or disjoint memory ranges, \
         found ranges that overlap partly"
    );
    let kernel: Arc<dyn Kernel> = Arc::new(NoKernel);
    let once = LaunchDimensions { groups: [1; 3], threads: [1; 3], shared_bytes: 0 };
    assert_eq!(
        message(stream.launch(&kernel, once, &[KernelArgument::Buffer(foreign)])),
        "platform `test`: expected a buffer of this device"
    );
    assert_eq!(message(stream.launch(&kernel, once, &[])), "platform `test`: no kernel is known");
    let others: Arc<dyn Event> = Arc::new(DeviceEvent::new(&DeviceId::new("test", 1)));
    let expected = "platform `test`: expected an event of this device, found one of another device";
    assert_eq!(message(stream.record(&others)), expected);
    assert_eq!(message(stream.wait_for(&others)), expected);
    // A copy of a buffer to itself does nothing.
    stream.copy_on_device(&own, &own)?;
    assert!(device.is_idle());
    device.stream.synchronize()
}
