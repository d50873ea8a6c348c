// texeleton-cli inspect: the contents of a model or a pack.

#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/import_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_values.h"
#include "app/cli/result_json.h"
#include "core/base/json_reader.h"
#include "core/meshes/mesh_instances.h"
#include "core/pack/pack.h"
#include "core/pipeline/make_pieces.h"
#include "core/recipe/events_file.h"
#include "core/root_motion/find_root.h"
#include "core/runtime/draw_ranges.h"
#include "core/vat/encoding.h"
#include "core/vat/vat_words.h"

namespace texeleton::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiecesPrinted = 10;

struct InspectArguments {
  std::string file;
  std::string events;
  ImportArguments import;
  MotionArguments motion;
};

Json toJson(const glm::vec3& v) { return Json::array({v.x, v.y, v.z}); }

Json toJson(const model::Box& box) {
  if (box.isEmpty()) {
    return nullptr;
  }
  return {{"min", toJson(box.min)}, {"max", toJson(box.max)}};
}

Json toJson(const std::vector<retargeting::MotionReport>& motions) {
  Json array = Json::array();
  for (const retargeting::MotionReport& motion : motions) {
    array.push_back({{"file", motion.file.string()},
                     {"animatedBones", motion.animatedBones},
                     {"matchedBones", motion.animatedBones - motion.unmatched.size()},
                     {"unmatchedBones", motion.unmatched},
                     {"clips", motion.clips}});
  }
  return array;
}

std::size_t morphTargetCount(const model::MeshPart& part) { return part.morphTargets.size(); }

std::string materialName(const model::Model& model, const model::MeshPart& part) {
  return part.material.isValid() ? model.materials[part.material.value].name : std::string();
}

/// For each part, the level of detail that its name denotes: {"group", "level"}; null: none.
std::vector<Json> levelsOfDetail(const model::Model& model) {
  std::vector<Json> levels(model.parts.size());
  const meshes::MeshInstances meshes = meshes::meshInstances(model, true);
  for (const meshes::MeshInstance& instance : meshes.instances) {
    for (const std::uint32_t part : instance.parts) {
      if (instance.group) {
        levels[part] = {{"group", meshes.groups[*instance.group].name}, {"level", instance.level}};
      }
    }
  }
  return levels;
}

/// A model with the events of a file for its clips.
struct Inspected {
  std::shared_ptr<const model::Model> model;
  std::vector<std::vector<model::ClipEvent>> events;  ///< For each clip: its own events, then the file's.
  fs::path eventsFile;                                ///< Empty: none.
  std::vector<Issue> issues;
  std::vector<retargeting::MotionReport> motions;
};

Json rootName(const model::Model& model, const root_motion::RootFinder& roots, ClipIndex clip) {
  const NodeIndex node = roots.rootOf(clip);
  return node.isValid() ? Json(model.nodes[node.value].name) : Json(nullptr);
}

Json piecesJson(const model::Model& model) {
  Json pieces = Json::array();
  for (const model::Piece& piece : pipeline::worstPieces(model, model.pieces.size())) {
    pieces.push_back({{"name", model.nodes[piece.node.value].name},
                      {"pointCount", piece.pointCount},
                      {"residualMillimetres", 1e3 * piece.residualMetres}});
  }
  return pieces;
}

Json modelJson(const std::string& file, const Inspected& inspected) {
  const model::Model& model = *inspected.model;
  const root_motion::RootFinder roots(model);
  Json meshes = Json::array();
  const std::vector<Json> levels = levelsOfDetail(model);
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const model::MeshPart& part = model.parts[p];
    meshes.push_back({{"name", part.name},
                      {"node", model.nodes[part.node.value].name},
                      {"vertexCount", part.vertexCount},
                      {"triangleCount", part.indexCount / 3},
                      {"materialName", materialName(model, part)},
                      {"skinned", part.skinned},
                      {"maxInfluences", part.maxInfluences},
                      {"morphTargetCount", morphTargetCount(part)},
                      {"lod", levels[p]}});
  }
  Json clips = Json::array();
  for (std::size_t i = 0; i < model.clips.size(); ++i) {
    const model::Clip& clip = model.clips[i];
    clips.push_back({{"name", clip.name},
                     {"sourceName", clip.sourceName},
                     {"startSeconds", clip.startSeconds},
                     {"lengthSeconds", clip.lengthSeconds},
                     {"sourceRate", clip.sourceRateHz > 0.0 ? Json(clip.sourceRateHz) : Json(nullptr)},
                     {"trackCount", clip.tracks.size()},
                     {"rootNode", rootName(model, roots, ClipIndex(i))},
                     {"travelMetres", roots.travelMetres(ClipIndex(i))},
                     {"events", eventsJson(inspected.events[i])}});
  }
  Json nodes = Json::array();
  for (const model::Node& node : model.nodes) {
    nodes.push_back({{"name", node.name}, {"parent", node.parent.isValid() ? Json(node.parent.value) : Json(-1)}});
  }
  Json materials = Json::array();
  for (const model::Material& material : model.materials) {
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
          {"pieces", piecesJson(model)},
          {"bounds", toJson(model.bindBounds)},
          {"motions", toJson(inspected.motions)},
          {"eventsFile", inspected.eventsFile.empty() ? Json(nullptr) : Json(inspected.eventsFile.string())},
          {"issues", issuesJson(inspected.issues)}};
}

