#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/words.h"

namespace texeleton::importing {

enum class UpAxis { Y, Z };

/// Up axes, in files and options.
constexpr auto wordTable(UpAxis) { return std::to_array<Word<UpAxis>>({{"y", UpAxis::Y}, {"z", UpAxis::Z}}); }

/// The image for a texture that a model names.
struct TextureFile {
  std::string name;            ///< The texture's file name in the model, without folders; letter case is ignored.
  std::filesystem::path file;  ///< Absolute.
};

/// The user's options for a model file.
struct ImportOptions {
  std::optional<double> scale;        ///< Metres per file unit (finite, > 0); overrides the file's.
  std::optional<UpAxis> up;           ///< Overrides the file's up axis; Z: file +Z becomes +Y, file −Y becomes +Z.
  bool hidden = false;                ///< Includes the meshes of nodes that the file hides.
  bool points = false;                ///< Keeps each vertex's point number in the file, for point caches.
  bool followOutside = false;         ///< Follows references out of the model's own folder tree.
  std::vector<TextureFile> textures;  ///< Used in place of the files that the model names.
};

/// The largest memory limit that a user may set.
inline constexpr double kMostImportGibibytes = 1024.0;
inline constexpr double kMostImportSeconds = 86'400.0;

struct ImportLimits {
  std::uint64_t memoryBytes = 0;  ///< 0: the larger of 4 GiB and 20 times the file.
  double timeSeconds = 120.0;
};

struct ImportCacheOptions {
  bool enabled = true;
  std::filesystem::path folder;                        ///< Empty: the user's cache folder.
  std::uint64_t maxBytes = 2ull * 1024 * 1024 * 1024;  ///< Entries used least recently are removed first.
};

}  // namespace texeleton::importing
