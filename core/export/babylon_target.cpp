#include "core/export/babylon_target.h"

#include <nlohmann/json.hpp>

#include "core/export/engine_files.h"
#include "core/export/web/matrix_export.h"

namespace texeleton {

namespace {

/// What Babylon's own manager needs to play a clip at its true rate: after the first turn it leaves out row `from`, so
/// a turn of to − from rows, of which the clock counts one more, takes the clip's length.
void addManagerParameters(nlohmann::ordered_json& clip, const RowClip& rows) {
  const double length = clip["lengthSeconds"].get<double>();
  const bool loops = clip["loop"].get<bool>();
  clip["from"] = rows.firstRow;
  clip["to"] = rows.firstRow + rows.frameCount;
  clip["rate"] = length > 0.0 ? (rows.frameCount + 1) / length * (loops ? 1.0 : 1.0 - 1.0 / rows.frameCount) : 1.0;
}

constexpr MatrixLibrary kBabylon = {
    "Babylon.js",
    "",
    ".babylon.html",
    ".babylon.README.md",
    "babylon-page",
    "crowd.socketMatrix(7, @SOCKETNAME@).decompose(sword.scaling, sword.rotationQuaternion, sword.position);",
    {"Babylon.js",
     "  \"@babylonjs/core/\": \"./node_modules/@babylonjs/core/\",\n"
     "  \"@babylonjs/loaders/\": \"./node_modules/@babylonjs/loaders/\"",
     "babylon/page.js", "@babylonjs/core @babylonjs/loaders"},
    addManagerParameters};

Result<std::vector<FileGroup>> babylonFiles(const ExportInput& input) {
  auto own = matrixFiles(input, kBabylon);
  if (!own) {
    return fail(own.error());
  }
  return std::vector<FileGroup>{std::move(*own), runTimeGroup("web"), runTimeGroup("web-crowd"),
                                runTimeGroup("babylon")};
}

}  // namespace

ExportTarget babylonTarget() {
  ExportTarget target{};
  target.name = "babylon";
  target.title = "Babylon.js";
  target.summary =
      "A crowd on Babylon.js' own BakedVertexAnimationManager: skinned GLB, skin matrices, loader and page.";
  target.tested =
      "In headless Chromium with @babylonjs/core: silhouettes against Babylon's own skinning of the same glTF, "
      "shadows, events; sockets against the web run-time's decoder of packs.";
  target.abilities = {
      {"Bone mode, both pixel formats, folded frames", Plays::Yes, "a row a frame is made of folded ones"},
      {"Vertex mode", Plays::No, "refused: the manager reads skin matrices"},
      {"Several meshes and materials", Plays::Yes, "a draw a material"},
      {"Clip, time and speed per instance", Plays::Yes, "also backward"},
      {"Tint per instance", Plays::Partly, "of the whole character; the mask and palettes are left out"},
      {"Smooth playback", Plays::No, "Babylon's shader shows one frame at a time: option rate=60"},
      {"Stepped playback", Plays::Yes, "the nearest frame"},
      {"Events", Plays::Yes, "by call-back, each once"},
      {"Sockets", Plays::Yes, "in full orientation"},
      {"Cross-fades", Plays::No, ""},
      {"Layers", Plays::No, ""},
      {"Shadows", Plays::Yes, "of directional, spot and point lights"},
      {"Variants", Plays::Partly, "one for the whole crowd"},
      {"Levels of detail", Plays::No, "level 0 only"},
      {"Root motion", Plays::Partly, "rootMotionAt() hands it out"},
      {"Culling", Plays::Partly, "of the crowd as a whole"},
  };
  target.options = {matrixRateOption(
      "The rate of the rows, as the shader does not blend: 60 is smooth on most displays; 0 keeps the frames of the "
      "bake.")};
  target.hidesPack = true;
  target.readsTexels = true;
  target.companions = babylonFiles;
  return target;
}

}  // namespace texeleton
