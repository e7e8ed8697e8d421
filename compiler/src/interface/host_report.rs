// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The host's part in a run on a device.

use std::fmt::{self, Display, Formatter};

/// The steps of the host in a program that runs on a device.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostReport {
    /// The number of places in the program that launch a kernel.
    pub launches: usize,
    /// The number of places in the program that copy device memory.
    pub copies: usize,
    /// The number of loops for which the host reads a predicate from the device before each iteration.
    pub loops: usize,
    /// The number of branches for which the host reads a value from the device.
    pub branches: usize,
    /// The operations that the host executes because the device does not support them.
    pub calls: Vec<HostCall>,
}

/// An operation that the host executes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// The operation and its location, such as `stablehlo.fft` and a line of a file.
    pub operation: String,
    /// The number of bytes that are copied from the device for each execution.
    pub operand_bytes: u64,
    /// The number of bytes that are copied to the device for each execution.
    pub result_bytes: u64,
}

impl Display for HostReport {
    /// Writes a line for the device, a line for control flow if there is any, and a line for each
    /// operation on the host.
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let launches = counted(self.launches, "launch", "launches");
        let copies = counted(self.copies, "copy", "copies");
        writeln!(formatter, "on the device: {launches}, {copies}")?;
        if self.loops + self.branches > 0 {
            let loops = counted(self.loops, "loop", "loops");
            let branches = counted(self.branches, "branch", "branches");
            writeln!(formatter, "on the host: {loops}, {branches}")?;
        }
        for HostCall { operation, operand_bytes, result_bytes } in &self.calls {
            writeln!(
                formatter,
                "on the host: {operation}, which copies {operand_bytes} bytes from the device and \
                 {result_bytes} bytes to it"
            )?;
        }
        Ok(())
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_a_line_for_each_place() {
        let mut report = HostReport { launches: 1, copies: 2, ..HostReport::default() };
        assert_eq!(report.to_string(), "on the device: 1 launch, 2 copies\n");
        report.loops = 1;
        let operation = "`stablehlo.fft` at f.mlir:2:8".to_owned();
        report.calls.push(HostCall { operation, operand_bytes: 8, result_bytes: 16 });
        assert_eq!(
            report.to_string(),
            "on the device: 1 launch, 2 copies\n\
             on the host: 1 loop, 0 branches\n\
             on the host: `stablehlo.fft` at f.mlir:2:8, which copies 8 bytes from the device and 16 \
             bytes to it\n"
        );
    }
}
