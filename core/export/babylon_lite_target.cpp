#include "core/export/babylon_lite_target.h"

#include "core/export/engine_files.h"
#include "core/export/web/matrix_export.h"

namespace texeleton {

namespace {

constexpr MatrixLibrary kBabylonLite = {
    "Babylon Lite",
    ".lite",
    ".lite.html",
    ".lite.README.md",
    "babylon-lite-page",
    "crowd.socketMatrix(7, @SOCKETNAME@);  // 16 numbers, columns of a matrix",
    {"Babylon Lite", "  \"@babylonjs/lite\": \"./node_modules/@babylonjs/lite/lib/index.js\"", "babylon-lite/page.js",
     "@babylonjs/lite", "WebGPU, ", 4096},
    nullptr};

Result<std::vector<FileGroup>> babylonLiteFiles(const ExportInput& input) {
  auto own = matrixFiles(input, kBabylonLite);
  if (!own) {
    return fail(own.error());
  }
  return std::vector<FileGroup>{std::move(*own), runTimeGroup("web"), runTimeGroup("web-crowd"),
                                runTimeGroup("babylon-lite")};
}

}  // namespace

ExportTarget babylonLiteTarget() {
  ExportTarget target{};
  target.name = "babylon-lite";
  target.title = "Babylon Lite";
  target.summary = "A crowd on attachVat() of Babylon Lite (WebGPU): skinned GLB, skin matrices, loader and page.";
  target.tested =
      "In headless Chromium (WebGPU in software) with @babylonjs/lite: silhouettes against its own skinning of the "
      "same glTF, also between frames; cross-fades, shadows, events; sockets against the web run-time's decoder of "
      "packs.";
  target.abilities = {
      {"Bone mode, both pixel formats, folded frames", Plays::Yes, "a row a frame is made of folded ones"},
      {"Vertex mode", Plays::No, "refused: attachVat() reads skin matrices"},
      {"Several meshes and materials", Plays::Yes, "a draw a material"},
      {"Clip, time and speed per instance", Plays::Yes, "also backward; 4,096 instances a crowd"},
      {"Tint per instance", Plays::Partly, "of the whole character; the mask and palettes are left out"},
      {"Smooth and stepped playback", Plays::Yes, ""},
      {"Events", Plays::Yes, "by call-back, each once"},
      {"Sockets", Plays::Yes, "in full orientation, also during cross-fades"},
      {"Cross-fades", Plays::Yes, "between two clips, of the nearest frames"},
      {"Layers", Plays::No, ""},
      {"Shadows", Plays::Partly, "of directional lights; those of spot lights were not tried"},
      {"Variants", Plays::Partly, "one for the whole crowd"},
      {"Levels of detail", Plays::No, "level 0 only"},
      {"Root motion", Plays::Partly, "rootMotionAt() hands it out"},
      {"Culling", Plays::No, ""},
  };
  target.options = {matrixRateOption("The rate of the rows; 0 keeps the frames of the bake. Frames are blended.")};
  target.hidesPack = true;
  target.readsTexels = true;
  target.companions = babylonLiteFiles;
  return target;
}

}  // namespace texeleton
