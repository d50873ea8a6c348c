#include <exception>
#include <new>
#include <utility>

#include "core/import/gltf/gltf_parts.h"
#include "core/model/names.h"

namespace texeleton::importing {

Message shownGltfName(const char* kind, const std::string& name, std::size_t index) {
  return name.empty() ? message("%1 %2", message(kind), index)
                      : message("%1 \"%2\"", message(kind), model::cutToBytes(model::harmlessName(name), 80));
}

namespace {

Result<SourceScene> read(ModelFiles& files, JobContext& job) {
  job.progress(0.0, "reading the file");
  const auto document = readGltfDocument(files, job);
  TRY(document);
  SourceScene scene;
  scene.format = "glTF 2.0";
  scene.generator = document->generator;
  scene.flatNormals = true;

  GltfBuffers buffers(*document, files);
  GltfAccessors accessors(*document, buffers);
  const GltfContext context{*document, buffers, accessors, files, job};
  TRY(readGltfScene(context, scene));
  job.progress(0.3, "reading materials");
  GltfMaterials materials = readGltfMaterials(context);
  scene.materials = std::move(materials.materials);
  scene.images = std::move(materials.images);
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  job.progress(0.5, "reading meshes");
  TRY(readGltfMeshes(context, materials.uvPlans, scene));
  if (job.isCancelled()) {
    return fail(ErrorCode::Cancelled, "cancelled");
  }
  job.progress(0.7, "reading animations");
  TRY(readGltfAnimations(context, scene));
  return scene;
}

}  // namespace

Result<SourceScene> parseGltf(ModelFiles& files, JobContext& job) {
  const std::string file = files.modelFile().string();
  try {
    auto scene = read(files, job);
    if (scene) {
      return scene;
    }
    // Messages quote keys and names of the file, which may hold anything.
    Error error = std::move(scene).error();
    error.message = error.message.withTexts([](const std::string& text) { return model::harmlessText(text); });
    error.file = error.file.empty() ? file : error.file;
    return fail(std::move(error));
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::Limit, "not enough memory to read the file", file);
  } catch (const std::exception& problem) {
    return fail(ErrorCode::BadFile, message("the file cannot be read: %1", problem.what()), file);
  }
}

}  // namespace texeleton::importing
