// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information about targets that LLVM has in C++ but not in its C API.
//
// Functions that return several texts, or one, pass them to `receive`, which
// copies them to `sink`.

#include "llvm-c/TargetMachine.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

using PushFn = void (*)(void *sink, const char *text, size_t length);

static void push(PushFn receive, void *sink, StringRef text) {
  receive(sink, text.data(), text.size());
}

static const MCSubtargetInfo &subtarget(LLVMTargetMachineRef machine) {
  return *reinterpret_cast<TargetMachine *>(machine)->getMCSubtargetInfo();
}

/// Passes the names of all processors of the machine's target.
extern "C" void hloomProcessors(LLVMTargetMachineRef machine, PushFn receive,
                                void *sink) {
  for (const SubtargetSubTypeKV &processor :
       subtarget(machine).getAllProcessorDescriptions())
    push(receive, sink, processor.Key);
}

/// Passes the names of all features of the machine's target.
extern "C" void hloomFeatures(LLVMTargetMachineRef machine, PushFn receive,
                              void *sink) {
  for (const SubtargetFeatureKV &feature :
       subtarget(machine).getAllProcessorFeatures())
    push(receive, sink, feature.Key);
}

/// Returns true if a feature is enabled. `name` must be one of `hloomFeatures`.
extern "C" bool hloomHasFeature(LLVMTargetMachineRef machine,
                                const char *name) {
  return subtarget(machine).checkFeatures((Twine("+") + name).str());
}

template <typename Kind>
static void pushAll(StringRef (*nameOf)(Kind), Kind last, PushFn receive,
                    void *sink) {
  for (unsigned kind = 1; kind <= last; ++kind)
    push(receive, sink, nameOf(static_cast<Kind>(kind)));
}

/// Passes the names that LLVM knows for one part of a triple: 0 the
/// architecture, 1 the vendor, 2 the operating system, 3 the environment.
extern "C" void hloomTripleNames(unsigned part, PushFn receive, void *sink) {
  switch (part) {
  case 0:
    return pushAll<Triple::ArchType>(Triple::getArchTypeName,
                                     Triple::LastArchType, receive, sink);
  case 1:
    return pushAll<Triple::VendorType>(Triple::getVendorTypeName,
                                       Triple::LastVendorType, receive, sink);
  case 2:
    return pushAll<Triple::OSType>(Triple::getOSTypeName, Triple::LastOSType,
                                   receive, sink);
  default:
    return pushAll<Triple::EnvironmentType>(Triple::getEnvironmentTypeName,
                                            Triple::LastEnvironmentType,
                                            receive, sink);
  }
}

/// Passes the four parts of a normalized triple: architecture, vendor,
/// operating system, environment. Missing parts are empty.
extern "C" void hloomTripleParts(const char *text, PushFn receive, void *sink) {
  Triple triple(text);
  push(receive, sink, triple.getArchName());
  push(receive, sink, triple.getVendorName());
  push(receive, sink, triple.getOSName());
  push(receive, sink, triple.getEnvironmentName());
}

/// Passes the canonical name of a triple's architecture: `arm` for `armv7`,
/// `unknown` if LLVM does not know it.
extern "C" void hloomArchitecture(const char *text, PushFn receive,
                                  void *sink) {
  push(receive, sink, Triple::getArchTypeName(Triple(text).getArch()));
}

/// Returns true if LLVM recognizes `name` as a function of the C library.
extern "C" bool hloomIsLibraryFunction(const char *text, const char *name) {
  LibFunc function;
  return TargetLibraryInfoImpl(Triple(text)).getLibFunc(name, function);
}
