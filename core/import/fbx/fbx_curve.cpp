#include "core/import/fbx/fbx_curve.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/import/fbx/fbx_scene.h"

namespace texeleton::importing::fbx {

namespace {

constexpr std::uint32_t kConstant = 0x2;
constexpr std::uint32_t kCubic = 0x8;
constexpr std::uint32_t kConstantNext = 0x100;  // Constant, with the value of the next key.
constexpr std::uint32_t kTcb = 0x200;
constexpr std::uint32_t kUser = 0x400;
constexpr std::uint32_t kClamp = 0x1000;
constexpr std::uint32_t kTimeIndependent = 0x2000;
constexpr std::uint32_t kClampProgressive = 0x4000;
constexpr std::uint32_t kWeightedOut = 0x1000000;
constexpr std::uint32_t kWeightedIn = 0x2000000;
constexpr double kLeastBias = 0.01;  // Percent; smaller biases are ignored.

double bezier(double a, double b, double c, double d, double s) {
  const double r = 1.0 - s;
  return r * r * r * a + 3.0 * r * r * s * b + 3.0 * r * s * s * c + s * s * s * d;
}

// The Bézier parameter at which the segment's time is `x` (0 to 1). Time increases with the parameter.
double parameterAt(double x, double weightOut, double weightIn) {
  double low = 0.0;
  double high = 1.0;
  for (int i = 0; i < 48; ++i) {
    const double middle = 0.5 * (low + high);
    (bezier(0.0, weightOut, 1.0 - weightIn, 1.0, middle) < x ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

// Extra slope for a bias beyond 500 %, with the sign of `sign`.
double steepening(double bias, double sign) {
  const double excess = std::abs(bias) / 100.0 - 5.0;
  return excess > 0.0 ? std::copysign(40.0 * excess * excess, sign) : 0.0;
}

// Slope at the first or last key: that of the straight line to its neighbour.
double endSlope(const Curve::Key& from, const Curve::Key& to, double bias, std::uint32_t flags) {
  const double seconds = (to.time - from.time) * kSecondsPerFbxTick;
  if ((flags & kClampProgressive) != 0 || seconds <= 0.0 || ((flags & kClamp) != 0 && from.value == to.value)) {
    return 0.0;
  }
  const double slope = (to.value - from.value) / seconds;
  return (flags & kTimeIndependent) == 0 ? slope + steepening(bias, bias) : slope;
}

// Slope of an automatic tangent. `bias` (percent) turns it towards the segment before the key (negative) or after it.
double automaticSlope(const Curve::Key& before, const Curve::Key& key, const Curve::Key& after, double bias,
                      std::uint32_t flags) {
  const double left = (key.time - before.time) * kSecondsPerFbxTick;
  const double right = (after.time - key.time) * kSecondsPerFbxTick;
  const double slopeLeft = (key.value - before.value) / left;
  const double slopeRight = (after.value - key.value) / right;
  if ((flags & kClamp) != 0 && (slopeLeft == 0.0 || slopeRight == 0.0)) {
    return 0.0;
  }
  double slope = (after.value - before.value) / (left + right);
  if ((flags & kTimeIndependent) == 0) {
    const double share = left / (left + right);
    slope = 0.5 * (slope + slopeLeft * (1.0 - share) + slopeRight * share);
    if (std::abs(bias) > kLeastBias) {
      const double target = bias > 0.0 ? slopeRight : slopeLeft;
      const double change = target - slope;
      slope += change * std::abs(bias) / 100.0 + steepening(bias, std::abs(change) > 1e-5 ? change : bias);
    }
  }
  if ((flags & kClampProgressive) != 0) {
    // The ends of the tangents must not pass the neighbours.
    const auto limit = [&](double neighbour, double weight) {
      return slope * neighbour > 0.0 && weight > 0.0 ? std::abs(neighbour) / weight : 0.0;
    };
    const double most = std::min(limit(slopeLeft, before.weightIn), limit(slopeRight, key.weightOut));
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
  const Value* flagsValue = record.valueOf("KeyAttrFlags");
  const Value* countsValue = record.valueOf("KeyAttrRefCount");
  if (flagsValue == nullptr || countsValue == nullptr) {
    return attributes;
  }
  const auto flags = readIntegers(*flagsValue);
  const auto counts = readIntegers(*countsValue);
  std::vector<float> data;
  if (const Value* dataValue = record.valueOf("KeyAttrDataFloat")) {
    if (auto words = readFloats(*dataValue)) {
      data = std::move(*words);
    }
    // ASCII files write the bits of the floats as whole numbers.
    const auto bits = readIntegers(*dataValue);
    if (dataValue->elementType == 0 && bits) {
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
  // Two 16-bit fixed-point numbers (four decimals) stored in the bits of a float.
  const auto packed = std::bit_cast<std::uint32_t>(attribute.data[2]);
  if ((attribute.flags & kWeightedOut) != 0) {
    key.weightOut = std::clamp((packed & 0xffffu) * 0.0001, 0.0, 1.0);
  }
  if ((attribute.flags & (kWeightedIn | kTcb)) == kWeightedIn) {
    key.weightIn = std::clamp((packed >> 16) * 0.0001, 0.0, 1.0);
  }
}

struct Slopes {
  double in = 0.0;  // At the end of the segment before the key.
  double out = 0.0;
};

// Kochanek-Bartels tangents (1984): tension, continuity and bias.
Slopes tcbSlopes(const Curve::Key* before, const Curve::Key& key, const Curve::Key* after, const float* tcb) {
  const auto slope = [](const Curve::Key& a, const Curve::Key& b) {
    return (b.value - a.value) / ((b.time - a.time) * kSecondsPerFbxTick);
  };
  const bool hasBefore = before != nullptr && before->time < key.time;
  const bool hasAfter = after != nullptr && key.time < after->time;
  const double left = hasBefore ? slope(*before, key) : 0.0;
  const double right = hasAfter ? slope(key, *after) : 0.0;
  const double tension = (hasBefore && hasAfter ? 0.5 : 1.0) * (1.0 - tcb[0]);
  const double continuity = tcb[1];
  const double bias = tcb[2];
  const double towardsLeft = tension * (1.0 + bias);
  const double towardsRight = tension * (1.0 - bias);
  return {towardsLeft * (1.0 - continuity) * left + towardsRight * (1.0 + continuity) * right,
          towardsLeft * (1.0 + continuity) * left + towardsRight * (1.0 - continuity) * right};
}

Slopes automaticSlopes(const Curve::Key* before, const Curve::Key& key, const Curve::Key* after, double biasIn,
                       double biasOut, std::uint32_t flags) {
  const bool hasBefore = before != nullptr && before->time < key.time;
  const bool hasAfter = after != nullptr && key.time < after->time;
  if (hasBefore && hasAfter) {
    const double out = automaticSlope(*before, key, *after, biasOut, flags);
    const bool alike = std::abs(biasIn - biasOut) <= 1e-4;
    return {alike ? out : automaticSlope(*before, key, *after, biasIn, flags), out};
  }
  if (!hasBefore && !hasAfter) {
    return {};
  }
  const double slope = hasBefore ? endSlope(*before, key, biasIn, flags) : endSlope(key, *after, biasOut, flags);
  return {slope, slope};
}

// Computes tangents as the FBX SDK does; the rules were found by the author of ufbx and others. The data of the tangent
// that arrives at a key is stored with the key before it.
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
  Attributes previous;  // Attributes of the previous key if its segment is cubic, else zeros.
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Attributes& attribute = attributes[i];
    Curve::Key& key = keys[i];
    Curve::Key* before = i > 0 ? &keys[i - 1] : nullptr;
    const Curve::Key* after = i + 1 < keys.size() ? &keys[i + 1] : nullptr;
    const bool cubic = key.segment == Curve::Segment::Cubic;
    const bool tcb = (attribute.flags & kTcb) != 0;
    Slopes slopes{previous.data[1], attribute.data[0]};
    if (cubic && tcb) {
      slopes = tcbSlopes(before, key, after, attribute.data);
    } else if (cubic && (attribute.flags & kUser) == 0) {
      slopes = automaticSlopes(before, key, after, -slopes.in, slopes.out, attribute.flags);
    }
    if (before != nullptr && before->segment == Curve::Segment::Cubic) {
      before->slopeIn = slopes.in;
    }
    key.slopeOut = slopes.out;
    previous = cubic && !tcb ? attribute : Attributes();
  }
}

Curve::Extrapolation readExtrapolation(const Record& curve, std::string_view name, bool& isUnknown) {
  using Kind = Curve::Extrapolation::Kind;
  const Record* record = curve.find(name);
  const Record* type = record != nullptr ? record->find("Type") : nullptr;
  if (type == nullptr) {
    return {};
  }
  const std::string_view text = type->textAt(0);
  Curve::Extrapolation extrapolation;
  switch (text.size() == 1 ? text.front() : type->integerAt(0)) {
    case 'C':
      return extrapolation;
    case 'K':
      extrapolation.kind = Kind::Slope;
      return extrapolation;
    case 'R':
      extrapolation.kind = Kind::Repeat;
      break;
    case 'M':
      extrapolation.kind = Kind::Mirror;
      break;
    case 'A':
      extrapolation.kind = Kind::RepeatRelative;
      break;
    default:
      isUnknown = true;
      return extrapolation;
  }
  const Record* repetition = record->find("Repetition");
  extrapolation.count = repetition != nullptr ? std::max<std::int64_t>(repetition->integerAt(0), -1) : -1;
  return extrapolation;
}

// Slope at the first or last key, per second.
double outermostSlope(const Curve::Key& from, const Curve::Key& to, bool atEnd) {
  switch (from.segment) {
    case Curve::Segment::Linear:
      return (to.value - from.value) / ((to.time - from.time) * kSecondsPerFbxTick);
    case Curve::Segment::Cubic:
      return atEnd ? from.slopeIn : from.slopeOut;
    default:
      return 0.0;
  }
}

}  // namespace

double Curve::evaluate(double time) const {
  if (keys.empty()) {
    return 0.0;
  }
  return keys.size() > 1 && (time < keys.front().time || time > keys.back().time) ? beyond(time) : between(time);
}

double Curve::beyond(double time) const {
  const bool isBefore = time < keys.front().time;
  const Extrapolation& way = isBefore ? before : after;
  const Key& nearest = isBefore ? keys.front() : keys.back();
  if (way.kind == Extrapolation::Kind::Slope) {
    const double slope =
        isBefore ? outermostSlope(keys[0], keys[1], false) : outermostSlope(keys[keys.size() - 2], keys.back(), true);
    return nearest.value + slope * (time - nearest.time) * kSecondsPerFbxTick;
  }
  const double length = keys.back().time - keys.front().time;
  if (!way.repeats() || length < 1.0) {
    return nearest.value;
  }
  const double distance = std::abs(time - nearest.time);
  double whole = std::floor(distance / length);
  double part = distance - whole * length;
  if (way.count > 0 && whole >= static_cast<double>(way.count)) {
    whole = static_cast<double>(way.count - 1);
    part = length;
  }
  const bool turnsBack = way.kind == Extrapolation::Kind::Mirror && std::fmod(whole, 2.0) == 0.0;
  const bool fromEnd = turnsBack != isBefore;
  double value = between(keys.front().time + (fromEnd ? length - part : part));
  if (way.kind == Extrapolation::Kind::RepeatRelative) {
    const double gain = keys.back().value - keys.front().value;
    value += (isBefore ? -gain : gain) * (whole + 1.0);
  }
  return value;
}

double Curve::between(double time) const {
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

bool Curve::isSteps(double from, double to) const {
  const auto last = keys.empty() ? keys.end() : keys.end() - 1;
  const bool goesOn = keys.size() > 1 && ((from < keys.front().time && before.kind != Extrapolation::Kind::Constant) ||
                                          (to > keys.back().time && after.kind != Extrapolation::Kind::Constant));
  return !goesOn && std::all_of(keys.begin(), last, [](const Key& key) { return key.segment == Segment::Constant; });
}

bool Curve::visitBends(double from, double to, std::size_t most, const std::function<void(double, bool)>& visit) const {
  std::vector<std::pair<double, bool>> bends;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i];
    bends.emplace_back(key.time, false);
    if (i + 1 == keys.size() || keys[i + 1].value == key.value) {
      continue;
    }
    if (key.segment == Segment::Constant) {
      bends.emplace_back(keys[i + 1].time - 1.0, true);
    } else if (key.segment == Segment::ConstantNext) {
      bends.emplace_back(key.time + 1.0, true);
    }
  }
  for (const auto& [time, isJump] : bends) {
    visit(time, isJump);
  }
  if (keys.size() < 2) {
    return true;
  }
  bool isWhole = true;
  const double length = keys.back().time - keys.front().time;
  for (const bool isBefore : {true, false}) {
    const Extrapolation& way = isBefore ? before : after;
    const double edge = isBefore ? keys.front().time : keys.back().time;
    const double distance = isBefore ? edge - from : to - edge;
    const double direction = isBefore ? -1.0 : 1.0;
    if (way.kind == Extrapolation::Kind::Constant || distance <= 0.0) {
      continue;
    }
    visit(edge + direction * distance, false);
    if (!way.repeats() || length < 1.0) {
      continue;
    }
    double count = std::ceil(distance / length);
    count = way.count > 0 ? std::min(count, static_cast<double>(way.count)) : count;
    if (count * static_cast<double>(bends.size() + 2) > static_cast<double>(most)) {
      isWhole = false;
      continue;
    }
    const auto repetitions = static_cast<std::size_t>(count);
    for (std::size_t n = 0; n < repetitions; ++n) {
      const double near = edge + direction * static_cast<double>(n) * length;
      if (way.kind == Extrapolation::Kind::Repeat && keys.front().value != keys.back().value) {
        // The value jumps where two repetitions meet.
        visit(near - 1.0, true);
        visit(near + 1.0, true);
      }
      const bool turnsBack = way.kind == Extrapolation::Kind::Mirror && n % 2 == 0;
      for (const auto& [time, isJump] : bends) {
        const double place = time - keys.front().time;
        const double share = turnsBack != isBefore ? length - place : place;
        const double repeated = near + direction * share;
        if (repeated >= from && repeated <= to) {
          visit(repeated, isJump);
        }
      }
    }
    visit(edge + direction * count * length, false);
  }
  return isWhole;
}

Result<Curve> readCurve(const Record& record, double tickScale) {
  const Value* timesValue = record.valueOf("KeyTime");
  const Value* valuesValue = record.valueOf("KeyValueFloat");
  Curve curve;
  if (timesValue == nullptr || valuesValue == nullptr) {
    return curve;
  }
  const auto times = readIntegers(*timesValue);
  const auto values = readNumbers(*valuesValue);
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
  curve.before = readExtrapolation(record, "Pre-Extrapolation", curve.hasUnknownExtrapolation);
  curve.after = readExtrapolation(record, "Post-Extrapolation", curve.hasUnknownExtrapolation);
  std::ranges::stable_sort(curve.keys, {}, &Curve::Key::time);
  const auto same = [](const Curve::Key& a, const Curve::Key& b) { return a.time == b.time; };
  curve.keys.erase(std::unique(curve.keys.begin(), curve.keys.end(), same), curve.keys.end());
  return curve;
}

}  // namespace texeleton::importing::fbx
