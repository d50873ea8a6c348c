#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/batch/file_hashes.h"
#include "core/pack/pack_inputs.h"
#include "core/pack/source_role.h"
#include "core/pipeline/load_model.h"

namespace texeleton::batch {

/// A file that a bake is to read.
struct AskedFile {
  pack::SourceRole role = pack::SourceRole::Model;
  std::filesystem::path path;
  bool mayBeAbsent = false;            ///< A file that is read if it exists.
  std::optional<std::string> content;  ///< The part of it that affects the bake, if not the whole file (a recipe).
};

/// All inputs of a bake before an import. The model comes before its motions, which are in the order of
/// ModelRequest::motions.
struct AskedBake {
  std::vector<AskedFile> files;
  std::string build;            ///< From buildIdentity().
  std::string settings = "{}";  ///< Every option that affects the bake, in a fixed notation; default: none.
};

/// A hash of all sources that determine the content of a pack, computed by the build.
const char* bakeCode();

/// The lines of loadedLibraries() for libraries that the bake uses and the import worker does not.
std::string bakeLibraries();

/// The identity of the build that bakes, worker and libraries included: 64 hexadecimal digits. All programs of one
/// build have the same.
std::string buildIdentity(FileHashes& hashes, const JobContext& job);

/// Hashes the files. Files that the model and its motions refer to are not known yet (see addReferences). Errors:
/// NotFound, Io, Cancelled.
Result<pack::PackInputs> inputsOf(const AskedBake& asked, FileHashes& hashes, const JobContext& job);

/// Adds the files that the import found.
void addReferences(pack::PackInputs& inputs, const std::vector<pipeline::ModelReference>& references);

/// The state of an existing pack.
struct PackState {
  std::optional<Message> whyBake;          ///< Half a sentence ("the model Fox.glb has changed"); none if up to date.
  std::optional<pack::PackRecord> record;  ///< Set if it could be read.
};

/// Whether a bake would reproduce the existing pack. Compares the hashes of all input files, the options, the build,
/// and the pack's own files: their sizes, and their checksums unless the file system reports that they are unchanged
/// since the last comparison. Nothing is imported.
PackState examinePack(const std::filesystem::path& pack, const AskedBake& asked, FileHashes& hashes,
                      const JobContext& job);

/// Returns the paths of the files of `inputs`, in their order.
std::vector<std::filesystem::path> pathsOf(const pack::PackInputs& inputs, const AskedBake& asked);

}  // namespace texeleton::batch
