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
#include "core/bake/settings/bake_settings.h"
#include "core/base/job_context.h"
#include "core/base/result.h"
#include "core/bone_names/match_bones.h"
#include "core/constraints/constraint.h"
#include "core/import/import_options.h"
#include "core/pack/pack.h"
#include "core/pack/source_role.h"
#include "core/ragdoll/settings/ragdoll_setup.h"
#include "core/retargeting/retarget.h"
#include "core/transform/transform.h"
#include "core/vat/texture_settings.h"

namespace texeleton::recipe {

// A recipe is the complete description of a bake in a readable file NAME.texeleton (JSON; docs/recipe.md,
// docs/recipe.schema.json), and the editor's document. Unset values are omitted from the file and take their default in
// the bake. Unknown keys are preserved at every level (`unknown`: the text of a JSON object, or empty) and written
// after the known ones.

inline constexpr int kRecipeVersion = 1;
/// Limit of recipes and files of events; parseJson() refuses a longer text.
inline constexpr std::size_t kMaxRecipeBytes = std::size_t{8} << 20;

struct RecipeSource {
  std::string path;    ///< Relative to the recipe's folder, forward slashes, UTF-8.
  std::string role;    ///< The keyword of a SourceRole; others are preserved and ignored.
  std::string sha256;  ///< 64 lower-case hexadecimal digits of the file when it was last hashed, or empty.
  std::string unknown;
  std::optional<double> scale = std::nullopt;  ///< Metres per file unit. Character: unset: the model's. Attachment:
                                               ///< unset: the file's own. Cache: unset: the mesh's.
  std::string mesh = {};                       ///< Cache: the mesh or node that it moves; empty: found automatically.
  std::optional<double> fps = std::nullopt;    ///< Cache: frames per second; unset: the file's.
  std::optional<importing::UpAxis> up = std::nullopt;  ///< Cache; unset: found by comparing with the mesh.
  std::optional<double> pieces = std::nullopt;  ///< Cache: millimetres by which pieces may deviate from rigid motions;
                                                ///< unset: no pieces.
  std::string name = {};                        ///< Texture: its file name in the model; empty: that of `path`.

  friend bool operator==(const RecipeSource&, const RecipeSource&) = default;
};

/// Overrides of the model file's unit, axes and clips; unset: as in the file.
struct RecipeImport {
  std::optional<double> scale;  ///< Metres per file unit.
  std::optional<importing::UpAxis> up;
  std::optional<bool> hidden;     ///< Whether to include the meshes of hidden nodes.
  std::optional<bool> unityMeta;  ///< Whether to cut FBX files into clips by Unity's import settings beside them.
  std::string unknown;

  friend bool operator==(const RecipeImport&, const RecipeImport&) = default;
};

/// How motions of other files are applied to the model.
struct RecipeMotion {
  bone_names::BoneMap bones;  ///< Bones of motion files, mapped to the model's bones.
  std::optional<retargeting::Retarget> retarget;
  std::string unknown;

  friend bool operator==(const RecipeMotion&, const RecipeMotion&) = default;
};

/// An event of a clip; either `timeSeconds` (of the source clip) or `frame` (of the source) is set.
struct RecipeEvent {
  std::string name;
  std::optional<double> timeSeconds;
  std::optional<double> frame;
  std::string parameter;
  std::string unknown;

  friend bool operator==(const RecipeEvent&, const RecipeEvent&) = default;
};

/// A clip of the bake: a range of a source clip, which is found by `index` and `sourceName` (see resolveClips).
struct RecipeClip {
  std::optional<std::uint32_t> source;  ///< Index into Recipe::sources of the clip's file; unset: the model.
  std::optional<std::uint32_t> index;   ///< Index among the clips of that file.
  std::string sourceName;               ///< The clip's name in the model; may be empty when `index` is set.
  std::string name;                     ///< Name in the pack; empty: the source clip's.
  std::optional<double> from;           ///< Seconds of the source clip.
  std::optional<double> to;             ///< Seconds of the source clip.
  std::optional<double> fps;            ///< Samples per second; 0: one frame.
  std::optional<bake::LoopMode> loop;
  std::optional<vat::RootMotionMode> rootMotion;
  std::optional<double> maxError;        ///< Millimetres.
  std::optional<double> maxNormalError;  ///< Degrees.
  std::vector<RecipeEvent> events;       ///< In addition to the file's.
  std::string unknown;

  friend bool operator==(const RecipeClip&, const RecipeClip&) = default;
};

/// Procedural motion (see core/constraints).
struct RecipeConstraint {
  constraints::Constraint settings;
  std::string unknown;

  friend bool operator==(const RecipeConstraint&, const RecipeConstraint&) = default;
};

struct RecipeExpose {
  std::string pattern;
  bool caseSensitive = true;
  std::string unknown;

  friend bool operator==(const RecipeExpose&, const RecipeExpose&) = default;
};

/// A socket's name, if it differs from its node's, and its offset from the node (see SocketName). Either may be
/// missing.
struct RecipeSocketName {
  std::string node;
  std::string name;
  std::string unknown;
  std::optional<transform::Transform> offset = std::nullopt;
  std::vector<double> rotationDegrees = {};  ///< See RecipeAttachment.

