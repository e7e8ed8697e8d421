// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameters of the dialects' attributes and types as builtin attributes and
// back, which is how Rust reads and makes them: an `ArrayAttr` with one entry a
// parameter. A type goes to and fro in a `TypeAttr`.

#ifndef HLOOM_FORWARD_ATTRPARTS_H
#define HLOOM_FORWARD_ATTRPARTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <type_traits>

namespace hloom {

// How a parameter of type `T` is held, read and made. An entry that does not
// fit makes `read` return false.
template <typename T, typename = void> struct Part;

template <typename T>
struct Part<T, std::enable_if_t<std::is_integral_v<T> || std::is_enum_v<T>>> {
  using Storage = T;
  static mlir::Attribute make(mlir::MLIRContext *context, T value) {
    return mlir::IntegerAttr::get(mlir::IntegerType::get(context, 64),
                                  static_cast<int64_t>(value));
  }
  static bool read(mlir::Attribute part, Storage &value) {
    auto integer = llvm::dyn_cast<mlir::IntegerAttr>(part);
    if (!integer || integer.getValue().getBitWidth() > 64)
      return false;
    value = static_cast<T>(integer.getInt());
    return true;
  }
};

template <> struct Part<llvm::ArrayRef<int64_t>> {
  using Storage = llvm::SmallVector<int64_t>;
  static mlir::Attribute make(mlir::MLIRContext *context,
                              llvm::ArrayRef<int64_t> value) {
    return mlir::DenseI64ArrayAttr::get(context, value);
  }
  static bool read(mlir::Attribute part, Storage &value) {
    auto array = llvm::dyn_cast<mlir::DenseI64ArrayAttr>(part);
    if (array)
      value.assign(array.asArrayRef().begin(), array.asArrayRef().end());
    return static_cast<bool>(array);
  }
};

template <> struct Part<llvm::StringRef> {
  using Storage = llvm::StringRef;
  static mlir::Attribute make(mlir::MLIRContext *context,
                              llvm::StringRef value) {
    return mlir::StringAttr::get(context, value);
  }
  static bool read(mlir::Attribute part, Storage &value) {
    auto string = llvm::dyn_cast<mlir::StringAttr>(part);
    if (string)
      value = string.getValue();
    return static_cast<bool>(string);
  }
};

// Types, as a `TypeAttr`; a unit attribute stands for an absent one.
template <typename T>
struct Part<T, std::enable_if_t<std::is_base_of_v<mlir::Type, T>>> {
  using Storage = T;
  static mlir::Attribute make(mlir::MLIRContext *context, T value) {
    if (!value)
      return mlir::UnitAttr::get(context);
    return mlir::TypeAttr::get(value);
  }
  static bool read(mlir::Attribute part, Storage &value) {
    if (llvm::isa<mlir::UnitAttr>(part))
      return true;
    auto type = llvm::dyn_cast<mlir::TypeAttr>(part);
    if (type)
      value = llvm::dyn_cast<T>(type.getValue());
    return static_cast<bool>(value);
  }
};

// Attributes, as they are; a unit attribute stands for an absent one.
template <typename T>
struct Part<T, std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>> {
  using Storage = T;
  static mlir::Attribute make(mlir::MLIRContext *context, T value) {
    if (!value)
      return mlir::UnitAttr::get(context);
    return value;
  }
  static bool read(mlir::Attribute part, Storage &value) {
    if (llvm::isa<mlir::UnitAttr>(part))
      return true;
    value = llvm::dyn_cast<T>(part);
    return static_cast<bool>(value);
  }
};

template <typename T>
struct Part<llvm::ArrayRef<T>,
            std::enable_if_t<std::is_base_of_v<mlir::Attribute, T> ||
                             std::is_base_of_v<mlir::Type, T>>> {
  using Storage = llvm::SmallVector<T>;
  static mlir::Attribute make(mlir::MLIRContext *context,
                              llvm::ArrayRef<T> value) {
    llvm::SmallVector<mlir::Attribute> elements;
    for (T element : value)
      elements.push_back(Part<T>::make(context, element));
    return mlir::ArrayAttr::get(context, elements);
  }
  static bool read(mlir::Attribute part, Storage &value) {
    auto array = llvm::dyn_cast<mlir::ArrayAttr>(part);
    if (!array)
      return false;
    // In a list nothing is left out.
    for (mlir::Attribute element : array)
      if (!Part<T>::read(element, value.emplace_back()) || !value.back())
        return false;
    return true;
  }
};

template <typename T> struct Part<std::optional<T>> {
  using Storage = std::optional<T>;
  static mlir::Attribute make(mlir::MLIRContext *context,
                              std::optional<T> value) {
    if (!value)
      return mlir::UnitAttr::get(context);
    return Part<T>::make(context, *value);
  }
  static bool read(mlir::Attribute part, Storage &value) {
    if (llvm::isa<mlir::UnitAttr>(part))
      return true;
    return Part<T>::read(part, value.emplace());
  }
};

// The type in a `TypeAttr`, else null.
inline mlir::Type typeOf(mlir::Attribute attribute) {
  auto type = llvm::dyn_cast<mlir::TypeAttr>(attribute);
  return type ? type.getValue() : mlir::Type();
}

template <typename... Ts>
mlir::Attribute makeParts(mlir::MLIRContext *context, const Ts &...values) {
  return mlir::ArrayAttr::get(context, {Part<Ts>::make(context, values)...});
}

} // namespace hloom

#endif // HLOOM_FORWARD_ATTRPARTS_H
