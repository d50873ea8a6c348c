#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/animator/animator_setup.h"
#include "core/bake/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/constraints/constraint.h"
#include "core/import/import_options.h"
#include "core/pack/pack.h"
#include "core/pack/source_role.h"
#include "core/retargeting/match_bones.h"
#include "core/retargeting/retarget.h"
#include "core/transform/transform.h"

namespace texeleton::recipe {

// A recipe is the complete description of a bake as a readable file NAME.texeleton (JSON; docs/recipe.md,
// docs/recipe.schema.json). The editor's document is this structure. Unset values are omitted from the file and take
// their default in the bake. Unknown keys are preserved at every level (`unknown`: the text of a JSON object; empty if
// there are none) and written after the known ones.

inline constexpr int kRecipeVersion = 1;

/// A file that the bake reads.
struct RecipeSource {
  std::string path;    ///< Relative to the recipe's folder, forward slashes, UTF-8.
  std::string role;    ///< The word of a SourceRole; others are kept and left alone.
  std::string sha256;  ///< 64 lower-case hexadecimal digits of the file as it was, or empty.
  std::string unknown;
  std::optional<double> scale = std::nullopt;  ///< Metres per file unit. Of a character; unset: as the model's. Of an
                                               ///< attachment; unset: what its file says. Of a cache; unset: as the
                                               ///< mesh's.
  std::string mesh = {};                       ///< For a cache: the mesh or node that it moves; empty: found.
  std::optional<double> fps = std::nullopt;    ///< For a cache: frames a second; unset: what the file says.
  std::optional<importing::UpAxis> up = std::nullopt;  ///< For a cache; unset: found by the mesh.
  std::optional<double> pieces = std::nullopt;  ///< For a cache: millimetres that pieces may leave rigid motions;
                                                ///< unset: the mesh stays whole.

  friend bool operator==(const RecipeSource&, const RecipeSource&) = default;
};

/// Overrides of the model file's unit, axes and clips; unset: as in the file.
struct RecipeImport {
  std::optional<double> scale;  ///< Metres per file unit.
  std::optional<importing::UpAxis> up;
  std::optional<bool> hidden;     ///< Whether the meshes of nodes that the file hides are taken.
  std::optional<bool> unityMeta;  ///< Whether Unity's import settings beside FBX files cut them into clips.
  std::string unknown;

  friend bool operator==(const RecipeImport&, const RecipeImport&) = default;
};

/// How motions of other files reach the model.
struct RecipeMotion {
  retargeting::BoneMap bones;  ///< Bones of motion files and the model's bones that they move.
  std::optional<retargeting::Retarget> retarget;
  std::string unknown;

  friend bool operator==(const RecipeMotion&, const RecipeMotion&) = default;
};

/// An event of a clip, at `timeSeconds` of the source clip or at `frame` of its source frames: exactly one is set.
struct RecipeEvent {
  std::string name;
  std::optional<double> timeSeconds;
  std::optional<double> frame;
  std::string parameter;
  std::string unknown;

  friend bool operator==(const RecipeEvent&, const RecipeEvent&) = default;
};

/// One clip of the bake: a cut of a source clip, found by `index` and `sourceName` (see resolveClips).
struct RecipeClip {
  std::optional<std::uint32_t> source;  ///< Into Recipe::sources: the file it comes from; unset: the model's.
  std::optional<std::uint32_t> index;   ///< Among the clips of that file.
  std::string sourceName;               ///< The clip's name in the model; may be empty when `index` is set.
  std::string name;                     ///< In the pack; empty: the source clip's.
  std::optional<double> from;           ///< Seconds of the source clip.
  std::optional<double> to;             ///< Seconds of the source clip.
  std::optional<double> fps;            ///< Samples a second; 0: one frame.
  std::optional<bake::LoopMode> loop;
  std::optional<root_motion::RootMotionMode> rootMotion;
  std::optional<double> maxError;        ///< Millimetres.
  std::optional<double> maxNormalError;  ///< Degrees.
  std::vector<RecipeEvent> events;       ///< In addition to those of the file.
  std::string unknown;

