// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Division of work among the threads of a run.

use crate::interface::Threads;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// The threads that share a transform; `None` to use only the calling thread.
#[derive(Clone, Copy)]
pub struct Share<'a>(pub Option<&'a dyn Threads>);

impl Share<'_> {
    /// Returns the number of threads that share a transform.
    pub fn count(self) -> usize {
        self.0.map_or(1, |threads| threads.count())
    }

    /// Calls `work` with disjoint ranges that cover `0..tasks`.
    pub fn each(self, tasks: usize, work: &(dyn Fn(Range<usize>) + Sync)) {
        match self.0 {
            Some(threads) => threads.parallel_for(tasks, work),
            None if tasks > 0 => work(0..tasks),
            None => (),
        }
    }

    /// Calls `work` with iterators over the tasks of disjoint ranges. Each item is the number of a
    /// task and the data of that task.
    pub fn each_of<D: Send>(
        self,
        data: impl Iterator<Item = D>,
        work: impl Fn(&mut dyn Iterator<Item = (usize, D)>) + Sync,
    ) {
        let tasks: Vec<_> = data.map(|task| Mutex::new(Some(task))).collect();
        self.each(tasks.len(), &|range| {
            let mut data = range.filter_map(|index| {
                let mut task = tasks[index].lock().unwrap_or_else(PoisonError::into_inner);
                Some((index, task.take()?))
            });
            work(&mut data);
        });
    }
}
