#include "core/pipeline/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/bake/bake.h"
#include "core/bake/bake_size.h"
#include "core/bake/clip_plan.h"
#include "core/bake/measure/measure.h"
#include "core/bake/settings/bake_settings.h"
#include "core/bake/settings/bake_words.h"
#include "core/pipeline/clip_rates.h"
#include "core/pipeline/fit_clip.h"
#include "core/pipeline/fit_measure.h"
#include "core/vat/basis.h"
#include "core/vat/encoding.h"
#include "core/vat/texture_layout.h"
#include "core/vat/vat_words.h"

namespace texeleton::pipeline {

namespace {

/// Share of a limit for the errors of shapes at frames; the rest is for errors between frames.
constexpr double kShapesPart = 0.5;
/// Linear blending needs about as many frames as blending along arcs, or more; positions about as many as matrices.
/// Results in half floats are less certain.
constexpr double kFramesOfBones = 0.9;
constexpr double kFramesOfHalves = 0.7;
/// Uneven rows are tried for candidates whose size with even rows is at most this many times the smallest.
constexpr std::uint64_t kTimesTheSmallest = 2;

class Fitter {
 public:
  using Listener = std::function<void(const FitCandidate&)>;

  Fitter(const model::Model& model, const bake::BakeSettings& settings, const FitLimits& limits, JobContext& job,
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
        }),
        m_measure(model, m_quiet) {
    m_quiet.threadCount = job.threadCount;
    m_result.settings = settings;
    if (m_settings.clips.empty()) {
      for (std::size_t i = 0; i < model.clips.size(); ++i) {
        m_settings.clips.emplace_back().clip = ClipIndex(i);
      }
    }
  }

  Result<FitResult> run() {
    std::vector<const vat::Encoding*> asked;
    for (const vat::Encoding& encoding : vat::encodings()) {
      const bool isOtherMode = encoding.mode != m_settings.mode && (m_limits.keepsMode || m_limits.keepsEncoding);
      const std::string name = m_limits.keepsEncoding ? encodingOfSettings() : encoding.name;
      const bool isLeftOut = !m_limits.encodings.empty() &&
                             std::ranges::find(m_limits.encodings, encoding.name) == m_limits.encodings.end();
      if (!isOtherMode && !isLeftOut && name == encoding.name) {
        asked.push_back(&encoding);
      }
    }
    // Smallest texels first, bones before vertices, so that candidates that cannot become smaller are excluded early.
    std::ranges::stable_sort(asked, [](const vat::Encoding* a, const vat::Encoding* b) {
      return std::tuple(a->mode != vat::BakeMode::Bone, a->hasShapes, a->texelsPerElement) <
             std::tuple(b->mode != vat::BakeMode::Bone, b->hasShapes, b->texelsPerElement);
    });
    const bool isUneven = m_settings.rows == bake::RowSpacing::Uneven;
    const auto mayBeUneven = [&] { return !m_best && !isUneven && !m_limits.keepsRows; };
    for (std::size_t i = 0; i < asked.size(); ++i) {
      // Bones in uneven rows are smaller than vertices in any rows.
      if (asked[i]->mode == vat::BakeMode::Vertex && mayBeUneven()) {
        TRY(tryUneven());
      }
      m_share = {static_cast<double>(i) / static_cast<double>(asked.size()), 1.0 / static_cast<double>(asked.size())};
      TRY(tryFormats(*asked[i]));
    }
    if (isUneven || mayBeUneven()) {
      TRY(tryUneven());
    }
    if (!m_best) {
      return fail(ErrorCode::Verification, m_nearest.empty() ? message("no encoding may be chosen") : m_nearest);
    }
    return std::move(m_result);
  }

 private:
  enum class Outcome : std::uint8_t {
    Done,     ///< It keeps the limits, or is already too large in this format; a wider format is no better.
    Refused,  ///< It cannot keep the limits.
  };

  struct Share {
    double begin = 0.0;
    double width = 1.0;
  };

  std::string encodingOfSettings() const {
    return m_settings.encoding.empty() ? vat::encodingOf(m_settings.mode).name : m_settings.encoding;
  }

