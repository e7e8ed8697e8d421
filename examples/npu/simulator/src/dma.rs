// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Transfers of the DMA engine: strided elements between DRAM and 32-bit lanes.

use std::ops::Range;

use half::{bf16, f16};

use crate::operations::Format;
use crate::scratchpad::{Stride, span};

/// Number of dimensions of a transfer.
pub const DIMENSIONS: usize = 5;

/// A loop of a transfer: the number of elements, and the strides in DRAM and in the scratchpad in
/// bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) count: u64,
    pub(crate) dram: i64,
    pub(crate) sram: i64,
}

impl Dimension {
    pub(crate) const ONE: Dimension = Dimension { count: 1, dram: 0, sram: 0 };

    /// Merges this dimension with the enclosing dimension. Returns `None` if the strides do not
    /// allow merging.
    fn join(self, outer: Dimension) -> Option<Dimension> {
        let even = |inner: i64, outer| i128::from(self.count) * i128::from(inner) == outer;
        let joined = even(self.dram, outer.dram.into()) && even(self.sram, outer.sram.into());
        Some(Dimension { count: self.count.checked_mul(outer.count).filter(|_| joined)?, ..self })
    }
}

/// An issued transfer.
#[derive(Debug)]
pub(crate) struct Transfer {
    format: Format,
    dram: i64,
    sram: i64,
    /// Dimensions, beginning with the innermost. Unused dimensions are at the end.
    dimensions: [Dimension; DIMENSIONS],
}

impl Transfer {
    pub(crate) fn new(
        format: Format,
        sram: i64,
        dram: i64,
        all: &[Dimension; DIMENSIONS],
    ) -> Transfer {
        let mut dimensions = [Dimension::ONE; DIMENSIONS];
        let mut used = 0_usize;
        for dimension in all.iter().filter(|dimension| dimension.count != 1) {
            let previous = used.checked_sub(1).map(|last| &mut dimensions[last]);
            if let Some(previous) = previous
                && let Some(joined) = previous.join(*dimension)
            {
                *previous = joined;
            } else {
                dimensions[used] = *dimension;
                used += 1;
            }
        }
        Transfer { format, dram, sram, dimensions }
    }

    pub(crate) fn elements(&self) -> u64 {
        let counts = self.dimensions.iter().map(|dimension| dimension.count);
        if counts.clone().any(|count| count == 0) {
            return 0;
        }
        counts.fold(1, u64::saturating_mul)
    }

    /// Returns the number of bytes that are transferred to or from DRAM.
    pub(crate) fn bytes(&self) -> u64 {
        self.elements().saturating_mul(self.format.bytes())
    }

    /// Returns the length in bytes of each contiguous run in DRAM, and the number of runs.
    pub(crate) fn runs(&self) -> (u64, u64) {
        let mut run = self.format.bytes();
        let mut rest = self.dimensions.iter().peekable();
        while let Some(inner) = rest.next_if(|inner| u64::try_from(inner.dram) == Ok(run)) {
            run = run.saturating_mul(inner.count);
        }
        (run, rest.fold(1, |runs: u64, outer| runs.saturating_mul(outer.count)))
    }

    /// Returns the range of DRAM bytes that the transfer spans, or `None` if it has no elements.
    pub(crate) fn dram_span(&self) -> Option<Range<i128>> {
        let stride = |d: &Dimension| Stride { count: d.count, bytes: d.dram };
        span(self.dram, &self.dimensions.each_ref().map(stride), self.format.bytes())
    }

    /// Returns the size and the scratchpad stride of each dimension, beginning with the innermost.
    pub(crate) fn sram_strides(&self) -> [Stride; DIMENSIONS] {
        self.dimensions.map(|d| Stride { count: d.count, bytes: d.sram })
    }

    /// Loads elements and widens them to lanes. `dram` contains the bytes of [`Self::dram_span`].
    /// The caller has checked that the elements are inside `dram` and `sram`.
    pub(crate) fn load(&self, dram: &[u8], sram: &mut [u32]) {
        match self.format {
            Format::B8 => self.load_as(dram, sram, |[byte]: [u8; 1]| byte.into()),
            Format::S8 => self.load_as(dram, sram, |[byte]: [u8; 1]| {
                i32::from(byte.cast_signed()).cast_unsigned()
            }),
            Format::U16 => self.load_as(dram, sram, |b| u16::from_le_bytes(b).into()),
            Format::S16 => {
                self.load_as(dram, sram, |b| i32::from(i16::from_le_bytes(b)).cast_unsigned())
            }
            Format::F16 => {
                self.load_as(dram, sram, |b| f16::from_le_bytes(b).to_f32().to_bits());
            }
            Format::Bf16 => {
                self.load_as(dram, sram, |b| bf16::from_le_bytes(b).to_f32().to_bits());
            }
            Format::W32 => self.load_as(dram, sram, u32::from_le_bytes),
        }
    }

