#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/pack/pack.h"

namespace texeleton::pack {

// The inputs of a pack, in enough detail to determine without an import whether a bake would reproduce the pack:
// `inputs.json` in the pack's folder (FORMAT.md). Players do not read it.

struct PackInputs {
  std::string build;     ///< Identity of the program build: 64 hexadecimal digits.
  std::string settings;  ///< Hash of every option that affects the bake: 64 hexadecimal digits.
  /// Files that were read, or searched for: name, role and hash (empty: missing). The path of a reference is relative
  /// to the folder of the file that names it.
  std::vector<PackSource> reads;

  friend bool operator==(const PackInputs&, const PackInputs&) = default;
};

/// The text of inputs.json for a manifest with this checksum (16 hexadecimal digits).
std::string inputsText(const PackInputs& inputs, const std::string& manifestChecksum);

/// The contents of `inputs.json`, and the manifest's records of the files of the pack, whose sizes were compared.
struct PackRecord {
  PackInputs inputs;
  Pack pack;  ///< The manifest: without texels and mesh.
  struct File {
    std::string name;
    std::uint64_t bytes = 0;
    std::string xxh3;  ///< 16 hexadecimal digits; empty: not in the manifest.
  };
  std::vector<File> files;
};

/// Reads the untrusted record. Errors: those of readPackManifest and packFileSizes; NotFound (there is no inputs.json),
/// BadFile (it is damaged or belongs to another manifest; a file of the pack has another size).
Result<PackRecord> readPackRecord(const std::filesystem::path& path);

}  // namespace texeleton::pack
