// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of damaged artifacts. Each one must be refused, or read as a program that can be written
//! and read again, in bounded time and memory.

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

/// Environment variable with the number of damaged artifacts to test.
const MUTATIONS: &str = "HLOOM_PORTABLE_MUTATIONS";

/// Time limit for one artifact, on a loaded machine.
const LONGEST: Duration = Duration::from_secs(10);

/// Memory limit of the whole test, in KiB.
const MOST_MEMORY: u64 = 256 << 10;

#[test]
fn damaged_artifacts_are_refused_or_read() {
    let number = env::var(MUTATIONS).map_or(3000, |number| number.parse().expect("a number"));
    let own = [Version::new(1, 4, 0), Version::new(1, 11, 0), Version::CURRENT];
    let mut originals: Vec<_> =
        own.iter().map(|version| write(&program(), *version).unwrap()).collect();
    originals.extend(artifacts().into_iter().map(|(_, bytes)| bytes));
    // The stack is no larger than that of most threads.
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
                        read(&written).expect("the written artifact is readable");
                    }
                }
            }
            assert!(begun.elapsed() < LONGEST, "an artifact took {:?}", begun.elapsed());
        }
        (refused, survived)
    });
    let (refused, survived) = damaging.expect("a thread").join().expect("no panic");
    // `cargo ci memcheck` reads the first line.
    println!("{number} fuzz inputs\n{refused} refused, {survived} read");
    assert!(refused > survived / 4, "too few damaged artifacts are refused");
    if let Some(peak) = peak_memory() {
        eprintln!("{peak} KiB at most");
        assert!(peak < MOST_MEMORY, "{peak} KiB");
    }
}

/// Returns the peak memory of the process in KiB, or `None` if the system does not report it.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
