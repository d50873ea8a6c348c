// fit_check [--steps] [LIMIT…] MODEL…: fits each model to 5, 1 and 0.2 mm, or to these limits, and searches the result
// by brute force, at sixteen times the higher of the source's rate and the bake's, with a reader of the file and a
// decoder of the texels that share no code with core. Prints rows of the table in docs/encodings.md, and with --steps
// the candidates of the fit. Exit code 1 if a limit is not kept.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <vector>

#include "core/pipeline/fit.h"
#include "core/pipeline/load_model.h"
#include "core/pipeline/pack_job.h"
#include "tests/reference/search_errors.h"

namespace fs = std::filesystem;
using namespace texeleton;
using namespace texeleton::test;

namespace {

constexpr double kTimesTheRate = 16.0;

double processorSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void tellStep(const pipeline::FitCandidate& tried) {
  std::uint64_t frames = 0;
  const pipeline::FitClip* worst = nullptr;
  for (const pipeline::FitClip& clip : tried.clips) {
    frames += clip.frames;
    worst = worst == nullptr || clip.millimetres > worst->millimetres ? &clip : worst;
  }
  std::fprintf(stderr, "%8.2f s  %s %s: %llu frames of %u texels, %llu bytes, %.4g mm (%s at %.4g Hz)%s%s %s\n",
               processorSeconds(), tried.encoding.c_str(), tried.pixelFormat == vat::PixelFormat::Rgba16F ? "16" : "32",
               static_cast<unsigned long long>(frames), tried.texelsPerFrame,
               static_cast<unsigned long long>(tried.bytes), tried.millimetres,
               worst != nullptr ? worst->name.c_str() : "", worst != nullptr ? worst->rateHz : 0.0,
               tried.isFitted ? ", fitted" : "", tried.keeps ? ", keeps" : "", tried.reason.c_str());
}

/// Whether the limits were kept.
bool check(const fs::path& file, const std::vector<double>& limits, bool tellsSteps) {
  pipeline::ModelRequest request;
  request.model = file;
  JobContext job;
  const auto model = pipeline::loadModel(request, job);
  if (!model || (*model)->clips.empty()) {
    std::printf("| %s | – | – | | | %s |\n", file.filename().c_str(),
                model ? "no clips" : model.error().message.c_str());
    return true;
  }
  const ReferenceScene scene = readReference(file);
  const std::vector<ReferencePart> parts = partsOfVertices(scene);
  pipeline::PackJob exact;
  exact.source = request;
  exact.settings.mode = vat::BakeMode::Vertex;
  exact.settings.pixelFormat = vat::PixelFormat::Rgba32F;
  exact.settings.size = vat::SizeRule::Exact;
  exact.settings.maxSize = 32768;
  exact.measure = false;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, (*model)->clips.size()); ++i) {
    exact.settings.clips.emplace_back().clip = ClipIndex(i);
  }
  const auto vertexBake = pipeline::runPackJob(exact, *model, job);
  if (!vertexBake) {
    std::printf("| %s | – | – | | | %s |\n", file.filename().c_str(), vertexBake.error().message.c_str());
    return false;
  }
  const auto matches = matchVertices(vertexBake->pack.animation, scene, parts);
  bool kept = true;
  for (const double limit : limits) {
    pipeline::FitLimits wanted;
    wanted.maxMillimetres = limit;
    const auto fitted = pipeline::fitBake(**model, {}, wanted, job,
                                          tellsSteps ? tellStep : std::function<void(const pipeline::FitCandidate&)>());
    if (!fitted) {
      std::printf("| %s | %g | – | | | %s |\n", file.filename().c_str(), limit, fitted.error().message.c_str());
      std::fflush(stdout);
      continue;
    }
    pipeline::PackJob fit;
    fit.source = request;
    fit.settings = fitted->settings;
    const auto result = pipeline::runPackJob(fit, *model, job);
    if (!result) {
      std::printf("| %s | %g | – | | | %s |\n", file.filename().c_str(), limit, result.error().message.c_str());
      kept = false;
      continue;
    }
    const vat::BakedAnimation& baked = result->pack.animation;
    double found = 0.0;
    double claimed = 0.0;
    for (const vat::BakedClip& clip : baked.clips) {
      const model::Clip& source = (*model)->clips[clip.source.clip.value];
      claimed = std::max(claimed, clip.error->maxMillimetres);
      if (clip.source.toSeconds > source.startSeconds + source.lengthSeconds + 1e-6) {
        continue;  // The bake closed this cycle: the file does not define the step from its last frame to the first.
      }
      const double times = kTimesTheRate * std::max(1.0, source.sourceRateHz / clip.frameRate);
      found = std::max(
          found, searchErrors(baked, clip, scene, parts, matches, static_cast<int>(std::ceil(times))).millimetres);
    }
    const bool isKept = found <= limit && found <= claimed + 1e-3 * baked.sizeMetres;
    kept = kept && isKept;
    const pipeline::FitCandidate& chosen = fitted->candidates[fitted->chosen];
    std::printf("| %s | %g | %.3g kB, `%s`%s | %.4g | %.4g | %s |\n", file.filename().c_str(), limit,
                static_cast<double>(baked.texels.byteCount()) / 1000.0, chosen.encoding.c_str(),
                chosen.rows == bake::RowSpacing::Uneven ? ", uneven rows" : "", claimed, found,
                isKept ? "kept" : "**not kept**");
    std::fflush(stdout);
  }
  return kept;
}

}  // namespace

int main(int argc, char** argv) {
  bool kept = true;
  bool tellsSteps = false;
  std::vector<double> limits;
  std::vector<fs::path> models;
  for (int i = 1; i < argc; ++i) {
    if (argv[i] == std::string_view("--steps")) {
      tellsSteps = true;
      continue;
    }
    char* end = nullptr;
    const double limit = std::strtod(argv[i], &end);
    if (*end == '\0') {
      limits.push_back(limit);
    } else {
      models.emplace_back(argv[i]);
    }
  }
  if (limits.empty()) {
    limits = {5.0, 1.0, 0.2};
  }
  for (const fs::path& model : models) {
    kept = check(model, limits, tellsSteps) && kept;
  }
  return kept ? 0 : 1;
}
