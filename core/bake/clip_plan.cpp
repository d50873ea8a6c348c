#include "core/bake/clip_plan.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "core/bake/root_of_clip.h"
#include "core/base/listed_names.h"
#include "core/base/rounded_text.h"
#include "core/cycles/decide_loop.h"
#include "core/cycles/open_cycle.h"
#include "core/cycles/root_taking.h"
#include "core/vat/texture_settings.h"

namespace texeleton::bake {

namespace {

/// Events this close to the ends of a cut belong to it: times are often made from frame numbers.
constexpr double kEventTolerance = 1e-6;

struct Range {
  double from = 0.0;
  double to = 0.0;
};

Message inQuotes(const std::string& name) { return message("\"%1\"", name); }

Message clipCalled(const std::string& name) { return message("clip \"%1\"", name); }

std::string uniqueName(const std::string& wanted, std::set<std::string>& taken, JobContext& job) {
  std::string name = wanted;
  for (int number = 2; !taken.insert(name).second; ++number) {
    name = wanted + ' ' + std::to_string(number);
  }
  if (name != wanted) {
    job.inform(message("another clip of the bake is called %1 already: this one is called %2", inQuotes(wanted),
                       inQuotes(name)),
               name);
  }
  return name;
}

Result<Range> cutOf(const model::Clip& clip, const ClipSelection& selection, const std::string& name, JobContext& job) {
  const double start = clip.startSeconds;
  const double end = clip.startSeconds + clip.lengthSeconds;
  Range range{selection.fromSeconds.value_or(start), selection.toSeconds.value_or(end)};
  const Message asked = message("%1 to %2 s", shortNumber(range.from), shortNumber(range.to));
  if (!std::isfinite(range.from) || !std::isfinite(range.to)) {
    return fail(ErrorCode::InvalidArgument, message("%1: the range must be finite seconds", clipCalled(name)));
  }
  const Message has = message("the clip runs from %1 to %2 s", shortNumber(start), shortNumber(end));
  if (range.from > range.to) {
    return fail(ErrorCode::InvalidArgument, message("%1: the range %2 is empty; %3", clipCalled(name), asked, has,
                                                    Remedy{RemedyKind::WholeClip, 0.0, name}));
  }
  if (range.from > end + kEventTolerance || range.to < start - kEventTolerance) {
    return fail(ErrorCode::InvalidArgument, message("%1: the range %2 lies outside the clip; %3", clipCalled(name),
                                                    asked, has, Remedy{RemedyKind::WholeClip, 0.0, name}));
  }
  const Range clamped{std::clamp(range.from, start, end), std::clamp(range.to, start, end)};
  if (std::abs(clamped.from - range.from) > kEventTolerance || std::abs(clamped.to - range.to) > kEventTolerance) {
    job.warn(message("the range %1 reaches beyond the clip and was cut to it; %2", asked, has,
                     Remedy{RemedyKind::WholeClip, 0.0, name}),
             name);
  }
  return clamped;
}

void mapEvents(const model::Clip& source, const ClipSelection& selection, vat::BakedClip& clip, JobContext& job) {
  std::vector<model::ClipEvent> events = source.events;
  events.insert(events.end(), selection.events.begin(), selection.events.end());
  std::vector<Message> dropped;
  std::size_t droppedCount = 0;
  for (model::ClipEvent& event : events) {
    const double time = event.timeSeconds - clip.source.fromSeconds;
    if (time >= -kEventTolerance && time <= clip.lengthSeconds + kEventTolerance) {  // false for NaN
      event.timeSeconds = std::clamp(time, 0.0, clip.lengthSeconds);
      clip.events.push_back(std::move(event));
    } else if (++droppedCount <= 3) {
      dropped.push_back(message("\"%1\" at %2 s", event.name, shortNumber(event.timeSeconds)));
    }
  }
  std::ranges::stable_sort(clip.events, {}, &model::ClipEvent::timeSeconds);
  if (droppedCount != 0) {
    job.warn(droppedCount == 1
                 ? message(droppedCount > 3 ? "%1 event lies outside the cut (%2 to %3 s) and was left out: %4, …"
                                            : "%1 event lies outside the cut (%2 to %3 s) and was left out: %4",
                           droppedCount, shortNumber(clip.source.fromSeconds), shortNumber(clip.source.toSeconds),
                           listedMessages(dropped))
                 : message(droppedCount > 3 ? "%1 events lie outside the cut (%2 to %3 s) and were left out: %4, …"
                                            : "%1 events lie outside the cut (%2 to %3 s) and were left out: %4",
                           droppedCount, shortNumber(clip.source.fromSeconds), shortNumber(clip.source.toSeconds),
                           listedMessages(dropped)),
             clip.name);
  }
}

/// Decides whether a clip loops, and extends its range by the step from its last pose to its first if that is missing.
void decideEnd(const model::Model& model, const model::Clip& source, LoopMode loop, vat::BakedClip& clip,
               JobContext& job) {
  vat::ClipSource& range = clip.source;
  if (loop == LoopMode::Auto) {
    const root_motion::RootTaking taking = cycles::rootTaking(model, clip);
    clip.loop = cycles::decideLoop(model, source, range.fromSeconds, range.toSeconds, taking);
    if (clip.loop) {
      return;
    }
    if (const auto cycle = cycles::findOpenCycle(model, source, range.fromSeconds, range.toSeconds, taking)) {
      clip.loop = true;
      range.fromSeconds = cycle->fromSeconds;
      range.toSeconds = cycle->toSeconds;
      job.inform(message("seamless loop: one frame is added to return to the first (%1 plays it once)",
                         Remedy{RemedyKind::PlayOnce, 0.0, clip.name}),
                 clip.name);
    }
  } else {
    clip.loop = loop != LoopMode::Off;
    range.toSeconds += loop == LoopMode::Close ? cycles::frameSeconds(source) : 0.0;
  }
}

Error tooManyFrames(const vat::BakedClip& clip, double frames) {
  const double steps = vat::kMaxFramesPerClip - (clip.loop ? 0.0 : 1.0);
  return {ErrorCode::Limit,
          message("%1 lasts %2 s and would need %3 frames at %4 Hz; a clip may have %5: bake it at %6 Hz or less, or "
                  "cut it to %7 s",
                  clipCalled(clip.name), shortNumber(clip.lengthSeconds), groupedCount(frames),
                  shortNumber(clip.sampleRateHz), groupedCount(vat::kMaxFramesPerClip),
                  shortNumberBelow(steps / clip.lengthSeconds), shortNumberBelow(steps / clip.sampleRateHz),
                  Remedy{RemedyKind::ClipRate, shownNumber(shortNumberBelow(steps / clip.lengthSeconds)), clip.name}),
          {}};
}

Result<vat::BakedClip> planClip(const model::Model& model, const BakeSettings& settings, const ClipSelection& selection,
                                std::set<std::string>& names, RootChooser& roots, JobContext& job) {
  if (!selection.clip.isValid() || selection.clip.value >= model.clips.size()) {
    return fail(ErrorCode::InvalidArgument,
                selection.clip.isValid()
                    ? message("there is no clip %1; the model has %2", selection.clip.value, model.clips.size())
                    : message("there is no clip \"\"; the model has %1", model.clips.size()));
  }
  const model::Clip& source = model.clips[selection.clip.value];
  vat::BakedClip clip;
  clip.name = uniqueName(selection.name.empty() ? source.name : selection.name, names, job);
  const Result<Range> range = cutOf(source, selection, clip.name, job);
  TRY(range);
  clip.source = {selection.clip, source.name, range->from, range->to};
  clip.lengthSeconds = range->to - range->from;
  Result<std::optional<vat::BakedRootMotion>> root = roots.choose(selection, clip.name, job);
  TRY(root);
  clip.rootMotion = std::move(*root);

  const double sourceRate = source.sourceRateHz > 0.0 ? source.sourceRateHz : model::kDefaultRateHz;
  clip.sampleRateHz = selection.sampleRateHz.value_or(settings.sampleRateHz.value_or(sourceRate));
  const bool isHeld = selection.sampleRateHz == 0.0;
  if (isHeld) {
    clip.sampleRateHz = sourceRate;
  }
  if (!std::isfinite(clip.sampleRateHz) || clip.sampleRateHz <= 0.0) {
    return fail(ErrorCode::InvalidArgument,
                message("%1: the sample rate must be a positive number of frames a second", clipCalled(clip.name)));
  }
  if (clip.lengthSeconds == 0.0) {
    clip.frameRate = clip.sampleRateHz;
  } else {
    decideEnd(model, source, selection.loop.value_or(settings.loop), clip, job);
    clip.lengthSeconds = clip.source.toSeconds - clip.source.fromSeconds;
    if (isHeld) {
      if (!clip.loop && clip.rootMotion && clip.rootMotion->mode == vat::RootMotionMode::Extract) {
        return fail(ErrorCode::InvalidArgument, message("%1: one frame (fps=0) has no room for the way that its root "
                                                        "goes; give it a rate, or remove the root motion",
                                                        clipCalled(clip.name)));
      }
      clip.sampleRateHz = clip.frameRate = 1.0 / clip.lengthSeconds;
      mapEvents(source, selection, clip, job);
      return clip;
    }
    const double steps = wholeSteps(clip.lengthSeconds, clip.sampleRateHz);
    const double frames = clip.loop ? steps : steps + 1.0;
    if (frames > vat::kMaxFramesPerClip) {
      return fail(tooManyFrames(clip, frames));
    }
    clip.frameCount = static_cast<std::uint32_t>(frames);
    clip.frameRate = steps / clip.lengthSeconds;
  }
  mapEvents(source, selection, clip, job);
  return clip;
}

}  // namespace

double wholeSteps(double lengthSeconds, double sampleRateHz) {
  return std::max(1.0, std::floor(lengthSeconds * sampleRateHz + 0.5));
}

double sourceSeconds(const vat::BakedClip& clip, double frame) {
  const double steps = clip.loop ? clip.frameCount : std::max(1.0, clip.frameCount - 1.0);
  // The end is exact, without rounding: a step key may lie there.
  return frame >= steps ? clip.source.toSeconds : clip.source.fromSeconds + clip.lengthSeconds * frame / steps;
}

std::string shortNumber(double value) { return roundedText(value, 6); }

std::string shortNumberBelow(double value) {
  if (!(value > 0.0) || !std::isfinite(value)) {
    return shortNumber(value);
  }
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 3.0);
  return shortNumber(std::floor(value / unit) * unit);
}

