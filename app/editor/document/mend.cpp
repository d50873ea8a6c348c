#include "app/editor/document/mend.h"

#include <algorithm>
#include <cmath>

#include "app/editor/document/error_limits.h"

namespace texeleton::editor {

namespace {

ErrorCause causeOf(const vat::ClipError& error) {
  const double most = std::max({error.encodingMillimetres, error.interpolationMillimetres, error.influencesMillimetres,
                                error.morphsMillimetres});
  return most == error.interpolationMillimetres ? error.isAtJump ? ErrorCause::Jump : ErrorCause::Interpolation
         : most == error.influencesMillimetres  ? ErrorCause::Influences
         : most == error.morphsMillimetres      ? ErrorCause::Morphs
                                                : ErrorCause::Encoding;
}

double partOf(const vat::ClipError& error, ErrorCause cause) {
  switch (cause) {
    case ErrorCause::Encoding:
      return error.encodingMillimetres;
    case ErrorCause::Interpolation:
    case ErrorCause::Jump:
      return error.interpolationMillimetres;
    case ErrorCause::Influences:
      return error.influencesMillimetres;
    case ErrorCause::Morphs:
      break;
  }
  return error.morphsMillimetres;
}

/// The rate that brings the interpolation error to the limit, if a rate that can be suggested improves on the current
/// one.
std::optional<double> rateFor(const vat::BakedClip& clip, double partMillimetres, double limitMillimetres) {
  const double wanted = std::ceil(std::sqrt(partMillimetres / limitMillimetres));
  const double times = std::min(std::max(wanted, 2.0), std::floor(kMostSuggestedHertz / clip.sampleRateHz));
  return times >= 2.0 ? std::optional(clip.sampleRateHz * times) : std::nullopt;
}

}  // namespace

std::optional<Mends> mendsFor(const vat::BakedAnimation& animation, const std::vector<vat::ClipError>& errors,
                              const std::vector<double>& limitsMillimetres) {
  std::optional<Mends> mends;
  double mostTimes = 0.0;
  const std::size_t clips = std::min({errors.size(), animation.clips.size(), limitsMillimetres.size()});
  for (std::size_t i = 0; i < clips; ++i) {
    const vat::ClipError& error = errors[i];
    const double limitMillimetres = limitsMillimetres[i];
    if (error.maxMillimetres <= limitMillimetres) {
      continue;
    }
    if (!mends) {
      mends.emplace();
    }
    const ErrorCause cause = causeOf(error);
    const double times = error.maxMillimetres / std::max(limitMillimetres, kLeastLimitMillimetres);
    if (times > mostTimes) {
      mostTimes = times;
      mends->cause = cause;
      // Each part is the maximum of its own, which may be larger than the whole error's share.
      mends->worstMillimetres = error.maxMillimetres;
      mends->causeMillimetres = std::min(partOf(error, cause), error.maxMillimetres);
    }
    const auto isToBlame = [&](ErrorCause part) { return part == cause || partOf(error, part) > limitMillimetres; };
    mends->floats |= isToBlame(ErrorCause::Encoding) && animation.pixelFormat == vat::PixelFormat::Rgba16F;
    mends->vertices |=
        (isToBlame(ErrorCause::Influences) || isToBlame(ErrorCause::Morphs)) && animation.mode == vat::BakeMode::Bone;
    if (isToBlame(ErrorCause::Interpolation) && !error.isAtJump) {
      if (const auto hertz = rateFor(animation.clips[i], error.interpolationMillimetres, limitMillimetres)) {
        mends->rates.push_back({i, *hertz});
      }
    }
  }
  return mends;
}

std::vector<ClipRow> withRates(std::vector<ClipRow> rows, const std::vector<int>& bakedClips,
                               const std::vector<Mends::Rate>& rates) {
  for (std::size_t i = 0; i < std::min(rows.size(), bakedClips.size()); ++i) {
    for (const Mends::Rate& rate : rates) {
      if (bakedClips[i] == static_cast<int>(rate.clip)) {
        rows[i].clip.fps = rate.hertz;
      }
    }
  }
  return rows;
}

}  // namespace texeleton::editor
