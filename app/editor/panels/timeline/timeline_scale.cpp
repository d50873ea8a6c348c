#include "app/editor/panels/timeline/timeline_scale.h"

#include <algorithm>
#include <cmath>

#include "app/editor/panels/timeline/timeline_metrics.h"

namespace texeleton::editor {

namespace {

constexpr double kShownBeside = 0.25;  // In lengths of the cut, on either side.
constexpr double kRateDragged = 30.0;

}  // namespace

double TimelineScale::placeOf(double seconds) const {
  const Extent extent = shown();
  return extent.end <= extent.begin ? timeline::kMargin
                                    : timeline::kMargin + (seconds - extent.begin) / (extent.end - extent.begin) *
                                                              (m_area.width() - 2 * timeline::kMargin);
}

double TimelineScale::timeAt(double x) const {
  const Extent extent = shown();
  const double room = std::max(m_area.width() - 2 * timeline::kMargin, 1.0);
  return extent.begin + (x - timeline::kMargin) / room * (extent.end - extent.begin);
}

double TimelineScale::freeSecondsAt(double x) const {
  const Extent extent = shown();
  return std::clamp(timeAt(x), extent.begin, extent.end);
}

double TimelineScale::secondsAt(double x) const { return std::clamp(timeAt(x), 0.0, cut().end); }

TimelineScale::Extent TimelineScale::cut() const {
  const vat::BakedClip* clip = m_playback.clip();
  return {0.0, clip == nullptr ? 0.0 : clip->lengthSeconds};
}

TimelineScale::Extent TimelineScale::clip() const {
  const vat::BakedClip* clip = m_playback.clip();
  const auto& bake = m_workshop.bake();
  if (clip == nullptr || !bake || clip->source.clip.value >= bake->model->clips.size()) {
    return cut();
  }
  const model::Clip& source = bake->model->clips[clip->source.clip.value];
  const double begin = source.startSeconds - clip->source.fromSeconds;
  // A loop may be longer than its keys.
  return {std::min(begin, 0.0), std::max(begin + source.lengthSeconds, clip->lengthSeconds)};
}

TimelineScale::Extent TimelineScale::shown() const {
  const Extent all = clip();
  const double length = cut().end;
  const double beside = kShownBeside * length;
  return {std::max(all.begin, -beside), std::min(all.end, length + beside)};
}

double TimelineScale::snapped(double seconds, bool freely) const {
  const vat::BakedClip* clip = m_playback.clip();
  const double at = freely ? seconds : m_playback.secondsOfFrame(std::floor(seconds * clip->frameRate + 0.5));
  return std::clamp(at, 0.0, clip->lengthSeconds);
}

double TimelineScale::snappedToSource(double seconds) const {
  const vat::BakedClip& clip = *m_playback.clip();
  const model::Clip& source = m_workshop.bake()->model->clips[clip.source.clip.value];
  const double rate = source.sourceRateHz > 0.0 ? source.sourceRateHz : kRateDragged;
  const double at = clip.source.fromSeconds + seconds;
  const Extent all = this->clip();
  return std::clamp(std::floor(at * rate + 0.5) / rate - clip.source.fromSeconds, all.begin, all.end);
}

}  // namespace texeleton::editor
