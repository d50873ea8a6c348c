#include "core/import/worker/worker_protocol.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/checksum.h"
#include "core/base/file_hash.h"
#include "core/base/json_reader.h"
#include "core/base/message_json.h"
#include "core/import/number_in.h"

namespace texeleton::importing::worker {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<ErrorCode, const char*>, 9> kCodes = {{
    {ErrorCode::InvalidArgument, "invalid-argument"},
    {ErrorCode::NotFound, "not-found"},
    {ErrorCode::Io, "io"},
    {ErrorCode::BadFile, "bad-file"},
    {ErrorCode::Unsupported, "unsupported"},
    {ErrorCode::Limit, "limit"},
    {ErrorCode::WorkerDied, "worker-died"},
    {ErrorCode::Cancelled, "cancelled"},
    {ErrorCode::Verification, "verification"},
}};

constexpr std::array<std::pair<std::string_view, bool ImportOptions::*>, 3> kSwitches = {{
    {"--follow-outside", &ImportOptions::followOutside},
    {"--hidden", &ImportOptions::hidden},
    {"--points", &ImportOptions::points},
}};

constexpr std::array<char, 8> kResultMagic = {'T', 'X', 'R', 'E', 'F', 'S', '1', '\n'};
/// After the references: their size, their checksum, the magic.
constexpr std::size_t kTrailerSize = kResultEndBytes;

std::string numberText(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

template <class T>
bool parseNumber(std::string_view text, T& value) {
  const auto number = numberIn<T>(text);
  value = number.value_or(value);
  return number.has_value();
}

void append(std::vector<std::byte>& bytes, const void* source, std::size_t size) {
  const auto* first = static_cast<const std::byte*>(source);
  bytes.insert(bytes.end(), first, first + size);
}

void append(std::vector<std::byte>& bytes, std::uint64_t value) { append(bytes, &value, sizeof value); }

/// Takes bytes from the front; nothing if there are too few.
std::optional<std::string_view> take(std::span<const std::byte>& bytes, std::uint64_t size) {
  if (size > bytes.size()) {
    return std::nullopt;
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size));
  bytes = bytes.subspan(text.size());
  return text;
}

std::optional<std::uint64_t> takeNumber(std::span<const std::byte>& bytes) {
  std::uint64_t value = 0;
  const auto text = take(bytes, sizeof value);
  if (!text) {
    return std::nullopt;
  }
  std::memcpy(&value, text->data(), sizeof value);
  return value;
}

std::optional<std::vector<Reference>> unpackReferences(std::span<const std::byte> bytes) {
  std::vector<Reference> references;
  while (!bytes.empty()) {
    const auto pathSize = takeNumber(bytes);
    const auto path = pathSize ? take(bytes, *pathSize) : std::nullopt;
    const auto hashSize = path ? takeNumber(bytes) : std::nullopt;
    const auto hash = hashSize && (*hashSize == 0 || *hashSize == kHashDigits) ? take(bytes, *hashSize) : std::nullopt;
    if (!hash) {
      return std::nullopt;
    }
    references.push_back({std::string(*path), hash->empty() ? std::nullopt : std::optional(std::string(*hash))});
  }
  return references;
}

/// Applies one option; false if it is unknown or its value is invalid.
bool applyOption(Task& task, std::string_view name, std::string_view value) {
  if (name == "--memory") {
    return parseNumber(value, task.memoryBytes);
  }
  if (name == "--cpu-seconds") {
    return parseNumber(value, task.cpuSeconds);
  }
  if (name == "--parent") {
    return parseNumber(value, task.parent);
  }
  if (name == "--scale") {
    return parseNumber(value, task.options.scale.emplace()) && std::isfinite(*task.options.scale) &&
           *task.options.scale > 0.0;
  }
  if (name == "--unity-meta" && (value == "clips" || value == "events")) {
    task.unityMeta.use = value == "clips" ? UnityMetaUse::Clips : UnityMetaUse::Events;
    return true;
  }
  if (name == "--unity-meta-file" && value.starts_with('/')) {
    task.unityMeta.file = value;
    return true;
  }
  if (name == "--texture") {
    const std::size_t slash = value.find('/');  // The name has none, and the path is absolute.
    if (slash == 0 || slash == std::string_view::npos) {
      return false;
    }
    task.options.textures.push_back({std::string(value.substr(0, slash)), value.substr(slash)});
    return true;
  }
  if (name == "--up" && (value == "y" || value == "z")) {
    task.options.up = value == "y" ? UpAxis::Y : UpAxis::Z;
    return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> toArguments(const Task& task) {
  std::vector<std::string> arguments = {"--memory",      std::to_string(task.memoryBytes),
                                        "--cpu-seconds", std::to_string(task.cpuSeconds),
                                        "--parent",      std::to_string(task.parent)};
  if (task.options.scale) {
    arguments.insert(arguments.end(), {"--scale", numberText(*task.options.scale)});
  }
  if (task.options.up) {
    arguments.insert(arguments.end(), {"--up", *task.options.up == UpAxis::Z ? "z" : "y"});
  }
  for (const TextureFile& texture : task.options.textures) {
    arguments.insert(arguments.end(), {"--texture", texture.name + texture.file.string()});
  }
  for (const auto& [name, isOn] : kSwitches) {
    if (task.options.*isOn) {
      arguments.emplace_back(name);
    }
  }
  if (task.unityMeta.use != UnityMetaUse::Off) {
    arguments.insert(arguments.end(), {"--unity-meta", task.unityMeta.use == UnityMetaUse::Clips ? "clips" : "events"});
    if (!task.unityMeta.file.empty()) {
      arguments.insert(arguments.end(), {"--unity-meta-file", task.unityMeta.file.string()});
    }
  }
  if (task.hashReferences) {
    arguments.emplace_back("--hash-references");
  }
  arguments.insert(arguments.end(), {"--", task.file.string()});
  return arguments;
}

Result<Task> taskFromArguments(std::span<const char* const> arguments) {
  Task task;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    const auto known = std::ranges::find(kSwitches, argument, &decltype(kSwitches)::value_type::first);
    if (known != kSwitches.end()) {
      task.options.*known->second = true;
    } else if (argument == "--hash-references") {
      task.hashReferences = true;
    } else if (argument == "--") {
      if (i + 2 == arguments.size()) {
        task.file = arguments[i + 1];
        return task;
      }
      break;
    } else if (++i == arguments.size() || !applyOption(task, argument, arguments[i])) {
      return fail(ErrorCode::InvalidArgument, message("unknown option or bad value: %1", argument));
    }
  }
  return fail(ErrorCode::InvalidArgument, "expected \"-- FILE\" at the end");
}

std::string toLine(const Report& report) {
  Json json;
  switch (report.kind) {
    case Report::Kind::Progress:
      json = {{"progress", report.fraction}, {"stage", report.stage}};
      break;
    case Report::Kind::Done:
      json = {{"done", true}};
      break;
    case Report::Kind::OutOfMemory:
      return std::string(kOutOfMemoryLine);
    case Report::Kind::NestedTooDeep:
      return std::string(kNestedTooDeepLine);
    case Report::Kind::Failed: {
      const char* name = kCodes[0].second;
      for (const auto& [code, text] : kCodes) {
        name = code == report.error.code ? text : name;
      }
      json = {{"failed", name}, {"message", toJson(report.error.message)}, {"file", report.error.file}};
      break;
    }
  }
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

std::optional<Report> fromLine(std::string_view line) {
  Report report;
  const auto parsed = parseJson(line, "");
  if (!parsed || !parsed->is_object()) {
    return std::nullopt;
  }
  const Json& json = *parsed;
  const auto text = [&json](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
  };
  if (const auto progress = json.find("progress"); progress != json.end() && progress->is_number()) {
    report.fraction = progress->get<double>();
    report.stage = text("stage").value_or("");
    return report;
  }
  if (json.contains("done")) {
    report.kind = Report::Kind::Done;
    return report;
  }
  const auto failed = text("failed");
  if (failed == "out-of-memory") {
    report.kind = Report::Kind::OutOfMemory;
    return report;
  }
  if (failed == "nested-too-deep") {
    report.kind = Report::Kind::NestedTooDeep;
    return report;
  }
  for (const auto& [code, name] : kCodes) {
    if (failed == name) {
      report.kind = Report::Kind::Failed;
      const auto said = json.find("message");
      report.error = {code, said == json.end() ? Message() : messageFromJson(*said).value_or(Message()),
                      text("file").value_or("")};
      return report;
    }
  }
  return std::nullopt;
}

std::vector<std::byte> packReferences(const std::vector<Reference>& references) {
  std::vector<std::byte> bytes;
  for (const Reference& reference : references) {
    const std::string hash = reference.sha256.value_or("");
    append(bytes, std::uint64_t{reference.path.size()});
    append(bytes, reference.path.data(), reference.path.size());
    append(bytes, std::uint64_t{hash.size()});
    append(bytes, hash.data(), hash.size());
  }
  const std::uint64_t size = bytes.size();
  const std::uint64_t checksum = checksum64(bytes);
  append(bytes, size);
  append(bytes, checksum);
  append(bytes, kResultMagic.data(), kResultMagic.size());
  return bytes;
}

bool isResultEnd(std::span<const std::byte> end) {
  return end.size() == kResultEndBytes &&
         std::memcmp(end.last(kResultMagic.size()).data(), kResultMagic.data(), kResultMagic.size()) == 0;
}

std::optional<ImportResult> splitResult(std::span<const std::byte> bytes) {
  if (bytes.size() < kTrailerSize) {
    return std::nullopt;
  }
  std::span<const std::byte> trailer = bytes.last(kTrailerSize);
  const auto size = takeNumber(trailer);
  const auto checksum = takeNumber(trailer);
  if (std::memcmp(trailer.data(), kResultMagic.data(), kResultMagic.size()) != 0 ||
      *size > bytes.size() - kTrailerSize) {
    return std::nullopt;
  }
  const std::span<const std::byte> snapshotAndReferences = bytes.first(bytes.size() - kTrailerSize);
  const std::span<const std::byte> packed = snapshotAndReferences.last(static_cast<std::size_t>(*size));
  if (checksum64(packed) != *checksum) {
    return std::nullopt;
  }
  auto references = unpackReferences(packed);
  if (!references) {
    return std::nullopt;
  }
  return ImportResult{snapshotAndReferences.first(snapshotAndReferences.size() - packed.size()),
                      std::move(*references)};
}

}  // namespace texeleton::importing::worker
