#include "core/import/blender/evaluate_scene.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/file_hash.h"
#include "core/base/json_reader.h"
#include "core/base/plain_file.h"
#include "core/base/save_file.h"
#include "core/base/units.h"
#include "core/import/blender/blender_program.h"
#include "core/import/import_cache.h"
#include "core/import/worker/limited_process.h"
#include "core/model/model.h"
#include "core/model/names.h"

namespace texeleton::importing {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::string_view kMark = "TEXELETON ";  ///< Prefix of the lines of headless.py that this file parses.
constexpr const char* kEvaluating = "Evaluating the scene in Blender";
constexpr const char* kAnswerFile = "scene.json";
constexpr double kSeconds = 600.0;  ///< Longer than for parsers, since simulations take time.

/// Variables that Blender needs. An option turns the user's settings off.
std::vector<std::string> environmentOfBlender() {
  return {"HOME",  "PATH", "LANG", "LC_*", "LD_LIBRARY_PATH", "TMPDIR", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
          "SNAP*", "USER"};
}

/// A text from Blender, which may hold names of the scene.
Message fromBlender(const std::string& text) { return verbatim(model::shortenedText(model::harmlessText(text))); }

std::string numberText(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", number);
  return text;
}

std::string textOf(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The objects of the list at `key`; empty if there is no such list.
Json listOf(const Json& json, const char* key) {
  const auto found = json.is_object() ? json.find(key) : json.end();
  return found != json.end() && found->is_array() ? *found : Json::array();
}

/// Whether it is a plain file name, which cannot lead out of the folder.
bool isPlainName(const std::string& name) { return !name.empty() && fs::path(name).filename() == name && name != ".."; }

struct BlenderAnswer {
  std::optional<Json> done;
  std::string error;

  void take(std::string_view line, JobContext& job) {
    if (!line.starts_with(kMark)) {
      return;
    }
    const auto parsed = parseJson(line.substr(kMark.size()), "");
    if (!parsed || !parsed->is_object()) {
      return;
    }
    const Json& told = *parsed;
    if (const auto progress = told.find("progress"); progress != told.end() && progress->is_number()) {
      job.progress(std::clamp(progress->get<double>(), 0.0, 1.0), kEvaluating);
    }
    if (told.contains("done")) {
      done = told["done"];
    }
    if (std::string text = textOf(told, "error"); !text.empty()) {
      error = std::move(text);
    }
  }
};

/// Fails without a scene.
Result<void> checkScene(const ProcessEnd& end, const BlenderAnswer& answer, const LimitedProcess& process) {
  using Kind = ProcessEnd::Kind;
  switch (end.kind) {
    case Kind::Cancelled:
      return fail(ErrorCode::Cancelled, "the import was cancelled");
    case Kind::TimedOut:
      return fail(
          ErrorCode::WorkerDied,
          message("Blender took longer than %1 s to evaluate the scene; then allow %2", numberText(process.timeSeconds),
                  Remedy{RemedyKind::MoreTime, std::min(2.0 * process.timeSeconds, kMostImportSeconds), {}}));
    case Kind::TooMuchMemory: {
      const double gibibytes = static_cast<double>(process.memoryBytes) / static_cast<double>(kGibibyte);
      return fail(ErrorCode::WorkerDied,
                  message("Blender needed more than %1 GiB of memory to evaluate the scene; then allow %2",
                          numberText(gibibytes),
                          Remedy{RemedyKind::MoreMemory, std::min(2.0 * gibibytes, kMostImportGibibytes), {}}));
    }
    default:
      break;
  }
  if (!answer.error.empty()) {
    return fail(ErrorCode::Unsupported, fromBlender(answer.error));
  }
  if (!answer.done) {
    std::string last = end.errorOutput;
    while (!last.empty() && last.back() == '\n') {
      last.pop_back();
    }
    last.erase(0, last.rfind('\n') == std::string::npos ? 0 : last.rfind('\n') + 1);
    return fail(ErrorCode::WorkerDied, message("Blender (%1) ended without an answer while it evaluated the scene: %2",
                                               process.program.string(), fromBlender(last)));
  }
  return {};
}

/// Everything that Blender's result depends on, except the files that the scene reads.
std::string keyOf(const fs::path& file, const std::string& content, const fs::path& blender,
                  const std::vector<PackageFile>& package) {
  std::string key = content + '\n' + file.filename().string() + '\n' + blender.string() + '\n';
  std::error_code error;
  key += std::to_string(fs::last_write_time(blender, error).time_since_epoch().count()) + '\n';
  for (const PackageFile& each : package) {
    key += each.content;
  }
  return sha256OfText(key);
}

/// The result in a folder of the cache; nullopt if there is none, or a file that the scene reads has changed.
std::optional<EvaluatedScene> sceneIn(const fs::path& folder, const fs::path& sceneFolder, const JobContext& job) {
  const auto text = readPlainFile(folder / kAnswerFile, kMaxJsonBytes);
  const Json json = text ? parseJson(*text, "").value_or(Json()) : Json();
  const std::string name = textOf(json, "model");
  std::error_code error;
  if (!isPlainName(name) || !fs::is_regular_file(folder / name, error)) {
    return std::nullopt;
  }
  EvaluatedScene scene;
  scene.model = folder / name;
  std::vector<worker::Reference> references;
  for (const Json& entry : listOf(json, "references")) {
    references.push_back({textOf(entry, "path"), textOf(entry, "sha256")});
    scene.references.push_back({references.back().path, references.back().sha256});
  }
  if (!referencesHold(references, sceneFolder, job)) {
    return std::nullopt;
  }
  const auto fps = json.find("fps");
  const double rate = fps != json.end() && fps->is_number() ? fps->get<double>() : model::kDefaultRateHz;
  for (const Json& entry : listOf(json, "caches")) {
    if (const std::string cache = textOf(entry, "path"); isPlainName(cache)) {
      scene.caches.push_back({folder / cache, textOf(entry, "mesh"), rate});
    }
  }
  for (const Json& entry : listOf(json, "findings")) {
    scene.issues.push_back(
        {Severity::Warning, fromBlender(textOf(entry, "text")), model::harmlessText(textOf(entry, "object"))});
  }
  fs::last_write_time(folder, fs::file_time_type::clock::now(), error);  // Marks the use.
  return scene;
}

/// Adds the hashes of the files that the scene reads.
Json withReferences(Json done, const fs::path& sceneFolder, const JobContext& job) {
  Json references = Json::array();
  for (const Json& file : listOf(done, "files")) {
    const fs::path path = file.is_string() ? fs::path(file.get<std::string>()) : fs::path();
    if (const auto hash = sha256OfFile(path, &job)) {
      references.push_back({{"path", path.lexically_relative(sceneFolder).string()}, {"sha256", *hash}});
    }
  }
  done["references"] = std::move(references);
  return done;
}

/// Removes the least recently used scenes, except `kept`, until the rest fits.
void trimScenes(const fs::path& scenes, const fs::path& kept, std::uint64_t maxBytes) {
  struct SceneFolder {
    fs::path path;
    fs::file_time_type lastUse;
    std::uint64_t bytes = 0;
  };
  std::vector<SceneFolder> entries;
  std::error_code error;
  for (fs::directory_iterator it(scenes, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    SceneFolder entry{it->path(), it->last_write_time(ignored)};
    for (fs::directory_iterator file(it->path(), ignored), last; !ignored && file != last; file.increment(ignored)) {
      std::error_code none;
      const auto size = file->file_size(none);
      entry.bytes += none ? 0 : size;
    }
    if (it->path() != kept) {
      entries.push_back(std::move(entry));
    }
  }
  std::ranges::sort(entries, std::ranges::greater(), &SceneFolder::lastUse);
  std::uint64_t total = 0;
  for (const SceneFolder& entry : entries) {
    total += entry.bytes;
    if (total > maxBytes) {
      fs::remove_all(entry.path, error);
    }
  }
}

/// A folder that is removed with this object, unless it was renamed.
struct Scratch {
  fs::path path;
  ~Scratch() {
    std::error_code error;
    fs::remove_all(path, error);
  }
};

Result<void> unpack(const std::vector<PackageFile>& package, const fs::path& folder) {
  for (const PackageFile& each : package) {
    const fs::path path = folder / each.path;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    TRY(saveFile(path, each.content));
  }
  return {};
}

Result<Json> runBlender(const fs::path& blender, const fs::path& file, const fs::path& scratch,
                        const ImportRequest& request, JobContext& job) {
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(file, error);
  LimitedProcess process;
  process.program = blender;
  process.arguments = {"--background", "--factory-startup", "--disable-autoexec"};
  const bool isBlend = file.extension() == ".blend" || file.extension() == ".BLEND";
  if (isBlend) {
    process.arguments.push_back(file.string());
  }
  const fs::path script = scratch / "package" / "texeleton" / "headless.py";
  process.arguments.insert(process.arguments.end(), {"--python", script.string(), "--", "--output",
                                                     (scratch / "scene").string(), "--name", file.stem().string()});
  if (!isBlend) {
    process.arguments.insert(process.arguments.end(), {"--open", file.string()});
  }
  const double seconds = request.limits.timeSeconds;
  process.timeSeconds = seconds == ImportLimits{}.timeSeconds ? kSeconds : seconds;
  process.memoryBytes =
      request.limits.memoryBytes != 0 ? request.limits.memoryBytes : std::max(4 * kGibibyte, 20 * bytes);
  process.environment = environmentOfBlender();
  BlenderAnswer answer;
  process.onLine = [&](std::string_view line) { answer.take(line, job); };
  const auto end = runLimited(process, job);
  TRY(end);
  TRY(checkScene(*end, answer, process));
  return std::move(*answer.done);
}

}  // namespace

Result<EvaluatedScene> evaluateScene(const fs::path& file, const ImportRequest& request, JobContext& job) {
  const auto blender = findBlender();
  TRY(blender);
  const auto content = sha256OfFile(file, &job);
  TRY(content);
  const fs::path root = request.cache.folder.empty() ? ImportCache::defaultFolder() : request.cache.folder;
  if (root.empty()) {
    return fail(ErrorCode::Io,
                "there is no cache folder that Blender's result could be written to; set $TEXELETON_CACHE");
  }
  const std::vector<PackageFile> package = blenderPackage();
  const fs::path scenes = root / "scenes";
  const fs::path folder = scenes / keyOf(file, *content, *blender, package);
  std::error_code error;
  fs::create_directories(scenes, error);
  fs::permissions(scenes, fs::perms::owner_all, error);
  if (!isOwnFolder(scenes)) {
    return fail(ErrorCode::Io, message("the folder %1 is not yours, or others may write to it; set $TEXELETON_CACHE",
                                       scenes.string()));
  }
  if (request.cache.enabled) {
    if (auto scene = sceneIn(folder, file.parent_path(), job)) {
      return std::move(*scene);
    }
  }
  const Scratch scratch{scenes / (folder.filename().string() + ".part-" + std::to_string(::getpid()))};
  TRY(unpack(package, scratch.path / "package"));
  job.progress(0.0, kEvaluating);
  auto done = runBlender(*blender, file, scratch.path, request, job);
  TRY(done);
  TRY(saveFile(scratch.path / "scene" / kAnswerFile, withReferences(std::move(*done), file.parent_path(), job).dump()));
  fs::remove_all(folder, error);
  fs::rename(scratch.path / "scene", folder, error);
  if (error) {
    return fail(ErrorCode::Io, message("cannot write to the folder %1: %2", scenes.string(), error.message()));
  }
  trimScenes(scenes, folder, request.cache.maxBytes);
  if (auto scene = sceneIn(folder, file.parent_path(), job)) {
    return std::move(*scene);
  }
  return fail(ErrorCode::Io, "a file that the scene reads changed meanwhile; import it again");
}

}  // namespace texeleton::importing
