#pragma once

#include <cstdint>
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

  std::vector<Key> keys;               ///< Ascending times.
  bool hasUnfollowedTangents = false;  ///< TCB or biased tangents, which are followed as plain automatic ones.
  bool isExtrapolated = false;         ///< Goes on beyond its keys; here the last key holds.

  double evaluate(double time) const;
};

/// Reads an AnimationCurve object. Where the counts of times and values differ, the smaller one holds.
/// `tickScale`: kSecondsPerFbxTick units in a unit of the file.
Result<Curve> readCurve(const Record& record, double tickScale);

}  // namespace texeleton::importing::fbx
