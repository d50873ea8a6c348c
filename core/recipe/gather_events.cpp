#include "core/recipe/gather_events.h"

#include <utility>

#include "core/recipe/find_clip.h"

namespace texeleton::recipe {

namespace {

constexpr std::size_t kShownUnknownClips = 20;  ///< The search for similar names is slow.

ClipEvents inSeconds(const model::Model& model, ClipIndex index, std::vector<RecipeEvent> events, JobContext& job) {
  const model::Clip& clip = model.clips[index.value];
  ClipEvents result{index, {}};
  bool usesFrames = false;
  for (RecipeEvent& event : events) {
    usesFrames = usesFrames || event.frame.has_value();
    const double seconds = event.frame ? sourceFrameSeconds(clip, *event.frame) : event.timeSeconds.value_or(0.0);
    result.events.push_back({std::move(event.name), seconds, std::move(event.parameter)});
  }
  if (usesFrames && !(clip.sourceRateHz > 0.0)) {
    job.inform("Events are given by frame, but the file has no frame rate: 30 frames a second are taken.", clip.name);
  }
  return result;
}

}  // namespace

EventGatherer::EventGatherer(const model::Model& model, std::string file, JobContext& job)
    : m_model(model), m_file(std::move(file)), m_job(job) {
  for (const model::Clip& clip : model.clips) {
    m_names.insert(clip.name);
    m_names.insert(clip.sourceName);
  }
}

void EventGatherer::add(const std::string& clipName, std::vector<RecipeEvent> events) {
  const std::vector<ClipIndex> matches =
      m_names.count(clipName) != 0 ? clipsNamed(m_model, clipName) : std::vector<ClipIndex>();
  if (matches.empty()) {
    if (++m_unknownCount <= kShownUnknownClips) {
      m_job.warn(message(m_unknownCount == kShownUnknownClips
                             ? "Events are given for a clip, but %1 Further ones are not listed."
                             : "Events are given for a clip, but %1",
                         noSuchClip(m_model, clipName)),
                 m_file);
    }
    return;
  }
  if (matches.size() > 1) {
    m_job.warn(
        message("Events are given for the clip %1, but the file has several of that name: the first, %2, gets them.",
                inQuotes(clipName), inQuotes(m_model.clips[matches.front().value].name)),
        m_file);
  }
  m_result.push_back(inSeconds(m_model, matches.front(), std::move(events), m_job));
}

}  // namespace texeleton::recipe
