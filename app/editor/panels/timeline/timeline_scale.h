#pragma once

#include <QWidget>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// The part of the current clip that the timeline shows, and its mapping to the widget. Times are in seconds of the
/// cut; negative before it.
class TimelineScale {
 public:
  struct Extent {
    double begin = 0.0;
    double end = 0.0;
  };

  /// `area`: the widget that the timeline fills.
  TimelineScale(const Workshop& workshop, const Playback& playback, const QWidget& area)
      : m_workshop(workshop), m_playback(playback), m_area(area) {}

  double placeOf(double seconds) const;
  /// Clamped to the shown part.
  double freeSecondsAt(double x) const;
  /// Clamped to the cut.
  double secondsAt(double x) const;

  /// The shown part.
  Extent shown() const;
  /// The cut.
  Extent cut() const;
  /// The whole clip that contains the cut.
  Extent clip() const;

  /// The nearest baked frame, or `seconds` itself if `freely`; within the cut. Requires a clip.
  double snapped(double seconds, bool freely) const;
  /// The nearest key frame of the source clip. Requires a clip.
  double snappedToSource(double seconds) const;

 private:
  double timeAt(double x) const;

  const Workshop& m_workshop;
  const Playback& m_playback;
  const QWidget& m_area;
};

}  // namespace texeleton::editor
