#include "core/pipeline/fit_clip.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/bake/clip_plan.h"
#include "core/bake/measure/measure.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/frame_table.h"

namespace texeleton::pipeline {

double timesOver(const ClipLimits& limits, const FitClip& clip) {
  const auto times = [](double value, double limit) {
    return limit > 0.0 ? value / limit : value > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
  };
  return std::max(times(clip.millimetres, limits.millimetres),
                  limits.degrees ? times(clip.normalDegrees * bake::kUnseenErrorFactor, *limits.degrees) : 0.0);
}

FitClip measuredClip(const vat::BakedAnimation& baked, std::size_t i, const vat::ClipError& error,
                     double socketMillimetres, const ClipLimits& limits, const FitLimits& wanted) {
  const vat::BakedClip& clip = baked.clips[i];
  const vat::Encoding& encoding = vat::encodingOf(baked);
  FitClip result;
  result.name = clip.name;
  result.rateHz = clip.sampleRateHz;
  result.frames = vat::storedFrameCount(baked, clip);
  result.millimetres = std::max(error.maxMillimetres, socketMillimetres);
  result.normalDegrees = error.maxNormalDegrees;
  result.keepsNormals = !limits.degrees || error.maxNormalDegrees * bake::kUnseenErrorFactor <= *limits.degrees;
  result.leftOutMillimetres = std::max(error.morphsMillimetres, error.influencesMillimetres);
  result.lossMillimetres = std::max(result.leftOutMillimetres, error.encodingMillimetres);
  const auto isTooFar = [&](double millimetres) { return millimetres * bake::kUnseenErrorFactor > limits.millimetres; };
  result.rateHelps = !isTooFar(result.lossMillimetres);
  if (timesOver(limits, result) <= 1.0) {
    return result;
  }
  const auto because = [&](const Message& why, const Message& helps, bool isTried) {
    result.remedy = isTried || helps.empty() ? message("; %1", why) : message("; %1: %2", why, helps);
    result.isRemedyTried = isTried;
  };
  const bool isModeFree = !wanted.keepsMode && !wanted.keepsEncoding;
  if (isTooFar(error.morphsMillimetres)) {
    because(message("bone mode leaves morph targets out"), message("use vertex mode", Remedy{RemedyKind::VertexMode}),
            isModeFree);
  } else if (isTooFar(error.influencesMillimetres)) {
    because(message("bone mode keeps four influences a vertex"),
            message("use vertex mode", Remedy{RemedyKind::VertexMode}), isModeFree);
  } else if (isTooFar(error.encodingMillimetres) && encoding.hasShapes) {
    because(message("its shapes are too few"), message("use offset16 or positionNormal"), !wanted.keepsEncoding);
  } else if (isTooFar(error.encodingMillimetres) && !encoding.allowsFloat) {
    because(message("the texels are too coarse"),
            message("use positionNormal", Remedy{RemedyKind::Encoding, 0.0, "positionNormal"}), !wanted.keepsEncoding);
  } else if (isTooFar(error.encodingMillimetres) && baked.pixelFormat == vat::PixelFormat::Rgba16F) {
    because(message("the texels are too coarse"), message("use rgba32f", Remedy{RemedyKind::FloatTexels}),
            !wanted.keepsPixelFormat);
  } else if (clip.loop && isTooFar(error.loopGapMillimetres)) {
    const Message gap =
        message("the end of its loop lies %1 mm from its start: cut it where its ends agree, or play it once (%2)",
                bake::shortNumber(error.loopGapMillimetres), Remedy{RemedyKind::PlayOnce, 0.0, clip.name});
    because(gap, {}, false);
  } else {
    because(message("its motion jumps or is faster than its keys tell: raise the limit, or cut the clip at the jump"),
            {}, false);
  }
  return result;
}

Message whyHopeless(const FitClip& clip, bool hasDegrees) {
  if (!clip.rateHelps) {
    return message("clip \"%1\" is %2 mm off at every rate%3", clip.name, bake::shortNumber(clip.lossMillimetres),
                   clip.remedy);
  }
  return hasDegrees ? message("clip \"%1\" is %2 mm off, normals %3 degrees even at %4 Hz%5", clip.name,
                              bake::shortNumber(clip.millimetres), bake::shortNumber(clip.normalDegrees),
                              bake::shortNumber(clip.rateHz), clip.remedy)
                    : message("clip \"%1\" is %2 mm off even at %3 Hz%4", clip.name,
                              bake::shortNumber(clip.millimetres), bake::shortNumber(clip.rateHz), clip.remedy);
}

std::optional<std::uint32_t> smallestMaxSize(const vat::Encoding& encoding, const vat::TextureLayout& layout,
                                             vat::SizeRule size) {
  const auto fits = [&](std::uint32_t maxSize) {
    const std::uint32_t elementTexels =
        encoding.hasShapes ? vat::weightTexels(layout.shapeCount) : layout.elementCount * layout.texelsPerElement;
    const std::uint32_t extraTexels = layout.texelsPerFrame - elementTexels;
    Result<vat::TextureLayout> made =
        encoding.hasShapes
            ? vat::layOutShapes(encoding, layout.elementCount, layout.shapeCount, extraTexels, layout.frameCount, size,
                                maxSize)
            : vat::layOutTexture(encoding, layout.elementCount, extraTexels, layout.frameCount, size, maxSize);
    return made && (layout.tableFrames == 0 ||
                    vat::addTableRows(encoding, layout.tableFrames, size, maxSize, *made).has_value());
  };
  if (!fits(vat::kMaxTextureSize)) {
    return std::nullopt;
  }
  std::uint32_t tooSmall = 0;
  std::uint32_t enough = vat::kMaxTextureSize;
  while (enough - tooSmall > 1) {
    const std::uint32_t middle = tooSmall + (enough - tooSmall) / 2;
    (fits(middle) ? enough : tooSmall) = middle;
  }
  return enough;
}

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