  friend bool operator==(const RecipeSocketName&, const RecipeSocketName&) = default;
};

/// A model attached to the character or to another attachment. The parent is a socket (including its offset), a node,
/// or an attachment (then `node` may name a node of that attachment's model).
struct RecipeAttachment {
  std::string name;            ///< Unique among attachments, not empty: name of its socket or mesh in the pack.
  std::uint32_t source = 0;    ///< Index into Recipe::sources; role "attachment".
  std::string attachment;      ///< Name of the parent attachment; empty: the parent is the character.
  std::string socket;          ///< Name of the parent socket; empty: the parent is a node.
  std::string node;            ///< The parent node; empty: a socket, or the attachment as a whole.
  transform::Transform local;  ///< Relative to the parent, in metres of its space.
  bool merge = false;          ///< Bakes it into the mesh as rigid geometry instead of adding a socket.
  std::string unknown = {};
  /// The rotation of `local` as typed: Euler angles (3), or axis and angle (4); empty: not known.
  std::vector<double> rotationDegrees = {};

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

struct RecipeMaskBone {
  std::string bone;
  std::optional<double> weight;  ///< 0 … 1; unset: 1.
  std::string unknown;

  friend bool operator==(const RecipeMaskBone&, const RecipeMaskBone&) = default;
};

/// Bones on which a second clip can be played (see MaskChoice).
struct RecipeMask {
  std::string name;
  std::vector<std::string> from;
  std::optional<std::uint32_t> softened;
  std::vector<RecipeMaskBone> bones;
  std::string unknown;

  friend bool operator==(const RecipeMask&, const RecipeMask&) = default;
};

/// The parts that are tinted with an instance's colour (see TintSettings).
struct RecipeTint {
  bake::TintSettings settings;
  std::string unknown;

  friend bool operator==(const RecipeTint&, const RecipeTint&) = default;
};

/// Treatment of root motion; unset: the default of RootMotionSettings.
struct RecipeRootMotion {
  std::optional<vat::RootMotionMode> mode;  ///< Default for clips without their own.
  std::string node;                         ///< Empty: found automatically.
  std::optional<bool> yaw;
  std::optional<bool> height;
  std::string unknown;

  friend bool operator==(const RecipeRootMotion&, const RecipeRootMotion&) = default;
};

/// Settings of the bake; unset: the default of BakeSettings.
struct RecipeBake {
  std::optional<vat::BakeMode> mode;
  std::string encoding;                 ///< Name; empty: the mode's first. An unknown one fails the bake.
  std::optional<std::uint32_t> shapes;  ///< For the encoding "basis".
  std::optional<vat::PixelFormat> pixelFormat;
  std::optional<vat::SizeRule> size;
  std::optional<std::uint32_t> maxSize;  ///< Texels.
  std::optional<bool> shareElements;
  std::optional<double> fps;           ///< Default for clips without their own.
  std::optional<bake::LoopMode> loop;  ///< Default for clips without their own.
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

/// JSON that is not a boolean, number or string.
struct OtherJson {
  std::string text;

  friend bool operator==(const OtherJson&, const OtherJson&) = default;
};

/// The value of an option of an export target.
using OptionValue = std::variant<bool, double, std::string, OtherJson>;

/// Options of an export target by key, in the order of the file.
using OptionValues = std::vector<std::pair<std::string, OptionValue>>;

/// The destination of an export. `target`: "pack" (the folder NAME.texpack) or an engine (a folder for it). core/export
/// knows the targets and their options (see exportsOf); unknown ones are preserved.
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
  std::vector<RecipeConstraint> constraints;  ///< In the order of application.
  RecipeBake bake;
  RecipeWrite write;
  std::vector<RecipeExport> exports;                ///< Empty: the pack beside the recipe (see exportPlaces).
  std::optional<animator::AnimatorSetup> animator;  ///< For characters with a skeleton; the bake ignores it.
  std::vector<ragdoll::RagdollBone> ragdoll;        ///< Bones whose part in a ragdoll is set; the bake ignores it.
  std::string editor;  ///< Data of the editor (crowd, camera, …) as the text of a JSON object; may be empty.
  std::string unknown;

  friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// Reads a recipe. Unknown keys are Issues. Errors: NotFound, Io, BadFile (invalid JSON: line and column; a wrong type
/// or value or a missing key: its place, such as "clips[2].fps"), Unsupported (newer version), Limit (over 8 MiB,
/// nested over 64 deep).
Result<Recipe> readRecipe(const std::filesystem::path& path, JobContext& job);

/// Writes a recipe atomically. Errors: Io, NotFound (no such folder), InvalidArgument (something that could not be read
/// again, e.g. `editor` or an `unknown` that is not a JSON object, or a number out of range; names its place).
Result<void> writeRecipe(const std::filesystem::path& path, const Recipe& recipe);

/// The same from and to text. `file` is its name in messages.
Result<Recipe> recipeFromText(std::string_view text, const std::string& file, JobContext& job);
Result<std::string> recipeToText(const Recipe& recipe);

}  // namespace texeleton::recipe
