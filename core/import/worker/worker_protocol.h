#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/import/import_options.h"
#include "core/import/unity/unity_meta_options.h"

/// The protocol between importModel and the worker (texeleton-import): a task as arguments, lines of JSON on the
/// worker's standard output, and the result on descriptor 3. Both sides check their input.
namespace texeleton::importing::worker {

/// The descriptor that the worker writes its result to.
inline constexpr int kResultDescriptor = 3;
inline constexpr const char* kIdentityArgument = "--identity";
/// If set to "off", the worker reads without its sandbox, for debuggers and the like.
inline constexpr const char* kSandboxVariable = "TEXELETON_IMPORT_SANDBOX";

/// Exit codes; any other code means that the worker died.
inline constexpr int kExitDone = 0;
inline constexpr int kExitError = 1;  ///< An error was reported.
inline constexpr int kExitUsage = 2;

struct Task {
  std::filesystem::path file;  ///< Absolute.
  ImportOptions options;
  UnityMetaOptions unityMeta;
  std::uint64_t memoryBytes = 0;  ///< Limit of the address space; 0: none.
  std::uint64_t cpuSeconds = 0;   ///< A second limit besides the parent's clock; 0: none.
  int parent = 0;                 ///< The process that starts the worker; the worker does not outlive it. 0: none.
  bool hashReferences = false;    ///< The references are hashed, for the cache.
};

std::vector<std::string> toArguments(const Task& task);
/// Errors: InvalidArgument.
Result<Task> taskFromArguments(std::span<const char* const> arguments);

/// One line of the worker's standard output.
struct Report {
  enum class Kind {
    Progress,
    Done,
    Failed,         ///< `error` has the reason.
    OutOfMemory,    ///< The memory limit was reached.
    NestedTooDeep,  ///< The stack ran out.
  };
  Kind kind = Kind::Progress;
  double fraction = 0.0;
  std::string stage;
  Error error;
};

/// Lines that the worker can write without heap and stack.
inline constexpr std::string_view kOutOfMemoryLine = "{\"failed\":\"out-of-memory\"}\n";
inline constexpr std::string_view kNestedTooDeepLine = "{\"failed\":\"nested-too-deep\"}\n";

/// Includes the line end.
std::string toLine(const Report& report);
/// Nothing if it is not a report.
std::optional<Report> fromLine(std::string_view line);

/// Another file that was looked up while reading the model.
struct Reference {
  std::string path;                   ///< In bytes; relative to the model's folder if possible.
  std::optional<std::string> sha256;  ///< 64 hexadecimal digits; nothing: it was missing (or not hashed).

  friend bool operator==(const Reference&, const Reference&) = default;
};

/// The data after the snapshot in the worker's result and in an entry of the cache.
std::vector<std::byte> packReferences(const std::vector<Reference>& references);

/// The length of the end marker of every result, and whether these bytes are one.
inline constexpr std::size_t kResultEndBytes = 24;
bool isResultEnd(std::span<const std::byte> end);

/// The largest file that is hashed as a reference; no reader accepts more.
inline constexpr std::uint64_t kMaxReferenceBytes = 4ull << 30;

struct ImportResult {
  std::span<const std::byte> snapshot;
  std::vector<Reference> references;
};
/// Splits a result into its parts; nothing if it is broken. The snapshot is not checked.
std::optional<ImportResult> splitResult(std::span<const std::byte> bytes);

}  // namespace texeleton::importing::worker
