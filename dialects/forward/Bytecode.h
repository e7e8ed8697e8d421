// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The encoding of the dialects' attributes and types in MLIR bytecode, which is
// the same as StableHLO's.

#ifndef HLOOM_FORWARD_BYTECODE_H
#define HLOOM_FORWARD_BYTECODE_H

#include "forward/AttrParts.h"
#include "mlir/Bytecode/BytecodeImplementation.h"

#include <limits>
#include <tuple>

namespace hloom {

using BytecodeReader = mlir::DialectBytecodeReader;
using BytecodeWriter = mlir::DialectBytecodeWriter;

// The encoding of a parameter of type `T`. `read` stores the value in a
// `Storage`.
template <typename T, typename = void> struct Encoding;

// A list is encoded as its length and its elements. The length is not trusted:
// the space for the elements grows while they are read.
template <typename T, typename Read>
mlir::LogicalResult readElements(BytecodeReader &reader,
                                 llvm::SmallVectorImpl<T> &elements,
                                 Read read) {
  uint64_t length;
  if (mlir::failed(reader.readVarInt(length)))
    return mlir::failure();
  for (uint64_t i = 0; i < length; ++i)
    if (mlir::failed(read(elements.emplace_back())))
      return mlir::failure();
  return mlir::success();
}

template <> struct Encoding<int64_t> {
  using Storage = int64_t;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    int64_t value) {
    writer.writeSignedVarInt(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return reader.readSignedVarInt(value);
  }
};

template <> struct Encoding<bool> {
  using Storage = bool;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *, bool value) {
    writer.writeOwnedBool(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return reader.readBool(value);
  }
};

template <> struct Encoding<llvm::StringRef> {
  using Storage = llvm::StringRef;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    llvm::StringRef value) {
    writer.writeOwnedString(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return reader.readString(value);
  }
};

template <typename T> struct Encoding<T, std::enable_if_t<std::is_enum_v<T>>> {
  using Storage = T;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *, T value) {
    writer.writeVarInt(static_cast<uint32_t>(value));
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    uint64_t number;
    if (mlir::failed(reader.readVarInt(number)))
      return mlir::failure();
    value = static_cast<T>(number);
    if (number > std::numeric_limits<uint32_t>::max() ||
        stringifyEnum(value).empty())
      return reader.emitError()
             << "expected a case of the enum, found " << number;
    return mlir::success();
  }
};

template <> struct Encoding<llvm::ArrayRef<int64_t>> {
  using Storage = llvm::SmallVector<int64_t>;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    llvm::ArrayRef<int64_t> value) {
    writer.writeSignedVarInts(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return readElements(reader, value, [&](int64_t &element) {
      return reader.readSignedVarInt(element);
    });
  }
};

template <> struct Encoding<mlir::Type> {
  using Storage = mlir::Type;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    mlir::Type value) {
    writer.writeType(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return reader.readType(value);
  }
};

template <> struct Encoding<llvm::ArrayRef<mlir::Type>> {
  using Storage = llvm::SmallVector<mlir::Type>;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    llvm::ArrayRef<mlir::Type> value) {
    writer.writeTypes(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return readElements(reader, value, [&](mlir::Type &element) {
      return reader.readType(element);
    });
  }
};

// An attribute is encoded as a reference.
template <typename T>
struct Encoding<T, std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>> {
  using Storage = T;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *, T value) {
    writer.writeAttribute(value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    return reader.readAttribute(value);
  }
};

// An optional attribute has a leading byte that is true if the attribute is
// present.
template <typename T>
struct Encoding<std::optional<T>,
                std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>> {
  using Storage = T;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    std::optional<T> value) {
    writer.writeOwnedBool(value && *value);
    if (value && *value)
      writer.writeAttribute(*value);
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    bool isThere;
    if (mlir::failed(reader.readBool(isThere)))
      return mlir::failure();
    return isThere ? reader.readAttribute(value) : mlir::success();
  }
};

// A float is encoded as the bits of an `f64`.
template <> struct Encoding<mlir::FloatAttr> {
  using Storage = mlir::FloatAttr;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    mlir::FloatAttr value) {
    writer.writeAPFloatWithKnownSemantics(
        llvm::APFloat(value.getValueAsDouble()));
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    mlir::FailureOr<llvm::APFloat> number =
        reader.readAPFloatWithKnownSemantics(llvm::APFloat::IEEEdouble());
    if (mlir::failed(number))
      return mlir::failure();
    value = mlir::FloatAttr::get(mlir::Float64Type::get(reader.getContext()),
                                 *number);
    return mlir::success();
  }
};

// An array of attributes of any kind is encoded as a list of references.
template <> struct Encoding<mlir::ArrayAttr> {
  using Storage = mlir::ArrayAttr;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *,
                    mlir::ArrayAttr value) {
    writer.writeAttributes(value.getValue());
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    llvm::SmallVector<mlir::Attribute> elements;
    if (mlir::failed(
            readElements(reader, elements, [&](mlir::Attribute &element) {
              return reader.readAttribute(element);
            })))
      return mlir::failure();
    value = mlir::ArrayAttr::get(reader.getContext(), elements);
    return mlir::success();
  }
};

