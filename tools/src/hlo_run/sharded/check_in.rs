// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! The agreement of all nodes of a distributed run before the run starts.
//!
//! Each node writes to the key-value store either a description of its run or the reason why it
//! cannot run. The first node compares the descriptions, and writes the verdict, for which the
//! other nodes wait. Thus the error on each node names the node that is missing, fails or runs
//! something else.

use super::devices::Devices;
use hloom_communicator::KeyValueStore;
use hloom_compiler::Error;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The maximum time for which the first node, after it has refused the run, waits until the other
/// nodes have read the reason.
const STAYING: Duration = Duration::from_secs(10);
/// The time for which the other nodes wait for the verdict, in addition to the time within which
/// all nodes must have started.
const COMPARING: Duration = Duration::from_secs(10);

/// Properties of a node's run, as pairs of a name and a value. The values of a name must be equal
/// on all nodes that have the name.
pub type Facts = Vec<(String, String)>;

/// The entry of a node in the key-value store: the facts of its run, or the reason why it cannot
/// run.
#[derive(Serialize, Deserialize)]
enum Entry {
    Runs(Facts),
    Fails(String),
}

/// Waits until all nodes agree to run. `own` describes the run of this node, or is the reason why
/// this node cannot run. All nodes must have started within `time`.
///
/// # Errors
/// Fails if a node is missing, cannot run, or has other facts, and if the store fails. If this node
/// cannot run, the error may be ignored.
pub fn check_in(
    store: &dyn KeyValueStore,
    devices: &Devices,
    own: Result<Facts, String>,
    time: Duration,
) -> Result<(), Error> {
    let node = devices.node;
    let entry = match &own {
        Ok(facts) => Entry::Runs(facts.clone()),
        Err(reason) => Entry::Fails(reason.clone()),
    };
    let encoded = serde_json::to_vec(&entry).map_err(|error| Error::Internal(error.to_string()))?;
    store.put(&key(node), &encoded).map_err(|error| match error {
        hloom_evaluator::Error::Invalid(_) => Error::invalid(format!(
            "node {node} has already started; expected a different node number for each process"
        )),
        error => error.into(),
    })?;
    if !devices.is_first_node() {
        if own.is_err() {
            // The first node need not wait for this one.
            return Ok(store.put(&read_key(node), &[])?);
        }
        let verdict = store.get(VERDICT, time + COMPARING)?;
        store.put(&read_key(node), &[])?;
        return match String::from_utf8_lossy(&verdict) {
            reason if reason.is_empty() => Ok(()),
            reason => Err(Error::Unavailable(reason.into_owned())),
        };
    }
    let (refusal, absent) = match own {
        Ok(facts) => compare(store, devices, &facts, time),
        Err(reason) => (Some(format!("node 0 failed: {reason}")), Vec::new()),
    };
    store.put(VERDICT, refusal.clone().unwrap_or_default().as_bytes())?;
    let Some(refusal) = refusal else { return Ok(()) };
    let deadline = Instant::now() + STAYING;
    for other in (1..devices.nodes).filter(|it| !absent.contains(it)) {
        // A node that does not read the verdict learns that this process has ended.
        let _ = store.get(&read_key(other), deadline.saturating_duration_since(Instant::now()));
    }
    Err(Error::Unavailable(refusal))
}

/// Reads the entries of all other nodes and compares them with `own`. Returns the reason why the
/// nodes cannot run together, if there is one, and the nodes that will not read the verdict.
fn compare(
    store: &dyn KeyValueStore,
    devices: &Devices,
    own: &Facts,
    time: Duration,
) -> (Option<String>, Vec<usize>) {
    let deadline = Instant::now() + time;
    let (mut refusal, mut absent) = (None, Vec::new());
    for node in 1..devices.nodes {
        // After a refusal, the others need not be waited for.
        let rest = deadline.saturating_duration_since(Instant::now());
        let rest = if refusal.is_some() { Duration::ZERO } else { rest };
        let entry = store.get(&key(node), rest).ok();
        let entry = entry.map(|bytes| serde_json::from_slice::<Entry>(&bytes));
        let reason = match entry {
            Some(Ok(Entry::Runs(facts))) => difference(own, node, &facts),
            Some(Ok(Entry::Fails(reason))) => {
                absent.push(node);
                Some(format!("node {node} failed: {reason}"))
            }
            Some(Err(_)) => Some(format!("node {node} runs another version of hloom")),
            None => {
                absent.push(node);
                Some(format!("node {node} has not started within {} s", time.as_secs()))
            }
        };
        refusal = refusal.or(reason);
    }
    (refusal, absent)
}

/// Describes the first difference between the facts of this node and the facts of the node `node`.
fn difference(own: &Facts, node: usize, facts: &Facts) -> Option<String> {
    own.iter().find_map(|(name, value)| {
        let (_, other) = facts.iter().find(|(known, _)| known == name)?;
        (other != value).then(|| {
            format!(
                "expected the same {name} on all nodes, found {value} on node 0 and {other} on node {node}"
            )
        })
    })
}

const VERDICT: &str = "hloom/hlo-run/verdict";

fn key(node: usize) -> String {
    format!("hloom/hlo-run/node/{node}")
}

fn read_key(node: usize) -> String {
    format!("hloom/hlo-run/verdict-read/{node}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use hloom_communicator::{StoreClient, StoreServer};
    use std::thread;

    const LONG: Duration = Duration::from_secs(60);

    fn facts(program: &str) -> Result<Facts, String> {
        Ok(vec![("program".to_owned(), program.to_owned())])
    }

    /// Lets nodes check in at the same time, and returns the messages of their errors.
    fn messages(own: &[Result<Facts, String>], nodes: usize, time: Duration) -> Vec<String> {
        let server = StoreServer::start("127.0.0.1:0").expect("a server");
        let address = &server.address().to_string();
        thread::scope(|scope| {
            let nodes = own.iter().enumerate().map(|(node, own)| {
                scope.spawn(move || {
                    let store = StoreClient::connect(address, LONG).expect("a server");
                    let devices = Devices { partitions: nodes, replicas: 1, node, nodes };
                    let outcome = check_in(&store, &devices, own.clone(), time);
                    outcome.err().map(|error| error.to_string()).unwrap_or_default()
                })
            });
            let nodes: Vec<_> = nodes.collect();
            nodes.into_iter().map(|node| node.join().expect("no panic")).collect()
        })
    }

    #[test]
    fn equal_nodes_agree() {
        let other = Ok(vec![
            ("program".to_owned(), "a".to_owned()),
            ("shard 1".to_owned(), "b".to_owned()),
        ]);
        assert_eq!(messages(&[facts("a"), other], 2, LONG), ["", ""]);
    }

    #[test]
    fn all_nodes_learn_the_reason() {
        let different = "expected the same program on all nodes, found a on node 0 and b on node 2";
        let own = [facts("a"), facts("a"), facts("b")];
        assert_eq!(messages(&own, 3, LONG), [different; 3]);
        let own = [facts("a"), Err("no file".to_owned()), facts("a")];
        let failed = "node 1 failed: no file";
        assert_eq!(messages(&own, 3, LONG), [failed, "", failed]);
        let failed = "node 0 failed: no file";
        assert_eq!(messages(&[Err("no file".to_owned()), facts("a")], 2, LONG), [failed; 2]);
    }

    #[test]
    fn a_missing_node_is_named() {
        let missing = "node 2 has not started within 1 s";
        let own = [facts("a"), facts("a")];
        assert_eq!(messages(&own, 3, Duration::from_secs(1)), [missing; 2]);
    }
}
