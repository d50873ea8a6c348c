// texeleton-cli bench: measures this machine. docs/performance.md describes the figures.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include "app/cli/bench_gpu.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "core/base/elapsed.h"
#include "core/base/parallel.h"
#include "core/benchmark/figures.h"
#include "core/import/worker/import_worker.h"
#include "core/pack/pack.h"
#include "core/pack/pack_words.h"
#include "core/pipeline/pack_job.h"
#include "core/settings/json_fields.h"
#include "core/vat/encoding.h"

namespace texeleton::cli {

namespace {

namespace fs = std::filesystem;

struct BenchArguments {
  std::string model;
  std::string folder;
  unsigned threads = 0;
  double secondsPerFigure = 1.0;
  int repeats = 5;
};

/// Wall-clock figures of whole bakes of one model, vertex mode, every clip, exact size, uncompressed, cache cold.
struct WholeBakeFigures {
  std::string model;
  std::size_t clipCount = 0;
  std::uint64_t texelBytes = 0;
  double importSeconds = 0.0;
  double plainAssimpSeconds = 0.0;  // 0: Assimp cannot read the file
  double bakeSeconds = 0.0;
  double measureSeconds = 0.0;
  double writeSeconds = 0.0;
  double wholeSeconds = 0.0;  // import + bake + write: the cost of a bake without measuring
};

// The worker is the only program that links Assimp, so it times Assimp alone: in-process, after a warm-up run, the file
// in the page cache, no post-processing.
double timePlainAssimp(const std::string& model) {
  const auto worker = importing::ImportWorker::find({});
  if (!worker) {
    return 0.0;
  }
  QProcess process;
  process.start(QString::fromStdString(worker->program().string()), {"--time-assimp", QString::fromStdString(model)});
  if (!process.waitForFinished(60000) || process.exitCode() != 0) {
    return 0.0;
  }
  return process.readAllStandardOutput().trimmed().toDouble();
}

// The reports and cancellation of a bench. The timed work itself reports nothing, since that would be measured too.
struct Run {
  JobContext job;
  JobContext::ProgressFunction show;

