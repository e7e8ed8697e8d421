// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Rust for the messages in `proto/`, and their descriptors for the text format.

use prost::Message as _;
use std::error::Error;
use std::path::PathBuf;

const FILES: [&str; 4] = [
    "xla/xla_data.proto",
    "xla/service/hlo.proto",
    "xla/xla.proto",
    "xla/pjrt/proto/compile_options.proto",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    let descriptors = protox::compile(FILES, ["proto"])?;
    let output = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(output.join("descriptors.bin"), descriptors.encode_to_vec())?;
    // In order, so that equal messages have equal bytes.
    prost_build::Config::new().btree_map(["."]).compile_fds(descriptors)?;
    Ok(())
}
