#include "core/export/export_targets.h"

#include "core/export/engine_files.h"
#include "core/export/web/matrix_export.h"

namespace texeleton::exporting {

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
  TRY(own);
  return std::vector<FileGroup>{std::move(*own), runTimeGroup("web"), runTimeGroup("web-crowd"),
                                runTimeGroup("babylon-lite")};
}

}  // namespace

ExportTarget babylonLiteTarget() {
  ExportTarget target{};
  target.name = "babylon-lite";
  target.title = "Babylon Lite";
  target.summary =
      said("A crowd on attachVat() of Babylon Lite (WebGPU): skinned GLB, skin matrices, loader and page.");
  target.tested = said(
      "In headless Chromium (WebGPU in software) with @babylonjs/lite: silhouettes against its own skinning of the "
      "same glTF, also between frames; cross-fades, shadows, events; sockets against the web run-time's decoder of "
      "packs.");
  target.abilities = {
      {said("Bone mode, both pixel formats, folded frames"), Plays::Yes, said("a row a frame is made of folded ones")},
      {said("Adaptive frame spacing"), Plays::Partly, said("written out as even frames")},
      {said("Vertex mode"), Plays::No, said("refused: attachVat() reads skin matrices")},
      {said("Several meshes and materials"), Plays::Yes, said("a draw a material")},
      {said("Clip, time and speed per instance"), Plays::Yes, said("also backward; 4,096 instances a crowd")},
      {said("Tint per instance"), Plays::Partly, said("of the whole character; the mask and palettes are left out")},
      {said("Smooth and stepped playback"), Plays::Yes, ""},
      {said("Events"), Plays::Yes, said("by call-back, each once")},
      {said("Sockets"), Plays::Yes, said("in full orientation, also during cross-fades")},
      {said("Cross-fades"), Plays::Yes, said("between two clips, of the nearest frames")},
      {said("Layers"), Plays::No, said("attachVat() reads two rows an instance, for all bones alike")},
      {said("Shadows"), Plays::Partly, said("of directional lights; those of spot lights were not tried")},
      {said("Variants"), Plays::Partly, said("one for the whole crowd")},
      {said("Levels of detail"), Plays::No, said("level 0 only")},
      {said("Root motion"), Plays::Partly, said("rootMotionAt() hands it out")},
      {said("Culling"), Plays::No, ""},
  };
  target.options = {
      matrixRateOption(said("The rate of the rows; 0 keeps the frames of the bake. Frames are blended."))};
  target.hidesPack = true;
  target.readsTexels = true;
  target.encodings = {"matrix3x4"};
  target.companions = babylonLiteFiles;
  return target;
}

}  // namespace texeleton::exporting
