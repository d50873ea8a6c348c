#include "core/bake/rows/uneven_rows.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_sockets.h"
#include "core/bake/rows/choose_frames.h"
#include "core/bake/rows/drop_frames.h"

namespace texeleton::bake {

namespace {

/// Share of a clip's limit for blending over omitted frames; the error of stored frames adds to it, but seldom at the
/// same place.
constexpr double kFirstShare = 0.97;
/// Later steps: share of the excess; finally 0, i.e. every frame is stored.
constexpr double kLessThanNeeded = 0.96;
constexpr int kTries = 6;

struct ClipLimit {
  double millimetres = 0.0;
  std::optional<double> degrees;
};

Result<std::vector<ClipLimit>> limitsOf(const BakeSettings& settings, const vat::BakedAnimation& baked) {
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

/// The ratio of a clip's error to its limits.
double timesOver(const ClipLimit& limit, const vat::ClipError& error, double socketMillimetres) {
  const double far = std::max(error.maxMillimetres, socketMillimetres);
  const double times = limit.millimetres > 0.0 ? far / limit.millimetres : far > 0.0 ? 2.0 : 0.0;
  if (!limit.degrees) {
    return times;
  }
  const double turned = error.maxNormalDegrees * kUnseenErrorFactor;
  return std::max(times, *limit.degrees > 0.0 ? turned / *limit.degrees : turned > 0.0 ? 2.0 : 0.0);
}

/// Extends the boxes of a clip, for which `dense` knows all frames, by the blended frames.
void growBounds(const std::vector<double>& metres, vat::BakedAnimation& baked) {
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
  settings.size = vat::SizeRule::Exact;
  settings.maxSize = vat::kMaxTextureSize;
  return settings;
}

Result<MeasuredBake> withUnevenRows(const model::Model& model, const BakeSettings& settings,
                                    const vat::BakedAnimation& dense, JobContext& job) {
  const Result<std::vector<ClipLimit>> limits = limitsOf(settings, dense);
  TRY(limits);
  JobContext quiet([&](double, const char*) {
    if (job.isCancelled()) {
      quiet.cancel();
    }
  });
  quiet.threadCount = job.threadCount;
  std::vector<double> metres;
  for (std::size_t i = 0; i < limits->size(); ++i) {
    const std::optional<double> known = settings.clips.empty() ? std::nullopt : settings.clips[i].rowMetres;
    metres.push_back(known.value_or(kFirstShare * (*limits)[i].millimetres * 1e-3));
  }
  std::vector<std::vector<std::uint32_t>> kept(metres.size());
  std::vector<vat::ClipError> errors(metres.size());
  std::vector<std::size_t> changed(metres.size());  // Clips; the stored frames and errors of the others stay.
  std::iota(changed.begin(), changed.end(), std::size_t{0});
  for (int attempt = 1;; ++attempt) {
    TRY(chooseFrames(dense, metres, changed, kept, quiet));
    Result<vat::BakedAnimation> baked = withFramesDropped(dense, kept, settings.size, settings.maxSize);
    TRY(baked);
    growBounds(metres, *baked);
    const Result<std::vector<vat::ClipError>> found = measureError(model, *baked, changed, quiet);
    Result<std::vector<double>> sockets = measureSockets(model, settings, *baked, quiet);
    if (!found || !sockets) {
      return fail(!found ? found.error() : sockets.error());
    }
    for (std::size_t i = 0; i < changed.size(); ++i) {
      errors[changed[i]] = (*found)[i];
    }
    changed.clear();
    for (std::size_t i = 0; i < metres.size(); ++i) {
      const double times = timesOver((*limits)[i], errors[i], (*sockets)[i]);
      if (times > 1.0 && kept[i].size() < baked->clips[i].frameCount) {
        metres[i] = attempt + 1 < kTries ? metres[i] * kLessThanNeeded / std::min(times, 4.0) : -1.0;
        changed.push_back(i);
      }
    }
    if (changed.empty()) {
      for (vat::ClipError& error : errors) {  // Bounds of all clips have changed since some clips were measured.
        error.maxRelative = baked->sizeMetres > 0.0 ? error.maxMillimetres / 1000.0 / baked->sizeMetres : 0.0;
      }
      return MeasuredBake{std::move(*baked), std::move(errors), std::move(*sockets), std::move(metres)};
    }
  }
}

}  // namespace texeleton::bake
