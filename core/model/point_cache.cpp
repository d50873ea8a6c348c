#include "core/model/point_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "core/base/lower_case.h"
#include "core/base/plain_file.h"
#include "core/base/rounded_text.h"
#include "core/base/system_reason.h"

namespace texeleton::model {

namespace {

constexpr char kPc2Magic[12] = "POINTCACHE2";  // Includes the terminating zero.
constexpr std::size_t kPc2Header = 32;
constexpr std::size_t kMddHeader = 8;
constexpr std::uint64_t kPointBytes = 12;
/// Limit of coordinates, so that products with matrices remain finite.
constexpr float kLargestCoordinate = 1e8f;
/// Seconds of a steady rate, rounded to floats, deviate by at most this share of a step.
constexpr double kSteady = 2e-3;

std::string shown(double value) { return roundedText(value, 6); }

std::uint32_t swapped(std::uint32_t v) {
  return v << 24 | (v & 0xff00u) << 8 | (v >> 8 & 0xff00u) | v >> 24;  // Compiled to one instruction.
}

template <class T>
T littleAt(std::span<const std::byte> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::uint32_t bigAt(std::span<const std::byte> bytes, std::size_t offset) {
  return swapped(littleAt<std::uint32_t>(bytes, offset));
}

/// The rate, if the seconds are those of a steady one: a whole number, or that times 1000/1001.
std::optional<double> steadyRate(const std::vector<double>& seconds) {
  const double span = seconds.back() - seconds.front();
  if (seconds.size() < 2 || !(span > 0.0)) {
    return std::nullopt;
  }
  const double rate = static_cast<double>(seconds.size() - 1) / span;
  for (const double unit : {1.0, 1000.0 / 1001.0}) {
    const double whole = std::round(rate / unit) * unit;
    const double first = std::round(seconds.front() * whole);
    bool fits = whole > 0.0;
    for (std::size_t i = 0; fits && i < seconds.size(); ++i) {
      fits = std::abs(seconds[i] * whole - (first + static_cast<double>(i))) <=
             kSteady + 1e-6 * std::abs(seconds[i] * whole);
    }
    if (fits) {
      return whole;
    }
  }
  return std::nullopt;
}

}  // namespace

PointCache::~PointCache() { close(m_fd); }

Result<std::shared_ptr<const PointCache>> PointCache::open(const std::filesystem::path& file) {
  // O_NONBLOCK: a pipe in place of the file must not block.
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return errno == ENOENT || errno == ENOTDIR
               ? fail(ErrorCode::NotFound, "there is no such file", file.string())
               : fail(ErrorCode::Io, message("cannot open the file: %1", systemReason(errno)), file.string());
  }
  const std::shared_ptr<PointCache> cache(new PointCache(fd, file));
  struct stat status = {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) {
    return fail(ErrorCode::BadFile, "is not a plain file", file.string());
  }
  TRY(cache->readHeader(static_cast<std::uint64_t>(status.st_size)));
  return std::shared_ptr<const PointCache>(cache);
}

Result<void> PointCache::readHeader(std::uint64_t size) {
  std::byte header[kPc2Header] = {};
  const std::size_t count = std::min<std::uint64_t>(size, kPc2Header);
  TRY(readAt(0, std::span(header, count)));
  if (count >= sizeof kPc2Magic && std::memcmp(header, kPc2Magic, sizeof kPc2Magic) == 0) {
    return readPc2Header(size, std::span(header, count));
  }
  if (lowerCase(m_file.extension().string()) == ".mdd") {
    m_isMdd = true;
    return readMddHeader(size, std::span(header, count));
  }
  return fail(ErrorCode::BadFile,
              "is no point cache: a PC2 starts with POINTCACHE2, and an MDD is known by its ending .mdd",
              m_file.string());
}

Result<void> PointCache::readPc2Header(std::uint64_t size, std::span<const std::byte> header) {
  if (header.size() < kPc2Header) {
    return fail(ErrorCode::BadFile, "the point cache is cut short within its header", m_file.string());
  }
  if (const auto version = littleAt<std::int32_t>(header, 12); version != 1) {
    return fail(ErrorCode::Unsupported, message("the point cache has version %1; version 1 is read", version),
                m_file.string());
  }
  m_startFrame = static_cast<double>(littleAt<float>(header, 20));
  m_framesPerSample = static_cast<double>(littleAt<float>(header, 24));
  if (!std::isfinite(m_startFrame) || !(m_framesPerSample > 0.0) || !(m_framesPerSample < 1e6) ||
      !(std::abs(m_startFrame) < 1e9)) {
    return fail(ErrorCode::BadFile,
                message("the point cache starts at frame %1 with %2 frames a sample, which cannot be",
                        shown(m_startFrame), shown(m_framesPerSample)),
                m_file.string());
  }
  m_firstSample = kPc2Header;
  return takeCounts(littleAt<std::int32_t>(header, 16), littleAt<std::int32_t>(header, 28), size, false);
}

Result<void> PointCache::readMddHeader(std::uint64_t size, std::span<const std::byte> header) {
  if (header.size() < kMddHeader) {
    return fail(ErrorCode::BadFile, "the point cache is cut short within its header", m_file.string());
  }
  const auto samples = static_cast<std::int32_t>(bigAt(header, 0));
  m_firstSample = kMddHeader + 4 * static_cast<std::uint64_t>(std::max(samples, 0));
  TRY(takeCounts(static_cast<std::int32_t>(bigAt(header, 4)), samples, size, true));
  std::vector<std::byte> bytes(std::size_t{m_sampleCount} * 4);
  TRY(readAt(kMddHeader, bytes));
  m_seconds.reserve(m_sampleCount);
  for (std::uint32_t i = 0; i < m_sampleCount; ++i) {
    const double seconds = static_cast<double>(std::bit_cast<float>(bigAt(bytes, std::size_t{i} * 4)));
    if (!(std::abs(seconds) < 1e9) || (i > 0 && !(seconds > m_seconds.back()))) {
      return fail(ErrorCode::BadFile,
                  message("the times of the point cache do not ascend, or are not finite: sample %1 is at %2 s", i,
                          shown(seconds)),
                  m_file.string());
    }
    m_seconds.push_back(seconds);
  }
  return {};
}

/// Checks the counts before memory is allocated for them.
Result<void> PointCache::takeCounts(std::int64_t points, std::int64_t samples, std::uint64_t size, bool hasTimes) {
  if (points <= 0 || samples <= 0) {
    return fail(ErrorCode::BadFile,
                message("the header of the point cache counts %1 points and %2 samples; there must be some of each",
                        points, samples),
                m_file.string());
  }
  // Both are below 2^31: no product here passes 2^66, so the sizes are compared by division.
  const std::uint64_t perSample = static_cast<std::uint64_t>(points) * kPointBytes;
  const std::uint64_t header = hasTimes ? kMddHeader + 4 * static_cast<std::uint64_t>(samples) : kPc2Header;
  const std::uint64_t data = size > header ? size - header : 0;
  if (size < header || data % perSample != 0 || data / perSample != static_cast<std::uint64_t>(samples)) {
    return fail(ErrorCode::BadFile,
                message("the header of the point cache counts %1 points in %2 samples, which are %3 bytes each, but "
                        "%4 bytes follow it: the file is cut short, or its header lies",
                        points, samples, perSample, data),
                m_file.string());
  }
  m_pointCount = static_cast<std::uint32_t>(points);
  m_sampleCount = static_cast<std::uint32_t>(samples);
  return {};
}

Result<void> PointCache::readAt(std::uint64_t offset, std::span<std::byte> bytes) const {
  return texeleton::readAt(m_fd, offset, bytes, m_file.string());
}

std::vector<double> PointCache::times(std::optional<double> rateHz, double otherwiseHz) const {
  std::vector<double> times(m_sampleCount);
  if (!m_isMdd) {
    const double rate = rateHz.value_or(otherwiseHz);
    for (std::uint32_t i = 0; i < m_sampleCount; ++i) {
      times[i] = (m_startFrame + i * m_framesPerSample) / rate;
    }
    return times;
  }
  const std::optional<double> steady = steadyRate(m_seconds);
  if (!steady && !rateHz) {
    return m_seconds;
  }
  const double rate = rateHz.value_or(steady.value_or(otherwiseHz));
  const double first = std::round(m_seconds.front() * steady.value_or(rate));
  for (std::uint32_t i = 0; i < m_sampleCount; ++i) {
    times[i] = (first + i) / rate;
  }
  return times;
}

Result<void> PointCache::read(std::uint32_t sample, std::span<glm::vec3> points) const {
  static_assert(sizeof(glm::vec3) == kPointBytes);
  const std::uint64_t offset = m_firstSample + std::uint64_t{sample} * m_pointCount * kPointBytes;
  TRY(readAt(offset, std::as_writable_bytes(points)));
  if (m_isMdd) {
    for (glm::vec3& p : points) {
      for (int c = 0; c < 3; ++c) {
        p[c] = std::bit_cast<float>(swapped(std::bit_cast<std::uint32_t>(p[c])));
      }
    }
  }
  const auto isGood = [](const glm::vec3& p) {  // False for NaN.
    return std::abs(p.x) < kLargestCoordinate && std::abs(p.y) < kLargestCoordinate &&
           std::abs(p.z) < kLargestCoordinate;
  };
  bool good = true;
  for (const glm::vec3& p : points) {
    good = good && isGood(p);
  }
  if (!good) {
    const auto bad = std::ranges::find_if_not(points, isGood);
    return fail(ErrorCode::BadFile,
                message("point %1 of sample %2 is not finite, or too far away (counted from 0): bake the simulation "
                        "again",
                        bad - points.begin(), sample),
                m_file.string());
  }
  return {};
}

}  // namespace texeleton::model
