#include "core/export/export_targets.h"

#include "core/export/engine_files.h"

namespace texeleton::exporting {

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
  std::string guide =
      filled(kBlenderGuide, {{"@NAME@", input.name}, {"@CLIPS@", joinedNames(input.pack.animation.clips)}});
  FileGroup own{"Blender: " + input.name, {{input.name + ".blender.md", std::move(guide)}}};
  return std::vector<FileGroup>{std::move(own), runTimeGroup("blender")};
}

}  // namespace

ExportTarget blenderTarget() {
  ExportTarget target{};
  target.name = "blender";
  target.title = "Blender";
  target.summary =
      said("The pack, and a script that imports it as a mesh with its animation in place: to see what was baked.");
  target.tested = said(
      "In Blender 3.4, 4.3 and 5.2, without a window: vertices and sockets against the test vectors, vertices of five "
      "models against Blender's own import of the source.");
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes, said("as absolute shape keys")},
      {said("Adaptive frame spacing"), Plays::Yes, said("frame tables")},
      {said("Clips"), Plays::Yes, said("an action each, as NLA strips")},
      {said("Smooth playback"), Plays::Yes, ""},
      {said("Sockets"), Plays::Yes, said("as empties with actions")},
      {said("Events"), Plays::Yes, said("as markers")},
      {said("Root motion"), Plays::Yes, said("as an action of the object")},
      {said("Materials"), Plays::Partly, said("base colour, metallic and roughness")},
      {said("Layers"), Plays::No, said("a preview of single clips")},
      {said("Levels of detail, variants, tint"), Plays::No, said("the whole of level 0 is shown")},
  };
  target.companions = blenderCompanions;
  return target;
}

}  // namespace texeleton::exporting
