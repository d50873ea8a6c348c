#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/measure/measure.h"
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/message.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/pipeline/fit.h"
#include "core/vat/baked_animation.h"
#include "core/vat/encoding.h"
#include "core/vat/texture_layout.h"
#include "core/vat/texture_settings.h"

namespace texeleton::pipeline {

struct ClipLimits {
  double millimetres = 0.0;
  std::optional<double> degrees;
};

/// The largest ratio of a clip's errors (upper bounds) to its limits.
double timesOver(const ClipLimits& limits, const FitClip& clip);

/// Clip `i` of a measured bake: its error, the part of it that no rate reduces, and remedies.
FitClip measuredClip(const vat::BakedAnimation& baked, std::size_t i, const vat::ClipError& error,
                     double socketMillimetres, const ClipLimits& limits, const FitLimits& wanted);

/// The reason why every rate exceeds a clip's limits.
Message whyHopeless(const FitClip& clip, bool hasDegrees);

/// The smallest `maxSize` for a texture with the frames and table of `layout`; nullopt if it exceeds the limits of
/// GPUs.
std::optional<std::uint32_t> smallestMaxSize(const vat::Encoding& encoding, const vat::TextureLayout& layout,
                                             vat::SizeRule size);

/// Measures the steps of a search with even rows. Clips that keep their rate from one step to the next have the same
/// texels and errors, so only the others are measured.
class FitMeasure {
 public:
  /// Both must outlive it.
  FitMeasure(const model::Model& model, JobContext& job) : m_model(model), m_job(job) {}

  /// `settings`: those of `baked`, with a rate for every clip. Errors: those of measureError() and measureSockets().
  Result<bake::MeasuredBake> measure(const bake::BakeSettings& settings, vat::BakedAnimation baked);

 private:
  struct Known {
    const vat::Encoding* encoding = nullptr;
    vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
    std::vector<bool> isMatrix;  ///< By bone: whether it is stored as a matrix.
    std::vector<std::optional<double>> ratesHz;
    std::vector<vat::ClipError> errors;
  };

  const model::Model& m_model;
  JobContext& m_job;
  Known m_known;
};

}  // namespace texeleton::pipeline
