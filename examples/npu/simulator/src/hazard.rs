// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Detection of missing fences.
//!
//! The detector tracks the bytes that each unit may still read and write. Only fences clear these
//! accesses. A program whose correctness depends on timing thus also causes a fault.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use crate::isa::UnitSet;
use crate::operations::Unit;

/// A memory of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The scratchpad.
    Scratchpad,
    /// Device memory.
    Dram,
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Memory::Scratchpad => "scratchpad",
            Memory::Dram => "DRAM",
        })
    }
}

/// An access of an instruction: the memory, the range from the lowest to the highest byte, and
/// whether the instruction writes it.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) memory: Memory,
    pub(crate) bytes: Range<u64>,
    pub(crate) writes: bool,
}

/// Disjoint byte ranges of a memory, each with the index of the last instruction that accessed it.
#[derive(Debug, Default)]
struct Ranges(BTreeMap<u64, (u64, usize)>);

impl Ranges {
    /// Returns the index of an instruction that accessed any of the bytes, or `None` if no
    /// instruction did.
    fn overlap(&self, bytes: &Range<u64>) -> Option<usize> {
        let (_, &(end, pc)) = self.0.range(..bytes.end).next_back()?;
        (end > bytes.start).then_some(pc)
    }

    /// Records an instruction as the last one that accessed a range. Merges adjacent ranges of the
    /// same instruction.
    fn insert(&mut self, bytes: &Range<u64>, pc: usize) {
        // Fast path: loops access the same range again.
        if let Some((end, of)) = self.0.get_mut(&bytes.start)
            && *end == bytes.end
        {
            *of = pc;
            return;
        }
        let (mut start, mut end) = (bytes.start, bytes.end);
        while let Some((&from, &(to, of))) = self.0.range(..end).next_back()
            && to > start
        {
            self.0.remove(&from);
            if of == pc {
                (start, end) = (start.min(from), end.max(to));
                continue;
            }
            if to > end {
                self.0.insert(end, (to, of));
            }
            if from < start {
                self.0.insert(from, (start, of));
            }
        }
        if let Some((&from, &(to, of))) = self.0.range(..start).next_back()
            && (to, of) == (start, pc)
        {
            start = from;
        }
        if let Some(&(to, of)) = self.0.get(&end)
            && of == pc
        {
            self.0.remove(&end);
            end = to;
        }
        self.0.insert(start, (end, pc));
    }
}

/// The accesses of a unit since the last fence that waited for the unit.
#[derive(Debug, Default)]
struct Unfinished {
    reads: [Ranges; 2],
    writes: [Ranges; 2],
}

/// For each unit, its accesses since the last fence that waited for it.
#[derive(Debug, Default)]
pub(crate) struct InFlight {
    units: [Unfinished; 5],
}

impl InFlight {
    /// Returns the index of an instruction of another unit that conflicts with an access of `unit`,
    /// or `None` if there is no conflict.
    pub(crate) fn conflict(&self, unit: Unit, access: &Access) -> Option<usize> {
        if access.bytes.is_empty() {
            return None;
        }
        let memory = access.memory as usize;
        let others = Unit::ALL.iter().filter(|other| **other != unit);
        others.map(|other| &self.units[*other as usize]).find_map(|other| {
            let read = || other.reads[memory].overlap(&access.bytes);
            let written = other.writes[memory].overlap(&access.bytes);
            written.or_else(|| if access.writes { read() } else { None })
        })
    }

    /// Records an access, unless it is an access of the scalar unit, which completes each access
    /// immediately.
    pub(crate) fn record(&mut self, unit: Unit, access: &Access, pc: usize) {
        if unit == Unit::Scalar || access.bytes.is_empty() {
            return;
        }
        let unit = &mut self.units[unit as usize];
        let ranges = if access.writes { &mut unit.writes } else { &mut unit.reads };
        ranges[access.memory as usize].insert(&access.bytes, pc);
    }

    /// Removes the recorded accesses of `units`, because a fence has waited for these units.
    pub(crate) fn fence(&mut self, units: UnitSet) {
        for unit in units.units() {
            let unit = &mut self.units[unit as usize];
            for ranges in unit.reads.iter_mut().chain(&mut unit.writes) {
                ranges.0.clear();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_and_joined() {
        let mut ranges = Ranges::default();
        ranges.insert(&(0..100), 1);
        ranges.insert(&(40..60), 2);
        assert_eq!(
            ranges.0.clone().into_iter().collect::<Vec<_>>(),
            [(0, (40, 1)), (40, (60, 2)), (60, (100, 1))]
        );
        ranges.insert(&(60..70), 2);
        assert_eq!(ranges.overlap(&(65..66)), Some(2));
        assert_eq!(ranges.overlap(&(70..71)), Some(1));
        assert_eq!(ranges.overlap(&(100..200)), None);
        ranges.insert(&(10..90), 1);
        assert_eq!(ranges.0.into_iter().collect::<Vec<_>>(), [(0, (100, 1))]);
    }

    #[test]
    fn ranges_agree_with_an_array() {
        let (mut ranges, mut bytes, mut seed) = (Ranges::default(), [None; 64], 1u32);
        let mut next = |limit| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            u64::from(seed >> 16) % limit
        };
        for _ in 0..5000 {
            let (start, length, pc) = (next(60), 1 + next(4), next(3) as usize);
            ranges.insert(&(start..start + length), pc);
            bytes[start as usize..(start + length) as usize].fill(Some(pc));
            for (at, pc) in bytes.iter().enumerate() {
                assert_eq!(ranges.overlap(&(at as u64..at as u64 + 1)), *pc);
            }
        }
    }

    #[test]
    fn only_a_write_conflicts_and_only_without_a_fence() {
        let access = |bytes, writes| Access { memory: Memory::Scratchpad, bytes, writes };
        let mut flying = InFlight::default();
        flying.record(Unit::Dma0, &access(0..64, false), 7);
        assert_eq!(flying.conflict(Unit::Vector, &access(0..64, false)), None);
        assert_eq!(flying.conflict(Unit::Vector, &access(60..64, true)), Some(7));
        assert_eq!(flying.conflict(Unit::Dma0, &access(60..64, true)), None);
        let dram = Access { memory: Memory::Dram, bytes: 0..64, writes: true };
        assert_eq!(flying.conflict(Unit::Vector, &dram), None);
        flying.fence(UnitSet::of(Unit::Vector));
        assert_eq!(flying.conflict(Unit::Scalar, &access(0..4, true)), Some(7));
        flying.fence(UnitSet::of(Unit::Dma0));
        assert_eq!(flying.conflict(Unit::Scalar, &access(0..4, true)), None);
    }
}
