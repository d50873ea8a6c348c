#include "core/pipeline/fit_measure.h"

#include <utility>

#include "core/bake/measure/measure.h"
#include "core/bake/measure/measure_sockets.h"
#include "core/vat/encoding.h"

namespace texeleton::pipeline {

Result<bake::MeasuredBake> FitMeasure::measure(const bake::BakeSettings& settings, vat::BakedAnimation baked) {
  Known known{&vat::encodingOf(baked), baked.pixelFormat, {}, {}, std::vector<vat::ClipError>(baked.clips.size())};
  for (const vat::BakedBone& bone : baked.bones) {
    known.isMatrix.push_back(bone.isMatrix);
  }
  // Ranges and shapes depend on all clips together.
  const bool areAlone = baked.mode == vat::BakeMode::Bone || !known.encoding->hasConstants;
  const bool isKnown = areAlone && m_known.encoding == known.encoding && m_known.pixelFormat == known.pixelFormat &&
                       m_known.isMatrix == known.isMatrix;
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < baked.clips.size(); ++i) {
    known.ratesHz.push_back(settings.clips[i].sampleRateHz);
    if (isKnown && m_known.ratesHz[i] == known.ratesHz[i]) {
      known.errors[i] = m_known.errors[i];
    } else {
      changed.push_back(i);
    }
  }
  const Result<std::vector<vat::ClipError>> errors = bake::measureError(m_model, baked, changed, m_job);
  TRY(errors);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    known.errors[changed[i]] = (*errors)[i];
  }
  Result<std::vector<double>> sockets = bake::measureSockets(m_model, settings, baked, m_job);
  TRY(sockets);
  m_known = std::move(known);
  return bake::MeasuredBake{std::move(baked), m_known.errors, std::move(*sockets), {}};
}

}  // namespace texeleton::pipeline
