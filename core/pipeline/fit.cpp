#include "core/pipeline/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/bake/bake.h"
#include "core/bake/bake_size.h"
#include "core/bake/bake_words.h"
#include "core/bake/basis.h"
#include "core/bake/clip_plan.h"
#include "core/bake/encoding.h"
#include "core/bake/frame_table.h"
#include "core/bake/measure.h"
#include "core/bake/measure_sockets.h"
#include "core/bake/texture_layout.h"
#include "core/pipeline/clip_rates.h"

namespace texeleton {

namespace {

/// A search at sixteen times the rate finds at most so much more than what was measured (core/pack/FORMAT.md).
constexpr double kUnseen = 1.02;
/// Of a limit, for what shapes lose on frames; the rest is for what lies between frames.
constexpr double kShapesPart = 0.5;

class Fitter {
 public:
  using Listener = std::function<void(const FitCandidate&)>;

  Fitter(const Model& model, const BakeSettings& settings, const FitLimits& limits, JobContext& job,
         const Listener& tried)
      : m_model(model),
        m_settings(settings),
        m_limits(limits),
        m_job(job),
        m_tried(tried),
        m_quiet([this](double, const char*) {
          if (m_job.isCancelled()) {
            m_quiet.cancel();
          }
        }) {
    m_quiet.threadCount = job.threadCount;
    m_result.settings = settings;
    if (m_settings.clips.empty()) {
      for (std::size_t i = 0; i < model.clips.size(); ++i) {
        m_settings.clips.emplace_back().clip = ClipIndex(i);
      }
    }
  }

  Result<FitResult> run() {
    std::vector<const Encoding*> asked;
    for (const Encoding& encoding : encodings()) {
      const bool isOtherMode = encoding.mode != m_settings.mode && (m_limits.keepsMode || m_limits.keepsEncoding);
      const std::string name = m_limits.keepsEncoding ? encodingOfSettings() : encoding.name;
      const bool isLeftOut = m_limits.onlyClassic && &encoding != &encodingOf(encoding.mode);
      if (!isOtherMode && !isLeftOut && name == encoding.name) {
        asked.push_back(&encoding);
      }
    }
    // The smallest texels first, bones before vertices: what cannot become smaller than what they gave is soon left.
    std::stable_sort(asked.begin(), asked.end(), [](const Encoding* a, const Encoding* b) {
      return std::tuple(a->mode != BakeMode::Bone, a->hasShapes, a->texelsPerElement) <
             std::tuple(b->mode != BakeMode::Bone, b->hasShapes, b->texelsPerElement);
    });
    for (std::size_t i = 0; i < asked.size(); ++i) {
      m_share = {static_cast<double>(i) / static_cast<double>(asked.size()), 1.0 / static_cast<double>(asked.size())};
      if (const Result<void> did = tryFormats(*asked[i]); !did) {
        return fail(did.error());
      }
    }
    if (m_settings.rows == RowSpacing::Uneven) {
      if (const Result<void> did = tryUneven(); !did) {
        return fail(did.error());
      }
    }
    if (!m_best) {
      return fail(ErrorCode::Verification, m_nearest.empty() ? message("no encoding may be chosen") : m_nearest);
    }
    return std::move(m_result);
  }

 private:
  /// What became of an encoding and a pixel format.
  enum class Outcome : std::uint8_t {
    Done,     ///< It kept the limits, or would at a price that is too high already: a wider format is no better.
    Refused,  ///< It cannot.
  };

  struct Share {
    double begin = 0.0;
    double width = 1.0;
  };

  std::string encodingOfSettings() const {
    return m_settings.encoding.empty() ? encodingOf(m_settings.mode).name : m_settings.encoding;
  }

  Result<void> tryFormats(const Encoding& encoding) {
    for (const PixelFormat format : {PixelFormat::Rgba16F, PixelFormat::Rgba32F}) {
      if ((m_limits.keepsPixelFormat && m_settings.pixelFormat != format) ||
          (format == PixelFormat::Rgba32F && !encoding.allowsFloat)) {
        continue;
      }
      const Result<Outcome> outcome = tryEncoding(encoding, format);
      if (!outcome) {
        return fail(outcome.error());
      }
      if (*outcome == Outcome::Done) {
        break;
      }
    }
    return {};
  }

