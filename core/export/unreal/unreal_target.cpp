#include "core/base/mapped.h"
#include "core/export/engine_files.h"
#include "core/export/export_targets.h"
#include "core/export/exr_bytes.h"
#include "core/export/target_space.h"
#include "core/export/unreal/unreal_mesh.h"
#include "core/export/unreal/unreal_names.h"
#include "core/export/unreal/unreal_tables.h"
#include "core/export/unreal/unreal_texture.h"

namespace texeleton::exporting {

namespace {

/// Unreal's axes in metres: half floats stay exact, and the material multiplies by 100.
TargetSpace unrealAxesInMetres() {
  TargetSpace space = kUnrealSpace;
  space.unitsPerMetre = 1.0;
  return space;
}

constexpr const char* kAnimToTextureGuide = R"(
## With the plug-in AnimToTexture

For projects whose crowds run on Unreal's plug-in AnimToTexture (5.4 and later): the same character in the layout that this plug-in
bakes, for its material function. Such a crowd has no cross-fades, tint, sockets or events, and all clips loop. Not tried in the
engine by us: the layout and the names of the parameters are those of the plug-in's published source.

1. Enable the plug-in *AnimToTexture* and restart the editor.
2. Once a project: make the material `@CONTENT@/Shared/M_Texeleton_AnimToTexture`. In its details: *Use Material Attributes* on, *Used
   with Instanced Static Meshes* on, *Num Customized UVs* 1. Nodes: *MakeMaterialAttributes* with your colour and roughness; its output
   into the function `/AnimToTexture/Materials/@FUNCTION@`; that one's result into the material's output. Save.
3. Tools > Execute Python Script…, choose `@NAME@.animtotexture.py`: textures, `SM_@ASSET@_AnimToTexture` and an instance of that
   material for each slot, with every number; then it reads all of it back: `Texeleton: @NAME@: PASS`, or what is wrong. Colours
   and images of the instances are yours to set.

An instance of an `InstancedStaticMeshComponent` has four floats of custom data: time offset in seconds, play rate, first frame, last
frame. `@NAME@.animtotexture.crowd.py` puts a hundred into the open level, as an example. To hold the end of a clip that plays once, set its last frame as first and last.

| clip | first frame | last frame | play rate for its own speed |
|---|---|---|---|
@CLIPS@
Code that asks a data asset (`UAnimToTextureInstancePlaybackLibrary`, Mass) needs one that says the same. Make an
*AnimToTextureDataAsset*; mesh, textures, mode, sample rate and UV channel (1) are set in its window. The rest can be written by C++
alone, neither by hand nor by Python, and *Animation To Texture* would bake over it, so do not run that:

```cpp
@CPP@Asset->MarkPackageDirty();
```
)";

std::string shortNumber(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text + "0" : text;
}

std::string vectorText(const glm::dvec3& v) {
  return "FVector3f(" + shortNumber(v.x) + "f, " + shortNumber(v.y) + "f, " + shortNumber(v.z) + "f)";
}

/// The section of an export's README about the plug-in AnimToTexture, with this character's numbers; `content` is the
/// folder of the project's content. `files` has a layout for the plug-in.
std::string animToTextureGuide(const vat::BakedAnimation& animation, const UnrealExport& files,
                               const std::string& content) {
  const AnimToTexture& layout = files.animToTexture->layout;
  const bool bones = animation.mode == vat::BakeMode::Bone;
  const std::string kind = bones ? "Bone" : "Vertex";
  std::string clips;
  std::string cpp = "Asset->SampleRate = " + shortNumber(layout.sampleRateHz) +
                    "f;\nAsset->NumFrames = " + std::to_string(animation.layout.frameCount) + ";\n";
  if (bones) {
    cpp += "Asset->NumBones = " + std::to_string(animation.layout.elementCount) +
           ";\nAsset->BoneWeightRowsPerFrame = " + std::to_string(layout.weightRowsPerFrame) + ";\n";
  }
  cpp += "Asset->" + kind + "RowsPerFrame = " + std::to_string(layout.rowsPerFrame) + ";\n";
  cpp += "Asset->" + kind + "MinBBox = " + vectorText(layout.boxMin) + ";\n";
  cpp += "Asset->" + kind + "SizeBBox = " + vectorText(layout.boxSize) + ";\nAsset->Animations.Reset();\n";
  cpp += "const int32 Frames[][2] = {";
  for (const vat::BakedClip& clip : animation.clips) {
    const std::string first = std::to_string(clip.frameBegin);
    const std::string last = std::to_string(clip.frameBegin + clip.frameCount - 1);
    clips += "| " + replaced(clip.name, "|", "\\|") + " | " + first + " | " + last + " | " +
             shortNumber(animToTexturePlayRate(layout, clip)) + " |\n";
    cpp += (cpp.back() == '{' ? "{" : ", {") + first + ", " + last + "}";
  }
  cpp +=
      "};\nfor (const auto& Range : Frames)\n{\n    FAnimToTextureAnimInfo& Info = "
      "Asset->Animations.AddDefaulted_GetRef();\n"
      "    Info.StartFrame = Range[0];\n    Info.EndFrame = Range[1];\n}\n";
  return filled(kAnimToTextureGuide, {{"@NAME@", files.character},
                                      {"@ASSET@", files.asset},
                                      {"@CONTENT@", content},
                                      {"@FUNCTION@", "MF_" + kind + "Animation"},
                                      {"@CLIPS@", clips},
                                      {"@CPP@", cpp}});
}

constexpr const char* kUnrealScript =
    R"(# Run in Unreal's editor: Tools > Execute Python Script, or `py "PATH/@NAME@.@WHAT@.py"` in its console.
# It needs the plug-in "Python Editor Script Plugin". What it does: texeleton/unreal/texeleton_unreal, and @NAME@.README.md.
import os
import sys

folder = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(folder, "texeleton", "unreal"))
for name in [name for name in sys.modules if name.split(".")[0] == "texeleton_unreal"]:
    del sys.modules[name]  # The editor keeps modules: an update of the export would not be seen.
