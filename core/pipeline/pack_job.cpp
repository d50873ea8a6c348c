#include "core/pipeline/pack_job.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

#include "core/bake/bake.h"
#include "core/bake/clip_plan.h"
#include "core/bake/measure/measure.h"
#include "core/base/file_hash.h"
#include "core/base/same_file.h"
#include "core/model/names.h"
#include "core/pipeline/source_plan.h"

namespace texeleton::pipeline {

namespace {

class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - m_last).count();
    m_last = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

/// The model, then its motions, then its point caches.
Result<std::vector<pack::PackSource>> describeSources(const ModelRequest& request) {
  std::vector<pack::PackSource> sources;
  auto model = packSourceOf(request.model, pack::SourceRole::Model);
  TRY(model);
  model->scale = request.import.options.scale;
  if (request.import.options.up) {
    model->up = std::string(1, *request.import.options.up == importing::UpAxis::Z ? 'z' : 'y');
  }
  sources.push_back(std::move(*model));
  for (const std::filesystem::path& file : request.motions) {
    auto motion = packSourceOf(file, pack::SourceRole::Motion);
    TRY(motion);
    sources.push_back(std::move(*motion));
  }
  for (const CacheRequest& asked : request.caches) {
    auto cache = packSourceOf(asked.file, pack::SourceRole::Cache);
    TRY(cache);
    sources.push_back(std::move(*cache));
  }
  for (std::size_t i = 0; i <= request.motions.size(); ++i) {
    const std::filesystem::path meta = unityMetaOf(i == 0 ? request.model : request.motions[i - 1], request.import);
    if (!meta.empty()) {
      auto source = packSourceOf(meta, pack::SourceRole::Meta);
      TRY(source);
      sources.push_back(std::move(*source));
    }
  }
  return sources;
}

}  // namespace

Result<pack::PackSource> packSourceOf(const std::filesystem::path& file, pack::SourceRole role) {
  auto hash = sha256OfFile(file);
  TRY(hash);
  pack::PackSource source;
  source.file = model::harmlessName(file.filename().string());  // For readers only; the file is found by its hash.
  source.role = wordOf(role);
  source.sha256 = std::move(*hash);
  return source;
}

namespace {

bool limitsErrors(const bake::BakeSettings& settings) {
  return settings.maxErrorMillimetres || settings.maxNormalDegrees ||
         std::ranges::any_of(settings.clips, [](const bake::ClipSelection& clip) {
           return clip.maxErrorMillimetres || clip.maxNormalDegrees;
         });
}

/// The ratio of a value to its limit; 0 if it keeps it.
double timesOver(double value, const std::optional<double>& limit) {
  return !limit || value <= *limit ? 0.0 : *limit > 0.0 ? value / *limit : std::numeric_limits<double>::infinity();
}

Message distanceOver(const vat::BakedClip& clip, double limit) {
  const vat::ClipError& error = *clip.error;
  const double leftOut = std::max(error.influencesMillimetres, error.morphsMillimetres);
  const bool vertices = leftOut > std::max(error.encodingMillimetres, error.interpolationMillimetres);
  if (error.isAtJump && error.interpolationMillimetres >= std::max(leftOut, error.encodingMillimetres)) {
    return message(
        "the error of %1 mm is over the limit of %2 mm: worst in clip \"%3\", frame %4, vertex %5, where the "
        "motion jumps; no rate removes it: play the clip stepped (without blending frames), or raise the "
        "limit",
        bake::shortNumber(error.maxMillimetres), bake::shortNumber(limit), clip.name,
        bake::shortNumber(error.worstFrame), error.worstVertex);
  }
  return message(
      vertices ? "the error of %1 mm is over the limit of %2 mm: worst in clip \"%3\", frame %4, vertex %5; use vertex "
                 "mode, which keeps all influences and morph targets, or raise the limit"
               : "the error of %1 mm is over the limit of %2 mm: worst in clip \"%3\", frame %4, vertex %5; raise the "
                 "rate or the limit, or use rgba32f",
      bake::shortNumber(error.maxMillimetres), bake::shortNumber(limit), clip.name, bake::shortNumber(error.worstFrame),
      error.worstVertex, Remedy{vertices ? RemedyKind::VertexMode : RemedyKind::FloatTexels});
}

Message normalsOver(const vat::BakedClip& clip, double limit) {
  return message(
      "normals are %1 degrees off, over the limit of %2: worst in clip \"%3\"; raise the rate or the limit, "
      "or use vertex mode",
      bake::shortNumber(clip.error->maxNormalDegrees), bake::shortNumber(limit), clip.name,
      Remedy{RemedyKind::VertexMode});
}

}  // namespace

