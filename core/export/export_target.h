#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/issue.h"
#include "core/base/result.h"
#include "core/export/export_options.h"
#include "core/export/owned_folder.h"
#include "core/pack/pack.h"

namespace texeleton::exporting {

enum class Plays : std::uint8_t { Yes, Partly, No };

/// An ability of a target: a row of the table in README, dialog and `--list-engines`.
struct ExportAbility {
  const char* subject;  ///< "Cross-fades".
  Plays plays = Plays::Yes;
  const char* note = "";
};

/// The input from which a target makes its files.
struct ExportInput {
  const pack::Pack& pack;   ///< With texels if the target `readsTexels`.
  const std::string& name;  ///< The character's name, as a file name without suffix: "hero".

  /// The source of an engine's identifiers (GUIDs and the like): the same in every export, and unique to the character.
  /// The recipe's `id` if it has one, so that a character may be renamed; else its name.
  std::string id = name;

  ExportOptions options = {};  ///< All options of the target.

  std::filesystem::path folder = {};      ///< The export's folder.
  std::filesystem::path packFolder = {};  ///< The pack's folder on disk.
};

/// A finding of the doctor about an export.
struct ExportFinding {
  Severity severity = Severity::Warning;  ///< Info: nothing is wrong.
  std::string file;                       ///< Path of the file.
  Message text;                           ///< The finding, a sentence.
  Message mend;                           ///< The remedy, a sentence.
  std::string name = {};                  ///< "missing", "edited", "srgb-decoded", …; may be empty.
};

/// A target of exports. Every export contains a pack; most have a run-time beside it.
struct ExportTarget {
  const char* name;     ///< Name in recipes and on the command line: "three".
  const char* title;    ///< Displayed name: "three.js".
  const char* summary;  ///< One sentence.
  const char* tested;   ///< How it was tested.
  std::vector<ExportAbility> abilities;
  std::vector<ExportOption> options = {};

  /// The export's folder is the pack itself, NAME.texpack. If false, the pack lies in the folder, as NAME.texpack.
  bool isPackFolder = false;

  /// The engine reads other files than the pack, which lies in the subfolder kHiddenPacks, ignored by engines, and
  /// serves to check the export and to repeat it only after a change.
  bool hidesPack = false;

  /// `companions` reads texels, which can be many.
  bool readsTexels = false;

  /// The encodings that the run-time decodes (see core/vat/encoding.h); a pack folder may have any. Packs with another
  /// encoding are refused.
  std::vector<std::string_view> encodings = {"matrix3x4", "positionNormal"};

  /// The run-time plays layers by the pack's masks. If false, exporting a pack with masks gives an Issue.
  bool playsLayers = false;

  /// Makes the files beside the pack, in groups that are replaced as a whole: one for the character and one for each
  /// shared run-time. Null if a target writes nothing beside the pack. Errors: Unsupported (the target cannot play this
  /// pack).
  Result<std::vector<FileGroup>> (*companions)(const ExportInput& input) = nullptr;
};

/// The subfolder of an export for a pack that the engine must not see.
inline constexpr const char* kHiddenPacks = ".texeleton";

/// All targets, the pack first.
std::span<const ExportTarget> exportTargets();

/// The target of that name; null if this version does not know it.
const ExportTarget* exportTargetNamed(std::string_view name);

/// The names of all targets: "pack", "three".
std::vector<std::string> exportTargetNames();

}  // namespace texeleton::exporting
