#include "core/bake/measure.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>

#include "core/bake/measure_items.h"
#include "core/bake/measure_kernel.h"
#include "core/bake/model_as_baked.h"
#include "core/bake/root_of_clip.h"
#include "core/base/parallel.h"
#include "core/root_motion/in_place_pose.h"

namespace texeleton {

namespace {

/// Frames of a clip that are measured together.
struct TileRange {
  std::size_t clip = 0;
  std::uint32_t begin = 0;  ///< First frame, of the clip.
  std::uint32_t count = 0;
  bool withGap = false;  ///< Measures the clip's loop gap too.
};

struct TileResult {
  TileErrors errors;
  double gapSquared = 0.0;
};

/// How many half-frames a clip has: a looping clip has one between its last and its first frame.
std::uint32_t intervalCount(const BakedClip& clip) {
  if (clip.frameCount <= 1) {
    return 0;
  }
  return clip.loop ? clip.frameCount : clip.frameCount - 1;
}

/// Seconds of the source clip at frame `frame` (n + 0.5: half-frames).
double secondsAt(const BakedClip& clip, double frame) {
  const ClipSource& source = clip.source;
  if (clip.frameCount <= 1) {
    return source.fromSeconds;
  }
  return source.fromSeconds + (source.toSeconds - source.fromSeconds) * frame / intervalCount(clip);
}

/// Zeroed doubles on a 64-byte boundary.
class Table {
 public:
  explicit Table(std::size_t size)
      : m_values(static_cast<double*>(::operator new(std::max<std::size_t>(size, 1) * sizeof(double), kAlignment))) {
    std::fill_n(m_values.get(), size, 0.0);
  }
  double* data() { return m_values.get(); }
  const double* data() const { return m_values.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Free {
    void operator()(double* p) const { ::operator delete(p, kAlignment); }
  };
  std::unique_ptr<double, Free> m_values;
};

/// Repeats the last of `used` samples in the lanes up to a multiple of 8.
void fillLanes(double* table, std::size_t rowCount, std::size_t used) {
  const std::size_t end = std::min(kMeasureSamples, (used + 7) / 8 * 8);
  for (std::size_t row = 0; row < rowCount; ++row) {
    double* values = table + row * kMeasureSamples;
    std::fill(values + used, values + end, values[used - 1]);
  }
}

/// The tables of one set of samples.
struct Samples {
  explicit Samples(const MeasureItems& items)
      : source(items.paletteEntries.size() * kMeasureMatrix),
        texels(items.bones.size() * kMeasureMatrix),
        morphWeights(items.morphWeightCount * kMeasureSamples) {}

  MeasureTables view() const { return {source.data(), texels.data(), morphWeights.data()}; }

  Table source;
  Table texels;
  Table morphWeights;
};

class TileMaker {
 public:
  TileMaker(const Model& model, const BakedAnimation& baked, const MeasureItems& items, const TileRange& range)
      : m_baked(baked),
        m_items(items),
        m_clip(baked.clips[range.clip]),
        m_range(range),
        m_pose(model, m_clip.source.clip, rootTaking(model, m_clip), m_clip.source.fromSeconds),
        m_frames(items),
        m_halves(items) {}

  TileResult run() {
    MeasureTile tile;
    tile.items = &m_items;
    tile.mode = m_baked.mode;
    tile.pixelFormat = m_baked.pixelFormat;
    tile.frameCount = m_range.count;
    const std::uint32_t end = m_range.begin + m_range.count;
    tile.intervalCount = std::min(end, intervalCount(m_clip)) - std::min(m_range.begin, intervalCount(m_clip));
    const std::size_t sampleCount = std::max(tile.frameCount, tile.intervalCount + 1);

    for (std::size_t i = 0; i < sampleCount; ++i) {
      sampleSource(secondsAt(m_clip, frameOf(i)), m_frames, i);
      if (i < tile.intervalCount) {
        sampleSource(secondsAt(m_clip, static_cast<double>(m_range.begin + i) + 0.5), m_halves, i);
      }
    }
    fillSource(m_frames, sampleCount);
    fillSource(m_halves, tile.intervalCount);
    if (m_baked.mode == BakeMode::Bone) {
      decodeMatrices(sampleCount, tile.intervalCount);
    }
    const std::size_t frameBytes = m_baked.texels.rowBytes() * m_baked.layout.rowsPerFrame;
    for (std::size_t i = 0; i < kMeasureSamples; ++i) {
      tile.frameStarts[i] =
          m_baked.texels.bytes().data() + frameBytes * (m_clip.frameBegin + frameOf(std::min(i, sampleCount - 1)));
    }
    tile.frames = m_frames.view();
    tile.halves = m_halves.view();

    TileResult result;
    result.errors = measureTile(tile);
    if (m_range.withGap) {
      sampleSource(m_clip.source.fromSeconds, m_frames, 0);
      sampleSource(m_clip.source.toSeconds, m_frames, 1);
      fillSource(m_frames, 2);
      result.gapSquared = largestSquaredGap(m_items, m_frames.view());
    }
    return result;
  }

