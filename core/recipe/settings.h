#pragma once

#include "core/bake/settings/bake_words.h"
#include "core/pack/pack_words.h"
#include "core/recipe/recipe.h"
#include "core/recipe/setting.h"
#include "core/vat/basis.h"
#include "core/vat/mask_choice.h"
#include "core/vat/texture_layout.h"
#include "core/vat/vat_words.h"

namespace texeleton::recipe {

// All fields of a recipe are described here. Reading and writing recipes, docs/recipe.schema.json, options and help of
// the command line, ranges in the editor and bake settings (setting<&BakeSettings::…>) derive from these tables
// (docs/extending.md, "A setting of recipes"). recipe_rules.cpp checks rules between fields.

inline constexpr NumberRange kUnitRange{0.0, 1e9, true};
inline constexpr NumberRange kDegreesRange{0.0, 180.0};
inline constexpr NumberRange kErrorRange{0.0, 1e9};
inline constexpr NumberRange kIndexRange{0.0, 4294967294.0};
inline constexpr NumberRange kLodRange{0.0, 1.0, true, true};

template <>
inline constexpr auto kSettings<RecipeSource> = std::tuple(
    setting("path", &RecipeSource::path,
            {.help = "The file, relative to the recipe, with forward slashes",
             .required = said("must name a file"),
             .maxBytes = kMaxSettingBytes,
             .isAlwaysWritten = true}),
    setting("role", &RecipeSource::role,
            {.help = "What the file is for: model, motion (its clips are the model's too), cache (moves the points of "
                     "a mesh), character (shares the animation of the model), attachment, events or meta",
             .usualText = "model",
             .isAlwaysWritten = true}),
    setting("sha256", &RecipeSource::sha256,
            {.help = "Hash of the file as it was", .pattern = "^([0-9a-f]{64})?$", .maxBytes = 1000}),
    setting("scale", &RecipeSource::scale,
            {.help = "Of a character, an attachment or a cache: metres per unit of its file",
             .range = kUnitRange,
             .unit = Unit::Metres,
             .leftOut = "as the model's; of an attachment what its file says"}),
    setting("mesh", &RecipeSource::mesh,
            {.help = "Of a cache: the mesh that it moves, or its node",
             .leftOut = "the one of its name or number of points, or the only one",
             .maxBytes = kMaxSettingBytes}),
    setting("fps", &RecipeSource::fps,
            {.help = "Of a cache: frames a second",
             .range = kRateRange,
             .unit = Unit::Hertz,
             .leftOut = "what its file says, else as the model's clips"}),
    setting("up", &RecipeSource::up, {.help = "Of a cache: its up axis", .leftOut = "found by the mesh"}),
    setting("pieces", &RecipeSource::pieces,
            {.help = "Of a cache: takes its mesh apart into the islands of its triangles, for bone mode, where each "
                     "moves rigidly but for this error",
             .range = kErrorRange,
             .unit = Unit::Millimetres,
             .leftOut = "the mesh stays whole"}));

template <>
inline constexpr auto kSettings<RecipeImport> = std::tuple(
    setting<&importing::ImportOptions::scale>("scale", &RecipeImport::scale,
                                              {.help = "Metres per unit of the file",
                                               .range = kUnitRange,
                                               .unit = Unit::Metres,
                                               .leftOut = "what the file says"}),
    setting<&importing::ImportOptions::up>("up", &RecipeImport::up,
                                           {.help = "Up axis of the file", .leftOut = "what the file says"}),
    setting<&importing::ImportOptions::hidden>("hidden", &RecipeImport::hidden,
                                               {.help = "Whether meshes of nodes that the file hides are taken"}),
    setting("unityMeta", &RecipeImport::unityMeta,
            {.help = "Whether Unity's import settings beside FBX files (FILE.fbx.meta) cut them into clips"},
            [] { return true; }));

template <>
inline constexpr auto kSettings<RecipeMotion> = std::tuple(
    setting("bones", &RecipeMotion::bones,
            {.help = "Bones of motions and the model's bones that they move", .leftOut = "found by path and name"}),
    setting("retarget", &RecipeMotion::retarget,
            {.help = "How bones of a motion without a skin relate to the model's: copy: they stand as in the motion "
                     "file; match: they move as the motion's do from rest to rest; auto: decided for each bone"},
            [] { return retargeting::Retarget::Auto; }));

template <>
inline constexpr auto kSettings<RecipeEvent> =
    std::tuple(setting("name", &RecipeEvent::name,
                       {.help = "What fires", .required = said("must be the event's name"), .isAlwaysWritten = true}),
               setting("timeSeconds", &RecipeEvent::timeSeconds,
                       {.help = "Seconds of the source clip", .range = kSecondsRange, .unit = Unit::Seconds}),
               setting("frame", &RecipeEvent::frame,
                       {.help = "Source frames, at the source clip's rate (30 where the format has none)",
                        .range = kSecondsRange}),
               setting("parameter", &RecipeEvent::parameter, {.help = "Passed on with the event", .maxBytes = 65536}));

template <>
inline constexpr auto kSettings<RecipeClip> = std::tuple(
    setting("source", &RecipeClip::source,
            {.help = "Number of the source that it comes from", .range = kIndexRange, .leftOut = "the model"}),
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
                                                {.help = "Samples a second; 0: one frame, for a clip that stands still",
                                                 .range = {0.0, kRateRange.most},
                                                 .unit = Unit::Hertz,
                                                 .leftOut = "that of the bake"}),
    setting<&bake::ClipSelection::loop>("loop", &RecipeClip::loop,
                                        {.help = "Whether the clip loops", .leftOut = "that of the bake"}),
    setting<&bake::ClipSelection::rootMotion>(
        "rootMotion", &RecipeClip::rootMotion,
        {.help = "What becomes of the clip's travel: keep it in the pose, remove it, or extract it to a track in "
                 "the manifest",
         .leftOut = "that of the bake"}),
    setting<&bake::ClipSelection::maxErrorMillimetres>("maxError", &RecipeClip::maxError,
                                                       {.help = "Limit of this clip's error; more is a failure",
                                                        .range = kErrorRange,
                                                        .unit = Unit::Millimetres,
                                                        .leftOut = "that of the bake"}),
    setting<&bake::ClipSelection::maxNormalDegrees>(
        "maxNormalError", &RecipeClip::maxNormalError,
        {.help = "Degrees that normals of this clip may be off; more is a failure",
         .range = kDegreesRange,
         .unit = Unit::Degrees,
         .leftOut = "that of the bake"}),
    setting("events", &RecipeClip::events, {.help = "Events beside those of the file"}));

