#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "core/import/fbx/fbx_scene.h"

namespace texeleton::importing::fbx {

namespace {

constexpr std::size_t kMatrixSize = 16;
constexpr std::array<double, kMatrixSize> kIdentity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
constexpr std::uint32_t kWideOffsets = 7500;  ///< From this version on.

/// New bytes and the place in the old ones before which they stand.
struct Insertion {
  std::size_t at = 0;
  std::string bytes;
  std::size_t total = 0;  ///< Of this and all earlier ones.
};

bool isMatrix(const Record& record) {
  if (record.values.empty()) {
    return false;
  }
  const auto numbers = readNumbers(record.values.front());
  return numbers && numbers->size() == kMatrixSize;
}

class Completer {
 public:
  explicit Completer(const Document& document) : m_document(document) {}

  std::vector<std::byte> complete(std::vector<std::byte> bytes) {
    for (const Record& section : m_document.root.children) {
      for (const Record& object : section.children) {
        const bool isCluster = object.name == "Deformer" && object.textAt(2) == "Cluster";
        if (section.name == "Objects" && isCluster && !object.children.empty()) {
          completeCluster(object, bytes);
        }
      }
    }
    if (m_insertions.empty()) {
      return bytes;
    }
    const std::size_t total = m_insertions.back().total;
    if (m_document.binary && !isWide() && bytes.size() + total > std::numeric_limits<std::uint32_t>::max()) {
      return bytes;
    }
    if (m_document.binary) {
      moveEnds(m_document.root, bytes);
    }
    std::vector<std::byte> out;
    out.reserve(bytes.size() + total);
    std::size_t from = 0;
    const auto copyTo = [&](std::size_t end) {
      out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(from),
                 bytes.begin() + static_cast<std::ptrdiff_t>(end));
      from = end;
    };
    for (const Insertion& insertion : m_insertions) {
      copyTo(insertion.at);
      const auto* text = reinterpret_cast<const std::byte*>(insertion.bytes.data());
      out.insert(out.end(), text, text + insertion.bytes.size());
    }
    copyTo(bytes.size());
    return out;
  }

 private:
  bool isWide() const { return m_document.version >= kWideOffsets; }
  std::size_t offsetSize() const { return isWide() ? sizeof(std::uint64_t) : sizeof(std::uint32_t); }

  /// Where a record begins: in binary files three offsets and the length of the name stand before the name.
  std::size_t beginOf(const Record& record) const {
    const auto name =
        static_cast<std::size_t>(record.name.data() - reinterpret_cast<const char*>(m_document.bytes.data()));
    return m_document.binary ? name - 3 * offsetSize() - 1 : name;
  }

  void completeCluster(const Record& cluster, std::vector<std::byte>& bytes) {
    Insertion insertion;
    insertion.at = beginOf(cluster.children.front());
    for (const std::string_view name : {"Transform", "TransformLink"}) {
      bool found = false;
      for (const Record& record : cluster.children) {
        if (record.name != name || found) {
          continue;
        }
        found = isMatrix(record);
        if (!found) {
          const auto at = record.name.data() - reinterpret_cast<const char*>(m_document.bytes.data());
          bytes[static_cast<std::size_t>(at)] = std::byte{'X'};  // Another name: nothing reads it.
        }
      }
      if (!found) {
        const std::size_t newPlace = insertion.at + inserted() + insertion.bytes.size();
        insertion.bytes += m_document.binary ? binaryMatrix(name, newPlace) : asciiMatrix(name);
      }
    }
    if (!insertion.bytes.empty()) {
      insertion.total = inserted() + insertion.bytes.size();
      m_insertions.push_back(std::move(insertion));
    }
  }

  static std::string asciiMatrix(std::string_view name) {
    return std::string(name) + ": *16 {\na: 1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1\n}\n";
  }

  /// `at`: where it will begin.
  std::string binaryMatrix(std::string_view name, std::size_t at) const {
    constexpr std::size_t kArrayHeader = 13;  // Type, length, encoding, bytes.
    constexpr std::size_t kValueBytes = kArrayHeader + sizeof kIdentity;
    std::string record;
    const auto add = [&record](const auto& value) {
      record.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    const auto addOffset = [&](std::uint64_t value) { isWide() ? add(value) : add(static_cast<std::uint32_t>(value)); };
    addOffset(at + 3 * offsetSize() + 1 + name.size() + kValueBytes);
    addOffset(1);
    addOffset(kValueBytes);
    add(static_cast<std::uint8_t>(name.size()));
    record += name;
    record += 'd';
    add(static_cast<std::uint32_t>(kMatrixSize));
    add(std::uint32_t{0});
    add(static_cast<std::uint32_t>(sizeof kIdentity));
    add(kIdentity);
    return record;
  }

  std::size_t inserted() const { return m_insertions.empty() ? 0 : m_insertions.back().total; }

  /// Records end later by what is inserted before their end.
  void moveEnds(const Record& parent, std::vector<std::byte>& bytes) const {
    for (const Record& record : parent.children) {
      std::byte* const where = bytes.data() + beginOf(record);
      std::uint64_t end = 0;
      std::memcpy(&end, where, offsetSize());
      const auto after = std::partition_point(m_insertions.begin(), m_insertions.end(),
                                              [&](const Insertion& insertion) { return insertion.at < end; });
      if (after != m_insertions.begin()) {
        end += std::prev(after)->total;
        std::memcpy(where, &end, offsetSize());
      }
      moveEnds(record, bytes);
    }
  }

  const Document& m_document;
  std::vector<Insertion> m_insertions;  ///< In the order of their places.
};

}  // namespace

std::vector<std::byte> withClusterMatrices(const Document& document, std::vector<std::byte> bytes) {
  return Completer(document).complete(std::move(bytes));
}

}  // namespace texeleton::importing::fbx