// A list of attributes of one kind is encoded as a reference to an array.
template <typename T>
struct Encoding<llvm::ArrayRef<T>,
                std::enable_if_t<std::is_base_of_v<mlir::Attribute, T>>> {
  using Storage = llvm::SmallVector<T>;
  static void write(BytecodeWriter &writer, mlir::MLIRContext *context,
                    llvm::ArrayRef<T> value) {
    writer.writeAttribute(Part<llvm::ArrayRef<T>>::make(context, value));
  }
  static mlir::LogicalResult read(BytecodeReader &reader, Storage &value) {
    mlir::ArrayAttr array;
    if (mlir::failed(reader.readAttribute(array)))
      return mlir::failure();
    if (Part<llvm::ArrayRef<T>>::read(array, value))
      return mlir::success();
    return reader.emitError()
           << "expected an array of one kind, found " << array;
  }
};

template <typename... Ts>
void writeParameters(BytecodeWriter &writer, mlir::MLIRContext *context,
                     uint64_t code, const Ts &...values) {
  writer.writeVarInt(code);
  (Encoding<Ts>::write(writer, context, values), ...);
}

// Converts a `Storage` to the type that a class's `get` takes.
template <typename T>
llvm::ArrayRef<T> asParameter(const llvm::SmallVector<T> &value) {
  return value;
}
template <typename T> T asParameter(const T &value) { return value; }

// Reads the attribute or type `T`, whose parameters have the types `Ts`. It
// returns null after an error. `isVerified` is true if `T` verifies its
// parameters.
template <typename T, bool isVerified, typename... Ts>
T readParameters(BytecodeReader &reader) {
  std::tuple<typename Encoding<Ts>::Storage...> storage;
  return std::apply(
      [&](auto &...values) -> T {
        if (!(mlir::succeeded(Encoding<Ts>::read(reader, values)) && ...))
          return {};
        mlir::MLIRContext *context = reader.getContext();
        if constexpr (isVerified)
          return T::getChecked([&] { return reader.emitError(); }, context,
                               asParameter(values)...);
        else
          return T::get(context, asParameter(values)...);
      },
      storage);
}

// Reads an optional attribute, unless the reader is at its end. Sets `isAtEnd`
// and succeeds if it is.
mlir::LogicalResult readUnlessAtEnd(BytecodeReader &reader,
                                    mlir::Attribute &attribute, bool &isAtEnd);

// Reads an attribute that an op got after StableHLO 1.17, whose bytecode these
// dialects use. The attribute follows all others, or is absent. Bytecode does
// not contain the number of attributes, so the end has to be found. `isLast` is
// true if later versions of StableHLO put the attribute last too. It may then
// be null. Otherwise an entry that is null or of another kind shows that a
// later version, with another order, wrote the bytecode.
template <typename T>
mlir::LogicalResult readLaterAttribute(BytecodeReader &reader, T &attribute,
                                       bool isLast = false) {
  mlir::Attribute found;
  bool isAtEnd;
  if (mlir::failed(readUnlessAtEnd(reader, found, isAtEnd)))
    return mlir::failure();
  attribute = llvm::dyn_cast_if_present<T>(found);
  if (isAtEnd || attribute || (isLast && !found))
    return mlir::success();
  return reader.emitError() << "expected the encoding of StableHLO 1.17, "
                               "found that of a later version";
}

inline void writeLaterAttribute(BytecodeWriter &writer,
                                mlir::Attribute attribute) {
  if (attribute)
    writer.writeOptionalAttribute(attribute);
}

// The bytecode interface of a dialect. Its functions are generated from ODS.
class Bytecode : public mlir::BytecodeDialectInterface {
public:
  using ReadAttribute = mlir::Attribute(BytecodeReader &);
  using WriteAttribute = mlir::LogicalResult(mlir::Attribute, BytecodeWriter &);
  using ReadType = mlir::Type(BytecodeReader &);
  using WriteType = mlir::LogicalResult(mlir::Type, BytecodeWriter &);

  Bytecode(mlir::Dialect *dialect, ReadAttribute *readAttribute,
           WriteAttribute *writeAttribute, ReadType *readType,
           WriteType *writeType)
      : BytecodeDialectInterface(dialect), attributeIn(readAttribute),
        attributeOut(writeAttribute), typeIn(readType), typeOut(writeType) {}

  mlir::Attribute readAttribute(BytecodeReader &reader) const final {
    return attributeIn(reader);
  }
  mlir::LogicalResult writeAttribute(mlir::Attribute attribute,
                                     BytecodeWriter &writer) const final {
    return attributeOut(attribute, writer);
  }
  mlir::Type readType(BytecodeReader &reader) const final {
    return typeIn(reader);
  }
  mlir::LogicalResult writeType(mlir::Type type,
                                BytecodeWriter &writer) const final {
    return typeOut(type, writer);
  }
  std::unique_ptr<mlir::DialectVersion>
  readVersion(BytecodeReader &reader) const final;

private:
  ReadAttribute *attributeIn;
  WriteAttribute *attributeOut;
  ReadType *typeIn;
  WriteType *typeOut;
};

} // namespace hloom

#endif // HLOOM_FORWARD_BYTECODE_H
