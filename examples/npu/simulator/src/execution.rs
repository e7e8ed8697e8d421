// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The state of a program's run, and the effect of each instruction on this state.

mod issue;

use std::ops::Range;

use crate::dma::{DIMENSIONS, Dimension};
use crate::dram::Dram;
use crate::fault::{At, Fault};
use crate::hazard::{Access, InFlight, Memory};
use crate::isa::{Instruction, Register};
use crate::matrix::MatrixUnit;
use crate::operations::Unit;
use crate::scalar;
use crate::scratchpad::{SRAM_BYTES, Scratchpad, sram_words, word_range};
use crate::timing::{self, Timeline};
use crate::vector::VectorUnit;

/// Number of lanes, elements or products that together count as one step.
const WORK_A_STEP: u64 = 64;

/// The state of a program's run: the memories, the registers, the units, and the number of steps.
pub(crate) struct Execution<'m> {
    pub(crate) dram: &'m mut Dram,
    pub(crate) scratchpad: &'m mut Scratchpad,
    pub(crate) vector: &'m mut VectorUnit,
    matrix: MatrixUnit,
    registers: [i64; Register::COUNT as usize],
    dimensions: [Dimension; DIMENSIONS],
    lanes: u64,
    in_flight: InFlight,
    timeline: Timeline,
    steps: u64,
    step_limit: u64,
}

