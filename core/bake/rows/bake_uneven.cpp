#include "core/bake/rows/bake_uneven.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_sockets.h"
#include "core/bake/rows/choose_frames.h"
#include "core/bake/rows/drop_frames.h"

namespace texeleton::bake {

namespace {

/// Of a clip's limit, for what blending over frames that are not stored loses; what all frames lose adds to it, but
/// seldom at the same place.
constexpr double kFirstShare = 0.97;
/// Then so much of what is too much, and at the end none: every frame is stored.
constexpr double kLessThanNeeded = 0.96;
constexpr int kTries = 6;

struct ClipLimit {
  double millimetres = 0.0;
  std::optional<double> degrees;
};

Result<std::vector<ClipLimit>> limitsOf(const BakeSettings& settings, const BakedAnimation& baked) {
  std::vector<ClipLimit> limits;
  for (std::size_t i = 0; i < baked.clips.size(); ++i) {
    const ClipSelection own = settings.clips.empty() ? ClipSelection() : settings.clips[i];
    const std::optional<double> metric =
        own.maxErrorMillimetres ? own.maxErrorMillimetres : settings.maxErrorMillimetres;
    if (!metric) {
      return fail(ErrorCode::InvalidArgument,
                  message("uneven rows are chosen by a limit, and clip \"%1\" has none: say how far a vertex may be "
                          "off with %2, or bake with %3",
                          baked.clips[i].name, Remedy{RemedyKind::ErrorLimit, 1.0}, Remedy{RemedyKind::EvenRows}));
    }
    limits.push_back({*metric, own.maxNormalDegrees ? own.maxNormalDegrees : settings.maxNormalDegrees});
  }
  return limits;
}

/// How many times its limits a clip's error is.
double timesOver(const ClipLimit& limit, const ClipError& error, double socketMillimetres) {
  const double far = std::max(error.maxMillimetres, socketMillimetres);
  const double times = limit.millimetres > 0.0 ? far / limit.millimetres : far > 0.0 ? 2.0 : 0.0;
  if (!limit.degrees) {
    return times;
  }
  const double turned = error.maxNormalDegrees * kUnseenErrorFactor;
  return std::max(times, *limit.degrees > 0.0 ? turned / *limit.degrees : turned > 0.0 ? 2.0 : 0.0);
}

/// The boxes of a clip, of which `dense` knows all frames, hold what is blended instead of them too.
void growBounds(const std::vector<double>& metres, BakedAnimation& baked) {
  baked.bounds = model::Box();
  for (std::size_t i = 0; i < baked.clips.size(); ++i) {
    model::Box& box = baked.clips[i].bounds;
    const auto room = static_cast<float>(std::max(metres[i], 0.0));
    box.min -= glm::vec3(room);
    box.max += glm::vec3(room);
    baked.bounds.add(box);
  }
  baked.sizeMetres = glm::length(glm::dvec3(baked.bounds.max) - glm::dvec3(baked.bounds.min));
}

}  // namespace

BakeSettings withEvenRows(BakeSettings settings) {
  settings.rows = RowSpacing::Even;
  settings.size = SizeRule::Exact;
  settings.maxSize = kMaxTextureSize;
  return settings;
}

Result<BakedAnimation> bakeUneven(const model::Model& model, const BakeSettings& settings, JobContext& job) {
  const Result<BakedAnimation> dense = bake(model, withEvenRows(settings), job);
  TRY(dense);
  const Result<std::vector<ClipLimit>> limits = limitsOf(settings, *dense);
  TRY(limits);
  JobContext quiet([&](double, const char*) {
    if (job.isCancelled()) {
      quiet.cancel();
    }
  });
  quiet.threadCount = job.threadCount;
  std::vector<double> metres;
  for (const ClipLimit& limit : *limits) {
    metres.push_back(kFirstShare * limit.millimetres * 1e-3);
  }
  for (int attempt = 1;; ++attempt) {
    const auto kept = chooseFrames(*dense, metres, quiet);
    TRY(kept);
    Result<BakedAnimation> baked = withFramesDropped(*dense, *kept, settings.size, settings.maxSize);
    TRY(baked);
    growBounds(metres, *baked);
    const Result<std::vector<ClipError>> errors = measureError(model, *baked, quiet);
    const Result<std::vector<double>> sockets = measureSockets(model, settings, *baked, quiet);
    if (!errors || !sockets) {
      return fail(!errors ? errors.error() : sockets.error());
    }
    bool keeps = true;
    for (std::size_t i = 0; i < metres.size(); ++i) {
      const double times = timesOver((*limits)[i], (*errors)[i], (*sockets)[i]);
      if (times > 1.0 && (*kept)[i].size() < baked->clips[i].frameCount) {
        keeps = false;
        metres[i] = attempt + 1 < kTries ? metres[i] * kLessThanNeeded / std::min(times, 4.0) : -1.0;
      }
    }
    if (keeps) {
      return std::move(*baked);
    }
  }
}

}  // namespace texeleton::bake
