#pragma once

#include "core/animator/animator_settings.h"
#include "core/bake/settings/bake_words.h"
#include "core/pack/pack_words.h"
#include "core/ragdoll/settings/ragdoll_settings.h"
#include "core/recipe/recipe.h"
#include "core/settings/setting.h"
#include "core/vat/basis.h"
#include "core/vat/mask_choice.h"
#include "core/vat/texture_layout.h"
#include "core/vat/vat_words.h"

namespace texeleton::recipe {

// All fields of a recipe are described here. Reading and writing recipes, docs/recipe.schema.json, options and help of
// the command line, ranges in the editor and bake settings (setting<&BakeSettings::…>) derive from these tables
// (docs/extending.md, "A setting of recipes"). recipe_rules.cpp checks rules between fields.

inline constexpr NumberRange kUnitRange{0.0, 1e9, true};
inline constexpr NumberRange kTransformRange{-1e6, 1e6};
inline constexpr NumberRange kErrorRange{0.0, 1e9};
inline constexpr NumberRange kIndexRange{0.0, 4294967294.0};
inline constexpr NumberRange kLodRange{0.0, 1.0, true, true};

constexpr auto settingsOf(Of<RecipeSource> /*of*/) {
  return std::tuple(
      setting("path", &RecipeSource::path,
              {.help = "The file, relative to the recipe, with forward slashes",
               .required = said("must name a file"),
               .maxBytes = kMaxSettingBytes,
               .isAlwaysWritten = true}),
      setting(
          "role", &RecipeSource::role,
          {.help = "What the file is for: model, motion (its clips are the model's too), cache (moves the points of "
                   "a mesh), character (shares the animation of the model), attachment, texture, events or meta",
           .usualText = "model",
           .isAlwaysWritten = true}),
      setting("sha256", &RecipeSource::sha256,
              {.help = "SHA-256 of the file", .pattern = "^([0-9a-f]{64})?$", .maxBytes = 1000}),
      setting("scale", &RecipeSource::scale,
              {.help = "Metres per unit of the file of a character, attachment or cache",
               .range = kUnitRange,
               .unit = Unit::Metres,
               .leftOut = "that of the model; for an attachment: that of its file"}),
      setting("mesh", &RecipeSource::mesh,
              {.help = "Mesh or node that the cache moves",
               .leftOut = "the one with its name or number of points, or the only one",
               .maxBytes = kMaxSettingBytes}),
      setting("fps", &RecipeSource::fps,
              {.help = "Frames per second of the cache",
               .range = kRateRange,
               .unit = Unit::Hertz,
               .leftOut = "that of its file, else that of the model's clips"}),
      setting("up", &RecipeSource::up, {.help = "Up axis of the cache", .leftOut = "found by the mesh"}),
      setting("pieces", &RecipeSource::pieces,
              {.help = "Separates the mesh of the cache into the islands of its triangles, for bone mode. Each moves "
                       "rigidly within this error",
               .range = kErrorRange,
               .unit = Unit::Millimetres,
               .leftOut = "the mesh stays whole"}),
      setting("name", &RecipeSource::name,
              {.help = "File name of the texture in the model",
               .leftOut = "that of the file",
               .maxBytes = kMaxSettingBytes}));
}

constexpr auto settingsOf(Of<RecipeImport> /*of*/) {
  return std::tuple(
      setting<&importing::ImportOptions::scale>("scale", &RecipeImport::scale,
                                                {.help = "Metres per unit of the file",
                                                 .range = kUnitRange,
                                                 .unit = Unit::Metres,
                                                 .leftOut = "what the file says"}),
      setting<&importing::ImportOptions::up>("up", &RecipeImport::up,
                                             {.help = "Up axis of the file", .leftOut = "what the file says"}),
      setting<&importing::ImportOptions::hidden>("hidden", &RecipeImport::hidden,
                                                 {.help = "Whether hidden meshes of the file are imported"}),
      setting("unityMeta", &RecipeImport::unityMeta,
              {.help = "Whether Unity's import settings beside FBX files (FILE.fbx.meta) cut them into clips"},
              [] { return true; }));
}

constexpr auto settingsOf(Of<RecipeMotion> /*of*/) {
  return std::tuple(setting("bones", &RecipeMotion::bones,
                            {.help = "Pairs of a motion's bone and the model's bone that it moves",
                             .leftOut = "found by path and name"}),
                    setting("retarget", &RecipeMotion::retarget,
                            {.help = "Retargeting of motions without a skin. copy: the pose of the motion file; match: "
                                     "relative to the rest poses; auto: decided for each bone"},
                            [] { return retargeting::Retarget::Auto; }));
}

constexpr auto settingsOf(Of<RecipeEvent> /*of*/) {
  return std::tuple(
      setting("name", &RecipeEvent::name,
              {.help = "Name of the event", .required = said("must be the event's name"), .isAlwaysWritten = true}),
      setting("timeSeconds", &RecipeEvent::timeSeconds,
              {.help = "Seconds of the source clip", .range = kSecondsRange, .unit = Unit::Seconds}),
      setting(
          "frame", &RecipeEvent::frame,
          {.help = "Source frames, at the source clip's rate (30 where the format has none)", .range = kSecondsRange}),
      setting("parameter", &RecipeEvent::parameter, {.help = "Text passed with the event", .maxBytes = 65536}));
}

constexpr auto settingsOf(Of<RecipeClip> /*of*/) {
  return std::tuple(
      setting("source", &RecipeClip::source,
              {.help = "Number of its source", .range = kIndexRange, .leftOut = "the model"}),
      setting("index", &RecipeClip::index, {.help = "Number of the clip in its file", .range = kIndexRange}),
      setting("sourceName", &RecipeClip::sourceName,
              {.help = "Name of the clip in the model or in its file", .maxBytes = kMaxSettingBytes}),
      setting<&bake::ClipSelection::name>("name", &RecipeClip::name,
                                          {.help = "Name in the pack", .leftOut = "the model's"}),
      setting<&bake::ClipSelection::fromSeconds>("from", &RecipeClip::from,
                                                 {.help = "Start of the cut in seconds of the source clip",
                                                  .range = kSecondsRange,
                                                  .unit = Unit::Seconds,
                                                  .leftOut = "the clip's start"}),
      setting<&bake::ClipSelection::toSeconds>("to", &RecipeClip::to,
                                               {.help = "End of the cut in seconds of the source clip",
                                                .range = kSecondsRange,
                                                .unit = Unit::Seconds,
                                                .leftOut = "the clip's end"}),
      setting<&bake::ClipSelection::sampleRateHz>("fps", &RecipeClip::fps,
                                                  {.help = "Frames per second; 0: a single frame, for a still clip",
                                                   .range = {0.0, kRateRange.most},
                                                   .unit = Unit::Hertz,
                                                   .leftOut = "that of the bake"}),
      setting<&bake::ClipSelection::loop>("loop", &RecipeClip::loop,
                                          {.help = "Whether the clip loops", .leftOut = "that of the bake"}),
      setting<&bake::ClipSelection::rootMotion>(
          "rootMotion", &RecipeClip::rootMotion,
          {.help = "Root motion of the clip: keep it in the pose, remove it, or extract it to a track in the manifest",
           .leftOut = "that of the bake"}),
      setting<&bake::ClipSelection::maxErrorMillimetres>(
          "maxError", &RecipeClip::maxError,
          {.help = "Error limit of this clip; a larger error fails the bake",
           .range = kErrorRange,
           .unit = Unit::Millimetres,
           .leftOut = "that of the bake"}),
      setting<&bake::ClipSelection::maxNormalDegrees>(
          "maxNormalError", &RecipeClip::maxNormalError,
          {.help = "Limit of this clip's normal error in degrees; a larger error fails the bake",
           .range = kDegreesRange,
           .unit = Unit::Degrees,
           .leftOut = "that of the bake"}),
      setting("events", &RecipeClip::events, {.help = "Events beside those of the file"}));
}

constexpr auto settingsOf(Of<RecipeExpose> /*of*/) {
  return std::tuple(setting("pattern", &RecipeExpose::pattern,
                            {.help = "Regular expression for the full name of a node",
                             .required = said("must be a regular expression"),
                             .maxBytes = kMaxSettingBytes,
                             .isAlwaysWritten = true}),
                    setting("caseSensitive", &RecipeExpose::caseSensitive,
                            {.help = "Whether case matters", .isAlwaysWritten = true}, [] { return true; }));
}

/// A transform relative to the parent and its rotation as typed.
template <class Owner>
constexpr auto transformSettings(transform::Transform Owner::*local, std::vector<double> Owner::*typed) {
  return std::tuple(
      setting("position", local, &transform::Transform::translation,
              {.help = "Position relative to the parent, in metres", .range = kTransformRange}),
      setting("rotation", local, &transform::Transform::rotation,
              {.help = "How it is turned there: a quaternion x, y, z, w", .range = kTransformRange}),
      setting("rotationDegrees", typed,
              {.help = "The rotation as it was typed, for the fields of the editor: Euler angles in "
                       "degrees, or axis and angle; it has no effect",
               .range = kTransformRange}),
      setting("scale", local, &transform::Transform::scale, {.help = "Its size there", .range = kTransformRange}));
}

/// The offset of a socket; its keys are beside those of its name.
struct RecipeOffset {
  transform::Transform local;
  std::vector<double> rotationDegrees;
};

constexpr auto settingsOf(Of<RecipeOffset> /*of*/) {
  return transformSettings(&RecipeOffset::local, &RecipeOffset::rotationDegrees);
}

constexpr auto settingsOf(Of<RecipeSocketName> /*of*/) {
  return std::tuple(
      setting("node", &RecipeSocketName::node,
              {.help = "Name of a node", .required = said("must be the name of a node"), .isAlwaysWritten = true}),
      setting("name", &RecipeSocketName::name, {.help = "Name of its socket", .leftOut = "as the node"}));
}

constexpr auto settingsOf(Of<RecipeAttachment> /*of*/) {
  return std::tuple_cat(
      std::tuple(
          setting("name", &RecipeAttachment::name,
                  {.help = "Name of its socket or mesh in the pack; unique",
                   .required = said("must be a name for the attachment"),
                   .isAlwaysWritten = true}),
          setting("source", &RecipeAttachment::source,
                  {.help = "Number of the source of role attachment that it is made from (counted from 0)",
                   .range = kIndexRange,
                   .required = said("must be the number of a source of role \"attachment\" (counted from 0)"),
                   .isAlwaysWritten = true}),
          setting("attachment", &RecipeAttachment::attachment,
                  {.help = "Name of the parent attachment", .leftOut = "the parent is the character"}),
          setting("socket", &RecipeAttachment::socket,
                  {.help = "Name of the parent socket, including its offset", .leftOut = "the parent is a node"}),
          setting("node", &RecipeAttachment::node,
                  {.help = "Name of the parent node: of the character, or of the parent attachment's model",
                   .leftOut = "the parent is a socket, or the root of an attachment"})),
      transformSettings(&RecipeAttachment::local, &RecipeAttachment::rotationDegrees),
      std::tuple(setting("merge", &RecipeAttachment::merge,
                         {.help = "Whether it is baked into the mesh as rigid geometry, in place of a socket"})));
}

constexpr auto settingsOf(Of<RecipeMeshes> /*of*/) {
  return std::tuple(setting<&meshes::MeshChoice::show>(
                        "show", &RecipeMeshes::show,
                        {.help = "Regular expressions for the meshes to bake: full names of the meshes or their nodes",
                         .maxBytes = kMaxSettingBytes}),
                    setting<&meshes::MeshChoice::hide>(
                        "hide", &RecipeMeshes::hide,
                        {.help = "Regular expressions for the meshes to leave out", .maxBytes = kMaxSettingBytes}),
                    setting<&meshes::MeshChoice::authoredLods>(
                        "authoredLods", &RecipeMeshes::authoredLods,
                        {.help = "Whether meshes named NAME_LOD0 to NAME_LODn are levels of detail of one object"}));
}

constexpr auto settingsOf(Of<RecipeVariant> /*of*/) {
  return std::tuple(setting("name", &RecipeVariant::name,
                            {.help = "Name that engines use",
                             .required = said("must be there: engines use it"),
                             .isAlwaysWritten = true}),
                    setting("match", &RecipeVariant::match,
                            {.help = "Regular expressions for the full names of meshes or their nodes",
                             .maxBytes = kMaxSettingBytes}),
                    setting("meshes", &RecipeVariant::meshes,
                            {.help = "Names of meshes or their nodes", .maxBytes = kMaxSettingBytes}));
}

constexpr auto settingsOf(Of<RecipeMaskBone> /*of*/) {
  return std::tuple(setting("bone", &RecipeMaskBone::bone,
                            {.help = "Name of the bone", .required = "must name a bone", .isAlwaysWritten = true}),
                    setting("weight", &RecipeMaskBone::weight,
                            {.help = "Share of the second clip", .range = {0.0, 1.0}}, [] { return 1.0; }));
}

constexpr auto settingsOf(Of<RecipeMask> /*of*/) {
  return std::tuple(
      setting("name", &RecipeMask::name,
              {.help = "Name that engines use", .required = "must be there: engines use it", .isAlwaysWritten = true}),
      setting("from", &RecipeMask::from,
              {.help = "Names of bones: these and all below them play the second clip", .maxBytes = kMaxSettingBytes}),
      setting("softened", &RecipeMask::softened,
              {.help = "Number of bones below these over which the weight rises to 1", .range = {0, 255}},
              [] { return vat::MaskChoice().softened; }),
      setting("bones", &RecipeMask::bones, {.help = "Weights of single bones, which override the others"}));
}

constexpr auto settingsOf(Of<RecipeRootMotion> /*of*/) {
  return std::tuple(
      setting<&bake::RootMotionSettings::mode>("mode", &RecipeRootMotion::mode,
                                               {.help = "Root motion of clips: keep it in the pose, remove it (clips "
                                                        "play in place), or extract it to a track in the manifest"}),
      setting<&bake::RootMotionSettings::node>(
          "node", &RecipeRootMotion::node,
          {.help = "Root node, which moves the character", .leftOut = "found in each clip"}),
      setting<&bake::RootMotionSettings::yaw>(
          "yaw", &RecipeRootMotion::yaw,
          {.help = "Include the rotation about the up axis in root motion", .leftOut = "on with extract"}),
      setting<&bake::RootMotionSettings::height>("height", &RecipeRootMotion::height,
                                                 {.help = "Whether root motion includes the height"}));
}

constexpr auto settingsOf(Of<RecipeBake> /*of*/) {
  return std::tuple(
      setting<&bake::BakeSettings::mode>("mode", &RecipeBake::mode,
                                         {.help = "Content of the texture: skin matrices or vertices"}),
      setting<&bake::BakeSettings::encoding>(
          "encoding", &RecipeBake::encoding,
          {.help = "Encoding of the texels, one of the mode (texeleton-cli encodings)",
           .leftOut = "matrix3x4 or positionNormal"}),
      setting<&bake::BakeSettings::shapes>(
          "shapes", &RecipeBake::shapes,
          {.help = "Shapes of the encoding basis",
           .range = {1, vat::kMaxShapes},
           .leftOut = "the fewest that keep the error on frames within 1/5,000 of the model's size"}),
      setting<&bake::BakeSettings::pixelFormat>("pixelFormat", &RecipeBake::pixelFormat,
                                                {.help = "Half or float texels"}),
      setting<&bake::BakeSettings::size>("size", &RecipeBake::size,
                                         {.help = "Sides rounded up to powers of two, or exact"}),
      setting<&bake::BakeSettings::maxSize>("maxSize", &RecipeBake::maxSize,
                                            {.help = "Longest side of the texture in texels; wider frames are folded",
                                             .range = {1, vat::kMaxTextureSize},
                                             .unit = Unit::Texels}),
      setting<&bake::BakeSettings::shareElements>("shareElements", &RecipeBake::shareElements,
                                                  {.help = "Vertex mode: whether equal vertices share their texels"}),
      setting<&bake::BakeSettings::sampleRateHz>("fps", &RecipeBake::fps,
                                                 {.help = "Frames per second of clips without a rate of their own",
                                                  .range = kRateRange,
                                                  .unit = Unit::Hertz,
                                                  .leftOut = "each clip's source rate, else 30"}),
      setting<&bake::BakeSettings::loop>(
          "loop", &RecipeBake::loop,
          {.help = "Whether clips loop; auto: by their ends; close: by one more frame's time from the last pose to "
                   "the first"}),
      setting<&bake::BakeSettings::rows>("rows", &RecipeBake::rows,
                                         {.help = "Frame spacing; uneven (adaptive): only the frames that the error "
                                                  "limits require, and a table that places the others"}),
      setting("rootMotion", &RecipeBake::rootMotion, {.help = "Root motion"}),
      setting("expose", &RecipeBake::expose, {.help = "Nodes whose full name matches become sockets"}),
      setting("socketNames", &RecipeBake::socketNames, {.help = "Names of sockets, if not those of their nodes"}),
      setting("attachments", &RecipeBake::attachments, {.help = "Models attached to the character or to one another"}),
      setting("masks", &RecipeBake::masks,
              {.help = "Named sets of bones on which engines may play a second clip over the first"}),
      setting("meshes", &RecipeBake::meshes, {.help = "Which meshes are baked"}),
      setting("variants", &RecipeBake::variants, {.help = "Named sets of meshes that are shown together"}),
      setting<&bake::BakeSettings::lodRatios>(
          "lods", &RecipeBake::lods,
          {.help = "Levels of detail to make: shares of the triangles, descending", .range = kLodRange}),
      setting("tint", &RecipeBake::tint,
              {.help = "Parts that the colour of an instance tints", .leftOut = "everything"}),
      setting<&bake::BakeSettings::maxErrorMillimetres>("maxError", &RecipeBake::maxError,
                                                        {.help = "Error limit; a larger error fails the bake",
                                                         .range = kErrorRange,
                                                         .unit = Unit::Millimetres,
                                                         .leftOut = "any"}),
      setting<&bake::BakeSettings::maxNormalDegrees>(
          "maxNormalError", &RecipeBake::maxNormalError,
          {.help = "Limit of the normal error in degrees; a larger error fails the bake",
           .range = kDegreesRange,
           .unit = Unit::Degrees,
           .leftOut = "any"}),
      setting("measure", &RecipeBake::measure, {.help = "Whether the error is measured; always with an error limit"},
              [] { return true; }));
}

constexpr auto settingsOf(Of<RecipeWrite> /*of*/) {
  return std::tuple(setting<&pack::PackWriteOptions::compression>("compression", &RecipeWrite::compression,
                                                                  {.help = "Lossless compression of the EXR file"}));
}

constexpr auto settingsOf(Of<RecipeExport> /*of*/) {
  return std::tuple(
      setting("target", &RecipeExport::target,
              {.help = "pack: the pack itself; otherwise the engine; unknown targets are kept",
               .required = said("must say what the export is for, as in \"pack\""),
               .isAlwaysWritten = true}),
      setting("folder", &RecipeExport::folder,
              {.help = "Relative to the recipe, forward slashes; of a pack its own folder, NAME.texpack; of an engine "
                       "the folder for its exports",
               .maxBytes = kMaxSettingBytes}),
      setting("options", &RecipeExport::options,
              {.help = "Options of the target by key: true, false, numbers and texts; texeleton-cli export "
                       "--list-engines lists them"}));
}

constexpr auto settingsOf(Of<Recipe> /*of*/) {
  return std::tuple(
      setting("id", &Recipe::id,
              {.help = "Name of the character in exports; identifiers of engines are derived from it",
               .leftOut = "the recipe's name"}),
      setting("sources", &Recipe::sources, {.help = "The files that the bake reads", .isAlwaysWritten = true}),
      setting("import", &Recipe::import, {.help = "Import settings of the model file"}),
      setting("motion", &Recipe::motion, {.help = "How motions of other files are applied to the model"}),
      setting("clips", &Recipe::clips,
              {.help = "The clips in the order of the texture", .leftOut = "every clip of the model and its motions"}),
      setting("constraints", &Recipe::constraints, {.help = "Constraints in the order of evaluation"}),
      setting("bake", &Recipe::bake, {.help = "Bake settings"}),
      setting("write", &Recipe::write, {.help = "Settings of the pack file"}),
      setting("exports", &Recipe::exports, {.help = "Export targets", .leftOut = "the pack beside the recipe"}),
      setting("animator", &Recipe::animator,
              {.help = "Animator of characters with a full skeleton (compute and CPU skinning, near ones of the hybrid "
                       "path); ignored by bakes"}),
      setting("ragdoll", &Recipe::ragdoll,
              {.help = "Settings of single bones of the ragdoll; ignored by bakes", .leftOut = "by names and shapes"}),
      setting("editor", &Recipe::editor, {.help = "State of the editor; ignored by bakes", .unit = Unit::JsonText}));
}

/// The JSON Schema of recipes, docs/recipe.schema.json (`texeleton-cli shell schema`).
std::string recipeSchema();

/// The table of all keys, docs/recipe-keys.md (`texeleton-cli shell recipe-keys`).
std::string recipeKeys();

}  // namespace texeleton::recipe