import texeleton_unreal

texeleton_unreal.@CALL@(os.path.join(folder, "@FOLDER@", "@ASSET@.texeleton.json"), "@CONTENT@")
)";

constexpr const char* kUnrealGuide = R"(# @NAME@ for Unreal Engine 5

1. Enable the plug-in "Python Editor Script Plugin" (Edit > Plugins) and restart the editor.
2. Tools > Execute Python Script…, choose `@NAME@.import.py`. It imports everything into `@CONTENT@/@ASSET@` with every setting that
   it needs, reads each of them back and prints what differs: `Texeleton: @NAME@: PASS`, or what is wrong.
3. Play. `@NAME@.crowd.py` puts a hundred into the open level, as an example.

Run 2 again after each export. Your own materials, levels and Blueprints keep what they point at.
`@NAME@.check.py` checks what is in the project without importing: settings, and texels as the GPU reads them.

| in `@CONTENT@` | |
|---|---|
| `@ASSET@/T_@ASSET@_Animation` | the animation texture |
| `@ASSET@/SM_@ASSET@` | the mesh with its levels of detail@VARIANTS@ |
| `@ASSET@/MI_@ASSET@_…` | a material instance for each material |
| `@ASSET@/DT_@ASSET@_Clips`, `_Events`, `_Sockets` | DataTables |
| `Shared/` | functions and master materials that all characters share |

## What an instance plays

Custom data of an `InstancedStaticMeshComponent` (`NumCustomDataFloats` 13; Blueprint: Set Custom Data Value):

| | | |
|---|---|---|
| 0, 1, 2 | clip, start, speed | start in seconds of the game's time; speed 1 is the clip's own |
| 3, 4, 5 | clip, start and speed of the clip that fades out | clip -1: none |
| 6, 7 | when the fade began, how long it takes | seconds |
| 8, 9, 10 | colour | 1, 1, 1 changes nothing |
| 11 | entry of the palette | 0 |
| 12 | 1: frames are not blended | 0 |

Set all thirteen: a new instance holds zeros, which is a black one that does not move.

To fade from one clip to another: copy 0, 1, 2 to 3, 4, 5, write the new clip and the game's time (Get Game Time in Seconds) into 0, 1
and 6, and the seconds of the fade into 7. A mesh without instances takes the same from parameters of its material instance.

@LAYERS@Clips:
@CLIPS@
@SOCKETS@@EVENTS@@RENAMED@@ANIM_TO_TEXTURE@
## What to know

- Nanite, and anything that merges or reorders UVs, has to stay off for this mesh: the script sees to it, and the check says so.
- Texture coordinates 2 and up are the animation's. A lightmap may use 1.
- The clock is the game's time in floats: exact to 1/1024 s for 4 hours, in steps of 1/32 s after three days. Worlds that run for days drive the
  collection `Shared/MPC_Texeleton`: see `texeleton/unreal/README.md`.
