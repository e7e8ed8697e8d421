// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Tests of `hlo-run` on several devices, in one process and in several nodes.

mod nodes;
mod one_process;
mod programs;
mod tool;
