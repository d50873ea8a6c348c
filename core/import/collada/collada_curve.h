#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/import/collada/collada_document.h"

namespace texeleton::importing::collada {

/// A curve of one or more components over time in seconds: straight, stepped, or cubic Bézier with free control points.
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
  std::vector<Point> before, after;  ///< Control points of each value; empty where no segment is a Bézier.

  bool isUnfollowed = false;    ///< Has segments of another kind, or without tangents, which are straight here.
  bool isExtrapolated = false;  ///< Goes on beyond its keys; here the first and the last one hold.
  std::size_t badKeys = 0;      ///< Keys that are left out, as a number is not finite or not there.

  /// The segment of a time: the last key that is not after it.
  std::size_t segmentAt(double time) const;
  double evaluate(double time, std::size_t component) const;
};

/// The curve of a channel's sampler, with `width` components. HERMITE tangents become control points at a third of
/// them. Tangents have a time and a value for each component, one time for all, or values alone (then a third of the
/// segment's time). Errors: BadFile (a source that is not there, counts that differ or that leave their arrays).
Result<Curve> readCurve(const Document& document, const Channel& channel, std::size_t width);

}  // namespace texeleton::importing::collada
