#include "core/base/remedy.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace texeleton {

namespace {

/// As a user would type it: 0.0001 rather than 1e-04.
std::string shortest(double value) {
  std::array<char, 40> digits{};
  const bool isPlain = value == 0.0 || (std::abs(value) >= 1e-6 && std::abs(value) < 1e9);
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value,
                                       isPlain ? std::chars_format::fixed : std::chars_format::general)
                             .ptr};
}

/// As a shell takes it: in quotes where it holds anything but letters, digits and what names often have.
std::string forShell(const std::string& text) {
  const bool plain = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.,=/") ==
                     std::string::npos;
  if (plain && !text.empty()) {
    return text;
  }
  std::string quoted = "'";
  for (const char c : text) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

constexpr std::array kRemedyNames = {"unit",           "smaller-unit",
                                     "character-unit", "rate",
                                     "lower-rate",     "clip-rate",
                                     "max-size",       "exact-size",
                                     "half-texels",    "float-texels",
                                     "bone-mode",      "vertex-mode",
                                     "encoding",       "fewer-shapes",
                                     "play-once",      "cut-clip",
                                     "whole-clip",     "root",
                                     "ignore-levels",  "ignore-meta",
                                     "leave-out-mesh", "list-motions",
                                     "even-rows",      "error-limit",
                                     "loop-range",     "uneven-rows",
                                     "more-memory",    "more-time",
                                     "follow-outside", "retarget",
                                     "show-hidden",    "replace",
                                     "pieces",         "sort-constraints",
                                     "attach-to-root", "locate-texture"};
static_assert(kRemedyNames.size() == static_cast<std::size_t>(kLastRemedyKind) + 1);

}  // namespace

std::string asExpression(const std::string& name) {
  std::string expression;
  for (const char c : name) {
    if (std::string_view("\\^$.|?*+()[]{}").find(c) != std::string_view::npos) {
      expression += '\\';
    }
    expression += c;
  }
  return expression;
}

double shownNumber(const std::string& text) {
  double number = 0.0;
  const bool good = std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
  return good ? number : 0.0;
}

const char* nameOf(RemedyKind kind) { return kRemedyNames[static_cast<std::size_t>(kind)]; }

std::optional<RemedyKind> remedyCalled(std::string_view name) {
  for (std::size_t i = 0; i < kRemedyNames.size(); ++i) {
    if (name == kRemedyNames[i]) {
      return static_cast<RemedyKind>(i);
    }
  }
  return std::nullopt;
}

std::string optionOf(const Remedy& remedy) {
  switch (remedy.kind) {
    case RemedyKind::Unit:
      return "--scale " + shortest(remedy.number);
    case RemedyKind::SmallerUnit:
      return "a smaller --scale";
    case RemedyKind::CharacterUnit:
      return "--character-scale " + forShell(remedy.subject + "=" + shortest(remedy.number));
    case RemedyKind::Rate:
      return "--fps " + shortest(remedy.number);
    case RemedyKind::LowerRate:
      return "a lower --fps";
    case RemedyKind::ClipRate:
      return "--clip " + forShell(remedy.subject + ",fps=" + shortest(remedy.number));
    case RemedyKind::MaxSize:
      return "--max-size " + shortest(remedy.number);
    case RemedyKind::ExactSize:
      return "--size exact";
    case RemedyKind::HalfTexels:
      return "--pixel-format rgba16f";
    case RemedyKind::FloatTexels:
      return "--pixel-format rgba32f";
    case RemedyKind::BoneMode:
      return "--mode bone";
    case RemedyKind::VertexMode:
      return "--mode vertex";
    case RemedyKind::Encoding:
      return "--encoding " + forShell(remedy.subject);
    case RemedyKind::FewerShapes:
      return "fewer --shapes";
    case RemedyKind::PlayOnce:
      return "--clip " + forShell(remedy.subject + ",loop=off");
    case RemedyKind::CutClip:
      return "--clip " + forShell(remedy.subject + ",to=" + shortest(remedy.number));
    case RemedyKind::Root:
      return "--root";
    case RemedyKind::WholeClip:
      return "--clip " + forShell(remedy.subject);
    case RemedyKind::IgnoreLevels:
      return "--no-authored-lods";
    case RemedyKind::IgnoreMeta:
      return "--no-meta";
    case RemedyKind::LeaveOutMesh:
      return remedy.subject.empty() ? std::string("--no-mesh") : "--no-mesh " + forShell(asExpression(remedy.subject));
    case RemedyKind::ListMotions:
      return "--no-found-motion";
    case RemedyKind::EvenRows:
      return "--rows even";
    case RemedyKind::ErrorLimit:
      return "--max-error " + shortest(remedy.number) + "mm";
    case RemedyKind::LoopRange:
      return "--clip " + forShell(remedy.subject + ",from=SECONDS,to=SECONDS");
    case RemedyKind::UnevenRows:
      return "--rows uneven";
    case RemedyKind::MoreMemory:
      return "--import-memory " + shortest(remedy.number);
    case RemedyKind::MoreTime:
      return "--import-timeout " + shortest(remedy.number);
    case RemedyKind::FollowOutside:
      return "--follow-outside";
    case RemedyKind::Retarget:
      return "--retarget " + remedy.subject;
    case RemedyKind::ShowHidden:
      return "--hidden on";
    case RemedyKind::Replace:
      return "--replace";
    case RemedyKind::Pieces:
      return "--pieces " + shortest(remedy.number) + "mm";
    case RemedyKind::SortConstraints:
      return "another order of constraints in the recipe";
    case RemedyKind::AttachToRoot:
      return "a \"node\" as the parent of " + remedy.subject;
    case RemedyKind::LocateTexture:
      return "--texture " + forShell(remedy.subject + "=FILE");
  }
  return {};
}

}  // namespace texeleton
