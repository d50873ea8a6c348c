#pragma once

#include <optional>
#include <vector>

#include "core/bake/bake.h"
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pipeline {

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
