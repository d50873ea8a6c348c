#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace texeleton::model {

/// A point cache: the positions of all points of a mesh in samples over time, as written by modelling programs for
/// cloth and soft bodies. Two formats are read:
/// - PC2 (3ds Max, Blender, Houdini), little endian: "POINTCACHE2\0", version 1, points, start frame, frames per
///   sample,
///   samples; then x, y, z of each point of each sample as floats.
/// - MDD (LightWave, Maya, Blender), big endian: samples, points, seconds of each sample, then the same.
/// The file stays open and samples are read on demand, so that only those in use are in memory.
class PointCache {
 public:
  /// Opens a file and checks that its counts fit its size. Errors: NotFound, Io, BadFile (neither format, wrong counts,
  /// times that do not ascend), Unsupported (version).
  static Result<std::shared_ptr<const PointCache>> open(const std::filesystem::path& file);

  PointCache(const PointCache&) = delete;
  PointCache& operator=(const PointCache&) = delete;
  ~PointCache();

  const std::filesystem::path& file() const { return m_file; }
  /// "PC2" or "MDD".
  const char* format() const { return m_isMdd ? "MDD" : "PC2"; }
  bool isMdd() const { return m_isMdd; }
  std::uint32_t pointCount() const { return m_pointCount; }
  std::uint32_t sampleCount() const { return m_sampleCount; }

  /// Seconds of each sample, ascending. `rateHz`: frames per second; for a PC2, whose samples are counted in frames,
  /// the default is `otherwiseHz`. An MDD has seconds, which `rateHz` replaces by one frame per sample; seconds at a
  /// steady rate are freed of their rounding to floats.
  std::vector<double> times(std::optional<double> rateHz, double otherwiseHz) const;

  /// Reads a sample: pointCount() positions, finite and less than 1e8 in magnitude. Any thread. Errors: Io, BadFile
  /// (names sample and point).
  Result<void> read(std::uint32_t sample, std::span<glm::vec3> points) const;

 private:
  PointCache(int fd, std::filesystem::path file) : m_fd(fd), m_file(std::move(file)) {}
  Result<void> readHeader(std::uint64_t size);
  Result<void> readPc2Header(std::uint64_t size, std::span<const std::byte> header);
  Result<void> readMddHeader(std::uint64_t size, std::span<const std::byte> header);
  Result<void> takeCounts(std::int64_t points, std::int64_t samples, std::uint64_t size, bool hasTimes);
  Result<void> readAt(std::uint64_t offset, std::span<std::byte> bytes) const;

  int m_fd = -1;
  std::filesystem::path m_file;
  bool m_isMdd = false;
  std::uint32_t m_pointCount = 0;
  std::uint32_t m_sampleCount = 0;
  std::uint64_t m_firstSample = 0;  ///< Bytes before it.
  double m_startFrame = 0.0;        ///< PC2.
  double m_framesPerSample = 1.0;   ///< PC2.
  std::vector<double> m_seconds;    ///< MDD.
};

}  // namespace texeleton::model
