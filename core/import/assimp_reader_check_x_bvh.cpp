#include <algorithm>
#include <cmath>
#include <string>

#include "core/import/assimp_reader_check_text.h"
#include "core/import/assimp_reader_parts.h"

namespace texeleton {

namespace {

constexpr int kMaxNesting = 500;

std::optional<Error> bad(std::string text) { return Error{ErrorCode::BadFile, std::move(text), {}}; }

}  // namespace

// Text files only; in binary ones ("bin ", "tzip", "bzip") only the header is looked at.
std::optional<Error> checkX(std::string_view text) {
  if (text.size() < 16 || text.substr(0, 4) != "xof ") {
    return bad("this is not a DirectX .x file");
  }
  if (text.substr(8, 4) != "txt ") {
    return std::nullopt;
  }
  WordScanner words(text.substr(16), ";,");
  int depth = 0;
  long long vertexCount = -1;
  std::string_view block;     // The last two words before a bracket: type and name.
  std::string_view previous;  // They tell a block "Mesh { 3; …" and "Mesh name { 3; …".
  for (std::string_view word = words.next(); !word.empty(); word = words.next()) {
    if (word == "{") {
      if (++depth > kMaxNesting) {
        return bad("the frames of the .x file are nested deeper than " + std::to_string(kMaxNesting));
      }
      const bool isTemplate = block == "template" || depth == 0;
      if (!isTemplate && (previous == "Mesh" || block == "Mesh")) {
        vertexCount = words.nextInteger().value_or(-1);
      } else if (!isTemplate && (previous == "SkinWeights" || block == "SkinWeights")) {
        words.next();
        const long long count = words.nextInteger().value_or(0);
        for (long long i = 0; i < count && words.bytesLeft() > 0; ++i) {
          const auto index = words.nextInteger();
          if (index && vertexCount >= 0 && (*index < 0 || *index >= vertexCount)) {
            return bad("index out of range: a skin weight is for vertex " + std::to_string(*index) + " of " +
                       std::to_string(vertexCount));
          }
        }
      }
    } else if (word == "}") {
      --depth;
    }
    block = previous;
    previous = word;
  }
  return depth == 0 ? std::nullopt : bad("the .x file is cut short: " + std::to_string(depth) + " brackets are open");
}

std::optional<Error> checkBvh(std::string_view text, JobContext& job) {
  WordScanner words(text, "");
  if (words.next() != "HIERARCHY") {
    return bad("this is not a BVH file");
  }
  int depth = 0;
  unsigned long long channels = 0;
  std::string_view word = words.next();
  for (; !word.empty() && word != "MOTION"; word = words.next()) {
    if (word == "{" && ++depth > kMaxNesting) {
      return bad("the joints of the BVH file are nested deeper than " + std::to_string(kMaxNesting));
    }
    depth -= word == "}" ? 1 : 0;
    if (word == "CHANNELS") {
      channels += static_cast<unsigned long long>(std::clamp(words.nextInteger().value_or(0), 0LL, 1000LL));
    }
  }
  if (word.empty() || depth != 0) {
    return bad("the BVH file is cut short: it has no motion");
  }
  if (words.next() != "Frames:") {
    return bad("the BVH file does not say how many frames it has");
  }
  const auto frames = words.nextInteger();
  // Each number takes a digit and a space at least.
  if (!frames || *frames < 0 ||
      static_cast<unsigned long long>(*frames) > words.bytesLeft() / std::max(1ull, 2 * channels) + 1) {
    return bad("the BVH file declares " + (frames ? std::to_string(*frames) : std::string("an unreadable number of")) +
               " frames, more than it holds");
  }
  if (words.next() == "Frame" && words.next() == "Time:") {
    const std::string time(words.next());
    char* end = nullptr;
    const double seconds = std::strtod(time.c_str(), &end);
    if (!(seconds > 0.0) || !std::isfinite(seconds)) {
      job.warn("the BVH file has a frame time of " + time + "; 30 frames a second are taken");
    }
  }
  return std::nullopt;
}

}  // namespace texeleton
