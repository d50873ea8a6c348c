#include "app/cli/clip_argument.h"

#include <algorithm>
#include <charconv>
#include <cmath>

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

// Takes one "key=value"; false when it does not look like an option, which makes it a part of the clip's name.
Result<bool> takeOption(const std::string& option, ClipArgument& argument) {
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
    argument.loop = parseLoopMode(value);
    if (!argument.loop) {
      return fail(ErrorCode::InvalidArgument, "--clip: loop=" + value + " is none of on, off, auto, close");
    }
    return true;
  }
  if (key == "root-motion") {
    argument.rootMotion = parseRootMotion(value);
    if (!argument.rootMotion) {
      return fail(ErrorCode::InvalidArgument, "--clip: root-motion=" + value + " is none of keep, remove, extract");
    }
    return true;
  }
  std::optional<double>* const number = key == "from"  ? &argument.from
                                        : key == "to"  ? &argument.to
                                        : key == "fps" ? &argument.fps
                                                       : nullptr;
  if (number == nullptr) {
    if (!looksLikeKey(key)) {
      return false;
    }
    return fail(ErrorCode::InvalidArgument,
                "--clip: \"" + key +
                    "\" is no option of a clip; there are from, to, name, fps, loop and root-motion (a "
                    "clip whose name holds this is chosen by its #INDEX)");
  }
  *number = parseNumber(value);
  if (!*number || (key == "fps" && **number <= 0.0)) {
    return fail(ErrorCode::InvalidArgument,
                "--clip: " + option + " is no " + (key == "fps" ? "rate" : "number of seconds"));
  }
  return true;
}

const Clip* findClip(const Model& model, const std::string& name) {
  for (const Clip& clip : model.clips) {
    if (clip.name == name) {
      return &clip;
    }
  }
  for (const Clip& clip : model.clips) {
    if (clip.sourceName == name) {
      return &clip;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<RootMotionMode> parseRootMotion(const std::string& text) {
  if (text == "keep") {
    return RootMotionMode::Keep;
  }
  if (text == "remove") {
    return RootMotionMode::Remove;
  }
  return text == "extract" ? std::optional(RootMotionMode::Extract) : std::nullopt;
}

std::optional<LoopMode> parseLoopMode(const std::string& text) {
  if (text == "auto") {
    return LoopMode::Auto;
  }
  if (text == "on") {
    return LoopMode::On;
  }
  if (text == "off") {
    return LoopMode::Off;
  }
  if (text == "close") {
    return LoopMode::Close;
  }
  return std::nullopt;
}

Result<ClipArgument> parseClipArgument(const std::string& text) {
  ClipArgument argument;
  argument.clip = text;
  for (;;) {
    const std::size_t comma = argument.clip.rfind(',');
    if (comma == std::string::npos) {
      break;
    }
    auto taken = takeOption(argument.clip.substr(comma + 1), argument);
    if (!taken) {
      return fail(std::move(taken.error()));
    }
    if (!*taken) {
      break;
    }
    argument.clip.resize(comma);
  }
  if (argument.clip.empty()) {
    return fail(ErrorCode::InvalidArgument, "--clip: no clip is named in \"" + text + "\"");
  }
  return argument;
}

Result<ClipSelection> selectClip(const ClipArgument& argument, const Model& model) {
  ClipSelection selection;
  selection.name = argument.name;
  selection.fromSeconds = argument.from;
  selection.toSeconds = argument.to;
  selection.sampleRateHz = argument.fps;
  selection.loop = argument.loop;
  selection.rootMotion = argument.rootMotion;

  if (const Clip* clip = findClip(model, argument.clip)) {
    selection.clip = ClipIndex(static_cast<std::size_t>(clip - model.clips.data()));
    return selection;
  }
  if (argument.clip.front() == '#') {
    std::size_t number = 0;
    const char* const end = argument.clip.data() + argument.clip.size();
    const auto [stop, error] = std::from_chars(argument.clip.data() + 1, end, number);
    if (error == std::errc() && stop == end && number < model.clips.size()) {
      selection.clip = ClipIndex(number);
      return selection;
    }
  }
  std::string names;
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    names += (i == 0 ? "" : ", ") + model.clips[i].name;
  }
  return fail(ErrorCode::InvalidArgument,
              "there is no clip \"" + argument.clip + "\"; " +
                  (names.empty() ? "the model has none"
                                 : "there are #0 to #" + std::to_string(model.clips.size() - 1) + ": " + names));
}

}  // namespace texeleton::cli