    /// Narrows scratchpad lanes to elements and stores the elements in DRAM in order. If elements
    /// overlap in DRAM, the last one is kept.
    pub(crate) fn store(&self, dram: &mut [u8], sram: &[u32]) {
        match self.format {
            Format::B8 | Format::S8 => self.store_as(dram, sram, |lane| [lane as u8]),
            Format::U16 | Format::S16 => {
                self.store_as(dram, sram, |lane| (lane as u16).to_le_bytes());
            }
            Format::F16 => {
                self.store_as(dram, sram, |lane| f16::from_f32(f32::from_bits(lane)).to_le_bytes())
            }
            Format::Bf16 => {
                self.store_as(dram, sram, |lane| bf16::from_f32(f32::from_bits(lane)).to_le_bytes())
            }
            Format::W32 => self.store_as(dram, sram, u32::to_le_bytes),
        }
    }

    fn load_as<const N: usize>(
        &self,
        dram: &[u8],
        sram: &mut [u32],
        widen: impl Fn([u8; N]) -> u32,
    ) {
        self.for_each_run(|from, to, inner| {
            let count = inner.count as usize;
            if inner.dram == N as i64 && inner.sram == 4 {
                let elements = &dram[from as usize..][..count * N];
                let lanes = &mut sram[to as usize / 4..][..count];
                for (lane, element) in lanes.iter_mut().zip(elements.as_chunks().0) {
                    *lane = widen(*element);
                }
                return;
            }
            let (mut from, mut to) = (from, to);
            for _ in 0..count {
                let element = dram[from as usize..]
                    .first_chunk()
                    .expect("the caller must have checked the DRAM span");
                sram[to as usize / 4] = widen(*element);
                from += inner.dram;
                to += inner.sram;
            }
        });
    }

    fn store_as<const N: usize>(
        &self,
        dram: &mut [u8],
        sram: &[u32],
        narrow: impl Fn(u32) -> [u8; N],
    ) {
        self.for_each_run(|to, from, inner| {
            let count = inner.count as usize;
            if inner.dram == N as i64 && inner.sram == 4 {
                let elements = &mut dram[to as usize..][..count * N];
                let lanes = &sram[from as usize / 4..][..count];
                for (element, lane) in elements.as_chunks_mut().0.iter_mut().zip(lanes) {
                    *element = narrow(*lane);
                }
                return;
            }
            let (mut from, mut to) = (from, to);
            for _ in 0..count {
                dram[to as usize..][..N].copy_from_slice(&narrow(sram[from as usize / 4]));
                from += inner.sram;
                to += inner.dram;
            }
        });
    }

    /// Calls `run` for each execution of the innermost loop, with the byte offset of its first
    /// element in the DRAM span, its byte address in the scratchpad, and the loop.
    fn for_each_run(&self, mut run: impl FnMut(i64, i64, Dimension)) {
        let Some(span) = self.dram_span() else { return };
        let (dram, sram) = ((i128::from(self.dram) - span.start) as i64, self.sram);
        let [inner, d1, d2, d3, d4] = self.dimensions;
        for (dram, sram) in walk(dram, sram, d4) {
            for (dram, sram) in walk(dram, sram, d3) {
                for (dram, sram) in walk(dram, sram, d2) {
                    for (dram, sram) in walk(dram, sram, d1) {
                        run(dram, sram, inner);
                    }
                }
            }
        }
    }
}