std::optional<Message> errorLimitExceeded(const vat::BakedAnimation& animation, const bake::BakeSettings& settings) {
  double most = 0.0;
  std::optional<Message> worst;
  for (std::size_t i = 0; i < animation.clips.size(); ++i) {
    const vat::BakedClip& clip = animation.clips[i];
    if (!clip.error) {
      continue;
    }
    const bake::ClipSelection own = i < settings.clips.size() ? settings.clips[i] : bake::ClipSelection();
    const auto limit = own.maxErrorMillimetres ? own.maxErrorMillimetres : settings.maxErrorMillimetres;
    const auto degrees = own.maxNormalDegrees ? own.maxNormalDegrees : settings.maxNormalDegrees;
    if (const double times = timesOver(clip.error->maxMillimetres, limit); times > most) {
      most = times;
      worst = distanceOver(clip, *limit);
    }
    if (const double times = timesOver(clip.error->maxNormalDegrees, degrees); times > most) {
      most = times;
      worst = normalsOver(clip, *degrees);
    }
  }
  return worst;
}

Result<PackJobResult> runPackJob(const PackJob& job, std::shared_ptr<const model::Model> model, JobContext& context) {
  PackJobResult result;
  result.model = std::move(model);
  Stopwatch watch;

  if (!job.output.empty()) {
    TRY(checkOutput(job.output, filesRead(job.source)));
  }
  auto sources = describeSources(job.source);
  TRY(sources);
  result.pack.generator = "texeleton " TEXELETON_VERSION;
  result.pack.sources = std::move(*sources);
  result.pack.sources.insert(result.pack.sources.end(), job.furtherSources.begin(), job.furtherSources.end());

  watch.lap();
  auto baked = bake::bakeWithErrors(*result.model, job.settings, context);
  TRY(baked);
  result.pack.animation = std::move(baked->animation);
  std::vector<vat::ClipError> errors = std::move(baked->errors);
  result.seconds.bake = watch.lap();

  const bool isLimited = job.enforceLimits && limitsErrors(job.settings);
  if (job.measure || isLimited) {
    if (errors.empty()) {
      auto measured = bake::measureError(*result.model, result.pack.animation, context);
      TRY(measured);
      errors = std::move(*measured);
    }
    for (std::size_t i = 0; i < errors.size(); ++i) {
      result.pack.animation.clips[i].error = errors[i];
    }
    result.seconds.measure = watch.lap();
    if (auto why = errorLimitExceeded(result.pack.animation, job.settings); isLimited && why) {
      return fail(ErrorCode::Verification, std::move(*why), job.source.model.string());
    }
  }

  if (!job.output.empty()) {
    TRY(pack::writePack(job.output, result.pack, job.write, context));
    result.seconds.write = watch.lap();
  }
  return result;
}

Result<PackJobResult> runPackJob(const PackJob& job, JobContext& context) {
  Stopwatch watch;
  auto model = loadModel(job.source, context);
  TRY(model);
  const double importSeconds = watch.lap();
  auto result = runPackJob(job, std::move(*model), context);
  if (result) {
    result->seconds.import = importSeconds;
  }
  return result;
}

}  // namespace texeleton::pipeline
