#include "core/animation/point_sampler.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>

#include "core/model/point_cache.h"
#include "core/model/point_motion.h"

namespace texeleton::animation {

namespace {

/// Times nearer to a sample than this share of the sample interval are at the sample.
constexpr double kAtSample = 1e-7;

struct NormalKey {
  std::uint32_t place = 0;
  std::array<std::uint32_t, 3> bits{};
  friend bool operator==(const NormalKey&, const NormalKey&) = default;
};
struct NormalHash {
  std::size_t operator()(const NormalKey& key) const {
    std::uint64_t hash = key.place;
    for (const std::uint32_t bits : key.bits) {
      hash = (hash ^ bits) * 0x9e3779b97f4a7c15ull;
      hash ^= hash >> 32;
    }
    return static_cast<std::size_t>(hash);
  }
};

NormalKey keyOf(std::uint32_t place, glm::vec3 normal) {
  normal += 0.0f;  // −0 becomes 0.
  return {place,
          {std::bit_cast<std::uint32_t>(normal.x), std::bit_cast<std::uint32_t>(normal.y),
           std::bit_cast<std::uint32_t>(normal.z)}};
}

}  // namespace

PointNumbering::PointNumbering(const model::Model& model) {
  if (model.pointSets.empty()) {
    return;
  }
  m_placeOf.assign(model.vertexCount(), kNoIndex);
  m_normalOf = m_setOf = m_placeOf;
  for (std::uint32_t set = 0; set < model.pointSets.size(); ++set) {
    std::vector<std::uint32_t> placeOfPoint(model.pointSets[set].pointCount, kNoIndex);
    std::unordered_map<NormalKey, std::uint32_t, NormalHash> normals;
    Set& range = m_sets.emplace_back();
    range.placeBegin = static_cast<std::uint32_t>(m_places.size());
    range.normalBegin = static_cast<std::uint32_t>(m_normalCount);
    range.triangleBegin = static_cast<std::uint32_t>(m_triangles.size());
    for (const model::MeshPart& part : model.parts) {
      if (part.pointSet != PointSetIndex(std::size_t{set})) {
        continue;
      }
      for (std::uint32_t i = 0; i < part.vertexCount; ++i) {
        const std::uint32_t v = part.firstVertex + i;
        std::uint32_t& place = placeOfPoint[part.points[i]];
        if (place == kNoIndex) {
          place = static_cast<std::uint32_t>(m_places.size());
          m_places.push_back(part.points[i]);
        }
        const auto [normal, isNew] =
            normals.try_emplace(keyOf(place, model.vertices.normals[v]), static_cast<std::uint32_t>(m_normalCount));
        m_normalCount += isNew ? 1 : 0;
        m_placeOf[v] = place;
        m_normalOf[v] = normal->second;
        m_setOf[v] = set;
      }
      for (std::uint32_t i = part.firstIndex; i < part.firstIndex + part.indexCount; i += 3) {
        Triangle& triangle = m_triangles.emplace_back();
        for (std::uint32_t k = 0; k < 3; ++k) {
          triangle.places[k] = m_placeOf[model.vertices.indices[i + k]];
          triangle.normals[k] = m_normalOf[model.vertices.indices[i + k]];
        }
      }
    }
    range.placeEnd = static_cast<std::uint32_t>(m_places.size());
    range.normalEnd = static_cast<std::uint32_t>(m_normalCount);
    range.triangleEnd = static_cast<std::uint32_t>(m_triangles.size());
  }
}

unsigned PointNumbering::threadsFor(unsigned threads, std::size_t lanes) const {
  constexpr std::size_t kMostBytes = 128u << 20;  // One thread may always run.
  const std::size_t bytes = (m_places.size() + m_normalCount) * lanes * 3 * sizeof(float);
  return bytes == 0 ? threads : static_cast<unsigned>(std::clamp<std::size_t>(kMostBytes / bytes, 1, threads));
}

SamplePlace placeInSamples(const std::vector<double>& times, double seconds) {
  const auto after = std::upper_bound(times.begin(), times.end(), seconds);
  if (after == times.begin()) {
    return {0, 0.0};
  }
  const auto sample = static_cast<std::uint32_t>(after - times.begin() - 1);
  if (after == times.end()) {
    return {sample, 0.0};
  }
  const double share = (seconds - times[sample]) / (times[sample + 1] - times[sample]);
  return share > 1.0 - kAtSample ? SamplePlace{sample + 1, 0.0} : SamplePlace{sample, share < kAtSample ? 0.0 : share};
}

PointSampler::PointSampler(const model::Model& model, const PointNumbering& numbering, ClipIndex clip)
    : m_model(model), m_numbering(numbering), m_entries(model.pointSets.size(), kNoIndex) {
  if (clip.isValid()) {
    m_tracks = model.clips[clip.value].pointTracks;
    for (const model::PointTrack& track : m_tracks) {
      m_entries[track.set.value] = model.pointSets[track.set.value].entry;
    }
  }
}

void PointSampler::growScratch(Scratch& scratch) const {
  if (isEmpty()) {
    return;
  }
  scratch.places.resize(m_numbering.places().size());
  scratch.normals.resize(m_numbering.normalCount());
  for (const model::PointTrack& track : m_tracks) {
    for (std::vector<glm::vec3>& sample : scratch.samples) {
      sample.resize(std::max<std::size_t>(sample.size(), pointCountOf(track)));
    }
  }
}

Result<const std::vector<glm::vec3>*> PointSampler::read(std::uint32_t track, std::uint32_t sample,
                                                         Scratch& scratch) const {
  const model::PointCache& cache = *m_tracks[track].cache;
  std::uint32_t& number = scratch.sampleNumbers[sample % 2];
  std::vector<glm::vec3>& points = scratch.samples[sample % 2];
  if (number != sample || scratch.samplesOf != track) {
    if (scratch.samplesOf != track) {
      scratch.sampleNumbers.fill(kNoIndex);
      scratch.samplesOf = track;
    }
    number = kNoIndex;
    TRY(cache.read(sample, std::span(points).first(cache.pointCount())));
    number = sample;
  }
  return &points;
}

Result<void> PointSampler::place(std::uint32_t number, double seconds, std::size_t lane, Scratch& scratch) const {
  const model::PointTrack& track = m_tracks[number];
  SamplePlace at;
  Result<const std::vector<glm::vec3>*> before = &scratch.samples[0];
  Result<const std::vector<glm::vec3>*> after = before;
  if (track.motion) {
    scratch.samplesOf = kNoIndex;
    track.motion->evaluate(seconds, std::span(scratch.samples[0]).first(pointCountOf(track)));
  } else {
    at = placeInSamples(track.times, seconds);
    before = read(number, at.sample, scratch);
    TRY(before);
    after = at.share > 0.0 ? read(number, at.sample + 1, scratch) : before;
    TRY(after);
  }
  const PointNumbering::Set& set = m_numbering.sets()[track.set.value];
  for (std::uint32_t place = set.placeBegin; place < set.placeEnd; ++place) {
    const std::uint32_t point = m_numbering.places()[place];
    const glm::dvec3 a((**before)[point]);
    const glm::dvec3 p = at.share > 0.0 ? a + (glm::dvec3((**after)[point]) - a) * at.share : a;
    for (int r = 0; r < 3; ++r) {
      scratch.places[place].v[r][lane] = static_cast<float>(track.toPack[0][r] * p.x + track.toPack[1][r] * p.y +
                                                            track.toPack[2][r] * p.z + track.toPack[3][r]);
    }
  }
  return {};
}

Result<LanePoints> PointSampler::sample(std::span<const double, kFrameLanes> seconds, Scratch& scratch) const {
  if (isEmpty()) {
    return LanePoints{nullptr, nullptr, m_entries.data()};
  }
  scratch.samplesOf = kNoIndex;  // The scratch memory may hold samples of another clip.
  for (std::uint32_t track = 0; track < m_tracks.size(); ++track) {
    const PointNumbering::Set& set = m_numbering.sets()[m_tracks[track].set.value];
    for (std::size_t lane = 0; lane < kFrameLanes; ++lane) {
      if (lane != 0 && seconds[lane] == seconds[lane - 1]) {
        for (std::uint32_t place = set.placeBegin; place < set.placeEnd; ++place) {
          for (float(&row)[kFrameLanes] : scratch.places[place].v) {
            row[lane] = row[lane - 1];
          }
        }
        continue;
      }
      TRY(place(track, seconds[lane], lane, scratch));
    }
    std::fill(scratch.normals.begin() + set.normalBegin, scratch.normals.begin() + set.normalEnd, LanePoint{});
    addNormals(m_numbering.triangles().subspan(set.triangleBegin, set.triangleEnd - set.triangleBegin),
               scratch.places.data(), scratch.normals.data());
  }
  return LanePoints{scratch.places.data(), scratch.normals.data(), m_entries.data()};
}

}  // namespace texeleton::animation
