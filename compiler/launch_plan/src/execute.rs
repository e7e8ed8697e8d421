// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Executes launch plans with the commands of a device.

use crate::plan::{Base, Place, Plan, Step};

/// The commands of a device that a plan needs. The device executes them in the order in which they
/// are enqueued.
pub trait Commands {
    /// A range of device memory.
    type Buffer: Clone;
    /// The error of a command that cannot be enqueued.
    type Error;

    /// Returns the range of `bytes` bytes at `offset` in a buffer.
    ///
    /// # Errors
    /// Fails if the range is out of bounds.
    fn part(
        &self,
        buffer: &Self::Buffer,
        offset: u64,
        bytes: u64,
    ) -> Result<Self::Buffer, Self::Error>;

    /// Launches the kernel with index `kernel` in [`Plan::kernels`].
    ///
    /// # Errors
    /// Fails if the launch cannot be enqueued.
    fn launch(&mut self, kernel: usize, arguments: &[Self::Buffer]) -> Result<(), Self::Error>;

    /// Copies `source` to `destination`, which has the same size.
    ///
    /// # Errors
    /// Fails if the copy cannot be enqueued.
    fn copy(
        &mut self,
        source: &Self::Buffer,
        destination: &Self::Buffer,
    ) -> Result<(), Self::Error>;

    /// Executes the runtime call with number `number` on the host, after all earlier commands.
    ///
    /// # Errors
    /// Fails if the call cannot be enqueued.
    fn call(
        &mut self,
        number: usize,
        operands: &[Self::Buffer],
        results: &[Self::Buffer],
    ) -> Result<(), Self::Error>;

    /// Waits for all earlier commands, and returns the bytes of a buffer.
    ///
    /// # Errors
    /// Fails if a command has failed.
    fn read(&mut self, buffer: &Self::Buffer) -> Result<Vec<u8>, Self::Error>;
}

/// The buffers of a run of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Buffers<'a, B> {
    /// The buffers of the arguments.
    pub arguments: &'a [B],
    /// The buffers of the results.
    pub results: &'a [B],
    /// The arena, which holds the temporaries.
    pub arena: &'a B,
    /// The buffers of the plan's constants.
    pub constants: &'a [B],
}

/// Executes a plan. Returns when all commands are enqueued, possibly before they are complete.
///
/// # Errors
/// Returns the first error of a command.
pub fn run<C: Commands>(
    plan: &Plan,
    buffers: Buffers<C::Buffer>,
    commands: &mut C,
) -> Result<(), C::Error> {
    Run { buffers, registers: vec![None; plan.registers], commands }.steps(&plan.steps)
}

struct Run<'a, C: Commands> {
    buffers: Buffers<'a, C::Buffer>,
    registers: Vec<Option<C::Buffer>>,
    commands: &'a mut C,
}

