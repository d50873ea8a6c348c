#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/result.h"
#include "core/import/fbx/fbx_document.h"

namespace texeleton::importing::fbx {

/// An FBX animation curve: keys with constant, linear or cubic (Bézier) segments. Times are FBX ticks.
struct Curve {
  enum class Segment : std::uint8_t { Constant, ConstantNext, Linear, Cubic };

  struct Key {
    double time = 0.0;
    double value = 0.0;
    Segment segment = Segment::Linear;  ///< From this key to the next.
    double slopeOut = 0.0;              ///< At this key, per second.
    double slopeIn = 0.0;               ///< At the next key, per second.
    double weightOut = 1.0 / 3.0;       ///< Share of the segment that the tangent covers.
    double weightIn = 1.0 / 3.0;
  };

  /// Extrapolation before the first key or after the last one (FbxAnimCurve).
  struct Extrapolation {
    enum class Kind : std::uint8_t { Constant, Slope, Repeat, Mirror, RepeatRelative };

    Kind kind = Kind::Constant;
    std::int64_t count = -1;  ///< Number of repetitions, then the value is constant; negative: endless.

    bool repeats() const { return kind != Kind::Constant && kind != Kind::Slope && count != 0; }
  };

  std::vector<Key> keys;  ///< Ascending times.
  Extrapolation before, after;
  bool hasUnknownExtrapolation = false;  ///< The file names an unknown kind; treated as constant.

  double evaluate(double time) const;

  /// Calls `visit(time, isJump)`, in any order, for the times at which the curve bends: its keys and, from `from` to
  /// `to`, the keys of its repetitions and the ends of the extrapolated range. `isJump`: the value jumps, and `time` is
  /// one tick before or after the key. Returns false if the repetitions at an end have more than `most` keys; those are
  /// not visited.
  bool visitBends(double from, double to, std::size_t most, const std::function<void(double, bool)>& visit) const;

  /// Whether every value holds until the next key and the curve is not extrapolated between `from` and `to`.
  bool isSteps(double from, double to) const;

 private:
  double between(double time) const;
  double beyond(double time) const;
};

/// Reads an AnimationCurve object. If the counts of times and values differ, the smaller one is used. `tickScale`:
/// length of the file's time unit in units of kSecondsPerFbxTick.
Result<Curve> readCurve(const Record& record, double tickScale);

}  // namespace texeleton::importing::fbx
