#pragma once

#include <QSize>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/vat/texture_settings.h"
#include "viewport/offscreen_renderer.h"

namespace texeleton::viewport {

/// Settings of the GPU benchmark that docs/performance.md defines.
struct GpuBenchmarkOptions {
  std::vector<std::uint32_t> instances = {100, 1000, 10'000, 100'000, 1'000'000};
  std::uint32_t crowdInstances = 1'000'000;  ///< Seen from inside, with culling and levels of detail; 0: skipped.
  QSize pictureSize{1920, 1080};
  double secondsPerFigure = 1.0;  ///< Seconds of drawing; a minimum number of frames is always drawn.
  double mostSeconds = 150.0;     ///< Total time limit: figures that would exceed it are skipped and reported.
};

/// Median times of frames of one kind, in seconds.
struct FrameFigure {
  std::string missing;  ///< Why there are no figures; empty: there are.
  std::uint32_t frames = 0;
  double frameSeconds = 0.0;                 ///< From begin to end, including the wait for the GPU.
  double animationSeconds = 0.0;             ///< CPU time.
  double skinningSeconds = 0.0;              ///< CPU time.
  double recordSeconds = 0.0;                ///< CPU time in total, including the two above.
  std::optional<double> gpuSeconds;          ///< Skinning and drawing the scene, with its shadow if any.
  std::optional<double> gpuSkinningSeconds;  ///< The part of it that skins or decodes poses.
  FrameStatistics statistics;
  std::uint64_t gpuBytes = 0;
};

/// A crowd of one size, posed in three ways, without culling, levels of detail and shadow.
struct PathsFigure {
  std::uint32_t instances = 0;
  FrameFigure cpu;
  FrameFigure compute;
  FrameFigure texture;
};

/// Animated draws compared with the same draw of the bind pose in the smallest vertex format. Frames of all kinds
/// alternate, so that changes of the GPU's clock affect all of them.
struct RatioFigure {
  std::uint32_t instances = 0;
  FrameFigure still;
  struct OfEncoding {
    std::string encoding;  ///< Its name.
    FrameFigure frame;
  };
  std::vector<OfEncoding> encodings;  ///< In the order of encodings().
  /// Classic encoding of bone mode; 5 % of the characters cross-fade and 10 % play their clip once.
  FrameFigure mixed;
  /// The same crowd with a second clip on the upper body of every character.
  FrameFigure layered;

  /// The figure of the first encoding of a mode.
  const FrameFigure& classic(vat::BakeMode mode) const;

  static std::optional<double> ratio(const FrameFigure& animated, const FrameFigure& still);
};

/// A crowd seen from inside, as a player sees it: lit, with shadow, culling and levels of detail.
struct InsideFigure {
  std::uint32_t instances = 0;
  FrameFigure frame;
  double framesPerSecond() const { return frame.frameSeconds > 0.0 ? 1.0 / frame.frameSeconds : 0.0; }
};

/// The same crowd without and with impostors, in alternating frames. The first frames, which make the impostors, are
/// not counted.
struct ImpostorFigure {
  std::uint32_t instances = 0;
  float pixels = 0.0f;  ///< The size in pixels below which impostors are used.
  FrameFigure mesh;
  FrameFigure impostors;

  /// The speed-up by GPU time where that is known, else by frame time; unset: a figure is missing.
  std::optional<double> timesAsFast() const;
};

struct GpuBenchmark {
  std::string backend;
  std::string device;
  bool software = false;
  std::string gpuTimeProblem;  ///< Why GPU time is unavailable; empty: it is available.
  std::uint32_t vertices = 0;  ///< Vertices of the character.
  std::uint32_t bones = 0;
  std::uint64_t triangles = 0;
  QSize pictureSize;
  std::vector<PathsFigure> paths;
  std::vector<RatioFigure> ratios;
  std::vector<InsideFigure> inside;  ///< Including the tries on the way to the largest crowd.
  ImpostorFigure impostors;          ///< For GpuBenchmarkOptions::crowdInstances, seen from inside.
  std::uint32_t largestAtSixty = 0;  ///< The largest measured crowd that kept 60 frames a second; 0: none did.
  bool largestIsLimit = false;       ///< Nothing larger was possible or tried, for the reason below.
  std::string largestWhy;
};

/// The character to draw (see makeReferenceCharacter()) and its bakes, whose clips loop.
struct BenchmarkCharacter {
  std::shared_ptr<const model::Model> model;
  std::vector<std::shared_ptr<const vat::BakedAnimation>> encoded;  ///< In the order of encodings().
  std::shared_ptr<const vat::BakedAnimation> levels;                ///< Bone mode, with levels of detail.
};

/// Runs the whole benchmark. `report` receives the progress (0 to 1) and a description; it returns false to cancel.
/// Errors: Cancelled, or those of the first frame.
Result<GpuBenchmark> runGpuBenchmark(GpuDevice& device, const BenchmarkCharacter& character,
                                     const GpuBenchmarkOptions& options,
                                     const std::function<bool(double, const std::string&)>& report);

}  // namespace texeleton::viewport
