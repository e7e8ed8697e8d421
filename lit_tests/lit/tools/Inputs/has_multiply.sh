#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Fails for programs with a multiplication.
for program; do :; done
! grep -q stablehlo.multiply "$program"
