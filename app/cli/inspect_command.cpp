// texeleton-cli inspect: what is in a model or a pack.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "core/bake/encoding.h"
#include "core/pack/pack.h"
#include "core/recipe/events_file.h"

namespace texeleton::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct Arguments {
  std::string file;
  std::string events;
  ImportArguments import;
};

Json toJson(const glm::vec3& v) { return Json::array({v.x, v.y, v.z}); }

Json toJson(const Box& box) {
  if (box.isEmpty()) {
    return nullptr;
  }
  return {{"min", toJson(box.min)}, {"max", toJson(box.max)}};
}

Json toJson(const std::vector<Issue>& issues) {
  Json array = Json::array();
  for (const Issue& issue : issues) {
    array.push_back({{"severity", severityName(issue.severity)}, {"text", issue.text}, {"subject", issue.subject}});
  }
  return array;
}

Json toJson(const std::vector<ClipEvent>& events) {
  Json array = Json::array();
  for (const ClipEvent& event : events) {
    array.push_back({{"name", event.name}, {"timeSeconds", event.timeSeconds}, {"parameter", event.parameter}});
  }
  return array;
}

std::size_t morphTargetCount(const MeshPart& part) { return part.morphTargets.size(); }

std::string materialName(const Model& model, const MeshPart& part) {
  return part.material.isValid() ? model.materials[part.material.value].name : std::string();
}

/// A model and what an events file gives to its clips.
struct Inspected {
  std::shared_ptr<const Model> model;
  std::vector<std::vector<ClipEvent>> events;  ///< Of each clip: its own, then the file's.
  fs::path eventsFile;                         ///< Empty: none.
  std::vector<Issue> issues;
};

Json modelJson(const std::string& file, const Inspected& inspected) {
  const Model& model = *inspected.model;
  Json meshes = Json::array();
  for (const MeshPart& part : model.parts) {
    meshes.push_back({{"name", part.name},
                      {"node", model.nodes[part.node.value].name},
                      {"vertexCount", part.vertexCount},
                      {"triangleCount", part.indexCount / 3},
                      {"materialName", materialName(model, part)},
                      {"skinned", part.skinned},
                      {"maxInfluences", part.maxInfluences},
                      {"morphTargetCount", morphTargetCount(part)}});
  }
  Json clips = Json::array();
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const Clip& clip = model.clips[i];
    clips.push_back({{"name", clip.name},
                     {"sourceName", clip.sourceName},
                     {"startSeconds", clip.startSeconds},
                     {"lengthSeconds", clip.lengthSeconds},
                     {"sourceRate", clip.sourceRateHz > 0.0 ? Json(clip.sourceRateHz) : Json(nullptr)},
                     {"trackCount", clip.tracks.size()},
                     {"events", toJson(inspected.events[i])}});
  }
  Json nodes = Json::array();
  for (const Node& node : model.nodes) {
    nodes.push_back({{"name", node.name}, {"parent", node.parent.isValid() ? Json(node.parent.value) : Json(-1)}});
  }
  Json materials = Json::array();
  for (const Material& material : model.materials) {
    materials.push_back(material.name);
  }
  return {{"kind", "model"},
          {"file", file},
          {"format", model.format},
          {"generator", model.generator},
          {"unitMetres", model.unitMetres},
          {"upAxis", model.upAxis},
          {"nodeCount", model.nodes.size()},
          {"boneCount", model.boneCount},
          {"paletteCount", model.palette.size()},
          {"vertexCount", model.vertexCount()},
          {"triangleCount", model.triangleCount()},
          {"meshes", std::move(meshes)},
          {"materials", std::move(materials)},
          {"clips", std::move(clips)},
          {"nodes", std::move(nodes)},
          {"bounds", toJson(model.bindBounds)},
          {"eventsFile", inspected.eventsFile.empty() ? Json(nullptr) : Json(inspected.eventsFile.string())},
          {"issues", toJson(inspected.issues)}};
}

void printBox(const char* label, const Box& box) {
  if (!box.isEmpty()) {
    const glm::vec3 size = box.max - box.min;
    std::printf("%s %.4g x %.4g x %.4g m, from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g)\n", label, size.x, size.y,
                size.z, box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z);
  }
}

