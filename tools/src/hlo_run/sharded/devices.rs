// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The devices of a distributed run, and the nodes to which they belong.

use std::ops::Range;

/// The devices of a distributed run, numbered replica by replica. Each node, which is a process,
/// has the same number of consecutive devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Devices {
    pub partitions: usize,
    pub replicas: usize,
    /// The number of this node among the nodes, from 0.
    pub node: usize,
    /// The number of nodes, which divides the number of devices.
    pub nodes: usize,
}

impl Devices {
    /// Returns the total number of devices of all nodes.
    pub fn count(&self) -> usize {
        self.partitions * self.replicas
    }

    /// Returns the number of devices of each node.
    pub fn per_node(&self) -> usize {
        self.count() / self.nodes
    }

    /// Returns the range of the device numbers of this node.
    pub fn local(&self) -> Range<usize> {
        let first = self.node * self.per_node();
        first..first + self.per_node()
    }

    /// Returns the number of the node to which a device belongs.
    pub fn node_of(&self, device: usize) -> usize {
        device / self.per_node()
    }

    /// Returns the replica number of a device.
    pub fn replica_of(&self, device: usize) -> usize {
        device / self.partitions
    }

    /// Returns the partition number of a device.
    pub fn partition_of(&self, device: usize) -> usize {
        device % self.partitions
    }

    /// Returns the number of the device that runs a partition of a replica.
    pub fn device(&self, replica: usize, partition: usize) -> usize {
        replica * self.partitions + partition
    }

    /// Returns true if this is the first node, which gathers, prints and compares the results.
    pub fn is_first_node(&self) -> bool {
        self.node == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_have_consecutive_devices() {
        let devices = Devices { partitions: 4, replicas: 2, node: 1, nodes: 4 };
        assert_eq!([devices.count(), devices.per_node()], [8, 2]);
        assert_eq!(devices.local(), 2..4);
        assert_eq!([devices.node_of(1), devices.node_of(2), devices.node_of(7)], [0, 1, 3]);
        assert_eq!([devices.replica_of(5), devices.partition_of(5)], [1, 1]);
        assert_eq!(devices.device(1, 1), 5);
    }
}
