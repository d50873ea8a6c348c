#include "core/pipeline/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/bake/bake.h"
#include "core/bake/bake_size.h"
#include "core/bake/clip_plan.h"
#include "core/bake/encoding.h"
#include "core/bake/measure.h"
#include "core/bake/measure_sockets.h"

namespace texeleton {

namespace {

/// A search at sixteen times the rate finds at most so much more than what was measured (core/pack/FORMAT.md).
constexpr double kUnseen = 1.02;
constexpr std::uint32_t kHighestFactor = 8;  ///< Of the source's rate.

/// How a clip can be sampled, by how many steps its length is cut into.
class ClipRates {
 public:
  explicit ClipRates(const BakedClip& clip) : m_lengthSeconds(clip.lengthSeconds) {
    const auto source = static_cast<std::uint32_t>(wholeSteps(clip.lengthSeconds, clip.sampleRateHz));
    const bool keepsRate = clip.rootMotion && clip.rootMotion->mode == RootMotionMode::Extract;
    for (std::uint32_t k = 1; !keepsRate && k <= source; ++k) {
      if (source % k == 0 && (k <= 64 || k == source)) {
        m_steps.push_back(source / k);
      }
    }
    for (const std::uint32_t k : {2u, 3u, 4u, 6u, 8u, 12u, 16u, 24u, 32u}) {
      if (!keepsRate && k < source) {
        m_steps.push_back((source + k / 2) / k);
      }
    }
    for (const std::uint32_t k : {1u, 2u, 3u, 4u, 6u, kHighestFactor}) {
      if (clip.lengthSeconds > 0.0 ? source * k < kMaxFramesPerClip : k == 1) {
        m_steps.push_back(std::max(source, 1u) * k);
      }
    }
    if (clip.loop) {  // A loop of one frame has no between, so that nothing would be measured of what it loses.
      std::erase_if(m_steps, [](std::uint32_t steps) { return steps < 2; });
      m_steps.push_back(std::max(source, 2u));
    }
    std::sort(m_steps.begin(), m_steps.end());
    m_steps.erase(std::unique(m_steps.begin(), m_steps.end()), m_steps.end());
    m_at = static_cast<std::size_t>(std::lower_bound(m_steps.begin(), m_steps.end(), source) - m_steps.begin());
    m_at = std::min(m_at, m_steps.size() - 1);
    m_high = m_steps.size();
    m_sourceRate = clip.sampleRateHz;
  }

  double rateHz() const { return rateOf(m_at); }
  bool isDone() const { return m_low >= m_high; }
  bool isFound() const { return m_isFound; }

  /// Says how the rate that was asked for did.
  void tell(bool keeps) {
    if (isDone()) {
      return;
    }
    if (keeps) {
      m_high = m_at;
      m_best = m_at;
      m_isFound = true;
    } else {
      m_low = m_at + 1;
    }
    m_at = isDone() ? m_best : m_low + (m_high - m_low) / 2;
  }
  /// No rate keeps the limits.
  void giveUp() { m_low = m_high; }
  bool isHopeless() const { return isDone() && !m_isFound; }

 private:
  double rateOf(std::size_t at) const { return m_lengthSeconds > 0.0 ? m_steps[at] / m_lengthSeconds : m_sourceRate; }

  double m_lengthSeconds = 0.0;
  double m_sourceRate = 30.0;
  std::vector<std::uint32_t> m_steps;
  std::size_t m_at = 0;
  std::size_t m_low = 0;
  std::size_t m_high = 0;
  std::size_t m_best = 0;
  bool m_isFound = false;
};

std::uint64_t bytesOf(const BakedAnimation& baked) { return baked.texels.byteCount(); }

class Fitter {
 public:
  Fitter(const Model& model, const BakeSettings& settings, const FitLimits& limits, JobContext& job)
      : m_model(model), m_settings(settings), m_limits(limits), m_job(job) {
    m_result.settings = settings;
    if (!limits.keepsSize) {
      m_settings.size = SizeRule::Exact;
    }
    if (m_settings.clips.empty()) {
      for (std::size_t i = 0; i < model.clips.size(); ++i) {
        m_settings.clips.emplace_back().clip = ClipIndex(i);
      }
    }
    m_settings.maxErrorMillimetres.reset();
  }

