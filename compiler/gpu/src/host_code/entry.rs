// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Writes the function that executes a plan, as text of the dialects scf and llvm.
//!
//! Every step becomes a call of a function in `support.mlir`, and control flow becomes scf
//! operations. Addresses of device memory are integers. A register of the plan is a variable on the
//! stack.

use super::constants::{Constants, host_symbol};
use super::steps::most_arguments;
use hloom_compiler::Error;
use hloom_gpu_runtime::GpuProgram;
use hloom_launch_plan::{Base, Place, Plan, Step};
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The maximum size in bytes of a predicate or a selector that the host reads from the device.
const MOST_READ: u64 = 8;

/// Returns the text of the exported function `name`, which executes the plan of a program.
///
/// # Errors
/// Returns [`Error::Internal`] if the plan uses a place outside of its buffer, or contains a
/// runtime call.
pub fn entry(program: &GpuProgram, constants: &Constants, name: &str) -> Result<String, Error> {
    let mut entry =
        Entry { program, constants, text: String::new(), numbers: BTreeSet::new(), values: 0 };
    entry.prologue()?;
    entry.steps(&program.plan.steps)?;
    Ok(entry.finish(name))
}

struct Entry<'p> {
    program: &'p GpuProgram,
    constants: &'p Constants,
    /// The operations of the function that follow the operations that [`Entry::finish`] adds.
    text: String,
    /// The integer constants that the text uses. [`Entry::number`] returns their SSA names.
    numbers: BTreeSet<u64>,
    /// The number of SSA names that were assigned so far.
    values: usize,
}

