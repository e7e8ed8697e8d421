// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Damaged artifacts are refused, quickly and in little memory, or read as something that is
//! an artifact again.

mod support;

use hloom_portable::{Version, read, write};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};
use support::{artifacts, program};

/// The variable of the environment that says how many artifacts are damaged.
const MUTATIONS: &str = "HLOOM_PORTABLE_MUTATIONS";

/// How long one may take, on a machine that has other things to do.
const LONGEST: Duration = Duration::from_secs(10);

/// How much memory all of it may take, in KiB.
const MOST_MEMORY: u64 = 256 << 10;

/// Numbers that are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// An artifact with some of it lost, changed, moved or from another one.
fn damage(artifact: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = artifact.to_vec();
    // Half of them in one place.
    for _ in 0..=random.below(4) * random.below(2) {
        let at = random.below(bytes.len());
        let length = 1 + random.below(32.min(bytes.len() - at));
        match random.below(8) {
            0 => bytes.truncate(at.max(8)),
            1 | 2 => bytes[at] ^= 1 << random.below(8),
            3 => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xfe, 0xff][random.below(7)],
            4 => drop(bytes.drain(at..at + length)),
            5 => {
                let from = random.below(other.len());
                let end = (from + length).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
            6 => {
                let to = random.below(bytes.len() - length + 1);
                bytes.copy_within(at..at + length, to);
            }
            _ => bytes[at] = bytes[at].wrapping_add(2),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

#[test]
fn damaged_artifacts_are_refused_or_read() {
    let number = env::var(MUTATIONS).map_or(3000, |number| number.parse().expect("a number"));
    let own = [Version::new(1, 4, 0), Version::new(1, 11, 0), Version::CURRENT];
    let mut originals: Vec<_> =
        own.iter().map(|version| write(&program(), *version).unwrap()).collect();
    originals.extend(artifacts().into_iter().map(|(_, bytes)| bytes));
    // A stack that is no larger than that of most threads.
    let damaging = thread::Builder::new().stack_size(1 << 20).spawn(move || {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
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
