#include "core/import/fbx/fbx_curve.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/import/fbx/fbx_scene.h"

namespace texeleton::importing::fbx {

namespace {

constexpr std::uint32_t kConstant = 0x2;
constexpr std::uint32_t kCubic = 0x8;
constexpr std::uint32_t kConstantNext = 0x100;  // Where the segment is constant.
constexpr std::uint32_t kTcb = 0x200;
constexpr std::uint32_t kUser = 0x400;
constexpr std::uint32_t kClamp = 0x1000;
constexpr std::uint32_t kTimeIndependent = 0x2000;
constexpr std::uint32_t kClampProgressive = 0x4000;
constexpr std::uint32_t kWeightedOut = 0x1000000;
constexpr std::uint32_t kWeightedIn = 0x2000000;

double bezier(double a, double b, double c, double d, double s) {
  const double r = 1.0 - s;
  return r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d;
}

// Where on the segment, as the Bézier parameter, its time is `x` (0 to 1). The time is monotone in it.
double parameterAt(double x, double weightOut, double weightIn) {
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 48; ++i) {
    const double middle = 0.5 * (low + high);
    (bezier(0.0, weightOut, 1.0 - weightIn, 1.0, middle) < x ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// The slope of an automatic tangent; what the FBX SDK does was found out by the author of ufbx and others.
double automaticSlope(const Curve::Key* before, const Curve::Key& key, const Curve::Key* after, std::uint32_t flags) {
  if ((before == nullptr) != (after == nullptr)) {
    // At an end of the curve: straight to the only neighbour.
    const Curve::Key& other = before != nullptr ? *before : *after;
    const double seconds = (key.time - other.time) * kSecondsPerFbxTick;
    return (flags & kClampProgressive) != 0 || seconds == 0.0 ? 0.0 : (key.value - other.value) / seconds;
  }
  if (before == nullptr || !(before->time < key.time) || !(key.time < after->time)) {
    return 0.0;
  }
  const double left = (key.time - before->time) * kSecondsPerFbxTick;
  const double right = (after->time - key.time) * kSecondsPerFbxTick;
  const double slopeLeft = (key.value - before->value) / left;
  const double slopeRight = (after->value - key.value) / right;
  if ((flags & kClamp) != 0 && (slopeLeft == 0.0 || slopeRight == 0.0)) {
    return 0.0;
  }
  double slope = (after->value - before->value) / (left + right);
  if ((flags & kTimeIndependent) == 0) {
    const double share = left / (left + right);
    slope = 0.5 * (slope + slopeLeft * (1.0 - share) + slopeRight * share);
  }
  if ((flags & kClampProgressive) != 0) {
    // The tangents' ends must not pass the neighbours.
    if (slopeLeft * slopeRight <= 0.0) {
      return 0.0;
    }
    const double most = std::min(std::abs(slopeLeft) / before->weightIn, std::abs(slopeRight) / key.weightOut);
    slope = std::clamp(slope, -most, most);
  }
  return slope;
}

struct Attributes {
  std::uint32_t flags = 0x4;
  float data[4] = {0.0f, 0.0f, 0.0f, 0.0f};
};

std::vector<Attributes> readAttributes(const Record& record, std::size_t keyCount) {
  std::vector<Attributes> attributes(keyCount);
  const Record* flagsRecord = record.find("KeyAttrFlags");
  const Record* dataRecord = record.find("KeyAttrDataFloat");
  const Record* countRecord = record.find("KeyAttrRefCount");
  if (flagsRecord == nullptr || countRecord == nullptr || flagsRecord->values.empty() || countRecord->values.empty()) {
    return attributes;
  }
  const auto flags = readIntegers(flagsRecord->values.front());
  const auto counts = readIntegers(countRecord->values.front());
  std::vector<float> data;
  if (dataRecord != nullptr && !dataRecord->values.empty()) {
    if (auto words = readFloats(dataRecord->values.front())) {
      data = std::move(*words);
    }
    // ASCII files write the bits of the floats as whole numbers.
    const auto bits = readIntegers(dataRecord->values.front());
    if (dataRecord->values.front().elementType == 0 && bits) {
      for (std::size_t i = 0; i < bits->size() && i < data.size(); ++i) {
        data[i] = std::bit_cast<float>(static_cast<std::uint32_t>((*bits)[i]));
      }
    }
  }
  if (!flags || !counts) {
    return attributes;
  }
  std::size_t key = 0;
  for (std::size_t i = 0; i < flags->size() && i < counts->size(); ++i) {
    for (std::int64_t n = 0; n < (*counts)[i] && key < keyCount; ++n, ++key) {
      attributes[key].flags = static_cast<std::uint32_t>((*flags)[i]);
      for (std::size_t k = 0; k < 4 && i * 4 + k < data.size(); ++k) {
        attributes[key].data[k] = data[i * 4 + k];
      }
    }
  }
  return attributes;
}

void setWeights(Curve::Key& key, const Attributes& attribute) {
  // Two decimal fixed-point numbers of 16 bits behind a float.
  const auto packed = std::bit_cast<std::uint32_t>(attribute.data[2]);
  if ((attribute.flags & kWeightedOut) != 0) {
    key.weightOut = std::clamp((packed & 0xffffu) * 0.0001, 0.0, 1.0);
  }
  if ((attribute.flags & kWeightedIn) != 0) {
    key.weightIn = std::clamp((packed >> 16) * 0.0001, 0.0, 1.0);
  }
}

void setSegments(Curve& curve, const std::vector<Attributes>& attributes) {
  std::vector<Curve::Key>& keys = curve.keys;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Attributes& attribute = attributes[i];
    Curve::Key& key = keys[i];
    if ((attribute.flags & kConstant) != 0) {
      key.segment = (attribute.flags & kConstantNext) != 0 ? Curve::Segment::ConstantNext : Curve::Segment::Constant;
    } else if ((attribute.flags & kCubic) != 0) {
      key.segment = Curve::Segment::Cubic;
      setWeights(key, attribute);
    }
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Attributes& attribute = attributes[i];
    Curve::Key& key = keys[i];
    if (key.segment != Curve::Segment::Cubic) {
      continue;
    }
    const bool user = (attribute.flags & kUser) != 0 && (attribute.flags & kTcb) == 0;
    const bool biased = !user && (std::abs(attribute.data[0]) > 1.0f || std::abs(attribute.data[1]) > 1.0f);
    curve.hasUnfollowedTangents = curve.hasUnfollowedTangents || (attribute.flags & kTcb) != 0 || biased;
    const Curve::Key* before = i > 0 ? &keys[i - 1] : nullptr;
    const Curve::Key* after = i + 1 < keys.size() ? &keys[i + 1] : nullptr;
    key.slopeOut = user ? attribute.data[0] : automaticSlope(before, key, after, attribute.flags);
    if (after != nullptr) {
      const std::uint32_t nextFlags = attributes[i + 1].flags;
      const bool nextUser = (nextFlags & kUser) != 0 || (nextFlags & kCubic) == 0;
      const Curve::Key* afterNext = i + 2 < keys.size() ? &keys[i + 2] : nullptr;
      key.slopeIn = nextUser ? attribute.data[1] : automaticSlope(&key, *after, afterNext, nextFlags);
    }
  }
}

}  // namespace

double Curve::evaluate(double time) const {
  if (keys.empty()) {
    return 0.0;
  }
  const auto next =
      std::upper_bound(keys.begin(), keys.end(), time, [](double t, const Key& key) { return t < key.time; });
  if (next == keys.begin()) {
    return keys.front().value;
  }
  const Key& a = *(next - 1);
  if (next == keys.end() || a.time == time) {
    return a.value;
  }
  const Key& b = *next;
  const double x = (time - a.time) / (b.time - a.time);
  switch (a.segment) {
    case Segment::Constant:
      return a.value;
    case Segment::ConstantNext:
      return b.value;
    case Segment::Linear:
      return a.value + (b.value - a.value) * x;
    case Segment::Cubic:
      break;
  }
  const double seconds = (b.time - a.time) * kSecondsPerFbxTick;
  const bool plain = a.weightOut == 1.0 / 3.0 && a.weightIn == 1.0 / 3.0;
  const double s = plain ? x : parameterAt(x, a.weightOut, a.weightIn);
  return bezier(a.value, a.value + a.slopeOut * a.weightOut * seconds, b.value - a.slopeIn * a.weightIn * seconds,
                b.value, s);
}

Result<Curve> readCurve(const Record& record, double tickScale) {
  const Record* timesRecord = record.find("KeyTime");
  const Record* valuesRecord = record.find("KeyValueFloat");
  Curve curve;
  if (timesRecord == nullptr || valuesRecord == nullptr || timesRecord->values.empty() ||
      valuesRecord->values.empty()) {
    return curve;
  }
  const auto times = readIntegers(timesRecord->values.front());
  const auto values = readNumbers(valuesRecord->values.front());
  if (!times || !values) {
    return fail(times ? values.error() : times.error());
  }
  const std::size_t count = std::min(times->size(), values->size());
  curve.keys.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    curve.keys[i].time = static_cast<double>((*times)[i]) * tickScale;
    curve.keys[i].value = (*values)[i];
    if (!std::isfinite((*values)[i])) {
      return fail(ErrorCode::BadFile, "an animation curve holds a value that is not finite");
    }
  }
  setSegments(curve, readAttributes(record, count));
  for (const char* name : {"Pre-Extrapolation", "Post-Extrapolation"}) {
    const Record* beyond = record.find(name);
    const Record* type = beyond != nullptr ? beyond->find("Type") : nullptr;
    // 'C' (67) holds the last key, as everywhere else.
    const bool holds = type == nullptr || type->textAt(0) == "C" || type->integerAt(0) == 'C';
    curve.isExtrapolated = curve.isExtrapolated || (!holds && count > 1);
  }
  const auto earlier = [](const Curve::Key& a, const Curve::Key& b) { return a.time < b.time; };
  std::stable_sort(curve.keys.begin(), curve.keys.end(), earlier);
  const auto same = [](const Curve::Key& a, const Curve::Key& b) { return a.time == b.time; };
  curve.keys.erase(std::unique(curve.keys.begin(), curve.keys.end(), same), curve.keys.end());
  return curve;
}

}  // namespace texeleton::importing::fbx