  /// Errors of single bakes only end the try: another encoding may do.
  Result<Outcome> tryEncoding(const Encoding& encoding, PixelFormat format) {
    FitCandidate asked;
    asked.encoding = encoding.name;
    asked.pixelFormat = format;
    BakeSettings settings = settingsOf(asked, m_limits, m_settings);
    settings.rows = RowSpacing::Even;
    settings.lodRatios.clear();  // Levels of detail change nothing of the texture.
    settings.maxErrorMillimetres.reset();
    settings.maxNormalDegrees.reset();
    if (encoding.hasShapes && !settings.shapes) {
      settings.shapesMillimetres = kShapesPart * leastLimit();
    }
    const Result<BakeSize> size = sizeOf(settings, true);
    if (!size) {
      note(asked, size.error().message);
      if (m_job.isCancelled()) {
        return cancelled();
      }
      return Outcome::Refused;
    }
    std::vector<ClipRates> rates;
    for (const BakedClip& clip : size->clips) {
      rates.emplace_back(clip);
    }
    std::uint32_t shapes = 1;  // That are needed; what the last step had is taken to be about what others would.
    for (int step = 0;; ++step) {
      // What cannot become smaller than the best is not looked at any longer.
      std::uint64_t least = 0;
      for (const ClipRates& each : rates) {
        least += each.leastFrames();
      }
      if (m_best && leastTexels(encoding, size->layout, least, shapes) * texelBytes(format) >= *m_best) {
        note(asked, message("cannot be smaller than what was found"));
        return Outcome::Done;
      }
      for (std::size_t i = 0; i < rates.size(); ++i) {
        settings.clips[i].sampleRateHz = rates[i].rateHz();
      }
      const bool isFitted = std::all_of(rates.begin(), rates.end(), [](const ClipRates& r) { return r.isDone(); });
      m_job.progress(m_share.begin + m_share.width * (1.0 - std::pow(0.7, step)), "Fitting");
      Result<FitCandidate> candidate = measured(settings, asked);
      if (m_job.isCancelled()) {
        return cancelled();
      }
      if (!candidate) {
        note(asked, candidate.error().message);
        return Outcome::Refused;
      }
      shapes = std::max(candidate->shapes, 1u);
      candidate->isFitted = isFitted;
      const bool fits = candidate->reason.empty();
      bool all = fits;
      const FitClip* hopeless = nullptr;
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const FitClip& clip = candidate->clips[i];
        const double times = timesOver(i, clip);
        const bool keeps = times <= 1.0;
        all = all && keeps;
        rates[i].tell(times);
        if (!keeps && !clip.rateHelps) {
          rates[i].giveUp();
        }
        if (rates[i].isHopeless() && (hopeless == nullptr || timesOver(i, clip) > m_nearestTimes)) {
          hopeless = &clip;
          m_nearestTimes = timesOver(i, clip);
        }
      }
      if (hopeless != nullptr) {
        candidate->reason =
            m_limits.maxNormalDegrees
                ? message("clip \"%1\" is %2 mm off, normals %3 degrees even at %4 Hz%5", hopeless->name,
                          shortNumber(hopeless->millimetres), shortNumber(hopeless->normalDegrees),
                          shortNumber(hopeless->rateHz), hopeless->remedy)
                : message("clip \"%1\" is %2 mm off even at %3 Hz%4", hopeless->name,
                          shortNumber(hopeless->millimetres), shortNumber(hopeless->rateHz), hopeless->remedy);
        // What the search does not try itself is worth more to know than what came nearest.
        const bool isNews = !hopeless->isRemedyTried && m_isNearestTried;
        if (isNews || (m_nearestTimes < m_leastTimes && hopeless->isRemedyTried == m_isNearestTried)) {
          m_leastTimes = m_nearestTimes;
          m_isNearestTried = hopeless->isRemedyTried;
          m_nearest = message("no bake keeps %1 mm: %2",
                              shortNumber(limitOf(static_cast<std::size_t>(hopeless - candidate->clips.data()))),
                              candidate->reason);
        }
        add(std::move(*candidate));
        return Outcome::Refused;
      }
      candidate->keeps = all;
      const std::uint64_t bytes = candidate->bytes;
      if (isFitted && !fits) {  // Nothing is nearer than what only a larger texture would hold.
        m_nearest = message("no bake keeps the limits: %1, %2, would keep them, but %3", encoding.name, wordOf(format),
                            candidate->reason);
        m_leastTimes = 0.0;
        m_isNearestTried = false;
      }
      add(std::move(*candidate));
      if (all && (!m_best || bytes < *m_best)) {
        m_best = bytes;
        choose(settings);
        if (encoding.hasShapes) {
          m_result.settings.shapes = shapes;
          m_result.settings.shapesMillimetres.reset();
        }
      }
      if (isFitted && (all || !fits)) {
        return Outcome::Done;
      }
    }
  }