std::string groupedCount(double count) {
  char text[400];
  std::snprintf(text, sizeof(text), "%.0f", count);
  std::string grouped = text;
  for (std::size_t i = grouped.size(); i > 3; i -= 3) {
    grouped.insert(i - 3, 1, ',');
  }
  return grouped;
}

Result<std::vector<vat::BakedClip>> planClips(const model::Model& model, const BakeSettings& settings,
                                              JobContext& job) {
  if (model.clips.empty()) {
    return fail(ErrorCode::InvalidArgument, "there are no clips: there is nothing to bake");
  }
  std::vector<ClipSelection> selections = settings.clips;
  if (selections.empty()) {
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      selections.emplace_back().clip = ClipIndex(i);
    }
  }
  std::set<std::string> names;
  RootChooser roots(model, settings.rootMotion);
  std::vector<vat::BakedClip> clips;
  std::uint64_t frames = 0;
  for (const ClipSelection& selection : selections) {
    if (job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "the bake was cancelled");
    }
    Result<vat::BakedClip> clip = planClip(model, settings, selection, names, roots, job);
    TRY(clip);
    clip->frameBegin = static_cast<std::uint32_t>(std::min<std::uint64_t>(frames, UINT32_MAX));
    frames += clip->frameCount;
    clips.push_back(std::move(*clip));
  }
  return clips;
}

}  // namespace texeleton::bake
