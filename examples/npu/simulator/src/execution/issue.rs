// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Instructions for the DMA, vector and matrix units. The scalar unit checks these instructions and
//! appends them to the queues of the units.

use std::ops::Range;

use super::{Execution, in_range, read, write};
use crate::dma::Transfer;
use crate::fault::{At, Fault};
use crate::hazard::{Access, Memory};
use crate::isa::{Operand, Register};
use crate::matrix::{ARRAY, Rows};
use crate::operations::{Format, Kind, Queue, Unit};
use crate::scratchpad::{Stride, extent, sram_span, sram_words, word_range};
use crate::timing;
use crate::vector::{Source, VectorUnit};
use crate::vector_operations::VectorReduce;

/// Scratchpad word ranges of the result and of up to three operands of a vector operation.
type Operands = (Range<usize>, [Source; 3]);

impl Execution<'_> {
    /// Issues and executes a DMA transfer: from the scratchpad to DRAM if `store` is true,
    /// otherwise from DRAM.
    pub(super) fn transfer(
        &mut self,
        queue: Queue,
        format: Format,
        sram: Register,
        dram: Register,
        store: bool,
        at: At<'_>,
    ) -> Result<(), Fault> {
        let sram = self.get(sram);
        let transfer = Transfer::new(format, sram, self.get(dram), &self.dimensions);
        let (run, runs) = transfer.runs();
        let cycles = timing::dma(run, runs);
        let Some(span) = transfer.dram_span() else {
            return self.issue(queue.unit(), cycles, 0, &[], at);
        };
        let (address, bytes) = (span.start, extent(&span));
        let bad = || Fault::BadDramAddress { at: at.site(), address, bytes };
        let start = u64::try_from(address).map_err(|_| bad())?;
        let memory = self.dram.slice_mut(start, bytes).map_err(|_| bad())?.len() as u64;
        let dram_bytes = start..start + memory;
        let sram_bytes = sram_span(sram, &transfer.sram_strides(), at)?;
        let accesses = [
            Access { memory: Memory::Dram, bytes: dram_bytes, writes: store },
            Access { memory: Memory::Scratchpad, bytes: sram_bytes, writes: !store },
        ];
        self.issue(queue.unit(), cycles, transfer.elements(), &accesses, at)?;
        let memory = self.dram.slice_mut(start, bytes).map_err(|_| bad())?;
        let counters = &mut self.timeline.counters;
        if store {
            transfer.store(memory, &self.scratchpad.words);
            counters.dram_written += transfer.bytes();
        } else {
            transfer.load(memory, &mut self.scratchpad.words);
            counters.dram_read += transfer.bytes();
        }
        Ok(())
    }

    /// Issues a vector operation without executing it. Returns the word ranges of its result and
    /// operands, or `None` if the vector length is zero.
    pub(super) fn vector_operands(
        &mut self,
        weight: u64,
        dst: Register,
        operands: &[Operand],
        at: At<'_>,
    ) -> Result<Option<Operands>, Fault> {
        let dst = sram_words(self.get(dst), self.lanes, at)?;
        let mut sources = [Source::NONE; 3];
        let mut accesses = [write(&dst), read(&(0..0)), read(&(0..0)), read(&(0..0))];
        for (position, operand) in operands.iter().enumerate() {
            let words = if operand.broadcast { self.lanes.min(1) } else { self.lanes };
            let bytes = sram_words(self.get(operand.register), words, at)?;
            sources[position] = Source { words: word_range(&bytes), broadcast: operand.broadcast };
            accesses[position + 1] = read(&bytes);
        }
        let cycles = timing::vector(self.lanes, weight);
        self.issue(Unit::Vector, cycles, self.lanes, &accesses, at)?;
        Ok((self.lanes > 0).then(|| (word_range(&dst), sources)))
    }

    /// Issues and executes a vector reduction.
    pub(super) fn reduce(
        &mut self,
        op: VectorReduce,
        dst: Register,
        a: Register,
        at: At<'_>,
    ) -> Result<(), Fault> {
        let a = sram_words(self.get(a), self.lanes, at)?;
        let dst = sram_words(self.get(dst), self.lanes.min(1), at)?;
        let accesses = [write(&dst), read(&a)];
        self.issue(Unit::Vector, timing::vector(self.lanes, 1), self.lanes, &accesses, at)?;
        if self.lanes > 0 {
            let (dst, a) = (word_range(&dst).start, word_range(&a));
            VectorUnit::reduce(op, &mut self.scratchpad.words, dst, a);
        }
        Ok(())
    }

    /// Issues and executes a load of a k x n tile of weights, whose rows are `stride` bytes apart.
    pub(super) fn weights(
        &mut self,
        kind: Kind,
        source: Register,
        k: i64,
        n: i64,
        stride: i64,
        at: At<'_>,
    ) -> Result<(), Fault> {
        let tile = 0..=ARRAY as i64;
        if !tile.contains(&k) || !tile.contains(&n) {
            return Err(Fault::TileTooLarge { at: at.site(), k, n });
        }
        let (k, n) = (k as usize, n as usize);
        let (bytes, rows) = rows((self.get(source), stride), k as u64, n, at)?;
        self.issue(Unit::Matrix, timing::matrix_weights(k), 0, &[read(&bytes)], at)?;
        self.matrix.load(kind, &self.scratchpad.words, rows, k, n);
        Ok(())
    }

    /// Issues and executes a matrix product of `m` rows. `dst` and `a` each consist of the address
    /// of the first row and the stride between rows in bytes.
    pub(super) fn multiply(
        &mut self,
        kind: Kind,
        dst: (i64, i64),
        a: (i64, i64),
        m: i64,
        at: At<'_>,
    ) -> Result<(), Fault> {
        if !self.matrix.has(kind) {
            return Err(Fault::NoWeights { at: at.site() });
        }
        let (k, n) = (self.matrix.k, self.matrix.n);
        let m = in_range("number of rows", m, i64::MAX, at)?;
        let (dst_bytes, dst) = rows(dst, m, n, at)?;
        let (a_bytes, a) = rows(a, m, k, at)?;
        let products = m.saturating_mul((k * n) as u64);
        let cycles = timing::matrix_multiply(m, k, n);
        let accesses = [write(&dst_bytes), read(&a_bytes)];
        // Each row counts as one more product, so that rows without products are limited, too.
        self.issue(Unit::Matrix, cycles, products.saturating_add(m), &accesses, at)?;
        if products > 0 {
            self.matrix.multiply(kind, &mut self.scratchpad.words, dst, a, m as usize);
        }
        self.timeline.counters.multiply_accumulates += products;
        Ok(())
    }
}

/// Returns the byte range of `count` scratchpad rows of `length` words, and the start and stride of
/// these rows in words.
fn rows(
    (address, stride): (i64, i64),
    count: u64,
    length: usize,
    at: At<'_>,
) -> Result<(Range<u64>, Rows), Fault> {
    let row = Stride { count: length as u64, bytes: 4 };
    let bytes = sram_span(address, &[row, Stride { count, bytes: stride }], at)?;
    let nothing = bytes.is_empty();
    let rows = Rows { start: address / 4, stride: stride / 4 };
    Ok((bytes, if nothing { Rows { start: 0, stride: 0 } } else { rows }))
}
