#include "core/contacts/foot_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/base/name_words.h"

namespace texeleton::contacts {

namespace {

template <std::size_t n>
bool isOneOf(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::ranges::find(words, word) != words.end();
}

template <std::size_t n>
bool holdsOneOf(std::string_view text, const std::array<std::string_view, n>& parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

constexpr std::array<std::string_view, 4> kLeftWords = {"l", "left", "gauche", "links"};
constexpr std::array<std::string_view, 5> kRightWords = {"r", "right", "droit", "droite", "rechts"};
constexpr std::array<std::string_view, 10> kFoot = {"foot", "feet", "ankle",    "paw",  "hoof",
                                                    "pied", "fuss", "cheville", "paws", "talus"};
constexpr std::array<std::string_view, 6> kToe = {"toe", "toes", "toebase", "toeb", "ball", "orteil"};
constexpr std::array<std::string_view, 16> kHelper = {"ik",   "ctrl",   "control", "controller", "pole",  "target",
                                                      "roll", "helper", "pivot",   "effector",   "twist", "nub",
                                                      "end",  "fk",     "mch",     "socket"};
constexpr std::array<std::string_view, 7> kFootSigns = {"足首", "足踝", "脚踝", "脚掌", "脚腕", "腳踝", "Fuß"};
constexpr std::array<std::string_view, 4> kToeSigns = {"つま先", "爪先", "脚尖", "脚趾"};
constexpr std::array<std::string_view, 3> kLegSigns = {"足", "脚", "腳"};
constexpr std::array<std::string_view, 2> kHelperSigns = {"ＩＫ", "親"};

FootWord footWord(std::string_view word) {
  return isOneOf(word, kFoot) ? FootWord::Foot : isOneOf(word, kToe) ? FootWord::Toe : FootWord::None;
}

void read(std::string_view word, FootName& name) {
  const auto note = [&name](FootWord found, Side side) {
    name.word = std::min(name.word, found);
    name.side = name.side == Side::Unknown ? side : name.side;
  };
  if (isOneOf(word, kLeftWords)) {
    return note(FootWord::None, Side::Left);
  }
  if (isOneOf(word, kRightWords)) {
    return note(FootWord::None, Side::Right);
  }
  name.isHelper = name.isHelper || isOneOf(word, kHelper);
  if (const FootWord whole = footWord(word); whole != FootWord::None) {
    return note(whole, Side::Unknown);
  }
  // Side and foot in one word: "lfoot", "leftfoot", "footl".
  const auto glued = [&](const auto& sides, Side side) {
    for (const std::string_view part : sides) {
      if (word.starts_with(part) && footWord(word.substr(part.size())) != FootWord::None) {
        note(footWord(word.substr(part.size())), side);
      } else if (word.ends_with(part) && footWord(word.substr(0, word.size() - part.size())) != FootWord::None) {
        note(footWord(word.substr(0, word.size() - part.size())), side);
      }
    }
  };
  glued(kLeftWords, Side::Left);
  glued(kRightWords, Side::Right);
}

}  // namespace

FootName readFootName(std::string_view name) {
  FootName result;
  for (const std::string& word : nameWords(name)) {
    read(word, result);
  }
  const FootWord sign = holdsOneOf(name, kFootSigns)  ? FootWord::Foot
                        : holdsOneOf(name, kToeSigns) ? FootWord::Toe
                        : holdsOneOf(name, kLegSigns) ? FootWord::Leg
                                                      : FootWord::None;
  result.word = std::min(result.word, sign);
  result.isHelper = result.isHelper || holdsOneOf(name, kHelperSigns);
  if (result.side == Side::Unknown) {
    const bool left = name.find("左") != std::string_view::npos;
    const bool right = name.find("右") != std::string_view::npos;
    result.side = left == right ? Side::Unknown : left ? Side::Left : Side::Right;
  }
  return result;
}

}  // namespace texeleton::contacts
