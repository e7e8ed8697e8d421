// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that JAX programs call, with arguments typed by XLA's headers.

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

// Divides each row of `x` by the root mean square of its elements.
static ffi::Error RmsNorm(float epsilon, ffi::Buffer<ffi::F32> x,
                          ffi::ResultBuffer<ffi::F32> y) {
  auto sizes = x.dimensions();
  if (sizes.size() == 0) {
    return ffi::Error::InvalidArgument("a scalar has no rows");
  }
  const int64_t columns = sizes.back();
  for (size_t start = 0; start < x.element_count(); start += columns) {
    const float *row = x.typed_data() + start;
    float squares = 0;
    for (int64_t column = 0; column < columns; ++column) {
      squares += row[column] * row[column];
    }
    const float scale = 1 / std::sqrt(squares / columns + epsilon);
    for (int64_t column = 0; column < columns; ++column) {
      y->typed_data()[start + column] = row[column] * scale;
    }
  }
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(rms_norm, RmsNorm,
                              ffi::Ffi::Bind()
                                  .Attr<float>("epsilon")
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>());

// Counts up in place: the program aliases the result with the argument.
static ffi::Error Increment(ffi::BufferR1<ffi::S32>, ffi::ResultBufferR1<ffi::S32> counts) {
  if (counts->element_count() > 0) {
    ++counts->typed_data()[0];
  }
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(increment, Increment,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::BufferR1<ffi::S32>>()
                                  .Ret<ffi::BufferR1<ffi::S32>>());

// Doubles each element on another thread. The program continues when the promise is fulfilled.
static ffi::Future DoubleLater(ffi::BufferR1<ffi::F32> x, ffi::ResultBufferR1<ffi::F32> y) {
  ffi::Promise promise;
  ffi::Future future(promise);
  const float *from = x.typed_data();
  float *to = y->typed_data();
  const size_t count = x.element_count();
  std::thread([=, promise = std::move(promise)]() mutable {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (size_t index = 0; index < count; ++index) {
      if (from[index] < 0) {
        promise.SetError(ffi::Error::InvalidArgument("a negative number, found later"));
        return;
      }
      to[index] = 2 * from[index];
    }
    promise.SetAvailable();
  }).detach();
  return future;
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(double_later, DoubleLater,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::BufferR1<ffi::F32>>()
                                  .Ret<ffi::BufferR1<ffi::F32>>());

// The number of runs of one call in a program, kept between runs.
struct Runs {
  static ffi::TypeId id;
  static ffi::TypeInfo info;
  static std::atomic<int64_t> alive;

  explicit Runs(int64_t start) : next(start) { ++alive; }
  ~Runs() { --alive; }

  std::atomic<int64_t> next;
};

ffi::TypeId Runs::id = {};
ffi::TypeInfo Runs::info = ffi::MakeTypeInfo<Runs>();
std::atomic<int64_t> Runs::alive = 0;

static ffi::ErrorOr<std::unique_ptr<Runs>> BeginRuns(int64_t start) {
  if (start < 0) {
    return ffi::Unexpected(ffi::Error::InvalidArgument("runs begin before 0"));
  }
  return std::make_unique<Runs>(start);
}

static ffi::Error CountRuns(Runs *runs, ffi::ResultBufferR0<ffi::S64> count) {
  *count->typed_data() = runs->next++;
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(begin_runs, BeginRuns,
                              ffi::Ffi::BindInstantiate().Attr<int64_t>("start"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(count_runs, CountRuns,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::State<Runs>>()
                                  .Ret<ffi::BufferR0<ffi::S64>>());

// Returns the ordinal of the device that the program runs on.
static ffi::Error Device(int32_t ordinal, ffi::ResultBufferR0<ffi::S32> number) {
  *number->typed_data() = ordinal;
  return ffi::Error::Success();
}

XLA_FFI_DEFINE_HANDLER_SYMBOL(device_number, Device,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::DeviceOrdinal>()
                                  .Ret<ffi::BufferR0<ffi::S32>>());

extern "C" void *runs_type_id() { return &Runs::id; }
extern "C" void *runs_type_info() { return &Runs::info; }
extern "C" int64_t runs_alive() { return Runs::alive; }
