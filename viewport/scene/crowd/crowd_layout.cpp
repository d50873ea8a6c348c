#include "viewport/scene/crowd/crowd_layout.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "viewport/scene/gpu/packing.h"

namespace texeleton::viewport {

namespace {

constexpr double kGoldenAngle = 2.399963229728653;
// The R2 sequence (Roberts), which fills a square evenly.
constexpr double kR2First = 0.7548776662466927;
constexpr double kR2Second = 0.5698402909980532;
constexpr double kDiscDensity = 0.5641895835477563;  // 1/sqrt(pi): one instance per spacing² of area.

enum Stream : std::uint32_t {
  kClip,
  kPhase,
  kSpeed,
  kTint,
  kTintStrength,
  kTurn,
  kScale,
  kPlaceX,
  kPlaceZ,
  kPalette,
  kVariant
};

double fraction(double x) { return x - std::floor(x); }

// A value in [−spread, spread).
float around(float spread, float random) { return spread * (2.0f * random - 1.0f); }

glm::vec3 tintColor(float hue, float strength) {
  glm::vec3 color;
  for (int i = 0; i < 3; ++i) {
    const double wave = std::cos(kTwoPi * (static_cast<double>(hue) + static_cast<double>(i) / 3.0));
    color[i] = static_cast<float>(1.0 - static_cast<double>(strength) * (0.5 - 0.5 * wave));
  }
  return color;
}

}  // namespace

float crowdRandom(std::uint64_t seed, std::uint32_t instance, std::uint32_t stream) {
  // splitmix64 (Steele, Lea, Flood 2014).
  std::uint64_t z = seed * 0x9e3779b97f4a7c15u + (std::uint64_t{instance} << 8) + stream + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return static_cast<float>(z >> 40) * (1.0f / 16777216.0f);
}

glm::vec2 crowdPlace(CrowdLayout layout, std::uint32_t i, std::uint32_t count, float spacing, std::uint64_t seed) {
  const double unit = spacing;
  if (count <= 1) {
    return glm::vec2(0.0f);
  }
  if (layout == CrowdLayout::Disc) {
    const double radius = unit * kDiscDensity * std::sqrt(static_cast<double>(i));
    const double angle = kGoldenAngle * i;
    return {radius * std::sin(angle), radius * std::cos(angle)};
  }
  if (layout == CrowdLayout::Scatter) {
    const double side = unit * std::sqrt(static_cast<double>(count));
    const double jitter = 0.35 * unit;
    const double x = fraction(crowdRandom(seed, 0, kPlaceX) + kR2First * (i + 1.0)) - 0.5;
    const double z = fraction(crowdRandom(seed, 0, kPlaceZ) + kR2Second * (i + 1.0)) - 0.5;
    return {side * x + jitter * (static_cast<double>(crowdRandom(seed, i, kPlaceX)) - 0.5),
            side * z + jitter * (static_cast<double>(crowdRandom(seed, i, kPlaceZ)) - 0.5)};
  }
  const auto columns = static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  const std::uint32_t rows = (count + columns - 1) / columns;
  const std::uint32_t row = i / columns;
  return {unit * (static_cast<double>(i % columns) - 0.5 * (columns - 1.0)), unit * (0.5 * (rows - 1.0) - row)};
}

float crowdSpacing(const model::Box& bounds) {
  if (bounds.isEmpty()) {
    return 1.0f;
  }
  // Half of the width, because arms that reach far in one clip should not spread the whole crowd; limited by the
  // height.
  const glm::vec3 size = bounds.max - bounds.min;
  const float width = std::max(size.x, size.z);
  const float spacing = std::clamp(width * 0.75f, size.y * 0.5f, std::max(size.y * 1.1f, width * 0.4f));
  return spacing > 0.0f ? spacing : 1.0f;
}

CrowdMotion crowdMotion(const CrowdSettings& settings, std::span<const runtime::ClipTiming> clips, std::uint32_t i) {
  const auto random = [&](Stream stream) { return crowdRandom(settings.seed, i, stream); };
  const auto spread = static_cast<std::uint32_t>(random(kClip) * static_cast<float>(clips.size()));
  CrowdMotion motion;
  motion.clip = static_cast<std::uint32_t>(std::min<std::size_t>(settings.clip.value_or(spread), clips.size() - 1));
  motion.speed = static_cast<double>(settings.speed * (1.0f + around(settings.speedSpread, random(kSpeed))));
  motion.startSeconds = settings.startSeconds + runtime::playLength(clips[motion.clip]) *
                                                    static_cast<double>(settings.phaseSpread) *
                                                    static_cast<double>(random(kPhase));
  return motion;
}

InstanceRecord crowdRecord(const CrowdSettings& settings, std::span<const runtime::ClipTiming> clips, float spacing,
                           std::uint32_t i, const CrowdLooks& looks) {
  const auto random = [&](Stream stream) { return crowdRandom(settings.seed, i, stream); };
  InstanceRecord record;
  const glm::vec2 place = crowdPlace(settings.layout, i, settings.count, spacing, settings.seed);
  record.position = {place.x, 0.0f, place.y};
  record.scale = std::max(1.0f + around(settings.scaleSpread, random(kScale)), 0.01f);
  const float halfTurn = 0.5f * around(settings.turnSpread, random(kTurn));
  record.rotation = packRotation({0.0f, std::sin(halfTurn), 0.0f, std::cos(halfTurn)});
  record.tint = packColor(glm::vec4(tintColor(random(kTint), settings.tintSpread * random(kTintStrength)), 1.0f));

  const auto oneOf = [&](std::uint32_t count, Stream stream) {
    return std::min(static_cast<std::uint32_t>(random(stream) * static_cast<float>(count)), count - 1);
  };
  record.setLook(oneOf(looks.paletteEntries, kPalette), looks.firstVariant + oneOf(looks.variants, kVariant));

  const CrowdMotion played = crowdMotion(settings, clips, i);
  const runtime::ClipTiming& clip = clips[played.clip];
  const runtime::CrowdPhase motion = runtime::crowdPhase(clip, played.speed, played.startSeconds);
  record.clipA = record.clipB = packClip(runtime::crowdClip(clip));
  record.setMotionA(motion);
  record.setMotionB(motion);
  return record;
}

}  // namespace texeleton::viewport
