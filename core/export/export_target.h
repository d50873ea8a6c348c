#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/export/owned_folder.h"
#include "core/pack/pack.h"

namespace texeleton {

enum class Plays : std::uint8_t { Yes, Partly, No };

/// What a target can play, as a row of the table that README, dialog and `--list-engines` show.
struct ExportAbility {
  const char* subject;  ///< "Cross-fades".
  Plays plays = Plays::Yes;
  const char* note = "";
};

/// Where a bake can go. Every export holds a pack; most put a run-time beside it.
struct ExportTarget {
  const char* name;     ///< As recipes and command lines have it: "three".
  const char* title;    ///< As people have it: "three.js".
  const char* summary;  ///< One sentence.
  const char* tested;   ///< How it was tested.
  std::vector<ExportAbility> abilities;

  /// The export's folder is the pack itself, NAME.texpack. Otherwise the pack lies in the folder, as NAME.texpack.
  bool isPackFolder = false;

  /// The files beside the pack of the character `name`: in groups that are replaced as a whole, one for the character
  /// and one for each run-time that characters share. None: nothing lies beside it.
  std::vector<FileGroup> (*companions)(const Pack& pack, const std::string& name) = nullptr;
};

/// All targets, the pack first.
std::span<const ExportTarget> exportTargets();

/// The target of that name; nullptr: this version does not know it.
const ExportTarget* exportTargetNamed(std::string_view name);

/// The names of all targets: "pack", "three".
std::vector<std::string> exportTargetNames();

}  // namespace texeleton