  Result<void> tryFormats(const vat::Encoding& encoding) {
    for (const vat::PixelFormat format : {vat::PixelFormat::Rgba16F, vat::PixelFormat::Rgba32F}) {
      if ((m_limits.keepsPixelFormat && m_settings.pixelFormat != format) ||
          (format == vat::PixelFormat::Rgba32F && !encoding.allowsFloat)) {
        continue;
      }
      const Result<Outcome> outcome = tryEncoding(encoding, format);
      TRY(outcome);
      if (*outcome == Outcome::Done) {
        break;
      }
    }
    return {};
  }

  /// Tries an encoding. An error of a single bake ends only this try.
  Result<Outcome> tryEncoding(const vat::Encoding& encoding, vat::PixelFormat format) {
    FitCandidate asked;
    asked.encoding = encoding.name;
    asked.pixelFormat = format;
    bake::BakeSettings settings = settingsOf(asked, m_limits, m_settings);
    settings.rows = bake::RowSpacing::Even;
    settings.lodRatios.clear();  // Levels of detail do not change the texture.
    settings.maxErrorMillimetres.reset();
    settings.maxNormalDegrees.reset();
    if (encoding.hasShapes && !settings.shapes) {
      settings.shapesMillimetres = kShapesPart * leastLimit();
    }
    const Result<bake::BakeSize> size = sizeOf(settings, true);
    if (!size) {
      note(asked, size.error().message);
      if (m_job.isCancelled()) {
        return cancelled();
      }
      return Outcome::Refused;
    }
    std::vector<ClipRates> rates(size->clips.begin(), size->clips.end());
    std::optional<FitCandidate> last;
    std::uint32_t shapes = 1;  // Shapes needed, estimated from the last step.
    for (int step = 0;; ++step) {
      // Skip candidates that cannot become smaller than the best.
      std::uint64_t least = 0;
      for (const ClipRates& each : rates) {
        least += each.leastFrames();
      }
      least = std::max(least, isBlendedLinearly(encoding) ? std::max(m_framesOfArcs, m_framesOfMatrices) : 0);
      if (m_best && leastTexels(encoding, size->layout, least, shapes) * vat::texelBytes(format) >= *m_best) {
        note(asked, message("cannot be smaller than what was found"));
        return Outcome::Done;
      }
      if (!m_best && m_neededSize && least * rowsOfFrame(size->layout) > m_settings.maxSize) {
        note(asked, message("the texture would be too high too"));
        return Outcome::Done;
      }
      for (std::size_t i = 0; i < rates.size(); ++i) {
        settings.clips[i].sampleRateHz = rates[i].rateHz();
      }
      const bool isFitted = std::ranges::all_of(rates, &ClipRates::isDone);
      m_job.progress(m_share.begin + m_share.width * (1.0 - std::pow(0.7, step)), "Fitting");
      if (!isSameAs(last, settings)) {
        m_leastFrames = least;
        Result<FitCandidate> made = measured(settings, asked);
        if (m_job.isCancelled()) {
          return cancelled();
        }
        if (!made) {
          note(asked, made.error().message);
          return made.error().code == ErrorCode::Verification ? Outcome::Done : Outcome::Refused;
        }
        last = std::move(*made);
      }
      std::optional<FitCandidate> candidate = last;
      shapes = std::max(candidate->shapes, 1u);
      candidate->isFitted = isFitted;
      const bool fits = candidate->reason.empty();
      bool all = fits;
      const FitClip* hopeless = nullptr;
      double hopelessTimes = 0.0;
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const FitClip& clip = candidate->clips[i];
        const double times = timesOver(limitsOf(i), clip);
        const bool keeps = times <= 1.0;
        all = all && keeps;
        rates[i].tell(times);
        if (!keeps && !clip.rateHelps) {
          rates[i].giveUp();
        }
        const double nearest =
            clip.rateHelps ? times : clip.lossMillimetres * bake::kUnseenErrorFactor / limitsOf(i).millimetres;
        if (rates[i].isHopeless() && (hopeless == nullptr || nearest > hopelessTimes)) {
          hopeless = &clip;
          hopelessTimes = nearest;
        }
      }
      learnFrames(encoding, *candidate, rates);
      if (hopeless != nullptr) {
        candidate->reason = whyHopeless(*hopeless, m_limits.maxNormalDegrees.has_value());
        // A remedy that the search does not try is more informative than the nearest miss.
        const bool isNews = !hopeless->isRemedyTried && m_isNearestTried;
        if (isNews || (hopelessTimes < m_leastTimes && hopeless->isRemedyTried == m_isNearestTried)) {
          m_leastTimes = hopelessTimes;
          m_isNearestTried = hopeless->isRemedyTried;
          const auto clip = static_cast<std::size_t>(hopeless - candidate->clips.data());
          m_nearest =
              message("no bake keeps %1 mm: %2", bake::shortNumber(limitsOf(clip).millimetres), candidate->reason);
        }
        add(std::move(*candidate));
        return Outcome::Refused;
      }
      candidate->keeps = all;
      const std::uint64_t bytes = candidate->bytes;
      if (isFitted && !fits) {
        tellOfSize(*candidate);
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

  /// Whether all clips have the requested rates already.
  static bool isSameAs(const std::optional<FitCandidate>& last, const bake::BakeSettings& settings) {
    return last &&
           std::equal(last->clips.begin(), last->clips.end(), settings.clips.begin(), settings.clips.end(),
                      [](const FitClip& a, const bake::ClipSelection& b) { return a.askedHz == b.sampleRateHz; });
  }

  void choose(const bake::BakeSettings& settings) {
    m_result.chosen = m_result.candidates.size() - 1;
    m_result.settings = settings;
    m_result.settings.lodRatios = m_settings.lodRatios;
    m_result.settings.maxErrorMillimetres = m_limits.maxMillimetres;
    m_result.settings.maxNormalDegrees = m_limits.maxNormalDegrees;
    const std::vector<double>& rowMetres = m_result.candidates.back().rowMetres;
    for (std::size_t i = 0; i < rowMetres.size(); ++i) {
      m_result.settings.clips[i].rowMetres = rowMetres[i];
    }
  }

  /// Whether every clip keeps its limits, even if the texture is too large.
  bool allKeep(const FitCandidate& candidate) const {
    bool keep = !candidate.clips.empty();
    for (std::size_t i = 0; i < candidate.clips.size(); ++i) {
      keep = keep && timesOver(limitsOf(i), candidate.clips[i]) <= 1.0;
    }
    return keep;
  }

  /// Tries uneven rows for the encodings for which even rows were found since the last call.
  Result<void> tryUneven() {
    std::vector<FitCandidate> even;
    const std::size_t first = std::exchange(m_triedUneven, m_result.candidates.size());
    for (std::size_t i = first; i < m_triedUneven; ++i) {
      const FitCandidate& candidate = m_result.candidates[i];
      if (!allKeep(candidate) || vat::findEncoding(candidate.encoding)->hasShapes) {
        continue;
      }
      if (!even.empty() && even.back().encoding == candidate.encoding &&
          even.back().pixelFormat == candidate.pixelFormat) {
        even.pop_back();
      }
      even.push_back(candidate);
    }
    std::uint64_t smallest = std::numeric_limits<std::uint64_t>::max();
    for (const FitCandidate& candidate : even) {
      smallest = std::min(smallest, candidate.bytes);
    }
    std::erase_if(even, [&](const FitCandidate& each) { return each.bytes / kTimesTheSmallest > smallest; });
    for (const FitCandidate& found : even) {
      FitCandidate asked;
      asked.encoding = found.encoding;
      asked.pixelFormat = found.pixelFormat;
      asked.rows = bake::RowSpacing::Uneven;
      asked.isFitted = true;
      bake::BakeSettings settings = settingsOf(found, m_limits, m_settings);
      settings.rows = bake::RowSpacing::Uneven;
      settings.lodRatios.clear();
      settings.maxErrorMillimetres = m_limits.maxMillimetres;
      settings.maxNormalDegrees = m_limits.maxNormalDegrees;
      // More frames leave more choice, but need a larger table, so each clip gets the best of three rates. If even rows
      // just did not fit, the first that fit are used, since more frames take long and gain only a few percent.
      std::vector<double> rates(found.clips.size(), 0.0);
      std::vector<double> texels(found.clips.size(), std::numeric_limits<double>::infinity());
      for (const double factor : {1.0, 2.0, 4.0}) {
        for (std::size_t i = 0; i < rates.size(); ++i) {
          const FitClip& clip = found.clips[i];
          const bool fits = clip.frames * factor < vat::kMaxFramesPerClip;
          settings.clips[i].sampleRateHz = clip.askedHz * (fits ? factor : 1.0);
        }
        const Result<bool> kept = tryUneven(settings, asked);
        TRY(kept);
        if (*kept && m_settings.rows == bake::RowSpacing::Even) {
          return {};
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
      const bool isAny = std::isfinite(*std::ranges::max_element(texels));
      TRY(isAny ? tryUneven(settings, asked) : Result<bool>(false));
    }
    return {};
  }

  /// Returns whether the limits are kept. Errors: Cancelled; others only end the try.
  Result<bool> tryUneven(const bake::BakeSettings& settings, const FitCandidate& asked) {
    m_job.progress(m_share.begin + m_share.width, "Fitting");
    Result<FitCandidate> candidate = measured(settings, asked);
    if (m_job.isCancelled()) {
      return cancelled();
    }
    if (!candidate) {
      note(asked, candidate.error().message);
      return false;
    }
    const bool isTooLarge = !candidate->reason.empty();
    candidate->keeps = !isTooLarge && allKeep(*candidate);
    if (isTooLarge && allKeep(*candidate)) {
      tellOfSize(*candidate);
    }
    const bool keeps = candidate->keeps;
    const std::uint64_t bytes = candidate->bytes;
    add(std::move(*candidate));
    if (keeps && (!m_best || bytes < *m_best)) {
      m_best = bytes;
      choose(settings);
    }
    return keeps;
  }

  /// Texels of this many frames, with unrounded sides.
  static std::uint64_t leastTexels(const vat::Encoding& encoding, const vat::TextureLayout& layout,
                                   std::uint64_t frames, std::uint32_t shapes) {
    if (!encoding.hasShapes) {
      return (frames + (encoding.hasConstants ? 1 : 0)) * layout.texelsPerFrame;
    }
    const std::uint64_t sockets = layout.texelsPerFrame - vat::weightTexels(layout.shapeCount);
    return frames * (sockets + vat::weightTexels(shapes)) + vat::shapeTexels(layout.elementCount, shapes);
  }

  static tl::unexpected<Error> cancelled() { return fail(ErrorCode::Cancelled, "the search was cancelled"); }

  /// The size of a bake. `roomy`: without a limit of the texture's size.
  Result<bake::BakeSize> sizeOf(bake::BakeSettings settings, bool roomy) {
    settings.maxSize = roomy ? vat::kMaxTextureSize : settings.maxSize;
    settings.size = roomy ? vat::SizeRule::Exact : settings.size;
    return bake::bakeSize(m_model, settings, m_quiet);
  }

  /// Bakes and measures. Errors: those of both; Verification if it needs too many shapes to become smaller than the
  /// best.
  Result<bake::MeasuredBake> bakeMeasured(const bake::BakeSettings& settings) {
    Result<bake::MeasuredBake> baked = bake::bakeWithErrors(m_model, settings, m_quiet);
    if (!baked || !baked->errors.empty()) {
      return baked;
    }
    vat::BakedAnimation& animation = baked->animation;
    const vat::TextureLayout& layout = animation.layout;
    if (m_best && layout.shapeCount != 0 &&
        leastTexels(vat::encodingOf(animation), layout, m_leastFrames, layout.shapeCount) *
                vat::texelBytes(animation.pixelFormat) >=
            *m_best) {
      return fail(ErrorCode::Verification, "cannot be smaller than what was found");
    }
    return m_measure.measure(settings, std::move(animation));
  }

  /// Bakes and measures. A texture too large for the settings is baked nevertheless, as a step to a smaller one;
  /// `reason` states it.
  Result<FitCandidate> measured(bake::BakeSettings settings, FitCandidate candidate) {
    const bake::BakeSettings asked = settings;
    const auto makeRoom = [&settings] {
      settings.maxSize = vat::kMaxTextureSize;
      settings.size = vat::SizeRule::Exact;
    };
    const Result<bake::BakeSize> size = sizeOf(settings, false);
    bool isTooLarge = !size;
    if (isTooLarge && size.error().code != ErrorCode::Limit) {
      return fail(size.error());
    }
    if (isTooLarge) {
      makeRoom();
    }
    Result<bake::MeasuredBake> baked = bakeMeasured(settings);
    if (!baked && baked.error().code == ErrorCode::Limit && !isTooLarge && settings.rows == bake::RowSpacing::Uneven) {
      isTooLarge = true;
      makeRoom();
      baked = bakeMeasured(settings);
    }
    if (!baked && baked.error().code == ErrorCode::Limit && isTooLarge && settings.rows == bake::RowSpacing::Even) {
      return fail(ErrorCode::Limit, "its texture would be too large at the rates that are needed");
    }
    TRY(baked);
    const vat::BakedAnimation& animation = baked->animation;
    candidate.isTooLarge = isTooLarge;
    if (isTooLarge) {
      candidate.neededSize = smallestMaxSize(vat::encodingOf(animation), animation.layout, asked.size).value_or(0);
      candidate.reason = message("%1 × %2 texels are too large for a texture of at most %3 × %3",
                                 animation.layout.width, animation.layout.height, asked.maxSize);
    }
    candidate.rowMetres = std::move(baked->rowMetres);
    candidate.bytes = animation.texels.byteCount();
    candidate.shapes = animation.layout.shapeCount;
    candidate.texelsPerFrame = animation.layout.texelsPerFrame;
    for (std::size_t i = 0; i < animation.clips.size(); ++i) {
      candidate.clips.push_back(
          measuredClip(animation, i, baked->errors[i], baked->socketMillimetres[i], limitsOf(i), m_limits));
      candidate.clips.back().askedHz = *settings.clips[i].sampleRateHz;
      candidate.clips.back().ownMillimetres = settings.clips[i].maxErrorMillimetres;
      candidate.millimetres = std::max(candidate.millimetres, candidate.clips.back().millimetres);
    }
    return candidate;
  }

  std::uint64_t rowsOfFrame(const vat::TextureLayout& layout) const {
    return (layout.texelsPerFrame + m_settings.maxSize - 1) / std::max(m_settings.maxSize, 1u);
  }

  /// Whether stored values of elements are blended linearly; along arcs they need fewer frames.
  static bool isBlendedLinearly(const vat::Encoding& encoding) {
    return encoding.mode == vat::BakeMode::Vertex || !encoding.hasConstants;
  }

  /// Uses results of bones as a lower bound of the frames that linear blending needs.
  void learnFrames(const vat::Encoding& encoding, const FitCandidate& candidate, const std::vector<ClipRates>& rates) {
    const bool isAll =
        std::ranges::all_of(candidate.clips, [](const FitClip& clip) { return clip.leftOutMillimetres == 0.0; });
    if (encoding.mode != vat::BakeMode::Bone || !isAll || m_limits.maxNormalDegrees) {
      return;
    }
    std::uint64_t least = 0;
    for (const ClipRates& each : rates) {
      least += each.leastFrames();
    }
    const bool isFloat = candidate.pixelFormat == vat::PixelFormat::Rgba32F;
    const double share = isFloat ? kFramesOfBones : kFramesOfHalves;
    // Floats come after halves and are more precise.
    std::uint64_t& frames = isBlendedLinearly(encoding) ? m_framesOfMatrices : m_framesOfArcs;
    frames = static_cast<std::uint64_t>(share * static_cast<double>(least));
  }

  /// Keeps, as the nearest miss, the smallest candidate that keeps the limits in too large a texture.
  void tellOfSize(const FitCandidate& candidate) {
    if (candidate.neededSize == 0 || (m_neededSize && *m_neededSize <= candidate.neededSize)) {
      return;
    }
    m_neededSize = candidate.neededSize;
    m_leastTimes = 0.0;
    m_isNearestTried = false;
    const Remedy size = {RemedyKind::MaxSize, static_cast<double>(candidate.neededSize), {}};
    const Message larger =
        message(candidate.neededSize > vat::kCommonTextureSide ? "%1 (where the engine takes it)" : "%1", size);
    const bool mayBeUneven =
        candidate.rows == bake::RowSpacing::Even && !vat::findEncoding(candidate.encoding)->hasShapes;
    const Message way = mayBeUneven ? message("%1, or try %2", larger, Remedy{RemedyKind::UnevenRows}) : larger;
    m_nearest = message("no bake in a texture of at most %1 × %1 texels keeps the limits: %2, %3, does with %4",
                        m_settings.maxSize, candidate.encoding, wordOf(candidate.pixelFormat), way);
  }

  double leastLimit() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_settings.clips.size(); ++i) {
      least = std::min(least, limitsOf(i).millimetres);
    }
    return least;
  }
  ClipLimits limitsOf(std::size_t clip) const {
    const bake::ClipSelection& own = m_settings.clips[clip];
    return {own.maxErrorMillimetres.value_or(m_limits.maxMillimetres),
            own.maxNormalDegrees ? own.maxNormalDegrees : m_limits.maxNormalDegrees};
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

  const model::Model& m_model;
  bake::BakeSettings m_settings;
  const FitLimits& m_limits;
  JobContext& m_job;
  const Listener& m_tried;
  JobContext m_quiet;  ///< For single bakes; their issues are not reported.
  FitMeasure m_measure;
  Share m_share;
  FitResult m_result;
  std::optional<std::uint64_t> m_best;
  std::size_t m_triedUneven = 0;              ///< Candidates processed by tryUneven().
  std::uint64_t m_framesOfArcs = 0;           ///< Frames needed with blending along arcs; 0: unknown.
  std::uint64_t m_framesOfMatrices = 0;       ///< Frames needed with linear blending, also by positions; 0: unknown.
  std::uint64_t m_leastFrames = 0;            ///< Frames that the current candidate needs at least.
  std::optional<std::uint32_t> m_neededSize;  ///< Smallest `maxSize` that would suffice, if the texture is too large.
  Message m_nearest;
  double m_leastTimes = std::numeric_limits<double>::infinity();
  bool m_isNearestTried = true;  ///< The search itself tries the remedies of m_nearest, or there are none.
};

}  // namespace

Result<FitResult> fitBake(const model::Model& model, const bake::BakeSettings& settings, const FitLimits& limits,
                          JobContext& job, const std::function<void(const FitCandidate&)>& tried) {
  return Fitter(model, settings, limits, job, tried).run();
}

bool keepsAt(const FitCandidate& candidate, double millimetres) {
  return !candidate.isTooLarge && !candidate.clips.empty() &&
         std::ranges::all_of(candidate.clips, [&](const FitClip& clip) {
           return clip.keepsNormals && clip.millimetres <= clip.ownMillimetres.value_or(millimetres);
         });
}

std::optional<std::size_t> smallestAt(std::span<const FitCandidate> candidates, double millimetres) {
  std::optional<std::size_t> smallest;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (keepsAt(candidates[i], millimetres) && (!smallest || candidates[i].bytes < candidates[*smallest].bytes)) {
      smallest = i;
    }
  }
  return smallest;
}

bake::BakeSettings settingsOf(const FitCandidate& candidate, const FitLimits& limits, bake::BakeSettings settings) {
  const vat::Encoding* const encoding = vat::findEncoding(candidate.encoding);
  settings.mode = encoding != nullptr ? encoding->mode : settings.mode;
  settings.encoding = candidate.encoding;
  settings.pixelFormat = candidate.pixelFormat;
  settings.rows = candidate.rows;
  if (candidate.shapes != 0) {
    settings.shapes = candidate.shapes;
  }
  if (!limits.keepsSize) {
    settings.size = vat::SizeRule::Exact;
  }
  for (std::size_t i = 0; i < candidate.clips.size() && i < settings.clips.size(); ++i) {
    settings.clips[i].sampleRateHz = candidate.clips[i].askedHz;
  }
  for (std::size_t i = 0; i < candidate.rowMetres.size() && i < settings.clips.size(); ++i) {
    settings.clips[i].rowMetres = candidate.rowMetres[i];
  }
  return settings;
}

}  // namespace texeleton::pipeline
