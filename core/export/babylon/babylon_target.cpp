#include "core/export/export_targets.h"

#include <nlohmann/json.hpp>

#include "core/export/engine_files.h"
#include "core/export/web/matrix_export.h"

namespace texeleton::exporting {

namespace {

/// Adds the parameters with which Babylon's own manager plays a clip at its true rate. After the first pass the manager
/// skips row `from`, so a pass of to − from rows, which the clock counts as one more, takes the clip's length.
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
  TRY(own);
  return std::vector<FileGroup>{std::move(*own), runTimeGroup("web"), runTimeGroup("web-crowd"),
                                runTimeGroup("babylon")};
}

}  // namespace

ExportTarget babylonTarget() {
  ExportTarget target{};
  target.name = "babylon";
  target.title = "Babylon.js";
  target.summary =
      said("A crowd on Babylon.js' own BakedVertexAnimationManager: skinned GLB, skin matrices, loader and page.");
  target.tested = said(
      "In headless Chromium with @babylonjs/core: silhouettes against Babylon's own skinning of the same glTF, "
      "shadows, events; sockets against the web run-time's decoder of packs.");
  target.abilities = {
      {said("Bone mode, both pixel formats, folded frames"), Plays::Yes, said("a row a frame is made of folded ones")},
      {said("Adaptive frame spacing"), Plays::Partly, said("written out as even frames")},
      {said("Vertex mode"), Plays::No, said("refused: the manager reads skin matrices")},
      {said("Several meshes and materials"), Plays::Yes, said("a draw a material")},
      {said("Clip, time and speed per instance"), Plays::Yes, said("also backward")},
      {said("Tint per instance"), Plays::Partly, said("of the whole character; the mask and palettes are left out")},
      {said("Smooth playback"), Plays::No, said("Babylon's shader shows one frame at a time: option rate=60")},
      {said("Stepped playback"), Plays::Yes, said("the nearest frame")},
      {said("Events"), Plays::Yes, said("by call-back, each once")},
      {said("Sockets"), Plays::Yes, said("in full orientation")},
      {said("Cross-fades"), Plays::Yes, said("between two clips")},
      {said("Layers"), Plays::No, said("Babylon's shader reads one row an instance")},
      {said("Shadows"), Plays::Yes, said("of directional, spot and point lights")},
      {said("Variants"), Plays::Partly, said("one for the whole crowd")},
      {said("Levels of detail"), Plays::No, said("level 0 only")},
      {said("Root motion"), Plays::Partly, said("rootMotionAt() hands it out")},
      {said("Culling"), Plays::Partly, said("of the crowd as a whole")},
  };
  target.options = {matrixRateOption(said(
      "The rate of the rows, as the shader does not blend: 60 is smooth on most displays; 0 keeps the frames of the "
      "bake."))};
  target.hidesPack = true;
  target.readsTexels = true;
  target.encodings = {"matrix3x4"};
  target.companions = babylonFiles;
  return target;
}

}  // namespace texeleton::exporting