  /// Takes the last candidate.
  void choose(const BakeSettings& settings) {
    m_result.chosen = m_result.candidates.size() - 1;
    m_result.settings = settings;
    m_result.settings.lodRatios = m_settings.lodRatios;
    m_result.settings.maxErrorMillimetres = m_limits.maxMillimetres;
    m_result.settings.maxNormalDegrees = m_limits.maxNormalDegrees;
  }

  /// Whether every clip keeps its limits, be the texture too large or not.
  bool allKeep(const FitCandidate& candidate) const {
    bool keep = !candidate.clips.empty();
    for (std::size_t i = 0; i < candidate.clips.size(); ++i) {
      keep = keep && timesOver(i, candidate.clips[i]) <= 1.0;
    }
    return keep;
  }

  /// Uneven rows of every encoding that even ones were found for, from the last that were.
  Result<void> tryUneven() {
    std::vector<FitCandidate> even;
    for (const FitCandidate& candidate : m_result.candidates) {
      if (!allKeep(candidate) || findEncoding(candidate.encoding)->hasShapes) {
        continue;
      }
      if (!even.empty() && even.back().encoding == candidate.encoding &&
          even.back().pixelFormat == candidate.pixelFormat) {
        even.pop_back();
      }
      even.push_back(candidate);
    }
    for (const FitCandidate& found : even) {
      FitCandidate asked;
      asked.encoding = found.encoding;
      asked.pixelFormat = found.pixelFormat;
      asked.rows = RowSpacing::Uneven;
      asked.isFitted = true;
      BakeSettings settings = settingsOf(found, m_limits, m_settings);
      settings.rows = RowSpacing::Uneven;
      settings.lodRatios.clear();
      settings.maxErrorMillimetres = m_limits.maxMillimetres;
      settings.maxNormalDegrees = m_limits.maxNormalDegrees;
      // Finer frames leave more choice, and their table is larger: each clip's best of three.
      std::vector<double> rates(found.clips.size(), 0.0);
      std::vector<double> texels(found.clips.size(), std::numeric_limits<double>::infinity());
      for (const double factor : {1.0, 2.0, 4.0}) {
        for (std::size_t i = 0; i < rates.size(); ++i) {
          const FitClip& clip = found.clips[i];
          const bool fits = clip.frames * factor < kMaxFramesPerClip;
          settings.clips[i].sampleRateHz = clip.askedHz * (fits ? factor : 1.0);
        }
        const Result<bool> kept = tryUneven(settings, asked);
        if (!kept) {
          return fail(kept.error());
        }
        const FitCandidate& tried = m_result.candidates.back();
        for (std::size_t i = 0; *kept && i < rates.size(); ++i) {
          const double perFrame = static_cast<double>(tried.texelsPerFrame);
          const double taken = tried.clips[i].frames * perFrame + found.clips[i].frames * factor;
          if (taken < texels[i]) {
            texels[i] = taken;
            rates[i] = *settings.clips[i].sampleRateHz;
          }
        }
      }
      for (std::size_t i = 0; i < rates.size(); ++i) {
        settings.clips[i].sampleRateHz = rates[i];
      }
      const bool isAny = std::isfinite(*std::max_element(texels.begin(), texels.end()));
      if (const Result<bool> kept = isAny ? tryUneven(settings, asked) : Result<bool>(false); !kept) {
        return fail(kept.error());
      }
    }
    return {};
  }

  /// Whether it keeps the limits. Errors: Cancelled; others only end the try.
  Result<bool> tryUneven(const BakeSettings& settings, const FitCandidate& asked) {
    m_job.progress(m_share.begin + m_share.width, "Fitting");
    Result<FitCandidate> candidate = measured(settings, asked);
    if (m_job.isCancelled()) {
      return cancelled();
    }
    if (!candidate) {
      note(asked, candidate.error().message);
      return false;
    }
    candidate->keeps = candidate->reason.empty() && allKeep(*candidate);
    const bool keeps = candidate->keeps;
    const std::uint64_t bytes = candidate->bytes;
    add(std::move(*candidate));
    if (keeps && (!m_best || bytes < *m_best)) {
      m_best = bytes;
      choose(settings);
    }
    return keeps;
  }

