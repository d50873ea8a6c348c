#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/fuzz/mutate.h"

namespace texeleton::fuzz {

/// The kind of input that a case damages.
enum class Kind { Model, Pack, Recipe, Events, Cache, Points, Export, Blend };
inline constexpr Kind kKinds[] = {Kind::Model, Kind::Pack,   Kind::Recipe, Kind::Events,
                                  Kind::Cache, Kind::Points, Kind::Export, Kind::Blend};
const char* nameOf(Kind kind);

/// A valid input to be damaged.
struct Seed {
  Kind kind = Kind::Model;
  std::filesystem::path file;                 ///< The file (a pack or an export: its folder) that is copied.
  std::vector<std::filesystem::path> beside;  ///< Files that it needs next to it.
};

/// A case: a folder with an input, and how to read it.
struct Case {
  Kind kind = Kind::Model;
  std::string what;                                ///< The seed's name.
  std::vector<std::vector<std::string>> commands;  ///< Arguments of texeleton-cli, one run after the other.
  std::filesystem::path model;                     ///< For models: the damaged file.
};

/// Sources of the seeds, and the folders in which they are prepared.
struct SeedFolders {
  std::filesystem::path models;   ///< The shared models; may be absent.
  std::filesystem::path samples;  ///< The bundled samples.
  std::filesystem::path data;     ///< Small models of rare formats; may be empty.
  std::filesystem::path made;     ///< Packs, exports, events and a recipe are made in here.
  std::filesystem::path program;  ///< texeleton-cli.
  std::filesystem::path blender;  ///< Empty: there are no scenes of Blender.
  std::filesystem::path traces;   ///< The script in a scene of Blender would make a file in this folder.
};

/// All seeds of the given kinds. Makes packs, exports, a recipe and scenes of Blender in `made`.
std::vector<Seed> findSeeds(const SeedFolders& folders, const std::vector<Kind>& kinds);

/// Copies a seed into the empty folder `in`, damages it, and returns how to read it: inputs are named by `in`, outputs
/// are in the folder `out`, the import cache is `cache`.
Case makeCase(const Seed& seed, const SeedFolders& folders, const std::filesystem::path& in,
              const std::filesystem::path& out, const std::filesystem::path& cache, Mutator& mutator);

}  // namespace texeleton::fuzz
