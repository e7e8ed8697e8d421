// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Communication over MPI, by the standard binary interface of MPI 5.

mod ffi;

pub use ffi::World;

use crate::topology::Topology;
use hloom_evaluator::Error;

/// Loads and initializes MPI.
///
/// # Errors
/// Fails if MPI cannot be loaded or initialized.
pub fn load() -> Result<(), Error> {
    ffi::rank_and_size().map(drop)
}

/// Checks that the MPI ranks are the numbers of the processes in a topology, and returns an MPI
/// communicator.
///
/// # Errors
/// Fails if MPI has another number of processes, or assigns another number to this process, or with
/// the error of MPI.
pub fn connect(topology: &Topology) -> Result<World, Error> {
    let (own, count) = (topology.own, topology.nodes.len());
    let (rank, size) = ffi::rank_and_size()?;
    if size != count {
        let hint = match size {
            1 => "; start the processes by mpiexec or srun",
            _ => "",
        };
        return Err(Error::invalid(format!(
            "HLOOM_COLLECTIVES=mpi: expected {count} processes of MPI, found {size}{hint}"
        )));
    }
    if rank != own {
        return Err(Error::invalid(format!(
            "HLOOM_COLLECTIVES=mpi: expected process {own} to have the rank {own}, found rank {rank}"
        )));
    }
    World::new()
}