void printBox(const char* label, const model::Box& box) {
  if (!box.isEmpty()) {
    const glm::vec3 size = box.max - box.min;
    std::printf("%s %.4g x %.4g x %.4g m, from (%.4g, %.4g, %.4g) to (%.4g, %.4g, %.4g)\n", label, size.x, size.y,
                size.z, box.min.x, box.min.y, box.min.z, box.max.x, box.max.y, box.max.z);
  }
}

std::string number(std::uint64_t value) { return std::to_string(value); }

void printPieces(const model::Model& model) {
  if (model.pieces.empty()) {
    return;
  }
  std::vector<std::vector<std::string>> rows = {{"piece", "points", "from rigid mm"}};
  for (const model::Piece& piece : pipeline::worstPieces(model, kPiecesPrinted)) {
    rows.push_back({printable(model.nodes[piece.node.value].name), number(piece.pointCount),
                    formatted("%.3g", 1e3 * piece.residualMetres)});
  }
  std::printf("%s", formatTable(rows, {false, true, true}).c_str());
  if (model.pieces.size() > kPiecesPrinted) {
    std::printf("and %zu pieces that leave their rigid motions less\n", model.pieces.size() - kPiecesPrinted);
  }
  std::printf("\n");
}

void printModel(const std::string& file, const Inspected& inspected) {
  const model::Model& model = *inspected.model;
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
        {"mesh", "node", "material", "vertices", "triangles", "influences", "morphs", "", "level"}};
    const std::vector<Json> levels = levelsOfDetail(model);
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
      const model::MeshPart& part = model.parts[i];
      rows.push_back({printable(part.name), printable(model.nodes[part.node.value].name),
                      printable(materialName(model, part)), number(part.vertexCount), number(part.indexCount / 3),
                      number(part.maxInfluences), number(morphTargetCount(part)), part.skinned ? "skinned" : "rigid",
                      levels[i].is_null() ? "" : "lod" + levels[i]["level"].dump()});
    }
    std::printf("%s\n", formatTable(rows, {false, false, false, true, true, true, true, false, false}).c_str());
  }
  printPieces(model);
  if (!model.clips.empty()) {
    const root_motion::RootFinder roots(model);
    std::vector<std::vector<std::string>> rows = {
        {"#", "clip", "seconds", "rate", "tracks", "events", "travel m", "root"}};
    for (std::size_t i = 0; i < model.clips.size(); ++i) {
      const model::Clip& clip = model.clips[i];
      const NodeIndex root = roots.rootOf(ClipIndex(i));
      rows.push_back({number(i), printable(clip.name), formatted("%.4g", clip.lengthSeconds),
                      clip.sourceRateHz > 0.0 ? formatted("%.4g", clip.sourceRateHz) : "-", number(clip.tracks.size()),
                      number(inspected.events[i].size()), formatted("%.3g", roots.travelMetres(ClipIndex(i))),
                      root.isValid() ? printable(model.nodes[root.value].name) : "-"});
    }
    std::printf("%s", formatTable(rows, {true, false, true, true, true, true, true, false}).c_str());
  }
  for (const retargeting::MotionReport& motion : inspected.motions) {
    std::string clips;
    for (const std::string& clip : motion.clips) {
      clips += (clips.empty() ? "" : ", ") + printable(clip);
    }
    std::printf("\nmotion     %s: %zu of %s matched; adds %s%s%s\n", printable(motion.file.string()).c_str(),
                motion.animatedBones - motion.unmatched.size(), counted(motion.animatedBones, "animated bone").c_str(),
                counted(motion.clips.size(), "clip").c_str(), clips.empty() ? "" : ": ", clips.c_str());
    for (const std::string& bone : motion.unmatched) {
      std::printf("  unmatched %s\n", printable(bone).c_str());
    }
  }
  if (!inspected.eventsFile.empty()) {
    std::printf("\nevents     %s\n", printable(inspected.eventsFile.string()).c_str());
  }
}

