#include "app/cli/clip_argument.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "core/bake/settings/bake_words.h"
#include "core/base/one_line.h"
#include "core/base/similar_names.h"
#include "core/recipe/find_clip.h"
#include "core/recipe/settings.h"
#include "core/settings/tolerance.h"
#include "core/vat/vat_words.h"

namespace texeleton::cli {

namespace {

std::optional<double> parseNumber(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

// Whether it could be meant as an option: a word of letters.
bool looksLikeKey(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
  });
}

template <class T>
Result<bool> takeWord(const std::string& key, const std::string& value, std::optional<T>& target) {
  target = valueOf<T>(value);
  if (target) {
    return true;
  }
  std::string words;
  for (const std::string& word : allWords<T>()) {
    words += (words.empty() ? "" : ", ") + word;
  }
  return fail(ErrorCode::InvalidArgument,
              message("--clip: %1=%2 is none of %3%4", key, value, words, didYouMean(value, allWords<T>())));
}

// Parses one "key=value"; false: it does not look like an option, which makes it a part of the clip's name.
Result<bool> takeOption(const std::string& option, recipe::RecipeClip& argument) {
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos) {
    return false;
  }
  const std::string key = option.substr(0, equals);
  const std::string value = option.substr(equals + 1);
  if (key == "name") {
    argument.name = value;
    return true;
  }
  if (key == "loop") {
    return takeWord(key, value, argument.loop);
  }
  if (key == "root-motion") {
    return takeWord(key, value, argument.rootMotion);
  }
  if (key == "max-error") {
    const Result<double> limit = parseTolerance(value);
    if (!limit) {
      return fail(ErrorCode::InvalidArgument, message("--clip: max-error: %1", limit.error().message));
    }
    argument.maxError = *limit;
    return true;
  }
  std::optional<double>* const number = key == "from"               ? &argument.from
                                        : key == "to"               ? &argument.to
                                        : key == "fps"              ? &argument.fps
                                        : key == "max-normal-error" ? &argument.maxNormalError
                                                                    : nullptr;
  if (number == nullptr) {
    if (!looksLikeKey(key)) {
      return false;
    }
    return fail(ErrorCode::InvalidArgument,
                message("--clip: \"%1\" is no option of a clip; there are from, to, name, fps, loop, root-motion, "
                        "max-error and max-normal-error (a clip whose name holds this is chosen by its #INDEX)%2",
                        key,
                        didYouMean(key, {"from", "to", "name", "fps", "loop", "root-motion", "max-error",
                                         "max-normal-error"})));
  }
  *number = parseNumber(value);
  const bool isDegrees = key == "max-normal-error";
  if (!*number || ((key == "fps" || isDegrees) && **number < 0.0)) {
    return fail(ErrorCode::InvalidArgument, key == "fps" ? message("--clip: %1 is no rate", option)
                                                         : message(isDegrees ? "--clip: %1 is no number of degrees"
                                                                             : "--clip: %1 is no number of seconds",
                                                                   option));
  }
  return true;
}

bool isClipPattern(const std::string& text) { return text.find_first_of("*?") != std::string::npos; }

// Whether `*` (anything) and `?` (one character) make `pattern` the whole of `name`.
bool matchesPattern(std::string_view pattern, std::string_view name) {
  const auto isInside = [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
  };  // Continuation byte of a UTF-8 character.
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = std::string_view::npos;  // The last `*`, and where its match ends so far.
  std::size_t end = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      end = n;
    } else if (p < pattern.size() && pattern[p] == '?') {
      ++p;
      for (++n; n < name.size() && isInside(name[n]); ++n) {
      }
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++end;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

// All names by which a clip is found.
std::vector<std::string> namesOf(const model::Clip& clip, const retargeting::NameAffixes& affixes) {
  return {clip.name, clip.sourceName, retargeting::withoutAffixes(clip.name, affixes)};
}

// The clip that `text` names or numbers.
std::optional<ClipIndex> findClip(const std::string& text, const model::Model& model,
                                  const retargeting::NameAffixes& affixes) {
  for (std::size_t kind = 0; kind < 3; ++kind) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      if (namesOf(model.clips[i], affixes)[kind] == text) {
        return ClipIndex(i);
      }
    }
  }
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  if (text.front() != '#') {
    return std::nullopt;
  }
  const auto [stop, error] = std::from_chars(text.data() + 1, end, number);
  return error == std::errc() && stop == end && number < model.clips.size() ? std::optional(ClipIndex(number))
                                                                            : std::nullopt;
}

std::vector<ClipIndex> matchingClips(const std::string& pattern, const model::Model& model,
                                     const retargeting::NameAffixes& affixes) {
  std::vector<ClipIndex> clips;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const std::vector<std::string> names = namesOf(model.clips[i], affixes);
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return matchesPattern(pattern, name); })) {
      clips.emplace_back(i);
    }
  }
  return clips;
}

}  // namespace

Result<recipe::RecipeClip> parseClipArgument(const std::string& text) {
  recipe::RecipeClip argument;
  argument.sourceName = text;
  for (;;) {
    const std::size_t comma = argument.sourceName.rfind(',');
    if (comma == std::string::npos) {
      break;
    }
    auto taken = takeOption(argument.sourceName.substr(comma + 1), argument);
    TRY(taken);
    if (!*taken) {
      break;
    }
    argument.sourceName.resize(comma);
  }
  if (argument.sourceName.empty()) {
    return fail(ErrorCode::InvalidArgument, message("--clip: no clip is named in \"%1\"", text));
  }
  return argument;
}

Result<std::vector<bake::ClipSelection>> selectClips(const std::vector<recipe::RecipeClip>& arguments,
                                                     const model::Model& model,
                                                     const retargeting::NameAffixes& affixes) {
  std::vector<bake::ClipSelection> selections;
  const auto isChosen = [&](ClipIndex clip) {
    return std::any_of(selections.begin(), selections.end(),
                       [clip](const bake::ClipSelection& selection) { return selection.clip == clip; });
  };
  for (const recipe::RecipeClip& argument : arguments) {
    const auto named = findClip(argument.sourceName, model, affixes);
    std::vector<ClipIndex> clips;
    if (named) {
      clips.push_back(*named);
    } else if (isClipPattern(argument.sourceName)) {
      clips = matchingClips(argument.sourceName, model, affixes);
    }
    if (clips.empty()) {
      return fail(ErrorCode::InvalidArgument, recipe::noSuchClip(model, argument.sourceName));
    }
    if (!named) {
      std::erase_if(clips, isChosen);
    }
    if (clips.size() > 1 && !argument.name.empty()) {
      return fail(ErrorCode::InvalidArgument, message("--clip: name=%1 is for one clip, but %2 matches %3",
                                                      argument.name, inQuotes(argument.sourceName), clips.size()));
    }
    for (const ClipIndex clip : clips) {
      bake::ClipSelection selection;
      selection.clip = clip;
      copyGiven(argument, selection);
      selections.push_back(std::move(selection));
    }
  }
  return selections;
}

}  // namespace texeleton::cli