- Not tried in the engine by us: what was, and what was not, is in the guide (docs/engines/unreal.md of Texeleton).
)";

constexpr const char* kUnrealLayers =
    R"(A layer is a second clip on the bones of a mask, such as an attack over a run. Eight more floats (`NumCustomDataFloats` 21):

| | | |
|---|---|---|
| 13, 14, 15 | clip, start, speed | as 0, 1, 2 |
| 16 | mask | `LayerMask` of `DT_@ASSET@_Masks`; 0: no layer |
| 17, 18 | when it begins, how long its share rises | seconds |
| 19, 20 | when it begins to leave, how long that takes | counts where 19 lies behind 17 |

The number of a mask changes with the character: read it from the table. `crowd.layer_data()` of the Python package reckons the eight.
Masks: @MASKS@.

)";

std::string scriptNamed(const ExportInput& input, const std::string& asset, const char* what, const char* call) {
  return filled(kUnrealScript, {{"@NAME@", input.name},
                                {"@WHAT@", what},
                                {"@CALL@", call},
                                {"@FOLDER@", asset},
                                {"@ASSET@", asset},
                                {"@CONTENT@", input.options.text("content-path")}});
}

std::string guideText(const ExportInput& input, const UnrealExport& files) {
  const std::string& asset = files.asset;
  const vat::BakedAnimation& animation = input.pack.animation;
  std::string clips;
  std::string events;
  std::string renamed;
  const std::vector<std::string> rows = unrealRowNames(mapped(animation.clips, &vat::BakedClip::name));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const vat::BakedClip& clip = animation.clips[i];
    clips += std::to_string(i) + ". " + clip.name + (clip.loop ? " (loops)" : "") + "\n";
    renamed += rows[i] != clip.name ? "- Row `" + rows[i] + "` of the tables is the clip " + clip.name + ".\n" : "";
    events += clip.events.empty() ? "" : "- " + clip.name + ": " + std::to_string(clip.events.size()) + "\n";
  }
  if (asset != input.name) {
    renamed += "- Assets are called `" + asset + "`: Unreal takes letters, digits, \"_\" and \"-\" in names.\n";
  }
  const std::string sockets = joinedNames(animation.sockets);
  std::string variants;
  for (const vat::BakedVariant& variant : animation.variants) {
    variants += variants.empty() ? "; variants: `SM_" : ", `SM_";
    variants += asset;
    variants += '_';
    variants += unrealAssetName(variant.name);
    variants += '`';
  }
  const std::string masks = joinedNames(animation.masks);
  const std::string& content = input.options.text("content-path");
  const auto ifAny = [](const std::string& list, const std::string& text) { return list.empty() ? list : text; };
  return filled(
      kUnrealGuide,
      {{"@NAME@", input.name},
       {"@LAYERS@", ifAny(masks, replaced(kUnrealLayers, "@MASKS@", masks))},
       {"@ASSET@", asset},
       {"@CONTENT@", content},
       {"@VARIANTS@", variants},
       {"@CLIPS@", clips},
       {"@SOCKETS@",
        ifAny(sockets, "\nSockets: " + sockets + ". A prop follows one on the GPU: give its mesh the instance `MI_" +
                           asset + "_Socket_…` and its instances the same transforms and custom data.\n")},
       {"@EVENTS@", ifAny(events, "\nEvents (`DT_" + asset +
                                      "_Events`); your game code asks for them, `texeleton/unreal/README.md` says "
                                      "how:\n" +
                                      events)},
       {"@ANIM_TO_TEXTURE@", files.animToTexture ? animToTextureGuide(animation, files, content) : std::string()},
       {"@RENAMED@", ifAny(renamed, "\nNames that had to change:\n" + renamed)}});
}

const char* suffixOf(const model::Image& image) { return image.mimeType == "image/jpeg" ? ".jpg" : ".png"; }