impl<'m> Execution<'m> {
    pub(crate) fn new(
        dram: &'m mut Dram,
        scratchpad: &'m mut Scratchpad,
        vector: &'m mut VectorUnit,
        step_limit: u64,
    ) -> Execution<'m> {
        scratchpad.clear();
        Execution {
            dram,
            scratchpad,
            vector,
            matrix: MatrixUnit::new(),
            registers: [0; Register::COUNT as usize],
            dimensions: [Dimension::ONE; DIMENSIONS],
            lanes: 0,
            in_flight: InFlight::default(),
            timeline: Timeline::default(),
            steps: 0,
            step_limit,
        }
    }

    pub(crate) fn get(&self, register: Register) -> i64 {
        self.registers[usize::from(register.number())]
    }

    pub(crate) fn set(&mut self, register: Register, value: i64) {
        if register != Register::ZERO {
            self.registers[usize::from(register.number())] = value;
        }
    }

    pub(crate) fn finish(self) -> crate::Counters {
        self.timeline.finish()
    }

    /// Counts steps and fails at the step limit, so that every program terminates.
    pub(crate) fn count_steps(&mut self, steps: u64, at: At<'_>) -> Result<(), Fault> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.step_limit {
            return Err(Fault::Watchdog { at: at.site(), limit: self.step_limit });
        }
        Ok(())
    }

    /// Executes an instruction. Returns the index of the instruction to execute next, or `None`
    /// after `halt`.
    pub(crate) fn step(
        &mut self,
        instruction: Instruction,
        at: At<'_>,
    ) -> Result<Option<usize>, Fault> {
        use Instruction as I;
        self.count_steps(1, at)?;
        if instruction.unit() == Unit::Scalar {
            self.timeline.issue(Unit::Scalar, 1);
        }
        match instruction {
            I::Nop => {}
            I::Halt => return Ok(None),
            I::Jump { target } => return Ok(Some(target as usize)),
            I::Branch { condition, ra, rb, target } => {
                if scalar::holds(condition, self.get(ra), self.get(rb)) {
                    return Ok(Some(target as usize));
                }
            }
            I::Fence { units } => {
                self.timeline.wait(units);
                self.in_flight.fence(units);
            }
            I::LoadImmediate { rd, value } => self.set(rd, value),
            I::Scalar { op, rd, ra, rb } => {
                let value = scalar::compute(op, self.get(ra), self.get(rb));
                self.set(rd, value.ok_or_else(|| Fault::DivideByZero { at: at.site() })?);
            }
            I::AddImmediate { rd, ra, value } => {
                self.set(rd, self.get(ra).wrapping_add(value.into()));
            }
            I::MulImmediate { rd, ra, value } => {
                self.set(rd, self.get(ra).wrapping_mul(value.into()));
            }
            I::LoadScratchpad { rd, ra, offset } => {
                let word = self.scratchpad_word(ra, offset, false, at)?;
                self.set(rd, self.scratchpad.words[word].cast_signed().into());
            }
            I::StoreScratchpad { ra, offset, rb } => {
                let word = self.scratchpad_word(ra, offset, true, at)?;
                self.scratchpad.words[word] = self.get(rb) as u32;
            }
            I::LoadDram { rd, ra, offset } => self.load_dram(rd, ra, offset, at)?,
            I::DmaReset => self.dimensions = [Dimension::ONE; DIMENSIONS],
            I::DmaDimension { dimension, count, dram_stride, sram_stride } => {
                let last = DIMENSIONS as i64 - 1;
                let index = in_range("dimension", dimension.into(), last, at)?;
                let count = in_range("number of elements", self.get(count), i64::MAX, at)?;
                let (dram, sram) = (self.get(dram_stride), self.get(sram_stride));
                self.dimensions[index as usize] = Dimension { count, dram, sram };
            }
            I::DmaLoad { queue, format, sram, dram } => {
                self.transfer(queue, format, sram, dram, false, at)?;
            }
            I::DmaStore { queue, format, sram, dram } => {
                self.transfer(queue, format, sram, dram, true, at)?;
            }
            I::VectorLength { length } => {
                let most = (SRAM_BYTES / 4) as i64;
                self.lanes = in_range("number of lanes", self.get(length), most, at)?;
            }
            I::VectorUnary { op, dst, a } => {
                let weight = timing::unary_weight(op);
                if let Some((dst, sources)) = self.vector_operands(weight, dst, &[a], at)? {
                    self.vector.unary(op, &mut self.scratchpad.words, dst, &sources);
                }
            }
            I::VectorBinary { op, dst, a, b } => {
                let weight = timing::binary_weight(op);
                if let Some((dst, sources)) = self.vector_operands(weight, dst, &[a, b], at)? {
                    self.vector.binary(op, &mut self.scratchpad.words, dst, &sources);
                }
            }
            I::VectorTernary { op, dst, a, b, c } => {
                if let Some((dst, sources)) = self.vector_operands(1, dst, &[a, b, c], at)? {
                    self.vector.ternary(op, &mut self.scratchpad.words, dst, &sources);
                }
            }
            I::VectorIota { dst } => {
                if let Some((dst, _)) = self.vector_operands(1, dst, &[], at)? {
                    let lanes = self.scratchpad.words[dst].iter_mut();
                    lanes.zip(0..).for_each(|(lane, position)| *lane = position);
                }
            }
            I::VectorSplat { dst, value } => {
                let value = self.get(value) as u32;
                if let Some((dst, _)) = self.vector_operands(1, dst, &[], at)? {
                    self.scratchpad.words[dst].fill(value);
                }
            }
            I::VectorReduce { op, dst, a } => self.reduce(op, dst, a, at)?,
            I::MatrixWeights { kind, source, k, n, stride } => {
                self.weights(kind, source, self.get(k), self.get(n), self.get(stride), at)?;
            }
            I::MatrixMultiply { kind, dst, a, m, dst_stride, a_stride } => {
                let (dst, dst_stride) = (self.get(dst), self.get(dst_stride));
                let (a, a_stride) = (self.get(a), self.get(a_stride));
                self.multiply(kind, (dst, dst_stride), (a, a_stride), self.get(m), at)?;
            }
        }
        Ok(Some(at.pc + 1))
    }

    /// Issues an instruction that occupies `unit` for `cycles` cycles. Counts `work` lanes,
    /// elements or products as steps, and checks for missing fences.
    fn issue(
        &mut self,
        unit: Unit,
        cycles: u64,
        work: u64,
        accesses: &[Access],
        at: At<'_>,
    ) -> Result<(), Fault> {
        self.count_steps(work / WORK_A_STEP, at)?;
        self.check_hazards(unit, accesses, at)?;
        for access in accesses {
            self.in_flight.record(unit, access, at.pc);
        }
        self.timeline.issue(unit, cycles);
        Ok(())
    }

    fn check_hazards(&self, unit: Unit, accesses: &[Access], at: At<'_>) -> Result<(), Fault> {
        for access in accesses {
            if let Some(pc) = self.in_flight.conflict(unit, access) {
                let (memory, Range { start, end }) = (access.memory, access.bytes.clone());
                let other = at.other(pc);
                return Err(Fault::Hazard { at: at.site(), other, memory, start, end });
            }
        }
        Ok(())
    }

    /// Returns the index of the scratchpad word that the scalar unit reads or writes. Checks the
    /// address and missing fences.
    fn scratchpad_word(
        &self,
        ra: Register,
        offset: i32,
        writes: bool,
        at: At<'_>,
    ) -> Result<usize, Fault> {
        let bytes = sram_words(self.get(ra).wrapping_add(offset.into()), 1, at)?;
        let access = if writes { write(&bytes) } else { read(&bytes) };
        self.check_hazards(Unit::Scalar, &[access], at)?;
        Ok(word_range(&bytes).start)
    }

    fn load_dram(
        &mut self,
        rd: Register,
        ra: Register,
        offset: i32,
        at: At<'_>,
    ) -> Result<(), Fault> {
        let address = i128::from(self.get(ra)) + i128::from(offset);
        let bad = || Fault::BadDramAddress { at: at.site(), address, bytes: 8 };
        let start = u64::try_from(address).map_err(|_| bad())?;
        let bytes = self.dram.read(start, 8).map_err(|_| bad())?;
        let value = i64::from_le_bytes(
            *bytes.first_chunk().expect("a DRAM read returns the requested 8 bytes"),
        );
        let access = Access { memory: Memory::Dram, bytes: start..start + 8, writes: false };
        self.check_hazards(Unit::Scalar, &[access], at)?;
        self.set(rd, value);
        Ok(())
    }
}

fn read(bytes: &Range<u64>) -> Access {
    Access { memory: Memory::Scratchpad, bytes: bytes.clone(), writes: false }
}

fn write(bytes: &Range<u64>) -> Access {
    Access { memory: Memory::Scratchpad, bytes: bytes.clone(), writes: true }
}

/// Returns `value` if it is from 0 to `limit`, otherwise a fault that names the quantity `name`.
fn in_range(name: &'static str, value: i64, limit: i64, at: At<'_>) -> Result<u64, Fault> {
    let fault = || Fault::OutOfDim { at: at.site(), name, value, limit };
    u64::try_from(value).ok().filter(|_| value <= limit).ok_or_else(fault)
}