/// Returns the byte positions in DRAM and in the scratchpad for each iteration of a loop.
fn walk(dram: i64, sram: i64, dimension: Dimension) -> impl Iterator<Item = (i64, i64)> {
    (0..dimension.count as i64)
        .map(move |turn| (dram + turn * dimension.dram, sram + turn * dimension.sram))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimensions(used: &[(u64, i64, i64)]) -> [Dimension; DIMENSIONS] {
        let mut all = [Dimension::ONE; DIMENSIONS];
        for (dimension, &(count, dram, sram)) in all.iter_mut().zip(used) {
            *dimension = Dimension { count, dram, sram };
        }
        all
    }

    fn lanes(format: Format, dram: &[u8]) -> Vec<u32> {
        let (size, mut sram) = (format.bytes(), vec![0; 8]);
        let count = dram.len() as u64 / size;
        let all = dimensions(&[(count, size as i64, 4)]);
        Transfer::new(format, 0, 0, &all).load(dram, &mut sram);
        sram.truncate(count as usize);
        sram
    }

    fn stored(format: Format, lane: u32) -> Vec<u8> {
        let mut dram = vec![0; format.bytes() as usize];
        Transfer::new(format, 0, 0, &dimensions(&[])).store(&mut dram, &[lane]);
        dram
    }

    #[test]
    fn loads_widen() {
        assert_eq!(lanes(Format::B8, &[0xFF, 1]), [0xFF, 1]);
        assert_eq!(lanes(Format::S8, &[0xFF, 1]), [u32::MAX, 1]);
        assert_eq!(lanes(Format::U16, &[0xFE, 0xFF]), [0xFFFE]);
        assert_eq!(lanes(Format::S16, &[0xFE, 0xFF]), [-2i32 as u32]);
        assert_eq!(
            lanes(Format::F16, &[0, 0x3C, 0, 0xFC]),
            [1.0f32.to_bits(), (-f32::INFINITY).to_bits()]
        );
        assert_eq!(lanes(Format::F16, &[1, 0]), [(2.0f32.powi(-24)).to_bits()]);
        assert_eq!(lanes(Format::Bf16, &[0x80, 0xBF]), [(-1.0f32).to_bits()]);
        assert_eq!(lanes(Format::W32, &[1, 2, 3, 4]), [0x0403_0201]);
    }

    #[test]
    fn stores_narrow() {
        assert_eq!(stored(Format::B8, 0x1234), [0x34]);
        assert_eq!(stored(Format::S8, -2i32 as u32), [0xFE]);
        assert_eq!(stored(Format::U16, 0x12_3456), [0x56, 0x34]);
        assert_eq!(stored(Format::S16, -2i32 as u32), [0xFE, 0xFF]);
        assert_eq!(stored(Format::W32, 0x0403_0201), [1, 2, 3, 4]);
    }

    #[test]
    fn narrow_floats_round_to_even() {
        let half =
            |x: f32| u16::from_le_bytes(stored(Format::F16, x.to_bits()).try_into().unwrap());
        // 2049 lies between the f16 values 2048 and 2050, and 2051 between 2050 and 2052.
        assert_eq!((half(2049.0), half(2051.0)), (0x6800, 0x6802));
        assert_eq!((half(65_519.0), half(65_520.0)), (0x7BFF, 0x7C00));
        assert_eq!((half(-0.0), half(2.0f32.powi(-25))), (0x8000, 0));
        assert!(f16::from_bits(half(f32::NAN)).is_nan());
        let brain = |bits: u32| u16::from_le_bytes(stored(Format::Bf16, bits).try_into().unwrap());
        assert_eq!((brain(0x3F80_8000), brain(0x3F81_8000)), (0x3F80, 0x3F82));
        assert_eq!(brain(0x3F80_8001), 0x3F81);
        assert_eq!(brain(f32::MAX.to_bits()), 0x7F80);
        assert!(bf16::from_bits(brain(0x7F80_0001)).is_nan());
    }

    #[test]
    fn strides_may_be_negative_or_zero() {
        let dram: Vec<u8> = (0..12).collect();
        let mut sram = vec![0; 12];
        // Three columns from right to left, each of two rows that are three bytes apart, doubled.
        let all = dimensions(&[(2, 0, 4), (2, 3, 8), (3, -1, 16)]);
        let transfer = Transfer::new(Format::B8, 0, 2, &all);
        assert_eq!(transfer.dram_span(), Some(0..6));
        transfer.load(&dram[..6], &mut sram);
        assert_eq!(sram, [2, 2, 5, 5, 1, 1, 4, 4, 0, 0, 3, 3]);
    }

    #[test]
    fn a_transposing_store() {
        let sram: Vec<u32> = (0..6).collect();
        let mut dram = vec![0; 12];
        let all = dimensions(&[(3, 4, 4), (2, 2, 12)]);
        Transfer::new(Format::U16, 0, 0, &all).store(&mut dram, &sram);
        assert_eq!(dram, [0, 0, 3, 0, 1, 0, 4, 0, 2, 0, 5, 0]);
    }

    #[test]
    fn five_dimensions() {
        let dram: Vec<u8> = (0..32).collect();
        let mut sram = vec![0; 32];
        let all = dimensions(&[(2, 16, 4), (2, 8, 8), (2, 4, 16), (2, 2, 32), (2, 1, 64)]);
        Transfer::new(Format::B8, 0, 0, &all).load(&dram, &mut sram);
        let reversed = |x: u32| x.reverse_bits() >> 27;
        assert!((0..32).all(|at| sram[at as usize] == reversed(at)));
    }

    #[test]
    fn runs_are_counted_from_the_innermost() {
        let runs = |used: &[_]| Transfer::new(Format::U16, 0, 0, &dimensions(used)).runs();
        assert_eq!(runs(&[]), (2, 1));
        assert_eq!(runs(&[(8, 2, 4)]), (16, 1));
        assert_eq!(runs(&[(8, 2, 4), (3, 16, 100), (5, 100, 4)]), (48, 5));
        assert_eq!(runs(&[(8, 4, 4), (3, 2, 4)]), (2, 24));
        assert_eq!(runs(&[(8, -2, 4)]), (2, 8));
    }

    #[test]
    fn even_dimensions_become_one() {
        let all = dimensions(&[(4, 1, 4), (1, 77, 3), (3, 4, 16), (2, 0, 48)]);
        let transfer = Transfer::new(Format::B8, 0, 0, &all);
        assert_eq!(transfer.dimensions, dimensions(&[(12, 1, 4), (2, 0, 48)]));
        assert_eq!(transfer.elements(), 24);
    }

    #[test]
    fn no_elements() {
        let all = dimensions(&[(4, 1, 4), (0, 4, 16), (u64::MAX / 2, 9, 9)]);
        let transfer = Transfer::new(Format::B8, 0, 0, &all);
        assert_eq!((transfer.elements(), transfer.dram_span()), (0, None));
        transfer.load(&[], &mut []);
    }
}