  friend bool operator==(const RecipeClip&, const RecipeClip&) = default;
};

/// Motion that no file holds (see core/constraints).
struct RecipeConstraint {
  constraints::Constraint settings;
  std::string unknown;

  friend bool operator==(const RecipeConstraint&, const RecipeConstraint&) = default;
};

/// Nodes to expose as sockets (see ExposeFilter).
struct RecipeExpose {
  std::string pattern;
  bool caseSensitive = true;
  std::string unknown;

  friend bool operator==(const RecipeExpose&, const RecipeExpose&) = default;
};

/// The name of a socket, if other than its node's, and its offset from the node (see SocketName). One of the
/// two may be missing.
struct RecipeSocketName {
  std::string node;
  std::string name;
  std::string unknown;
  std::optional<transform::Transform> offset = std::nullopt;

  friend bool operator==(const RecipeSocketName&, const RecipeSocketName&) = default;
};

/// A model attached to the character or to another attachment. The parent is a socket (including its offset), a node,
/// or an attachment (then `node` may name a node of that attachment's model).
struct RecipeAttachment {
  std::string name;  ///< Unique among attachments, not empty: what its socket or its mesh is called in the pack.
  std::uint32_t source = 0;    ///< Into Recipe::sources: a source of role "attachment".
  std::string attachment;      ///< Name of the parent attachment; empty: the parent is the character.
  std::string socket;          ///< Name of the parent socket; empty: the parent is a node.
  std::string node;            ///< The parent node; empty for a socket, and for an attachment as a whole.
  transform::Transform local;  ///< Relative to the parent; metres of that node's space.
  bool merge = false;          ///< Baked into the mesh as rigid geometry, in place of a socket.
  std::string unknown = {};

  friend bool operator==(const RecipeAttachment&, const RecipeAttachment&) = default;
};

/// The meshes to bake (see MeshChoice).
struct RecipeMeshes {
  std::vector<std::string> show;
  std::vector<std::string> hide;
  std::optional<bool> authoredLods;
  std::string unknown;

  friend bool operator==(const RecipeMeshes&, const RecipeMeshes&) = default;
};

/// A named set of visible meshes (see VariantChoice).
struct RecipeVariant {
  std::string name;
  std::vector<std::string> match;
  std::vector<std::string> meshes;
  std::string unknown;

  friend bool operator==(const RecipeVariant&, const RecipeVariant&) = default;
};

/// The weight of one bone in a mask.
struct RecipeMaskBone {
  std::string bone;
  std::optional<double> weight;  ///< 0 … 1; unset: 1.
  std::string unknown;

  friend bool operator==(const RecipeMaskBone&, const RecipeMaskBone&) = default;
};

/// Bones on which players may put a second clip (see MaskChoice).
struct RecipeMask {
  std::string name;
  std::vector<std::string> from;
  std::optional<std::uint32_t> softened;
  std::vector<RecipeMaskBone> bones;
  std::string unknown;

  friend bool operator==(const RecipeMask&, const RecipeMask&) = default;
};

/// The parts that an instance's colour changes (see TintSettings).
struct RecipeTint {
  bake::TintSettings settings;
  std::string unknown;

  friend bool operator==(const RecipeTint&, const RecipeTint&) = default;
};

/// Treatment of root motion; unset: the default of RootMotionSettings.
struct RecipeRootMotion {
  std::optional<root_motion::RootMotionMode> mode;  ///< For clips that give none of their own.
  std::string node;                                 ///< Empty: found.
  std::optional<bool> yaw;
  std::optional<bool> height;
  std::string unknown;

