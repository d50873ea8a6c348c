#pragma once

#include <cstdint>
#include <cstring>
#include <glm/glm.hpp>
#include <string>
#include <vector>

/// Point caches written byte by byte from their specifications, for tests of the reader.
namespace texeleton::test {

using CacheSamples = std::vector<std::vector<glm::vec3>>;

inline void addWord(std::string& bytes, std::uint32_t value, bool bigEndian) {
  for (int i = 0; i < 4; ++i) {
    bytes += static_cast<char>(value >> 8 * (bigEndian ? 3 - i : i) & 0xffu);
  }
}

inline void addNumber(std::string& bytes, float value, bool bigEndian) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  addWord(bytes, bits, bigEndian);
}

inline void addSamples(std::string& bytes, const CacheSamples& samples, bool bigEndian) {
  for (const std::vector<glm::vec3>& points : samples) {
    for (const glm::vec3& p : points) {
      addNumber(bytes, p.x, bigEndian);
      addNumber(bytes, p.y, bigEndian);
      addNumber(bytes, p.z, bigEndian);
    }
  }
}

inline std::string pc2Header(std::uint32_t points, std::uint32_t samples, float startFrame = 0.0f,
                             float framesPerSample = 1.0f, std::uint32_t version = 1) {
  std::string bytes("POINTCACHE2\0", 12);
  addWord(bytes, version, false);
  addWord(bytes, points, false);
  addNumber(bytes, startFrame, false);
  addNumber(bytes, framesPerSample, false);
  addWord(bytes, samples, false);
  return bytes;
}

inline std::string pc2(const CacheSamples& samples, float startFrame = 0.0f, float framesPerSample = 1.0f) {
  std::string bytes = pc2Header(static_cast<std::uint32_t>(samples.front().size()),
                                static_cast<std::uint32_t>(samples.size()), startFrame, framesPerSample);
  addSamples(bytes, samples, false);
  return bytes;
}

inline std::string mddHeader(std::uint32_t points, const std::vector<float>& seconds) {
  std::string bytes;
  addWord(bytes, static_cast<std::uint32_t>(seconds.size()), true);
  addWord(bytes, points, true);
  for (const float time : seconds) {
    addNumber(bytes, time, true);
  }
  return bytes;
}

inline std::string mdd(const CacheSamples& samples, double rateHz, double startFrame = 0.0) {
  std::vector<float> seconds;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    seconds.push_back(static_cast<float>((startFrame + static_cast<double>(i)) / rateHz));
  }
  std::string bytes = mddHeader(static_cast<std::uint32_t>(samples.front().size()), seconds);
  addSamples(bytes, samples, true);
  return bytes;
}

}  // namespace texeleton::test
