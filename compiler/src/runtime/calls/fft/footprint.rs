// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Sizes of the scratch buffers that a transform uses.
//!
//! The pool of scratch buffers keeps the maximum number of buffers that were in use at the same
//! time, and enlarges them for later uses. Its size therefore follows from the steps of a plan: the
//! buffers that each step uses simultaneously, and the number of threads.

use std::cmp::Reverse;

/// The sizes in elements of the buffers that are in use at once, the largest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint(Vec<usize>);

impl Footprint {
    /// Returns the footprint of `count` buffers of `size` elements.
    pub fn of(count: usize, size: usize) -> Self {
        Self(vec![size; count])
    }

    /// Returns the footprint of two steps that run in sequence.
    pub fn then(self, next: Self) -> Self {
        let count = self.0.len().max(next.0.len());
        let size = |sizes: &[usize], index: usize| sizes.get(index).copied().unwrap_or(0);
        let larger = |index| size(&self.0, index).max(size(&next.0, index));
        Self((0..count).map(larger).collect())
    }

    /// Returns the footprint of a step that uses the buffers `outer` while the step `self` runs
    /// within it.
    pub fn during(mut self, outer: Self) -> Self {
        self.0.extend(outer.0);
        self.0.sort_unstable_by_key(|size| Reverse(*size));
        self
    }

    /// Returns the footprint of a step that several threads run, each with separate buffers.
    pub fn on_each_of(self, threads: usize) -> Self {
        Self(self.0.iter().flat_map(|size| std::iter::repeat_n(*size, threads)).collect())
    }

    /// Returns the total number of elements of all buffers.
    pub fn elements(&self) -> usize {
        self.0.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_share_buffers() {
        let wide = Footprint::of(4, 10);
        let tall = Footprint::of(2, 15);
        assert_eq!(wide.clone().then(tall.clone()), Footprint(vec![15, 15, 10, 10]));
        assert_eq!(tall.then(wide).elements(), 50);
    }

    #[test]
    fn nested_steps_have_buffers_of_their_own() {
        let inner = Footprint::of(2, 3);
        assert_eq!(inner.during(Footprint::of(1, 100)), Footprint(vec![100, 3, 3]));
    }

    #[test]
    fn threads_have_buffers_of_their_own() {
        let step = Footprint::of(1, 3).during(Footprint::of(1, 100));
        assert_eq!(step.on_each_of(2), Footprint(vec![100, 100, 3, 3]));
    }
}
