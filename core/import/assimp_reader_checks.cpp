#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string>

#include "core/import/assimp_reader_parts.h"

namespace texeleton {

namespace {

std::optional<Error> bad(std::string text) { return Error{ErrorCode::BadFile, std::move(text), {}}; }

}  // namespace

std::optional<Error> checkBeforeAssimp(AssimpFormat format, std::string_view extension,
                                       const std::vector<std::byte>& bytes, JobContext& job) {
  if (bytes.empty()) {
    return bad("the file is empty");
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  switch (format) {
    case AssimpFormat::Collada:
      return checkCollada(text, job);
    case AssimpFormat::Md5:
      return extension == "md5mesh" ? checkMd5Mesh(text) : std::nullopt;
    case AssimpFormat::X:
      return checkX(text);
    case AssimpFormat::Bvh:
      return checkBvh(text, job);
    case AssimpFormat::Fbx:
    case AssimpFormat::Other:
      break;
  }
  if (extension == "iqm") {
    // Assimp reads IQM without bones and clips, and crashes on tables that are out of range.
    return Error{ErrorCode::Unsupported,
                 "IQM files are not read (their skeleton and clips would be lost); convert the model to glTF or FBX",
                 {}};
  }
  return std::nullopt;
}

}  // namespace texeleton
