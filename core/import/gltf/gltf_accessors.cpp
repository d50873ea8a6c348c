#include "core/import/gltf/gltf_accessors.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/base/glb_format.h"

namespace texeleton::importing {

namespace {

/// Limit for elements without bytes in the file (accessors without a view are zeros).
constexpr std::uint64_t kMaxUnbacked = std::uint64_t{1} << 24;

/// 0 for types that glTF does not have.
std::size_t componentSize(std::uint32_t type) {
  switch (type) {
    case kGltfByte:
    case kGltfUnsignedByte:
      return 1;
    case kGltfShort:
    case kGltfUnsignedShort:
      return 2;
    case kGltfUnsignedInt:
    case kGltfFloat:
      return 4;
    default:
      return 0;
  }
}

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <class T, class Out, class Convert>
void convertElements(const std::byte* data, std::size_t stride, std::size_t count, std::size_t components, Out* out,
                     Convert convert) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::byte* element = data + i * stride;
    for (std::size_t c = 0; c < components; ++c) {
      *out++ = convert(load<T>(element + c * sizeof(T)));
    }
  }
}

template <class Out, class Convert>
void convertAny(std::uint32_t type, const std::byte* data, std::size_t stride, std::size_t count,
                std::size_t components, Out* out, Convert convert) {
  switch (type) {
    case kGltfByte:
      return convertElements<std::int8_t>(data, stride, count, components, out, convert);
    case kGltfUnsignedByte:
      return convertElements<std::uint8_t>(data, stride, count, components, out, convert);
    case kGltfShort:
      return convertElements<std::int16_t>(data, stride, count, components, out, convert);
    case kGltfUnsignedShort:
      return convertElements<std::uint16_t>(data, stride, count, components, out, convert);
    case kGltfUnsignedInt:
      return convertElements<std::uint32_t>(data, stride, count, components, out, convert);
    default:
      return convertElements<float>(data, stride, count, components, out, convert);
  }
}

/// glTF 2.0, 3.11: c / max; signed types are clamped to -1.
struct ToFloat {
  bool normalized = false;

  template <class T>
  float operator()(T value) const {
    if constexpr (std::is_same_v<T, float>) {
      return value;
    } else {
      if (!normalized) {
        return static_cast<float>(value);
      }
      const float scaled = static_cast<float>(value) / static_cast<float>(std::numeric_limits<T>::max());
      return std::max(scaled, -1.0f);
    }
  }
};

struct ToWhole {
  template <class T>
  std::uint32_t operator()(T value) const {
    if constexpr (std::is_same_v<T, float>) {
      return 0;  // integers() refuses floats
    } else {
      return static_cast<std::uint32_t>(value);
    }
  }
};

Message nameOf(GltfIndex index) { return message("accessor %1", index); }

}  // namespace

GltfAccessors::GltfAccessors(const GltfDocument& document, GltfBuffers& buffers)
    : m_document(document), m_buffers(buffers) {}

Result<const GltfAccessor*> GltfAccessors::find(GltfIndex index, std::uint32_t components) const {
  if (index >= m_document.accessors.size()) {
    return fail(ErrorCode::BadFile, message("the file refers to %1, but has only %2 accessors", nameOf(index),
                                            m_document.accessors.size()));
  }
  const GltfAccessor& accessor = m_document.accessors[index];
  if (components != 0 && accessor.components != components) {
    return fail(ErrorCode::BadFile,
                message("%1 has %2 components where %3 are needed", nameOf(index), accessor.components, components));
  }
  if (componentSize(accessor.componentType) == 0) {
    return fail(ErrorCode::BadFile,
                message("%1 has the unknown component type %2", nameOf(index), accessor.componentType));
  }
  return &accessor;
}

Result<std::size_t> GltfAccessors::count(GltfIndex index) const {
  const auto accessor = find(index, 0);
  TRY(accessor);
  return static_cast<std::size_t>((*accessor)->count);
}

Result<std::uint32_t> GltfAccessors::components(GltfIndex index) const {
  const auto accessor = find(index, 0);
  TRY(accessor);
  return (*accessor)->components;
}

Result<GltfAccessors::Source> GltfAccessors::locate(const GltfAccessor& accessor, GltfIndex view,
                                                    std::uint64_t byteOffset, std::uint64_t count,
                                                    const Message& what) {
  const auto bytes = m_buffers.view(view);
  TRY(bytes);
  const std::uint64_t element = std::uint64_t{accessor.components} * componentSize(accessor.componentType);
  const std::uint32_t declared = m_document.views[view].byteStride;
  const std::uint64_t stride = declared != 0 ? declared : element;
  if (stride < element) {
    return fail(ErrorCode::BadFile,
                message("%1: its view's stride of %2 bytes is less than an element of %3", what, stride, element));
  }
  // Every number here is below 2^53; only the product can overflow.
  const std::uint64_t available = bytes->size();
  const bool fits = count == 0 || (byteOffset <= available && element <= available - byteOffset &&
                                   (count - 1) <= (available - byteOffset - element) / stride);
  if (!fits) {
    return fail(
        ErrorCode::BadFile,
        message("%1 is out of range: %2 elements of %3 bytes from byte %4 on do not fit into the %5 bytes of its view",
                what, count, stride, byteOffset, available));
  }
  Source source;
  source.data = bytes->data() + (count == 0 ? 0 : byteOffset);
  source.stride = static_cast<std::size_t>(stride);
  source.count = static_cast<std::size_t>(count);
  source.components = accessor.components;
  source.componentType = accessor.componentType;
  source.normalized = accessor.normalized;
  return source;
}

