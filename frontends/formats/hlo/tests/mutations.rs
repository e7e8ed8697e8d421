// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Mutation tests: damaged texts and messages are either refused or read. They never cause a
//! panic, a hang, or memory use out of proportion to their size. Modules that are read can be
//! written and read again.
//!
//! `HLOOM_HLO_MUTATIONS` sets the number of mutations.

use hloom_hlo::binary::{self, Container};
use hloom_hlo::{HloModule, read, text, text_format};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Time limit for one mutation, far above the actual times in a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(5);

/// Memory limit of the process in KiB, far above its actual use.
const MOST_KIBIBYTES: u64 = 1 << 20;

/// Pseudorandom number generator (xorshift) with a fixed seed, so that each run is the same.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// Tokens that mutations insert in places where HLO text has others.
const TOKENS: [&str; 36] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    "=",
    ":",
    "%",
    "->",
    "<=",
    "?",
    "\"",
    "'",
    "/*",
    "//",
    "#",
    "ROOT ",
    "ENTRY ",
    "f32[]",
    "(f32[2], ())",
    "-1",
    "99999999999999999999",
    "9223372036854775807",
    "nan(0x1)",
    "{...}",
    "{{{{{{{{",
    "((((((((",
    "parameter(0)",
    "calls=",
    "to_apply=",
    "T(8,128)",
    "e",
    "\u{e9}",
    "\0",
];

fn mutate(source: &[u8], others: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = source.to_vec();
    let several = if random.below(3) == 0 { random.below(5) } else { 0 };
    for _ in 0..=several {
        let start = random.below(bytes.len() + 1);
        let end = (start + random.below(40)).min(bytes.len());
        match random.below(12) {
            0 => bytes.truncate(start),
            1 if start < bytes.len() => bytes[start] ^= 1 << random.below(8),
            2 => {
                bytes.drain(start..end);
            }
            3 => {
                let copy = bytes[start..end].to_vec();
                let place = random.below(bytes.len() + 1);
                bytes.splice(place..place, copy);
            }
            4 => {
                let other = &others[random.below(others.len())];
                let from = random.below(other.len());
                let to = (from + random.below(60)).min(other.len());
                bytes.splice(start..end, other[from..to].iter().copied());
            }
            5 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(start..start, token.bytes());
            }
            6 => {
                let token = TOKENS[random.below(TOKENS.len())];
                bytes.splice(start..end, token.bytes());
            }
            // A word replaces a word, which often gives a valid text.
            _ => {
                let other = &others[random.below(others.len())];
                let word = other[word_at(other, random.below(other.len()))].to_vec();
                bytes.splice(word_at(&bytes, start), word);
            }
        }
    }
    bytes
}

/// Returns the range of word characters around a position.
fn word_at(bytes: &[u8], place: usize) -> std::ops::Range<usize> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    let before = bytes[..place].iter().rev().take_while(|byte| is_word(byte)).count();
    let after = bytes[place..].iter().take_while(|byte| is_word(byte)).count();
    place - before..place + after
}

/// Returns every module in `texts/` in every encoding.
fn sources() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/texts");
    let mut sources = Vec::new();
    for entry in fs::read_dir(folder).expect("the texts are there") {
        let bytes = fs::read(entry.expect("an entry").path()).expect("a text");
        let module = read(&bytes).expect("valid HLO texts");
        sources.push(text::print(&module).into_bytes());
        sources.push(binary::encode(&module));
        sources.push(text_format::print(&module).expect("it does not nest deep").into_bytes());
        sources.push(bytes);
    }
    sources.sort();
    sources
}

/// Writes a module in each encoding and reads it again.
fn write_and_read_again(module: &HloModule) -> Result<(), String> {
    let printed = text::print(module);
    let again = read(printed.as_bytes()).map_err(|error| format!("{error}\n{printed}"))?;
    let (one, other) = (module.computations().len(), again.computations().len());
    if one != other {
        return Err(format!("{one} computations became {other}\n{printed}"));
    }
    let encoded = binary::encode(module);
    binary::decode(&encoded, Container::Module).map_err(|error| error.to_string())?;
    Ok(())
}

#[test]
fn damaged_modules() {
    let count = std::env::var("HLOOM_HLO_MUTATIONS").ok().and_then(|count| count.parse().ok());
    let count = count.unwrap_or(3_000);
    let sources = sources();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    for number in 0..count {
        let source = &sources[number % sources.len()];
        let bytes = mutate(source, &sources, &mut random);
        let start = Instant::now();
        if let Ok(module) = read(&bytes) {
            accepted += 1;
            if let Err(error) = write_and_read_again(&module) {
                panic!("mutation {number}: {error}");
            }
        }
        assert!(start.elapsed() < LONGEST, "mutation {number} took {:?}", start.elapsed());
    }
    // `cargo ci memcheck` reads the first line.
    println!("{count} fuzz inputs\n{accepted} of them still read");
    if let Some(most) = most_memory() {
        assert!(most < MOST_KIBIBYTES, "peak memory is {most} KiB, above the limit");
    }
}

/// Returns the peak memory of this process in KiB, if the system reports it.
fn most_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}
