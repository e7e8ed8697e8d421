// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Device memory: allocations in a separate address space.

use std::collections::BTreeMap;

use thiserror::Error;

/// The first address of device memory, far from any valid host address.
pub const DRAM_BASE: u64 = 0x4E50_0000_0000;
/// Alignment of every allocation of device memory in bytes.
pub const DRAM_ALIGNMENT: u64 = 64;
/// Default capacity of device memory in bytes.
pub const DEFAULT_DRAM_BYTES: u64 = 1 << 30;

/// Value of the bytes of newly allocated memory. It represents NaN in every float format and -1 in
/// every signed integer format.
const POISON: u8 = 0xFF;

/// The reason why device memory rejects a request.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DramError {
    /// The requested bytes exceed the free device memory.
    #[error("{requested} bytes do not fit into device memory: {used} of {capacity} are in use")]
    OutOfMemory { requested: u64, used: u64, capacity: u64 },
    /// The bytes are not inside one live allocation.
    #[error("{bytes} bytes at {address:#x} are not within one live allocation of device memory")]
    BadAddress { address: u64, bytes: u64 },
    /// The address is not the start of a live allocation.
    #[error("{address:#x} is not the start of a live allocation of device memory")]
    NotAllocated { address: u64 },
}

/// Device memory. Addresses are never reused, so that an access to freed memory always faults.
#[derive(Debug)]
pub struct Dram {
    allocations: BTreeMap<u64, Vec<u8>>,
    next: u64,
    used: u64,
    capacity: u64,
}

impl Default for Dram {
    fn default() -> Dram {
        Dram::with_capacity(DEFAULT_DRAM_BYTES)
    }
}

impl Dram {
    /// Creates empty memory of the given capacity in bytes.
    pub fn with_capacity(capacity: u64) -> Dram {
        Dram { allocations: BTreeMap::new(), next: DRAM_BASE, used: 0, capacity }
    }

    /// Returns the capacity in bytes.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Returns the number of bytes in live allocations.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Returns the number of live allocations.
    pub fn allocations(&self) -> usize {
        self.allocations.len()
    }

    /// Allocates memory and returns its address, a multiple of 64. An empty allocation has a unique
    /// address.
    ///
    /// # Errors
    /// Fails if the free device memory is too small.
    pub fn allocate(&mut self, bytes: u64) -> Result<u64, DramError> {
        let (used, capacity) = (self.used, self.capacity);
        let refuse = || DramError::OutOfMemory { requested: bytes, used, capacity };
        let length = usize::try_from(bytes).map_err(|_| refuse())?;
        if bytes > capacity.saturating_sub(used) {
            return Err(refuse());
        }
        let address = self.next;
        let padded = bytes.max(1).checked_next_multiple_of(DRAM_ALIGNMENT).ok_or_else(refuse)?;
        self.next = address.checked_add(padded).ok_or_else(refuse)?;
        let mut memory = Vec::new();
        memory.try_reserve_exact(length).map_err(|_| refuse())?;
        memory.resize(length, POISON);
        self.allocations.insert(address, memory);
        self.used += bytes;
        Ok(address)
    }

    /// Frees an allocation.
    ///
    /// # Errors
    /// Fails if the address is not the start of a live allocation.
    pub fn free(&mut self, address: u64) -> Result<(), DramError> {
        let memory =
            self.allocations.remove(&address).ok_or(DramError::NotAllocated { address })?;
        self.used -= memory.len() as u64;
        Ok(())
    }

    /// Returns `bytes` bytes of device memory from `address` on.
    ///
    /// # Errors
    /// Fails if the bytes are not inside one live allocation.
    pub fn read(&self, address: u64, bytes: u64) -> Result<&[u8], DramError> {
        let bad = DramError::BadAddress { address, bytes };
        let Some((start, memory)) = self.allocations.range(..=address).next_back() else {
            return Err(bad);
        };
        let range = within(address - start, bytes, memory.len()).ok_or(bad)?;
        Ok(&memory[range])
    }

    /// Writes bytes to device memory from `address` on.
    ///
    /// # Errors
    /// Fails if the bytes are not inside one live allocation.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), DramError> {
        self.slice_mut(address, bytes.len() as u64)?.copy_from_slice(bytes);
        Ok(())
    }

    /// Returns `bytes` mutable bytes of device memory from `address` on.
    ///
    /// # Errors
    /// Fails if the bytes are not inside one live allocation.
    pub fn slice_mut(&mut self, address: u64, bytes: u64) -> Result<&mut [u8], DramError> {
        let bad = DramError::BadAddress { address, bytes };
        let Some((start, memory)) = self.allocations.range_mut(..=address).next_back() else {
            return Err(bad);
        };
        let range = within(address - start, bytes, memory.len()).ok_or(bad)?;
        Ok(&mut memory[range])
    }
}

/// Returns the index range of `bytes` bytes at `offset` in an allocation of `length` bytes, or
/// `None` if the range exceeds the allocation.
fn within(offset: u64, bytes: u64, length: usize) -> Option<std::ops::Range<usize>> {
    let start = usize::try_from(offset).ok()?;
    let end = start.checked_add(usize::try_from(bytes).ok()?)?;
    (end <= length).then_some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_was_written() {
        let mut dram = Dram::default();
        let a = dram.allocate(10).unwrap();
        let b = dram.allocate(100).unwrap();
        assert_eq!((a, b), (DRAM_BASE, DRAM_BASE + 64));
        dram.write(b + 4, &[1, 2, 3]).unwrap();
        assert_eq!(dram.read(b + 3, 5).unwrap(), [POISON, 1, 2, 3, POISON]);
        assert_eq!(dram.used(), 110);
    }

    #[test]
    fn an_access_stays_in_one_live_allocation() {
        let mut dram = Dram::default();
        let a = dram.allocate(64).unwrap();
        let b = dram.allocate(64).unwrap();
        let bad = |address, bytes| Err(DramError::BadAddress { address, bytes });
        assert_eq!(dram.read(a + 60, 8), bad(a + 60, 8));
        assert_eq!(dram.read(0x7fff_1234, 1), bad(0x7fff_1234, 1));
        assert_eq!(dram.read(a, u64::MAX), bad(a, u64::MAX));
        dram.free(b).unwrap();
        assert_eq!(dram.read(b, 1), bad(b, 1));
        assert_eq!(
            dram.write(b, &[0]).unwrap_err(),
            DramError::BadAddress { address: b, bytes: 1 }
        );
        assert_eq!(dram.free(b), Err(DramError::NotAllocated { address: b }));
        assert_eq!(dram.free(a + 1), Err(DramError::NotAllocated { address: a + 1 }));
    }

    #[test]
    fn nothing_is_an_allocation_too() {
        let mut dram = Dram::default();
        let a = dram.allocate(0).unwrap();
        let b = dram.allocate(0).unwrap();
        assert_ne!(a, b);
        assert_eq!(dram.read(a, 0).unwrap(), []);
        assert!(dram.read(a, 1).is_err());
        dram.free(a).unwrap();
        dram.free(b).unwrap();
        assert_eq!(dram.allocations(), 0);
    }

    #[test]
    fn capacity_is_a_limit() {
        let mut dram = Dram::with_capacity(100);
        let a = dram.allocate(60).unwrap();
        let full = DramError::OutOfMemory { requested: 41, used: 60, capacity: 100 };
        assert_eq!(dram.allocate(41), Err(full));
        assert!(dram.allocate(u64::MAX).is_err());
        dram.free(a).unwrap();
        dram.allocate(100).unwrap();
    }
}
