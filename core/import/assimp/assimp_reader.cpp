#include <assimp/commonMetaData.h>
#include <assimp/config.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <cctype>
#include <chrono>
#include <new>

#include "core/base/elapsed.h"
#include "core/base/lower_case.h"
#include "core/import/assimp/assimp_files.h"
#include "core/import/assimp/assimp_parts.h"
#include "core/import/collada/collada_clips.h"
#include "core/import/collada/collada_text.h"
#include "core/import/read_model.h"

namespace texeleton::importing {

namespace {

// File +Z becomes +Y, file −Y becomes +Z.
glm::dmat3 zUpAxes() { return glm::dmat3(glm::dvec3(1, 0, 0), glm::dvec3(0, 0, -1), glm::dvec3(0, 1, 0)); }

std::string lowerExtension(const std::filesystem::path& file) {
  const std::string extension = lowerCase(file.extension().string());
  return extension.substr(extension.empty() ? 0 : 1);
}

std::string formatName(AssimpFormat format, std::string_view extension) {
  std::string name(format == AssimpFormat::Collada ? "collada" : format == AssimpFormat::Md5 ? "md5" : extension);
  std::ranges::transform(name, name.begin(),
                         [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return name;
}

// Assimp stores the unit and up axis of COLLADA and MD5 files in the root, which has no transform in these formats. The
// root is cleared, so that the user's own choice of either still applies to the file's numbers.
void setAxes(AssimpFormat format, std::string_view text, SourceScene& out) {
  if (format == AssimpFormat::Md5) {
    out.upAxis = "+Z";
    out.axes = zUpAxes();
    out.nodes.front().restMatrix = glm::dmat4(1.0);
  } else if (format == AssimpFormat::Collada) {
    const ColladaAsset asset = readColladaAsset(text);
    out.unitMetres = asset.metres;
    out.nodes.front().restMatrix = glm::dmat4(1.0);
    if (asset.upAxis == "Z_UP") {
      out.upAxis = "+Z";
      out.axes = zUpAxes();
    } else if (asset.upAxis == "X_UP") {
      out.upAxis = "+X";
      out.axes = glm::dmat3(glm::dvec3(0, 1, 0), glm::dvec3(-1, 0, 0), glm::dvec3(0, 0, 1));
    }
  }
}

Result<SourceScene> convert(const aiScene& scene, AssimpFormat format, std::string_view extension,
                            std::string_view text, const collada::Document* document, const PointOrders& orders,
                            ModelFiles& files, JobContext& job) {
  SourceScene out;
  out.format = formatName(format, extension);
  out.weld = true;
  aiString generator;
  if (scene.mMetaData != nullptr && scene.mMetaData->Get(AI_METADATA_SOURCE_GENERATOR, generator)) {
    out.generator = toText(generator);
  }
  const AssimpNodes nodes = readNodes(scene, document, out, job);
  setAxes(format, text, out);
  const auto materials = readMaterials(scene, out.generator, files, job, out);
  readInstances(scene, nodes, document, orders, materials, out, job);
  const std::string defaultName = files.modelFile().stem().string();
  if (document == nullptr) {
    readClips(scene, nodes, format, defaultName, out, job);
    return out;
  }
  TRY(collada::readClips(*document, nodes.ofDocument, defaultName, out, job));
  return out;
}

// MD5 has its animation in a separate file: the mesh must be read even if that one is bad.
Result<SourceScene> parseMd5WithoutAnimation(ModelFiles& files, const std::vector<std::byte>& bytes, const Error& error,
                                             JobContext& job) {
  AssimpRun run(files, bytes);
  run.set(AI_CONFIG_IMPORT_MD5_NO_ANIM_AUTOLOAD, true);
  const auto scene = run.load();
  TRY(scene);
  std::filesystem::path animation = files.modelFile().filename();
  animation.replace_extension("md5anim");
  job.warn(message("the animation file is left out: %1", error.message), animation.string());
  return convert(**scene, AssimpFormat::Md5, "md5mesh", {}, nullptr, {}, files, job);
}

Result<SourceScene> parse(ModelFiles& files, JobContext& job) {
  const std::string extension = lowerExtension(files.modelFile());
  const AssimpFormat format = assimpFormatOf(extension);
  auto bytes = files.read(files.modelFile(), kMaxModelBytes);
  TRY(bytes);
  if (format == AssimpFormat::Fbx) {
    return parseFbx(files, std::move(*bytes), job);
  }
  if (format == AssimpFormat::Collada) {
    collada::makeUtf8(*bytes);
  }
  TRY(checkBeforeAssimp(format, extension, *bytes, job));
  PointOrders orders;
  if (files.wantsPoints() && extension == "obj") {
    bytes = asBytes(withPointsAsColors(asText(*bytes), orders));
  }
  std::optional<collada::Document> document;
  if (format == AssimpFormat::Collada) {
    auto read = collada::readDocument(asText(*bytes));
    TRY(read);
    document = std::move(*read);
    if (files.wantsPoints()) {
      addColladaOrders(asText(*bytes), orders);
    }
    bytes = asBytes(collada::withPlainNames(asText(*bytes), *document));
  }
  if (extension == "md5mesh") {
    std::filesystem::path animation = files.modelFile().filename();
    const auto found = files.load(asReference(animation.replace_extension("md5anim").string()), kMaxModelBytes);
    const auto sound = found ? soundMd5Animation(asText(*found)) : Result<std::vector<std::byte>>();
    if (!sound) {
      return parseMd5WithoutAnimation(files, *bytes, sound.error(), job);
    }
  }
  job.progress(0.1, "reading");
  AssimpRun run(files, *bytes);
  run.set(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const auto scene = run.load();
  if (!scene && extension == "md5mesh") {
    return parseMd5WithoutAnimation(files, *bytes, scene.error(), job);
  }
  TRY(scene);
  for (const LookedUpFile& looked : files.lookedUp()) {
    if (format == AssimpFormat::Md5 && looked.found && (*scene)->mNumAnimations == 0) {
      job.warn("the animation file holds no motion that can be read", looked.path.filename().string());
    }
  }
  return convert(**scene, format, extension, asText(*bytes), document ? &*document : nullptr, orders, files, job);
}

}  // namespace

Result<SourceScene> parseWithAssimp(ModelFiles& files, JobContext& job) {
  const std::string file = files.modelFile().string();
  try {
    auto scene = parse(files, job);
    if (!scene && scene.error().file.empty()) {
      scene.error().file = file;
    }
    return scene;
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "reading the file needs more memory than the import may use", file);
  } catch (const std::exception& exception) {
    return fail(ErrorCode::BadFile, message("the file cannot be read: %1", exception.what()), file);
  }
}

double secondsOfPlainAssimp(const char* file) {
  constexpr int kRuns = 4;
  double best = 0.0;
  for (int i = 0; i < kRuns; ++i) {
    const auto start = std::chrono::steady_clock::now();
    Assimp::Importer importer;
    const bool read = importer.ReadFile(file, 0) != nullptr;
    const double seconds = secondsSince(start);
    if (!read) {
      return 0.0;
    }
    best = i == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

}  // namespace texeleton::importing
