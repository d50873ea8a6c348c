#pragma once

#include <QWidget>

#include "app/editor/document/playback.h"
#include "app/editor/jobs/workshop.h"

namespace texeleton::editor {

/// Which part of the clip that plays the timeline shows, and where its moments lie across the widget. Times are seconds
/// of the cut; what lies before it is negative.
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
  /// Within what is shown.
  double freeSecondsAt(double x) const;
  /// Within the cut.
  double secondsAt(double x) const;

  /// What is shown.
  Extent shown() const;
  /// The cut.
  Extent cut() const;
  /// All of the clip that the cut is of.
  Extent clip() const;

  /// The nearest baked frame, or the moment itself where it is `freely` chosen; within the cut. There is a clip.
  double snapped(double seconds, bool freely) const;
  /// The nearest key frame of the clip that the cut is of. There is a clip.
  double snappedToSource(double seconds) const;

 private:
  double timeAt(double x) const;

  const Workshop& m_workshop;
  const Playback& m_playback;
  const QWidget& m_area;
};

}  // namespace texeleton::editor
