// The former name of a pass does the same as its name of today, and warns.
// REQUIRES: cpu
// RUN: hlo-opt %s --pipeline=cpu --stop-after=linalg -o %t.linalg.mlir
// RUN: hlo-opt %t.linalg.mlir --pass-pipeline='builtin.module(func.func(hloom-tile-and-fuse{threads=2}))' -o %t.new.mlir 2>&1 | count 0
// RUN: hlo-opt %t.linalg.mlir --pass-pipeline='builtin.module(func.func(hlo-tile-and-fuse{threads=2}))' -o %t.old.mlir 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: diff %t.new.mlir %t.old.mlir
// RUN: FileCheck %s --input-file=%t.old.mlir
// CHECK: scf.forall {{.*}} = (0) to (1024) step (128)
// WARNING: {{:[0-9]+:[0-9]+}}: warning: pass `hlo-tile-and-fuse` is now `hloom-tile-and-fuse`; the next release removes the old name

// As a flag, and of a pass on modules.
// RUN: hlo-opt %s --hlo-check-sizes 2>&1 | FileCheck %s --check-prefix=FLAG
// FLAG: warning: pass `hlo-check-sizes` is now `hlo-verify-sizes`; the next release removes the old name
// RUN: hlo-opt --help | FileCheck %s --check-prefix=HELP
// HELP: --hlo-tile-and-fuse {{ *}}- {{ *}}former name of `hloom-tile-and-fuse`

// In a pipeline file, as the name of a place and as a pass.
// RUN: echo 'instead of hloom-tile-and-fuse:' > %t.new.pipeline
// RUN: echo '  func.func(hloom-tile-and-fuse{threads=3})' >> %t.new.pipeline
// RUN: echo 'instead of hlo-tile-and-fuse:' > %t.place.pipeline
// RUN: echo '  func.func(hloom-tile-and-fuse{threads=3})' >> %t.place.pipeline
// RUN: echo 'instead of hlo-tile-and-fuse in loops:' > %t.old.pipeline
// RUN: echo '  func.func(hlo-tile-and-fuse{threads=3})' >> %t.old.pipeline
// RUN: hlo-opt %s --pipeline=cpu --stop-after=loops --pipeline-file=%t.new.pipeline -o %t.new.mlir
// RUN: hlo-opt %s --pipeline=cpu --stop-after=loops --pipeline-file=%t.place.pipeline -o %t.place.mlir
// RUN: hlo-opt %s --pipeline=cpu --stop-after=loops --pipeline-file=%t.old.pipeline -o %t.old.mlir 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: diff %t.new.mlir %t.place.mlir
// RUN: diff %t.new.mlir %t.old.mlir
// RUN: FileCheck %s --check-prefix=THREE --input-file=%t.old.mlir
// THREE: scf.forall {{.*}} = (0) to (1024) step (64)

// `hlo-run` and `hlo-compile` warn, too.
// RUN: hlo-run %s --input random --input random --output-dir %t.results --pipeline-file=%t.old.pipeline 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: hlo-run %s --input random --input random --output-dir %t.results --pipeline-file=%t.new.pipeline 2>&1 | count 0
// RUN: hlo-compile %s -o %t.o --pipeline-file=%t.old.pipeline 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: hlo-compile %s -o %t.o --pipeline-file=%t.new.pipeline 2>&1 | count 0

// Errors name what the user wrote.
// RUN: echo 'instead of hlo-emit-entry in loops:' > %t.level.pipeline
// RUN: echo '  cse' >> %t.level.pipeline
// RUN: not hlo-opt %s --pipeline=cpu --pipeline-file=%t.level.pipeline 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: error: {{.*}}.pipeline:1: the pipeline of `cpu` has no pass `hlo-emit-entry` in level `loops`
// RUN: not hlo-opt %t.linalg.mlir --pass-pipeline='builtin.module(func.func(hlo-tile-and-fuse{tasks=2}))' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: failed to add `hlo-tile-and-fuse` with options `tasks=2`
func.func @main(%x: tensor<1024x512xf32>, %y: tensor<1024x512xf32>) -> tensor<1024x512xf32> {
  %0 = stablehlo.add %x, %y : tensor<1024x512xf32>
  return %0 : tensor<1024x512xf32>
}
