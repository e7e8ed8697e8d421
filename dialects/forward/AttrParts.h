// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of the parameters of the dialects' attributes and types to builtin
// attributes and back. Rust reads and creates an attribute as an `ArrayAttr`
// with one entry for each parameter. A type is wrapped in a `TypeAttr`.

#ifndef HLOOM_FORWARD_ATTRPARTS_H
#define HLOOM_FORWARD_ATTRPARTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>
#include <type_traits>

namespace hloom {

// Converts a parameter of type `T`: `make` creates its entry, and `read` stores
// the value of an entry in a `Storage`. `read` returns false if the entry has
// another kind.
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

// A type is a `TypeAttr`, or a unit attribute if it is absent.
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

// An attribute is its own entry, or a unit attribute if it is absent.
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
    // The elements of a list must not be absent.
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

// Returns the type in a `TypeAttr`, or null for other attributes.
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
