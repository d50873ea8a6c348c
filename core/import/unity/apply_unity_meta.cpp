#include "core/base/lower_case.h"
#include "core/import/unity/unity_meta.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

/// Settings are text; Unity's largest are smaller.
constexpr std::uint64_t kMostMetaBytes = std::uint64_t{32} << 20;

}  // namespace

Result<void> applyUnityMeta(ModelFiles& files, const UnityMetaOptions& options, model::Model& model, JobContext& job) {
  if (options.use == UnityMetaUse::Off) {
    return {};
  }
  fs::path path = options.file;
  const bool named = !path.empty();
  if (!named) {
    // Requested through `files`, so that the cache records the lookup.
    auto beside = lowerCase(files.modelFile().extension().string()) == ".fbx"
                      ? files.resolve(files.modelFile().filename().string() + ".meta")
                      : fail(ErrorCode::NotFound, "");
    if (!beside) {
      return {};
    }
    path = std::move(*beside);
  }
  const auto about = [&](Error error) {
    error.message =
        message(named ? "Unity's import settings %1: %2" : "Unity's import settings %1: %2; %3 leaves them alone",
                path.filename().string(), error.message, Remedy{RemedyKind::IgnoreMeta});
    return fail(std::move(error));
  };
  const auto bytes = files.read(path, kMostMetaBytes);
  if (!bytes) {
    return about(bytes.error());
  }
  const auto clips = readUnityMeta(asText(*bytes));
  if (!clips) {
    return about(clips.error());
  }
  if (options.use == UnityMetaUse::Clips) {
    cutIntoUnityClips(model, *clips, job);
  } else {
    addUnityEvents(model, *clips, job);
  }
  return {};
}

}  // namespace texeleton::importing