std::string number(std::uint64_t value) { return std::to_string(value); }

void printModel(const std::string& file, const Inspected& inspected) {
  const Model& model = *inspected.model;
  std::printf("%s: %s%s%s\n", printable(file).c_str(), model.format.c_str(),
              model.generator.empty() ? "" : ", written by ", printable(model.generator).c_str());
  std::printf("unit       %g m, %s up\n", model.unitMetres, model.upAxis.c_str());
  printBox("bind pose ", model.bindBounds);
  std::printf("nodes      %zu, of which %s; palette of %zu\n", model.nodes.size(),
              counted(model.boneCount, "bone").c_str(), model.palette.size());
  std::printf("mesh       %s, %s in %s, %s, %s\n\n", counted(model.vertexCount(), "vertex", "vertices").c_str(),
              counted(model.triangleCount(), "triangle").c_str(), counted(model.parts.size(), "part").c_str(),
              counted(model.materials.size(), "material").c_str(), counted(model.images.size(), "image").c_str());
  if (!model.parts.empty()) {
    std::vector<std::vector<std::string>> rows = {
        {"mesh", "material", "vertices", "triangles", "influences", "morphs", ""}};
    for (const MeshPart& part : model.parts) {
      rows.push_back({printable(part.name), printable(materialName(model, part)), number(part.vertexCount),
                      number(part.indexCount / 3), number(part.maxInfluences), number(morphTargetCount(part)),
                      part.skinned ? "skinned" : "rigid"});
    }
    std::printf("%s\n", formatTable(rows, {false, false, true, true, true, true, false}).c_str());
  }
  if (!model.clips.empty()) {
    std::vector<std::vector<std::string>> rows = {{"#", "clip", "seconds", "rate", "tracks", "events"}};
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      const Clip& clip = model.clips[i];
      rows.push_back({number(i), printable(clip.name), formatted("%.4g", clip.lengthSeconds),
                      clip.sourceRateHz > 0.0 ? formatted("%.4g", clip.sourceRateHz) : "-", number(clip.tracks.size()),
                      number(inspected.events[i].size())});
    }
    std::printf("%s", formatTable(rows, {true, false, true, true, true, true}).c_str());
  }
  if (!inspected.eventsFile.empty()) {
    std::printf("\nevents     %s\n", printable(inspected.eventsFile.string()).c_str());
  }
}

Result<Inspected> withEvents(const Arguments& arguments, std::shared_ptr<const Model> model, JobContext& job) {
  Inspected inspected;
  inspected.eventsFile = arguments.events.empty() ? eventsFileBeside(arguments.file) : fs::path(arguments.events);
  for (const Clip& clip : model->clips) {
    inspected.events.push_back(clip.events);
  }
  if (!inspected.eventsFile.empty()) {
    auto read = readEventsFile(inspected.eventsFile, *model, job);
    if (!read) {
      return fail(std::move(read.error()));
    }
    for (const ClipEvents& added : *read) {
      auto& events = inspected.events[added.clip.value];
      events.insert(events.end(), added.events.begin(), added.events.end());
    }
  }
  inspected.issues = model->issues;
  const std::vector<Issue> found = job.takeIssues();
  inspected.issues.insert(inspected.issues.end(), found.begin(), found.end());
  inspected.model = std::move(model);
  return inspected;
}

int inspectModel(const Arguments& arguments, const Console& console) {
  JobContext job(console.progressBar());
  const CancelOnInterrupt interrupt(job);
  auto model = importModel(arguments.file, arguments.import.request(), job);
  if (!model) {
    return console.error(model.error());
  }
  auto inspected = withEvents(arguments, std::move(*model), job);
  if (!inspected) {
    return console.error(inspected.error());
  }
  console.clearProgress();
  if (console.json) {
    std::printf("%s\n",
                modelJson(arguments.file, *inspected).dump(2, ' ', false, Json::error_handler_t::replace).c_str());
    return kDone;
  }
  printModel(arguments.file, *inspected);
  std::fflush(stdout);
  console.issues(inspected->issues);
  return kDone;
}

