#include "core/import/name_encoding.h"

#include <algorithm>
#include <array>

#include "core/base/decode_text.h"
#include "core/base/listed_names.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

using Byte = unsigned char;

// Scores of a character for a code page, by how common it is in names. Broken characters have negative scores.
constexpr double kCommon = 2.0;
constexpr double kLetter = 1.0;
constexpr double kLessCommon = 0.9;
constexpr double kRare = 0.3;
constexpr double kAlmostNever = 0.1;
constexpr double kBroken = -3.0;

bool isHigh(Byte c) { return c >= 0x80; }
bool isAsciiLetter(Byte c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool isIn(Byte c, Byte first, Byte last) { return c >= first && c <= last; }

/// A character of two bytes, or of one if `second` is 0.
struct Pair {
  Byte first = 0;
  Byte second = 0;
  bool isComplete = true;  ///< False at the end of a truncated name.
};

double scoreOfGbk(const Pair& pair) {
  const auto [first, second, isComplete] = pair;
  if (!isIn(first, 0x81, 0xFE) || (isComplete && (!isIn(second, 0x40, 0xFE) || second == 0x7F))) {
    return kBroken;
  }
  if (!isComplete || second < 0xA1) {
    return kAlmostNever;
  }
  return isIn(first, 0xB0, 0xD7) ? kCommon : isIn(first, 0xA1, 0xA9) ? kLetter : first >= 0xD8 ? kLessCommon : kRare;
}

double scoreOfShiftJis(const Pair& pair) {
  const auto [first, second, isComplete] = pair;
  if (isIn(first, 0xA1, 0xDF)) {
    return kRare;  // Half-width katakana, of one byte.
  }
  const bool leads = isIn(first, 0x81, 0x9F) || isIn(first, 0xE0, 0xFC);
  if (!leads || (isComplete && (!isIn(second, 0x40, 0xFC) || second == 0x7F))) {
    return kBroken;
  }
  if (!isComplete) {
    return kAlmostNever;
  }
  const bool isKana = (first == 0x82 && isIn(second, 0x9F, 0xF1)) || (first == 0x83 && isIn(second, 0x40, 0x96)) ||
                      (first == 0x81 && second == 0x5B);
  if (isKana || isIn(first, 0x88, 0x97)) {
    return kCommon;
  }
  if (isIn(first, 0x81, 0x83)) {
    return kLetter;
  }
  // Rare characters; if the second byte is an ASCII letter, the two bytes may also be an accented and a plain letter.
  const bool isSecondLevel = isIn(first, 0x98, 0x9F) || isIn(first, 0xE0, 0xEA);
  return isSecondLevel && !isAsciiLetter(second) ? kLessCommon : kRare;
}

template <class Score, class IsSingle>
double scoreOfPairs(std::string_view name, const Score& score, const IsSingle& isSingle) {
  double sum = 0.0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto first = static_cast<Byte>(name[i]);
    if (!isHigh(first)) {
      continue;
    }
    const bool isComplete = i + 1 < name.size();
    sum += score(Pair{first, isComplete ? static_cast<Byte>(name[i + 1]) : Byte{0}, isComplete});
    i += isSingle(first) ? 0 : 1;
  }
  return sum;
}

/// In Western names accented letters are single or in pairs between plain ones.
double scoreOfWindows1252(std::string_view name) {
  double sum = 0.0;
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    while (end < name.size() && isHigh(static_cast<Byte>(name[end]))) {
      ++end;
    }
    const bool isAmongLetters = (i > 0 && isAsciiLetter(static_cast<Byte>(name[i - 1]))) ||
                                (end < name.size() && isAsciiLetter(static_cast<Byte>(name[end])));
    for (std::size_t k = i; k < end; ++k) {
      const auto c = static_cast<Byte>(name[k]);
      const bool isLetter = (c >= 0xC0 && c != 0xD7 && c != 0xF7) || c == 0x8A || c == 0x8C || c == 0x8E || c == 0x9A ||
                            c == 0x9C || c == 0x9E || c == 0x9F;
      const bool isUnused = c == 0x81 || c == 0x8D || c == 0x8F || c == 0x90 || c == 0x9D;
      const double ordinary = end - i > 2 ? kAlmostNever : isAmongLetters ? (end - i == 1 ? kLetter : 0.6) : 0.5;
      sum += isUnused ? kBroken : isLetter ? ordinary : end - i == 1 && isIn(c, 0xA1, 0xBF) ? kRare : kAlmostNever;
    }
    i = std::max(end, i + 1);
  }
  return sum;
}

std::string withLatin1(std::string_view bytes) {
  std::string text;
  for (const char each : bytes) {
    model::appendCharacter(text, static_cast<Byte>(each));
  }
  return text;
}

const char* ianaName(NameEncoding encoding) {
  return encoding == NameEncoding::Windows1252 ? "windows-1252" : encoding == NameEncoding::Gbk ? "GBK" : "Shift_JIS";
}

