#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texeleton {

/// Kinds of remedies for an error or a finding. The command line prints a remedy as an option, the editor as a button.
enum class RemedyKind : std::uint8_t {
  Unit,             ///< `number` metres are one unit of the model file.
  SmallerUnit,      ///< The unit is too large; only the user knows its size.
  CharacterUnit,    ///< `number` metres are one unit of the file of the character `subject`.
  Rate,             ///< At most `number` samples per second for the fastest clip, and all others in proportion.
  LowerRate,        ///< Fewer samples per second.
  ClipRate,         ///< At most `number` samples per second for the clip `subject`.
  MaxSize,          ///< `number` texels are allowed per side.
  ExactSize,        ///< Sides that are not powers of two.
  HalfTexels,       ///< 16-bit texels.
  FloatTexels,      ///< 32-bit texels.
  BoneMode,         ///< Bake as bones.
  VertexMode,       ///< Bake as vertices.
  Encoding,         ///< The encoding `subject`.
  FewerShapes,      ///< Fewer shapes of the encoding basis.
  PlayOnce,         ///< The clip `subject` does not loop.
  CutClip,          ///< The clip `subject` ends at second `number`.
  WholeClip,        ///< The range of the clip `subject` lies within the clip.
  Root,             ///< The node that carries the character is named.
  IgnoreLevels,     ///< Meshes called NAME_LODn are ordinary meshes.
  IgnoreMeta,       ///< Unity's import settings beside the file are ignored.
  LeaveOutMesh,     ///< The mesh `subject` is not baked.
  ListMotions,      ///< Motions beside the model are not added automatically.
  EvenRows,         ///< Stored frames at even times.
  ErrorLimit,       ///< A vertex may be `number` millimetres off.
  LoopRange,        ///< The clip `subject` is cut where its poses agree.
  UnevenRows,       ///< Frames stored only where the motion needs them.
  MoreMemory,       ///< An import may use `number` GiB of memory.
  MoreTime,         ///< An import may take `number` seconds.
  FollowOutside,    ///< The file at the path `subject`, a link out of the model's folder, is opened.
  Retarget,         ///< Bones of motions are copied or matched: `subject` is "copy" or "match".
  ShowHidden,       ///< Nodes that the file hides are included.
  Replace,          ///< The export of another character, whose pack is at the path `subject`, is replaced.
  Pieces,           ///< Meshes of point caches are split into pieces; points may be `number` millimetres off a rigid
                    ///< motion.
  SortConstraints,  ///< Constraints act after those that move what they follow.
  AttachToRoot,     ///< The attachment `subject` is attached to the root node.
  LocateTexture,    ///< An image file is given for the texture `subject`.
};
inline constexpr RemedyKind kLastRemedyKind = RemedyKind::LocateTexture;

struct Remedy {
  RemedyKind kind = RemedyKind::Unit;
  double number = 0.0;
  std::string subject = {};  ///< A name, possibly arbitrary text of a file.

  friend bool operator==(const Remedy&, const Remedy&) = default;
};

/// Parses a number as a message shows it ("12.34"), so that a remedy uses the displayed value. Returns 0 if invalid.
double shownNumber(const std::string& text);

/// Returns a regular expression that matches only this name.
std::string asExpression(const std::string& name);

/// The name of a kind in JSON: "max-size".
const char* nameOf(RemedyKind kind);
std::optional<RemedyKind> remedyCalled(std::string_view name);

/// Formats a remedy as an option of the command line: `--max-size 512`, `--clip 'Walk,fps=12'`, `a smaller --scale`.
std::string optionOf(const Remedy& remedy);

}  // namespace texeleton