Result<void> GltfAccessors::provide(GltfIndex index, std::vector<std::byte> bytes) {
  TRY(find(index, 0));
  m_provided[index] = std::move(bytes);
  return {};
}

Result<void> GltfAccessors::allowUnbacked(std::uint64_t count, const Message& what) {
  if (count > kMaxUnbacked - m_unbacked) {
    return fail(ErrorCode::BadFile,
                message("%1 has no data, but counts %2 elements: more than is believed without bytes", what, count));
  }
  m_unbacked += count;
  return {};
}

template <class Out, class Convert>
Result<void> GltfAccessors::decode(const GltfAccessor& accessor, GltfIndex index, std::vector<Out>& out,
                                   std::size_t perElement, Convert convert) {
  // `Out` is a scalar or a vector; `perElement` scalars are one element of the accessor.
  using Scalar = decltype(convert(0.0f));
  const std::size_t size = static_cast<std::size_t>(accessor.count) * accessor.components / perElement;
  Source source;
  if (const auto provided = m_provided.find(index); provided != m_provided.end()) {
    source.data = provided->second.data();
    source.stride = accessor.components * componentSize(accessor.componentType);
    source.count = static_cast<std::size_t>(accessor.count);
    source.components = accessor.components;
    source.componentType = accessor.componentType;
    if (provided->second.size() / source.stride != source.count) {
      return fail(ErrorCode::BadFile, message("%1 counts %2 elements, and its compressed data has %3", nameOf(index),
                                              accessor.count, provided->second.size() / source.stride));
    }
    out.resize(size);
  } else if (accessor.view == kNoGltfIndex) {
    TRY(allowUnbacked(accessor.count, nameOf(index)));
    out.assign(size, Out{});
  } else {
    const auto located = locate(accessor, accessor.view, accessor.byteOffset, accessor.count, nameOf(index));
    TRY(located);
    source = *located;
    out.resize(size);
  }
  Scalar* scalars = reinterpret_cast<Scalar*>(out.data());
  if (source.data != nullptr && source.count != 0) {
    const bool verbatim = std::is_same_v<Scalar, float> && source.componentType == kGltfFloat &&
                          source.stride == source.components * sizeof(float);
    if (verbatim) {
      std::memcpy(scalars, source.data, source.count * source.stride);
    } else {
      convertAny(source.componentType, source.data, source.stride, source.count, source.components, scalars, convert);
    }
  }
  if (accessor.sparse == kNoGltfIndex) {
    return {};
  }

  const GltfSparse& sparse = m_document.sparses[accessor.sparse];
  const Message what = message("the sparse part of %1", nameOf(index));
  if (sparse.count > accessor.count ||
      (sparse.indicesType != kGltfUnsignedByte && sparse.indicesType != kGltfUnsignedShort &&
       sparse.indicesType != kGltfUnsignedInt)) {
    return fail(ErrorCode::BadFile, message("%1 has a bad count or index type", what));
  }
  GltfAccessor places;
  places.componentType = sparse.indicesType;
  places.components = 1;
  const auto where = locate(places, sparse.indicesView, sparse.indicesOffset, sparse.count, what);
  TRY(where);
  const auto values = locate(accessor, sparse.valuesView, sparse.valuesOffset, sparse.count, what);
  TRY(values);
  for (std::size_t i = 0; i < where->count; ++i) {
    std::uint32_t target = 0;
    convertAny(where->componentType, where->data + i * where->stride, where->stride, 1, 1, &target, ToWhole{});
    if (target >= accessor.count) {
      return fail(ErrorCode::BadFile, message("%1 names element %2 of %3", what, target, accessor.count));
    }
    convertAny(values->componentType, values->data + i * values->stride, values->stride, 1, values->components,
               scalars + std::size_t{target} * accessor.components, convert);
  }
  return {};
}

Result<std::vector<float>> GltfAccessors::floats(GltfIndex index, std::uint32_t components, bool alwaysNormalized) {
  const auto accessor = find(index, components);
  TRY(accessor);
  std::vector<float> out;
  TRY(decode(**accessor, index, out, 1, ToFloat{(*accessor)->normalized || alwaysNormalized}));
  return out;
}

template <class Vector>
Result<std::vector<Vector>> GltfAccessors::vectors(GltfIndex index) {
  constexpr std::uint32_t kVectorComponents = Vector::length();
  static_assert(sizeof(Vector) == kVectorComponents * sizeof(float));
  const auto accessor = find(index, kVectorComponents);
  TRY(accessor);
  std::vector<Vector> out;
  TRY(decode(**accessor, index, out, kVectorComponents, ToFloat{(*accessor)->normalized}));
  return out;
}

Result<std::vector<glm::vec2>> GltfAccessors::vectors2(GltfIndex index) { return vectors<glm::vec2>(index); }
Result<std::vector<glm::vec3>> GltfAccessors::vectors3(GltfIndex index) { return vectors<glm::vec3>(index); }
Result<std::vector<glm::vec4>> GltfAccessors::vectors4(GltfIndex index) { return vectors<glm::vec4>(index); }

Result<std::vector<std::uint32_t>> GltfAccessors::integers(GltfIndex index, std::uint32_t components) {
  const auto accessor = find(index, components);
  TRY(accessor);
  if ((*accessor)->componentType == kGltfFloat) {
    return fail(ErrorCode::BadFile, message("%1 holds floats where whole numbers are needed", nameOf(index)));
  }
  std::vector<std::uint32_t> out;
  TRY(decode(**accessor, index, out, 1, ToWhole{}));
  return out;
}

}  // namespace texeleton::importing