template <>
inline constexpr auto kSettings<RecipeExpose> =
    std::tuple(setting("pattern", &RecipeExpose::pattern,
                       {.help = "Regular expression over a node's whole name",
                        .required = said("must be a regular expression"),
                        .maxBytes = kMaxSettingBytes,
                        .isAlwaysWritten = true}),
               setting("caseSensitive", &RecipeExpose::caseSensitive, {.help = "Whether letters' case matters"},
                       [] { return true; }));

// recipe_attachments.cpp reads a socket's offset and an attachment's transform.
template <>
inline constexpr auto kSettings<RecipeSocketName> = std::tuple(
    setting("node", &RecipeSocketName::node,
            {.help = "Name of a node", .required = said("must be the name of a node"), .isAlwaysWritten = true}),
    setting("name", &RecipeSocketName::name, {.help = "What its socket is called", .leftOut = "as the node"}));

template <>
inline constexpr auto kSettings<RecipeAttachment> =
    std::tuple(setting("name", &RecipeAttachment::name,
                       {.help = "What its socket or its mesh is called in the pack; no two are called alike",
                        .required = said("must be a name for the attachment"),
                        .isAlwaysWritten = true}),
               setting("attachment", &RecipeAttachment::attachment,
                       {.help = "Name of the attachment that it hangs on", .leftOut = "it hangs on the character"}),
               setting("socket", &RecipeAttachment::socket,
                       {.help = "Name of the socket that it hangs on, whose offset it takes along",
                        .leftOut = "it hangs on a node"}),
               setting("node", &RecipeAttachment::node,
                       {.help = "Name of the node that it hangs on: of the character, or of the attachment's model",
                        .leftOut = "it hangs on a socket, or on an attachment as a whole"}));

