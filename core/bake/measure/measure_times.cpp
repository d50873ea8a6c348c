#include "core/bake/measure/measure_times.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace texeleton::bake {

namespace {

/// Nearer than this (in frames) to a frame, a key that is not a jump is skipped: frames are measured anyway.
constexpr double kNearFrame = 1e-3;
/// Keys of one track nearer than this are a jump: both sides count.
constexpr double kBeforeJumpSeconds = 1e-3;
/// Keys nearer to one another than this are thinned: a file may have thousands between two frames.
constexpr double kNearKey = 1.0 / 64.0;
/// Bend of keys that closely follow a curve, as importers generate them: in radians and the like; for metres, a share
/// of the model's size.
constexpr double kLeastBend = 1e-4;

/// The nodes whose tracks move one of the entries: their nodes and ancestors.
std::vector<char> nodesAbove(const model::Model& model, std::span<const std::uint32_t> entries) {
  std::vector<char> above(model.nodes.size(), 0);
  for (const std::uint32_t entry : entries) {
    for (NodeIndex node = model.palette[entry].node; node.isValid() && above[node.value] == 0;
         node = model.nodes[node.value].parent) {
      above[node.value] = 1;
    }
  }
  return above;
}

/// Whether a key lies farther than `least` from the line between its neighbours. Components of rotations correspond to
/// half the angle.
bool bends(const model::Track& track, const std::vector<double>& times, std::size_t components, std::size_t key,
           double least) {
  if (track.interpolation != model::Interpolation::Linear || key == 0 || key + 1 == times.size()) {
    return true;
  }
  const double share = (times[key] - times[key - 1]) / (times[key + 1] - times[key - 1]);
  const float* const at = track.values.data() + key * components;
  double squared = 0.0;
  for (std::size_t i = 0; i < components; ++i) {
    const double before = static_cast<double>(*(at + i - components));
    const double after = static_cast<double>(at[i + components]);
    const double off = static_cast<double>(at[i]) - (before + (after - before) * share);
    squared += off * off;
  }
  return squared > least * least;
}

}  // namespace

std::uint32_t intervalCount(const vat::BakedClip& clip) {
  if (clip.frameCount <= 1) {
    return clip.frameCount == 1 && clip.source.toSeconds > clip.source.fromSeconds ? 1 : 0;
  }
  return clip.loop ? clip.frameCount : clip.frameCount - 1;
}

double secondsAtFrame(const vat::BakedClip& clip, double frame) {
  const vat::ClipSource& source = clip.source;
  const std::uint32_t intervals = intervalCount(clip);
  if (intervals == 0) {
    return source.fromSeconds;
  }
  return source.fromSeconds + (source.toSeconds - source.fromSeconds) * frame / intervals;
}

MeasureTimes::MeasureTimes(const model::Model& model, const vat::BakedClip& clip,
                           std::span<const std::uint32_t> entries, double sizeMetres)
    : m_clip(clip), m_intervals(intervalCount(clip)) {
  const double length = clip.source.toSeconds - clip.source.fromSeconds;
  if (m_intervals == 0 || !(length > 0.0)) {
    return;
  }
  m_intervalSeconds = length / m_intervals;
  const model::Clip& source = model.clips[clip.source.clip.value];
  const std::vector<char> moves = nodesAbove(model, entries);
  std::vector<char> stepping(source.timelines.size(), 0);
  for (const model::Track& track : source.tracks) {
    const bool isMorph = track.target == model::TrackTarget::MorphWeights;
    if ((!isMorph && moves[track.node.value] == 0) || track.stillness == model::Stillness::Still) {
      continue;
    }
    if (track.interpolation == model::Interpolation::Step) {
      stepping[track.timeline] = 1;
    } else {
      const std::size_t targets = isMorph ? model.morphSets[track.morphSet.value].restWeights.size() : 0;
      const bool isPlace = track.target == model::TrackTarget::Translation;
      addKeys(track, source.timelines[track.timeline], track.componentCount(targets),
              isPlace ? kLeastBend * sizeMetres : kLeastBend);
    }
  }
  for (const model::PointTrack& track : source.pointTracks) {
    addSamples(track.times);
  }
  for (std::size_t i = 0; i < source.timelines.size(); ++i) {
    if (stepping[i] != 0) {
      addSteps(source.timelines[i]);
    }
  }
  std::ranges::sort(m_keys);
  std::ranges::sort(m_steps, {}, &Step::seconds);
  m_steps.erase(std::unique(m_steps.begin(), m_steps.end()), m_steps.end());
}

