// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Typed views and builders of the dialects' operations, by melior's `dialect!`.

melior::dialect! {
    name: "check",
    files: ["check/CheckOps.td"],
    include_directory_env_vars: ["HLOOM_DIALECTS_DIR"],
}

melior::dialect! {
    name: "chlo",
    files: ["chlo/ChloOps.td"],
    include_directory_env_vars: ["HLOOM_DIALECTS_DIR"],
}

melior::dialect! {
    name: "interpreter",
    files: ["interpreter/InterpreterOps.td"],
    include_directory_env_vars: ["HLOOM_DIALECTS_DIR"],
}

melior::dialect! {
    name: "stablehlo",
    files: ["stablehlo/StablehloOps.td"],
    include_directory_env_vars: ["HLOOM_DIALECTS_DIR"],
}

melior::dialect! {
    name: "sdy",
    files: ["sdy/SdyOps.td"],
    include_directory_env_vars: ["HLOOM_DIALECTS_DIR"],
}