impl Entry<'_> {
    fn plan(&self) -> &Plan {
        &self.program.plan
    }

    /// Appends a line to the text.
    fn line(&mut self, line: fmt::Arguments) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Appends an operation with one result to the text, and returns the SSA name of the result.
    fn value(&mut self, op: fmt::Arguments) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        self.line(format_args!("{name} = {op}"));
        name
    }

    /// Returns the SSA name of a constant of type `i64`.
    fn number(&mut self, value: u64) -> String {
        self.numbers.insert(value);
        format!("%n{value}")
    }

    /// Writes the copies of arguments to the results that alias them, which the plan expects to
    /// have the content of these arguments at the start.
    fn prologue(&mut self) -> Result<(), Error> {
        for (result, argument) in self.program.aliases.clone() {
            let shape = self.program.signature.results.get(result);
            let bytes = shape.and_then(|shape| shape.byte_size()).unwrap_or_default() as u64;
            let place = |base| Place { base, offset: 0, bytes };
            let (source, destination) = (Base::Argument(argument), Base::Result(result));
            self.copy(&place(source), &place(destination))?;
        }
        Ok(())
    }

    /// Returns the size in bytes of the buffer of a base, or `None` if the base is a register.
    fn size(&self, base: Base) -> Option<u64> {
        let signature = &self.program.signature;
        let shape = |shape: Option<&hloom_compiler::Shape>| {
            shape.and_then(|shape| shape.byte_size()).unwrap_or_default() as u64
        };
        match base {
            Base::Argument(number) => Some(shape(signature.arguments.get(number))),
            Base::Result(number) => Some(shape(signature.results.get(number))),
            Base::Arena => Some(self.plan().arena_bytes),
            Base::Constant(number) => {
                Some(self.plan().constants.get(number).map_or(0, |bytes| bytes.len() as u64))
            }
            Base::Register(_) => None,
        }
    }

    /// Checks that a place is inside of its buffer. Places relative to a register are not checked.
    fn check(&self, place: &Place) -> Result<(), Error> {
        let Place { base, offset, bytes } = *place;
        match self.size(base) {
            Some(size) if offset.checked_add(bytes).is_none_or(|end| end > size) => {
                Err(Error::Internal(format!(
                    "the launch plan exceeds a buffer: it uses {bytes} bytes at offset {offset} of \
                     a buffer of {size} bytes"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Writes the computation of the address of a place, and returns the SSA name of the address.
    fn address(&mut self, place: &Place) -> Result<String, Error> {
        self.check(place)?;
        let (base, offset) = match place.base {
            Base::Argument(number) => (format!("%argument{number}_address"), place.offset),
            Base::Result(number) => (format!("%result{number}_address"), place.offset),
            Base::Arena => ("%arena_address".to_owned(), place.offset),
            Base::Constant(number) => {
                let at = self.constants.offset(number).ok_or_else(|| {
                    Error::Internal(format!(
                        "constant {number} of the launch plan has no memory on the device"
                    ))
                })?;
                ("%constants_address".to_owned(), at + place.offset)
            }
            Base::Register(number) => {
                let load = format_args!("llvm.load %register{number} : !llvm.ptr -> i64");
                (self.value(load), place.offset)
            }
        };
        if offset == 0 {
            return Ok(base);
        }
        let offset = self.number(offset);
        Ok(self.value(format_args!("llvm.add {base}, {offset} : i64")))
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), Error> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), Error> {
        match step {
            Step::Launch { kernel, arguments } => self.launch(*kernel, arguments),
            Step::Copy { source, destination } => self.copy(source, destination),
            Step::Call { number, .. } => Err(Error::Internal(format!(
                "host code cannot contain runtime calls, found call {number}"
            ))),
            Step::Assign(assignments) => {
                let values = assignments.iter().map(|(_, place)| self.address(place));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                for ((register, _), value) in assignments.iter().zip(values) {
                    self.line(format_args!(
                        "llvm.store {value}, %register{register} : i64, !llvm.ptr"
                    ));
                }
                Ok(())
            }
            Step::While { before, predicate, body } => {
                self.line(format_args!("scf.while : () -> () {{"));
                self.steps(before)?;
                let holds = self.holds(predicate)?;
                self.line(format_args!("scf.condition({holds})\n}} do {{"));
                self.steps(body)?;
                self.line(format_args!("scf.yield\n}}"));
                Ok(())
            }
            Step::Repeat { count: 0, .. } => Ok(()),
            Step::Repeat { count: 1, body } => self.steps(body),
            Step::Repeat { count, body } => self.repeat(*count, body),
            Step::If { predicate, then, otherwise } => {
                let holds = self.holds(predicate)?;
                self.line(format_args!("scf.if {holds} {{"));
                self.steps(then)?;
                self.line(format_args!("}} else {{"));
                self.steps(otherwise)?;
                self.line(format_args!("}}"));
                Ok(())
            }
            Step::Switch { selector, cases, default } => {
                let selected = self.read(selector)?;
                let mut is_other = self.value(format_args!("llvm.mlir.constant(true) : i1"));
                for (number, steps) in cases {
                    let number = self.number(*number as u64);
                    let is =
                        self.value(format_args!("llvm.icmp \"eq\" {selected}, {number} : i64"));
                    let not =
                        self.value(format_args!("llvm.icmp \"ne\" {selected}, {number} : i64"));
                    is_other = self.value(format_args!("llvm.and {is_other}, {not} : i1"));
                    self.line(format_args!("scf.if {is} {{"));
                    self.steps(steps)?;
                    self.line(format_args!("}}"));
                }
                self.line(format_args!("scf.if {is_other} {{"));
                self.steps(default)?;
                self.line(format_args!("}}"));
                Ok(())
            }
        }
    }

    fn launch(&mut self, kernel: usize, arguments: &[Place]) -> Result<(), Error> {
        for (index, place) in arguments.iter().enumerate() {
            let address = self.address(place)?;
            self.line(format_args!("llvm.store {address}, %argument_slot{index} : i64, !llvm.ptr"));
        }
        let kernel = self.number(kernel as u64);
        self.line(format_args!(
            "llvm.call @hloom.launch(%run, {kernel}, %pointers) : (!llvm.ptr, i64, !llvm.ptr) -> ()"
        ));
        Ok(())
    }

    fn copy(&mut self, source: &Place, destination: &Place) -> Result<(), Error> {
        if source.bytes != destination.bytes {
            return Err(Error::Internal(format!(
                "the launch plan copies {} bytes to a destination of {} bytes",
                source.bytes, destination.bytes
            )));
        }
        if source.bytes == 0 {
            return Ok(());
        }
        if let Base::Constant(number) = source.base
            && self.constants.offset(number).is_none()
        {
            self.check(source)?;
            let to = self.address(destination)?;
            self.upload(number, source.offset, &to, source.bytes);
            return Ok(());
        }
        let (from, to) = (self.address(source)?, self.address(destination)?);
        let bytes = self.number(source.bytes);
        self.line(format_args!(
            "llvm.call @hloom.copy(%run, {to}, {from}, {bytes}) : (!llvm.ptr, i64, i64, i64) -> ()"
        ));
        Ok(())
    }

    /// Writes a copy of `bytes` bytes, which begin at an offset of a constant on the host, to a
    /// device address.
    fn upload(&mut self, number: usize, offset: u64, address: &str, bytes: u64) {
        if bytes == 0 {
            return;
        }
        let symbol = host_symbol(number);
        let start = self.value(format_args!("llvm.mlir.addressof @{symbol} : !llvm.ptr"));
        let (offset, bytes) = (self.number(offset), self.number(bytes));
        let source = self.value(format_args!(
            "llvm.getelementptr {start}[{offset}] : (!llvm.ptr, i64) -> !llvm.ptr, i8"
        ));
        self.line(format_args!(
            "llvm.call @hloom.upload(%run, {address}, {source}, {bytes}) \
             : (!llvm.ptr, i64, !llvm.ptr, i64) -> ()"
        ));
    }

    /// Writes a read of a predicate or a selector from the device, and returns the SSA name of its
    /// value as an `i64`.
    fn read(&mut self, place: &Place) -> Result<String, Error> {
        if place.bytes > MOST_READ {
            return Err(Error::Internal(format!(
                "the launch plan reads a predicate or a selector of {} bytes, expected at most {MOST_READ}",
                place.bytes
            )));
        }
        let address = self.address(place)?;
        let bytes = self.number(place.bytes);
        Ok(self.value(format_args!(
            "llvm.call @hloom.read(%run, {address}, {bytes}) : (!llvm.ptr, i64, i64) -> i64"
        )))
    }

    /// Writes a read of a predicate from the device, and returns the SSA name of an `i1` that is
    /// true if the predicate is not 0.
    fn holds(&mut self, predicate: &Place) -> Result<String, Error> {
        let (value, zero) = (self.read(predicate)?, self.number(0));
        Ok(self.value(format_args!("llvm.icmp \"ne\" {value}, {zero} : i64")))
    }

    /// Writes a loop that ends after `count` iterations or after the first error.
    fn repeat(&mut self, count: u64, body: &[Step]) -> Result<(), Error> {
        let (zero, one, count) = (self.number(0), self.number(1), self.number(count));
        let index = format!("%i{}", self.values);
        self.values += 1;
        self.line(format_args!("scf.while ({index} = {zero}) : (i64) -> i64 {{"));
        let status = self.value(format_args!("llvm.load %run : !llvm.ptr -> i32"));
        let is_good = self.value(format_args!("llvm.icmp \"eq\" {status}, %success : i32"));
        let is_more = self.value(format_args!("llvm.icmp \"ult\" {index}, {count} : i64"));
        let goes_on = self.value(format_args!("llvm.and {is_good}, {is_more} : i1"));
        self.line(format_args!(
            "scf.condition({goes_on}) {index} : i64\n}} do {{\n^bb0({index}: i64):"
        ));
        self.steps(body)?;
        let next = self.value(format_args!("llvm.add {index}, {one} : i64"));
        self.line(format_args!("scf.yield {next} : i64\n}}"));
        Ok(())
    }

    /// Returns the text of the whole function: first the constants, addresses and variables that
    /// the steps use, then the steps.
    fn finish(self, name: &str) -> String {
        let signature = &self.program.signature;
        let buffers = |what: &'static str, count: usize| {
            (0..count).map(move |number| format!("{what}{number}"))
        };
        let mut names: Vec<_> = buffers("argument", signature.arguments.len())
            .chain(buffers("result", signature.results.len()))
            .collect();
        names.push("arena".to_owned());
        let parameters: Vec<_> = names.iter().map(|name| format!("%{name}: !llvm.ptr")).collect();
        let mut text = format!(
            "llvm.func @{name}({}, %stream: !llvm.ptr) -> (i32 {{llvm.signext}}) {{\n\
             %success = llvm.mlir.constant(STATUS_OK : i32) : i32\n\
             %one = llvm.mlir.constant(1 : i32) : i32\n",
            parameters.join(", ")
        );
        let mut line = |line: fmt::Arguments| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{line}");
        };
        for number in &self.numbers {
            line(format_args!("%n{number} = llvm.mlir.constant({} : i64) : i64", *number as i64));
        }
        for name in names {
            line(format_args!("%{name}_address = llvm.ptrtoint %{name} : !llvm.ptr to i64"));
        }
        for register in 0..self.plan().registers {
            line(format_args!("%register{register} = llvm.alloca %one x i64 : (i32) -> !llvm.ptr"));
        }
        let slots = most_arguments(&self.plan().steps);
        line(format_args!("%slots = llvm.mlir.constant({} : i32) : i32", slots.max(1)));
        line(format_args!("%pointers = llvm.alloca %slots x !llvm.ptr : (i32) -> !llvm.ptr"));
        for slot in 0..slots {
            line(format_args!(
                "%argument_slot{slot} = llvm.alloca %one x i64 : (i32) -> !llvm.ptr\n\
                 %pointer{slot} = llvm.getelementptr %pointers[{slot}] \
                 : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr\n\
                 llvm.store %argument_slot{slot}, %pointer{slot} : !llvm.ptr, !llvm.ptr"
            ));
        }
        line(format_args!(
            "%run = llvm.alloca %one x !llvm.struct<(i32, ptr)> : (i32) -> !llvm.ptr\n\
             %stream_slot = llvm.getelementptr %run[8] : (!llvm.ptr) -> !llvm.ptr, i8\n\
             llvm.store %stream, %stream_slot : !llvm.ptr, !llvm.ptr\n\
             %loaded = llvm.call @hloom.load() : () -> i32\n\
             llvm.store %loaded, %run : i32, !llvm.ptr"
        ));
        if self.constants.bytes() > 0 {
            line(format_args!(
                "%constants_address = llvm.call @hloom.constants_of(%run) : (!llvm.ptr) -> i64"
            ));
        }
        text.push_str(&self.text);
        text.push_str(
            "%status = llvm.load %run : !llvm.ptr -> i32\nllvm.return %status : i32\n}\n",
        );
        text
    }
}
