// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Generates Rust types for the messages in `proto/`, and their descriptors for the text format.

use prost::Message as _;
use std::error::Error;
use std::path::PathBuf;

const FILES: [&str; 4] = [
    "xla/xla_data.proto",
    "xla/service/hlo.proto",
    "xla/xla.proto",
    "xla/pjrt/proto/compile_options.proto",
];

/// Fields of `HloInstructionProto` that are large or rarely set. They are boxed, so that an
/// instruction without them is small.
const BOXED: [&str; 23] = [
    "backend_config_payload",
    "cholesky_options",
    "convolution_dimension_numbers",
    "domain_entry_sharding",
    "domain_exit_sharding",
    "dot_dimension_numbers",
    "frontend_attributes",
    "gather_dimension_numbers",
    "literal",
    "metadata",
    "original_value",
    "outfeed_shape",
    "padding_config",
    "parameter_replication",
    "precision_config",
    "ragged_dot_dimension_numbers",
    "result_accuracy",
    "scatter_dimension_numbers",
    "sharding",
    "sparsity_config",
    "statistics_viz",
    "triangular_solve_options",
    "window",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=proto");
    let descriptors = protox::compile(FILES, ["proto"])?;
    let output = PathBuf::from(std::env::var("OUT_DIR")?);
    std::fs::write(output.join("descriptors.bin"), descriptors.encode_to_vec())?;
    let mut config = prost_build::Config::new();
    // Maps are ordered, so that equal messages encode to equal bytes.
    config.btree_map(["."]);
    for field in BOXED {
        config.boxed(format!(".xla.HloInstructionProto.{field}"));
    }
    config.compile_fds(descriptors)?;
    Ok(())
}