template <>
inline constexpr auto kSettings<RecipeMeshes> = std::tuple(
    setting<&meshes::MeshChoice::show>(
        "show", &RecipeMeshes::show,
        {.help = "Only meshes whose whole name, or their node's, one of these regular expressions matches",
         .maxBytes = kMaxSettingBytes}),
    setting<&meshes::MeshChoice::hide>("hide", &RecipeMeshes::hide,
                                       {.help = "But none that one of these matches", .maxBytes = kMaxSettingBytes}),
    setting<&meshes::MeshChoice::authoredLods>(
        "authoredLods", &RecipeMeshes::authoredLods,
        {.help = "Whether meshes called NAME_LOD0 to NAME_LODn are levels of detail of one thing"}));

template <>
inline constexpr auto kSettings<RecipeVariant> = std::tuple(
    setting("name", &RecipeVariant::name,
            {.help = "What engines ask for",
             .required = said("must be there: it is what engines ask for"),
             .isAlwaysWritten = true}),
    setting("match", &RecipeVariant::match,
            {.help = "Regular expressions over whole names of meshes or their nodes", .maxBytes = kMaxSettingBytes}),
    setting("meshes", &RecipeVariant::meshes,
            {.help = "Names of meshes or their nodes", .maxBytes = kMaxSettingBytes}));

template <>
inline constexpr auto kSettings<RecipeMaskBone> =
    std::tuple(setting("bone", &RecipeMaskBone::bone,
                       {.help = "Name of the bone", .required = "must name a bone", .isAlwaysWritten = true}),
               setting("weight", &RecipeMaskBone::weight,
                       {.help = "How much of the second clip it plays", .range = {0.0, 1.0}}, [] { return 1.0; }));

template <>
inline constexpr auto kSettings<RecipeMask> = std::tuple(
    setting("name", &RecipeMask::name,
            {.help = "What engines ask for",
             .required = "must be there: it is what engines ask for",
             .isAlwaysWritten = true}),
    setting("from", &RecipeMask::from,
            {.help = "Names of bones: these and all below them play the second clip", .maxBytes = kMaxSettingBytes}),
    setting("softened", &RecipeMask::softened,
            {.help = "Bones on the way down from these over which the weight rises to 1", .range = {0, 255}},
            [] { return vat::MaskChoice().softened; }),
    setting("bones", &RecipeMask::bones, {.help = "Weights of single bones, which overrule the others"}));

template <>
inline constexpr auto kSettings<RecipeRootMotion> = std::tuple(
    setting<&bake::RootMotionSettings::mode>(
        "mode", &RecipeRootMotion::mode,
        {.help = "What becomes of a clip's travel: keep it in the pose, remove it (the clip plays in place), or "
                 "extract it to a track in the manifest"}),
    setting<&bake::RootMotionSettings::node>("node", &RecipeRootMotion::node,
                                             {.help = "The node that carries the character",
                                              .leftOut = "found in each clip"}),
    setting<&bake::RootMotionSettings::yaw>("yaw", &RecipeRootMotion::yaw,
                                            {.help = "Include the rotation about the up axis in root motion",
                                             .leftOut = "on with extract"}),
    setting<&bake::RootMotionSettings::height>("height", &RecipeRootMotion::height,
                                               {.help = "Whether its height goes with its place"}));

