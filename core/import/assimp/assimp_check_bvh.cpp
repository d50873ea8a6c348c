#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "core/import/assimp/assimp_parts.h"
#include "core/import/number_in.h"

// Assimp keeps a reference to a joint while it reads the joint's children into the same array: channels that follow
// them are written to freed memory. So the order of the format is checked here.

namespace texeleton::importing {

namespace {

using Count = unsigned long long;

/// Rotations of all joints at all frames: an hour at 120 Hz of a hundred joints.
constexpr Count kMaxRotations = 50'000'000;
constexpr Count kMaxChannels = 1000;

/// Words as in Assimp's reader: between white space; a brace at the start of a word is a word.
class BvhWords {
 public:
  explicit BvhWords(std::string_view text) : m_text(text) {}

  std::string_view next() {
    while (m_at < m_text.size() && isSpace(m_text[m_at])) {
      ++m_at;
    }
    m_begin = m_at;
    if (m_at < m_text.size() && (m_text[m_at] == '{' || m_text[m_at] == '}')) {
      return m_text.substr(m_at++, 1);
    }
    while (m_at < m_text.size() && !isSpace(m_text[m_at])) {
      ++m_at;
    }
    return m_text.substr(m_begin, m_at - m_begin);
  }

  /// The next word as a whole number, or nothing.
  std::optional<long long> nextInteger() { return numberIn<long long>(next()); }

  std::size_t bytesLeft() const { return m_text.size() - m_at; }
  /// The line of the last word, from 1.
  std::size_t line() const {
    return 1 + static_cast<std::size_t>(
                   std::count(m_text.begin(), m_text.begin() + static_cast<std::ptrdiff_t>(m_begin), '\n'));
  }

 private:
  static bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  std::string_view m_text;
  std::size_t m_at = 0;
  std::size_t m_begin = 0;
};

/// The joints, from HIERARCHY to MOTION.
class BvhHierarchy {
 public:
  explicit BvhHierarchy(BvhWords& words) : m_words(words) {}

  Result<void> check() {
    for (std::string_view word = m_words.next(); word != "MOTION" || !m_open.empty(); word = m_words.next()) {
      if (word.empty()) {
        return badFile(message("the BVH file is cut short: it has no motion"));
      }
      TRY(take(word));
    }
    return joints != 0 ? Result<void>() : at(message("the hierarchy has no ROOT"));
  }

  Count joints = 0;
  Count channels = 0;

 private:
  struct Joint {
    std::string_view name;
    bool isEnd = false;
    bool hasOffset = false;
    bool hasChannels = false;
    bool hasChildren = false;
  };

  Result<void> at(const Message& reason) const {
    return badFile(message("line %1 of the BVH file: %2", m_words.line(), reason));
  }

  Result<void> take(std::string_view word) {
    if (word == "ROOT" ? m_open.empty() && joints == 0 : (word == "JOINT" && !m_open.empty() && !m_open.back().isEnd)) {
      const std::string_view name = m_words.next();
      return name.empty() || name == "{" ? at(message("a joint has no name")) : open({name});
    }
    if (word == "End" && !m_open.empty() && !m_open.back().isEnd) {
      return m_words.next() != "Site" ? at(message("\"End\" without \"Site\"")) : open({m_open.back().name, true});
    }
    if (word == "}" && !m_open.empty()) {
      m_open.pop_back();
      return {};
    }
    if (word == "OFFSET" && !m_open.empty()) {
      return takeOffset(m_open.back());
    }
    if (word == "CHANNELS" && !m_open.empty() && !m_open.back().isEnd) {
      return takeChannels(m_open.back());
    }
    return at(message("\"%1\" has no place here", word.substr(0, 60)));
  }

