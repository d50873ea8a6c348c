#include "viewport/scene/crowd/crowd.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <new>
#include <string>

#include "viewport/scene/crowd/crowd_layout.h"
#include "viewport/scene/crowd/variant_parts.h"

namespace texeleton::viewport {

namespace {

constexpr std::uint32_t kMaxRecordTints = 256;  // Limit of the record's field.
constexpr std::uint64_t kCalmTicks = runtime::kTicksPerSecond / 4;

std::string inWholeMegabytes(std::uint64_t bytes) { return std::to_string((bytes + 999'999) / 1'000'000) + " MB"; }

// Revisions are unique across crowds, so that a renderer notices when one replaces another.
std::uint64_t nextRevision() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Bounds of an instance that may be turned freely.
model::Box reach(const model::Box& model, const CrowdSettings& settings) {
  model::Box box = model;
  const float scale = 1.0f + settings.scaleSpread;
  if (settings.turnSpread != 0.0f) {
    const glm::vec2 farthest =
        glm::max(glm::abs(glm::vec2(model.min.x, model.min.z)), glm::abs(glm::vec2(model.max.x, model.max.z)));
    const float radius = glm::length(farthest);
    box.min = {-radius, model.min.y, -radius};
    box.max = {radius, model.max.y, radius};
  }
  model::Box grown = box;
  grown.add(box.min * scale);
  grown.add(box.max * scale);
  return grown;
}

// Clip bounds are computed from the texels. Packed vertices deviate by less than this share of the model's size,
// skinned ones by the clip's error, where it was measured.
constexpr float kPackingMargin = 2e-4f;
constexpr float kUnmeasuredMargin = 0.02f;

ClipBoxes clipReach(const vat::BakedAnimation& animation, std::span<const model::Box> bounds) {
  std::vector<std::uint32_t> begins;
  std::vector<model::Box> boxes;
  for (const vat::BakedClip& clip : animation.clips) {
    const auto size = static_cast<float>(animation.sizeMetres);
    const glm::vec3 margin(size * kPackingMargin + (clip.error ? static_cast<float>(clip.error->maxMillimetres / 1000.0)
                                                               : size * kUnmeasuredMargin));
    const model::Box& box = bounds[begins.size()];
    begins.push_back(clip.frameBegin);
    boxes.push_back({box.min - margin, box.max + margin});
  }
  return {begins, boxes};
}

}  // namespace

Result<Crowd> Crowd::make(const CrowdSettings& settings, const vat::BakedAnimation& animation,
                          std::span<const model::Box> clipBounds) {
  if (settings.count == 0) {
    return fail(ErrorCode::InvalidArgument, "a crowd needs at least one instance");
  }
  const std::uint64_t bytes = std::uint64_t{settings.count} * sizeof(InstanceRecord);
  if (settings.count > kMaxInstances) {
    return fail(ErrorCode::Limit, message("%1 instances would take %2 in one buffer; at most %3 are possible",
                                          settings.count, inWholeMegabytes(bytes), kMaxInstances));
  }
  if (settings.clip && *settings.clip >= animation.clips.size()) {
    return fail(ErrorCode::InvalidArgument,
                message("there is no clip #%1; the last is #%2", *settings.clip, animation.clips.size() - 1));
  }
  Crowd crowd;
  crowd.m_settings = settings;
  for (const vat::BakedClip& clip : animation.clips) {
    crowd.m_clips.push_back(runtime::clipTiming(clip));
    model::Box& box = crowd.m_clipBounds.emplace_back(clip.bounds);
    if (clipBounds.size() == animation.clips.size()) {
      box.add(clipBounds[crowd.m_clipBounds.size() - 1]);
    }
  }
  crowd.m_clipReach = clipReach(animation, crowd.m_clipBounds);
  crowd.m_modelBounds = settings.clip ? crowd.m_clipBounds[*settings.clip] : animation.bounds;
  if (!settings.clip) {
    for (const model::Box& box : crowd.m_clipBounds) {
      crowd.m_modelBounds.add(box);
    }
  }
  crowd.m_spacing = settings.spacing > 0.0f ? settings.spacing : crowdSpacing(animation.bounds);
  try {
    std::vector<glm::vec2> places(settings.count);
    for (std::uint32_t i = 0; i < settings.count; ++i) {
      places[i] = crowdPlace(settings.layout, i, settings.count, crowd.m_spacing, settings.seed);
    }
    crowd.m_order = sortIntoCells(places, crowd.m_cells);
    crowd.m_records.resize(settings.count);
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, message("there is no memory for %1 instances (%2): ask for fewer", settings.count,
                                          inWholeMegabytes(bytes)));
  }
  const bool hasPalette = settings.tintSpread > 0.0f && animation.tint && animation.tint->palette;
  crowd.m_looks.paletteEntries = hasPalette ? std::clamp(animation.tint->palette->entryCount, 1u, kMaxRecordTints) : 1;
  if (settings.variant) {
    crowd.m_looks.firstVariant = std::min(*settings.variant, shownVariants(animation) - 1);
  } else if (settings.count > 1) {
    crowd.m_looks.variants = shownVariants(animation);
  }
  crowd.fillRecords();
  const model::Box around = reach(crowd.m_modelBounds, settings);
  for (const InstanceRecord& record : crowd.m_records) {
    crowd.m_bounds.add(record.position + around.min);
    crowd.m_bounds.add(record.position + around.max);
  }
  crowd.noteAllRestless();
  crowd.changed(0, crowd.m_records.size());
  crowd.m_identity = crowd.m_revision;
  return crowd;
}

void Crowd::fillRecords() {
  for (CrowdCell& cell : m_cells) {
    for (std::uint32_t i = cell.first; i < cell.first + cell.count; ++i) {
      m_records[i] = crowdRecord(m_settings, m_clips, m_spacing, m_order[i], m_looks);
      hold(i, cell);
    }
  }
}

model::Box Crowd::boundsOf(std::size_t instance) const {
  const InstanceRecord& record = m_records[instance];
  model::Box box = m_clipReach.around(record);
  box.add(record.position);
  return box;
}

void Crowd::hold(std::size_t instance, CrowdCell& cell) {
  cell.bounds.add(boundsOf(instance));
  cell.largestScale = std::max(cell.largestScale, std::abs(m_records[instance].scale));
}

CrowdCell& Crowd::cellOf(std::size_t instance) {
  const auto after = std::upper_bound(m_cells.begin(), m_cells.end(), instance,
                                      [](std::size_t number, const CrowdCell& cell) { return number < cell.first; });
  return *std::prev(after);
}

void Crowd::changed(std::size_t begin, std::size_t end) {
  m_previousRevision = m_revision;
  m_revision = nextRevision();
  m_lastChange = {begin, end};
}

void Crowd::setTime(double seconds) {
  const runtime::CrowdTime time = runtime::crowdTime(seconds);
  m_seconds = seconds;
  if (time.ticks < m_baseTicks) {
    // Records cannot go back before the last re-basing, so they are filled again.
    fillRecords();
    m_baseTicks = 0;
    m_motions.clear();
    m_faded.clear();
    m_someFaded = false;
    noteAllRestless();
    m_identity = nextRevision();
    changed(0, m_records.size());
  }
  const bool isBack = time.ticks < ticks();
  // A long jump is made in steps that the records can follow.
  while (time.ticks - m_baseTicks >= runtime::kCrowdRebaseTicks) {
    rebaseTo(m_baseTicks + std::min<std::uint64_t>(time.ticks - m_baseTicks, runtime::kCrowdRebaseTicks));
  }
  m_clock = runtime::crowdClock(time, m_baseTicks);
  if (isBack && m_someFaded) {
    if (noteAllRestless()) {  // Completed fades are active again.
      changed(0, m_records.size());
    }
  } else if (m_calmAt && ticks() >= *m_calmAt) {
    calm();
  }
}

void Crowd::rebaseTo(std::uint64_t ticks) {
  const auto by = static_cast<std::uint32_t>(ticks - m_baseTicks);
  for (InstanceRecord& record : m_records) {
    record.setMotionA(runtime::rebased(record.motionA(), unpackClip(record.clipA).loop, by));
    record.setMotionB(runtime::rebased(record.motionB(), unpackClip(record.clipB).loop, by));
    const std::uint32_t fadeTicks = record.fadeTicks & kMaxFadeTicks;
    if (by - record.fadeStart >= fadeTicks && by - record.fadeStart < 0x80000000u) {
      record.fadeTicks &= ~kMaxFadeTicks;  // It has completed and stays so.
      record.fadeStart = 0;
    } else {
      record.fadeStart -= by;
    }
  }
  if (m_layer) {
    m_layerMotion = runtime::rebased(m_layerMotion, true, by);
  }
  m_baseTicks = ticks;
  changed(0, m_records.size());
}

void Crowd::fadeTo(std::size_t instance, std::uint32_t clip, double speed, double startSeconds, double fadeSeconds) {
  InstanceRecord& record = m_records[instance];
  const runtime::ClipTiming& timing = m_clips[std::min<std::size_t>(clip, m_clips.size() - 1)];
  record.clipA = record.clipB;
  record.setMotionA(record.motionB());
  record.clipB = packClip(runtime::crowdClip(timing));
  record.setMotionB(runtime::crowdPhase(timing, speed, startSeconds, m_clock.ticks));
  record.fadeStart = m_clock.ticks;
  const double ticks = std::clamp(fadeSeconds, 0.0, kMostFadeSeconds) * runtime::kTicksPerSecond;
  record.fadeTicks = (record.fadeTicks & ~kMaxFadeTicks) | static_cast<std::uint32_t>(std::lround(ticks));
  m_motions[static_cast<std::uint32_t>(instance)] = {
      static_cast<std::uint32_t>(std::min<std::size_t>(clip, m_clips.size() - 1)), speed, startSeconds, this->ticks()};
  m_faded.push_back(static_cast<std::uint32_t>(instance));
  const model::Box& bounds = m_clipBounds[std::min<std::size_t>(clip, m_clips.size() - 1)];
  m_modelBounds.add(bounds);
  m_bounds.add(m_clipReach.around(record));
  noteRestless(instance);
  hold(instance, cellOf(instance));
  changed(instance, instance + 1);
}

Result<void> Crowd::setLayer(std::optional<CrowdLayer> layer) {
  if (layer == m_layer) {
    return {};
  }
  m_layerReach = 0.0f;
  if (layer) {
    if (layer->clip >= m_clips.size()) {
      return fail(ErrorCode::InvalidArgument,
                  message("there is no clip #%1 for the layer; the last is #%2", layer->clip, m_clips.size() - 1));
    }
    if (layer->mask.bones.size() > kMaxLayerBones) {
      return fail(ErrorCode::Limit, message("crowds with a layer are drawn with at most %1 bones; this pack has %2",
                                            kMaxLayerBones, layer->mask.bones.size()));
    }
    runtime::ClipTiming timing = m_clips[layer->clip];
    timing.loop = true;
    m_layerClip = runtime::crowdClip(timing);
    m_layerMotion = runtime::crowdPhase(timing, layer->speed, 0.0, m_clock.ticks);
    // Vertices attached to an anchor of the base clip stay as near to it as in their own clip.
    const model::Box& box = m_clipBounds[layer->clip];
    m_layerReach = glm::length(box.max - box.min);
  }
  m_layer = std::move(layer);
  m_identity = nextRevision();
  return {};
}

model::Box Crowd::bounds() const {
  const glm::vec3 reach(m_layerReach);
  return m_layerReach == 0.0f ? m_bounds : model::Box{m_bounds.min - reach, m_bounds.max + reach};
}

std::uint32_t Crowd::layerAhead(std::size_t instance) const {
  if (!m_layer || !m_layer->spread) {
    return 0;
  }
  const glm::vec3& place = m_records[instance].position;
  return (std::bit_cast<std::uint32_t>(place.x) ^ (std::bit_cast<std::uint32_t>(place.z) << 7u)) * 2654435769u;
}

runtime::AnimationTickOutput Crowd::layerOutput(std::size_t instance) const {
  return runtime::crowdFrames(m_layerClip, runtime::loopPhaseAt(m_layerMotion, m_clock) + layerAhead(instance), false);
}

double Crowd::layerSeconds(std::size_t instance) const {
  const std::uint32_t phase = runtime::loopPhaseAt(m_layerMotion, m_clock) + layerAhead(instance);
  return static_cast<double>(phase) / 4294967296.0 * runtime::playLength(m_clips[m_layer->clip]);
}

bool Crowd::needsBoth(const InstanceRecord& record) const {
  const runtime::CrowdClip clip = unpackClip(record.clipB);
  return (!clip.loop && clip.frameCount > 1) || record.fadeWeight(m_clock) < 1.0f;
}

// Restless records stay restless until calm(), so this one may already be in the list.
void Crowd::noteRestless(std::size_t instance) {
  InstanceRecord& record = m_records[instance];
  m_someFaded = m_someFaded || (record.fadeTicks & kMaxFadeTicks) > 0;
  if (needsBoth(record) && !record.isRestless()) {
    record.setRestless(true);
    m_restless.push_back(static_cast<std::uint32_t>(instance));
  }
  if (record.isRestless() && !m_calmAt) {
    m_calmAt = ticks() + kCalmTicks;
  }
}

// Returns whether any record changed.
bool Crowd::noteAllRestless() {
  bool isOther = false;
  m_restless.clear();
  m_calmAt.reset();
  for (std::size_t i = 0; i < m_records.size(); ++i) {
    const bool was = m_records[i].isRestless();
    m_records[i].setRestless(false);
    noteRestless(i);
    isOther = isOther || was != m_records[i].isRestless();
  }
  return isOther;
}

// Instances whose fade has completed are drawn with the others again.
void Crowd::calm() {
  bool someFade = false;
  std::size_t first = m_records.size();
  std::size_t last = 0;
  std::erase_if(m_restless, [&](std::uint32_t instance) {
    InstanceRecord& record = m_records[instance];
    if (needsBoth(record)) {
      someFade = someFade || record.fadeWeight(m_clock) < 1.0f;
      return false;
    }
    record.setRestless(false);
    first = std::min<std::size_t>(first, instance);
    last = std::max<std::size_t>(last, instance);
    return true;
  });
  m_calmAt = someFade ? std::optional(ticks() + kCalmTicks) : std::nullopt;
  if (first <= last) {
    changed(first, last + 1);
  }
}

std::vector<glm::vec3> Crowd::outline() const {
  // All of a small crowd; of a large one a sample, whose gaps the margin covers.
  constexpr std::size_t kLooked = 4000;
  const std::size_t step = std::max<std::size_t>(1, m_records.size() / kLooked);
  std::vector<glm::vec3> points;
  for (std::size_t i = 0; i < m_records.size(); i += step) {
    for (int corner = 0; corner < 8; ++corner) {
      const glm::vec3 of((corner & 1) != 0 ? m_modelBounds.max.x : m_modelBounds.min.x,
                         (corner & 2) != 0 ? m_modelBounds.max.y : m_modelBounds.min.y,
                         (corner & 4) != 0 ? m_modelBounds.max.z : m_modelBounds.min.z);
      points.push_back(m_records[i].toWorld(of));
    }
  }
  return points;
}

CrowdMotion Crowd::motion(std::size_t instance) const {
  const auto number = static_cast<std::uint32_t>(instance);
  const auto told = m_motions.find(number);
  return told != m_motions.end() ? told->second : crowdMotion(m_settings, m_clips, m_order[number]);
}

void Crowd::setRecord(std::size_t instance, const InstanceRecord& record) {
  const bool wasRestless = m_records[instance].isRestless();
  m_records[instance] = record;
  m_records[instance].setRestless(wasRestless);
  noteRestless(instance);
  m_bounds.add(m_clipReach.around(record));
  hold(instance, cellOf(instance));
  changed(instance, instance + 1);
}

runtime::AnimationTickOutput Crowd::output(std::size_t instance) const {
  const InstanceRecord& record = m_records[instance];
  return runtime::crowdOutput(unpackClip(record.clipB), record.motionB(), m_clock);
}

void fadeCrowd(Crowd& crowd, const vat::BakedAnimation& animation, std::uint32_t clip, double fadeSeconds) {
  const vat::BakedClip& what = animation.clips[clip];
  for (std::size_t i = 0; i < crowd.size(); ++i) {
    const double turns = 0.6180339887498949 * static_cast<double>(i);  // Golden ratio: evenly distributed.
    const double startSeconds = what.loop ? what.lengthSeconds * (turns - std::floor(turns)) : 0.0;
    crowd.fadeTo(i, clip, 1.0, startSeconds, fadeSeconds);
  }
}

}  // namespace texeleton::viewport
