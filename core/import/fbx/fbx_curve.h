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
    double slopeOut = 0.0;              ///< Of the segment at this key, per second.
    double slopeIn = 0.0;               ///< Of the segment at the next key, per second.
    double weightOut = 1.0 / 3.0;       ///< Share of the segment that the tangents take.
    double weightIn = 1.0 / 3.0;
  };

  /// How a curve goes on before its first key or after its last one (FbxAnimCurve's extrapolation).
  struct Extrapolation {
    enum class Kind : std::uint8_t { Constant, Slope, Repeat, Mirror, RepeatRelative };

    Kind kind = Kind::Constant;
    std::int64_t count = -1;  ///< The number of repetitions, after which the value holds; negative: no end.

    bool repeats() const { return kind != Kind::Constant && kind != Kind::Slope && count != 0; }
  };

  std::vector<Key> keys;  ///< Ascending times.
  Extrapolation before, after;
  bool hasUnknownExtrapolation = false;  ///< The file names a kind that FBX does not have; the last key holds.

  double evaluate(double time) const;

  /// Calls `visit(time, isJump)` for the times at which the curve bends between `from` and `to`, in any order: its
  /// keys, those of its repetitions, and the ends of the range where it goes on to them. `isJump`: the time is one tick
  /// before or after a key, where the value jumps there. False: the repetitions have more than `most` keys, and none of
  /// them was visited.
  bool visitBends(double from, double to, std::size_t most, const std::function<void(double, bool)>& visit) const;

  /// Whether each value holds until the next key, and the curve does not go on between `from` and `to`.
  bool isSteps(double from, double to) const;

 private:
  double between(double time) const;
  double beyond(double time) const;
};

/// Reads an AnimationCurve object. Where the counts of times and values differ, the smaller one holds.
/// `tickScale`: kSecondsPerFbxTick units in a unit of the file.
Result<Curve> readCurve(const Record& record, double tickScale);

}  // namespace texeleton::importing::fbx