/// One FBX for each level of detail; a variant has only the levels that show it. `layout`: for the plug-in
/// AnimToTexture.
Result<UnrealMeshFiles> addMesh(const vat::BakedAnimation& animation, const vat::BakedVariant* variant,
                                const UnrealExport& files, const AnimToTexture* layout, FileGroup& group) {
  UnrealMeshFiles result;
  result.asset = "SM_" + files.asset;
  if (layout != nullptr) {
    result.asset += "_AnimToTexture";
  }
  if (variant != nullptr) {
    result.asset += '_';
    result.asset += unrealAssetName(variant->name);
  }
  result.variant = variant == nullptr ? "" : variant->name;
  for (std::uint32_t lod = 0; lod <= animation.mesh.lods.size(); ++lod) {
    std::vector<vat::BakedRange> ranges;
    if (variant != nullptr) {
      for (const std::uint32_t mesh : variant->meshes) {
        for (const vat::BakedRange& range : animation.meshes[mesh].ranges) {
          if (range.lod == lod) {
            ranges.push_back(range);
          }
        }
      }
      if (ranges.empty()) {
        continue;
      }
    }
    const FbxMesh mesh = layout == nullptr ? unrealMesh(animation, lod, ranges, result.asset)
                                           : animToTextureMesh(animation, lod, ranges, result.asset, layout->uvs);
    if (result.files.empty()) {
      for (const glm::dvec3& p : mesh.points) {
        result.bindBounds.add(glm::vec3(glm::dvec3(p.x, -p.y, p.z) / 100.0));
      }
    }
    const auto bytes = fbxBytes(mesh);
    TRY(bytes);
    std::string file = result.asset;
    if (lod > 0) {
      file += "_LOD";
      file += std::to_string(lod);
    }
    result.files.push_back(file + ".fbx");
    group.files.push_back({files.folder + result.files.back(), *bytes});
  }
  return result;
}

/// The mesh with everything, and one for each variant.
Result<std::vector<UnrealMeshFiles>> addMeshes(const vat::BakedAnimation& animation, const UnrealExport& files,
                                               const AnimToTexture* layout, FileGroup& group) {
  std::vector<const vat::BakedVariant*> variants = {nullptr};
  for (const vat::BakedVariant& variant : animation.variants) {
    variants.push_back(&variant);
  }
  std::vector<UnrealMeshFiles> meshes;
  for (const vat::BakedVariant* variant : variants) {
    auto mesh = addMesh(animation, variant, files, layout, group);
    TRY(mesh);
    meshes.push_back(std::move(*mesh));
  }
  return meshes;
}

Result<AnimToTextureFiles> addAnimToTexture(const vat::BakedAnimation& animation, const UnrealExport& files,
                                            FileGroup& group) {
  auto layout = animToTexture(animation);
  TRY(layout);
  auto meshes = addMeshes(animation, files, &*layout, group);
  TRY(meshes);
  AnimToTextureFiles result;
  for (const AnimToTextureImage& image : layout->images) {
    result.imageFiles.push_back("T_" + files.asset + "_AnimToTexture_" + image.role + ".exr");
    group.files.push_back({files.folder + result.imageFiles.back(), exrBytes(image.texels)});
  }
  result.layout = std::move(*layout);
  result.meshes = std::move(*meshes);
  return result;
}