  friend bool operator==(const RecipeRootMotion&, const RecipeRootMotion&) = default;
};

/// Settings of the bake; unset: the default of BakeSettings.
struct RecipeBake {
  std::optional<bake::BakeMode> mode;
  std::string encoding;  ///< Name; empty: the mode's first. One that this version does not know fails the bake.
  std::optional<std::uint32_t> shapes;  ///< For the encoding "basis".
  std::optional<bake::PixelFormat> pixelFormat;
  std::optional<bake::SizeRule> size;
  std::optional<std::uint32_t> maxSize;  ///< Texels.
  std::optional<bool> shareElements;
  std::optional<double> fps;           ///< For clips that give none of their own.
  std::optional<bake::LoopMode> loop;  ///< For clips that give none of their own.
  std::optional<bake::RowSpacing> rows;
  RecipeRootMotion rootMotion;
  std::vector<RecipeExpose> expose;
  std::vector<RecipeSocketName> socketNames;
  std::vector<RecipeAttachment> attachments;
  std::vector<RecipeMask> masks;
  RecipeMeshes meshes;
  std::vector<RecipeVariant> variants;
  std::vector<double> lods;  ///< Shares of lod0's triangles.
  std::optional<RecipeTint> tint;
  std::optional<double> maxError;        ///< Millimetres.
  std::optional<double> maxNormalError;  ///< Degrees.
  std::optional<bool> measure;           ///< Whether the error is measured (see measuresError).
  std::string unknown;

  friend bool operator==(const RecipeBake&, const RecipeBake&) = default;
};

struct RecipeWrite {
  std::optional<pack::TextureCompression> compression;
  std::string unknown;

  friend bool operator==(const RecipeWrite&, const RecipeWrite&) = default;
};

/// JSON that is neither true, false, a number nor a text.
struct OtherJson {
  std::string text;

  friend bool operator==(const OtherJson&, const OtherJson&) = default;
};

/// The value of an option of an export target.
using OptionValue = std::variant<bool, double, std::string, OtherJson>;

/// Options of an export target by key, in the order of the file.
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

/// The destination of an export. `target` "pack": the pack itself, as the folder NAME.texpack; another: a folder for
/// that engine. Which targets and options there are is known to core/export (see exportsOf); all are kept as they are.
struct RecipeExport {
  std::string target;
  std::string folder;  ///< Relative to the recipe's folder, forward slashes, UTF-8.
  std::string unknown;
  OptionValues options = {};

  friend bool operator==(const RecipeExport&, const RecipeExport&) = default;
};

inline constexpr const char* kPackTarget = "pack";

struct Recipe {
  std::string id;  ///< The identifier of the character in exports (see ExportInput::id); empty: its name.
  std::vector<RecipeSource> sources;
  RecipeImport import;
  RecipeMotion motion;
  std::vector<RecipeClip> clips;  ///< In order of the texture; empty: every clip of the model and its motions.
  std::vector<RecipeConstraint> constraints;  ///< In the order in which they act.
  RecipeBake bake;
  RecipeWrite write;
  std::vector<RecipeExport> exports;                ///< Empty: the pack beside the recipe (see exportPlaces).
  std::optional<animator::AnimatorSetup> animator;  ///< Played by characters with a skeleton; a bake ignores it.
  std::string editor;  ///< Data of the editor (crowd, camera, …): the text of a JSON object; empty: none.
  std::string unknown;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// Reads a recipe. Unknown keys become an Issue each in `job`. Errors: NotFound, Io, BadFile (not JSON: line and
/// column; a wrong type, value or missing key: its place, as in "clips[2].fps"), Unsupported (a newer version), Limit
/// (over 8 MiB, nested over 64 deep).
Result<Recipe> readRecipe(const std::filesystem::path& path, JobContext& job);

/// Writes a recipe in one step: the file is the old one or the new one. Errors: Io, NotFound (no such folder),
/// InvalidArgument (something that could not be read again: `editor` or an `unknown` that is no JSON object, a number
/// out of range; names its place).
Result<void> writeRecipe(const std::filesystem::path& path, const Recipe& recipe);

/// The same from and to text. `file` is what messages call it.
Result<Recipe> recipeFromText(std::string_view text, const std::string& file, JobContext& job);
Result<std::string> recipeToText(const Recipe& recipe);

}  // namespace texeleton::recipe