  /// Of so many frames, without what rounding up the sides adds.
  static std::uint64_t leastTexels(const Encoding& encoding, const TextureLayout& layout, std::uint64_t frames,
                                   std::uint32_t shapes) {
    if (!encoding.hasShapes) {
      return (frames + (encoding.hasConstants ? 1 : 0)) * layout.texelsPerFrame;
    }
    const std::uint64_t sockets = layout.texelsPerFrame - weightTexels(layout.shapeCount);
    return frames * (sockets + weightTexels(shapes)) + shapeTexels(layout.elementCount, shapes);
  }

  static tl::unexpected<Error> cancelled() { return fail(ErrorCode::Cancelled, "the search was cancelled"); }

  /// The size of a bake; `roomy`: in a texture of any size.
  Result<BakeSize> sizeOf(BakeSettings settings, bool roomy) {
    settings.maxSize = roomy ? kMaxTextureSize : settings.maxSize;
    settings.size = roomy ? SizeRule::Exact : settings.size;
    return bakeSize(m_model, settings, m_quiet);
  }

  /// Bakes and measures. A texture that is too large for the settings is baked nevertheless, because it may be a step
  /// on the way to a smaller one; `reason` says so.
  Result<FitCandidate> measured(BakeSettings settings, FitCandidate candidate) {
    const Result<BakeSize> size = sizeOf(settings, false);
    if (!size) {
      if (size.error().code != ErrorCode::Limit) {
        return fail(size.error());
      }
      candidate.reason = size.error().message;
      settings.maxSize = kMaxTextureSize;
      settings.size = SizeRule::Exact;
    }
    const Result<BakedAnimation> baked = bake(m_model, settings, m_quiet);
    if (!baked) {
      return fail(baked.error());
    }
    const Result<std::vector<ClipError>> errors = measureError(m_model, *baked, m_quiet);
    const Result<std::vector<double>> sockets = measureSockets(m_model, settings, *baked, m_quiet);
    if (!errors || !sockets) {
      return fail(!errors ? errors.error() : sockets.error());
    }
    candidate.bytes = baked->texels.byteCount();
    candidate.shapes = baked->layout.shapeCount;
    candidate.texelsPerFrame = baked->layout.texelsPerFrame;
    for (std::size_t i = 0; i < baked->clips.size(); ++i) {
      candidate.clips.push_back(clipOf(i, *baked, (*errors)[i], (*sockets)[i]));
      candidate.clips.back().askedHz = *settings.clips[i].sampleRateHz;
      candidate.millimetres = std::max(candidate.millimetres, candidate.clips.back().millimetres);
    }
    return candidate;
  }

  FitClip clipOf(std::size_t i, const BakedAnimation& baked, const ClipError& error, double socketMillimetres) const {
    const BakedClip& clip = baked.clips[i];
    const Encoding& encoding = encodingOf(baked);
    FitClip result;
    result.name = clip.name;
    result.rateHz = clip.sampleRateHz;
    result.frames = storedFrameCount(baked, clip);
    result.millimetres = std::max(error.maxMillimetres, socketMillimetres);
    result.normalDegrees = error.maxNormalDegrees;
    const auto isTooFar = [&](double millimetres) { return millimetres * kUnseen > limitOf(i); };
    result.rateHelps = !isTooFar(error.morphsMillimetres) && !isTooFar(error.influencesMillimetres) &&
                       !isTooFar(error.encodingMillimetres);
    if (timesOver(i, result) <= 1.0) {
      return result;
    }
    const auto because = [&](const Message& why, const Message& helps, bool isTried) {
      result.remedy = isTried || helps.empty() ? message("; %1", why) : message("; %1: %2", why, helps);
      result.isRemedyTried = isTried;
    };
    const bool isModeFree = !m_limits.keepsMode && !m_limits.keepsEncoding;
    if (isTooFar(error.morphsMillimetres)) {
      because(message("bone mode leaves morph targets out"), message("use vertex mode", Remedy{RemedyKind::VertexMode}),
              isModeFree);
    } else if (isTooFar(error.influencesMillimetres)) {
      because(message("bone mode keeps four influences a vertex"),
              message("use vertex mode", Remedy{RemedyKind::VertexMode}), isModeFree);
    } else if (isTooFar(error.encodingMillimetres) && encoding.hasShapes) {
      because(message("its shapes are too few"), message("use offset16 or positionNormal"), !m_limits.keepsEncoding);
    } else if (isTooFar(error.encodingMillimetres) && !encoding.allowsFloat) {
      because(message("the texels are too coarse"),
              message("use positionNormal", Remedy{RemedyKind::Encoding, 0.0, "positionNormal"}),
              !m_limits.keepsEncoding);
    } else if (isTooFar(error.encodingMillimetres) && baked.pixelFormat == PixelFormat::Rgba16F) {
      because(message("the texels are too coarse"), message("use rgba32f", Remedy{RemedyKind::FloatTexels}),
              !m_limits.keepsPixelFormat);
    } else if (clip.loop && isTooFar(error.loopGapMillimetres)) {
      const Message gap =
          message("the end of its loop lies %1 mm from its start: cut it where its ends agree, or play it once (%2)",
                  shortNumber(error.loopGapMillimetres), Remedy{RemedyKind::PlayOnce, 0.0, clip.name});
      because(gap, {}, false);
    } else {
      because(message("its motion jumps or is faster than its keys tell: raise the limit, or cut the clip at the jump"),
              {}, false);
    }
    return result;
  }

