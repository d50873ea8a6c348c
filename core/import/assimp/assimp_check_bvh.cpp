#include <algorithm>
#include <cmath>
#include <string>

#include "core/import/assimp/assimp_check_text.h"
#include "core/import/assimp/assimp_parts.h"

namespace texeleton::importing {

namespace {

/// Rotations of all joints at all frames: an hour at 120 Hz of a hundred joints.
constexpr unsigned long long kMaxRotations = 50'000'000;

}  // namespace

std::optional<Error> checkBvh(std::string_view text, JobContext& job) {
  WordScanner words(text, "");
  if (words.next() != "HIERARCHY") {
    return badFile(message("this is not a BVH file"));
  }
  int depth = 0;
  unsigned long long channels = 0;
  unsigned long long joints = 0;
  std::string_view word = words.next();
  for (; !word.empty() && word != "MOTION"; word = words.next()) {
    if (word == "{" && ++depth > kMaxNesting) {
      return badFile(message("the joints of the BVH file are nested deeper than %1", kMaxNesting));
    }
    depth -= word == "}" ? 1 : 0;
    joints += word == "ROOT" || word == "JOINT" ? 1 : 0;
    if (word == "CHANNELS") {
      channels += static_cast<unsigned long long>(std::clamp(words.nextInteger().value_or(0), 0LL, 1000LL));
    }
  }
  if (word.empty() || depth != 0) {
    return badFile(message("the BVH file is cut short: it has no motion"));
  }
  if (words.next() != "Frames:") {
    return badFile(message("the BVH file does not say how many frames it has"));
  }
  const auto frames = words.nextInteger();
  // Each number takes a digit and a space at least.
  if (!frames || *frames < 0 ||
      static_cast<unsigned long long>(*frames) > words.bytesLeft() / std::max(1ull, 2 * channels) + 1) {
    return badFile(frames ? message("the BVH file declares %1 frames, more than it holds", *frames)
                          : message("the BVH file declares an unreadable number of frames, more than it holds"));
  }
  if (joints != 0 && static_cast<unsigned long long>(*frames) > kMaxRotations / joints) {
    return badFile(message("the BVH file has %1 frames of %2 joints, more than is read; cut it into shorter ones",
                           *frames, joints));
  }
  if (words.next() == "Frame" && words.next() == "Time:") {
    const std::string time(words.next());
    char* end = nullptr;
    const double seconds = std::strtod(time.c_str(), &end);
    if (!(seconds > 0.0) || !std::isfinite(seconds)) {
      job.warn(message("the BVH file has a frame time of %1; 30 frames a second are taken", time));
    }
  }
  return std::nullopt;
}

}  // namespace texeleton::importing
