// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The messages and bytes of collectives, by the algorithms of the runtime.
//!
//! `docs/distributed.md`, section "Costs", gives the formulas for processes with several
//! participants. Here each process has one participant. `group` is the number *n* of participants,
//! and `bytes` the size *B* of the operand of one participant. The result of each function is the
//! traffic of the participant that sends most.

use hloom_evaluator::IN_PARTS;

/// The messages and bytes that one participant sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of messages that a participant sends, one after the other.
    pub steps: u64,
    /// The number of bytes that a participant sends in messages, without their headers.
    pub bytes: u64,
}

impl Traffic {
    /// Returns the total traffic of two collectives that run one after the other.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            steps: self.steps.saturating_add(other.steps),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    /// Returns the total traffic of `count` executions of a collective.
    #[must_use]
    pub fn times(self, count: u64) -> Self {
        Self { steps: self.steps.saturating_mul(count), bytes: self.bytes.saturating_mul(count) }
    }
}

/// The time of a message: a constant latency and a time for each byte (the alpha-beta model).
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The time until an empty message arrives, in seconds.
    pub latency: f64,
    /// The number of bytes that one participant can send in a second.
    pub bandwidth: f64,
}

impl Link {
    /// Returns the predicted time of a traffic in seconds.
    pub fn seconds(&self, traffic: Traffic) -> f64 {
        traffic.steps as f64 * self.latency + traffic.bytes as f64 / self.bandwidth
    }
}

fn others(group: usize) -> u64 {
    group.saturating_sub(1) as u64
}

/// Returns the size in bytes of each part of an operand that is divided among the participants of a
/// group, rounded up.
fn part(group: usize, bytes: u64) -> u64 {
    bytes.div_ceil(group.max(1) as u64)
}

/// Returns the traffic of an `all_gather`, in which a participant sends its operand to each other
/// participant.
pub fn all_gather(group: usize, bytes: u64) -> Traffic {
    let steps = others(group);
    Traffic { steps, bytes: steps.saturating_mul(bytes) }
}

/// Returns the traffic of an `all_reduce`. For a small operand, this is the traffic of an
/// `all_gather`. For a large operand, it is the traffic of a `reduce_scatter` and an `all_gather`
/// of the reduced part.
pub fn all_reduce(group: usize, bytes: u64) -> Traffic {
    if bytes < IN_PARTS as u64 {
        return all_gather(group, bytes);
    }
    all_to_all(group, bytes).plus(all_gather(group, part(group, bytes)))
}

/// Returns the traffic of an `all_to_all` or a `reduce_scatter`, in which a participant sends a
/// part of its operand to each other participant.
pub fn all_to_all(group: usize, bytes: u64) -> Traffic {
    let steps = others(group);
    Traffic { steps, bytes: steps.saturating_mul(part(group, bytes)) }
}

/// Returns the traffic of the source of a `collective_broadcast`.
pub fn collective_broadcast(group: usize, bytes: u64) -> Traffic {
    all_gather(group, bytes)
}

/// Returns the traffic of a `collective_permute` in which a source has at most `targets` targets
/// other than itself.
pub fn collective_permute(targets: u64, bytes: u64) -> Traffic {
    Traffic { steps: targets, bytes: targets.saturating_mul(bytes) }
}

/// Returns the traffic of a `collective_reduce`, in which a participant other than the root sends its
/// operand to the root.
pub fn collective_reduce(group: usize, bytes: u64) -> Traffic {
    let steps = others(group).min(1);
    Traffic { steps, bytes: steps.saturating_mul(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traffic_follows_the_algorithms() {
        let of = |steps, bytes| Traffic { steps, bytes };
        assert_eq!(all_gather(4, 100), of(3, 300));
        assert_eq!(all_to_all(4, 100), of(3, 75));
        assert_eq!(all_reduce(4, 100), of(3, 300));
        assert_eq!(all_reduce(4, 65_536), of(6, 98_304));
        assert_eq!(collective_broadcast(4, 100), of(3, 300));
        assert_eq!(collective_permute(1, 100), of(1, 100));
        assert_eq!(collective_reduce(4, 100), of(1, 100));
        let alone = [all_gather(1, 100), all_reduce(1, 1 << 20), all_to_all(1, 100)];
        for nothing in alone.into_iter().chain([collective_reduce(1, 100)]) {
            assert_eq!(nothing, of(0, 0));
        }
        let link = Link { latency: 2.0, bandwidth: 50.0 };
        assert!((link.seconds(of(3, 100)) - 8.0).abs() < 1e-9);
        assert_eq!(of(3, 100).times(2), of(6, 200));
    }
}
