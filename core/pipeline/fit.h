#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::pipeline {

/// Limits of a fit, and the settings that it must keep.
struct FitLimits {
  /// Limit for every vertex and socket origin at any time. A ClipSelection's own limits override it.
  double maxMillimetres = 1.0;
  std::optional<double> maxNormalDegrees;
  bool keepsMode = false;                   ///< Keeps BakeSettings::mode.
  bool keepsEncoding = false;               ///< Keeps BakeSettings::encoding, and so the mode.
  std::vector<std::string> encodings = {};  ///< The encodings to try; empty: all.
  bool keepsPixelFormat = false;
  bool keepsSize = false;  ///< Keeps BakeSettings::size; false: sides are exact.
  /// Keeps BakeSettings::rows; false: rows become uneven if no bake with even ones fits.
  bool keepsRows = false;
};

/// A clip of a candidate.
struct FitClip {
  std::string name;
  double rateHz = 0.0;
  std::uint32_t frames = 0;  ///< Stored frames.
  double millimetres = 0.0;  ///< Upper bound for vertices and sockets.
  double normalDegrees = 0.0;
  double lossMillimetres = 0.0;          ///< The part of the error that is independent of the rate: from the texels, or
                                         ///< leftOutMillimetres.
  double leftOutMillimetres = 0.0;       ///< Error from data that bone mode leaves out.
  double askedHz = 0.0;                  ///< ClipSelection::sampleRateHz; 0: one frame.
  bool rateHelps = true;                 ///< False: the loss alone is above the limit.
  bool keepsNormals = true;              ///< Its limit on normals, if any.
  std::optional<double> ownMillimetres;  ///< ClipSelection::maxErrorMillimetres, which overrides the fit's limit.
  /// The reason a clip exceeds its limits, and a remedy. `isRemedyTried`: the search tries it itself.
  Message remedy;
  bool isRemedyTried = false;
};

/// A bake that was tried.
struct FitCandidate {
  std::string encoding;
  vat::PixelFormat pixelFormat = vat::PixelFormat::Rgba16F;
  std::uint32_t shapes = 0;  ///< For encodings with shapes; 0: other encodings, or nothing was baked.
  bake::RowSpacing rows = bake::RowSpacing::Even;
  bool isFitted = false;  ///< Every clip has the lowest rate that keeps the limits; false: a step of the search.
  bool keeps = false;
  bool isTooLarge = false;        ///< The texture exceeds BakeSettings::maxSize.
  Message reason;                 ///< The reason it exceeds the limits.
  std::uint32_t neededSize = 0;   ///< If the texture is too large: the smallest BakeSettings::maxSize that suffices.
  std::vector<double> rowMetres;  ///< Uneven rows: ClipSelection::rowMetres of each clip.
  std::uint64_t bytes = 0;        ///< Size of the texels.
  std::uint32_t texelsPerFrame = 0;
  double millimetres = 0.0;
  std::vector<FitClip> clips;
};

struct FitResult {
  bake::BakeSettings settings;           ///< The requested ones with the chosen mode, encoding, format, size and rates.
  std::vector<FitCandidate> candidates;  ///< All candidates, in the order of the search.
  std::size_t chosen = 0;
};

/// Finds the smallest bake that keeps `limits`. Tries all allowed encodings and, for each clip, the rates that meet the
/// source's keys and some others up to 256 times the lowest, or a single frame if it hardly moves. The result was baked
/// and measured. `tried` is called with each evaluated candidate. Clips with extracted root motion keep at least their
/// source's rate, since their track is made from the frames. Steps of the search may exceed the limit of textures; the
/// result does not. Errors: those of bake() and measureError(); Cancelled; Verification (no bake keeps the limits;
/// names the clip, its error and remedies).
Result<FitResult> fitBake(const model::Model& model, const bake::BakeSettings& settings, const FitLimits& limits,
                          JobContext& job, const std::function<void(const FitCandidate&)>& tried = {});

/// The settings to bake a candidate: those of the fit with the candidate's choices.
bake::BakeSettings settingsOf(const FitCandidate& candidate, const FitLimits& limits, bake::BakeSettings settings);

/// Whether a candidate keeps another limit of the fit. Clips with their own limit keep theirs.
bool keepsAt(const FitCandidate& candidate, double millimetres);

/// The smallest candidate that keeps another limit, without a new search; nullopt if there is none.
std::optional<std::size_t> smallestAt(std::span<const FitCandidate> candidates, double millimetres);

/// A chart of the candidates as SVG: bytes against error, both logarithmic.
std::string fitPicture(const FitResult& result, const FitLimits& limits, const std::string& title);

}  // namespace texeleton::pipeline
