#include "core/model/snapshot.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <new>
#include <string>
#include <type_traits>

#include "core/base/checksum.h"
#include "core/base/message_json.h"
#include "core/model/snapshot_fields.h"
#include "core/model/stillness.h"

namespace texeleton::model {

namespace {

static_assert(std::endian::native == std::endian::little, "snapshots are copied as they lie in memory");
static_assert(sizeof(glm::vec2) == 8 && sizeof(glm::vec3) == 12 && sizeof(glm::vec4) == 16);
static_assert(sizeof(glm::dvec3) == 24 && sizeof(glm::dmat4) == 128);
static_assert(sizeof(Influence) == 8 && offsetof(Influence, joint) == 0 && offsetof(Influence, weight) == 4);

constexpr std::array<char, 8> kSnapshotMagic = {'T', 'X', 'M', 'O', 'D', 'E', 'L', '\n'};

template <class T>
constexpr bool kIsGlm = false;
template <glm::length_t L, class T>
constexpr bool kIsGlm<glm::vec<L, T>> = true;
template <glm::length_t C, glm::length_t R, class T>
constexpr bool kIsGlm<glm::mat<C, R, T>> = true;

/// Types that can be copied as raw memory: numbers, vectors and matrices of them, and structs of them without padding.
/// (GLM's types are not formally trivially copyable if they initialise themselves, but contain only numbers.)
template <class T>
concept Plain = (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) || kIsGlm<T> || std::is_same_v<T, std::byte> ||
                std::is_same_v<T, Influence>;

/// Writes bytes, or only counts them without a destination.
class Writer {
 public:
  Writer() = default;
  explicit Writer(std::byte* target) : m_target(target) {}

  std::size_t size() const { return m_size; }

  void bytes(const void* source, std::size_t size) {
    if (m_target != nullptr && size != 0) {
      std::memcpy(m_target + m_size, source, size);
    }
    m_size += size;
  }
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  template <class E>
  void enumeration(E value, E /*last*/) {
    put(static_cast<std::uint8_t>(value));
  }

 private:
  template <Plain T>
  void put(const T& value) {
    bytes(&value, sizeof value);
  }
  template <Plain T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    bytes(values.data(), values.size() * sizeof(T));
  }
  void put(const std::string& value) {
    put(std::uint64_t{value.size()});
    bytes(value.data(), value.size());
  }
  void put(const Message& value) { put(toJsonText(value)); }
  void put(const bool& value) { put(static_cast<std::uint8_t>(value ? 1 : 0)); }
  template <class Tag>
  void put(const Index<Tag>& index) {
    put(index.value);
  }
  void put(const std::optional<glm::dmat4>& value) {
    put(value.has_value());
    if (value) {
      put(*value);
    }
  }
  void put(const std::optional<bool>& value) { put(static_cast<std::uint8_t>(!value ? 0 : *value ? 2 : 1)); }
  template <class T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    for (const T& value : values) {
      put(value);
    }
  }
  template <class T>
  void put(const T& value) {
    snapshot::fields(*this, value);
  }

  std::byte* m_target = nullptr;
  std::size_t m_size = 0;
};

/// The minimum number of bytes of a T: with empty strings and lists, and without optionals.
template <class T>
std::size_t smallestSize() {
  Writer counter;
  counter(T{});
  return counter.size();
}

