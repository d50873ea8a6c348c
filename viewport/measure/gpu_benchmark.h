#pragma once

#include <QSize>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/bake/bake_settings.h"
#include "viewport/offscreen_renderer.h"

namespace texeleton::viewport {

/// Settings of GPU figures, which docs/performance.md defines.
struct GpuBenchmarkOptions {
  std::vector<std::uint32_t> instances = {100, 1000, 10'000, 100'000, 1'000'000};
  std::uint32_t crowdInstances = 1'000'000;  ///< Seen from inside, with culling and levels of detail; 0: left out.
  QSize pictureSize{1920, 1080};
  double secondsPerFigure = 1.0;  ///< Of drawing; at least some frames are drawn.
  double mostSeconds = 150.0;     ///< Of everything: what would take longer is left out, and told.
};

/// Times of frames of one kind in seconds; medians.
struct FrameFigure {
  std::string missing;  ///< Why there are no numbers; empty: there are.
  std::uint32_t frames = 0;
  double frameSeconds = 0.0;                 ///< From begin to end, the GPU waited for.
  double animationSeconds = 0.0;             ///< Of the CPU.
  double skinningSeconds = 0.0;              ///< Of the CPU.
  double recordSeconds = 0.0;                ///< Of the CPU: everything, the two above included.
  std::optional<double> gpuSeconds;          ///< Skinning and drawing the scene, with its shadow if there is one.
  std::optional<double> gpuSkinningSeconds;  ///< Its part that skins, or decodes poses.
  FrameStatistics statistics;
  std::uint64_t gpuBytes = 0;
};

/// A crowd of some size, posed in three ways; culling, levels of detail and shadow are off.
struct PathsFigure {
  std::uint32_t instances = 0;
  FrameFigure cpu;
  FrameFigure compute;
  FrameFigure texture;
};

/// Animated draws against the same draw of the bind pose, its vertices packed as small as they can be. Frames of all
/// take turns, so that a GPU that changes its clock does so for all.
struct RatioFigure {
  std::uint32_t instances = 0;
  FrameFigure still;
  struct OfEncoding {
    std::string encoding;  ///< Its name.
    FrameFigure frame;
  };
  std::vector<OfEncoding> encodings;  ///< In the order of encodings().
  /// The classic encoding of bone mode where 5 % of the characters go over into another clip and 10 % play theirs once.
  FrameFigure mixed;
  /// The same where all play a second clip on the upper body.
  FrameFigure layered;

  /// Of the first encoding of a mode.
  const FrameFigure& classic(bake::BakeMode mode) const;

  static std::optional<double> ratio(const FrameFigure& animated, const FrameFigure& still);
};

/// A crowd seen from inside, as a player sees it: lit, with shadow, culling and levels of detail.
struct InsideFigure {
  std::uint32_t instances = 0;
  FrameFigure frame;
  double framesPerSecond() const { return frame.frameSeconds > 0.0 ? 1.0 / frame.frameSeconds : 0.0; }
};

/// The same crowd without and with impostors, frames taking turns. The first frames, which make the pictures, do not
/// count.
struct ImpostorFigure {
  std::uint32_t instances = 0;
  float pixels = 0.0f;  ///< The size at which impostors begin.
  FrameFigure mesh;
  FrameFigure impostors;

  /// The speed-up, by the GPU's time where that is known, else by the frame's; unset: a figure is missing.
  std::optional<double> timesAsFast() const;
};

struct GpuBenchmark {
  std::string backend;
  std::string device;
  bool software = false;
  std::string gpuTimeProblem;  ///< Why there is no GPU time; empty: there is.
  std::uint32_t vertices = 0;  ///< Of the character.
  std::uint32_t bones = 0;
  std::uint64_t triangles = 0;
  QSize pictureSize;
  std::vector<PathsFigure> paths;
  std::vector<RatioFigure> ratios;
  std::vector<InsideFigure> inside;  ///< With what was tried on the way to the largest.
  ImpostorFigure impostors;          ///< Of GpuBenchmarkOptions::crowdInstances, seen from inside.
  std::uint32_t largestAtSixty = 0;  ///< The largest crowd of those that kept 60 frames a second; 0: none did.
  bool largestIsLimit = false;       ///< Nothing larger was possible or tried, for the reason below.
  std::string largestWhy;
};

/// Takes all figures. `report`: told a share of the work and what is going on; false: cancelled. Errors: Cancelled, or
/// what the character's bake or the first frame says.
Result<GpuBenchmark> runGpuBenchmark(GpuDevice& device, const GpuBenchmarkOptions& options,
                                     const std::function<bool(double, const std::string&)>& report);

}  // namespace texeleton::viewport
