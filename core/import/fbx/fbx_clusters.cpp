#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "core/import/fbx/fbx_scene.h"

namespace texeleton::importing::fbx {

namespace {

constexpr std::size_t kMatrixSize = 16;
constexpr std::uint32_t kWideOffsets = 7500;  ///< The first version with 64-bit offsets.

/// Bytes to insert before offset `at` of the original file.
struct Insertion {
  std::size_t at = 0;
  std::string bytes;
  std::size_t total = 0;  ///< Bytes of this insertion and all earlier ones.
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
  explicit Completer(const Document& document) : m_document(document) {
    for (const std::size_t diagonal : {0, 5, 10, 15}) {
      m_identity[diagonal] = 1.0;
    }
  }

  std::vector<std::byte> complete(std::vector<std::byte> bytes) {
    m_document.forRecords("Objects", [&](const Record& object) {
      if (!object.children.empty() && object.name == "Deformer" && object.textAt(2) == "Cluster") {
        completeCluster(object, bytes);
      } else if (!object.children.empty() && object.name == "Geometry" && object.textAt(2) == "Shape") {
        completeShape(object);
      }
    });
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

  /// Offset of a record. In binary files three offsets and the length of the name precede the name.
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
          bytes[static_cast<std::size_t>(at)] = std::byte{'X'};  // Renamed, so that no reader finds it.
        }
      }
      if (!found) {
        insertion.bytes += array(name, m_identity, insertion.at + inserted() + insertion.bytes.size());
      }
    }
    insert(std::move(insertion));
  }

  void completeShape(const Record& shape) {
    const Value* vertices = shape.valueOf("Vertices");
    if (vertices == nullptr || shape.find("Normals") != nullptr) {
      return;
    }
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() / sizeof(double);
    if (const auto deltas = readNumbers(*vertices); deltas && deltas->size() <= kMost) {
      Insertion insertion;
      insertion.at = beginOf(shape.children.front());
      insertion.bytes = array("Normals", std::vector<double>(deltas->size(), 0.0), insertion.at + inserted());
      insert(std::move(insertion));
    }
  }

  void insert(Insertion insertion) {
    if (!insertion.bytes.empty()) {
      insertion.total = inserted() + insertion.bytes.size();
      m_insertions.push_back(std::move(insertion));
    }
  }

  /// A record with an array. `at`: its offset in the new file.
  std::string array(std::string_view name, const std::vector<double>& numbers, std::size_t at) const {
    return m_document.binary ? binaryArray(name, numbers, at) : asciiArray(name, numbers);
  }

  /// `numbers`: zeros and ones only.
  static std::string asciiArray(std::string_view name, const std::vector<double>& numbers) {
    std::string record = std::string(name) + ": *" + std::to_string(numbers.size()) + " {\na: ";
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      record += i != 0 ? "," : "";
      record += numbers[i] != 0.0 ? '1' : '0';
    }
    return record + "\n}\n";
  }

  std::string binaryArray(std::string_view name, const std::vector<double>& numbers, std::size_t at) const {
    constexpr std::size_t kArrayHeader = 13;  // Type, length, encoding, bytes.
    const std::size_t dataBytes = numbers.size() * sizeof(double);
    const std::size_t valueBytes = kArrayHeader + dataBytes;
    std::string record;
    const auto add = [&record](const auto& value) {
      record.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    const auto addOffset = [&](std::uint64_t value) { isWide() ? add(value) : add(static_cast<std::uint32_t>(value)); };
    addOffset(at + 3 * offsetSize() + 1 + name.size() + valueBytes);
    addOffset(1);
    addOffset(valueBytes);
    add(static_cast<std::uint8_t>(name.size()));
    record += name;
    record += 'd';
    add(static_cast<std::uint32_t>(numbers.size()));
    add(std::uint32_t{0});
    add(static_cast<std::uint32_t>(dataBytes));
    record.append(reinterpret_cast<const char*>(numbers.data()), dataBytes);
    return record;
  }

  std::size_t inserted() const { return m_insertions.empty() ? 0 : m_insertions.back().total; }

  /// Adds to the end offset of each record the bytes inserted before it.
  void moveEnds(const Record& parent, std::vector<std::byte>& bytes) const {
    for (const Record& record : parent.children) {
      std::byte* const where = bytes.data() + beginOf(record);
      std::uint64_t end = 0;
      std::memcpy(&end, where, offsetSize());
      const auto after = std::ranges::lower_bound(m_insertions, end, {}, &Insertion::at);
      if (after != m_insertions.begin()) {
        end += std::prev(after)->total;
        std::memcpy(where, &end, offsetSize());
      }
      moveEnds(record, bytes);
    }
  }

  const Document& m_document;
  std::vector<double> m_identity = std::vector<double>(kMatrixSize, 0.0);
  std::vector<Insertion> m_insertions;  ///< Sorted by `at`.
};

}  // namespace

std::vector<std::byte> withMissingArrays(const Document& document, std::vector<std::byte> bytes) {
  return Completer(document).complete(std::move(bytes));
}

}  // namespace texeleton::importing::fbx
