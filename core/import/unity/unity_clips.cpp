#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/base/lower_case.h"
#include "core/import/unity/unity_meta.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

/// Settings are text; Unity's largest are smaller.
constexpr std::uint64_t kMostMetaBytes = std::uint64_t{32} << 20;
constexpr double kBeyondTolerance = 0.01;  ///< Frames.

double rateOf(const model::Clip& take) { return take.sourceRateHz > 0.0 ? take.sourceRateHz : model::kDefaultRateHz; }

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

/// The take of a clip of the settings, or null.
const model::Clip* takeOf(const model::Model& model, const UnityClip& clip) {
  const auto called = [&](const std::string& name) -> const model::Clip* {
    const auto found = std::ranges::find_if(
        model.clips, [&](const model::Clip& take) { return take.sourceName == name || take.name == name; });
    return found == model.clips.end() ? nullptr : &*found;
  };
  const model::Clip* take = clip.takeName.empty() ? called(clip.name) : called(clip.takeName);
  if (take == nullptr && !clip.takeName.empty()) {  // Names of takes and of their stacks may differ by such prefixes.
    const auto found = std::find_if(model.clips.begin(), model.clips.end(), [&](const model::Clip& candidate) {
      const std::size_t bar = candidate.sourceName.find_last_of('|');
      return bar != std::string::npos && candidate.sourceName.substr(bar + 1) == clip.takeName;
    });
    take = found == model.clips.end() ? nullptr : &*found;
  }
  return take == nullptr && model.clips.size() == 1 ? &model.clips.front() : take;
}

/// Copies the keys that determine a clip between two times: those between, and one on each side.
void copyKeys(const model::Model& model, const model::Clip& take, double from, double to, model::Clip& clip) {
  struct KeyRange {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::vector<KeyRange> ranges;
  for (const std::vector<double>& times : take.timelines) {
    const auto after = std::upper_bound(times.begin(), times.end(), from);
    const auto last = std::lower_bound(times.begin(), times.end(), to);
    const auto begin = after == times.begin() ? after : after - 1;
    const auto end = last == times.end() ? last : last + 1;
    ranges.push_back({static_cast<std::size_t>(begin - times.begin()), static_cast<std::size_t>(end - begin)});
    clip.timelines.emplace_back(begin, end);
  }
  for (const model::Track& track : take.tracks) {
    const std::size_t targets =
        track.target == model::TrackTarget::MorphWeights ? model.morphSets[track.morphSet.value].restWeights.size() : 0;
    const std::size_t perKey =
        track.componentCount(targets) * (track.interpolation == model::Interpolation::CubicSpline ? 3 : 1);
    const KeyRange& range = ranges[track.timeline];
    const auto begin = track.values.begin() + static_cast<std::ptrdiff_t>(range.first * perKey);
    const auto end = begin + static_cast<std::ptrdiff_t>(range.count * perKey);
    clip.tracks.push_back({track.target, track.interpolation, track.node, track.morphSet, track.timeline,
                           model::Stillness::Unknown, std::vector<float>(begin, end)});
  }
}

std::string freeName(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (int number = 2; !taken.insert(name).second; ++number) {
    const std::string ending = ' ' + std::to_string(number);
    name = model::cutToBytes(wanted, model::kMaxNameBytes - ending.size()) + ending;
  }
  return name;
}

void warnMissingTake(const UnityClip& clip, const model::Model& model, JobContext& job) {
  std::string takes;
  for (std::size_t i = 0; i < std::min<std::size_t>(model.clips.size(), 6); ++i) {
    takes += (i == 0 ? "\"" : ", \"") + model.clips[i].name + '"';
  }
  job.warn(takes.empty()
               ? message(model.clips.size() > 6 ? "Unity's import settings cut this clip from the take \"%1\", which "
                                                  "the file does not have (it has none, …): it is left out."
                                                : "Unity's import settings cut this clip from the take \"%1\", which "
                                                  "the file does not have (it has none): it is left out.",
                         clip.takeName.empty() ? clip.name : clip.takeName)
               : message(model.clips.size() > 6 ? "Unity's import settings cut this clip from the take \"%1\", which "
                                                  "the file does not have (it has %2, …): it is left out."
                                                : "Unity's import settings cut this clip from the take \"%1\", which "
                                                  "the file does not have (it has %2): it is left out.",
                         clip.takeName.empty() ? clip.name : clip.takeName, takes),
           clip.name);
}

model::Clip cutClip(const model::Model& model, const model::Clip& take, const UnityClip& wanted, JobContext& job) {
  const double rate = rateOf(take);
  const double takeEnd = take.startSeconds + take.lengthSeconds;
  const double from = std::clamp(wanted.firstFrame / rate, take.startSeconds, takeEnd);
  const double to = std::clamp(wanted.lastFrame / rate, from, takeEnd);
  if (std::abs(from * rate - wanted.firstFrame) > kBeyondTolerance ||
      std::abs(to * rate - wanted.lastFrame) > kBeyondTolerance) {
    job.warn(message("Unity's import settings ask for frames %1 to %2, but the take has frames %3 to %4: the clip was "
                     "cut to them.",
                     shown(wanted.firstFrame), shown(wanted.lastFrame), shown(take.startSeconds * rate),
                     shown(takeEnd * rate)),
             wanted.name);
  }
  model::Clip clip;
  clip.sourceName = wanted.name;
  clip.startSeconds = from;
  clip.lengthSeconds = to - from;
  clip.sourceRateHz = take.sourceRateHz;
  clip.loopHint = wanted.loop ? wanted.loop : take.loopHint;
  copyKeys(model, take, from, to, clip);
  return clip;
}

/// The time of a clip's event in its take. If a clip was cut shorter than requested, the share refers to the request.
model::ClipEvent eventInTake(const model::Clip& take, const UnityClip& clip, const UnityEvent& event) {
  const double frame = clip.firstFrame + event.time * (clip.lastFrame - clip.firstFrame);
  return {event.functionName, frame / rateOf(take), event.parameter};
}

}  // namespace

