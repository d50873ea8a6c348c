#include "core/export/blender_target.h"

#include "core/export/engine_files.h"

namespace texeleton {

namespace {

constexpr const char* kBlenderGuide = R"(# @NAME@ in Blender

```sh
blender --python texeleton/blender/texeleton_import.py -- "@NAME@.texpack"
```

or, in a scene that is open: install `texeleton/blender/texeleton_import.py` as an add-on (Edit > Preferences > Add-ons), then
File > Import > Texeleton pack, and choose `@NAME@.texpack/manifest.json`. From Blender 3.4.

You get the mesh with every frame as a shape key, an action for each clip, laid out one after another on the timeline, sockets as
empties, events as markers. Clips: @CLIPS@
)";

Result<std::vector<FileGroup>> blenderCompanions(const ExportInput& input) {
  std::string clips;
  for (const BakedClip& clip : input.pack.animation.clips) {
    clips += (clips.empty() ? "" : ", ") + clip.name;
  }
  std::string guide = replaced(kBlenderGuide, "@NAME@", input.name);
  guide = replaced(std::move(guide), "@CLIPS@", clips);
  FileGroup own{"Blender: " + input.name, {{input.name + ".blender.md", std::move(guide)}}};
  return std::vector<FileGroup>{std::move(own), runTimeGroup("blender")};
}

}  // namespace

ExportTarget blenderTarget() {
  ExportTarget target{};
  target.name = "blender";
  target.title = "Blender";
  target.summary =
      "The pack, and a script that imports it as a mesh with its animation in place: to see what was baked.";
  target.tested =
      "In Blender 3.4, 4.3 and 5.2, without a window: vertices and sockets against the test vectors, vertices of five "
      "models against Blender's own import of the source.";
  target.abilities = {
      {"Bone and vertex mode, both pixel formats, folded frames", Plays::Yes, "as absolute shape keys"},
      {"Clips", Plays::Yes, "an action each, as NLA strips"},
      {"Smooth playback", Plays::Yes, ""},
      {"Sockets", Plays::Yes, "as empties with actions"},
      {"Events", Plays::Yes, "as markers"},
      {"Root motion", Plays::Yes, "as an action of the object"},
      {"Materials", Plays::Partly, "base colour, metallic and roughness"},
      {"Layers", Plays::No, ""},
      {"Levels of detail, variants, tint", Plays::No, "the whole of level 0 is shown"},
  };
  target.companions = blenderCompanions;
  return target;
}

}  // namespace texeleton