/// Reads until an error; afterwards all results are empty, and error() has the message.
class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

  const char* error() const { return m_error; }
  std::size_t left() const { return m_bytes.size(); }

  template <class... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }
  template <class E>
  void enumeration(E& value, E last) {
    value = static_cast<E>(small(static_cast<std::uint8_t>(last)));
  }

 private:
  template <Plain T>
  void take(T& value) {
    bytes(&value, sizeof value);
  }
  template <Plain T>
  void take(std::vector<T>& values) {
    values.resize(count(sizeof(T)));
    bytes(values.data(), values.size() * sizeof(T));
  }
  void take(std::string& value) {
    value.resize(count(1));
    bytes(value.data(), value.size());
  }
  void take(Message& value) {
    std::string json;
    take(json);
    auto read = messageFromJsonText(json);
    if (!read && m_error == nullptr) {
      refuse(said("a message is malformed"));
      return;
    }
    value = read ? std::move(*read) : Message();
  }
  void take(bool& value) { value = small(1) == 1; }
  template <class Tag>
  void take(Index<Tag>& index) {
    take(index.value);
  }
  void take(std::optional<glm::dmat4>& value) {
    if (small(1) == 1) {
      take(value.emplace());
    }
  }
  void take(std::optional<bool>& value) {
    const std::uint8_t state = small(2);
    value = state == 0 ? std::nullopt : std::optional(state == 2);
  }
  template <class T>
  void take(std::vector<T>& values) {
    static const std::size_t kSmallestItem = smallestSize<T>();
    values.resize(count(kSmallestItem));
    for (T& value : values) {
      take(value);
      if (m_error != nullptr) {
        return;
      }
    }
  }
  template <class T>
  void take(T& value) {
    snapshot::fields(*this, value);
  }

  void refuse(const char* error) {
    if (m_error == nullptr) {
      m_error = error;
      m_bytes = {};
    }
  }
  void bytes(void* target, std::size_t size) {
    if (size > m_bytes.size()) {
      refuse(said("it ends too early"));
      return;
    }
    if (size != 0) {
      std::memcpy(target, m_bytes.data(), size);
      m_bytes = m_bytes.subspan(size);
    }
  }
  /// Reads a number of elements of at least `elementSize` bytes each, and checks it against the remaining bytes.
  std::size_t count(std::size_t elementSize) {
    std::uint64_t value = 0;
    take(value);
    if (value > m_bytes.size() / elementSize) {
      refuse(said("a count is larger than what follows"));
      return 0;
    }
    return static_cast<std::size_t>(value);
  }
  std::uint8_t small(std::uint8_t last) {
    std::uint8_t value = 0;
    take(value);
    if (value > last) {
      refuse(said("a switch has a value that does not exist"));
      return 0;
    }
    return value;
  }

  std::span<const std::byte> m_bytes;
  const char* m_error = nullptr;
};

template <class T>
T valueAt(std::span<const std::byte> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

Result<Model> readContent(std::span<const std::byte> content) {
  Model model;
  Reader reader(content);
  reader(model);
  if (reader.error() != nullptr) {
    return fail(ErrorCode::BadFile, message("the model snapshot is broken: %1", message(reader.error())));
  }
  if (reader.left() != 0) {
    return fail(ErrorCode::BadFile, "the model snapshot is broken: something follows its end");
  }
  if (const auto violation = checkModel(model)) {
    return fail(ErrorCode::BadFile, message("the model snapshot is broken: %1", *violation));
  }
  noteStillness(model);
  return model;
}

}  // namespace

std::vector<std::byte> writeSnapshot(const Model& model) {
  Writer counter;
  counter(model);

  std::vector<std::byte> bytes(kSnapshotHeaderSize + counter.size());
  const std::span<std::byte> content = std::span(bytes).subspan(kSnapshotHeaderSize);
  Writer writer(content.data());
  writer(model);

  Writer header(bytes.data());
  header.bytes(kSnapshotMagic.data(), kSnapshotMagic.size());
  header(kSnapshotVersion, std::uint32_t{0}, std::uint64_t{content.size()}, checksum64(content));
  return bytes;
}

Result<Model> readSnapshot(std::span<const std::byte> bytes) {
  if (bytes.size() < kSnapshotHeaderSize ||
      std::memcmp(bytes.data(), kSnapshotMagic.data(), kSnapshotMagic.size()) != 0) {
    return fail(ErrorCode::BadFile, "this is not a model snapshot");
  }
  if (const auto version = valueAt<std::uint32_t>(bytes, 8); version != kSnapshotVersion) {
    return fail(ErrorCode::Unsupported,
                message("the model snapshot has version %1, this build reads version %2", version, kSnapshotVersion));
  }
  const std::span<const std::byte> content = bytes.subspan(kSnapshotHeaderSize);
  if (valueAt<std::uint32_t>(bytes, 12) != 0 || valueAt<std::uint64_t>(bytes, 16) != content.size() ||
      valueAt<std::uint64_t>(bytes, 24) != checksum64(content)) {
    return fail(ErrorCode::BadFile, "the model snapshot is broken: its size or checksum is wrong");
  }
  try {
    return readContent(content);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory for the model");
  }
}

}  // namespace texeleton::model