  void tell(double fraction, const char* stage) const {
    if (show) {
      show(fraction, stage);
    }
  }
  /// Errors: Cancelled.
  Result<void> goOn(double fraction, const char* stage) const {
    tell(fraction, stage);
    return job.isCancelled() ? fail(ErrorCode::Cancelled, "cancelled: there are no figures") : Result<void>();
  }
};

Result<WholeBakeFigures> benchmarkWholeBake(const BenchArguments& arguments, const fs::path& folder, Run& run) {
  pipeline::PackJob job;
  job.source.model = arguments.model;
  job.source.import.cache.enabled = false;
  job.settings.mode = vat::BakeMode::Vertex;
  job.settings.size = vat::SizeRule::Exact;
  job.write.compression = pack::TextureCompression::None;
  job.output = folder / "bench.texpack";

  WholeBakeFigures best;
  best.model = fs::path(arguments.model).filename().string();
  for (int i = 0; i < arguments.repeats; ++i) {
    run.tell(0.5 + 0.4 * i / arguments.repeats, "Whole bakes");
    auto result = pipeline::runPackJob(job, run.job);
    TRY(result);
    const pipeline::PackJobTimes& seconds = result->seconds;
    const double whole = seconds.import + seconds.bake + seconds.write;
    const double assimp = timePlainAssimp(arguments.model);
    if (i == 0 || whole < best.wholeSeconds) {
      best.wholeSeconds = whole;
      best.importSeconds = seconds.import;
      best.bakeSeconds = seconds.bake;
      best.writeSeconds = seconds.write;
    }
    best.measureSeconds = i == 0 ? seconds.measure : std::min(best.measureSeconds, seconds.measure);
    best.plainAssimpSeconds = i == 0 ? assimp : std::min(best.plainAssimpSeconds, assimp);
    best.clipCount = result->pack.animation.clips.size();
    best.texelBytes = result->pack.animation.texels.byteCount();
  }
  return best;
}

// The cost of each encoding for the same model: every clip, baked but not measured, written or compressed.
Result<Json> benchmarkModelEncodings(const BenchArguments& arguments, Run& run) {
  Json json = Json::object();
  double first = 0.0;
  for (const vat::Encoding& encoding : vat::encodings()) {
    pipeline::PackJob job;
    job.source.model = arguments.model;
    job.settings.mode = encoding.mode;
    job.settings.encoding = encoding.name;
    job.settings.size = vat::SizeRule::Exact;
    job.source.import.cache.enabled = false;
    job.measure = false;
    double best = 0.0;
    std::uint64_t bytes = 0;
    for (int i = 0; i < arguments.repeats; ++i) {
      run.tell(0.9, "Encodings");
      auto baked = pipeline::runPackJob(job, run.job);
      TRY(baked);
      best = i == 0 ? baked->seconds.bake : std::min(best, baked->seconds.bake);
      bytes = baked->pack.animation.texels.byteCount();
    }
    first = &encoding == &vat::encodingOf(encoding.mode) ? best : first;
    json[encoding.name] = {{"bakeSeconds", best}, {"timesFirst", best / first}, {"texelBytes", bytes}};
  }
  return json;
}

// The cost of each compression for the same texels: file size, writing the pack, and reading it with all checks.
Result<Json> benchmarkWrite(const BenchArguments& arguments, const fs::path& folder, Run& run) {
  pipeline::PackJob job;
  job.source.model = arguments.model;
  job.settings.mode = vat::BakeMode::Vertex;
  job.settings.size = vat::SizeRule::Exact;
  job.source.import.cache.enabled = false;
  job.measure = false;
  run.tell(0.9, "Writing");
  auto baked = pipeline::runPackJob(job, run.job);
  TRY(baked);
  Json json = Json::object();
  const double bytes = static_cast<double>(baked->pack.animation.texels.byteCount());
  for (const auto& [name, compression] : wordTable(pack::TextureCompression())) {
    pack::PackWriteOptions options;
    options.compression = compression;
    double writeSeconds = 0.0;
    double loadSeconds = 0.0;
    for (int i = 0; i < arguments.repeats; ++i) {
      run.tell(0.9, "Writing");
      Result<void> written;
      const double wrote =
          secondsOf([&] { written = pack::writePack(folder / "write.texpack", baked->pack, options, run.job); });
      TRY(written);
      std::optional<Result<pack::Pack>> read;
      const double loaded = secondsOf([&] { read.emplace(pack::readPack(folder / "write.texpack", run.job)); });
      TRY(*read);
      writeSeconds = i == 0 ? wrote : std::min(writeSeconds, wrote);
      loadSeconds = i == 0 ? loaded : std::min(loadSeconds, loaded);
    }
    std::error_code error;
    json[name] = {{"seconds", writeSeconds},
                  {"megabytesPerSecond", bytes / writeSeconds / 1e6},
                  {"loadSeconds", loadSeconds},
                  {"fileBytes", fs::file_size(folder / "write.texpack" / "animation.exr", error)}};
  }
  return json;
}

Result<Json> figuresJson(const benchmark::BenchmarkOptions& options, const Run& run) {
  Json json;
  TRY(run.goOn(0.0, "Bone bake"));
  for (const benchmark::BoneBakeFigure& figure : benchmark::benchmarkBoneBake(options)) {
    json["boneBake"].push_back({{"threads", figure.threads},
                                {"keys", figure.sharedKeys ? "shared" : "own"},
                                {"nanosecondsPerJoint", figure.nanosecondsPerJoint},
                                {"speedupOverNaive", figure.speedupOverNaive}});
  }
  TRY(run.goOn(0.2, "Vertex bake"));
  for (const benchmark::VertexBakeFigure& figure : benchmark::benchmarkVertexBake(options)) {
    json["vertexBake"].push_back({{"threads", figure.threads},
                                  {"verticesPerSecond", figure.verticesPerSecond},
                                  {"speedupOverNaive", figure.speedupOverNaive},
                                  {"shareOfWriteBandwidth", figure.shareOfWriteBandwidth}});
  }
  TRY(run.goOn(0.3, "Encodings"));
  for (const benchmark::EncodingFigure& figure : benchmark::benchmarkEncodings(options)) {
    json["encodings"].push_back({{"encoding", figure.encoding},
                                 {"unevenScales", figure.unevenScales},
                                 {"threads", figure.threads},
                                 {"nanosecondsPerItem", figure.nanosecondsPerItem},
                                 {"speedupOverNaive", figure.speedupOverNaive},
                                 {"timesFirst", figure.timesFirst},
                                 {"shareOfWriteBandwidth", figure.shareOfWriteBandwidth}});
  }
  for (const benchmark::OffsetFigure& figure : benchmark::benchmarkOffsets(options)) {
    json["offset16"].push_back({{"threads", figure.threads},
                                {"verticesPerSecond", figure.verticesPerSecond},
                                {"speedupOverNaive", figure.speedupOverNaive},
                                {"timesFirst", figure.timesFirst},
                                {"shareOfWriteBandwidth", figure.shareOfWriteBandwidth},
                                {"memsetVerticesPerSecond", figure.memsetVerticesPerSecond},
                                {"encodedPerSecond", figure.encodedPerSecond}});
  }
  TRY(run.goOn(0.4, "Ticker"));
  const benchmark::TickerFigure ticker = benchmark::benchmarkTicker(options);
  json["ticker"] = {{"instancesPerSecondPerCore", ticker.instancesPerSecondPerCore},
                    {"speedupOverNaive", ticker.speedupOverNaive}};
  TRY(run.goOn(0.45, "Hierarchy"));
  const benchmark::HierarchyFigure hierarchy = benchmark::benchmarkHierarchy(options);
  json["hierarchy"] = {{"nanosecondsPerUpdate", hierarchy.nanosecondsPerUpdate},
                       {"speedupOverNaive", hierarchy.speedupOverNaive}};
  return json;
}

double number(const Json& figure, const char* key) { return figure[key].get<double>(); }

void printText(const Json& json) {
  std::vector<std::vector<std::string>> rows = {{"figure", "", "against naive"}};
  const auto times = [](const Json& figure) { return formatted("%.1fx", number(figure, "speedupOverNaive")); };
  for (const Json& figure : json["boneBake"]) {
    rows.push_back({formatted("bone bake, %s keys, %s", figure["keys"].get<std::string>().c_str(),
                              counted(figure["threads"].get<unsigned>(), "thread").c_str()),
                    formatted("%.2f ns a joint", number(figure, "nanosecondsPerJoint")), times(figure)});
  }
  for (const Json& figure : json["vertexBake"]) {
    rows.push_back(
        {"vertex bake, " + counted(figure["threads"].get<unsigned>(), "thread"),
         formatted("%.0f M vertices/s, %.0f %% of write bandwidth", number(figure, "verticesPerSecond") / 1e6,
                   number(figure, "shareOfWriteBandwidth") * 100.0),
         times(figure)});
  }
  for (const Json& figure : json["encodings"]) {
    rows.push_back({"whole bake as " + figure["encoding"].get<std::string>() +
                        (figure["unevenScales"].get<bool>() ? ", uneven scales, " : ", ") +
                        counted(figure["threads"].get<unsigned>(), "thread"),
                    formatted("%.2f ns an item, %.2f times the mode's first", number(figure, "nanosecondsPerItem"),
                              number(figure, "timesFirst")),
                    times(figure)});
  }
  for (const Json& figure : json["offset16"]) {
    rows.push_back(
        {"frames as offset16, " + counted(figure["threads"].get<unsigned>(), "thread"),
         formatted("%.0f M vertices/s, %.0f %% of write bandwidth", number(figure, "verticesPerSecond") / 1e6,
                   number(figure, "shareOfWriteBandwidth") * 100.0),
         times(figure)});
    rows.push_back({"  encoding alone, positions and normals given",
                    formatted("%.0f M vertices/s", number(figure, "encodedPerSecond") / 1e6), ""});
  }
  rows.push_back({"ticker",
                  formatted("%.0f M instances/s a core", number(json["ticker"], "instancesPerSecondPerCore") / 1e6),
                  times(json["ticker"])});
  rows.push_back({"hierarchy, 1 % of 100,000 changed",
                  formatted("%.0f us an update", number(json["hierarchy"], "nanosecondsPerUpdate") / 1e3),
                  times(json["hierarchy"])});
  std::printf("%s", formatTable(rows, {false, true, true}).c_str());
  if (json.contains("wholeBake")) {
    const Json& whole = json["wholeBake"];
    std::printf("\nwhole bake of %s, vertex mode, %s, %s of texels:\n", whole["model"].get<std::string>().c_str(),
                counted(whole["clips"].get<std::uint64_t>(), "clip").c_str(),
                formatBytes(number(whole, "texelBytes")).c_str());
    std::printf("  import %.3f s, bake %.3f s, write %.3f s: %.3f s", number(json["import"], "seconds"),
                number(whole, "bakeSeconds"), number(whole, "writeSeconds"), number(whole, "seconds"));
    if (!whole["timesPlainAssimpImport"].is_null()) {
      std::printf(", %.1f times what Assimp alone needs to import it (%.3f s)", number(whole, "timesPlainAssimpImport"),
                  number(json["import"], "plainAssimpSeconds"));
    }
    std::printf("\n  measuring the error: %.3f s\n", number(whole, "measureSeconds"));
    for (const auto& [name, figure] : whole["encodings"].items()) {
      std::printf("  baking as %s: %.3f s, %.2f times the mode's first, %s of texels\n", name.c_str(),
                  number(figure, "bakeSeconds"), number(figure, "timesFirst"),
                  formatBytes(number(figure, "texelBytes")).c_str());
    }
    for (const auto& [name, figure] : json["write"].items()) {
      std::printf("  writing, %s: %.3f s, loading %.3f s, %s\n", name.c_str(), number(figure, "seconds"),
                  number(figure, "loadSeconds"), formatBytes(number(figure, "fileBytes")).c_str());
    }
  }
}

// The bundled sample; a build folder has the same places as an installation.
std::string defaultModel() {
  const fs::path bin = QCoreApplication::applicationDirPath().toStdString();
  std::error_code error;
  const fs::path sample = fs::canonical(bin / "../share/texeleton/samples/lantern-knight.glb", error);
  return error ? std::string() : sample.string();
}

Result<int> bench(BenchArguments arguments, const Console& console) {
  if (arguments.model.empty()) {
    arguments.model = defaultModel();
    if (arguments.model.empty()) {
      return console.error(
          "the bundled sample was not found in ../share/texeleton/samples beside the program's folder: name a model "
          "for the figures of whole bakes");
    }
  }
  benchmark::BenchmarkOptions options;
  options.threadCount = arguments.threads;
  options.secondsPerFigure = arguments.secondsPerFigure;
  Run run;
  run.job.threadCount = arguments.threads;
  run.show = console.progressBar();
  options.job = &run.job;
  const CancelOnInterrupt interrupt(run.job);
  auto figures = figuresJson(options, run);
  TRY(figures);
  Json json = std::move(*figures);
  QTemporaryDir temporary(arguments.folder.empty()
                              ? QDir::tempPath() + "/texeleton-bench-XXXXXX"
                              : QString::fromStdString(arguments.folder) + "/texeleton-bench-XXXXXX");
  if (!temporary.isValid()) {
    return console.error("cannot make a temporary folder: give one with --folder");
  }
  const fs::path folder = temporary.path().toStdString();
  auto whole = benchmarkWholeBake(arguments, folder, run);
  TRY(whole);
  auto encoded = benchmarkModelEncodings(arguments, run);
  TRY(encoded);
  auto write = benchmarkWrite(arguments, folder, run);
  TRY(write);
  console.clearProgress();
  const bool hasAssimp = whole->plainAssimpSeconds > 0.0;
  json["import"] = {{"seconds", whole->importSeconds},
                    {"plainAssimpSeconds", hasAssimp ? Json(whole->plainAssimpSeconds) : Json(nullptr)}};
  json["wholeBake"] = {
      {"model", whole->model},
      {"clips", whole->clipCount},
      {"texelBytes", whole->texelBytes},
      {"seconds", whole->wholeSeconds},
      {"timesPlainAssimpImport", hasAssimp ? Json(whole->wholeSeconds / whole->plainAssimpSeconds) : Json(nullptr)},
      {"bakeSeconds", whole->bakeSeconds},
      {"writeSeconds", whole->writeSeconds},
      {"measureSeconds", whole->measureSeconds},
      {"measureTimesBake", whole->measureSeconds / whole->wholeSeconds}};
  json["wholeBake"]["encodings"] = std::move(*encoded);
  json["write"] = std::move(*write);
  if (console.json) {
    console.printJson(json);
  } else {
    printText(json);
  }
  return kDone;
}

}  // namespace

void addBenchCommand(CLI::App& app, Action& action, GpuNeed& need, const std::string& platformProblem) {
  auto arguments = std::make_shared<BenchArguments>();
  auto gpu = std::make_shared<GpuBenchArguments>();
  CLI::App* command =
      app.add_subcommand("bench", "Measures this machine: import, bakes, measuring, writing, ticker, hierarchy");
  namesPath(command->add_option("MODEL", arguments->model,
                                "The model of the whole-bake figures (default: the bundled sample)"),
            "FILE");
  namesPath(command->add_option("--folder", arguments->folder,
                                "Folder for the packs (default: the system's temporary folder)"),
            "FOLDER")
      ->check(CLI::ExistingDirectory);
  command->add_option("--threads", arguments->threads, "The most threads to use (default: all)")
      ->check(numberIn(0, 1024));
  command->add_option("--seconds", arguments->secondsPerFigure, "Time to spend on each figure")
      ->check(numberIn(0.01, 60.0));
  command->add_option("--repeats", arguments->repeats, "Number of whole bakes; the fastest counts")
      ->check(numberIn(1, 100));
  gpu->addTo(*command);
  command->footer(R"(Examples:
  texeleton-cli bench
  texeleton-cli bench --gpu --json
  texeleton-cli bench --gpu --instances 1000 --instances 100000 --backend opengl
  texeleton-cli bench hero.glb --seconds 0.2 --repeats 3 --json)");
  command->callback([arguments, gpu, &action, &need, &platformProblem] {
    if (gpu->wanted) {
      need = {true, gpu->backend};
      action = [gpu, &platformProblem](const Console& console) {
        return console.codeOf(benchGpu(*gpu, platformProblem, console));
      };
    } else {
      action = [arguments](const Console& console) { return console.codeOf(bench(*arguments, console)); };
    }
  });
}

}  // namespace texeleton::cli