  Result<FitResult> run() {
    for (const Encoding& encoding : encodings()) {
      const bool isOtherMode = encoding.mode != m_settings.mode && (m_limits.keepsMode || m_limits.keepsEncoding);
      const std::string asked = m_limits.keepsEncoding ? encodingOfSettings() : encoding.name;
      if (isOtherMode || asked != encoding.name) {
        continue;
      }
      bool half = !m_limits.keepsPixelFormat || m_settings.pixelFormat == PixelFormat::Rgba16F;
      if (half) {
        const Result<bool> kept = tryEncoding(encoding, PixelFormat::Rgba16F);
        if (!kept) {
          return fail(kept.error());
        }
        half = *kept;
      }
      const bool mayBeFloat = !m_limits.keepsPixelFormat || m_settings.pixelFormat == PixelFormat::Rgba32F;
      if (!half && mayBeFloat && encoding.allowsFloat) {
        if (const Result<bool> kept = tryEncoding(encoding, PixelFormat::Rgba32F); !kept) {
          return fail(kept.error());
        }
      }
    }
    if (!m_best) {
      return fail(ErrorCode::Verification, m_nearest.empty() ? "no encoding may be chosen" : m_nearest);
    }
    return std::move(m_result);
  }

 private:
  std::string encodingOfSettings() const {
    return m_settings.encoding.empty() ? encodingOf(m_settings.mode).name : m_settings.encoding;
  }

  /// Whether it kept the limits, or would at a price that is too high already. Errors of single bakes only end the
  /// try: another encoding may do.
  Result<bool> tryEncoding(const Encoding& encoding, PixelFormat format) {
    BakeSettings settings = m_settings;
    settings.mode = encoding.mode;
    settings.encoding = encoding.name;
    settings.pixelFormat = format;
    settings.lodRatios.clear();  // Levels of detail change nothing of the texture.
    JobContext quiet;
    quiet.threadCount = m_job.threadCount;
    const Result<BakeSize> size = bakeSize(m_model, settings, quiet);
    if (!size) {
      note(encoding, format, size.error().message);
      return false;
    }
    std::vector<ClipRates> rates;
    for (const BakedClip& clip : size->clips) {
      rates.emplace_back(clip);
    }
    // Two frames a clip at least; what cannot become smaller than the best is not looked at.
    const std::uint64_t least = std::uint64_t{size->layout.texelsPerFrame} * size->clips.size() * texelBytes(format);
    if (m_best && least >= *m_best) {
      note(encoding, format, "cannot be smaller than what was found");
      return true;
    }
    while (true) {
      if (m_job.isCancelled()) {
        return fail(ErrorCode::Cancelled, "the search was cancelled");
      }
      for (std::size_t i = 0; i < rates.size(); ++i) {
        settings.clips[i].sampleRateHz = rates[i].rateHz();
      }
      const bool isFitted = std::all_of(rates.begin(), rates.end(), [](const ClipRates& r) { return r.isDone(); });
      m_job.progress(0.0, "Fitting");
      Result<FitCandidate> candidate = measured(settings, encoding, format);
      if (!candidate) {
        note(encoding, format, candidate.error().message);
        return false;
      }
      candidate->isFitted = isFitted;
      bool all = true;
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const bool keeps = keepsLimits(candidate->clips[i]);
        all = all && keeps;
        rates[i].tell(keeps);
        if (!keeps && !candidate->clips[i].rateHelps) {
          rates[i].giveUp();
        }
        if (rates[i].isHopeless()) {
          const FitClip& clip = candidate->clips[i];
          candidate->reason = "clip \"" + clip.name + "\" is " + shortNumber(clip.millimetres) + " mm off" +
                              (m_limits.maxNormalDegrees ? ", normals " + shortNumber(clip.normalDegrees) + " degrees"
                                                         : std::string()) +
                              " even at " + shortNumber(clip.rateHz) + " Hz" + m_why;
          if (clip.millimetres < m_nearestMillimetres) {
            m_nearestMillimetres = clip.millimetres;
            m_nearest = "no bake keeps " + shortNumber(m_limits.maxMillimetres) + " mm: " + candidate->reason;
          }
          add(std::move(*candidate));
          return false;
        }
      }
      candidate->keeps = all;
      const std::uint64_t bytes = candidate->bytes;
      add(std::move(*candidate));
      if (all && (!m_best || bytes < *m_best)) {
        m_best = bytes;
        m_result.chosen = m_result.candidates.size() - 1;
        m_result.settings = settings;
        m_result.settings.lodRatios = m_settings.lodRatios;
        m_result.settings.maxErrorMillimetres = m_limits.maxMillimetres;
      }
      if (isFitted) {
        return true;
      }
    }
  }

