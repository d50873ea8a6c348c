#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/listed_names.h"
#include "core/import/assemble/assemble_context.h"
#include "core/import/assemble/assemble_names.h"
#include "core/import/assemble/key_grid.h"
#include "core/model/names.h"

namespace texeleton::importing::assemble {

namespace {

/// A quaternion shorter than this has no direction.
constexpr double kNoRotationLength = 1e-6;
/// In frames; shorter durations are rounding.
constexpr double kFrameRounding = 1e-3;

std::uint64_t hashTimes(const std::vector<double>& times) {
  std::uint64_t hash = times.size();
  for (const double t : times) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(t)) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

struct ClipFindings {
  Tally nodeMissing;
  Tally noMorphs;
  Tally noKeys;
  Tally unsorted;
  Tally sameTime;
  Tally badKeys;
  Tally zeroQuaternions;
  Tally repeated;
  Tally noTracks;
  Tally noLength;
  Tally beforeZero;
  Tally badRange;
  Tally badRate;
  Tally badEvents;
  Tally cutToKeys;
  std::string cutClip;  ///< The first of them, and the time of its last key.
  double cutTo = 0.0;
  std::vector<Message> outlasting;  ///< The first few, such as "\"Walk\" (to 3.33 s, last key at 0.8 s)".
  std::size_t outlastingCount = 0;

  void report(Context& context) const;
};

/// The keys of one track while they are converted.
struct Keys {
  std::vector<double> times;
  std::vector<float> values;
};

class ClipAssembler {
 public:
  ClipAssembler(Context& context, ClipFindings& findings, SourceClip& source, model::Clip& clip)
      : m_context(context), m_findings(findings), m_source(source), m_clip(clip) {}

  Result<void> run() {
    m_clip.sourceName = model::harmlessName(m_source.name);
    m_clip.loopHint = m_source.loopHint;
    m_clip.tracks.reserve(m_source.tracks.size());
    for (SourceTrack& track : m_source.tracks) {
      TRY(addTrack(track));
    }
    if (m_clip.tracks.empty()) {
      m_findings.noTracks.add(m_clip.name);
    }
    setRate();
    setRange();
    for (const model::ClipEvent& event : m_source.events) {
      if (std::isfinite(event.timeSeconds)) {
        m_clip.events.push_back(
            {model::harmlessName(event.name), event.timeSeconds, model::harmlessText(event.parameter)});
      } else {
        m_findings.badEvents.add(m_clip.name);
      }
    }
    return {};
  }

 private:
  Error error(const SourceTrack& track, const Message& what) const {
    Message where = message("clip \"%1\"", m_clip.name);
    if (track.node < m_context.nodes.size()) {
      where = message("%1, node \"%2\"", where, m_context.model.nodes[m_context.nodes[track.node].value].name);
    }
    return {ErrorCode::BadFile, message("%1: %2", where, what), {}};
  }

  Result<void> addTrack(SourceTrack& source) {
    const bool weights = source.target == model::TrackTarget::MorphWeights;
    if (source.node >= m_context.nodes.size()) {
      m_findings.nodeMissing.add(m_clip.name);
      return {};
    }
    std::vector<MorphSetIndex> sets;
    if (weights) {
      for (const Context::MorphInstance& instance : m_context.morphInstances) {
        if (instance.node == source.node && (!source.mesh || *source.mesh == instance.mesh)) {
          sets.push_back(instance.set);
        }
      }
      if (sets.empty()) {
        m_findings.noMorphs.add(m_clip.name);
        return {};
      }
    }
    if (std::any_of(source.times.begin(), source.times.end(), [](double t) { return !std::isfinite(t); })) {
      return fail(error(source, message("key times are not finite")));
    }
    if (source.times.empty() && source.values.empty()) {
      m_findings.noKeys.add(m_clip.name);
      return {};
    }

    if (!weights) {
      model::Track track;
      track.node = m_context.nodes[source.node];
      const std::uint64_t moved = 4 * std::uint64_t{track.node.value} + static_cast<std::uint64_t>(source.target);
      return finishTrack(source, source.target == model::TrackTarget::Rotation ? 4 : 3, std::move(track), moved);
    }
    for (const MorphSetIndex set : sets) {
      model::Track track;
      track.morphSet = set;
      const std::size_t components = m_context.model.morphSets[set.value].restWeights.size();
      const std::uint64_t moved = 4 * std::uint64_t{set.value} + static_cast<std::uint64_t>(source.target);
      SourceTrack copy = source;  // a node rarely has more than one mesh with morph targets
      TRY(finishTrack(copy, components, std::move(track), moved));
    }
    return {};
  }