 private:
  /// Frame of the clip that sample `i` shows: behind the last comes the first.
  std::uint32_t frameOf(std::size_t i) const {
    return (m_range.begin + static_cast<std::uint32_t>(i)) % m_clip.frameCount;
  }

  void sampleSource(double seconds, Samples& samples, std::size_t i) {
    m_pose.evaluate(seconds);
    double* out = samples.source.data() + i;
    for (const std::uint32_t entry : m_items.paletteEntries) {
      const glm::dmat4& matrix = m_pose.skinMatrices()[entry];
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 4; ++c, out += kMeasureSamples) {
          *out = matrix[c][r];
        }
      }
    }
    double* weight = samples.morphWeights.data() + i;
    for (std::size_t set = 0; set < m_items.morphWeightBegin.size(); ++set) {
      for (const double value : m_pose.morphWeights(MorphSetIndex(set))) {
        *weight = value;
        weight += kMeasureSamples;
      }
    }
  }

  void fillSource(Samples& samples, std::size_t used) const {
    if (used > 0) {
      fillLanes(samples.source.data(), m_items.paletteEntries.size() * 12, used);
      fillLanes(samples.morphWeights.data(), m_items.morphWeightCount, used);
    }
  }

  void decodeMatrices(std::size_t sampleCount, std::size_t intervals) {
    double* frames = m_frames.texels.data();
    double* halves = m_halves.texels.data();
    for (const std::uint32_t bone : m_items.bones) {
      for (std::uint32_t row = 0; row < kTexelsPerBone; ++row) {
        const std::uint32_t texel = elementTexel(m_baked.layout, bone, row);
        for (std::size_t i = 0; i < sampleCount; ++i) {
          const TexelAddress at = texelAddress(m_baked.layout, m_clip.frameBegin + frameOf(i), texel);
          const glm::vec4 value = m_baked.texels.texel(at.x, at.y);
          for (int c = 0; c < 4; ++c) {
            frames[static_cast<std::size_t>(c) * kMeasureSamples + i] = static_cast<double>(value[c]);
          }
        }
        for (int c = 0; c < 4; ++c, frames += kMeasureSamples, halves += kMeasureSamples) {
          for (std::size_t i = 0; i < intervals; ++i) {
            halves[i] = (frames[i] + frames[i + 1]) * 0.5;
          }
        }
      }
    }
    fillLanes(m_frames.texels.data(), m_items.bones.size() * 12, sampleCount);
    if (intervals > 0) {
      fillLanes(m_halves.texels.data(), m_items.bones.size() * 12, intervals);
    }
  }

