#include "core/export/blender/blender_addon.h"

#include <zlib.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/little_endian.h"
#include "core/export/engine_files.h"
#include "core/import/blender/blender_program.h"
#include "core/recipe/settings.h"

namespace texeleton::exporting {

namespace {

constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kDirectoryEnd = 0x06054b50;
constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kUtf8Names = 1 << 11;
constexpr std::uint16_t kFirstDay = 1 << 5 | 1;  ///< 1 January 1980, a constant.
constexpr std::uint16_t kMadeByUnix = 3 << 8 | kVersion;
constexpr std::uint32_t kPermissions = std::uint32_t{0100644} << 16;  ///< A regular file, readable by all.

/// Fields common to a local header and the directory.
void putDescription(std::string& out, const ProjectFile& file) {
  const auto size = static_cast<std::uint32_t>(file.content.size());
  const auto* bytes = reinterpret_cast<const Bytef*>(file.content.data());
  put16(out, kVersion);
  put16(out, kUtf8Names);
  put16(out, 0);  // stored
  put16(out, 0);  // midnight
  put16(out, kFirstDay);
  put32(out, static_cast<std::uint32_t>(::crc32(0, bytes, size)));
  put32(out, size);
  put32(out, size);
  put16(out, static_cast<std::uint32_t>(file.path.size()));
  put16(out, 0);  // no extra field
}

/// A ZIP archive of uncompressed (stored) files, in order; the same files give the same bytes. Up to 65,535 files and 4
/// GiB.
std::string zipArchive(std::span<const ProjectFile> files) {
  std::string out;
  std::string directory;
  for (const ProjectFile& file : files) {
    const auto place = static_cast<std::uint32_t>(out.size());
    put32(out, kLocalHeader);
    putDescription(out, file);
    out += file.path;
    out += file.content;
    put32(directory, kDirectoryEntry);
    put16(directory, kMadeByUnix);
    putDescription(directory, file);
    put16(directory, 0);  // no comment
    put16(directory, 0);  // first disk
    put16(directory, 0);  // no internal attributes
    put32(directory, kPermissions);
    put32(directory, place);
    directory += file.path;
  }
  const auto place = static_cast<std::uint32_t>(out.size());
  const auto count = static_cast<std::uint32_t>(files.size());
  out += directory;
  put32(out, kDirectoryEnd);
  put32(out, 0);  // one disk
  put16(out, count);
  put16(out, count);
  put32(out, static_cast<std::uint32_t>(directory.size()));
  put32(out, place);
  put16(out, 0);  // no comment
  return out;
}

}  // namespace

std::string blenderAddon() {
  std::vector<ProjectFile> files;
  for (importing::PackageFile& file : importing::blenderPackage()) {
    files.push_back({std::move(file.path), std::move(file.content)});
  }
  files.push_back({"texeleton/recipe.schema.json", recipe::recipeSchema()});
  files.push_back({"texeleton/texeleton_import.py", engineFile("blender/texeleton_import.py")});
  return zipArchive(files);
}

}  // namespace texeleton::exporting