  /// `moved` names the property that the track moves.
  Result<void> finishTrack(SourceTrack& source, std::size_t components, model::Track track, std::uint64_t moved) {
    const bool cubic = source.interpolation == model::Interpolation::CubicSpline;
    const std::size_t stride = components * (cubic ? 3 : 1);
    if (source.values.size() != source.times.size() * stride) {
      return fail(error(source, message("key counts differ: %1 of %2 numbers each, but %3",
                                        counted(source.times.size(), "%1 key time", "%1 key times"), stride,
                                        counted(source.values.size(), "%1 number", "%1 numbers"))));
    }
    if (!m_moved.insert(moved).second) {
      m_findings.repeated.add(m_clip.name);
      return {};
    }
    Keys keys{std::move(source.times), std::move(source.values)};
    if (source.target == model::TrackTarget::Translation && m_context.scale != 1.0) {
      for (float& v : keys.values) {
        v = static_cast<float>(static_cast<double>(v) * m_context.scale);
      }
    }
    dropBadKeys(keys, stride);
    sortKeys(keys, stride);
    if (keys.times.empty()) {
      m_moved.erase(moved);
      return {};
    }
    if (source.target == model::TrackTarget::Rotation) {
      normaliseRotations(keys, cubic);
    }
    track.target = source.target;
    track.interpolation = source.interpolation;
    track.timeline = timelineOf(std::move(keys.times));
    track.values = std::move(keys.values);
    m_clip.tracks.push_back(std::move(track));
    return {};
  }

  static void reorder(Keys& keys, std::size_t stride, const std::vector<std::size_t>& order) {
    Keys result;
    result.times.reserve(order.size());
    result.values.reserve(order.size() * stride);
    for (const std::size_t k : order) {
      result.times.push_back(keys.times[k]);
      const float* first = keys.values.data() + k * stride;
      result.values.insert(result.values.end(), first, first + stride);
    }
    keys = std::move(result);
  }

  void dropBadKeys(Keys& keys, std::size_t stride) {
    float all = 0.0f;
    for (const float v : keys.values) {
      all += v * 0.0f;
    }
    if (all == 0.0f) {
      return;
    }
    std::vector<std::size_t> good;
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
      const auto first = keys.values.begin() + static_cast<std::ptrdiff_t>(k * stride);
      if (std::all_of(first, first + static_cast<std::ptrdiff_t>(stride), [](float v) { return std::isfinite(v); })) {
        good.push_back(k);
      }
    }
    m_findings.badKeys.add(m_clip.name, keys.times.size() - good.size());
    reorder(keys, stride, good);
  }

