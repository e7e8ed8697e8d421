// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stablehlo dialect: includes all other ODS files.

#ifndef HLOOM_STABLEHLO_OPS
#define HLOOM_STABLEHLO_OPS

include "stablehlo/CollectiveOps.td"
include "stablehlo/CommunicationOps.td"
include "stablehlo/ContractionOps.td"
include "stablehlo/ControlFlowOps.td"
include "stablehlo/DynamicOps.td"
include "stablehlo/ElementwiseOps.td"
include "stablehlo/IndexingOps.td"
include "stablehlo/LinearAlgebraOps.td"
include "stablehlo/QuantOps.td"
include "stablehlo/ReductionOps.td"
include "stablehlo/ShapeOps.td"

#endif // HLOOM_STABLEHLO_OPS