std::string readText(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void printPack(const std::string& file, const Pack& pack, const std::vector<PackFileSize>& sizes) {
  const BakedAnimation& animation = pack.animation;
  const TextureLayout& layout = animation.layout;
  std::printf("%s: %s pack, written by %s\n", printable(file).c_str(),
              animation.mode == BakeMode::Bone ? "bone" : "vertex", printable(pack.generator).c_str());
  std::printf("texture    %u x %u %s, %s of %s, %s a frame (%s of %s)\n", layout.width, layout.height,
              animation.pixelFormat == PixelFormat::Rgba16F ? "rgba16f" : "rgba32f",
              counted(layout.frameCount, "frame").c_str(), counted(layout.rowsPerFrame, "row").c_str(),
              counted(layout.texelsPerFrame, "texel").c_str(), counted(layout.elementCount, "element").c_str(),
              counted(layout.texelsPerElement, "texel").c_str());
  const Encoding& encoding = encodingOf(animation.mode);
  std::printf("encoding   %s: %s\n", encoding.name, encoding.summary);
  for (const PackFileSize& size : sizes) {
    std::printf("file       %s, %s\n", size.file.c_str(), formatBytes(static_cast<double>(size.bytes)).c_str());
  }
  printBox("bounds    ", animation.bounds);
  std::vector<std::vector<std::string>> rows = {
      {"clip", "frames", "seconds", "rate", "loop", "events", "max mm", "rms mm"}};
  for (const BakedClip& clip : animation.clips) {
    rows.push_back({printable(clip.name), number(clip.frameCount), formatted("%.4g", clip.lengthSeconds),
                    formatted("%.4g", clip.frameRate), clip.loop ? "yes" : "no", number(clip.events.size()),
                    clip.error ? formatted("%.3g", clip.error->maxMillimetres) : "-",
                    clip.error ? formatted("%.3g", clip.error->rmsMillimetres) : "-"});
  }
  std::printf("\n%s", formatTable(rows, {false, true, true, true, false, true, true, true}).c_str());
  for (const Socket& socket : animation.sockets) {
    std::printf("  socket %s\n", printable(socket.name).c_str());
  }
}

int inspectPack(const Arguments& arguments, const Console& console) {
  auto pack = readPackManifest(arguments.file);
  if (!pack) {
    return console.error(pack.error());
  }
  auto sizes = packFileSizes(arguments.file);
  if (!sizes) {
    return console.error(sizes.error());
  }
  if (!console.json) {
    printPack(arguments.file, *pack, *sizes);
    return kDone;
  }
  Json json = {{"kind", "pack"}, {"file", arguments.file}};
  json["manifest"] = Json::parse(readText(fs::path(arguments.file) / "manifest.json"), nullptr, false);
  json["files"] = Json::array();
  for (const PackFileSize& size : *sizes) {
    json["files"].push_back({{"file", size.file}, {"bytes", size.bytes}});
  }
  std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
  return kDone;
}

}  // namespace

void addInspectCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("inspect", "Tells what is in a model or a pack");
  command->add_option("MODEL_OR_PACK", arguments->file, "A model file or a NAME.texpack folder")->required();
  command->add_option("--events", arguments->events,
                      "Events of the model's clips, JSON (default: MODEL.events.json if it is there)");
  arguments->import.addTo(*command);
  command->footer(R"(Examples:
  texeleton-cli inspect hero.fbx
  texeleton-cli inspect hero.glb --events hero-sounds.json --json
  texeleton-cli inspect hero.texpack)");
  command->callback([arguments, &action] {
    action = [arguments](const Console& console) {
      std::error_code error;
      const fs::path path(arguments->file);
      const bool isPack = fs::is_directory(path, error) || path.extension() == ".texpack";
      if (isPack && !arguments->events.empty()) {
        return console.wrongUsage("--events is for models: a pack has its events");
      }
      return isPack ? inspectPack(*arguments, console) : inspectModel(*arguments, console);
    };
  });
}

}  // namespace texeleton::cli
