#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/bake/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/model/model.h"

namespace texeleton::pipeline {

/// The limits of a fitted bake, and the settings that may be chosen for it.
struct FitLimits {
  /// Limit for any vertex and any socket's origin at any time. Clips whose ClipSelection has limits keep their own.
  double maxMillimetres = 1.0;
  std::optional<double> maxNormalDegrees;
  bool keepsMode = false;      ///< BakeSettings::mode stands.
  bool keepsEncoding = false;  ///< BakeSettings::encoding stands; with it the mode.
  bool onlyClassic = false;    ///< The first encoding of a mode, which every target plays.
  bool keepsPixelFormat = false;
  bool keepsSize = false;  ///< BakeSettings::size stands; else sides are exact.
  /// BakeSettings::rows stands; else rows are uneven where those of no bake with even ones find room.
  bool keepsRows = false;
};

/// A clip of a candidate.
struct FitClip {
  std::string name;
  double rateHz = 0.0;
  std::uint32_t frames = 0;  ///< That are stored.
  double millimetres = 0.0;  ///< Upper end, of vertices and sockets.
  double normalDegrees = 0.0;
  double lossMillimetres = 0.0;          ///< Measured loss that is independent of the rate: by texels, or as below.
  double leftOutMillimetres = 0.0;       ///< Lost by what bone mode does not keep.
  double askedHz = 0.0;                  ///< ClipSelection::sampleRateHz; 0: one frame.
  bool rateHelps = true;                 ///< False: the loss alone is above the limit.
  bool keepsNormals = true;              ///< Its limit on normals, where it has one.
  std::optional<double> ownMillimetres;  ///< ClipSelection::maxErrorMillimetres, which replaces the fit's limit.
  /// Why a clip does not keep its limits, and what would help, unless the search tries that too.
  Message remedy;
  bool isRemedyTried = false;
};

/// A bake that was tried.
struct FitCandidate {
  std::string encoding;
  bake::PixelFormat pixelFormat = bake::PixelFormat::Rgba16F;
  std::uint32_t shapes = 0;  ///< Encodings that have some; 0: the others, or none was baked.
  bake::RowSpacing rows = bake::RowSpacing::Even;
  bool isFitted = false;  ///< Each clip at the lowest rate that keeps the limits; else a step of the search.
  bool keeps = false;
  bool isTooLarge = false;        ///< For a texture of at most BakeSettings::maxSize.
  Message reason;                 ///< Why it does not keep the limits.
  std::uint32_t neededSize = 0;   ///< If its texture is too large: the smallest sufficient BakeSettings::maxSize.
  std::vector<double> rowMetres;  ///< Uneven rows: ClipSelection::rowMetres of each clip.
  std::uint64_t bytes = 0;        ///< Size of the texels.
  std::uint32_t texelsPerFrame = 0;
  double millimetres = 0.0;
  std::vector<FitClip> clips;
};

struct FitResult {
  bake::BakeSettings settings;  ///< The requested ones, with the chosen mode, encoding, format, size and rates.
  std::vector<FitCandidate> candidates;  ///< All that were tried, in order.
  std::size_t chosen = 0;
};

/// Searches for the smallest bake that keeps `limits`: over all allowed encodings, and for each clip over the rates
/// that meet the source's keys and some others up to 256 times the lowest, or a single frame if it hardly moves. The
/// result was baked and measured. `tried` is called for each candidate after its evaluation. Clips with extracted root
/// motion keep at least their source's rate, because their track is made from the frames. Intermediate steps may exceed
/// the limit of textures; the result does not. Errors: those of bake() and measureError(); Cancelled; Verification: no
/// bake keeps the limits (names the clip, its error, and remedies).
Result<FitResult> fitBake(const model::Model& model, const bake::BakeSettings& settings, const FitLimits& limits,
                          JobContext& job, const std::function<void(const FitCandidate&)>& tried = {});

/// The settings of a baked candidate: the `settings` of the fit with the candidate's choices.
bake::BakeSettings settingsOf(const FitCandidate& candidate, const FitLimits& limits, bake::BakeSettings settings);

/// Whether a candidate keeps another limit of the fit; clips with their own limit keep that one.
bool keepsAt(const FitCandidate& candidate, double millimetres);

/// The smallest candidate that keeps another limit, without a search for it; nothing if there is none.
std::optional<std::size_t> smallestAt(std::span<const FitCandidate> candidates, double millimetres);

/// The candidates as a picture: bytes against error, both logarithmic (SVG).
std::string fitPicture(const FitResult& result, const FitLimits& limits, const std::string& title);

}  // namespace texeleton::pipeline
