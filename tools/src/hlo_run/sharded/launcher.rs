// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Launchers that start the same command in several processes, such as `mpirun` and `srun`.
//!
//! Launchers describe each process by environment variables. No library of a launcher is needed.

use hloom_compiler::Error;

/// The place of this process among the processes of a launcher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub node: usize,
    pub nodes: usize,
    /// Whether all processes run on one machine; true if the launcher does not provide this
    /// information.
    pub is_one_host: bool,
}

/// The names of the environment variables with which a launcher describes a process: the number of
/// the process, the number of processes, and the number of processes on this machine.
struct Launcher {
    number: &'static str,
    count: &'static str,
    count_here: &'static str,
}

const LAUNCHERS: [Launcher; 2] = [
    // Open MPI.
    Launcher {
        number: "OMPI_COMM_WORLD_RANK",
        count: "OMPI_COMM_WORLD_SIZE",
        count_here: "OMPI_COMM_WORLD_LOCAL_SIZE",
    },
    // MPICH and its relatives.
    Launcher { number: "PMI_RANK", count: "PMI_SIZE", count_here: "MPI_LOCALNRANKS" },
];

/// Returns the place of this process among the processes of a launcher, or `None` if no launcher
/// has started the process. `variable` returns the value of an environment variable.
///
/// # Errors
/// Fails if a variable is not a number, or if the number of the process is out of range.
pub fn place(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Place>, Error> {
    let number = |name: &str| -> Result<Option<usize>, Error> {
        let Some(text) = variable(name) else { return Ok(None) };
        let wrong = || {
            Error::invalid(format!(
                "environment variable {name}: expected a number, found `{text}`"
            ))
        };
        Ok(Some(text.trim().parse().map_err(|_| wrong())?))
    };
    let checked = |name: &str, place: Place| match place.node < place.nodes {
        true => Ok(Some(place)),
        false => {
            let Place { node, nodes, .. } = place;
            Err(Error::invalid(format!(
                "environment variable {name}: expected a number below {nodes}, found {node}"
            )))
        }
    };
    for Launcher { number: name, count, count_here } in LAUNCHERS {
        if let (Some(node), Some(nodes)) = (number(name)?, number(count)?) {
            let is_one_host = number(count_here)?.is_none_or(|here| here == nodes);
            return checked(name, Place { node, nodes, is_one_host });
        }
    }
    // In the script of a batch job, Slurm sets these variables, too, but only one process runs.
    let is_batch = variable("ENVIRONMENT").is_some_and(|it| it == "BATCH");
    let is_step = variable("SLURM_STEP_ID").is_some() || !is_batch;
    match (number("SLURM_PROCID")?, number("SLURM_NTASKS")?) {
        (Some(node), Some(nodes)) if is_step => {
            let hosts = match number("SLURM_STEP_NUM_NODES")? {
                None => number("SLURM_NNODES")?,
                hosts => hosts,
            };
            let is_one_host = hosts.is_none_or(|hosts| hosts == 1);
            checked("SLURM_PROCID", Place { node, nodes, is_one_host })
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(variables: &[(&str, &str)]) -> Result<Option<Place>, Error> {
        place(|name| {
            let named = variables.iter().find(|(known, _)| *known == name);
            named.map(|(_, value)| (*value).to_owned())
        })
    }

    fn at(node: usize, nodes: usize, is_one_host: bool) -> Result<Option<Place>, Error> {
        Ok(Some(Place { node, nodes, is_one_host }))
    }

    #[test]
    fn launchers_are_recognized() {
        assert_eq!(placed(&[]), Ok(None));
        let mpich = [("PMI_RANK", "1"), ("PMI_SIZE", "4")];
        assert_eq!(placed(&mpich), at(1, 4, true));
        assert_eq!(placed(&[mpich[0], mpich[1], ("MPI_LOCALNRANKS", "4")]), at(1, 4, true));
        assert_eq!(placed(&[mpich[0], mpich[1], ("MPI_LOCALNRANKS", "2")]), at(1, 4, false));
        let open = [("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "2")];
        assert_eq!(placed(&open), at(0, 2, true));
        let slurm = [("SLURM_PROCID", "3"), ("SLURM_NTASKS", "8")];
        assert_eq!(placed(&slurm), at(3, 8, true));
        assert_eq!(placed(&[slurm[0], slurm[1], ("SLURM_NNODES", "2")]), at(3, 8, false));
        let step = ("SLURM_STEP_NUM_NODES", "1");
        assert_eq!(placed(&[slurm[0], slurm[1], ("SLURM_NNODES", "2"), step]), at(3, 8, true));
    }

    #[test]
    fn batch_scripts_are_single_processes() {
        let script = [("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8"), ("ENVIRONMENT", "BATCH")];
        assert_eq!(placed(&script), Ok(None));
        let step = [&script[..], &[("SLURM_STEP_ID", "0")]].concat();
        assert_eq!(placed(&step), at(0, 8, true));
    }

    #[test]
    fn wrong_numbers_are_refused() {
        let refusal =
            |variables: &[(&str, &str)]| placed(variables).expect_err("wrong").to_string();
        assert_eq!(
            refusal(&[("PMI_RANK", "x"), ("PMI_SIZE", "4")]),
            "environment variable PMI_RANK: expected a number, found `x`"
        );
        assert_eq!(
            refusal(&[("PMI_RANK", "4"), ("PMI_SIZE", "4")]),
            "environment variable PMI_RANK: expected a number below 4, found 4"
        );
    }
}
