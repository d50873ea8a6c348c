#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "core/animation/frame_block.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::animation {

/// The points of all point sets of a model that its vertices use, and the normals of its vertices there, numbered.
/// Vertices at one point that share a normal in the bind pose share it in every frame: hard edges stay hard and smooth
/// ones smooth. Immutable; empty for models without point sets.
class PointNumbering {
 public:
  PointNumbering() = default;
  explicit PointNumbering(const model::Model& model);

  struct Set {
    std::uint32_t placeBegin = 0, placeEnd = 0;
    std::uint32_t normalBegin = 0, normalEnd = 0;
    std::uint32_t triangleBegin = 0, triangleEnd = 0;
  };
  struct Triangle {
    std::array<std::uint32_t, 3> places{};
    std::array<std::uint32_t, 3> normals{};
  };

  bool isEmpty() const { return m_places.empty(); }
  /// The place, the normal and the set of a vertex; kNoIndex: it belongs to no point set.
  std::uint32_t placeOf(std::size_t vertex) const { return isEmpty() ? kNoIndex : m_placeOf[vertex]; }
  std::uint32_t normalOf(std::size_t vertex) const { return isEmpty() ? kNoIndex : m_normalOf[vertex]; }
  std::uint32_t setOf(std::size_t vertex) const { return isEmpty() ? kNoIndex : m_setOf[vertex]; }

  std::span<const Set> sets() const { return m_sets; }
  /// The index of each place's point in its set.
  std::span<const std::uint32_t> places() const { return m_places; }
  std::span<const Triangle> triangles() const { return m_triangles; }
  std::size_t normalCount() const { return m_normalCount; }
  /// How many of `threads` may evaluate points at once: each needs memory for all points in `lanes` frames.
  unsigned threadsFor(unsigned threads, std::size_t lanes) const;

 private:
  std::vector<std::uint32_t> m_placeOf, m_normalOf, m_setOf;
  std::vector<std::uint32_t> m_places;
  std::vector<Set> m_sets;
  std::vector<Triangle> m_triangles;
  std::size_t m_normalCount = 0;
};

/// A vector in eight frames.
struct alignas(32) LanePoint {
  float v[3][kFrameLanes];
};

/// Points that caches move, in eight frames, in the bind pose in pack space.
struct LanePoints {
  const LanePoint* places = nullptr;
  const LanePoint* normals = nullptr;      ///< Not normalised; 0 where all adjacent triangles are degenerate.
  const std::uint32_t* entries = nullptr;  ///< The palette entry that moves each point set; kNoIndex: it is skinned in
                                           ///< the clip.
};

/// Reads and blends the samples of the point caches of a clip, or computes its points, eight frames at a time. Normals
/// are sums of the normals of adjacent triangles, weighted by angle (within 2e-5). The same times give the same bits on
/// every CPU.
class PointSampler {
 public:
  /// `model` and `numbering` must outlive it.
  PointSampler(const model::Model& model, const PointNumbering& numbering, ClipIndex clip);

  /// Memory of one thread: 96 bytes for each place and each normal, and two samples.
  struct Scratch {
    std::vector<LanePoint> places, normals;
    std::array<std::vector<glm::vec3>, 2> samples;  ///< Sample n is in samples[n % 2], if loaded.
    std::array<std::uint32_t, 2> sampleNumbers{kNoIndex, kNoIndex};
    std::uint32_t samplesOf = kNoIndex;  ///< Index of the track.
  };

  bool isEmpty() const { return m_tracks.empty(); }
  void growScratch(Scratch& scratch) const;
  /// Evaluates at eight times (seconds of the source clip). Errors: those of PointCache::read.
  Result<LanePoints> sample(std::span<const double, kFrameLanes> seconds, Scratch& scratch) const;

 private:
  Result<void> place(std::uint32_t track, double seconds, std::size_t lane, Scratch& scratch) const;
  Result<const std::vector<glm::vec3>*> read(std::uint32_t track, std::uint32_t sample, Scratch& scratch) const;

  std::uint32_t pointCountOf(const model::PointTrack& track) const {
    return m_model.pointSets[track.set.value].pointCount;
  }

  const model::Model& m_model;
  const PointNumbering& m_numbering;
  std::span<const model::PointTrack> m_tracks;
  std::vector<std::uint32_t> m_entries;
};

/// Sums the normals of triangles at their corners, in eight frames.
void addNormals(std::span<const PointNumbering::Triangle> triangles, const LanePoint* places, LanePoint* normals);

/// The position of a time in a track's samples: `share` (0 … 1; below 1 only before the last) of the way from `sample`
/// to the next one.
struct SamplePlace {
  std::uint32_t sample = 0;
  double share = 0.0;
};
SamplePlace placeInSamples(const std::vector<double>& times, double seconds);

}  // namespace texeleton::animation
