// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Operations of dialects other than VHLO, which artifacts may contain since version 1.11.
//!
//! Sources: `BuiltinOps.td`, `FuncOps.td` of MLIR 22; `ops.td` of Shardy.

use crate::operations::Definition;
use crate::operations::definition::definitions;

/// Operations of `builtin`: the module, and the cast between types of VHLO and of other dialects.
pub(super) const BUILTIN: &[Definition] = definitions! { "builtin":
    "module" V0_9, (0) -> (0) [1] isolated { sym_name@0: Any, sym_visibility@0: Any },
    "unrealized_conversion_cast" V1_11, (0..) -> (1..),
};

/// Operations of the dialect `func`.
pub(super) const FUNC: &[Definition] = definitions! { "func":
    "call" V1_11, (0..) -> (0..) {
        arg_attrs@2: Any, callee: Any, no_inline@1: Any, res_attrs@2: Any,
    },
    "call_indirect" V1_11, (1..) -> (0..) { arg_attrs@0: Any, res_attrs@0: Any },
    "constant" V1_11, (0) -> (1) { value: Any },
    "func" V1_11, (0) -> (0) [1] isolated {
        arg_attrs@0: Any, function_type: Any, no_inline@1: Any, res_attrs@0: Any, sym_name: Any,
        sym_visibility@0: Any,
    },
    "return" V1_11, (0..) -> (0),
};

/// Operations of the dialect `sdy` (Shardy).
pub(super) const SDY: &[Definition] = definitions! { "sdy":
    "all_gather" V1_11, (1) -> (1) { gathering_axes: Any, out_sharding: Any },
    "all_reduce" V1_11, (1) -> (1) { out_sharding: Any, reduction_axes: Any, reduction_op@1: Any },
    "all_slice" V1_11, (1) -> (1) { out_sharding: Any, slicing_axes: Any },
    "all_to_all" V1_11, (1) -> (1) { out_sharding: Any, params: Any },
    "collective_permute" V1_11, (1) -> (1) { out_sharding: Any },
    "constant" V1_11, (0) -> (1) { value: Any },
    "data_flow_edge" V1_11, (1) -> (1) { sharding@0: Any },
    "func_data_flow_edge" V1_11, (1) -> (1),
    "manual_computation" V1_11, (0..) -> (0..) [1] isolated {
        in_shardings: Any, manual_axes: Any, out_shardings: Any,
    },
    "mesh" V1_11, (0) -> (0) { mesh: Any, sym_name: Any },
    "named_computation" V1_11, (0..) -> (0..) [1] isolated {
        in_shardings@0: Any, name: Any, out_shardings@0: Any,
    },
    "propagation_barrier" V1_11, (1) -> (1) { allowed_direction: Any },
    "reduce_scatter" V1_11, (1) -> (1) {
        out_sharding: Any, reduce_scatter_axes: Any, reduction_op@1: Any,
    },
    "replicated_to_unreduced" V1_11, (1) -> (1) { axes: Any, out_sharding: Any },
    "reshard" V1_11, (1) -> (1) { sharding: Any },
    "return" V1_11, (0..) -> (0),
    "sharded_to_unreduced" V1_11, (1) -> (1) { axes: Any, out_sharding: Any },
    "sharding_constraint" V1_11, (1) -> (1) { sharding: Any },
    "sharding_group" V1_11, (1) -> (0) { group_id: Any },
};