  const BakedAnimation& m_baked;
  const MeasureItems& m_items;
  const BakedClip& m_clip;
  const TileRange m_range;
  InPlacePose m_pose;
  Samples m_frames;
  Samples m_halves;
};

/// Cuts the clips into tiles of nearly equal length, so that no lanes go to waste on a short last one.
std::vector<TileRange> cutIntoTiles(const BakedAnimation& baked) {
  std::vector<TileRange> tiles;
  constexpr auto kFrames = static_cast<std::uint32_t>(kMeasureSamples) - 1;  // the last interval needs one frame more
  for (std::size_t clip = 0; clip < baked.clips.size(); ++clip) {
    const std::uint32_t frames = baked.clips[clip].frameCount;
    const std::uint32_t parts = (frames + kFrames - 1) / kFrames;
    for (std::uint32_t i = 0; i < parts; ++i) {
      const auto cut = [&](std::uint64_t part) { return static_cast<std::uint32_t>(part * frames / parts); };
      tiles.push_back({clip, cut(i), cut(i + 1u) - cut(i), i == 0});
    }
  }
  return tiles;
}

double millimetres(double squaredMetres) { return std::sqrt(squaredMetres) * 1000.0; }

/// One clip's tiles, in order of time.
ClipError combine(const BakedClip& clip, std::span<const TileRange> ranges, std::span<const TileResult> results,
                  std::size_t vertexCount, double sizeMetres) {
  ClipError error;
  double largest = 0.0;
  double sum = 0.0;
  double encoding = 0.0;
  double interpolation = 0.0;
  double influences = 0.0;
  double radians = 0.0;
  double gap = 0.0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const TileErrors& tile = results[i].errors;
    if (tile.largestSquared > largest) {
      largest = tile.largestSquared;
      error.worstFrame = ranges[i].begin + tile.largestSample;
      error.worstVertex = tile.largestVertex;
    }
    sum += tile.sumOfSquares;
    encoding = std::max(encoding, tile.encodingSquared);
    interpolation = std::max(interpolation, tile.interpolationSquared);
    influences = std::max(influences, tile.influencesSquared);
    radians = std::max(radians, tile.normalRadians);
    gap = std::max(gap, results[i].gapSquared);
  }
  const double samples = static_cast<double>(clip.frameCount) + intervalCount(clip);
  error.maxMillimetres = millimetres(largest);
  error.rmsMillimetres = vertexCount > 0 ? millimetres(sum / (samples * static_cast<double>(vertexCount))) : 0.0;
  error.maxRelative = sizeMetres > 0.0 ? std::sqrt(largest) / sizeMetres : 0.0;
  error.maxNormalDegrees = glm::degrees(radians);
  error.encodingMillimetres = millimetres(encoding);
  error.interpolationMillimetres = millimetres(interpolation);
  error.influencesMillimetres = millimetres(influences);
  error.loopGapMillimetres = millimetres(gap);
  return error;
}

}  // namespace

Result<std::vector<ClipError>> measureError(const Model& model, const BakedAnimation& baked, JobContext& job) {
  const Result<std::optional<Model>> part = modelAsBaked(model, baked);
  if (!part) {
    return fail(part.error());
  }
  const Model& source = *part ? **part : model;
  const Result<MeasureItems> items = collectItems(source, baked);
  if (!items) {
    return fail(items.error());
  }
  const std::vector<TileRange> tiles = cutIntoTiles(baked);
  std::vector<TileResult> results(tiles.size());
  std::atomic<std::size_t> done{0};
  std::atomic<bool> outOfMemory{false};
  job.progress(0.0, "Measuring");
  const bool complete = parallelFor(tiles.size(), 1, job.threadCount, job, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      try {
        results[i] = TileMaker(source, baked, *items, tiles[i]).run();
      } catch (const std::bad_alloc&) {
        outOfMemory = true;
      }
      job.progress(static_cast<double>(++done) / static_cast<double>(tiles.size()), "Measuring");
    }
  });
  if (outOfMemory) {
    return fail(ErrorCode::Limit, "not enough memory to measure a palette of " +
                                      std::to_string(items->paletteEntries.size()) + " entries; use fewer threads");
  }
  if (!complete) {
    return fail(ErrorCode::Cancelled, "measuring was cancelled");
  }

  std::vector<ClipError> errors;
  std::size_t first = 0;
  for (std::size_t clip = 0; clip < baked.clips.size(); ++clip) {
    std::size_t last = first;
    while (last < tiles.size() && tiles[last].clip == clip) {
      ++last;
    }
    errors.push_back(combine(baked.clips[clip], std::span(tiles).subspan(first, last - first),
                             std::span<const TileResult>(results).subspan(first, last - first), source.vertexCount(),
                             baked.sizeMetres));
    first = last;
  }
  return errors;
}

}  // namespace texeleton