void MeasureTimes::addSteps(const std::vector<double>& times) {
  const auto first = std::ranges::upper_bound(times, m_clip.source.fromSeconds);
  for (auto key = first; key != times.end() && *key <= m_clip.source.toSeconds; ++key) {
    m_steps.push_back({std::nextafter(*key, -std::numeric_limits<double>::infinity()), true});
    m_steps.push_back({*key, false});
  }
}

void MeasureTimes::addKeys(const model::Track& track, const std::vector<double>& times, std::size_t components,
                           double leastBend) {
  const double from = m_clip.source.fromSeconds;
  const double jump = kBeforeJumpSeconds * m_intervalSeconds;
  auto key = static_cast<std::size_t>(std::ranges::upper_bound(times, from) - times.begin());
  for (; key < times.size() && times[key] <= m_clip.source.toSeconds; ++key) {
    const bool jumps = (key > 0 && times[key] - times[key - 1] < jump) ||
                       (key + 1 < times.size() && times[key + 1] - times[key] < jump);
    const double frame = (times[key] - from) / m_intervalSeconds;
    if (jumps) {
      m_steps.push_back({times[key], false});
    } else if (std::abs(frame - std::round(frame)) > kNearFrame && bends(track, times, components, key, leastBend)) {
      m_keys.push_back(frame);
    }
  }
}

bool MeasureTimes::jumpsNear(double frame) const {
  const double begin = secondsAtFrame(m_clip, std::floor(frame));
  const double end = secondsAtFrame(m_clip, std::floor(frame) + 1.0);
  return std::ranges::any_of(m_steps, [&](const Step& step) { return step.seconds > begin && step.seconds < end; });
}

void MeasureTimes::addSamples(const std::vector<double>& times) {
  for (const double seconds : times) {
    const double frame = (seconds - m_clip.source.fromSeconds) / m_intervalSeconds;
    if (seconds > m_clip.source.fromSeconds && seconds <= m_clip.source.toSeconds &&
        std::abs(frame - std::round(frame)) > kNearFrame) {
      m_keys.push_back(frame);
    }
  }
}

std::vector<TimeBetween> MeasureTimes::between(std::uint32_t interval) const {
  std::vector<TimeBetween> times;
  const double begin = secondsAtFrame(m_clip, interval);
  const double end = secondsAtFrame(m_clip, interval + 1.0);
  for (const double share : {0.25, 0.5, 0.75}) {
    times.push_back({share, secondsAtFrame(m_clip, interval + share), share == 0.5, false});
  }
  double last = -1.0;
  for (auto key = std::ranges::lower_bound(m_keys, static_cast<double>(interval));
       key != m_keys.end() && *key < interval + 1.0; ++key) {
    const double fraction = *key - interval;
    const double toQuarter = std::abs(4.0 * fraction - std::round(4.0 * fraction)) / 4.0;
    const bool endsRun = key + 1 == m_keys.end() || *(key + 1) - *key > kNearKey;
    if ((endsRun || *key - last > kNearKey) && toQuarter > kNearFrame) {
      times.push_back({fraction, secondsAtFrame(m_clip, *key), false, false});
      last = *key;
    }
  }
  auto step = std::ranges::partition_point(m_steps, [&](const Step& s) { return s.seconds <= begin; });
  for (; step != m_steps.end() && step->seconds < end; ++step) {
    const double fraction = std::clamp((step->seconds - begin) / (end - begin), 0.0, 1.0);
    times.push_back({fraction, step->seconds, false, step->isBefore});
  }
  if (m_clip.loop && interval + 1 == m_intervals) {  // The end, just before the start of the next loop.
    times.push_back({1.0, m_clip.source.toSeconds, false, true});
  } else if (m_clip.frameCount == 1) {  // The end of a clip that plays once has no separate frame here.
    times.push_back({1.0, m_clip.source.toSeconds, false, false});
  }
  std::ranges::sort(times, [](const TimeBetween& a, const TimeBetween& b) {
    return a.fraction < b.fraction || (a.fraction == b.fraction && a.seconds < b.seconds);
  });
  return times;
}

std::vector<TimeBetween> MeasureTimes::sixteenths(std::uint32_t interval) const {
  std::vector<TimeBetween> times;
  for (int i = 1; i < 16; ++i) {
    if (i % 4 != 0) {
      times.push_back({i / 16.0, secondsAtFrame(m_clip, interval + i / 16.0), false, false});
    }
  }
  return times;
}

}  // namespace texeleton::bake