  Result<FitCandidate> measured(const BakeSettings& settings, const Encoding& encoding, PixelFormat format) {
    JobContext quiet;
    quiet.threadCount = m_job.threadCount;
    const Result<BakedAnimation> baked = bake(m_model, settings, quiet);
    if (!baked) {
      return fail(baked.error());
    }
    const Result<std::vector<ClipError>> errors = measureError(m_model, *baked, quiet);
    const Result<std::vector<double>> sockets = measureSockets(m_model, settings, *baked, quiet);
    if (!errors || !sockets) {
      return fail(!errors ? errors.error() : sockets.error());
    }
    FitCandidate candidate;
    candidate.encoding = encoding.name;
    candidate.pixelFormat = format;
    candidate.bytes = bytesOf(*baked);
    for (std::size_t i = 0; i < baked->clips.size(); ++i) {
      const BakedClip& clip = baked->clips[i];
      const ClipError& error = (*errors)[i];
      candidate.clips.push_back({clip.name, clip.sampleRateHz, clip.frameCount,
                                 std::max(error.maxMillimetres, (*sockets)[i]), error.maxNormalDegrees});
      candidate.clips.back().rateHelps =
          std::max({error.morphsMillimetres, error.influencesMillimetres, error.encodingMillimetres}) * kUnseen <=
          m_limits.maxMillimetres;
      candidate.millimetres = std::max(candidate.millimetres, candidate.clips.back().millimetres);
      if (!keepsLimits(candidate.clips.back())) {
        m_why =
            error.morphsMillimetres * kUnseen > m_limits.maxMillimetres
                ? "; bone mode leaves morph targets out: use vertex mode"
            : error.influencesMillimetres * kUnseen > m_limits.maxMillimetres
                ? "; bone mode keeps four influences a vertex: use vertex mode"
            : error.encodingMillimetres * kUnseen > m_limits.maxMillimetres
                ? "; the texels are too coarse: use rgba32f"
                : "; its motion jumps or is faster than its keys tell: raise the limit, or cut the clip at the jump";
      }
    }
    return candidate;
  }

  bool keepsLimits(const FitClip& clip) const {
    return clip.millimetres * kUnseen <= m_limits.maxMillimetres &&
           (!m_limits.maxNormalDegrees || clip.normalDegrees * kUnseen <= *m_limits.maxNormalDegrees);
  }

  void note(const Encoding& encoding, PixelFormat format, std::string reason) {
    FitCandidate candidate;
    candidate.encoding = encoding.name;
    candidate.pixelFormat = format;
    candidate.reason = std::move(reason);
    if (m_nearest.empty()) {
      m_nearest = std::string("no bake keeps the limits: ") + encoding.name + ": " + candidate.reason;
    }
    add(std::move(candidate));
  }

  void add(FitCandidate candidate) { m_result.candidates.push_back(std::move(candidate)); }

  const Model& m_model;
  BakeSettings m_settings;
  const FitLimits& m_limits;
  JobContext& m_job;
  FitResult m_result;
  std::optional<std::uint64_t> m_best;
  std::string m_nearest;
  double m_nearestMillimetres = std::numeric_limits<double>::infinity();
  std::string m_why;
};

}  // namespace

Result<FitResult> fitBake(const Model& model, const BakeSettings& settings, const FitLimits& limits, JobContext& job) {
  return Fitter(model, settings, limits, job).run();
}

}  // namespace texeleton