  double leastLimit() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_settings.clips.size(); ++i) {
      least = std::min(least, limitOf(i));
    }
    return least;
  }
  double limitOf(std::size_t clip) const {
    return m_settings.clips[clip].maxErrorMillimetres.value_or(m_limits.maxMillimetres);
  }

  /// How many times the limit of a clip its error is, as far as it may be off.
  double timesOver(std::size_t i, const FitClip& clip) const {
    const auto times = [](double value, double limit) {
      return limit > 0.0 ? value * kUnseen / limit : value > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
    };
    const ClipSelection& own = m_settings.clips[i];
    const std::optional<double> degrees = own.maxNormalDegrees ? own.maxNormalDegrees : m_limits.maxNormalDegrees;
    return std::max(times(clip.millimetres, limitOf(i)), degrees ? times(clip.normalDegrees, *degrees) : 0.0);
  }

  void note(FitCandidate candidate, Message reason) {
    candidate.reason = std::move(reason);
    if (m_nearest.empty()) {
      m_nearest = message("no bake keeps the limits: %1: %2", candidate.encoding, candidate.reason);
    }
    add(std::move(candidate));
  }

  void add(FitCandidate candidate) {
    m_result.candidates.push_back(std::move(candidate));
    if (m_tried) {
      m_tried(m_result.candidates.back());
    }
  }

  const Model& m_model;
  BakeSettings m_settings;
  const FitLimits& m_limits;
  JobContext& m_job;
  const Listener& m_tried;
  JobContext m_quiet;  ///< Of single bakes: their issues are not told.
  Share m_share;
  FitResult m_result;
  std::optional<std::uint64_t> m_best;
  Message m_nearest;
  double m_nearestTimes = 0.0;
  double m_leastTimes = std::numeric_limits<double>::infinity();
  bool m_isNearestTried = true;  ///< Whether what would help m_nearest is tried too; true while there is none.
};

}  // namespace

Result<FitResult> fitBake(const Model& model, const BakeSettings& settings, const FitLimits& limits, JobContext& job,
                          const std::function<void(const FitCandidate&)>& tried) {
  return Fitter(model, settings, limits, job, tried).run();
}

BakeSettings settingsOf(const FitCandidate& candidate, const FitLimits& limits, BakeSettings settings) {
  const Encoding* const encoding = findEncoding(candidate.encoding);
  settings.mode = encoding != nullptr ? encoding->mode : settings.mode;
  settings.encoding = candidate.encoding;
  settings.pixelFormat = candidate.pixelFormat;
  settings.rows = candidate.rows;
  if (candidate.shapes != 0) {
    settings.shapes = candidate.shapes;
  }
  if (!limits.keepsSize) {
    settings.size = SizeRule::Exact;
  }
  for (std::size_t i = 0; i < candidate.clips.size() && i < settings.clips.size(); ++i) {
    settings.clips[i].sampleRateHz = candidate.clips[i].askedHz;
  }
  return settings;
}

}  // namespace texeleton
