#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/vat/baked_animation.h"

namespace texeleton::pack {

inline constexpr int kPackVersion = 2;  ///< The newest; packs without a frame table are of version 1.

/// A source file of a pack.
struct PackSource {
  std::string file;               ///< File name without folder.
  std::string role;               ///< "model", "events", …
  std::string sha256;             ///< 64 hexadecimal digits.
  std::optional<double> scale;    ///< Import options that were given, so that the bake can be repeated.
  std::optional<std::string> up;  ///< "y" or "z".
  /// For references, in inputs.json only: the number of the file that refers to it.
  std::uint32_t of = 0;

  friend bool operator==(const PackSource&, const PackSource&) = default;
};

/// A pack on disk: NAME.texpack/ with manifest.json, animation.exr and mesh.glb (see FORMAT.md).
struct Pack {
  std::string generator;  ///< "texeleton 0.1.0".
  std::vector<PackSource> sources;
  vat::BakedAnimation animation;
};

struct PackInputs;  // core/pack/pack_inputs.h

enum class TextureCompression : std::uint8_t { None, Rle, Zip };

struct PackWriteOptions {
  TextureCompression compression = TextureCompression::Zip;
  /// The pack is flushed to the disk before it replaces the old one, so that not even a power cut leaves a broken one.
  /// If false, this holds only if the process dies, not the machine (docs/decisions/0005-pack-writing.md).
  bool flushToDisk = true;
  /// False: behaves as on file systems that cannot exchange two folders atomically (for tests).
  bool tryExchange = true;
  /// The inputs of the bake, for `inputs.json`; null: no such file is written.
  std::shared_ptr<const PackInputs> inputs;
};

/// Writes `pack` as the directory `path`, replacing an existing pack atomically: at every moment a complete pack has
/// the name (or none if there was none). A directory that is not a pack is never replaced. Errors: Io (full disk,
/// permissions; the old pack stays), InvalidArgument, Cancelled.
Result<void> writePack(const std::filesystem::path& path, const Pack& pack, const PackWriteOptions& options,
                       JobContext& job);

/// Reads and checks an untrusted pack. Restores `.NAME.old` if NAME is missing. Errors: NotFound, Io, BadFile (file,
/// place and reason), Unsupported (newer version).
Result<Pack> readPack(const std::filesystem::path& path, JobContext& job);

/// Reads the manifest only: everything but texels and mesh.
Result<Pack> readPackManifest(const std::filesystem::path& path);

/// The text of the manifest on disk, after the checks of readPackManifest.
Result<std::string> readPackManifestText(const std::filesystem::path& path);

/// Performs the checks that reading omits: every index, weight, texel (finite), bounds against decoded positions,
/// padding. One sentence per problem; empty: none.
std::vector<Message> verifyPack(const Pack& pack, JobContext& job);

/// Reads a pack in order to play or convert it: readPack(), then verifyPack(). Errors: those of readPack();
/// Verification (the first problem).
Result<Pack> readVerifiedPack(const std::filesystem::path& path, JobContext& job);

/// Bytes of each file of a pack.
struct PackFileSize {
  std::string file;
  std::uint64_t bytes = 0;
};
Result<std::vector<PackFileSize>> packFileSizes(const std::filesystem::path& path);

}  // namespace texeleton::pack
