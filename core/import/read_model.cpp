#include "core/import/read_model.h"

#include <string>
#include <utility>

#include "core/base/lower_case.h"
#include "core/base/plain_file.h"
#include "core/import/name_encoding.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace {

/// A glTF by its suffix, or a GLB by its first four bytes.
bool isGltf(const std::filesystem::path& file) {
  const std::string ending = lowerCase(file.extension().string());
  return ending == ".gltf" || ending == ".glb" || readPlainHead(file, 4).value_or("") == "glTF";
}

}  // namespace

Result<model::Model> readModel(ModelFiles& files, const ImportOptions& options, JobContext& job) {
  job.progress(0.0, "reading the file");
  auto scene = isGltf(files.modelFile()) ? parseGltf(files, job) : parseWithAssimp(files, job);
  TRY(scene);
  decodeNames(*scene, job);
  job.progress(0.6, "building the model");
  auto model = assembleModel(std::move(*scene), options, job);
  TRY(model);
  // The issues of the parser and of the assembler.
  model->issues = job.takeIssues();
  for (Issue& issue : model->issues) {
    issue.text =
        issue.text.withTexts([](const std::string& text) { return model::shortenedText(model::harmlessText(text)); });
    issue.subject = model::shortenedText(model::harmlessText(issue.subject));
  }
  if (const auto violation = model::checkModel(*model)) {
    return fail(ErrorCode::BadFile, message("the file cannot be read as a sound model: %1", *violation));
  }
  return model;
}

}  // namespace texeleton::importing
