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

/// An ability of a target, as a row of the table that README, dialog and `--list-engines` show.
struct ExportAbility {
  const char* subject;  ///< "Cross-fades".
  Plays plays = Plays::Yes;
  const char* note = "";
};

/// The input from which a target makes its files.
struct ExportInput {
  const pack::Pack& pack;   ///< With texels where the target `readsTexels`.
  const std::string& name;  ///< Of the character, as a file name without suffix: "hero".

  /// Stays the same from export to export and differs from character to character: what an engine's identifiers (GUIDs
  /// and the like) are derived from. The recipe's `id`, where it has one, so that a character may be renamed; else its
  /// name.
  std::string id = name;

  ExportOptions options = {};  ///< Every option of the target.

  std::filesystem::path folder = {};      ///< Of the export.
  std::filesystem::path packFolder = {};  ///< Of the pack, as it lies on disk.
};

/// A finding of the doctor about an export.
struct ExportFinding {
  Severity severity = Severity::Warning;  ///< Info: nothing is wrong.
  std::string file;                       ///< A path.
  Message text;                           ///< The finding, a sentence.
  Message mend;                           ///< The remedy, a sentence.
  std::string name = {};                  ///< "missing", "edited", "srgb-decoded", …; may be empty.
};

/// A target of exports. Every export contains a pack; most have a run-time beside it.
struct ExportTarget {
  const char* name;     ///< The name in recipes and on the command line: "three".
  const char* title;    ///< The displayed name: "three.js".
  const char* summary;  ///< One sentence.
  const char* tested;   ///< How it was tested.
  std::vector<ExportAbility> abilities;
  std::vector<ExportOption> options = {};

  /// The export's folder is the pack itself, NAME.texpack. Otherwise the pack lies in the folder, as NAME.texpack.
  bool isPackFolder = false;

  /// The engine reads files of its own: the pack lies in the subfolder kHiddenPacks, which engines overlook, so that
  /// the export can be checked, and made again only when something changed.
  bool hidesPack = false;

  /// `companions` reads texels, of which a pack may have many.
  bool readsTexels = false;

  /// The encodings that its run-time decodes (see core/bake/encoding/encoding.h); of a pack folder: any. Packs with
  /// another are refused by name.
  std::vector<std::string_view> encodings = {"matrix3x4", "positionNormal"};

  /// Its run-time plays layers by the pack's masks. Otherwise an export of a pack with masks says that it does not.
  bool playsLayers = false;

  /// Whether it takes frame tables, which packs with uneven rows have: all targets of today do. Else these are refused.
  bool playsFrameTables = false;

  /// The files beside the pack: in groups that are replaced as a whole, one for the character and one for each run-time
  /// that characters share. None: nothing lies beside it. Errors: Unsupported (the target cannot play this pack).
  Result<std::vector<FileGroup>> (*companions)(const ExportInput& input) = nullptr;
};

/// The subfolder of an export where a pack lies that the engine is not to see.
inline constexpr const char* kHiddenPacks = ".texeleton";

/// All targets, the pack first.
std::span<const ExportTarget> exportTargets();

/// The target of that name; nullptr: this version does not know it.
const ExportTarget* exportTargetNamed(std::string_view name);

/// The names of all targets: "pack", "three".
std::vector<std::string> exportTargetNames();

}  // namespace texeleton::exporting