impl<C: Commands> Run<'_, C> {
    fn buffer(&self, place: &Place) -> Result<C::Buffer, C::Error> {
        let base = match place.base {
            Base::Argument(number) => &self.buffers.arguments[number],
            Base::Result(number) => &self.buffers.results[number],
            Base::Arena => self.buffers.arena,
            Base::Constant(number) => &self.buffers.constants[number],
            Base::Register(number) => {
                self.registers[number].as_ref().expect("a plan sets registers before it uses them")
            }
        };
        self.commands.part(base, place.offset, place.bytes)
    }

    fn all(&self, places: &[Place]) -> Result<Vec<C::Buffer>, C::Error> {
        places.iter().map(|place| self.buffer(place)).collect()
    }

    /// Reads a predicate from the device. Returns true if at least one of its bytes is not 0.
    fn holds(&mut self, predicate: &Place) -> Result<bool, C::Error> {
        let buffer = self.buffer(predicate)?;
        Ok(self.commands.read(&buffer)?.iter().any(|byte| *byte != 0))
    }

    fn steps(&mut self, steps: &[Step]) -> Result<(), C::Error> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Result<(), C::Error> {
        match step {
            Step::Launch { kernel, arguments } => {
                let arguments = self.all(arguments)?;
                self.commands.launch(*kernel, &arguments)
            }
            Step::Copy { source, destination } => {
                let (source, destination) = (self.buffer(source)?, self.buffer(destination)?);
                self.commands.copy(&source, &destination)
            }
            Step::Call { number, operands, results } => {
                let (operands, results) = (self.all(operands)?, self.all(results)?);
                self.commands.call(*number, &operands, &results)
            }
            Step::Assign(assignments) => {
                let values = assignments.iter().map(|(_, place)| self.buffer(place));
                let values = values.collect::<Result<Vec<_>, _>>()?;
                for ((register, _), value) in assignments.iter().zip(values) {
                    self.registers[*register] = Some(value);
                }
                Ok(())
            }
            Step::While { before, predicate, body } => {
                self.steps(before)?;
                while self.holds(predicate)? {
                    self.steps(body)?;
                    self.steps(before)?;
                }
                Ok(())
            }
            Step::Repeat { count, body } => (0..*count).try_for_each(|_| self.steps(body)),
            Step::If { predicate, then, otherwise } => {
                let taken = if self.holds(predicate)? { then } else { otherwise };
                self.steps(taken)
            }
            Step::Switch { selector, cases, default } => {
                let buffer = self.buffer(selector)?;
                let bytes = self.commands.read(&buffer)?;
                let number = <[u8; 8]>::try_from(&bytes[..]).map_or(0, i64::from_ne_bytes);
                let case = cases.iter().find(|(case, _)| *case == number);
                self.steps(case.map_or(default, |(_, steps)| steps))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device whose kernels add 1 to a byte (0), or store whether it is below 5 (1).
    #[derive(Default)]
    struct Device {
        memory: Vec<u8>,
        launches: usize,
    }

    impl Commands for Device {
        type Buffer = (usize, usize);
        type Error = String;

        fn part(
            &self,
            buffer: &(usize, usize),
            offset: u64,
            bytes: u64,
        ) -> Result<(usize, usize), String> {
            let (offset, bytes) = (offset as usize, bytes as usize);
            let fits = offset + bytes <= buffer.1;
            fits.then_some((buffer.0 + offset, bytes)).ok_or_else(|| "out of bounds".to_owned())
        }

        fn launch(&mut self, kernel: usize, arguments: &[(usize, usize)]) -> Result<(), String> {
            self.launches += 1;
            match kernel {
                0 => self.memory[arguments[0].0] += 1,
                _ => self.memory[arguments[1].0] = u8::from(self.memory[arguments[0].0] < 5),
            }
            Ok(())
        }

        fn copy(
            &mut self,
            source: &(usize, usize),
            destination: &(usize, usize),
        ) -> Result<(), String> {
            self.memory.copy_within(source.0..source.0 + source.1, destination.0);
            Ok(())
        }

        fn call(
            &mut self,
            number: usize,
            _: &[(usize, usize)],
            results: &[(usize, usize)],
        ) -> Result<(), String> {
            self.memory[results[0].0] = number as u8;
            Ok(())
        }

        fn read(&mut self, buffer: &(usize, usize)) -> Result<Vec<u8>, String> {
            Ok(self.memory[buffer.0..buffer.0 + buffer.1].to_vec())
        }
    }

    fn execute(device: &mut Device, registers: usize, steps: Vec<Step>) -> Result<(), String> {
        let plan = Plan { registers, steps, ..Plan::default() };
        let (arguments, results, arena) = ([(0, 4)], [(4, 4)], (8, 16));
        device.memory.resize(24, 0);
        let buffers =
            Buffers { arguments: &arguments, results: &results, arena: &arena, constants: &[] };
        run(&plan, buffers, device)
    }

    fn place(base: Base, offset: u64, bytes: u64) -> Place {
        Place { base, offset, bytes }
    }

    fn add(to: Place) -> Step {
        Step::Launch { kernel: 0, arguments: vec![to] }
    }

    #[test]
    fn loops_run_until_the_predicate_is_false() -> Result<(), String> {
        let (counter, flag) = (place(Base::Result(0), 1, 1), place(Base::Arena, 0, 1));
        let test = Step::Launch { kernel: 1, arguments: vec![counter, flag] };
        let mut device = Device::default();
        let body = vec![add(counter)];
        execute(&mut device, 0, vec![Step::While { before: vec![test], predicate: flag, body }])?;
        assert_eq!((device.memory[5], device.launches), (5, 11));
        let body = vec![add(counter)];
        execute(&mut device, 0, vec![Step::Repeat { count: 3, body }])?;
        assert_eq!(device.memory[5], 8);
        Ok(())
    }

    #[test]
    fn branches_follow_the_memory() -> Result<(), String> {
        let (result, flag) = (place(Base::Result(0), 0, 1), place(Base::Argument(0), 0, 1));
        let call = |number| vec![Step::Call { number, operands: vec![], results: vec![result] }];
        let branch = || vec![Step::If { predicate: flag, then: call(7), otherwise: call(9) }];
        let mut device = Device::default();
        execute(&mut device, 0, branch())?;
        assert_eq!(device.memory[4], 9);
        device.memory[0] = 1;
        execute(&mut device, 0, branch())?;
        assert_eq!(device.memory[4], 7);

        let selector = place(Base::Arena, 8, 8);
        let cases = vec![(2, call(2)), (-1, call(3))];
        let switch = || vec![Step::Switch { selector, cases: cases.clone(), default: call(4) }];
        for (number, expected) in [(2i64, 2), (-1, 3), (0, 4)] {
            device.memory[16..24].copy_from_slice(&number.to_ne_bytes());
            execute(&mut device, 0, switch())?;
            assert_eq!(device.memory[4], expected);
        }
        Ok(())
    }

    #[test]
    fn registers_are_assigned_at_once() -> Result<(), String> {
        let (one, other) = (place(Base::Arena, 0, 1), place(Base::Arena, 1, 1));
        let register = |number| place(Base::Register(number), 0, 1);
        let steps = vec![
            Step::Assign(vec![(0, one), (1, other)]),
            Step::Assign(vec![(0, register(1)), (1, register(0))]),
            add(register(0)),
            Step::Copy { source: register(0), destination: place(Base::Result(0), 3, 1) },
        ];
        let mut device = Device::default();
        execute(&mut device, 2, steps)?;
        assert_eq!((device.memory[8], device.memory[9], device.memory[7]), (0, 1, 1));
        Ok(())
    }

    #[test]
    fn places_outside_of_buffers_are_errors() {
        let failure = execute(&mut Device::default(), 0, vec![add(place(Base::Arena, 16, 1))]);
        assert_eq!(failure, Err("out of bounds".to_owned()));
    }
}