  void sortKeys(Keys& keys, std::size_t stride) {
    const std::vector<double>& times = keys.times;
    // Usually strictly ascending: nothing to do. -0 becomes 0 so that equal times are equal bits.
    bool ascending = true;
    bool sorted = true;
    for (std::size_t k = 0; k < times.size(); ++k) {
      keys.times[k] += 0.0;
      ascending = ascending && (k == 0 || times[k] > times[k - 1]);
      sorted = sorted && (k == 0 || times[k] >= times[k - 1]);
    }
    if (ascending) {
      return;
    }
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!sorted) {
      m_findings.unsorted.add(m_clip.name);
      std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    }
    std::vector<std::size_t> kept;  // The last of several keys at one time is kept.
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i + 1 == order.size() || times[order[i]] != times[order[i + 1]]) {
        kept.push_back(order[i]);
      }
    }
    m_findings.sameTime.add(m_clip.name, times.size() - kept.size());
    reorder(keys, stride, kept);
  }

  /// Normalises rotations and (unless tangents forbid it) moves each into the hemisphere of the previous one.
  void normaliseRotations(Keys& keys, bool cubic) {
    std::size_t zero = 0;
    glm::dquat before(0.0, 0.0, 0.0, 0.0);
    for (std::size_t k = 0; k < keys.times.size(); ++k) {
      float* v = &keys.values[cubic ? 12 * k + 4 : 4 * k];
      glm::dquat q(v[3], v[0], v[1], v[2]);
      const double length = glm::length(q);
      if (length < kNoRotationLength) {
        ++zero;
        q = glm::dquat(1.0, 0.0, 0.0, 0.0);
      } else {
        q /= length;
      }
      if (!cubic && glm::dot(q, before) < 0.0) {
        q = -q;
      }
      before = q;
      v[0] = static_cast<float>(q.x);
      v[1] = static_cast<float>(q.y);
      v[2] = static_cast<float>(q.z);
      v[3] = static_cast<float>(q.w);
    }
    m_findings.zeroQuaternions.add(m_clip.name, zero);
  }

  std::uint32_t timelineOf(std::vector<double> times) {
    std::vector<std::uint32_t>& candidates = m_timelines[hashTimes(times)];
    for (const std::uint32_t i : candidates) {
      if (m_clip.timelines[i] == times) {
        return i;
      }
    }
    candidates.push_back(static_cast<std::uint32_t>(m_clip.timelines.size()));
    m_clip.timelines.push_back(std::move(times));
    return candidates.back();
  }

  void setRange() {
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    for (const std::vector<double>& times : m_clip.timelines) {
      first = std::min(first, times.front());
      last = std::max(last, times.back());
    }
    const bool hasKeys = first <= last;
    const auto given = [&](const std::optional<double>& value) {
      const bool bad = value && !std::isfinite(*value);
      if (bad) {
        m_findings.badRange.add(m_clip.name);
      }
      return bad ? std::nullopt : value;
    };
    const std::optional<double> givenStart = given(m_source.startSeconds);
    const std::optional<double> givenEnd = given(m_source.endSeconds);
    double start = givenStart.value_or(hasKeys ? first : givenEnd.value_or(0.0));
    if (givenStart && !givenEnd && hasKeys && first < start) {
      start = first;
      m_findings.beforeZero.add(m_clip.name);
    }
    double end = givenEnd.value_or(hasKeys ? last : start);
    if (end < start) {
      if (givenEnd) {
        m_findings.badRange.add(m_clip.name);
      }
      end = start;
    }
    if (givenEnd && hasKeys) {
      end = endOfKeys(end, std::max(last, start));
    }
    m_clip.startSeconds = start;
    m_clip.lengthSeconds = end - start;
    if (!std::isfinite(m_clip.lengthSeconds)) {
      m_findings.badRange.add(m_clip.name);
      m_clip.lengthSeconds = 0.0;
    }
    if (m_clip.lengthSeconds == 0.0 && !m_clip.tracks.empty()) {
      m_findings.noLength.add(m_clip.name);
    }
  }

  /// A take that ends less than a frame after its last key is cut there; otherwise a cycle would pause for a moment. A
  /// longer pause is kept, as it may be intended.
  double endOfKeys(double end, double last) {
    const double rate = m_clip.sourceRateHz > 0.0 ? m_clip.sourceRateHz : model::kDefaultRateHz;
    const double frames = (end - last) * rate;
    if (frames <= kFrameRounding) {
      return end;
    }
    if (frames < 1.0 - kFrameRounding) {
      m_findings.cutToKeys.add(m_clip.name);
      return last;
    }
    if (++m_findings.outlastingCount <= 3) {
      if (m_findings.outlastingCount == 1) {
        m_findings.cutClip = m_clip.name;
        m_findings.cutTo = shownNumber(shortNumber(last));
      }
      m_findings.outlasting.push_back(
          message("\"%1\" (to %2 s, last key at %3 s)", m_clip.name, shortNumber(end), shortNumber(last)));
    }
    return end;
  }

  void setRate() {
    const double rate = m_source.rateHz;
    const bool good = std::isfinite(rate) && rate >= 0.0;
    m_clip.sourceRateHz = good ? rate : 0.0;
    if (!good) {
      m_findings.badRate.add(m_clip.name);
    }
  }

  Context& m_context;
  ClipFindings& m_findings;
  SourceClip& m_source;
  model::Clip& m_clip;
  std::unordered_set<std::uint64_t> m_moved;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> m_timelines;
};

