#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/remedy.h"
#include "core/base/result.h"
#include "core/import/import_options.h"
#include "core/import/source_scene.h"

namespace texeleton::importing {

/// Another file that a parser requested. The import cache re-checks each.
struct LookedUpFile {
  std::filesystem::path path;  ///< Absolute.
  bool found = false;
};

inline std::string_view asText(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
inline std::vector<std::byte> asBytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// The file name of a texture reference: percent-decoded, without folders.
std::string textureName(const std::string& reference);

/// The remedy for a texture that is not found.
Remedy locateTexture(const std::string& reference);

/// Reads files for a parser. Refuses paths that leave the model's folder tree (unless allowed), URIs with a scheme,
/// absolute paths, devices and other non-regular files; records all requests.
class ModelFiles {
 public:
  ModelFiles(const std::filesystem::path& modelFile, const ImportOptions& options);

  /// Resolves a reference of the model file (percent-decoded, either slash). Errors: Unsupported (scheme, absolute,
  /// outside the folder tree), NotFound.
  Result<std::filesystem::path> resolve(const std::string& reference);
  /// Reads a whole file from resolve(). Errors: NotFound, Io, Limit (larger than `maxBytes`).
  Result<std::vector<std::byte>> read(const std::filesystem::path& path, std::uint64_t maxBytes);
  /// The file that the user chose for a texture (ImportOptions::textures), the last of its name; unset: the model's own
  /// is used.
  std::optional<std::filesystem::path> chosenTexture(const std::string& reference);
  /// resolve() and read() in one.
  Result<std::vector<std::byte>> load(const std::string& reference, std::uint64_t maxBytes);

  const std::filesystem::path& modelFile() const { return m_modelFile; }
  const std::filesystem::path& folder() const { return m_folder; }
  /// Whether points of the meshes are requested (ImportOptions::points).
  bool wantsPoints() const { return m_wantsPoints; }
  const std::vector<LookedUpFile>& lookedUp() const { return m_lookedUp; }

 private:
  void note(const std::filesystem::path& path, bool found);

  std::filesystem::path m_modelFile;
  std::filesystem::path m_folder;
  bool m_followOutside = false;
  bool m_wantsPoints = false;
  std::vector<TextureFile> m_textures;
  std::vector<LookedUpFile> m_lookedUp;
};

/// Neighbouring rotation keys at least this far apart in angle and more than this many frames apart in time do not
/// determine the authoring tool's curve between them.
inline constexpr double kSparseDegrees = 60.0;
inline constexpr double kSparseFrames = 1.5;
/// Adds a warning about the nodes of a clip that have such keys, if any.
void warnOfSparseKeys(const std::vector<std::string>& nodes, const std::string& clip, JobContext& job);

/// Gives a clip without a range that of its tracks with more than one key, and moves single keys to its start: they
/// have no range.
void setRangeOfKeys(SourceClip& clip);

/// Reads glTF 2.0 (.gltf, .glb) through tinygltf. Errors: BadFile, Unsupported (version, required extension), NotFound.
Result<SourceScene> parseGltf(ModelFiles& files, JobContext& job);

/// Reads all other formats with skeletons through Assimp. Errors: BadFile, Unsupported.
Result<SourceScene> parseWithAssimp(ModelFiles& files, JobContext& job);

/// Creates an Image from encoded bytes: PNG and JPEG are kept, TGA, BMP and similar formats become PNG. Errors:
/// Unsupported (no decoder for the format), BadFile, Limit (over 16,384 texels per side).
Result<model::Image> makeImage(std::vector<std::byte> bytes, std::string name);

}  // namespace texeleton::importing
