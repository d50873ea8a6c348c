#include "core/export/unreal/anim_to_texture_guide.h"

#include "core/export/engine_files.h"

namespace texeleton::exporting {

namespace {

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

}  // namespace

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

}  // namespace texeleton::exporting