Result<std::vector<FileGroup>> unrealCompanions(const ExportInput& input) {
  const auto animation = inSpace(input.pack.animation, unrealAxesInMetres());
  TRY(animation);
  const std::string& content = input.options.text("content-path");
  const bool plain = content.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-/") ==
                     std::string::npos;
  if (!plain || content.size() < 2 || content.front() != '/' || content.back() == '/' ||
      content.find("//") != std::string::npos) {
    return fail(ErrorCode::InvalidArgument,
                "content-path is a folder of the project's content as Unreal writes it, such as /Game/Texeleton");
  }
  const auto texture = unrealTexture(*animation);
  TRY(texture);
  UnrealExport files;
  files.character = input.name;
  files.asset = unrealAssetName(input.name);
  files.folder = files.asset + "/";
  FileGroup own{"Unreal: " + input.name, {}};
  auto meshes = addMeshes(*animation, files, nullptr, own);
  TRY(meshes);
  files.meshes = std::move(*meshes);
  if (input.options.flag("anim-to-texture")) {
    if (animation->layout.tableFrames != 0) {
      return fail(ErrorCode::Unsupported,
                  message("AnimToTexture does not play uneven rows (a frame table): bake with %1",
                          Remedy{RemedyKind::EvenRows}));
    }
    auto plugIn = addAnimToTexture(*animation, files, own);
    TRY(plugIn);
    files.animToTexture = std::move(*plugIn);
    own.files.push_back(
        {input.name + ".animtotexture.py", scriptNamed(input, files.asset, "animtotexture", "import_anim_to_texture")});
    own.files.push_back({input.name + ".animtotexture.crowd.py",
                         scriptNamed(input, files.asset, "animtotexture.crowd", "add_anim_to_texture_crowd")});
  }
  files.textureFile = "T_" + files.asset + "_Animation.exr";
  own.files.push_back({files.folder + files.textureFile, exrBytes(texture->texels)});
  for (std::size_t i = 0; i < animation->mesh.images.size(); ++i) {
    const model::Image& image = animation->mesh.images[i];
    files.imageFiles.push_back("T_" + files.asset + "_" + std::to_string(i) + suffixOf(image));
    own.files.push_back({files.folder + files.imageFiles.back(),
                         std::string(reinterpret_cast<const char*>(image.bytes.data()), image.bytes.size())});
  }
  own.files.push_back({files.folder + "DT_" + files.asset + "_Clips.json", unrealClipRows(*animation)});
  own.files.push_back({files.folder + "DT_" + files.asset + "_Events.json", unrealEventRows(*animation)});
  own.files.push_back({files.folder + "DT_" + files.asset + "_Sockets.json", unrealSocketRows(*animation)});
  if (!animation->masks.empty()) {
    own.files.push_back({files.folder + "DT_" + files.asset + "_Masks.json", unrealMaskRows(*animation)});
  }
  own.files.push_back({files.folder + files.asset + ".texeleton.json", unrealDescription(*animation, *texture, files)});
  own.files.push_back({input.name + ".import.py", scriptNamed(input, files.asset, "import", "import_character")});
  own.files.push_back({input.name + ".check.py", scriptNamed(input, files.asset, "check", "check_character")});
  own.files.push_back({input.name + ".crowd.py", scriptNamed(input, files.asset, "crowd", "add_crowd")});
  own.files.push_back({input.name + ".README.md", guideText(input, files)});
  return std::vector<FileGroup>{std::move(own), runTimeGroup("unreal")};
}

}  // namespace

ExportTarget unrealTarget() {
  ExportTarget target{};
  target.name = "unreal";
  target.title = "Unreal Engine 5";
  target.summary = said(
      "Texture, static mesh, tables, and a Python script that imports them into a project, sets everything that they "
      "need, and builds materials for instances.");
  target.tested = said(
      "Not run in Unreal, but on stand-ins: the script with a module of ours in place of Unreal's, which takes the "
      "documented names and types alone; the material's HLSL, compiled and executed on a software GPU against core's "
      "decoder; texture and mesh read back by other readers, Blender among them. The export brings a check.");
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes, ""},
      {said("Adaptive frame spacing"), Plays::Yes, said("frame tables; not for AnimToTexture")},
      {said("Clip, time, speed, tint and palette entry per instance"), Plays::Yes, said("custom data of instances")},
      {said("Variants"), Plays::Partly, said("a static mesh for each; not per instance of one component")},
      {said("Smooth and stepped playback"), Plays::Yes, ""},
      {said("Cross-fades"), Plays::Yes, said("between two clips")},
      {said("Layers"), Plays::Yes, said("on the bones of a mask, for each instance; props on sockets too")},
      {said("Shadows, depth, motion vectors"), Plays::Yes, said("by world position offset")},
      {said("Levels of detail"), Plays::Yes, said("those of the static mesh")},
      {said("Sockets"), Plays::Partly, said("props follow on the GPU, in full orientation; no pose for game code")},
      {said("Events"), Plays::Partly, said("a DataTable; no call-back without code of the project")},
      {said("Root motion"), Plays::Partly, said("tracks in the description; nothing applies them")},
      {said("Culling"), Plays::Yes, said("by the engine, with bounds over all clips")},
      {said("Time without drift"), Plays::Partly, said("exact for 4 hours; for days if the project drives the clock")},
      {said("AnimToTexture"), Plays::Partly, said("an option: textures and meshes in its layout, for its materials")},
      {said("Nanite"), Plays::No, said("it reorders vertices and their coordinates")},
  };
  target.options = {
      textOption("content-path", said("Folder in the project"),
                 said("The folder of the project's content that the script imports into."), "/Game/Texeleton"),
      flagOption(
          "anim-to-texture", said("For AnimToTexture too"),
          said("Also writes textures and meshes as Unreal's plug-in AnimToTexture bakes them, for its materials."),
          false)};
  target.hidesPack = true;
  target.readsTexels = true;
  target.playsLayers = true;
  target.companions = unrealCompanions;
  return target;
}

}  // namespace texeleton::exporting