void cutIntoUnityClips(model::Model& model, const std::vector<UnityClip>& clips, JobContext& job) {
  if (clips.empty()) {
    return;
  }
  std::vector<model::Clip> result;
  std::set<std::string> names;
  for (const UnityClip& wanted : clips) {
    const model::Clip* const take = takeOf(model, wanted);
    if (take == nullptr) {
      warnMissingTake(wanted, model, job);
      continue;
    }
    model::Clip clip = cutClip(model, *take, wanted, job);
    clip.name = freeName(wanted.name, names);
    for (const UnityEvent& event : wanted.events) {
      clip.events.push_back(eventInTake(*take, wanted, event));
    }
    if (wanted.pingPong) {
      job.warn("In Unity this clip goes back and forth (wrapMode 4); here it loops forward.", clip.name);
    }
    result.push_back(std::move(clip));
  }
  if (result.empty()) {
    job.warn("None of the clips in Unity's import settings could be cut: the takes of the file stand.");
    return;
  }
  model.clips = std::move(result);
  job.inform(message(model.clips.size() == 1 ? "Clips, loops and events are those of Unity's import settings beside "
                                               "the file (%1 clip); %2 leaves them alone."
                                             : "Clips, loops and events are those of Unity's import settings beside "
                                               "the file (%1 clips); %2 leaves them alone.",
                     model.clips.size(), Remedy{RemedyKind::IgnoreMeta}));
}

void addUnityEvents(model::Model& model, const std::vector<UnityClip>& clips, JobContext& job) {
  for (const UnityClip& clip : clips) {
    const model::Clip* const take = takeOf(model, clip);
    if (take == nullptr) {
      warnMissingTake(clip, model, job);
      continue;
    }
    model::Clip& target = model.clips[static_cast<std::size_t>(take - model.clips.data())];
    for (const UnityEvent& event : clip.events) {
      target.events.push_back(eventInTake(target, clip, event));
    }
  }
}

Result<void> applyUnityMeta(ModelFiles& files, const UnityMetaOptions& options, model::Model& model, JobContext& job) {
  if (options.use == UnityMetaUse::Off) {
    return {};
  }
  std::filesystem::path path = options.file;
  const bool named = !path.empty();
  if (!named) {
    // Requested through `files`, so that the cache records the lookup.
    auto beside = lowerCase(files.modelFile().extension().string()) == ".fbx"
                      ? files.resolve(files.modelFile().filename().string() + ".meta")
                      : fail(ErrorCode::NotFound, "");
    if (!beside) {
      return {};
    }
    path = std::move(*beside);
  }
  const auto about = [&](Error error) {
    error.message =
        message(named ? "Unity's import settings %1: %2" : "Unity's import settings %1: %2; %3 leaves them alone",
                path.filename().string(), error.message, Remedy{RemedyKind::IgnoreMeta});
    return fail(std::move(error));
  };
  const auto bytes = files.read(path, kMostMetaBytes);
  if (!bytes) {
    return about(bytes.error());
  }
  const auto clips = readUnityMeta(asText(*bytes));
  if (!clips) {
    return about(clips.error());
  }
  if (options.use == UnityMetaUse::Clips) {
    cutIntoUnityClips(model, *clips, job);
  } else {
    addUnityEvents(model, *clips, job);
  }
  return {};
}

}  // namespace texeleton::importing
