// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Checks of the memory accesses of a launch.
//!
//! Two accesses to the same bytes by different threads are a race if one of them is a store, unless
//! the threads belong to the same block and a barrier separates the accesses.

mod ffi;

pub use ffi::{access, check, fail, install, take_fault};

use super::fibres::Moment;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of bytes that kernels of this process have loaded from device memory.
static LOADED: AtomicU64 = AtomicU64::new(0);
/// The number of bytes that kernels of this process have stored to device memory.
static STORED: AtomicU64 = AtomicU64::new(0);

/// The number of bytes that all kernels of this process have moved between device memory and
/// threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Number of bytes that kernel threads have loaded from device memory.
    pub loaded: u64,
    /// Number of bytes that kernel threads have stored to device memory.
    pub stored: u64,
}

impl Traffic {
    /// Returns the traffic of all kernel launches that have ended.
    pub fn now() -> Self {
        Self { loaded: LOADED.load(Ordering::Relaxed), stored: STORED.load(Ordering::Relaxed) }
    }
}

/// A memory access of a thread of a simulated GPU kernel.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The address of the first accessed byte.
    pub address: usize,
    /// The number of accessed bytes.
    pub bytes: usize,
    /// The required alignment of the address in bytes.
    pub alignment: usize,
    /// Whether the access is a store.
    pub is_write: bool,
}

/// The last accesses of simulated threads to one element of memory, from which races are detected.
#[derive(Clone, Copy, Debug, Default)]
struct Element {
    writer: Option<Moment>,
    /// Three readers: the last one, the last reader before it in a different thread, and the last
    /// reader before it in a different block.
    readers: [Option<Moment>; 3],
}

/// The access records of one page of memory.
struct Page {
    /// The number of bytes that one record covers: the size of the smallest access to the page.
    bytes: usize,
    elements: Vec<Element>,
}

/// Number of bytes of memory that a [`Page`] describes.
const PAGE: usize = 4096;

/// Checks the memory accesses of one kernel launch for faults and races.
pub struct Checker {
    /// The address ranges of the kernel's arguments.
    buffers: Vec<Range<usize>>,
    /// The address range of the shared memory of the running thread block.
    shared: Range<usize>,
    pages: HashMap<usize, Page>,
    traffic: Traffic,
}

impl Checker {
    /// Creates the checker of a launch whose arguments are at the addresses `buffers`. The shared
    /// memory of a block is at the addresses `shared`.
    pub fn new(buffers: Vec<Range<usize>>, shared: Range<usize>) -> Self {
        Self { buffers, shared, pages: HashMap::new(), traffic: Traffic::default() }
    }

    /// Checks and records a memory access of the thread at the position `now`. Returns a
    /// description of the fault if the access is faulty.
    pub fn check(&mut self, access: Access, now: Moment) -> Option<String> {
        let Access { address, bytes, alignment, is_write } = access;
        let verb = if is_write { "stores" } else { "loads" };
        let end = address.saturating_add(bytes);
        let contains = |memory: &Range<usize>| memory.start <= address && end <= memory.end;
        let is_shared = contains(&self.shared);
        if !is_shared && !self.buffers.iter().any(contains) {
            return Some(format!(
                "{verb} {bytes} bytes outside of the memory of its arguments and of its block"
            ));
        }
        if address % alignment.max(1) != 0 {
            return Some(format!("{verb} {bytes} bytes at a misaligned address"));
        }
        if !is_shared {
            let total = if is_write { &mut self.traffic.stored } else { &mut self.traffic.loaded };
            *total += bytes as u64;
        }
        let mut next = address;
        while next < end {
            let page = Self::page(&mut self.pages, next / PAGE, bytes.min(PAGE));
            let step = page.bytes;
            let element = &mut page.elements[next % PAGE / step];
            if let Some(race) = element.access(now, is_write, is_shared) {
                return Some(format!("{verb} {bytes} bytes {race}"));
            }
            next = (next / step + 1) * step;
        }
        None
    }

    /// Returns the access records of the page with a number. Splits them so that each record covers
    /// at most `bytes` bytes.
    fn page(pages: &mut HashMap<usize, Page>, number: usize, bytes: usize) -> &mut Page {
        let bytes = 1 << bytes.max(1).ilog2();
        let new = |bytes: usize| Page { bytes, elements: vec![Element::default(); PAGE / bytes] };
        let page = pages.entry(number).or_insert_with(|| new(bytes));
        if page.bytes > bytes {
            let parts = page.bytes / bytes;
            let old = std::mem::replace(page, new(bytes)).elements;
            let copies = old.into_iter().flat_map(|it| std::iter::repeat_n(it, parts));
            page.elements = copies.collect();
        }
        page
    }
}

impl Drop for Checker {
    fn drop(&mut self) {
        LOADED.fetch_add(self.traffic.loaded, Ordering::Relaxed);
        STORED.fetch_add(self.traffic.stored, Ordering::Relaxed);
    }
}

impl Element {
    /// Records an access. Returns a description of the race if the access causes one.
    fn access(&mut self, now: Moment, is_write: bool, is_shared: bool) -> Option<String> {
        let is_racing = |other: &Moment| now.conflicts(*other, is_shared);
        if let Some(writer) = self.writer.filter(is_racing) {
            return Some(format!("that {} stores at the same time", name(writer)));
        }
        let is_known = self.writer.is_some_and(|writer| writer.block == now.block);
        if is_shared && !is_write && !is_known {
            return Some("of the block's memory that no thread has stored".to_owned());
        }
        if !is_write {
            if let Some(last) = self.readers[0].replace(now) {
                if (last.block, last.thread) != (now.block, now.thread) {
                    self.readers[1] = Some(last);
                }
                if last.block != now.block {
                    self.readers[2] = Some(last);
                }
            }
            return None;
        }
        let reader = self.readers.into_iter().flatten().find(is_racing);
        self.writer = Some(now);
        reader.map(|reader| format!("that {} loads at the same time", name(reader)))
    }
}

fn name(moment: Moment) -> String {
    format!("thread {} of block {}", moment.thread, moment.block)
}