/// Properties of a name's bytes as UTF-8.
struct Utf8Look {
  bool isValid = true;
  bool isAscii = true;
  bool hasLong = false;   ///< Characters of three or more bytes, which are hardly ever accidental.
  std::size_t valid = 0;  ///< Number of bytes before the first invalid one.
};

Utf8Look lookOf(std::string_view name) {
  Utf8Look look;
  while (look.isValid && look.valid < name.size()) {
    const auto first = static_cast<Byte>(name[look.valid]);
    const std::size_t length = first < 0x80 ? 1 : isIn(first, 0xC2, 0xDF) ? 2 : isIn(first, 0xE0, 0xEF) ? 3 : 4;
    look.isAscii = look.isAscii && first < 0x80;
    look.isValid = model::harmlessText(name.substr(look.valid, length)).find("\xEF\xBF\xBD") == std::string::npos;
    look.hasLong = look.hasLong || (look.isValid && length > 2);
    look.valid += look.isValid ? length : 0;
  }
  return look;
}

struct ForeignNames {
  std::vector<std::string*> bad;         ///< Not UTF-8.
  std::vector<std::string*> accidental;  ///< UTF-8, but other names of the file are not.
};

ForeignNames foreignNames(SourceScene& scene) {
  ForeignNames names;
  bool anyLong = false;
  const auto look = [&](std::string& name) {
    const Utf8Look found = lookOf(name);
    anyLong = anyLong || found.hasLong;
    const bool isCut = found.hasLong && name.size() - found.valid < 4;
    if (!found.isValid && !isCut) {
      names.bad.push_back(&name);
    } else if (found.isValid && !found.isAscii) {
      names.accidental.push_back(&name);
    }
  };
  const auto lookAtAll = [&](auto& items) {
    for (auto& item : items) {
      look(item.name);
    }
  };
  lookAtAll(scene.nodes);
  for (SourceMesh& mesh : scene.meshes) {
    look(mesh.name);
    for (SourcePrimitive& primitive : mesh.primitives) {
      lookAtAll(primitive.morphTargets);
    }
  }
  lookAtAll(scene.skins);
  lookAtAll(scene.materials);
  lookAtAll(scene.images);
  lookAtAll(scene.clips);
  // A file has one encoding, and a short name can be UTF-8 by accident.
  if (anyLong || names.accidental.size() >= names.bad.size()) {
    names.accidental.clear();
  }
  return names;
}

}  // namespace

NameEncoding guessEncoding(const std::vector<std::string_view>& names) {
  struct Candidate {
    NameEncoding encoding;
    double score = 0.0;
  };
  std::array<Candidate, 3> candidates = {{{NameEncoding::Windows1252}, {NameEncoding::Gbk}, {NameEncoding::ShiftJis}}};
  const auto isNeverSingle = [](Byte) { return false; };
  const auto isKatakana = [](Byte c) { return isIn(c, 0xA1, 0xDF); };
  for (const std::string_view name : names) {
    candidates[0].score += scoreOfWindows1252(name);
    candidates[1].score += scoreOfPairs(name, scoreOfGbk, isNeverSingle);
    candidates[2].score += scoreOfPairs(name, scoreOfShiftJis, isKatakana);
  }
  const auto best = std::ranges::max_element(candidates, {}, &Candidate::score);
  return best->score > 0.0 ? best->encoding : NameEncoding::Unknown;
}

void decodeNames(SourceScene& scene, JobContext& job) {
  ForeignNames foreign = foreignNames(scene);
  std::vector<std::string*>& names = foreign.bad;
  if (names.empty()) {
    return;
  }
  std::vector<std::string_view> bytes(names.size());
  std::ranges::transform(names, bytes.begin(), [](const std::string* name) { return std::string_view(*name); });
  const NameEncoding encoding = guessEncoding(bytes);
  const bool isRead = encoding != NameEncoding::Unknown && decodeText(ianaName(encoding), {}).has_value();
  if (isRead) {
    names.insert(names.end(), foreign.accidental.begin(), foreign.accidental.end());
  }
  std::vector<std::string> decoded;
  for (std::string* name : names) {
    *name = isRead ? *decodeText(ianaName(encoding), *name) : withLatin1(*name);
    decoded.push_back(*name);
  }
  if (isRead) {
    job.inform(message(names.size() == 1 ? "%1 name is not UTF-8; it was read as %2 (%3)"
                                         : "%1 names are not UTF-8; they were read as %2 (%3)",
                       names.size(), ianaName(encoding), listedNames(decoded)));
  } else {
    job.warn(message(names.size() == 1
                         ? "%1 name is not UTF-8, and its encoding is not known; each byte was kept as a character (%2)"
                         : "%1 names are not UTF-8, and their encoding is not known; each byte was kept as a character "
                           "(%2)",
                     names.size(), listedNames(decoded)));
  }
}

}  // namespace texeleton::importing
