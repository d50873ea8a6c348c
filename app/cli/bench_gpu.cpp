// texeleton-cli bench --gpu. docs/performance.md describes the figures.

#include "app/cli/bench_gpu.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "app/cli/gpu_application.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "core/bake/bake.h"
#include "core/settings/json_fields.h"
#include "core/vat/encoding.h"
#include "viewport/measure/gpu_benchmark.h"
#include "viewport/measure/reference_character.h"

namespace texeleton::cli {

namespace {

Result<std::shared_ptr<const vat::BakedAnimation>> bakeReference(const model::Model& model,
                                                                 const vat::Encoding& encoding,
                                                                 std::vector<double> lodRatios) {
  bake::BakeSettings settings;
  settings.mode = encoding.mode;
  settings.encoding = encoding.name;
  settings.loop = bake::LoopMode::On;
  settings.lodRatios = std::move(lodRatios);
  JobContext job;
  auto baked = bake::bake(model, settings, job);
  TRY(baked);
  return std::make_shared<const vat::BakedAnimation>(std::move(*baked));
}

Result<viewport::BenchmarkCharacter> bakeCharacter() {
  viewport::BenchmarkCharacter character;
  character.model = std::make_shared<const model::Model>(viewport::makeReferenceCharacter());
  for (const vat::Encoding& encoding : vat::encodings()) {
    auto made = bakeReference(*character.model, encoding, {});
    TRY(made);
    character.encoded.push_back(std::move(*made));
  }
  auto levels =
      bakeReference(*character.model, vat::encodingOf(vat::BakeMode::Bone), {0.5, 0.2, 0.08, 0.03, 0.012, 0.005});
  TRY(levels);
  character.levels = std::move(*levels);
  return character;
}

Json milliseconds(const std::optional<double>& seconds) { return seconds ? Json(*seconds * 1e3) : Json(nullptr); }

Json frameJson(const viewport::FrameFigure& figure) {
  if (!figure.missing.empty()) {
    return {{"missing", figure.missing}};
  }
  return {{"drawCalls", figure.statistics.drawCalls},
          {"animationMilliseconds", figure.animationSeconds * 1e3},
          {"skinningMilliseconds", figure.skinningSeconds * 1e3},
          {"cpuMilliseconds", figure.recordSeconds * 1e3},
          {"gpuMilliseconds", milliseconds(figure.gpuSeconds)},
          {"gpuSkinningMilliseconds", milliseconds(figure.gpuSkinningSeconds)},
          {"frameMilliseconds", figure.frameSeconds * 1e3},
          {"frames", figure.frames},
          {"instancesDrawn", figure.statistics.instancesDrawn},
          {"instancesCulled", figure.statistics.instancesCulled},
          {"instancesPosed", figure.statistics.instancesPosed},
          {"triangles", figure.statistics.triangles},
          {"gpuBytes", figure.gpuBytes}};
}

Json ratioJson(const std::optional<double>& ratio) { return ratio ? Json(*ratio) : Json(nullptr); }

Json benchmarkJson(const viewport::GpuBenchmark& made) {
  Json json = {{"backend", made.backend},
               {"device", made.device},
               {"software", made.software},
               {"gpuTimeProblem", made.gpuTimeProblem.empty() ? Json(nullptr) : Json(made.gpuTimeProblem)},
               {"pictureWidth", made.pictureSize.width()},
               {"pictureHeight", made.pictureSize.height()},
               {"character", {{"vertices", made.vertices}, {"bones", made.bones}, {"triangles", made.triangles}}}};
  json["paths"] = Json::array();
  for (const viewport::PathsFigure& figure : made.paths) {
    json["paths"].push_back({{"instances", figure.instances},
                             {"cpu", frameJson(figure.cpu)},
                             {"compute", frameJson(figure.compute)},
                             {"texture", frameJson(figure.texture)}});
  }
  json["againstStillMesh"] = Json::array();
  for (const viewport::RatioFigure& figure : made.ratios) {
    const auto ratio = [&](const viewport::FrameFigure& frame) {
      return ratioJson(viewport::RatioFigure::ratio(frame, figure.still));
    };
    const viewport::FrameFigure& bone = figure.classic(vat::BakeMode::Bone);
    const viewport::FrameFigure& vertex = figure.classic(vat::BakeMode::Vertex);
    Json encodings = Json::object();
    for (const viewport::RatioFigure::OfEncoding& each : figure.encodings) {
      encodings[each.encoding] = frameJson(each.frame);
      encodings[each.encoding]["ratio"] = ratio(each.frame);
    }
    Json mixed = frameJson(figure.mixed);
    mixed["ratio"] = ratio(figure.mixed);
    Json layered = frameJson(figure.layered);
    layered["ratio"] = ratio(figure.layered);
    json["againstStillMesh"].push_back({{"instances", figure.instances},
                                        {"boneRatio", ratio(bone)},
                                        {"vertexRatio", ratio(vertex)},
                                        {"still", frameJson(figure.still)},
                                        {"bone", frameJson(bone)},
                                        {"vertex", frameJson(vertex)},
                                        {"encodings", std::move(encodings)},
                                        {"mixed", std::move(mixed)},
                                        {"layered", std::move(layered)}});
  }
  json["fromInside"] = Json::array();
  for (const viewport::InsideFigure& figure : made.inside) {
    Json frame = frameJson(figure.frame);
    frame["instances"] = figure.instances;
    frame["framesPerSecond"] = figure.frame.missing.empty() ? Json(figure.framesPerSecond()) : Json(nullptr);
    json["fromInside"].push_back(std::move(frame));
  }
  if (const viewport::ImpostorFigure& figure = made.impostors; figure.instances > 0) {
    Json impostors = frameJson(figure.impostors);
    if (figure.impostors.missing.empty()) {
      impostors["impostors"] = figure.impostors.statistics.impostors;
    }
    json["impostors"] = {{"instances", figure.instances},
                         {"pixels", figure.pixels},
                         {"mesh", frameJson(figure.mesh)},
                         {"withImpostors", std::move(impostors)},
                         {"timesAsFast", ratioJson(figure.timesAsFast())}};
  }
  json["largestAtSixty"] = {{"instances", made.largestAtSixty == 0 ? Json(nullptr) : Json(made.largestAtSixty)},
                            {"moreWasNotTried", made.largestIsLimit},
                            {"why", made.largestWhy.empty() ? Json(nullptr) : Json(made.largestWhy)}};
  return json;
}

std::string shown(double seconds) { return formatted("%.3f", seconds * 1e3); }
std::string shown(const std::optional<double>& seconds) { return seconds ? shown(*seconds) : "n/a"; }

/// Adds a row of numbers, or a note below the table that says why there are none.
void addRow(std::vector<std::vector<std::string>>& rows, std::vector<std::string>& notes, std::uint32_t instances,
            const char* path, const viewport::FrameFigure& figure) {
  const std::string count = std::to_string(instances);
  if (!figure.missing.empty()) {
    rows.push_back({count, path, "-", "-", "-", "-", "-", "-"});
    notes.push_back(count + ", " + path + ": " + figure.missing);
    return;
  }
  rows.push_back({count, path, std::to_string(figure.statistics.drawCalls), shown(figure.animationSeconds),
                  shown(figure.skinningSeconds), shown(figure.recordSeconds), shown(figure.gpuSeconds),
                  formatBytes(static_cast<double>(figure.gpuBytes))});
}

void printTable(const std::vector<std::vector<std::string>>& rows, const std::vector<std::string>& notes) {
  std::vector<bool> right(rows.front().size(), true);
  right[1] = false;
  std::printf("%s", formatTable(rows, right).c_str());
  for (const std::string& note : notes) {
    std::printf("  %s\n", note.c_str());
  }
}

void printPaths(const viewport::GpuBenchmark& made) {
  std::vector<std::vector<std::string>> rows = {
      {"characters", "posed by", "draws", "animation", "skinning", "CPU in all", "GPU", "memory"}};
  std::vector<std::string> notes;
  for (const viewport::PathsFigure& figure : made.paths) {
    addRow(rows, notes, figure.instances, "CPU skinning", figure.cpu);
    addRow(rows, notes, figure.instances, "compute skinning", figure.compute);
    addRow(rows, notes, figure.instances, "animation texture", figure.texture);
  }
  std::printf("\nmilliseconds a frame; animation and skinning are the CPU's part of them:\n");
  printTable(rows, notes);
}

void printRatios(const viewport::GpuBenchmark& made) {
  std::vector<std::vector<std::string>> rows = {{"characters", "drawn", "milliseconds", "ratio"}};
  std::vector<std::string> notes;
  for (const viewport::RatioFigure& figure : made.ratios) {
    const std::string count = std::to_string(figure.instances);
    if (!figure.still.missing.empty()) {
      notes.push_back(count + ": " + figure.still.missing);
      continue;
    }
    const auto add = [&](const std::string& what, const viewport::FrameFigure& frame) {
      const std::optional<double> ratio = viewport::RatioFigure::ratio(frame, figure.still);
      rows.push_back({count, what, shown(frame.gpuSeconds), ratio ? formatted("%.3f", *ratio) : "n/a"});
    };
    add("still mesh", figure.still);
    for (const viewport::RatioFigure::OfEncoding& each : figure.encodings) {
      add(each.encoding, each.frame);
    }
    add("5 % fade, 10 % play once", figure.mixed);
    add("a layer on the upper body", figure.layered);
  }
  std::printf("\nGPU milliseconds of the animated draw against the same draw of the still mesh:\n");
  printTable(rows, notes);
}

void printInside(const viewport::GpuBenchmark& made) {
  std::vector<std::vector<std::string>> rows = {
      {"characters", "", "drawn", "triangles", "draws", "CPU", "GPU", "frames/s"}};
  std::vector<std::string> notes;
  for (const viewport::InsideFigure& figure : made.inside) {
    const std::string count = std::to_string(figure.instances);
    if (!figure.frame.missing.empty()) {
      notes.push_back(count + ": " + figure.frame.missing);
      continue;
    }
    const viewport::FrameStatistics& statistics = figure.frame.statistics;
    rows.push_back({count, "", std::to_string(statistics.instancesDrawn), std::to_string(statistics.triangles),
                    std::to_string(statistics.drawCalls), shown(figure.frame.recordSeconds),
                    shown(figure.frame.gpuSeconds), formatted("%.1f", figure.framesPerSecond())});
  }
  std::printf("\na crowd seen from inside, lit, with shadow, culling and levels of detail:\n");
  printTable(rows, notes);
  if (made.largestAtSixty > 0) {
    std::printf("the largest that kept 60 frames a second: %u%s%s\n", made.largestAtSixty,
                made.largestIsLimit ? ", and more may" : "",
                made.largestIsLimit && !made.largestWhy.empty() ? (" (" + made.largestWhy + ")").c_str() : "");
  } else {
    std::printf("none of these kept 60 frames a second\n");
  }
}

void printImpostors(const viewport::ImpostorFigure& figure) {
  if (figure.instances == 0) {
    return;
  }
  std::printf("\n%u of them from inside, where characters of at most %.0f pixels are impostors:\n", figure.instances,
              static_cast<double>(figure.pixels));
  std::vector<std::vector<std::string>> rows = {
      {"characters", "drawn as", "drawn", "impostors", "triangles", "CPU", "GPU", "frame"}};
  std::vector<std::string> notes;
  const auto add = [&](const char* what, const viewport::FrameFigure& frame) {
    if (!frame.missing.empty()) {
      notes.push_back(std::string(what) + ": " + frame.missing);
      return;
    }
    const viewport::FrameStatistics& statistics = frame.statistics;
    rows.push_back({std::to_string(figure.instances), what, std::to_string(statistics.instancesDrawn),
                    std::to_string(statistics.impostors), std::to_string(statistics.triangles),
                    shown(frame.recordSeconds), shown(frame.gpuSeconds), shown(frame.frameSeconds)});
  };
  add("meshes", figure.mesh);
  add("meshes and impostors", figure.impostors);
  printTable(rows, notes);
  if (const std::optional<double> faster = figure.timesAsFast()) {
    std::printf("%.2f times as fast with impostors\n", *faster);
  }
}

}  // namespace

void GpuBenchArguments::addTo(CLI::App& command) {
  CLI::Option* gpu = command.add_flag("--gpu", wanted, "Measure the cost of crowds on the GPU instead");
  command
      .add_option("--instances", instances,
                  "Number of characters to measure; may be repeated (default: 100, 1,000 … 1,000,000)")
      ->check(numberIn(1, viewport::Crowd::kMaxInstances))
      ->needs(gpu);
  addBackendOption(command, backend)->needs(gpu);
  command.add_option("--size", size, "Width and height of the pictures in pixels")
      ->type_name("WxH")
      ->check([](const std::string& text) { return parsePictureSize(text) ? std::string() : kPictureSizeRule; })
      ->needs(gpu)
      ->capture_default_str();
  command.add_option("--gpu-seconds", secondsPerFigure, "Time to draw for each figure")
      ->check(numberIn(0.01, 60.0))
      ->needs(gpu)
      ->capture_default_str();
  command
      .add_option("--most-seconds", mostSeconds,
                  "Time limit of the whole benchmark; figures beyond it are skipped and listed")
      ->check(numberIn(1.0, 3600.0))
      ->needs(gpu)
      ->capture_default_str();
}

Result<int> benchGpu(const GpuBenchArguments& arguments, const std::string& platformProblem, const Console& console) {
  if (!platformProblem.empty()) {
    return console.error(platformProblem);
  }
  viewport::GpuDeviceOptions deviceOptions;
  deviceOptions.backend = valueOf<viewport::GpuBackend>(arguments.backend);
  auto device = viewport::GpuDevice::create(deviceOptions);
  TRY(device);
  viewport::GpuBenchmarkOptions options;
  if (!arguments.instances.empty()) {
    options.instances = arguments.instances;
    std::ranges::sort(options.instances);
    options.crowdInstances = options.instances.back();
  }
  options.pictureSize = parsePictureSize(arguments.size).value_or(options.pictureSize);
  options.secondsPerFigure = arguments.secondsPerFigure;
  options.mostSeconds = arguments.mostSeconds;
  const auto character = bakeCharacter();
  TRY(character);
  JobContext job;
  const CancelOnInterrupt interrupt(job);
  const JobContext::ProgressFunction bar = console.progressBar();
  std::string stage;
  const auto made =
      viewport::runGpuBenchmark(**device, *character, options, [&](double fraction, const std::string& what) {
        stage = what.empty() ? stage : what;
        if (bar) {
          bar(fraction, stage.c_str());
        }
        return !job.isCancelled();
      });
  console.clearProgress();
  TRY(made);
  if (console.json) {
    console.printJson(benchmarkJson(*made));
    return kDone;
  }
  const std::optional<viewport::GpuBackend> backend = valueOf<viewport::GpuBackend>(made->backend);
  std::printf("%s, %s; pictures of %d x %d pixels; a character of %u vertices, %llu triangles and %u bones\n",
              printable(made->device).c_str(), backend ? viewport::backendName(*backend) : "",
              made->pictureSize.width(), made->pictureSize.height(), made->vertices,
              static_cast<unsigned long long>(made->triangles), made->bones);
  if (made->software) {
    std::printf("this is no GPU but a program that draws on the CPU: its figures say nothing about a GPU\n");
  }
  if (!made->gpuTimeProblem.empty()) {
    std::printf("GPU times are n/a: %s\n", made->gpuTimeProblem.c_str());
  }
  printPaths(*made);
  printRatios(*made);
  printInside(*made);
  printImpostors(made->impostors);
  return kDone;
}

}  // namespace texeleton::cli