void ClipFindings::report(Context& context) const {
  const auto warn = [&](const Tally& tally, const char* one, const char* many) { warnOf(context, tally, one, many); };
  warn(nodeMissing, said("%1 track of a node that is not in the file: left out (%2)"),
       said("%1 tracks of a node that is not in the file: left out (%2)"));
  warn(noMorphs, said("%1 track of morph weights on a node without morph targets: left out (%2)"),
       said("%1 tracks of morph weights on a node without morph targets: left out (%2)"));
  warn(noKeys, said("%1 track without keys: left out (%2)"), said("%1 tracks without keys: left out (%2)"));
  warn(unsorted, said("%1 track with key times that are not ascending: sorted (%2)"),
       said("%1 tracks with key times that are not ascending: sorted (%2)"));
  warn(sameTime, said("%1 key at the time of another key of the track: the last one was kept (%2)"),
       said("%1 keys at the time of another key of the track: the last one was kept (%2)"));
  warn(badKeys, said("%1 key not finite: dropped (%2)"), said("%1 keys not finite: dropped (%2)"));
  warn(zeroQuaternions, said("%1 rotation key of length 0: read as no rotation (%2)"),
       said("%1 rotation keys of length 0: read as no rotation (%2)"));
  warn(repeated, said("%1 track for a property that another track of the clip moves: the first one was kept (%2)"),
       said("%1 tracks for a property that another track of the clip moves: the first one was kept (%2)"));
  warn(noTracks, said("%1 clip without keys: the rest pose is shown (%2)"),
       said("%1 clips without keys: the rest pose is shown (%2)"));
  warn(noLength, said("%1 clip without length: one frame each (%2)"),
       said("%1 clips without length: one frame each (%2)"));
  warn(beforeZero, said("%1 clip with keys before time 0: the range begins with the first key (%2)"),
       said("%1 clips with keys before time 0: the range begins with the first key (%2)"));
  warn(badRange, said("%1 clip with a range that is not finite or ends before it begins: mended (%2)"),
       said("%1 clips with a range that is not finite or ends before it begins: mended (%2)"));
  warn(badRate, said("%1 clip with a frame rate that is not a positive number: unknown, so 30 is used (%2)"),
       said("%1 clips with a frame rate that is not a positive number: unknown, so 30 is used (%2)"));
  warn(badEvents, said("%1 event at a time that is not finite: left out (%2)"),
       said("%1 events at a time that is not finite: left out (%2)"));
  if (!cutToKeys.isEmpty()) {
    context.inform(message(cutToKeys.count() == 1 ? "%1 clip was trimmed to its last key (%2)"
                                                  : "%1 clips were trimmed to their last key (%2)",
                           cutToKeys.count(), cutToKeys.subjects()),
                   cutToKeys.onlySubject());
  }
  if (outlastingCount != 0) {
    context.inform(message(outlastingCount > 3
                               ? "%1 last key, and the pose holds from there on: %2 and others; cut it with %3"
                               : "%1 last key, and the pose holds from there on: %2; cut it with %3",
                           counted(outlastingCount, "%1 take outlasts its", "%1 takes outlast their"),
                           listedMessages(outlasting), Remedy{RemedyKind::CutClip, cutTo, cutClip}));
  }
}

}  // namespace

namespace {

KeyTimes keyTimesOf(const model::Clip& clip) {
  KeyTimes times;
  for (const std::vector<double>& timeline : clip.timelines) {
    times.insert(times.end(), timeline.begin(), timeline.end());
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

/// Finds frame rates for clips of formats without one, from the grid of all clips' keys, else of each clip's.
void findRates(Context& context) {
  std::vector<KeyTimes> times;
  std::vector<model::Clip*> clips;
  for (model::Clip& clip : context.model.clips) {
    if (clip.sourceRateHz == 0.0 && !clip.timelines.empty()) {
      times.push_back(keyTimesOf(clip));
      clips.push_back(&clip);
    }
  }
  const std::optional<double> common = keyGridHz(times);
  std::map<double, Tally> found;
  for (std::size_t i = 0; i < clips.size(); ++i) {
    const std::optional<double> own = common ? common : keyGridHz({&times[i], 1});
    clips[i]->sourceRateHz = own.value_or(0.0);
    if (own && *own != model::kDefaultRateHz) {
      found[*own].add(clips[i]->name);
    }
  }
  for (const auto& [rate, tally] : found) {
    context.inform(message("the keys of %1 lie at %2 frames a second, which is taken as the source's rate (%3)",
                           counted(tally.count(), "%1 clip", "%1 clips"), shortNumber(rate), tally.subjects()),
                   tally.onlySubject());
  }
}

}  // namespace

Result<void> assembleClips(Context& context) {
  std::vector<std::string> given;
  given.reserve(context.scene.clips.size());
  for (const SourceClip& clip : context.scene.clips) {
    given.push_back(clip.name);
  }
  std::vector<std::string> names = makeNames(context,
                                             {"Clip", said("%1 clip"), said("%1 clips"),
                                              said("%1 with a name that another clip has: a number was added (%2)")},
                                             given);
  ClipFindings findings;
  context.model.clips.resize(given.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (context.job.isCancelled()) {
      return fail(ErrorCode::Cancelled, "the import was cancelled");
    }
    model::Clip& clip = context.model.clips[i];
    clip.name = std::move(names[i]);
    TRY(ClipAssembler(context, findings, context.scene.clips[i], clip).run());
  }
  findings.report(context);
  findRates(context);
  return {};
}

}  // namespace texeleton::importing::assemble
