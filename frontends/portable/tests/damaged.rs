// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Damaged artifacts are refused, quickly and in little memory, or read as something that is
//! an artifact again.

#[path = "support/artifacts.rs"]
mod artifacts;
#[path = "support/damage.rs"]
mod damage;
mod support;

use artifacts::artifacts;
use damage::{Random, damage};
use hloom_portable::{Version, read, write};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};
use support::program;

/// The variable of the environment that says how many artifacts are damaged.
const MUTATIONS: &str = "HLOOM_PORTABLE_MUTATIONS";

/// How long one may take, on a machine that has other things to do.
const LONGEST: Duration = Duration::from_secs(10);

/// How much memory all of it may take, in KiB.
const MOST_MEMORY: u64 = 256 << 10;

#[test]
fn damaged_artifacts_are_refused_or_read() {
    let number = env::var(MUTATIONS).map_or(3000, |number| number.parse().expect("a number"));
    let own = [Version::new(1, 4, 0), Version::new(1, 11, 0), Version::CURRENT];
    let mut originals: Vec<_> =
        own.iter().map(|version| write(&program(), *version).unwrap()).collect();
    originals.extend(artifacts().into_iter().map(|(_, bytes)| bytes));
    // A stack that is no larger than that of most threads.
    let damaging = thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let mut random = Random::new();
        let (mut refused, mut survived) = (0, 0);
        for _ in 0..number {
            let index = random.below(originals.len());
            let other = random.below(originals.len());
            let damaged = damage(&originals[index], &originals[other], &mut random);
            let begun = Instant::now();
            match read(&damaged) {
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
                Ok(module) => {
                    survived += 1;
                    if let Ok(written) = write(&module, Version::CURRENT) {
                        read(&written).expect("what is written is read");
                    }
                }
            }
            assert!(begun.elapsed() < LONGEST, "one took {:?}", begun.elapsed());
        }
        (refused, survived)
    });
    let (refused, survived) = damaging.expect("a thread").join().expect("no panic");
    eprintln!("{refused} refused, {survived} read");
    assert!(refused > survived / 4, "what is damaged is not noticed");
    if let Some(peak) = peak_memory() {
        eprintln!("{peak} KiB at most");
        assert!(peak < MOST_MEMORY, "{peak} KiB");
    }
}

/// The most memory the process has had, in KiB, where the system says.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
