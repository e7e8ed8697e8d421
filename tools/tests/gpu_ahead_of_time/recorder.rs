// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! A device that records the commands of a plan, which the loader's own code executes.

use hloom_gpu_runtime::GpuProgram;
use hloom_launch_plan::{Buffers, Commands, Plan, run};
use std::collections::VecDeque;
use std::fmt::{self, Display, Formatter};

/// A part of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    name: String,
    offset: u64,
    bytes: u64,
}

impl Part {
    pub fn whole(name: impl Into<String>, bytes: usize) -> Self {
        Self { name: name.into(), offset: 0, bytes: bytes as u64 }
    }
}

impl Display for Part {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        write!(out, "{}+{}", self.name, self.offset)
    }
}

/// The device. Its commands have the form in which the fake driver writes them.
struct Recorder<'p> {
    plan: &'p Plan,
    reads: VecDeque<i64>,
    log: Vec<String>,
}

impl Commands for Recorder<'_> {
    type Buffer = Part;
    type Error = String;

    fn part(&self, buffer: &Part, offset: u64, bytes: u64) -> Result<Part, String> {
        let fits = offset + bytes <= buffer.bytes;
        let part = Part { name: buffer.name.clone(), offset: buffer.offset + offset, bytes };
        fits.then_some(part).ok_or_else(|| "out of bounds".to_owned())
    }

    fn launch(&mut self, kernel: usize, arguments: &[Part]) -> Result<(), String> {
        let kernel = &self.plan.kernels[kernel];
        let ([bx, by, bz], [tx, ty, tz]) = (kernel.blocks, kernel.threads);
        let arguments: String = arguments.iter().map(|part| format!(" {part}")).collect();
        self.log.push(format!(
            "launch {} blocks {bx} {by} {bz} threads {tx} {ty} {tz} shared {}:{arguments}",
            kernel.name, kernel.shared_bytes
        ));
        Ok(())
    }

    fn copy(&mut self, source: &Part, destination: &Part) -> Result<(), String> {
        let bytes = source.bytes;
        if bytes == 0 || source == destination {
            return Ok(());
        }
        self.log.push(format!("copy {source} {destination} {bytes}"));
        Ok(())
    }

    fn call(&mut self, number: usize, _: &[Part], _: &[Part]) -> Result<(), String> {
        Err(format!("the host has to make call {number}"))
    }

    fn read(&mut self, buffer: &Part) -> Result<Vec<u8>, String> {
        let value = self.reads.pop_front().unwrap_or_default();
        self.log.push(format!("read {buffer} {}: {value}", buffer.bytes));
        self.log.push("wait".to_owned());
        Ok(value.to_le_bytes()[..buffer.bytes as usize].to_vec())
    }
}

/// Returns the line of a copy from the host, with the hash FNV-1a of the bytes.
fn upload(destination: &str, data: &[u8]) -> String {
    let hash = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("upload {destination} {} {hash:016x}", data.len())
}

/// Returns the lines that a run of a program must write, if reads from the device find `reads`. Takes
/// the numbers that are read. Parts of constant 2 have the form `constant2+0`.
///
/// # Errors
/// Fails if the plan exceeds a buffer, or calls the host.
pub fn expected(program: &GpuProgram, reads: &mut VecDeque<i64>) -> Result<Vec<String>, String> {
    let GpuProgram { signature, plan, .. } = program;
    let parts = |what: &str, bytes: Vec<usize>| -> Vec<_> {
        let parts = bytes.into_iter().enumerate();
        parts.map(|(index, bytes)| Part::whole(format!("{what}{index}"), bytes)).collect()
    };
    let sizes = |shapes: &[hloom_compiler::Shape]| {
        shapes.iter().map(|shape| shape.byte_size().unwrap_or_default()).collect()
    };
    let (arguments, results) = (
        parts("argument", sizes(&signature.arguments)),
        parts("result", sizes(&signature.results)),
    );
    let constants = parts("constant", plan.constants.iter().map(|bytes| bytes.len()).collect());
    let mut recorder = Recorder { plan, reads: std::mem::take(reads), log: Vec::new() };
    for (result, argument) in &program.aliases {
        recorder.copy(&arguments[*argument], &results[*result])?;
    }
    let buffers = Buffers {
        arguments: &arguments,
        results: &results,
        arena: &Part::whole("arena", plan.arena_bytes as usize),
        constants: &constants,
    };
    run(plan, buffers, &mut recorder)?;
    *reads = recorder.reads;
    Ok(recorder.log)
}

/// Returns true if a line is the expected one. A constant may be a part of the constants on the device,
/// which have the content `on_device`, and a copy of a constant may come from the host.
pub fn is_expected(plan: &Plan, on_device: &[u8], expected: &str, found: &str) -> bool {
    let words: Vec<_> = expected.split(' ').collect();
    if let ["copy", constant, destination, bytes] = words[..]
        && let Some((number, offset)) = constant_part(constant)
        && found.starts_with("upload ")
    {
        let bytes: usize = bytes.parse().unwrap_or_default();
        return found == upload(destination, &plan.constants[number][offset..offset + bytes]);
    }
    let is_same = |(expected, found): (&str, &str)| match constant_part(expected) {
        None => expected == found,
        Some((number, offset)) => {
            let constant = &plan.constants[number];
            let start = found.strip_prefix("constants0+").and_then(|start| start.parse().ok());
            let start = start.and_then(|start: usize| start.checked_sub(offset));
            let content = start.and_then(|start| on_device.get(start..start + constant.len()));
            start.is_some_and(|start| start % 64 == 0) && content == Some(&constant[..])
        }
    };
    let found: Vec<_> = found.split(' ').collect();
    words.len() == found.len() && words.into_iter().zip(found).all(is_same)
}

/// Returns the number of a constant and the offset in it, if a word is `constant2+64`.
fn constant_part(word: &str) -> Option<(usize, usize)> {
    let (number, offset) = word.strip_prefix("constant")?.split_once('+')?;
    Some((number.parse().ok()?, offset.parse().ok()?))
}