Result<Inspected> withEvents(const InspectArguments& arguments, std::shared_ptr<const model::Model> model,
                             JobContext& job) {
  Inspected inspected;
  inspected.eventsFile = arguments.events.empty()
                             ? recipe::findEventsFile(arguments.file, arguments.import.followOutside, job)
                             : fs::path(arguments.events);
  for (const model::Clip& clip : model->clips) {
    inspected.events.push_back(clip.events);
  }
  if (!inspected.eventsFile.empty()) {
    auto read = recipe::readEventsFile(inspected.eventsFile, *model, job);
    TRY(read);
    for (const recipe::ClipEvents& added : *read) {
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

Result<int> inspectModel(const InspectArguments& arguments, const Console& console) {
  JobContext job(console.progressBar());
  const CancelOnInterrupt interrupt(job);
  const auto request = modelRequest(arguments.file, arguments.import, arguments.motion, job);
  TRY(request);
  std::vector<retargeting::MotionReport> motions;
  auto model = pipeline::loadModel(*request, job, &motions);
  TRY(model);
  auto inspected = withEvents(arguments, std::move(*model), job);
  TRY(inspected);
  inspected->motions = std::move(motions);
  console.clearProgress();
  if (console.json) {
    console.printJson(modelJson(arguments.file, *inspected));
    return kDone;
  }
  printModel(arguments.file, *inspected);
  std::fflush(stdout);
  console.issues(inspected->issues);
  return kDone;
}

std::string shownTriangles(const vat::BakedAnimation& animation, const std::vector<std::uint32_t>& meshes) {
  std::string text;
  for (std::uint32_t lod = 0; lod <= animation.mesh.lods.size(); ++lod) {
    text += (lod == 0 ? "" : " / ") + number(runtime::triangleCount(runtime::drawRanges(animation, meshes, lod)));
  }
  return text;
}

/// Prints meshes, variants, levels and tint: the visible properties of the mesh.
void printSurface(const vat::BakedAnimation& animation) {
  for (std::size_t i = 0; i < animation.mesh.lods.size(); ++i) {
    const vat::BakedLod& lod = animation.mesh.lods[i];
    std::printf("lod%zu       at most %.3g mm from lod0", i + 1, lod.maxMillimetres);
    if (lod.colorMillimetres) {
      std::printf(", colours displaced by at most %.3g mm", *lod.colorMillimetres);
    }
    std::printf("\n");
  }
  if (animation.tint) {
    const vat::BakedTint& tint = *animation.tint;
    std::printf("tint       %s\n", tint.perVertex ? "by vertex"
                                   : tint.palette
                                       ? (counted(tint.palette->entryCount, "palette entry", "palette entries")).c_str()
                                       : ("by texture, " + counted(tint.textures.size(), "material")).c_str());
  }
  const char* const triangles = animation.mesh.lods.empty() ? "triangles" : "triangles of each level";
  if (!animation.meshes.empty()) {
    std::vector<std::vector<std::string>> rows = {{"mesh", "node", triangles}};
    for (std::uint32_t i = 0; i < animation.meshes.size(); ++i) {
      rows.push_back(
          {printable(animation.meshes[i].name), printable(animation.meshes[i].node), shownTriangles(animation, {i})});
    }
    std::printf("\n%s", formatTable(rows, {false, false, true}).c_str());
  }
  if (!animation.variants.empty()) {
    std::vector<std::vector<std::string>> rows = {{"variant", "meshes", "draws", triangles}};
    for (std::size_t i = 0; i < animation.variants.size(); ++i) {
      const vat::BakedVariant& variant = animation.variants[i];
      rows.push_back({printable(variant.name), number(variant.meshes.size()),
                      number(runtime::variantRanges(animation, i, 0).size()),
                      shownTriangles(animation, variant.meshes)});
    }
    std::printf("\n%s", formatTable(rows, {false, true, true, true}).c_str());
  }
}

/// The extracted components and, for a track, the travel in one cycle.
std::string rootMotionText(const vat::BakedClip& clip) {
  if (!clip.rootMotion) {
    return "kept";
  }
  const std::string node = printable(clip.rootMotion->node);
  if (clip.rootMotion->samples.empty()) {
    return "removed (" + node + ")";
  }
  const vat::RootSample& end = clip.rootMotion->samples.back();
  return formatted("%.3f m, %.4g degrees (%s)", glm::length(end.position), glm::degrees(end.yawRadians), node.c_str());
}

void printPack(const std::string& file, const pack::Pack& pack, const std::vector<pack::PackFileSize>& sizes) {
  const vat::BakedAnimation& animation = pack.animation;
  const vat::TextureLayout& layout = animation.layout;
  std::printf("%s: %s pack, written by %s\n", printable(file).c_str(), wordOf(animation.mode),
              printable(pack.generator).c_str());
  std::printf("texture    %u x %u %s, %s of %s, %s a frame (%s of %s)\n", layout.width, layout.height,
              wordOf(animation.pixelFormat), counted(layout.frameCount, "frame").c_str(),
              counted(layout.rowsPerFrame, "row").c_str(), counted(layout.texelsPerFrame, "texel").c_str(),
              counted(layout.elementCount, "element").c_str(), counted(layout.texelsPerElement, "texel").c_str());
  const vat::Encoding& encoding = vat::encodingOf(animation);
  std::printf("encoding   %s: %s\n", encoding.name, encoding.summary);
  for (const pack::PackFileSize& size : sizes) {
    std::printf("file       %s, %s\n", size.file.c_str(), formatBytes(static_cast<double>(size.bytes)).c_str());
  }
  printBox("bounds    ", animation.bounds);
  printSurface(animation);
  std::vector<std::vector<std::string>> rows = {
      {"clip", "frames", "seconds", "rate", "loop", "events", "max mm", "rms mm", "root motion"}};
  for (const vat::BakedClip& clip : animation.clips) {
    rows.push_back({printable(clip.name), number(clip.frameCount), formatted("%.4g", clip.lengthSeconds),
                    formatted("%.4g", clip.frameRate), clip.loop ? "yes" : "no", number(clip.events.size()),
                    clip.error ? formatted("%.3g", clip.error->maxMillimetres) : "-",
                    clip.error ? formatted("%.3g", clip.error->rmsMillimetres) : "-", rootMotionText(clip)});
  }
  std::printf("\n%s", formatTable(rows, {false, true, true, true, false, true, true, true, false}).c_str());
  for (const vat::Socket& socket : animation.sockets) {
    std::printf("  socket %s\n", printable(socket.name).c_str());
  }
}

Result<int> inspectPack(const InspectArguments& arguments, const Console& console) {
  auto pack = pack::readPackManifest(arguments.file);
  TRY(pack);
  auto sizes = pack::packFileSizes(arguments.file);
  TRY(sizes);
  if (!console.json) {
    printPack(arguments.file, *pack, *sizes);
    return kDone;
  }
  Json json = {{"kind", "pack"}, {"file", arguments.file}};
  json["manifest"] =
      parseJson(pack::readPackManifestText(arguments.file).value_or(""), arguments.file).value_or(Json());
  json["files"] = Json::array();
  for (const pack::PackFileSize& size : *sizes) {
    json["files"].push_back({{"file", size.file}, {"bytes", size.bytes}});
  }
  console.printJson(json);
  return kDone;
}

}  // namespace

void addInspectCommand(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<InspectArguments>();
  CLI::App* command = app.add_subcommand("inspect", "Lists the contents of a model or a pack");
  namesPath(command->add_option("MODEL_OR_PACK", arguments->file, "A model file or a NAME.texpack folder"), "FILE|PACK")
      ->required();
  namesPath(command->add_option("--events", arguments->events,
                                "Events of the model's clips, JSON or CSV (default: MODEL.events.json if it is there)"),
            "FILE");
  arguments->motion.addTo(*command);
  arguments->import.addTo(*command);
  command->footer(R"(Examples:
  texeleton-cli inspect hero.fbx
  texeleton-cli inspect hero.glb --events hero-sounds.json --json
  texeleton-cli inspect hero.fbx --motion 'motions/*.fbx'
  texeleton-cli inspect hero.texpack)");
  command->callback([arguments, &action] {
    action = [arguments](const Console& console) {
      std::error_code error;
      const fs::path path(arguments->file);
      const bool isPack = fs::is_directory(path, error) || path.extension() == ".texpack";
      if (isPack && (!arguments->events.empty() || !arguments->motion.files.empty())) {
        return console.wrongUsage("--events and --motion are for models: a pack has its events and clips");
      }
      return console.codeOf(isPack ? inspectPack(*arguments, console) : inspectModel(*arguments, console));
    };
  });
}

}  // namespace texeleton::cli
