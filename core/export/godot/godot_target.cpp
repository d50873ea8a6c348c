#include "core/export/export_targets.h"

#include <algorithm>
#include <cmath>

#include "core/export/engine_files.h"
#include "core/export/godot/godot_asset.h"

namespace texeleton::exporting {

namespace {

constexpr const char* kAddOn = "addons/texeleton/";
constexpr const char* kCharacters = "texeleton/";

constexpr const char* kScene = R"([gd_scene load_steps=3 format=3]

[ext_resource type="Script" path="res://addons/texeleton/crowd.gd" id="1"]
[ext_resource type="Resource" path="res://texeleton/@NAME@.texgodot" id="2"]

[node name="Crowd" type="Node3D"]
script = ExtResource("1")
asset = ExtResource("2")
count = 25
grid_spacing = @SPACING@
)";

constexpr const char* kGodotGuide = R"(# @NAME@ for Godot 4

`@NAME@.texgodot` is the character: texture, meshes, materials, clips. `@NAME@.tscn` is a crowd of 25, to be put into a scene.
`addons/texeleton/` is the add-on, which all characters of the project share. These folders belong at the root of the project,
beside `project.godot`.

1. Open the project. Project > Project Settings > Plugins: enable **Texeleton** (once). It imports `.texgodot` files and shows
   them in the inspector. There is nothing to set at the import.
2. Drag `@NAME@.tscn` into a scene: it plays, in the editor too.
3. To check that it plays right on your machine and renderer: open `addons/texeleton/check/check.tscn`, press F6. The last line of
   the output is PASS, or says what is wrong.

In code:

```gdscript
var crowd := TexeletonCrowd.new()
crowd.asset = load("res://texeleton/@NAME@.texgodot")
crowd.count = 1000
add_child(crowd)

crowd.set_instance_transform(7, Transform3D(Basis(), Vector3(3, 0, 0)))  # where it stands
crowd.play(7, @CLIP@, 0.2)                                   # what it plays; cross-fade of 0.2 s
crowd.set_tint(7, Color.TOMATO)
@VARIANT@crowd.event.connect(func(instance, name, parameter, time_seconds): print(instance, " ", name))
@SOCKET@```

Clips: @CLIPS@
)";

std::string guide(const ExportInput& input) {
  const vat::BakedAnimation& animation = input.pack.animation;
  std::string socket;
  if (!animation.sockets.empty()) {
    socket = "\nvar hand := TexeletonSocket.new()  # what hangs on it is its child\nhand.instance = 7\nhand.socket = " +
             quotedText(animation.sockets.front().name) + "\ncrowd.add_child(hand)\n";
  }
  const std::string variant = animation.variants.empty()
                                  ? std::string()
                                  : "crowd.set_variant(7, " + quotedText(animation.variants.back().name) + ")\n";
  return filled(kGodotGuide, {{"@NAME@", input.name},
                              {"@VARIANT@", variant},
                              {"@SOCKET@", socket},
                              {"@CLIPS@", joinedNames(animation.clips)},
                              {"@CLIP@", quotedText(animation.clips.front().name)}});
}

Result<std::vector<FileGroup>> godotCompanions(const ExportInput& input) {
  auto asset = godot::assetFile(input);
  TRY(asset);
  const std::string base = kCharacters + input.name;
  FileGroup own{"Godot: " + input.name, {}, {}};
  own.files.push_back({base + ".texgodot", std::move(*asset)});
  const int spacing = std::max(1, static_cast<int>(std::lround(input.pack.animation.sizeMetres)));
  own.files.push_back(
      {base + ".tscn", filled(kScene, {{"@NAME@", input.name}, {"@SPACING@", std::to_string(spacing) + ".0"}})});
  own.files.push_back({base + ".README.md", guide(input)});

  FileGroup shared{"run-time: godot", {}, TEXELETON_VERSION};
  const std::string part = "godot/";
  for (ProjectFile& file : engineFiles("godot", "")) {
    shared.files.push_back({kAddOn + file.path.substr(part.size()), std::move(file.content)});
  }
  shared.files.push_back({std::string(kAddOn) + "VERSION", TEXELETON_VERSION "\n"});
  return std::vector<FileGroup>{std::move(own), std::move(shared)};
}

}  // namespace

ExportTarget godotTarget() {
  ExportTarget target{};
  target.name = "godot";
  target.title = "Godot 4";
  target.summary = said(
      "One file per character plus an add-on: importer, crowd, sockets, events and materials; export into the "
      "project's folder.");
  target.tested = said(
      "In the real engine (Godot 4.6, Compatibility renderer, web template in headless Chromium): vertices as the "
      "shader makes them against core's decoder, cross-fades, sockets, signals of events, shadows, test vectors. On "
      "stand-ins of the editor's classes: importer, plug-in and inspector. Colours and normal maps against Godot's own "
      "material, in all three renderers; nothing else in Forward+ and Mobile, and not the editor's windows. The export "
      "brings a check.");
  target.abilities = {
      {said("Bone and vertex mode, both pixel formats, folded frames"), Plays::Yes, ""},
      {said("Adaptive frame spacing"), Plays::Yes, said("frame tables")},
      {said("Clip, time, speed, tint, palette entry and variant per instance"), Plays::Yes, ""},
      {said("Smooth and stepped playback"), Plays::Yes, ""},
      {said("Events"), Plays::Yes, said("by signals, each once")},
      {said("Sockets"), Plays::Yes, said("nodes in full orientation, also during cross-fades")},
      {said("Cross-fades"), Plays::Yes, said("between two clips")},
      {said("Layers"), Plays::Yes,
       said("a second clip on the bones of a mask, for each instance; events and sockets too")},
      {said("Shadows"), Plays::Yes, said("of all lights: every pass runs the same vertex()")},
      {said("Levels of detail"), Plays::Yes, said("per instance, by distance")},
      {said("Root motion"), Plays::Yes, said("applied, or handed out")},
      {said("Culling"), Plays::Partly, said("of the crowd as a whole, and of instances by distance")},
      {said("Motion vectors"), Plays::Partly, said("Forward+, on demand; not run")},
      {said("Winding of mirrored poses"), Plays::Partly,
       said("bone mode; in vertex mode draw such materials from both sides")},
  };
  target.hidesPack = true;
  target.readsTexels = true;
  target.playsLayers = true;
  target.companions = godotCompanions;
  return target;
}

}  // namespace texeleton::exporting
