// FBX curves from their arrays: constant, linear and cubic segments with given slopes (user) or slopes from the
// neighbours (automatic; the FBX SDK's rule is known from ufbx and from files with baked counterparts).

#include "tests/reference/reference_fbx_curve.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace texeleton::test {

namespace {

enum Flags : unsigned {
  kConstant = 0x2,
  kCubic = 0x8,
  kAuto = 0x100,
  kTcb = 0x200,
  kUser = 0x400,
  kClamp = 0x1000,
  kTimeIndependent = 0x2000,
  kClampProgressive = 0x4000,
  kWeightedRight = 0x1000000,
  kWeightedNextLeft = 0x2000000,
};

struct Key {
  double t = 0.0;
  double v = 0.0;
  unsigned flags = 0;
  double right = 0.0, nextLeft = 0.0;  // slopes
  double rightWeight = 1 / 3.0, nextWeight = 1 / 3.0;
};

std::vector<Key> readKeys(const FbxRecord& curve) {
  const auto times = curve.array("KeyTime");
  const auto values = curve.array("KeyValueFloat");
  const auto flags = curve.array("KeyAttrFlags");
  const auto data = curve.array("KeyAttrDataFloat");
  const auto repeats = curve.array("KeyAttrRefCount");
  std::vector<Key> keys;
  for (std::size_t run = 0; run < repeats.size(); ++run) {
    float words[4] = {};
    for (std::size_t i = 0; i < 4; ++i) {
      words[i] = static_cast<float>(data[run * 4 + i]);
    }
    std::uint32_t packed = 0;
    std::memcpy(&packed, &words[2], 4);
    for (double n = 0; n < repeats[run]; ++n) {
      Key key;
      key.t = times[keys.size()] / kFbxTicksPerSecond;
      key.v = values[keys.size()];
      key.flags = static_cast<unsigned>(flags[run]);
      key.right = static_cast<double>(words[0]);
      key.nextLeft = static_cast<double>(words[1]);
      if ((key.flags & kWeightedRight) != 0) {
        key.rightWeight = (packed & 0xffff) / 10000.0;
      }
      if ((key.flags & kWeightedNextLeft) != 0) {
        key.nextWeight = (packed >> 16) / 10000.0;
      }
      keys.push_back(key);
    }
  }
  return keys;
}

// The slope of an automatic key from its neighbours.
double automatic(const std::vector<Key>& keys, std::size_t i) {
  const unsigned flags = keys[i].flags;
  if (keys.size() == 1) {
    return 0.0;
  }
  const auto chord = [&](std::size_t a, std::size_t b) { return (keys[b].v - keys[a].v) / (keys[b].t - keys[a].t); };
  if (i == 0 || i + 1 == keys.size()) {
    return (flags & kClampProgressive) != 0 ? 0.0 : i == 0 ? chord(0, 1) : chord(i - 1, i);
  }
  const double before = chord(i - 1, i);
  const double after = chord(i, i + 1);
  if ((flags & kClamp) != 0 && (before == 0.0 || after == 0.0)) {
    return 0.0;
  }
  double slope = chord(i - 1, i + 1);
  if ((flags & kTimeIndependent) == 0) {
    const double part = (keys[i].t - keys[i - 1].t) / (keys[i + 1].t - keys[i - 1].t);
    slope = 0.5 * slope + 0.5 * ((1 - part) * before + part * after);
  }
  if ((flags & kClampProgressive) != 0) {
    if (before * after <= 0.0) {
      return 0.0;
    }
    const double limit = std::min(std::abs(before) / keys[i - 1].nextWeight, std::abs(after) / keys[i].rightWeight);
    slope = std::copysign(std::min(std::abs(slope), limit), slope);
  }
  return slope;
}

double cubic(double p0, double p1, double p2, double p3, double s) {
  const double r = 1 - s;
  return r * r * r * p0 + 3 * r * r * s * p1 + 3 * r * s * s * p2 + s * s * s * p3;
}

}  // namespace

double evaluateFbxCurve(const FbxRecord& curve, double seconds) {
  const std::vector<Key> keys = readKeys(curve);
  if (seconds <= keys.front().t) {
    return keys.front().v;
  }
  if (seconds >= keys.back().t) {
    return keys.back().v;
  }
  std::size_t i = 0;
  while (keys[i + 1].t <= seconds) {
    ++i;
  }
  const Key& a = keys[i];
  const Key& b = keys[i + 1];
  const double x = (seconds - a.t) / (b.t - a.t);
  if ((a.flags & kConstant) != 0) {
    if ((a.flags & kAuto) != 0) {
      throw std::runtime_error("the reference knows no segments that hold their next key");
    }
    return a.v;
  }
  if ((a.flags & kCubic) == 0) {
    return a.v + (b.v - a.v) * x;
  }
  if (((a.flags | b.flags) & kTcb) != 0) {
    throw std::runtime_error("the reference knows no TCB tangents");
  }
  const bool bAutomatic = (b.flags & kCubic) != 0 && (b.flags & kUser) == 0;
  const double out = (a.flags & kUser) != 0 ? a.right : automatic(keys, i);
  const double in = bAutomatic ? automatic(keys, i + 1) : a.nextLeft;
  double low = 0.0;
  double high = 1.0;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (cubic(0, a.rightWeight, 1 - a.nextWeight, 1, middle) < x ? low : high) = middle;
  }
  const double dt = b.t - a.t;
  return cubic(a.v, a.v + out * a.rightWeight * dt, b.v - in * a.nextWeight * dt, b.v, (low + high) / 2);
}

}  // namespace texeleton::test
