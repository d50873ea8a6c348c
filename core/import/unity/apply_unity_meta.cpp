#include <algorithm>
#include <cctype>

#include "core/import/unity/unity_meta.h"

namespace texeleton::importing {

namespace fs = std::filesystem;

namespace {

/// Settings are text; Unity's largest are smaller.
constexpr std::uint64_t kMostMetaBytes = std::uint64_t{32} << 20;

bool isFbx(const fs::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending == ".fbx";
}

}  // namespace

Result<void> applyUnityMeta(ModelFiles& files, const UnityMetaOptions& options, model::Model& model, JobContext& job) {
  if (options.use == UnityMetaUse::Off) {
    return {};
  }
  fs::path path = options.file;
  const bool named = !path.empty();
  if (!named) {
    // Requested through `files`, so that the cache records the lookup.
    auto beside = isFbx(files.modelFile()) ? files.resolve(files.modelFile().filename().string() + ".meta")
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
  const auto clips = readUnityMeta({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
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
