#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/import/collada/collada_document.h"

namespace texeleton::importing::collada {

/// A curve of one or more components over time in seconds: linear, stepped, or cubic Bézier with free control points.
struct Curve {
  enum class Segment : std::uint8_t { Linear, Step, Bezier };
  struct Point {
    double time = 0.0;
    double value = 0.0;
  };

  std::size_t width = 1;
  std::vector<double> times;         ///< Ascending.
  std::vector<double> values;        ///< `width` for each key.
  std::vector<Segment> segments;     ///< From each key to the next.
  std::vector<Point> before, after;  ///< Control points of each value; empty if no segment is a Bézier.

  bool isUnfollowed = false;    ///< Has other segments, or some without tangents; they are linear here.
  bool isExtrapolated = false;  ///< Continues beyond its keys in the file; constant here.
  std::size_t badKeys = 0;      ///< Keys left out because a number is missing or not finite.

  /// The segment of a time: the last key at or before it.
  std::size_t segmentAt(double time) const;
  double evaluate(double time, std::size_t component) const;
};

/// The curve of a channel's sampler, with `width` components. HERMITE tangents become control points at a third of
/// them. Tangents have a time and a value for each component, one time for all, or only values (then a third of the
/// segment's time). Errors: BadFile (a missing source, counts that differ or exceed their arrays).
Result<Curve> readCurve(const Document& document, const Channel& channel, std::size_t width);

}  // namespace texeleton::importing::collada