template <>
inline constexpr auto kSettings<RecipeBake> = std::tuple(
    setting<&bake::BakeSettings::mode>("mode", &RecipeBake::mode,
                                       {.help = "What the texture holds: skin matrices or vertices"}),
    setting<&bake::BakeSettings::encoding>(
        "encoding", &RecipeBake::encoding,
        {.help = "How the texels hold it, one of the mode's (texeleton-cli encodings)",
         .leftOut = "matrix3x4 or positionNormal"}),
    setting<&bake::BakeSettings::shapes>(
        "shapes", &RecipeBake::shapes,
        {.help = "Shapes of the encoding basis",
         .range = {1, vat::kMaxShapes},
         .leftOut = "the fewest that keep vertices within 1/5,000 of the model's size on frames"}),
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
                                               {.help = "Samples a second, for clips that have no rate of their own",
                                                .range = kRateRange,
                                                .unit = Unit::Hertz,
                                                .leftOut = "each clip's source rate, else 30"}),
    setting<&bake::BakeSettings::loop>(
        "loop", &RecipeBake::loop,
        {.help = "Whether clips loop; auto: by their ends; close: by one more frame's time from the last pose to "
                 "the first"}),
    setting<&bake::BakeSettings::rows>(
        "rows", &RecipeBake::rows,
        {.help = "At which times frames are stored; uneven: of those at the sample rate only as many as the limits "
                 "need, and a table that says where the others lie"}),
    setting("rootMotion", &RecipeBake::rootMotion, {.help = "What becomes of the travel of clips"}),
    setting("expose", &RecipeBake::expose, {.help = "Nodes whose whole name matches become sockets"}),
    setting("socketNames", &RecipeBake::socketNames,
            {.help = "What sockets are called in place of their nodes' names"}),
    setting("attachments", &RecipeBake::attachments, {.help = "Models that hang on the character or on one another"}),
    setting("masks", &RecipeBake::masks,
            {.help = "Named sets of bones on which engines may play a second clip over the first"}),
    setting("meshes", &RecipeBake::meshes, {.help = "Which meshes are baked"}),
    setting("variants", &RecipeBake::variants, {.help = "Named sets of meshes that are shown together"}),
    setting<&bake::BakeSettings::lodRatios>("lods", &RecipeBake::lods,
                                            {.help = "Levels of detail to make: shares of the triangles, descending",
                                             .range = kLodRange}),
    setting("tint", &RecipeBake::tint, {.help = "What an instance's colour may change", .leftOut = "everything"}),
    setting<&bake::BakeSettings::maxErrorMillimetres>("maxError", &RecipeBake::maxError,
                                                      {.help = "Limit of the measured error; more is a failure",
                                                       .range = kErrorRange,
                                                       .unit = Unit::Millimetres,
                                                       .leftOut = "any"}),
    setting<&bake::BakeSettings::maxNormalDegrees>("maxNormalError", &RecipeBake::maxNormalError,
                                                   {.help = "Degrees that normals may be off; more is a failure",
                                                    .range = kDegreesRange,
                                                    .unit = Unit::Degrees,
                                                    .leftOut = "any"}),
    setting("measure", &RecipeBake::measure,
            {.help = "Whether the error is measured; it always is where there is a limit"}, [] { return true; }));

template <>
inline constexpr auto kSettings<RecipeWrite> = std::tuple(setting<&pack::PackWriteOptions::compression>(
    "compression", &RecipeWrite::compression, {.help = "Of the EXR file, lossless"}));

template <>
inline constexpr auto kSettings<RecipeExport> = std::tuple(
    setting("target", &RecipeExport::target,
            {.help = "pack: the pack itself; another: for that engine; targets that a version does not know are kept "
                     "and left alone",
             .required = said("must say what the export is for, as in \"pack\""),
             .isAlwaysWritten = true}),
    setting("folder", &RecipeExport::folder,
            {.help = "Relative to the recipe, forward slashes; of a pack its own folder, NAME.texpack; of an engine "
                     "the folder for its exports",
             .maxBytes = kMaxSettingBytes}),
    setting("options", &RecipeExport::options,
            {.help = "Options of the target by key: true, false, numbers and texts; texeleton-cli export "
                     "--list-engines has them"}));

template <>
inline constexpr auto kSettings<Recipe> = std::tuple(
    setting("id", &Recipe::id,
            {.help = "What exports know the character by: identifiers of an engine are derived from it",
             .leftOut = "the recipe's name"}),
    setting("sources", &Recipe::sources, {.help = "The files that the bake reads", .isAlwaysWritten = true}),
    setting("import", &Recipe::import, {.help = "What is said about the model file"}),
    setting("motion", &Recipe::motion, {.help = "How motions of other files reach the model"}),
    setting("clips", &Recipe::clips,
            {.help = "The clips in the order of the texture", .leftOut = "every clip of the model and its motions"}),
    setting("constraints", &Recipe::constraints, {.help = "Motion that no file holds, in the order in which it acts"}),
    setting("bake", &Recipe::bake, {.help = "How it is baked"}),
    setting("write", &Recipe::write, {.help = "How the pack is written"}),
    setting("exports", &Recipe::exports, {.help = "Where the result goes", .leftOut = "the pack beside the recipe"}),
    setting(
        "animator", &Recipe::animator,
        {.help =
             "What a character with a full skeleton plays (compute and CPU skinning, near ones of the hybrid path); "
             "a bake ignores it"}),
    setting("editor", &Recipe::editor,
            {.help = "Whatever the editor keeps; a bake ignores it", .unit = Unit::JsonText}));

/// The JSON Schema of recipes, docs/recipe.schema.json (`texeleton-cli shell schema`).
std::string recipeSchema();

}  // namespace texeleton::recipe