  Result<void> open(Joint joint) {
    if (m_words.next() != "{") {
      return at(message("joint \"%1\" has no opening brace", joint.name.substr(0, 60)));
    }
    if (m_open.size() >= static_cast<std::size_t>(kMaxNesting)) {
      return badFile(message("the joints of the BVH file are nested deeper than %1", kMaxNesting));
    }
    if (joint.name.size() > kMaxAssimpNameBytes) {
      return at(message("the name of a joint is longer than %1 bytes", kMaxAssimpNameBytes));
    }
    if (!m_open.empty()) {
      m_open.back().hasChildren = true;
    }
    joints += joint.isEnd ? 0 : 1;
    m_open.push_back(joint);
    return {};
  }

  // The properties of a joint occur once, before its children.
  Result<void> place(const Joint& joint, bool isSecond, const char* what) const {
    const std::string_view name = joint.name.substr(0, 60);
    return isSecond            ? at(message("joint \"%1\" has its %2 twice", name, what))
           : joint.hasChildren ? at(message("the %2 of joint \"%1\" come after its children; they stand before the "
                                            "first JOINT or End Site",
                                            name, what))
                               : Result<void>();
  }

  Result<void> takeOffset(Joint& joint) {
    TRY(place(joint, joint.hasOffset, "OFFSET"));
    joint.hasOffset = true;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string_view word = m_words.next();
      double number = 0.0;
      const std::size_t plus = !word.empty() && word.front() == '+' ? 1 : 0;
      const auto [end, error] = std::from_chars(word.data() + plus, word.data() + word.size(), number);
      if (error == std::errc::invalid_argument || end != word.data() + word.size()) {
        return at(message("\"%1\" in an OFFSET is no number", word.substr(0, 60)));
      }
    }
    return {};
  }

  Result<void> takeChannels(Joint& joint) {
    static constexpr std::array<std::string_view, 6> kChannels = {"Xposition", "Yposition", "Zposition",
                                                                  "Xrotation", "Yrotation", "Zrotation"};
    TRY(place(joint, joint.hasChannels, "CHANNELS"));
    joint.hasChannels = true;
    const auto count = m_words.nextInteger();
    if (!count || *count < 0 || static_cast<Count>(*count) > kMaxChannels) {
      return at(message("the CHANNELS of joint \"%1\" have no count", joint.name.substr(0, 60)));
    }
    for (long long c = 0; c < *count; ++c) {
      const std::string_view word = m_words.next();
      if (std::ranges::find(kChannels, word) == kChannels.end()) {
        return at(message("joint \"%1\" has no channel \"%2\"; its CHANNELS are fewer than %3",
                          joint.name.substr(0, 60), word.substr(0, 60), *count));
      }
    }
    channels += static_cast<Count>(*count);
    return {};
  }

  BvhWords& m_words;
  std::vector<Joint> m_open;
};

}  // namespace

Result<void> checkBvh(std::string_view text, JobContext& job) {
  BvhWords words(text);
  if (words.next() != "HIERARCHY") {
    return badFile(message("this is not a BVH file"));
  }
  BvhHierarchy hierarchy(words);
  TRY(hierarchy.check());
  if (words.next() != "Frames:") {
    return badFile(message("the BVH file does not say how many frames it has"));
  }
  const auto frames = words.nextInteger();
  // Each number takes at least a digit and a space.
  if (!frames || *frames < 0 ||
      static_cast<Count>(*frames) > words.bytesLeft() / std::max(Count{1}, 2 * hierarchy.channels) + 1) {
    return badFile(frames ? message("the BVH file declares %1 frames, more than it holds", *frames)
                          : message("the BVH file declares an unreadable number of frames, more than it holds"));
  }
  if (static_cast<Count>(*frames) > kMaxRotations / hierarchy.joints) {
    return badFile(message("the BVH file has %1 frames of %2 joints, more than is read; cut it into shorter ones",
                           *frames, hierarchy.joints));
  }
  if (words.next() == "Frame" && words.next() == "Time:") {
    const std::string_view time = words.next();
    double seconds = 0.0;
    std::from_chars(time.data(), time.data() + time.size(), seconds);
    if (!(seconds > 0.0) || !std::isfinite(seconds)) {
      job.warn(message("the BVH file has a frame time of %1; 30 frames a second are taken", time));
    }
  }
  return {};
}

}  // namespace texeleton::importing
